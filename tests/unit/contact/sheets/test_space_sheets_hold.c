/* Sheets in space that friction holds on to each other: derivatives with the ways slid following,
 * predictions for a step ahead, and forces as in the planar model. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law/stick.h"
#include "evaluate/evaluate.h"
#include "evaluate/powers.h"
#include "fixtures/dense.h"
#include "fixtures/machine.h"

#define LAWS                                                                                       \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\" "                     \
    "rebound-damping-factor=\"1\"/><friction law=\"stick-slip\" dynamic-coefficient=\"0.5\" "      \
    "stiffness=\"2e4 N/m\" damping-time=\"0.1 ms\"/></contact>"                                    \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"
#define GAMMA 1e-4 /* [s] */
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define STILL "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"
#define SHEET(name, from, length, segments, columns, more)                                         \
    "<sheet name=\"" name "\" media=\"m\" length=\"" length                                        \
    "\" width=\"100 mm\" segments=\"" segments "\"" columns "><start from=\"" from "\" " more      \
    "/></sheet>"
#define COLUMNS(n) " columns=\"" n "\""

/* askew, beside, across the end of another, three */
static const char *const scenes[] = {
    LAWS MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", COLUMNS("3"), "")
        SHEET("b", "7 mm, 0.09 mm", "60 mm", "7", COLUMNS("3"), "yaw=\"8 deg\""),
    LAWS MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", COLUMNS("3"), "") SHEET(
        "b", "17 mm, 0.09 mm", "50 mm", "6", COLUMNS("2"), "yaw=\"-15 deg\" across=\"33 mm\""),
    LAWS MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", COLUMNS("2"), "yaw=\"2 deg\"")
        SHEET("b", "31.2 mm, 0.09 mm", "40 mm", "6", COLUMNS("3"), "heading=\"60 deg\""),
    LAWS MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "8", COLUMNS("2"), "")
        SHEET("b", "-21.3 mm, 0.09 mm", "40 mm", "5", COLUMNS("3"), "yaw=\"5 deg\"")
            SHEET("c", "10 mm, -0.088 mm", "40 mm", "5", COLUMNS("2"), "across=\"-20 mm\""),
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* A step of 0.1 ms under way, with anchors and ways drawn at random. */
struct under_way {
    struct machine m;
    double *fixed;
};

static void
set_out(struct under_way *u, size_t scene, unsigned seed)
{
    unsigned random = 200 + seed;

    machine_open_in_space(&u->m, scenes[scene]);
    machine_shake(&u->m, seed, 4e-6, 1e-5);
    const size_t nz = u->m.system->layout.nz;
    u->fixed = calloc(nz, sizeof *u->fixed);
    cr_assert(u->fixed != NULL);
    for (size_t i = 0; i < nz; i++) {
        const double way = machine_random(&random) > 0 ? 3e-5 : 1e-6;
        u->fixed[i] =
            way * copysign(0.5 + 0.5 * fabs(machine_random(&random)), machine_random(&random));
    }
    for (int i = 0; i < u->m.system->n_grip; i++) {
        u->m.state->grip[i].mode = machine_random(&random) > 0;
        u->m.state->grip[i].history[QUIRE_LAW_ANCHOR] = 1e-8 * machine_random(&random);
        u->m.state->grip[i].history[QUIRE_LAW_ANCHOR_ACROSS] = 1e-8 * machine_random(&random);
    }
    u->m.state->implicit.gamma = GAMMA;
    u->m.state->implicit.fixed = u->fixed;
    cr_assert(quire_state_forces(u->m.state, 0, u->m.y));
}

static void
arrive(struct under_way *u)
{
    free(u->fixed);
    machine_close(&u->m);
}

/* whether it slides, with so much of its normal force */
static bool
slides(const struct quire_slide *slide, double part)
{
    struct quire_slide s = *slide;
    struct quire_stick_vector v;
    struct quire_friction_out out;

    s.in.normal *= part;
    quire_stick_eval(&s, 0, &v, &out);
    return !(out.d_slid < 0);
}

struct tally {
    int states, holding, sliding;
};

/* false where some place is about to begin or end to slide: there differences say nothing */
static bool
count_places(const struct machine *m, struct tally *tally)
{
    int sliding = 0;

    for (int k = 0; k < m->state->n_slide; k++) {
        const struct quire_slide *s = m->state->slide + k;
        if (slides(s, 0.5) != slides(s, 2)) {
            return false;
        }
        sliding += slides(s, 1);
    }
    tally->states++;
    tally->sliding += sliding;
    tally->holding += m->state->n_slide - sliding;
    return true;
}

Test(space_sheets_hold, derivatives_are_those_with_the_ways_following)
{
    for (size_t k = 0; k < SCENES; k++) {
        struct tally tally = {0, 0, 0};
        for (unsigned seed = 1; seed <= 600 && tally.states < 4; seed++) {
            struct under_way u;
            set_out(&u, k, seed);
            if (count_places(&u.m, &tally)) {
                const double error = machine_jacobian_error(&u.m, 0);
                cr_expect_lt(error, 1e-6, "scene %zu, seed %u: %g", k, seed, error);
            }
            arrive(&u);
        }
        cr_expect(tally.states > 1 && tally.holding > 3 && tally.sliding > 5,
                  "scene %zu: %d states, %d hold, %d slide", k, tally.states, tally.holding,
                  tally.sliding);
    }
}

