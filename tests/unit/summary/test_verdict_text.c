/* Causes in sentences: units, signs, and what there is nothing to say of. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "summary/summary_checks.h"
#include "summary/verdict_text.h"

static struct quire_why
no_cause(void)
{
    return (struct quire_why){
        .x = 0.11, .y = 3e-8, .path_distance = 0.11, .opposing = NAN, .angle = NAN, .drag = NAN};
}

static void
expect(const struct quire_why *why, const char *part)
{
    struct quire_text text = {0};
    quire_story_add_why(&text, why, "");
    cr_assert_not_null(text.data);
    cr_expect(strstr(text.data, part) != NULL, "'%s' lacks '%s'", text.data, part);
    cr_expect(strstr(text.data, "e-") == NULL, "'%s' has an exponent", text.data);
    quire_text_clear(&text);
}

Test(verdict_text, says_which_drives_push_and_which_hold_back)
{
    struct quire_why why = no_cause();
    why.n_push = 3;
    why.push[0] = (struct quire_push){.sort = "nip",
                                      .name = "a",
                                      .normal = 4.04,
                                      .limit = 4.04,
                                      .friction = 0.0123,
                                      .speed = 0.5};
    why.push[1] = why.push[2] = why.push[0];
    why.push[1].name = "b", why.push[1].friction = -2.0812;
    why.push[2].name = "c", why.push[2].friction = 1.1e-7, why.push[2].speed = 0;
    expect(&why, "nip 'a' pushes with 0.0123 N (pressed on with 4.04 N, holds up to 4.04 N) "
                 "without slip at 500 mm/s");
    expect(&why, "nip 'b' holds back with 2.08 N");
    expect(&why,
           "nip 'c' does not push (pressed on with 4.04 N, holds up to 4.04 N) and is stopped");
    expect(&why, "no known cause fits the facts; leading edge at 110 mm, 0 mm");
}

Test(verdict_text, says_what_holds_the_lead_edge)
{
    struct quire_why why = no_cause();
    why.mechanism = QUIRE_MECHANISM_STUB;
    why.sort = "guide";
    why.name = why.held = "lip";
    why.opposing = 0.12871;
    why.angle = 1.114;
    why.drag = 0.005;
    expect(&why,
           "the leading edge is stubbed on guide 'lip', which holds the leading edge with 0.129 N "
           "at 64 deg to the feed; leading edge at");
    why.drag = 0.05;
    expect(&why, "; friction on all guides 0.05 N; leading edge at");
}

Test(verdict_text, says_where_curl_took_an_edge)
{
    struct quire_why why = no_cause();
    why.mechanism = QUIRE_MECHANISM_STUB;
    why.sort = "guide";
    why.name = "lip";
    why.bend = (struct quire_bend){-25, 0.02, -0.005, -0.0045};
    expect(&why, "stubbed on guide 'lip'; its curl of radius 40 mm to the right bends the 20 mm "
                 "without support by 5 mm, and has taken the leading edge 4.5 mm off its path;");
}

Test(verdict_text, says_that_an_edge_went_back_or_stood_still)
{
    const struct quire_symptom back = {.kind = QUIRE_SYMPTOM_BEHIND, .value = -0.0298},
                               still = {.kind = QUIRE_SYMPTOM_STANDING, .value = -0.0298};
    struct quire_text text = {0};
    quire_story_add_symptom(&text, &back);
    quire_text_add(&text, ", ");
    quire_story_add_symptom(&text, &still);
    cr_expect_str_eq(text.data, "the sheet went back, at up to 29.8 mm/s, the sheet stopped");
    quire_text_clear(&text);
}

Test(verdict_text, quantities_have_the_units_of_the_field)
{
    const struct {
        double value;
        const char *unit, *text;
    } list[] = {{0.01234, "m", "12.3 mm"},
                {0.5, "m/s", "500 mm/s"},
                {0.005, "rad", "0.286 deg"},
                {0.04, "N", "40 mN"},
                {0.25, "s", "0.25 s"},
                {NAN, "m", "-"},
                {1.1e-7, "N", "less than 0.001 mN"}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct quire_text text = {0};
        quire_lines_add_quantity(&text, list[i].value, list[i].unit);
        cr_expect_str_eq(text.data, list[i].text);
        quire_text_clear(&text);
    }
}
