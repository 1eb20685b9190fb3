/* The kernel of contact in space against numbers with gradients. doc/theory/place.md */
#define QUIRE_PLACE_SPACE
#include "contact/place/place_oracle.h"

Test(space_place, changes_in_all_ways_equal_gradients)
{
    chance = 11;
    check_all_ways();
}

Test(space_place, changes_in_one_way_and_powers_equal_gradients)
{
    chance = 13;
    check_one_way();
}

/* at rest friction has no direction, and follows the slip alike along and across */
Test(space_place, friction_at_rest_is_alike_in_all_directions)
{
    const struct kind kind = {.round = true};

    chance = 12;
    struct place p = random_place(&kind);
    struct forms is;
    place_rates(&p, false);
    p.belt += p.slip; /* no slip */
    p.across = quire_all4(0);
    evaluate(&p, false);
    place_forms(&p, 0, 1, false, &is);
    for (int k = 0; k < LANES; k++) {
        const struct flat t = left(p.n);
        cr_expect_lt(fabs(p.friction[k]), 1e-9);
        cr_expect_eq(p.lateral[k], 0);
        cr_expect_float_eq(is.l_w[2][k], p.share[k] * p.d_slip[k], 1e-9 * fabs(p.d_slip[k]));
        cr_expect_float_eq(is.rub_w.x[k] * t.x[k] + is.rub_w.y[k] * t.y[k], is.l_w[2][k],
                           1e-6 * fabs(p.d_slip[k]));
    }
}

/* friction that differs with the direction of the slip */
Test(space_place, changes_of_directed_friction_equal_gradients)
{
    chance = 14;
    lean = 0.6;
    check_all_ways();
    check_one_way();
}