static const struct quire_slide *
slide_of(const struct quire_state *st, const struct quire_slide *like)
{
    for (int k = 0; k < st->n_slide; k++) {
        if (st->slide[k].grip == like->grip &&
            memcmp(&st->slide[k].pair, &like->pair, sizeof like->pair) == 0) {
            return st->slide + k;
        }
    }
    return NULL;
}

/* Slips and normal forces where friction holds on, as told of a step and as evaluated there. */
Test(space_sheets_hold, slips_are_told_of_a_step_ahead)
{
    const double gamma = GAMMA;

    for (size_t k = 0; k < SCENES; k++) {
        struct under_way u;
        set_out(&u, k, 5);
        const size_t length = u.m.system->layout.length, v0 = u.m.system->layout.v0;
        double *d = calloc(length, sizeof *d), *y = malloc(length * sizeof *y), worst = 0, most = 0;
        unsigned random = 77;
        int told = 0;
        cr_assert(d != NULL && y != NULL);
        cr_assert(quire_state_matrix(u.m.state, 0, u.m.y, gamma * gamma, gamma));
        memcpy(y, u.m.y, length * sizeof *y);
        for (size_t i = 0; i < u.m.system->layout.sheet_length; i++) {
            d[i] = 1e-7 * machine_random(&random);
            y[v0 + i] += d[i];
            y[i] += gamma * d[i];
        }
        cr_assert(quire_state_forces(u.m.state, 0, y));
        struct quire_place_slides last = {.list = NULL};
        for (int i = 0; i < quire_places_holds(u.m.state); i++) {
            const struct quire_place_hold *hold = quire_places_hold(u.m.state, i, NULL);
            const struct quire_slide *s = slide_of(u.m.state, &hold->slide);
            const struct quire_slide after = quire_state_slide_after(u.m.state, i, d, gamma, &last);
            if (s == NULL) {
                continue;
            }
            const double n = s->in.normal, before = hold->slide.in.normal;
            worst = fmax(worst, fabs(after.in.slip - s->in.slip) / 1e-7);
            worst = fmax(worst, fabs(after.slip_across - s->slip_across) / 1e-7);
            if (n > 0 && before > 0) {
                most = fmax(most, fabs(n - before));
                cr_expect_lt(fabs(after.in.normal - n), 1e-3 * fabs(n - before) + 1e-9 * n,
                             "scene %zu: %g, not %g", k, after.in.normal - before, n - before);
                told++;
            }
        }
        cr_expect_lt(worst, 1e-3, "scene %zu: %g", k, worst);
        cr_expect(told > 3 && most > 0, "scene %zu: %d", k, told);
        free(d);
        free(y);
        arrive(&u);
    }
}

/* ---- the plane ---- */

#define PAIR_OF(columns)                                                                           \
    STILL LAWS MEDIA SHEET("a", "0 mm, 0 mm", "60 mm", "12", columns, "")                          \
        SHEET("b", "7 mm, 0.09 mm", "60 mm", "11", columns, "heading=\"0.02 deg\"")

/* the ways all slid by so much, and the upper one with this velocity */
static void
slide_by(struct machine *m, double way, double *fixed)
{
    for (int i = 0; i < m->system->n_grip; i++) {
        fixed[m->system->grip_z + (size_t)i] = way;
    }
    m->state->implicit.gamma = 1e-4;
    m->state->implicit.fixed = fixed;
    cr_assert(quire_state_forces(m->state, 0, m->y));
}

Test(space_sheets_hold, flat_across_are_held_as_in_the_plane)
{
    static const char *const flat[] = {PAIR_OF(COLUMNS("2")), PAIR_OF(COLUMNS("3")),
                                       PAIR_OF(COLUMNS("5"))};
    static const double ways[] = {1e-7, 1e-4}; /* held, and sliding */

    for (size_t k = 0; k < 6; k++) {
        struct machine plane, m;
        double most = 0, worst = 0;
        machine_open(&plane, PAIR_OF(""));
        machine_open_in_space(&m, flat[k / 2]);
        double *zp = calloc(plane.system->layout.nz, sizeof *zp),
               *z = calloc(m.system->layout.nz, sizeof *z);
        cr_assert(zp != NULL && z != NULL);
        slide_by(&plane, ways[k % 2], zp);
        slide_by(&m, ways[k % 2], z);
        for (int s = 0; s < 2; s++) {
            const struct nodes f = machine_nodes(&plane, s, plane.state->force);
            const struct quire_sheet *sheet = m.system->sheet + machine_sheet(&m, s);
            const int n_column = sheet->ladder->m;
            for (int i = 0; i <= f.n; i++) {
                double force[2] = {0, 0};
                for (int j = 0; j < 2 * n_column; j++) {
                    const double *at =
                        m.state->force + sheet->x0 + (i * n_column + j / 2) * 3 + (j & 1);
                    force[j & 1] += *at;
                }
                most = fmax(most, fabs(f.x[i]));
                worst = fmax(worst, hypot(force[0] - f.x[i], force[1] - f.y[i]));
            }
        }
        cr_expect_gt(most, 1e-6);
        cr_expect_lt(worst, 2e-6 * most, "%zu: %g of %g N", k, worst, most);
        free(zp);
        free(z);
        machine_close(&m);
        machine_close(&plane);
    }
}
