/* What the laws say of a place alone in space: friction as a vector, what pulls, overdrive. */
#include <criterion/criterion.h>
#include <math.h>

#define QUIRE_PLACE_SPACE
#include "contact/place/alone.h"

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

/* on a surface with a belt and overdrive, the sheet's direction along the tangent */
static struct place_alone
example(const struct quire_contact_law *of, double overlap, double closing, double across)
{
    const quire_v4 zero = {0};
    struct place_alone at = {.p = {.on = zero == zero,
                                   .n = {quire_all4(0), quire_all4(1)},
                                   .u = {quire_all4(-0.02), quire_all4(-closing)},
                                   .overlap = quire_all4(overlap),
                                   .share = quire_all4(0.7),
                                   .factor = quire_all4(1.2),
                                   .belt = quire_all4(0.003),
                                   .surface = quire_all4(0.3),
                                   .a = {.t = {quire_all4(2), zero}},
                                   .drags = of->overdrive != 0,
                                   .drag = quire_all4(0.3 * of->overdrive),
                                   .across = quire_all4(across)}};

    place_rates(&at.p, false);
    remember_alone(&at, (struct quire_contact_pair){0}, NULL, 0, NULL);
    return at;
}

static void
check_near(double a, double b, const char *what)
{
    cr_assert(fabs(a - b) <= 1e-13 * (fabs(a) + fabs(b)), "%s: %.17g, %.17g", what, a, b);
}

Test(place_alone, friction_is_along_the_slip_as_its_law_says)
{
    static struct quire_state st;
    struct place_alone at = example(&law, 2e-4, 0.1, -0.013);
    const double normal_force = 2e4 * 2e-4 + 3 * 0.1,
                 belt = 0.003 + 0.3 * 0.01 * 0.7 * normal_force, along = 0.02 - 0.3 - belt,
                 slip = sqrt(along * along + 0.013 * 0.013);
    const struct quire_friction_in in = {
        .slip = slip, .normal = normal_force, .factor = 1.2, .overlap = 2e-4};
    struct quire_friction_out one;

    ask_alone(&st, &law, &at, false);
    rub(NULL, &in, &one);
    check_near(at.p.total[0], 0.7 * normal_force, "normal force");
    check_near(belt_of(&at.p, at.p.total)[0], belt, "belt");
    check_near(at.p.slip[0], along, "slip");
    check_near(at.p.friction[0], 0.7 * one.force * along / slip, "friction");
    check_near(at.p.lateral[0], 0.7 * one.force * -0.013 / slip, "friction across");
}

Test(place_alone, what_pulls_does_not_rub)
{
    static struct quire_state st;
    struct place_alone at = example(&law, 1e-9, -2, 0);

    ask_alone(&st, &law, &at, false);
    cr_assert(at.p.total[0] < 0);
    cr_assert_float_eq(at.p.d_normal[0], 0, 0);
    cr_assert(fabs(at.p.friction[0]) < 1e-8);
}

Test(place_alone, the_deepest_overlap_is_noted)
{
    static struct quire_state st;
    struct quire_contact_law shallow = law;
    struct place_alone at = example(&shallow, 2e-4, 0.1, 0);

    shallow.deepest = 1e-4;
    ask_alone(&st, &shallow, &at, false);
    cr_assert(st.too_deep.law == &shallow);
}
