/* The mass matrix: its entries, and accelerations from forces. Rows of held ends are those of the
 * identity. */
#include "evaluate/mass.h"

#include <string.h>

#include "force/holds.h"
#include "force/space_sheet.h"
#include "machine/hold.h"
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

/* the same for a station of a sheet in space, lumped along and consistent across */
static void
ladder_mass_rows(const struct quire_sheet *sheet, int i, const double held[3], quire_entry_fn *fn,
                 void *user)
{
    const struct quire_ladder *l = sheet->ladder;
    const double density = l->grammage * (i == 0 || i == l->n ? 0.5 * l->h : l->h);
    const double project[3][3] = {
        {held[0], held[1], 0}, {held[1], held[2], 0}, {0, 0, held[0] + held[2] > 0 ? 1 : 0}};

    for (int r = 0; r < l->block; r++) {
        for (int b = 0; b < l->block; b++) {
            const double unit = r % 3 == b % 3 ? 1 : 0, own = r / 3 == b / 3 ? 1 : 0;
            const double value =
                (unit - project[r % 3][b % 3]) * density * l->across[r / 3][b / 3] +
                own * project[r % 3][b % 3];
            if (value != 0) {
                fn(user, sheet->x0 + (size_t)(i * l->block + r),
                   sheet->x0 + (size_t)(i * l->block + b), value);
            }
        }
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

/* M a = r for one component, in place; rows of fixed ends are those of the identity */
static void
mass_eliminate(const struct quire_chain *c, const bool fixed[2], double *work, double *a)
{
    const int n = c->n;
    double above = fixed[0] ? 0 : c->mass_off;

    work[0] = fixed[0] ? 1 : c->mass_end;
    for (int i = 1; i <= n; i++) {
        const bool last = i == n && fixed[1];
        const double l = last ? 0 : c->mass_off / work[i - 1];
        work[i] = (last ? 1 : i == n ? c->mass_end : c->mass_inner) - l * above;
        a[i] -= l * a[i - 1];
        above = c->mass_off;
    }
    a[n] /= work[n];
    for (int i = n - 1; i >= 0; i--) {
        a[i] = (a[i] - (i == 0 && fixed[0] ? 0 : c->mass_off) * a[i + 1]) / work[i];
    }
}

/* an end that slides gets the force across its direction that gives it the acceleration it is told;
 * n: that way across */
static void
pull_across(const struct quire_chain *c, const bool fixed[2], int node, const double n[2],
            double given, double *work, double *a)
{
    double *response = work + c->n + 1;

    memset(response, 0, sizeof *response * (size_t)(c->n + 1));
    response[node] = 1;
    mass_eliminate(c, fixed, work, response);
    const double missing = (given - n[0] * a[node] - n[1] * a[c->stride + node]) / response[node];
    for (int i = 0; i <= c->n; i++) {
        a[i] += n[0] * missing * response[i];
        a[c->stride + i] += n[1] * missing * response[i];
    }
}

/* accelerations of one sheet from forces, those of held nodes standing in the places of theirs */
static void
mass_solve_sheet(const struct quire_sheet *sheet, const struct held_ends *ends, double *work,
                 double *a)
{
    const struct quire_chain *c = &sheet->chain;
    bool fixed[2], slides[2];
    double n[2][2], given[2];

    for (int e = 0; e < 2; e++) {
        const double *held = ends->end[e];
        double *x = a + (e == 0 ? 0 : c->n), *y = x + c->stride;
        slides[e] = held[0] + held[2] > 0.5 && held[0] + held[2] < 1.5;
        fixed[e] = held[0] + held[2] > 1.5;
        n[e][0] = sheet->hold[e].slide[1];
        n[e][1] = -sheet->hold[e].slide[0];
        given[e] = n[e][0] * *x + n[e][1] * *y;
        if (slides[e]) {
            quire_held_set(held, x, y, (double[2]){0, 0});
        }
    }
    mass_eliminate(c, fixed, work, a);
    mass_eliminate(c, fixed, work, a + c->stride);
    /* each end hardly feels the other */
    for (int pass = 0; pass < (slides[0] && slides[1] ? 12 : 1); pass++) {
        for (int e = 0; e < 2; e++) {
            if (slides[e]) {
                pull_across(c, fixed, e == 0 ? 0 : c->n, n[e], given[e], work, a);
            }
        }
    }
}

/* Accelerations of a sheet in space. Stations do not feel each other, and all nodes of a held one
 * are told the same. */
static void
mass_solve_ladder(const struct quire_sheet *sheet, const struct held_ends *ends, double *a)
{
    const struct quire_ladder *l = sheet->ladder;
    double given[2][3 * QUIRE_COLUMNS_MOST];

    for (int e = 0; e < 2; e++) {
        memcpy(given[e], a + (e == 0 ? 0 : l->n * l->block), sizeof(double) * (size_t)l->block);
    }
    quire_ladder_mass_solve(l, a);
    for (int e = 0; e < 2; e++) {
        const double *held = ends->end[e];
        for (int j = 0; held[0] + held[2] > 0 && j < l->block; j += 3) {
            double *at = a + (e == 0 ? 0 : l->n * l->block) + j;
            quire_held_set(held, at, at + 1, given[e] + j);
            at[2] = given[e][j + 2];
        }
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
                mass_solve_ladder(sys->sheet + k, &ends, r + sys->sheet[k].x0);
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
