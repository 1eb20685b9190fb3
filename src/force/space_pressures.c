/* Pressures on sheets in space, from the places of the curve on the nodes: reckoned at two Gauss
 * points of what each cell of a station has under the guide's extent across, so that belts narrower
 * than a cell act where they are. What neighbouring cells add to a column is summed so that a
 * mirrored sheet has the same bits. */
#include "force/across_cells.h"
#include "force/pressures.h"
#include "force/terms.h"
#include "kind/pressure.h"

enum { MOST = QUIRE_COLUMNS_MOST };

/* A station of the sheet: places and velocities of its curve at each column, and what acts there,
 * of the cells on either side apart. */
struct row {
    struct quire_state *booked; /* where what acts is added up; NULL: nowhere */
    const double *b;
    int node;
    double x[MOST][3], v[MOST][3];
    double force[2][MOST][3];
    struct quire_cell_changes by_place, by_velocity;
};

/* where the station is; false where the pressure acts nowhere near it */
static bool
place_row(const struct quire_pressure *pressure, const struct quire_ladder *l, const double *q,
          int i, struct row *row)
{
    double low[2], high[2];

    row->b = weights_of(i, l->n, &row->node)->b;
    for (int j = 0; j < l->m; j++) {
        for (int c = 0; c < 3; c++) {
            const double *x = q + row->node * l->block + 3 * j + c;
            row->x[j][c] =
                (row->b[0] * x[0] + row->b[1] * x[l->block]) + row->b[2] * x[2 * l->block];
        }
        for (int c = 0; c < 2; c++) {
            low[c] = j > 0 && low[c] < row->x[j][c] ? low[c] : row->x[j][c];
            high[c] = j > 0 && high[c] > row->x[j][c] ? high[c] : row->x[j][c];
        }
    }
    return quire_pressure_near(pressure, low, high);
}

/* how it moves, and nothing acts yet; `matrix`: derivatives are wanted */
static void
begin_row(const struct quire_ladder *l, const double *v, int i, bool matrix, struct row *row)
{
    memcpy(row->v, v + i * l->block, sizeof *row->v * (size_t)l->m);
    memset(row->force, 0, sizeof row->force);
    if (matrix) {
        memset(&row->by_place, 0, sizeof row->by_place);
        memset(&row->by_velocity, 0, sizeof row->by_velocity);
    }
}

/* what acts at a Gauss point of a cell, and its derivatives, shared out to both columns */
static bool
press_point(const struct quire_pressure *pressure, double supply, int j, double e,
            struct quire_pressed_place *place, bool matrix, struct row *row,
            struct quire_pressed *out)
{
    const double w[2] = {0.5 * (1 - e), 0.5 * (1 + e)};
    double *at = place->at, *v = place->v;

    for (int c = 0; c < 3; c++) {
        v[c] = w[0] * row->v[j][c] + w[1] * row->v[j + 1][c];
    }
    for (int c = 0; c < 2; c++) {
        at[c] = w[0] * row->x[j][c] + w[1] * row->x[j + 1][c];
    }
    if (!quire_pressure_near(pressure, at, at) ||
        !quire_pressure_at(pressure, supply, place, matrix, out)) {
        return false;
    }
    for (int r = 0; r < 3; r++) {
        row->force[1][j][r] += w[0] * out->force[r];
        row->force[0][j + 1][r] += w[1] * out->force[r];
        for (int c = 0; matrix && c < 3; c++) {
            quire_cell_add_change(&row->by_velocity, j, r, c, w, out->by_velocity[r][c]);
            if (c < 2) {
                quire_cell_add_change(&row->by_place, j, r, c, w, out->by_place[r][c]);
            }
        }
    }
    return true;
}

static void
spread(const struct quire_state *st, const struct quire_sheet *sheet, int i, const struct row *row)
{
    const struct quire_ladder *l = sheet->ladder;
    double *f = st->force + sheet->x0 + i * l->block;

    for (int j = 0; j < l->m; j++) {
        for (int r = 0; r < 3; r++) {
            f[3 * j + r] += row->force[0][j][r] + row->force[1][j][r];
        }
    }
}

/* All that acts on a station; false if nothing does. */
static bool
press_row(const struct quire_state *st, const struct quire_sheet *sheet, int index, double supply,
          const double *y, int i, bool matrix, struct row *row)
{
    const struct quire_ladder *l = sheet->ladder;
    const struct quire_pressure *pressure = st->system->pressure + index;
    const double cell = sheet->width / (l->m - 1), length = sheet->station_length[i];
    bool any = false;

    if (!place_row(pressure, l, y + sheet->x0, i, row)) {
        return false;
    }
    begin_row(l, y + st->system->layout.v0 + sheet->x0, i, matrix, row);
    for (int j = 0; j < l->m - 1; j++) {
        double e[2], at[2];
        if (!quire_cell_extent(pressure->across, row->x[j][2], row->x[j + 1][2], e)) {
            continue;
        }
        quire_cell_points(e, at);
        const double area = 0.5 * (0.5 * (e[1] - e[0])) * cell * length;
        struct quire_pressed_place place = {.half = sheet->half, .length = length, .area = area};
        for (int g = 0; g < 2; g++) {
            struct quire_pressed p;
            if (press_point(pressure, supply, j, at[g], &place, matrix, row, &p)) {
                any = true;
                if (row->booked != NULL) {
                    quire_pressure_book(row->booked, index, &p);
                }
            }
        }
    }
    return any;
}

static void
space_forces(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
             bool matrix)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;
    const struct quire_slabs *slabs = &st->sheet[index].slabs;

    for (int k = 0; k < st->system->n_pressure; k++) {
        if (st->system->pressure[k].guide == NULL) {
            continue;
        }
        const double supply = quire_pressure_supply(st, k, t);
        for (int i = 0; i <= l->n; i++) {
            struct row row;
            row.booked = st;
            if (!press_row(st, sheet, k, supply, y, i, matrix, &row)) {
                continue;
            }
            spread(st, sheet, i, &row);
            for (int n = 0; matrix && n < 3; n++) {
                quire_cell_spread_changes(l, slabs, i, row.node + n, cq * row.b[n], &row.by_place);
            }
            if (matrix) {
                quire_cell_spread_changes(l, slabs, i, i, cv, &row.by_velocity);
            }
        }
    }
}

static void
space_work(const struct quire_state *st, int index, double t, const double *y, const double *d,
           double *sum)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_ladder *l = sheet->ladder;
    double work = 0;

    for (int k = 0; k < st->system->n_pressure; k++) {
        if (st->system->pressure[k].guide == NULL) {
            continue;
        }
        const double supply = quire_pressure_supply(st, k, t);
        for (int i = 0; i <= l->n; i++) {
            struct row row;
            row.booked = NULL;
            if (press_row(st, sheet, k, supply, y, i, false, &row)) {
                for (int b = 0; b < 3 * l->m; b++) {
                    work += (row.force[0][b / 3][b % 3] + row.force[1][b / 3][b % 3]) *
                            d[i * l->block + b];
                }
            }
        }
    }
    *sum += work;
}

const struct quire_force_term quire_term_pressures = {
    .on_planar = quire_pressure_forces,
    .on_spatial = space_forces,
    .planar_work = quire_pressure_work,
    .spatial_work = space_work,
};
