/* Long segments that are bent about a round guide, and lift off it in between: the force is the
 * integral of the law along the curve, and jumps nowhere. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "evaluate/evaluate.h"
#include "fixtures/machine.h"

#define MM        1e-3
#define SEGMENT   20e-3
#define STIFFNESS 1e5  /* [N/m] */
#define REFERENCE 4e-3 /* length of sheet to which it belongs [m] */
#define HALF      5e-5 /* of the sheet's thickness [m] */
#define SEGMENTS  4
#define FINE      4000 /* places of a span */
#define HEAD                                                                                       \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/></settings><media name=\"paper\" "            \
    "grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/><contact "                   \
    "name=\"c\"><normal "                                                                          \
    "law=\"linear\" reference-length=\"4 mm\" stiffness=\"1e5 N/m\"/></contact><pair "             \
    "contact=\"c\"/><sheet name=\"s\" media=\"paper\" length=\"80 mm\" width=\"100 mm\" "          \
    "segments=\"4\"><start from=\"0 mm, 500 mm\"/></sheet>"

/* a bar, the inside of a tube */
enum sort { BAR, TUBE };

struct drawn {
    enum sort sort;
    double radius, high[SEGMENTS + 1], aside, deep; /* [m] */
};

static double
even(unsigned *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (*seed >> 8) / 16777216.0;
}

/* how deep a place of the mid-line is; n: away from the guide */
static double
overlap(const struct drawn *d, const double p[2], double n[2])
{
    const double side = d->sort == BAR ? 1 : -1;
    /* the tube lies above: its lowest place is where the bar's highest is */
    const double y = d->sort == BAR ? p[1] + d->radius : p[1] - d->radius, far = hypot(p[0], y);
    n[0] = side * p[0] / far;
    n[1] = side * y / far;
    return HALF + side * (d->radius - far);
}

/* of the span around a node */
static void
curve_at(const struct nodes *node, int i, double s, double p[2], double *measure)
{
    const double before = i == 1 ? 1 : 0.5, behind = i == node->n - 1 ? 1 : 0.5,
                 b0 = before * (1 - s) * (1 - s), b2 = behind * s * s;

    *measure = i == 1 ? 2 - s : i == node->n - 1 ? 1 + s : 1;
    p[0] = b0 * node->x[i - 1] + (1 - b0 - b2) * node->x[i] + b2 * node->x[i + 1];
    p[1] = b0 * node->y[i - 1] + (1 - b0 - b2) * node->y[i] + b2 * node->y[i + 1];
}

static void
integral(const struct drawn *d, const struct nodes *node, double force[2], double *deepest)
{
    force[0] = force[1] = 0;
    *deepest = -1;
    for (int i = 1; i < node->n; i++) {
        for (int k = 0; k < FINE; k++) {
            double p[2], n[2], measure;
            curve_at(node, i, (k + 0.5) / FINE, p, &measure);
            const double by = overlap(d, p, n),
                         f = STIFFNESS / REFERENCE * SEGMENT * measure / FINE * fmax(by, 0);
            force[0] += f * n[0];
            force[1] += f * n[1];
            *deepest = fmax(*deepest, by);
        }
    }
}

/* its nodes a segment apart along the guide, each so far above it */
static void
lay(struct nodes *node, const struct drawn *d, double rise)
{
    for (int i = 0; i <= SEGMENTS; i++) {
        const double along = SEGMENT * (i - SEGMENTS / 2) + d->aside, high = d->high[i] + rise,
                     angle = along / d->radius, far = d->radius + (d->sort == BAR ? high : -high);
        node->x[i] = far * sin(angle);
        node->y[i] = d->sort == BAR ? far * cos(angle) - d->radius : d->radius - far * cos(angle);
    }
}

static void
expect_integral(const struct drawn *d, unsigned number)
{
    static const char *const guide[] = {"<guide name=\"g\" surface=\"steel\"><circle centre=\"0 "
                                        "mm, %.17g m\" radius=\"%.17g m\"/></guide>",
                                        "<guide name=\"g\" surface=\"steel\" side=\"left\" "
                                        "thickness=\"20 mm\"><arc from=\"-%.17g m, %.17g m\" "
                                        "through=\"0 mm, 0 mm\" to=\"%.17g m, %.17g m\"/></guide>"};
    char parts[2000], text[400];
    struct machine m;
    double force[2], deepest, sum[2] = {0, 0};

    if (d->sort == BAR) {
        snprintf(text, sizeof text, guide[BAR], -d->radius, d->radius);
    } else {
        snprintf(text, sizeof text, guide[TUBE], d->radius, d->radius, d->radius, d->radius);
    }
    snprintf(parts, sizeof parts, "%s%s", HEAD, text);
    machine_open(&m, parts);
    struct nodes node = machine_nodes(&m, 0, m.y);
    double low = -0.1, high = 0.1; /* of its rise, until it is so deep */
    for (int k = 0; k < 60; k++) {
        lay(&node, d, 0.5 * (low + high));
        integral(d, &node, force, &deepest);
        if (deepest > d->deep) {
            low = 0.5 * (low + high);
        } else {
            high = 0.5 * (low + high);
        }
    }
    cr_assert(quire_state_forces(m.state, 0, m.y));
    const struct quire_sheet *sheet = m.system->sheet;
    for (int i = 0; i <= SEGMENTS; i++) { /* its own forces add up to nothing */
        sum[0] += m.state->force[sheet->x0 + (size_t)i];
        sum[1] += m.state->force[sheet->x0 + (size_t)(sheet->chain.stride + i)];
    }
    const double off = hypot(sum[0] - force[0], sum[1] - force[1]) / hypot(force[0], force[1]);
    cr_expect_lt(off, 1e-3, "%u: sort %d, radius %g, deep %g: %g, %g, not %g, %g", number, d->sort,
                 d->radius, d->deep, sum[0], sum[1], force[0], force[1]);
    machine_close(&m);
}

Test(bent_spans, press_with_the_law_s_integral)
{
    unsigned seed = 5;

    for (unsigned k = 0; k < 300; k++) {
        struct drawn d = {.sort = k % 2 == 0 ? BAR : TUBE};
        d.radius = even(&seed, 30, 80) * MM;
        for (int i = 0; i <= SEGMENTS; i++) { /* its ends do not touch */
            d.high[i] = i % SEGMENTS == 0 ? 4 * MM
                        : i == 2          ? even(&seed, -1, 2) * MM
                                          : even(&seed, 0, 1) * MM;
        }
        d.aside = even(&seed, -5, 5) * MM;
        d.deep = even(&seed, 2, 100) * 1e-6;
        expect_integral(&d, k);
    }
}
