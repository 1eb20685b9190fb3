/* The mass matrix: its entries, and accelerations from forces. Rows of held ends are those of the
 * identity. */
#include "evaluate/mass.h"

#include <string.h>

#include "force/holds.h"
#include "force/space_sheet.h"
#include "machine/hold.h"
#include "math/rods.h"
#include "math/small_lu.h"
#include "solve/linear_system.h"

/* how the ends of a sheet are held: projections (xx, xy, yy), 0 where they are free */
struct held_ends {
    int sheet;
    double end[2][3];
};

static void
record_held(void *user, const struct quire_held *held)
{
    struct held_ends *ends = user;

    if (held->sheet == ends->sheet) {
        memcpy(ends->end[held->node == 0 ? 0 : 1], held->held, sizeof held->held);
    }
}

static void
find_held(const struct quire_state *st, int index, double t, struct held_ends *out)
{
    *out = (struct held_ends){.sheet = index};
    if (!st->is_static) {
        quire_state_held(st, t, record_held, out);
    }
}

/* the rows of one node: the mass where it is free, the identity where it is held */
static void
mass_row(const struct quire_sheet *sheet, int i, const double held[3], quire_entry_fn *fn,
         void *user)
{
    const struct quire_chain *c = &sheet->chain;
    const double project[2][2] = {{held[0], held[1]}, {held[1], held[2]}};

    for (int d = 0; d < 2; d++) {
        for (int e = 0; e < 2; e++) {
            const size_t at = sheet->x0 + (size_t)(d * c->stride + i),
                         other = sheet->x0 + (size_t)(e * c->stride + i);
            const double unit = d == e ? 1 : 0, free = unit - project[d][e];
            if (unit > 0 || held[1] != 0) {
                fn(user, at, other,
                   free * (i == 0 || i == c->n ? c->mass_end : c->mass_inner) + project[d][e]);
            }
            if (free != 0 && i > 0) {
                fn(user, at, other - 1, free * c->mass_off);
            }
            if (free != 0 && i < c->n) {
                fn(user, at, other + 1, free * c->mass_off);
            }
        }
    }
}

/* the rows of station i in the columns of station k of a sheet in space */
static void
ladder_mass_block(const struct quire_sheet *sheet, int i, int k, const double held[3],
                  quire_entry_fn *fn, void *user)
{
    const struct quire_ladder *l = sheet->ladder;
    const double along = quire_rods_entry(&l->along, i, k);
    const double project[3][3] = {
        {held[0], held[1], 0}, {held[1], held[2], 0}, {0, 0, held[0] + held[2] > 0 ? 1 : 0}};

    for (int r = 0; r < l->block; r++) {
        for (int b = 0; b < l->block; b++) {
            const double unit = r % 3 == b % 3 ? 1 : 0, own = i == k && r / 3 == b / 3 ? 1 : 0;
            const double value = (unit - project[r % 3][b % 3]) * along * l->across[r / 3][b / 3] +
                                 own * project[r % 3][b % 3];
            if (value != 0) {
                fn(user, sheet->x0 + (size_t)(i * l->block + r),
                   sheet->x0 + (size_t)(k * l->block + b), value);
            }
        }
    }
}

static void
ladder_mass_rows(const struct quire_sheet *sheet, int i, const double held[3], quire_entry_fn *fn,
                 void *user)
{
    for (int k = i > 0 ? i - 1 : 0; k <= i + 1 && k <= sheet->ladder->n; k++) {
        ladder_mass_block(sheet, i, k, held, fn, user);
    }
}

void
quire_state_mass_entries(const struct quire_state *st, double t, const double *y,
                         quire_entry_fn *fn, void *user)
{
    static const double all[3] = {1, 0, 1}, nothing[3] = {0, 0, 0};
    const struct quire_system *sys = st->system;

    QUIRE_EACH(k, st->part, sheet)
    {
        const struct quire_sheet *sheet = sys->sheet + k;
        const int n = sheet->chain.n;
        struct held_ends ends;
        find_held(st, k, t, &ends);
        for (int i = 0; i <= n; i++) {
            const double *held = !st->sheet[k].entered ? all
                                 : i == 0              ? ends.end[0]
                                 : i == n              ? ends.end[1]
                                                       : nothing;
            (sheet->ladder != NULL ? ladder_mass_rows : mass_row)(sheet, i, held, fn, user);
        }
    }
    QUIRE_EACH(k, st->part, small)
    {
        const struct quire_small *b = sys->small + k;
        double room[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS];
        const double *mass = quire_body_mass(&b->body, y + b->q0, room);
        for (int i = 0; i < b->body.nv; i++) {
            for (int j = 0; j < b->body.nv; j++) {
                fn(user, (size_t)(b->v0 + i), (size_t)(b->v0 + j), mass[i * b->body.nv + j]);
            }
        }
        for (int i = 0; i < b->body.nz; i++) {
            const size_t at = sys->layout.nv + (size_t)(b->z0 + i);
            fn(user, at, at, 1);
        }
    }
}

/* Rods end to end in the plane: a chain, or one column of a sheet in space. */
struct line {
    struct quire_rods rods;
    ptrdiff_t step, y; /* from a node's x to the next one's, and to its own y */
    /* ends that are held altogether; those that slide, and the way across in which they are held */
    bool fixed[2], slides[2];
    double across[2][2];
};

