/* Guides that contact cannot resolve: features that are too small, and surfaces that cross or lie
 * back to back, where no side of a sheet can be told. */
#include <math.h>

#include "compile/compile.h"
#include "geometry/box_index.h"
#include "geometry/loops.h"
#include "geometry/outline.h"
#include "shape/shapes.h"

#define LEAST_LENGTH 1e-6 /* of a piece [m] */
#define CROSSED      2e-6 /* surfaces that pass each other by less only meet there [m] */
#define COINCIDE     1e-6 /* [m] */
#define OPPOSITE     -0.9 /* cosine between the normals of surfaces back to back */
#define STRETCH      2e-3 /* along which they are so, at least [m] */
#define SPACING      0.5e-3
#define MOST_SAMPLES 500

/* ---- one guide ---- */

static quire_status
check_pieces(struct quire_compile *c, const struct quire_guide *g)
{
    for (size_t i = 0; i < g->outline.n; i++) {
        const struct quire_piece *p = g->outline.piece + i;
        if (p->radius > 0 && p->radius < QUIRE_SHAPE_LEAST_RADIUS) {
            return quire_object_error(g->object, c->diag, "E-MODEL",
                                      "remove that arc: a kink there has the same effect",
                                      "its surface has an arc of %.3g um radius at %.6g mm, %.6g "
                                      "mm; contact resolves radii of %g um and more",
                                      1e6 * p->radius, 1e3 * p->from[0], 1e3 * p->from[1],
                                      1e6 * QUIRE_SHAPE_LEAST_RADIUS);
        }
        if (p->length < LEAST_LENGTH) {
            return quire_object_error(
                g->object, c->diag, "E-MODEL", "remove that piece, and join its neighbours",
                "its surface has a piece of %.3g um length at %.6g mm, %.6g mm; contact resolves "
                "lengths of %g um and more",
                1e6 * p->length, 1e3 * p->from[0], 1e3 * p->from[1], 1e6 * LEAST_LENGTH);
        }
    }
    return QUIRE_OK;
}

static quire_status
check_outline(struct quire_compile *c, const struct quire_guide *g)
{
    double at[2];

    const quire_status status = check_pieces(c, g);
    if (status == QUIRE_OK && quire_outline_crosses_itself(&g->outline, CROSSED, at)) {
        return quire_object_error(g->object, c->diag, "E-MODEL",
                                  "end it before the crossing, or split it into two guides",
                                  "its surface crosses itself at %.6g mm, %.6g mm: its solid and "
                                  "its sides are ambiguous there",
                                  1e3 * at[0], 1e3 * at[1]);
    }
    return status;
}

/* ---- two guides ---- */

/* the thickness of the thinnest sheet that feels both; 0: none does */
static double
thinnest(const struct quire_system *sys, const struct quire_guide *a, const struct quire_guide *b)
{
    double least = HUGE_VAL;

    for (int k = 0; k < sys->n_sheet; k++) {
        const bool one = a->law[2 * k] >= 0 || a->law[2 * k + 1] >= 0,
                   other = b->law[2 * k] >= 0 || b->law[2 * k + 1] >= 0;
        least = one && other ? fmin(least, sys->sheet[k].thickness) : least;
    }
    return isfinite(least) ? least : 0;
}

/* Along how much of it a surface has the other one's at its back, nearer than `apart`; at[]: the
 * first such place. */
static double
back_to_back(const struct quire_guide *a, const struct quire_guide *b, double apart, double at[2])
{
    const double length = a->outline.length;
    const int n = 1 + (int)fmin(length / SPACING, MOST_SAMPLES);
    double covered = 0;

    for (int i = 0; i < n; i++) {
        double p[2], t[2];
        quire_outline_at(&a->outline, (i + 0.5) / n * length, p, t);
        if (p[0] < b->low[0] - apart || p[0] > b->high[0] + apart || p[1] < b->low[1] - apart ||
            p[1] > b->high[1] + apart) {
            continue;
        }
        const struct quire_gap gap = quire_outline_gap(&b->outline, b->side, p);
        const double turn = a->side * (t[0] * gap.normal[1] - t[1] * gap.normal[0]);
        if (gap.distance < COINCIDE && -gap.distance < fmin(apart, b->depth) && turn < OPPOSITE) {
            at[0] = covered > 0 ? at[0] : p[0];
            at[1] = covered > 0 ? at[1] : p[1];
            covered += length / n;
        }
    }
    return covered;
}

static bool
may_be_compared(const struct quire_system *sys, const struct quire_guide *a,
                const struct quire_guide *b)
{
    return a->object != b->object && a->gate == b->gate && !a->tilted && !b->tilted &&
           (!sys->spatial || (a->across[0] < b->across[1] && b->across[0] < a->across[1]));
}

static quire_status
check_pair(struct quire_compile *c, int i, int j)
{
    /* the later one of the file is reported */
    const bool later =
        quire_place_compare(c->sys->guide[i].object->place, c->sys->guide[j].object->place) >= 0;
    const struct quire_guide *a = c->sys->guide + (later ? i : j),
                             *b = c->sys->guide + (later ? j : i);
    double at[2] = {0, 0};

    if (!may_be_compared(c->sys, a, b)) {
        return QUIRE_OK;
    }
    const double apart = thinnest(c->sys, a, b);
    const double covered = apart > 0 ? back_to_back(a, b, apart, at) : 0;
    if (covered > fmin(STRETCH, 0.5 * fmin(a->outline.length, b->outline.length))) {
        return quire_object_error(
            a->object, c->diag, "E-MODEL",
            "merge them into one guide with side=\"both\" and a thickness, or move one of them",
            "along %.3g mm from %.6g mm, %.6g mm its surface is back to back with guide '%s', "
            "nearer than the thickness of a sheet: each is in the other's solid, and the side of a "
            "sheet there is ambiguous",
            1e3 * covered, 1e3 * at[0], 1e3 * at[1], b->name);
    }
    return QUIRE_OK;
}

static void
check_pairs(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    struct quire_nearby near;
    double around = COINCIDE;

    for (int k = 0; k < sys->n_sheet; k++) {
        around = fmax(around, sys->sheet[k].thickness);
    }
    if (quire_nearby_create(&near, sys->n_guide) != 0) {
        c->status = quire_diag_memory_error(c->diag);
        return;
    }
    for (int k = 0; k < sys->n_guide; k++) {
        const struct quire_guide *g = sys->guide + k;
        near.extent[k] = (struct quire_extent){{1, 1}, {-1, -1}};
        if (g->outline.n > 0) { /* it is no side guide */
            near.extent[k] = (struct quire_extent){{g->low[0] - around, g->low[1] - around},
                                                   {g->high[0] + around, g->high[1] + around}};
        }
    }
    quire_nearby_sort(&near);
    for (int i = 0; i < sys->n_guide; i++) {
        quire_nearby_find(&near, near.extent + i);
        for (int n = 0; n < near.n_found && near.found[n] < i; n++) {
            quire_compile_note(c, check_pair(c, i, near.found[n]));
        }
    }
    quire_nearby_destroy(&near);
}

void
quire_compile_check_guides(struct quire_compile *c)
{
    const struct quire_object *told = NULL;

    for (int k = 0; k < c->sys->n_guide; k++) {
        const struct quire_guide *g = c->sys->guide + k;
        if (g->object != told) {
            const quire_status status = check_outline(c, g);
            quire_compile_note(c, status);
            told = status != QUIRE_OK ? g->object : told;
        }
    }
    if (c->status == QUIRE_OK) {
        check_pairs(c);
    }
}
