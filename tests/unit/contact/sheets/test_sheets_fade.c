/* Sheets whose stations fade over the end of another, and beside its side edges: what they store
 * has forces, which are its slope, and which neither push nor turn both sheets together. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define STORES                                                                                     \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings>"                                  \
    "<contact name=\"c\"><normal law=\"mtt-indentation\" stiffness=\"4e6 N/m^1.5\" "               \
    "exponent=\"1.5\" damping=\"0 N*s/m^2.5\" "                                                    \
    "indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/></contact>"                    \
    "<pair media=\"m\" other-media=\"m\" contact=\"c\"/>"                                          \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 MPa\" "           \
    "bending-stiffness-md=\"0.3 mN*m\"/>"
#define SHEET(name, from, length, segments, more)                                                  \
    "<sheet name=\"" name "\" media=\"m\" length=\"" length                                        \
    "\" width=\"100 mm\" segments=\"" segments "\"" more "><start from=\"0 mm, " from              \
    "\"/></sheet>"
#define PLANAR STORES SHEET("a", "20 mm", "60 mm", "12", "") SHEET("b", "50 mm", "40 mm", "9", "")
#define SPATIAL                                                                                    \
    STORES SHEET("a", "20 mm", "60 mm", "12", " columns=\"3\"")                                    \
        SHEET("b", "50 mm", "40 mm", "9", " columns=\"2\"")

/* A node of the second sheet over the end of the first, so far beyond it and above it, the sheet
 * going down at this angle; and turned about the vertical. */
struct pose {
    bool trail; /* the end at which the first begins */
    double beyond, above, down, yaw, across;
};

/* lying along, tilted so that the fade narrows, across the end; flat and askew, in space */
enum { ALONG, TILTED, ACROSS, ASKEW };

static struct pose
random_pose(int kind, unsigned *seed)
{
    static const double least[] = {0.001, 0.03, 0.2, 0}, most[] = {0.004, 0.09, 1.2, 0},
                        width[] = {2e-3, 0.2e-3, 0.03e-3, 2e-3};
    struct pose p = {.trail = machine_random(seed) > 0,
                     .beyond = width[kind] * machine_random(seed),
                     .above = 0.089e-3 + 6e-6 * machine_random(seed),
                     .across = 0.03 * machine_random(seed)};

    p.down = least[kind] + 0.5 * (most[kind] - least[kind]) * (1 + machine_random(seed));
    p.yaw = kind == ASKEW ? 0.1 * machine_random(seed) : 0;
    return p;
}

/* where a block has node i and column j of a sheet, in the plane and in space */
static double *
part_of_node(const struct machine *m, int sheet, double *block, int i, int j, int d)
{
    const struct quire_sheet *s = m->system->sheet + machine_sheet(m, sheet);

    return s->ladder != NULL ? block + s->x0 + (i * s->ladder->m + j) * 3 + d
                             : block + s->x0 + d * s->chain.stride + i;
}

static int
columns_of(const struct machine *m)
{
    return m->system->spatial ? m->system->sheet[machine_sheet(m, 1)].ladder->m : 1;
}

static void
pose_over(struct machine *m, const struct pose *p)
{
    const struct quire_sheet *a = m->system->sheet + machine_sheet(m, 0),
                             *b = m->system->sheet + machine_sheet(m, 1);
    const int columns = columns_of(m), over = 2;
    const double way = p->trail ? -1 : 1,
                 end[2] = {*part_of_node(m, 0, m->y, p->trail ? 0 : a->chain.n, 0, 0),
                           *part_of_node(m, 0, m->y, p->trail ? 0 : a->chain.n, 0, 1)};

    for (int i = 0; i <= b->chain.n; i++) {
        const double along = (i - over) * b->chain.h;
        for (int j = 0; j < columns; j++) {
            const double z = columns > 1 ? b->ladder->w * (j - 0.5 * (columns - 1)) : 0,
                         feed = way * (p->beyond + along * cos(p->down));
            *part_of_node(m, 1, m->y, i, j, 0) =
                end[0] + (columns > 1 ? feed * cos(p->yaw) + z * sin(p->yaw) : feed);
            *part_of_node(m, 1, m->y, i, j, 1) = end[1] + p->above - along * sin(p->down);
            if (columns > 1) {
                *part_of_node(m, 1, m->y, i, j, 2) =
                    p->across + z * cos(p->yaw) - feed * sin(p->yaw);
            }
        }
    }
}

static double
stored(struct machine *m)
{
    double sum = 0;

    (void)machine_touches(m, QUIRE_PARTNER_SHEET, 0, 1);
    for (int k = 0; k < m->state->n_touch; k++) {
        sum += m->state->touch[k].stored;
    }
    return sum;
}

