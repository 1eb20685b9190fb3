/* What the plan says once points are left out: against small designs that can be worked out by
 * hand. */
#include <criterion/criterion.h>
#include <string.h>

#include "study_fixture.h"

#define MU    "<factor parameter=\"mu\" low=\"0.6\" high=\"1.1\"/>"
#define LOAD  "<factor parameter=\"load\" low=\"4 N\" high=\"12 N\"/>"
#define SPEED "<factor parameter=\"speed\" low=\"450 mm/s\" high=\"550 mm/s\"/>"
#define GAP   "<factor parameter=\"gap\" low=\"1 mm\" high=\"3 mm\"/>"
#define MEDIA "<factor parameter=\"medium\" levels=\"plain-80, card-300\"/>"
#define GRADE "<factor parameter=\"grade\" levels=\"A, B, C\"/>"
#define FULL  "<design kind=\"full-factorial\"/>"

static void
expect(const char *elements, const char *const *wanted, size_t n, const char *unwanted)
{
    struct quire_study *study = study_load("", elements);
    struct quire_text plan = {0};
    quire_study_describe_plan(study, &plan);
    for (size_t i = 0; i < n; i++) {
        cr_expect(strstr(plan.data, wanted[i]) != NULL, "no '%s' in\n%s", wanted[i], plan.data);
    }
    cr_expect(unwanted == NULL || strstr(plan.data, unwanted) == NULL, "%s", plan.data);
    quire_text_clear(&plan);
    quire_study_destroy(study);
}

#define EXPECT(elements_, unwanted_, ...)                                                          \
    do {                                                                                           \
        static const char *const wanted_[] = {__VA_ARGS__};                                        \
        expect(elements_, wanted_, sizeof wanted_ / sizeof wanted_[0], unwanted_);                 \
    } while (0)

/* 7 of 8 corners: each sign sums to -1 of 7; two columns correlate by (-1 - 1/7)/(7 - 1/7) =
 * -1/6; without its corner of leverage 1/2 the fit of a product of two moves by -1/8 over 1/2 */
Test(left, a_corner_less)
{
    EXPECT(MU LOAD SPEED FULL "<exclude when=\"mu > 1 and load > 8 N and speed > 500 mm/s\"/>",
           NULL, "of the 7 points that are left\n",
           "resolution I: levels are met unequally often (generalised resolution 1.86)\n",
           "the columns of mu and load correlate by -0.17, no others more\n",
           "  mu = -0.25 mu x load - 0.25 mu x speed - 0.25 load x speed\n",
           "main effects and two-factor interactions together: 7 of 7 columns can be estimated\n");
}

/* D = ABC without half of D: its effect is gone, and ABC = -1 mixes the others with interactions */
Test(left, half_a_fraction)
{
    EXPECT(MU LOAD SPEED GAP
           "<design kind=\"fractional-factorial\" resolution=\"4\"/><exclude when=\"gap > 2 mm\"/>",
           "resolution IV", "of the 4 points that are left\n",
           "resolution III: factors are mixed with two-factor interactions\n",
           "  gap is the same in all of them: its effect cannot be estimated\n",
           "main effects are independent of each other\n", "  mu = -load x speed\n",
           "  speed = -mu x load\n", "4 of 7 columns can be estimated", "  load x speed = -mu\n");
}

/* three points of a square: no interaction, and none is said to be clear */
Test(left, three_of_four)
{
    EXPECT(MU MEDIA FULL "<exclude when=\"mu > 1 and medium = card-300\"/>", NULL,
           "generalised resolution 1.67", "correlate by -0.5", "  mu = -mu x medium\n",
           "3 of 4 columns can be estimated", "  mu x medium = -constant - mu - medium\n");
}

/* two points on a diagonal: one effect is the other */
Test(left, a_diagonal)
{
    EXPECT(MU LOAD FULL
           "<exclude when=\"(mu > 1 and load &lt; 8 N) or (mu &lt; 1 and load > 8 N)\"/>",
           NULL, "resolution II: factors are mixed with each other\n", "  load = mu\n",
           "correlate by 1, no others more\n");
}

/* words of three levels have no resolution; balanced halves leave nothing mixed */
Test(left, words_and_what_stays_clear)
{
    EXPECT(MU GRADE FULL "<exclude when=\"grade = C and mu > 1\"/>", "resolution",
           "of the 5 points that are left\n", "mu x grade=B", "5 of 6 columns can be estimated");
    EXPECT(MU LOAD MEDIA FULL "<exclude when=\"medium = card-300\"/>", "resolution I",
           "medium is the same in all of them", "resolution V or more\n",
           "main effects are independent of each other\n", "  none\n",
           "4 of 4 columns can be estimated\n");
}

/* and where nothing is left out the design speaks for itself */
Test(left, a_whole_design)
{
    EXPECT(MU LOAD SPEED GAP
           "<design kind=\"fractional-factorial\" resolution=\"4\"/><exclude when=\"gap > 5 mm\"/>",
           "that are left", "resolution IV\n");
}
