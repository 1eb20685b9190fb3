/* Lists of what may touch, against a plain search: nothing that can touch is missed, what was
 * looked at before changes no bit, and sheets that others lie between have no lists. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/sheets/sheets.h"
#include "contact/touch/station.h"
#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define WORLD                                                                                      \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><contact name=\"c\"><normal "      \
    "law=\"linear\" stiffness=\"4e4 N/m\" "                                                        \
    "damping=\"5 N*s/m\"/><friction law=\"mtt-step\" dynamic-coefficient=\"0.5\" "                 \
    "threshold-velocity=\"30 mm/s\"/></contact>"                                                   \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"                                          \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define SHEET(name, from, heading, length, segments)                                               \
    "<sheet name=\"" name "\" media=\"m\" length=\"" length                                        \
    "\" width=\"100 mm\" segments=\"" segments "\"><start from=\"" from "\" heading=\"" heading    \
    "\"/></sheet>"

/* On each other; around each other's ends; end-on; with segments of very different lengths. */
static const char *const scenes[] = {
    WORLD SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "0 mm, 0.099 mm", "0 deg", "60 mm", "12")
            SHEET("c", "7 mm, 0.2 mm", "0 deg", "60 mm", "12")
                SHEET("d", "0 mm, 0.31 mm", "0 deg", "40 mm", "5")
                    SHEET("e", "3 mm, 0.45 mm", "0 deg", "60 mm", "12"),
    WORLD SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "31.2 mm, 0.09 mm", "60 deg", "40 mm", "8")
            SHEET("c", "-21.3 mm, 0.09 mm", "0 deg", "40 mm", "5"),
    WORLD SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "12")
        SHEET("b", "60.09 mm, 0.06 mm", "2 deg", "40 mm", "8")
            SHEET("c", "40 mm, -2 mm", "5 deg", "70 mm", "7"),
    WORLD SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "60")
        SHEET("b", "7 mm, 0.12 mm", "0 deg", "60 mm", "3"),
    WORLD SHEET("a", "0 mm, 0 mm", "0 deg", "60 mm", "60")
        SHEET("b", "-20 mm, 0.095 mm", "0 deg", "60 mm", "40")
            SHEET("c", "20 mm, 0.19 mm", "0 deg", "20 mm", "30"),
};
#define N_SCENES (sizeof scenes / sizeof scenes[0])

/* the distance of a point from the curve of a sheet, looked for everywhere, and on the straight
 * lines on which it goes on for `more` segments */
static double
plain_distance(const struct nodes *b, const double at[2], double more)
{
    double least = HUGE_VAL;

    for (int i = 1; i < b->n; i++) {
        const int type = spline_type(i, b->n), first = i == 1 ? -20 : 0,
                  last = i == b->n - 1 ? 60 : 40;
        for (int k = first; k <= last; k++) {
            const double beyond = k < 0    ? 0.025 * k
                                  : k > 40 ? 0.025 * (k - 40)
                                           : 0,
                         s = 0.025 * (k < 0    ? 0
                                      : k > 40 ? 40
                                               : k);
            double w[3], d[3], dd[3], x = -at[0], y = -at[1];
            spline_weights(type, s, w, d, dd);
            for (int j = 0; j < 3; j++) {
                x += (w[j] + beyond * more * d[j]) * b->x[i - 1 + j];
                y += (w[j] + beyond * more * d[j]) * b->y[i - 1 + j];
            }
            least = fmin(least, hypot(x, y));
        }
    }
    return least;
}

static int
nearest_node(const struct nodes *b, const double at[2], double *distance)
{
    int best = 0;

    *distance = HUGE_VAL;
    for (int i = 0; i <= b->n; i++) {
        const double d = hypot(b->x[i] - at[0], b->y[i] - at[1]);
        if (d < *distance) {
            *distance = d;
            best = i;
        }
    }
    return best;
}

static bool
has(const struct quire_near_pair *pair, int station, int node)
{
    for (int k = 0; k < pair->n; k++) {
        if (pair->station[k].station == station) {
            return node >= pair->station[k].first && node < pair->station[k].last;
        }
    }
    return false;
}

