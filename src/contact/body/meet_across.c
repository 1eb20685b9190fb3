#define QUIRE_PLACE_SPACE
#include "contact/body/meet_across.h"

#include <math.h>
#include <string.h>

#include "contact/body/meet_place.h"
#include "contact/law/couplings.h"

/* ---- where ---- */

/* of station j's z, in V */
static int
across_at(const struct quire_state *st, const struct quire_meet *m,
          const struct quire_meet_across *to, int j)
{
    return (int)st->system->sheet[m->sheet].x0 +
           3 * ((m->node + j) * to->ladder->m + to->column->index) + 2;
}

/* The three stations' z move the place, too. They come last. */
static void
add_across(const struct quire_state *st, const struct quire_meet_across *to, struct quire_meet *m)
{
    const int n = m->n;

    for (int i = 0; i < 3; i++) {
        quire_meet_add(m, &(struct quire_handle){.at = across_at(st, m, to, i), .z = m->on->b[i]},
                       1);
        m->z_slides[n + i] = m->on->d[i];
    }
}

/* how the place's z goes: with the stations', and as it slides along the sheet, whose slope across
 * is `leans` */
static void
find_z(const struct quire_meet *m, const struct quire_meet_across *to, struct quire_fade_way *z)
{
    const int n = m->n - 3;
    double leans = 0;

    memset(z->curve, 0, sizeof z->curve);
    for (int j = 0; j < 3; j++) {
        leans += m->on->d[j] * to->column->z[m->node + j];
    }
    for (int k = 0; k < n; k++) {
        z->by[k] = leans * m->slide[k];
        for (int j = 0; j < 3; j++) {
            z->curve[k][n + j] = z->curve[n + j][k] = m->z_slides[n + j] * m->slide[k];
        }
    }
    for (int j = 0; j < 3; j++) {
        z->by[n + j] = m->on->b[j];
    }
}

/* The share of what the body reaches of the column's strip. */
static void
reach_across(struct quire_meet *m, const struct quire_meet_across *to)
{
    const struct quire_strip *strip = to->column->strip;
    struct quire_fade_way way;
    double z = strip->middle;

    for (int j = 0; j < 3; j++) {
        z += m->on->b[j] * to->column->z[m->node + j];
    }
    const struct second low = second_ramp(z - to->reach[0], -strip->half, 0, strip->half, 1),
                        high = second_ramp(z - to->reach[1], -strip->half, 1, strip->half, 0);
    const double part = low.x + high.x - 1;
    m->share *= strip->share;
    if (!(part > 0)) {
        m->share = 0;
        return;
    }
    find_z(m, to, &way);
    for (int k = 0; m->fades && k < m->n; k++) {
        m->d_share[k] *= strip->share;
        m->d_fade[k] *= strip->share;
        for (int j = 0; j < m->n; j++) {
            m->dd_fade[k][j] *= strip->share;
        }
    }
    quire_meet_fade(
        m, (struct second){.x = part, .d = {low.d[0] + high.d[0]}, .dd = {low.dd[0] + high.dd[0]}},
        &way, NULL, false);
}

/* ---- the matrix ---- */

/* a sheet's coordinate: which of the three stations, and which of x, y, z; false: a body's */
static bool
of_sheet(const struct quire_meet *m, int k, int *station, int *component)
{
    const bool z = k >= m->n - 3;

    *station = z ? k - (m->n - 3) : k / 2;
    *component = z ? 2 : k & 1;
    return z || k < m->n_node;
}

static void
put(const struct meet_place *at, const struct quire_meet_across *to, int k, int j, double value,
    struct quire_space_coupling *coupling, int first)
{
    const struct quire_meet *m = at->m;
    const int column = to->column->index, beside = 3 * (column - coupling->column);
    int row, column_of, of_row, of_column;
    const bool sheet_row = of_sheet(m, k, &row, &of_row),
               sheet_column = of_sheet(m, j, &column_of, &of_column);

    if (sheet_row && sheet_column) {
        quire_slab_entries(to->slabs, m->node + row, m->node + column_of,
                           3 * column + of_column)[3 * column + of_row] -= value;
    } else if (sheet_row) {
        coupling->by_body[m->unknown[j] - first][6 * row + beside + of_row] -= value;
    } else if (sheet_column) {
        coupling->by_node[m->unknown[k] - first][6 * column_of + beside + of_column] -= value;
    } else {
        to->sums->self[m->unknown[k] - first][m->unknown[j] - first] -= value;
    }
}

static void
put_at_column(struct quire_state *st, const struct meet_place *at,
              const struct quire_meet_across *to, const struct meet_forces *f)
{
    const struct quire_meet *m = at->m;
    const int column = to->column->index, last = to->ladder->m - 2,
              first = st->system->small[m->small].first;
    struct quire_space_coupling *c =
        new_space_coupling(st, m->small, m->sheet, m->node, column < last ? column : last);

    if (c == NULL) {
        return;
    }
    memset(c->by_body, 0, sizeof c->by_body);
    memset(c->by_node, 0, sizeof c->by_node);
    for (int k = 0; k < m->n; k++) {
        for (int j = 0; j < m->n; j++) {
            put(at, to, k, j, f->by[k][j], c, first);
        }
    }
}

/* ---- a place ---- */

static void
record(struct quire_state *st, const struct meet_place *at, const struct quire_meet_across *to)
{
    const struct quire_meet *m = at->m;
    const struct station *p = m->on;
    const double unit = 1 / sqrt(p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1]);
    double z = 0;

    for (int j = 0; j < 3; j++) {
        z += p->b[j] * to->column->z[m->node + j];
    }
    record_alone(
        st, m->law, &at->place,
        &(struct quire_touch){.normal = {-m->normal[0], -m->normal[1]}, /* from the block */
                              .x = m->at_place[0],
                              .y = m->at_place[1],
                              .tangent = {unit * p->x1[0], unit * p->x1[1]},
                              .space = {.z = z, .pad = -1}});
}

QUIRE_CLONES void
quire_meet_across(struct quire_state *st, struct quire_meet *m,
                  const struct quire_meet_across *across, const double *v, double cq, double cv)
{
    const bool matrix = across->slabs != NULL;
    struct meet_place at;
    struct meet_forces f;
    int row, component;

    add_across(st, across, m);
    reach_across(m, across);
    if (!(m->share > 0)) {
        return;
    }
    find_meet_place(m, v, &at);
    ask_meet_laws(st, &at, matrix);
    meet_pushes(&at, &f);
    for (int k = 0; k < m->n; k++) {
        *(of_sheet(m, k, &row, &component)
              ? st->force + m->at[k]
              : across->sums->force + (m->unknown[k] - st->system->small[m->small].first)) +=
            f.force[k];
    }
    meet_powers(&at, &f, &st->power);
    if (st->record) {
        record(st, &at, across);
    }
    if (matrix) {
        derive_meet(st, &at, cq, cv, &f);
        put_at_column(st, &at, across, &f);
    }
}