static void
hold_line(const struct quire_sheet *sheet, const struct held_ends *ends, struct line *line)
{
    for (int e = 0; e < 2; e++) {
        const double *held = ends->end[e];
        line->slides[e] = held[0] + held[2] > 0.5 && held[0] + held[2] < 1.5;
        line->fixed[e] = held[0] + held[2] > 1.5;
        line->across[e][0] = sheet->hold[e].slide[1];
        line->across[e][1] = -sheet->hold[e].slide[0];
    }
}

/* x of the node of an end */
static double *
end_of(const struct line *l, double *a, int e)
{
    return a + (e == 0 ? 0 : l->rods.n * l->step);
}

/* The prescribed acceleration of an end that slides is stored as a force: taken out, and returned.
 */
static double
take_given(const struct line *l, const struct held_ends *ends, int e, double *a)
{
    double *x = end_of(l, a, e), *y = x + l->y;
    const double given = l->across[e][0] * *x + l->across[e][1] * *y;

    if (l->slides[e]) {
        quire_held_set(ends->end[e], x, y, (double[2]){0, 0});
    }
    return given;
}

/* an end that slides gets the force across its direction that gives it the acceleration it is told
 */
static void
pull_across(const struct line *l, int e, double given, double *work, double *a)
{
    const double *n = l->across[e], *end = end_of(l, a, e);
    double *response = work + l->rods.n + 1;

    memset(response, 0, sizeof *response * (size_t)(l->rods.n + 1));
    response[e == 0 ? 0 : l->rods.n] = 1;
    quire_rods_solve(&l->rods, l->fixed, response, 1, work);
    const double missing =
        (given - n[0] * end[0] - n[1] * end[l->y]) / response[e == 0 ? 0 : l->rods.n];
    for (int i = 0; i <= l->rods.n; i++) {
        a[i * l->step] += n[0] * missing * response[i];
        a[i * l->step + l->y] += n[1] * missing * response[i];
    }
}

/* accelerations from forces, those of fixed nodes standing in the places of theirs */
static void
solve_line(const struct line *l, const double given[2], double *work, double *a)
{
    quire_rods_solve(&l->rods, l->fixed, a, l->step, work);
    quire_rods_solve(&l->rods, l->fixed, a + l->y, l->step, work);
    /* each end hardly feels the other */
    for (int pass = 0; pass < (l->slides[0] && l->slides[1] ? 12 : 1); pass++) {
        for (int e = 0; e < 2; e++) {
            if (l->slides[e]) {
                pull_across(l, e, given[e], work, a);
            }
        }
    }
}

static void
mass_solve_sheet(const struct quire_sheet *sheet, const struct held_ends *ends, double *work,
                 double *a)
{
    const struct quire_chain *c = &sheet->chain;
    struct line line = {
        .rods = {c->n, c->mass_inner, c->mass_off, c->mass_end}, .step = 1, .y = c->stride};

    hold_line(sheet, ends, &line);
    const double given[2] = {take_given(&line, ends, 0, a), take_given(&line, ends, 1, a)};
    solve_line(&line, given, work, a);
}

/* Accelerations of a sheet in space: across first, after which columns do not feel each other. All
 * nodes of a held station are told the same. */
static void
mass_solve_ladder(const struct quire_sheet *sheet, const struct held_ends *ends, double *work,
                  double *a)
{
    const struct quire_ladder *l = sheet->ladder;
    struct line line = {.rods = l->along, .step = l->block, .y = 1};
    double told[2][3 * QUIRE_COLUMNS_MOST], given[QUIRE_COLUMNS_MOST][2];

    hold_line(sheet, ends, &line);
    for (int e = 0; e < 2; e++) {
        memcpy(told[e], end_of(&line, a, e), sizeof(double) * (size_t)l->block);
        for (int j = 0; j < l->m; j++) {
            given[j][e] = take_given(&line, ends, e, a + (ptrdiff_t)3 * j);
        }
    }
    quire_ladder_divide_across(l, a);
    /* across the width an end is held where it slides, too */
    const bool upright[2] = {line.fixed[0] || line.slides[0], line.fixed[1] || line.slides[1]};
    for (int k = 0; k < l->block; k++) {
        for (int e = 0; e < 2; e++) {
            if (line.fixed[e] || (k % 3 == 2 && upright[e])) {
                end_of(&line, a, e)[k] = told[e][k];
            }
        }
    }
    for (int j = 0; j < l->m; j++) {
        solve_line(&line, given[j], work, a + (ptrdiff_t)3 * j);
        quire_rods_solve(&line.rods, upright, a + (ptrdiff_t)3 * j + 2, line.step, work);
    }
}

void
quire_state_mass_solve(const struct quire_state *st, double t, const double *y, double *r,
                       double *work)
{
    const struct quire_system *sys = st->system;
    struct held_ends ends;

    QUIRE_EACH(k, st->part, sheet)
    {
        if (st->sheet[k].entered) {
            find_held(st, k, t, &ends);
            if (sys->sheet[k].ladder != NULL) {
                mass_solve_ladder(sys->sheet + k, &ends, work, r + sys->sheet[k].x0);
            } else {
                mass_solve_sheet(sys->sheet + k, &ends, work, r + sys->sheet[k].x0);
            }
        }
    }
    QUIRE_EACH(k, st->part, small)
    {
        const struct quire_small *b = sys->small + k;
        double mass[QUIRE_BODY_DOFS * QUIRE_BODY_DOFS] = {0};
        int pivot[QUIRE_BODY_DOFS];
        if (b->body.nv > 0) {
            b->body.ops->mass(b->body.self, y + b->q0, mass);
            lu_factor(mass, b->body.nv, pivot);
            lu_solve(mass, b->body.nv, pivot, r + b->v0);
        }
    }
}