/* the forces of the contact alone, as nodes are laid out */
static void
contact_forces(struct machine *m, double *force)
{
    const size_t n = m->system->layout.sheet_length;
    int law[4];

    cr_assert(quire_state_forces(m->state, 0, m->y));
    memcpy(force, m->state->force, sizeof *force * n);
    memcpy(law, m->system->sheet_law, sizeof law);
    for (int i = 0; i < 4; i++) {
        m->system->sheet_law[i] = -1;
    }
    cr_assert(quire_state_forces(m->state, 0, m->y));
    for (size_t i = 0; i < n; i++) {
        force[i] -= m->state->force[i];
    }
    memcpy(m->system->sheet_law, law, sizeof law);
}

/* What the forces are off the slope of what is stored, and the largest force. */
static double
off_slope(struct machine *m, double *largest)
{
    const double step = 1e-9;
    double *force = malloc(sizeof *force * m->system->layout.sheet_length), worst = 0;

    cr_assert_not_null(force);
    contact_forces(m, force);
    *largest = 0;
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i <= m->system->sheet[machine_sheet(m, s)].chain.n; i++) {
            const int columns =
                          m->system->spatial ? m->system->sheet[machine_sheet(m, s)].ladder->m : 1,
                      dimensions = m->system->spatial ? 3 : 2;
            for (int k = 0; k < columns * dimensions; k++) {
                double *at = part_of_node(m, s, m->y, i, k / dimensions, k % dimensions);
                const double was = *at;
                *at = was + step;
                const double ahead = stored(m);
                *at = was - step;
                const double back = stored(m);
                *at = was;
                const double f = *part_of_node(m, s, force, i, k / dimensions, k % dimensions);
                worst = fmax(worst, fabs(f + (ahead - back) / (2 * step)));
                *largest = fmax(*largest, fabs(f));
            }
        }
    }
    free(force);
    return worst;
}

static void
expect_slopes(bool spatial, int kind)
{
    unsigned seed = 17 + (unsigned)kind;
    struct machine m;
    int touching = 0;

    (spatial ? machine_open_in_space : machine_open)(&m, spatial ? SPATIAL : PLANAR);
    double *start = malloc(sizeof *start * m.system->layout.length);
    cr_assert_not_null(start);
    memcpy(start, m.y, sizeof *start * m.system->layout.length);
    for (int k = 0; k < 12; k++) {
        const struct pose p = random_pose(kind, &seed);
        double largest;
        memcpy(m.y, start, sizeof *start * m.system->layout.length);
        pose_over(&m, &p);
        if (!spatial) { /* sheets stay flat across, see below */
            machine_shake(&m, seed, 1e-6, 0);
        }
        touching += machine_touches(&m, QUIRE_PARTNER_SHEET, 0, 1) > 0;
        const double off = off_slope(&m, &largest);
        cr_expect_lt(off, 1e-6 * largest, "pose %d (%g, %g, %g): %g of %g N", k, p.beyond, p.above,
                     p.down, off, largest);
    }
    cr_expect_gt(touching, 6, "%d", touching);
    free(start);
    machine_close(&m);
}

Test(sheets_fade, forces_are_the_slope_of_what_is_stored_along_an_end)
{
    expect_slopes(false, ALONG);
}

Test(sheets_fade, forces_are_the_slope_of_what_is_stored_where_the_fade_narrows)
{
    expect_slopes(false, TILTED);
}

Test(sheets_fade, forces_are_the_slope_of_what_is_stored_across_an_end)
{
    expect_slopes(false, ACROSS);
}

/* The law's own normal force lies in the cut, so that it is the slope of the overlap only where the
 * sheets are not inclined across. */
Test(sheets_fade, forces_are_the_slope_of_what_is_stored_in_space)
{
    for (int kind = ALONG; kind <= ASKEW; kind++) {
        expect_slopes(true, kind);
    }
}

/* ---- derivatives ---- */

/* the contact's part of the matrix by positions */
static void
contact_matrix(struct machine *m, double *a)
{
    const size_t n = m->n * m->n;
    double *own = malloc(sizeof *own * n);
    int law[4];

    cr_assert_not_null(own);
    machine_matrix(m, 0, 1, 0, a);
    memcpy(law, m->system->sheet_law, sizeof law);
    for (int i = 0; i < 4; i++) {
        m->system->sheet_law[i] = -1;
    }
    machine_matrix(m, 0, 1, 0, own);
    memcpy(m->system->sheet_law, law, sizeof law);
    for (size_t i = 0; i < n; i++) {
        a[i] -= own[i];
    }
    free(own);
}

/* The largest difference between the matrix and differences of forces, which are so close that
 * hardly a place begins to touch between them, against the largest entry. */
