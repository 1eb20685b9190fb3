/* What the laws say of one place in space: friction as a vector, what pulls, overdrive, and
 * stretches whose friction acts at one place for all. */
#include <criterion/criterion.h>
#include <math.h>

#include "contact/law/place_laws.h"

static void
press(const void *compiled, const struct quire_normal_in *in, struct quire_normal_out *out)
{
    (void)compiled;
    out->force = 2e4 * in->overlap + 3 * in->closing;
    out->d_overlap = 2e4;
    out->d_closing = 3;
    out->elastic = 2e4 * in->overlap;
}

/* grows with slip to 0.5 of the normal force, and with overlap */
static void
rub(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const double whole = sqrt(in->slip * in->slip + 1e-4), mu = 0.5 * in->slip / whole;

    (void)compiled;
    out->force = -in->factor * mu * in->normal - 10 * in->overlap * in->slip;
    out->d_slip = -in->factor * 0.5e-4 / (whole * whole * whole) * in->normal - 10 * in->overlap;
    out->d_normal = -in->factor * mu;
    out->d_factor = -mu * in->normal;
    out->d_overlap = -10 * in->slip;
    out->limit = 0.5 * in->normal;
    out->creep = 0;
}

static const struct quire_normal_law normal = {.eval = press};
static const struct quire_friction_law friction = {.eval = rub};
static const struct quire_contact_law law = {
    .normal = &normal, .friction = &friction, .overdrive = 0.01, .deepest = HUGE_VAL};

static struct place_motion
example(void)
{
    return (struct place_motion){.law = &law,
                                 .overlap = 2e-4,
                                 .closing = 0.1,
                                 .past = 0.02,
                                 .belt = 0.003,
                                 .surface = 0.3,
                                 .load = NAN,
                                 .own = 1,
                                 .share = 0.7,
                                 .factor = 1.2,
                                 .by_factor = true};
}

static struct place_action
ask(const struct place_motion *m)
{
    static struct quire_state st;
    struct place_action a;

    ask_laws(&st, m, &a);
    return a;
}

static void
check_near(double a, double b, const char *what)
{
    cr_assert(fabs(a - b) <= 1e-13 * (fabs(a) + fabs(b)), "%s: %.17g, %.17g", what, a, b);
}

Test(place_laws, friction_is_along_the_slip_as_its_law_says)
{
    struct place_motion m = example();
    struct quire_friction_out one;

    m.across = -0.013;
    const struct place_action a = ask(&m);
    const double belt = 0.003 + 0.3 * 0.01 * (2e4 * 2e-4 + 3 * 0.1), along = m.past - belt,
                 slip = sqrt(along * along + m.across * m.across);
    struct quire_friction_in in = a.in;
    in.slip = slip;
    rub(NULL, &in, &one);
    check_near(a.belt, belt, "belt");
    check_near(a.friction, m.share * one.force * along / slip, "friction");
    check_near(a.lateral, m.share * one.force * m.across / slip, "friction across");
}

Test(place_laws, what_pulls_does_not_rub)
{
    struct place_motion m = example();

    m.closing = -2;
    m.overlap = 1e-9;
    const struct place_action a = ask(&m);
    cr_assert(a.total < 0);
    cr_assert_float_eq(a.in.normal, 0, 0);
    cr_assert_float_eq(a.fo.d_normal, 0, 0);
    cr_assert(fabs(a.friction) < 1e-8);
}

Test(place_laws, the_deepest_overlap_is_noted)
{
    struct quire_contact_law shallow = law;
    struct quire_state st = {0};
    struct place_motion m = example();
    struct place_action a;

    shallow.deepest = 1e-4;
    m.law = &shallow;
    ask_laws(&st, &m, &a);
    cr_assert(st.too_deep.law == &shallow);
}