/* All stations of all sheets on all others; returns how many touch. */
static int
search_plainly(struct machine *m, const char *where)
{
    const struct quire_system *sys = m->system;
    int touch = 0;

    for (int a = 0; a < sys->n_sheet; a++) {
        for (int b = 0; b < sys->n_sheet; b++) {
            const int first = machine_sheet(m, a), second = machine_sheet(m, b);
            const struct quire_sheet *one = sys->sheet + first, *other = sys->sheet + second;
            const struct nodes curve = machine_nodes(m, b, m->y);
            for (int i = 0; a != b && i < quire_sheet_stations(one); i++) {
                const bool end = i == 0 || i == one->chain.n;
                /* a node more or less: half of 2 h a piece */
                const double more = end ? 0 : fmax(0.5 * one->chain.h, one->half) / other->chain.h;
                double at[2], distance;
                quire_sheet_station(m->state, first, i, m->y, at);
                const int node = nearest_node(&curve, at, &distance);
                if (distance < quire_sheets_reach(one, other) &&
                    plain_distance(&curve, at, more) < one->half + other->half) {
                    touch++;
                    cr_expect(has(m->state->near->pair[first] + second, i, node),
                              "%s: station %d of %d at node %d of %d", where, i, a, node, b);
                }
            }
        }
    }
    return touch;
}

/* the same place, seen for the first time */
static void
expect_no_memory(struct machine *m, const char *scene, const char *where)
{
    struct machine fresh;

    machine_open(&fresh, scene);
    memcpy(fresh.y, m->y, sizeof *m->y * m->system->layout.length);
    cr_assert(quire_state_forces(m->state, 0, m->y));
    cr_assert(quire_state_forces(fresh.state, 0, fresh.y));
    cr_expect_eq(memcmp(m->state->force, fresh.state->force,
                        sizeof(double) * m->system->layout.sheet_length),
                 0, "%s", where);
    const struct quire_powers *p = &m->state->power, *q = &fresh.state->power;
    cr_expect(p->friction == q->friction && p->contact == q->contact,
              "%s: %.17g, %.17g instead of %.17g, %.17g", where, p->friction, p->contact,
              q->friction, q->contact);
    machine_close(&fresh);
}

/* All sheets around one arc: between coarse nodes the curves are not where straight lines are. */
static void
bend_all(struct machine *m)
{
    for (int k = 0; k < m->system->n_sheet; k++) {
        const struct nodes s = machine_nodes(m, k, m->y);
        for (int i = 0; i <= s.n; i++) {
            s.y[i] += 3.0 * (s.x[i] - 0.03) * (s.x[i] - 0.03);
        }
    }
}

/* Small and large moves, one sheet along the others. */
static void
move(struct machine *m, int step, unsigned *seed)
{
    static const double sizes[] = {2e-6, 20e-6, 60e-6, 0.2e-3, 1e-3};
    const double size = sizes[step % 5], along = step % 7 == 0 ? 2e-3 : 0.1e-3;
    unsigned speeds = *seed;

    for (int k = 0; k < m->system->n_sheet; k++) {
        const struct nodes s = machine_nodes(m, k, m->y);
        const double up = size * 0.1 * machine_random(seed), tilt = size * machine_random(seed),
                     bend = size * machine_random(seed);
        for (int i = 0; i <= s.n; i++) {
            const double t = 2.0 * i / s.n - 1;
            s.x[i] += k == 0 ? along : 0;
            s.y[i] += up + 0.1 * tilt * t + 0.1 * bend * t * t + 1e-6 * machine_random(seed);
            s.vx[i] = 0.1 * machine_random(&speeds);
            s.vy[i] = 1e-3 * machine_random(&speeds);
        }
    }
}

Test(sheets_near, nothing_is_missed_and_nothing_remembered)
{
    for (size_t k = 0; k < N_SCENES; k++) {
        unsigned seed = 3 + (unsigned)k;
        int touches = 0;
        struct machine m;
        machine_open(&m, scenes[k]);
        for (int step = 0; step < 150; step++) {
            char where[80];
            snprintf(where, sizeof where, "scene %zu, step %d", k, step);
            move(&m, step, &seed);
            if (step == 75) {
                bend_all(&m);
            }
            cr_assert(quire_sheets_follow(m.state, m.y));
            touches += search_plainly(&m, where);
            expect_no_memory(&m, scenes[k], where);
        }
        cr_expect_gt(touches, 150, "scene %zu: %d", k, touches);
        machine_close(&m);
    }
}

/* Between coarse nodes a bent sheet is nearer than the straight lines between them: one that comes
 * down into it little by little is seen in time. */