static double
off_differences(struct machine *m)
{
    const double step = 2e-9;
    const size_t n = m->n, nodes = m->system->layout.sheet_length;
    double *a = malloc(sizeof *a * n * n), *ahead = malloc(sizeof *ahead * nodes),
           *back = malloc(sizeof *back * nodes), worst = 0, most = 0;

    cr_assert(a != NULL && ahead != NULL && back != NULL);
    contact_matrix(m, a);
    for (size_t k = 0; k < nodes; k++) {
        const double was = m->y[k];
        m->y[k] = was + step;
        contact_forces(m, ahead);
        m->y[k] = was - step;
        contact_forces(m, back);
        m->y[k] = was;
        for (size_t i = 0; i < nodes; i++) {
            worst = fmax(worst, fabs(a[i * n + k] + (ahead[i] - back[i]) / (2 * step)));
            most = fmax(most, fabs(a[i * n + k]));
        }
    }
    free(a);
    free(ahead);
    free(back);
    return worst / most;
}

static double
worst_derivative(bool spatial, int kind)
{
    unsigned seed = 3;
    double worst = 0;

    for (int k = 0; k < 6; k++) {
        const struct pose p = random_pose(kind, &seed);
        struct machine m;
        (spatial ? machine_open_in_space : machine_open)(&m, spatial ? SPATIAL : PLANAR);
        pose_over(&m, &p);
        machine_shake(&m, seed, 1e-6, 0);
        const double off = off_differences(&m);
        cr_log_info("%d, pose %d: %g", kind, k, off);
        worst = fmax(worst, off);
        machine_close(&m);
    }
    return worst;
}

Test(sheets_fade, derivatives_equal_differences)
{
    for (int kind = ALONG; kind <= ACROSS; kind++) {
        const double off = worst_derivative(false, kind);
        cr_expect_lt(off, 1e-6, "%d: %g", kind, off);
    }
}

Test(sheets_fade, derivatives_equal_differences_in_space)
{
    for (int kind = ALONG; kind <= ASKEW; kind++) {
        const double off = worst_derivative(true, kind);
        cr_expect_lt(off, 1e-6, "%d: %g", kind, off);
    }
}

/* ---- sums ---- */

/* of the forces on both, and their moments about the axis across and about the vertical */
static double
sums_of(const struct machine *m, const double *f, double force[3], double moment[2])
{
    const int dimensions = m->system->spatial ? 3 : 2;
    double largest = 0;

    for (int s = 0; s < 2; s++) {
        const struct quire_sheet *sheet = m->system->sheet + machine_sheet(m, s);
        const int columns = m->system->spatial ? sheet->ladder->m : 1;
        for (int i = 0; i < (sheet->chain.n + 1) * columns; i++) {
            double x[3] = {0}, by[3] = {0};
            for (int d = 0; d < dimensions; d++) {
                x[d] = *part_of_node(m, s, m->y, i / columns, i % columns, d);
                by[d] = *part_of_node(m, s, (double *)f, i / columns, i % columns, d);
                force[d] += by[d];
                largest = fmax(largest, fabs(by[d]));
            }
            moment[0] += x[0] * by[1] - x[1] * by[0];
            moment[1] += x[2] * by[0] - x[0] * by[2];
        }
    }
    return largest;
}

/* The moment about the vertical is that of flat sheets: else the law's own forces have one. */
Test(sheets_fade, neither_push_nor_turn_both_together)
{
    for (int k = 0; k < 70; k++) {
        const bool spatial = k % 7 > ACROSS;
        const int kind = k % 7 - (spatial ? 3 : 0);
        unsigned seed = 5 + (unsigned)k;
        const struct pose p = random_pose(kind, &seed);
        struct machine m;
        double force[3] = {0}, moment[2] = {0};
        (spatial ? machine_open_in_space : machine_open)(&m, spatial ? SPATIAL : PLANAR);
        pose_over(&m, &p);
        double *f = malloc(sizeof *f * m.system->layout.sheet_length);
        cr_assert_not_null(f);
        contact_forces(&m, f);
        const double largest = sums_of(&m, f, force, moment);
        cr_expect_gt(largest, 1e-6, "%d", k);
        cr_expect_lt(hypot(force[0], hypot(force[1], force[2])), 1e-12 * largest, "%d: %g of %g N",
                     k, hypot(force[0], force[1]), largest);
        cr_expect_lt(fabs(moment[0]), 1e-13 * largest, "%d: %g N m of %g N", k, moment[0], largest);
        if (kind == ASKEW) {
            cr_expect_lt(fabs(moment[1]), 1e-13 * largest, "%d: %g N m of %g N", k, moment[1],
                         largest);
        }
        free(f);
        machine_close(&m);
    }
}