Test(sheets_near, curves_are_nearer_than_their_polygons)
{
    struct machine m;
    int touches = 0;
    machine_open(&m, WORLD SHEET("bowl", "0 mm, 0 mm", "0 deg", "60 mm", "6")
                         SHEET("low", "30 mm, 0.4 mm", "90 deg", "10 mm", "5"));
    const struct nodes low = machine_nodes(&m, 1, m.y), bowl = machine_nodes(&m, 0, m.y);

    for (int i = 0; i <= bowl.n; i++) {
        bowl.y[i] += 6.0 * (bowl.x[i] - 0.03) * (bowl.x[i] - 0.03);
    }
    for (int step = 0; step < 60; step++) {
        char where[40];
        snprintf(where, sizeof where, "step %d", step);
        for (int i = 0; i <= low.n; i++) {
            low.y[i] -= 5e-6;
        }
        cr_assert(quire_sheets_follow(m.state, m.y));
        touches += search_plainly(&m, where);
    }
    cr_expect_gt(touches, 20, "%d", touches);
    machine_close(&m);
}

/* A sheet that was nowhere for a while is found again, elsewhere. */
Test(sheets_near, what_was_nowhere_is_found_again)
{
    struct machine m;
    machine_open(&m, scenes[0]);
    const struct nodes s = machine_nodes(&m, 1, m.y);
    const double x = s.x[3];

    cr_assert(quire_sheets_follow(m.state, m.y));
    s.x[3] = NAN;
    cr_assert(quire_sheets_follow(m.state, m.y));
    s.x[3] = x;
    for (int i = 0; i <= s.n; i++) {
        s.y[i] += 0.13e-3;
    }
    cr_assert(quire_sheets_follow(m.state, m.y));
    cr_expect_gt(search_plainly(&m, "again"), 20);
    machine_close(&m);
}

static int
count_listed(const struct machine *m)
{
    int n = 0;

    for (int a = 0; a < m->system->n_sheet; a++) {
        for (int b = 0; b < m->system->n_sheet; b++) {
            n += quire_near_count(m->state->near, a, b);
        }
    }
    return n;
}

/* In a pile each sheet looks at its two neighbours, however many there are: also while the topmost
 * one slides over the others. */
Test(sheets_near, in_a_pile_only_neighbours_are_looked_at)
{
    static const int counts[] = {5, 20};

    for (int k = 0; k < 2; k++) {
        struct machine m;
        char text[3000];
        snprintf(text, sizeof text,
                 WORLD "<sheet name=\"p\" media=\"m\" length=\"60 mm\" width=\"100 mm\" "
                       "segments=\"12\" count=\"%d\" pile=\"right\">"
                       "<start from=\"0 mm, 0 mm\"/></sheet>",
                 counts[k]);
        machine_open(&m, text);
        const int neighbours = 2 * (counts[k] - 1) * quire_sheet_stations(m.system->sheet);
        for (int step = 0; step < 40; step++) {
            const struct nodes top = machine_nodes(&m, 0, m.y);
            cr_assert(quire_sheets_follow(m.state, m.y));
            cr_expect_leq(count_listed(&m), neighbours, "%d sheets, step %d", counts[k], step);
            for (int i = 0; i <= top.n; i++) {
                top.x[i] += 0.1e-3;
            }
        }
        cr_expect_geq(count_listed(&m), neighbours - 8, "%d sheets", counts[k]);
        machine_close(&m);
    }
}

/* A straight line that another dips through, or comes through to the end of the other; it counts
 * how far this goes beyond, not how far apart they are elsewhere, and not what lies past an end.
 * Turned and in either order it is the same. */
Test(sheets_near, lines_that_cross_tell_how_deep)
{
    static const struct {
        double x[4], y[4];
        int n;
        double depth;
    } cases[] = {
        {{5, 15, 35, 45}, {3, -0.2, -0.2, 3}, 3, 0.2}, /* dips through */
        {{50, 50, 50}, {20, 10, -0.4}, 2, 0.4},        /* its end comes through */
        {{10, 90, 130}, {2, -0.3, -9}, 2, 0.3},        /* its last point is past the end */
    };

    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        for (int turn = 0; turn < 8; turn++) {
            const double c = cos(0.8 * turn), s = sin(0.8 * turn);
            double x[4], y[4], bx[11], by[11];
            for (int i = 0; i <= cases[k].n; i++) {
                x[i] = c * cases[k].x[i] - s * cases[k].y[i];
                y[i] = s * cases[k].x[i] + c * cases[k].y[i];
            }
            for (int i = 0; i <= 10; i++) {
                bx[i] = c * 10 * i;
                by[i] = s * 10 * i;
            }
            const struct quire_line a = {x, y, cases[k].n}, b = {bx, by, 10};
            cr_expect_float_eq(quire_lines_depth(&a, &b), cases[k].depth, 1e-12, "case %zu: %g", k,
                               quire_lines_depth(&a, &b));
            cr_expect_float_eq(quire_lines_depth(&b, &a), cases[k].depth, 1e-12, "case %zu: %g", k,
                               quire_lines_depth(&b, &a));
        }
    }
}
