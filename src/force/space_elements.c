/* Loads, drag and sleeves on sheets. In space what they do is reckoned as for planar sheets on
 * lines along the sheet, each of which stands for a share of the width: loads on the mid-line or
 * where they are across, the others on two Gauss lines between each two columns, so that forces
 * linear across are exact. Drag has a part across the feed besides. */
#include <math.h>
#include <string.h>

#include "force/elements.h"
#include "force/loads.h"
#include "force/terms.h"

/* A line is a mean of columns. */
struct line {
    double weight[QUIRE_COLUMNS_MOST];
    double share;
};

static struct line
middle_line(const struct quire_ladder *l)
{
    struct line line = {.share = 1};

    memcpy(line.weight, l->share, sizeof line.weight);
    return line;
}

/* the first or second Gauss line of the cells between columns j and j + 1 */
static struct line
gauss_line(const struct quire_ladder *l, int j, int which)
{
    const double near = 0.5 + 0.5 / sqrt(3.0), far = 0.5 - 0.5 / sqrt(3.0);
    struct line line = {.share = 0.5 / (l->m - 1)};

    line.weight[j] = which == 0 ? near : far;
    line.weight[j + 1] = which == 0 ? far : near;
    return line;
}

/* where a load acts: all over the width, or between two columns */
static struct line
load_line(const struct quire_ladder *l, const struct quire_load *load)
{
    if (isnan(load->across)) {
        return middle_line(l);
    }
    const double place = load->across / l->w + 0.5 * (l->m - 1); /* in columns */
    const int j = place < l->m - 2 ? (int)place : l->m - 2;
    struct line line = {.share = 1};
    line.weight[j] = j + 1 - place;
    line.weight[j + 1] = place - j;
    return line;
}

/* one component at a station */
static double
gather_one(const struct quire_ladder *l, const struct line *line, const double *block, int i, int c)
{
    const double *at = block + i * l->block + c;
    double sum = 0;

    for (int j = 0; j < l->m; j++) {
        sum += line->weight[j] * at[3 * j];
    }
    return sum;
}

static void
gather(const struct quire_ladder *l, int stride, const struct line *line, const double *block,
       double *room)
{
    for (int i = 0; i <= l->n; i++) {
        for (int c = 0; c < 2; c++) {
            room[c * stride + i] = gather_one(l, line, block, i, c);
        }
    }
}

/* One evaluation for a line: its nodes and what acts on them, in the work space of the sheet. */
struct along {
    struct quire_state *state;
    const struct quire_sheet *sheet;
    struct quire_sheet_work *work;
    int index;
    double t;
    const double *y;
    double cq, cv;
    bool matrix;
    const struct quire_load *load; /* the one that acts there; NULL: all that act over the width */
};

typedef void act_fn(const struct scatter *c, const struct along *a);

/* what acts on a line, into `force` and the sheet's band; the powers are its share's */
static void
look_along(const struct along *a, const struct line *line, act_fn *act, double *force)
{
    const struct quire_sheet *sheet = a->sheet;
    struct quire_state *st = a->state;
    const size_t stride = (size_t)sheet->chain.stride, v0 = st->system->layout.v0;
    double *x = a->work->line[0], *v = a->work->line[1];
    const struct quire_powers before = st->power;

    gather(sheet->ladder, sheet->chain.stride, line, a->y + sheet->x0, x);
    gather(sheet->ladder, sheet->chain.stride, line, a->y + v0 + sheet->x0, v);
    memset(force, 0, 2 * stride * sizeof *force);
    if (a->matrix) {
        memset(a->work->band.row, 0, stride * sizeof *a->work->band.row);
    }
    const struct scatter c = {.state = st,
                              .sheet = a->index,
                              .x = x,
                              .y = x + stride,
                              .vx = v,
                              .vy = v + stride,
                              .v = a->y + v0,
                              .fx = force,
                              .fy = force + stride,
                              .cq = a->cq,
                              .cv = a->cv,
                              .band = a->matrix ? &a->work->band : NULL,
                              .half = sheet->half};
    memset(&st->power, 0, sizeof st->power);
    act(&c, a);
    struct quire_powers of_line = st->power;
    quire_powers_scale(&of_line, line->share);
    st->power = before;
    quire_powers_add(&st->power, &of_line);
}

/* onto the columns */
static void
spread_forces(const struct along *a, const struct line *line, const double *force)
{
    const struct quire_ladder *l = a->sheet->ladder;
    double *f = a->state->force + a->sheet->x0;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j < l->m; j++) {
            for (int c = 0; c < 2; c++) {
                f[i * l->block + 3 * j + c] +=
                    line->share * line->weight[j] * force[c * a->sheet->chain.stride + i];
            }
        }
    }
}

static void
spread_matrix(const struct along *a, const struct line *line)
{
    const struct quire_ladder *l = a->sheet->ladder;

    for (int i = 0; i <= l->n; i++) {
        for (int k = i < 2 ? 0 : i - 2; k <= i + 2 && k <= l->n; k++) {
            const quire_v4 pair = a->work->band.row[i][k - i + 2];
            /* b / 3: column; forces of planar sheets have no part across */
            for (int b = 0; b < 3 * l->m; b++) {
                double *entry = quire_slab_entries(&a->work->slabs, i, k, b);
                for (int j = 0; b % 3 < 2 && j < l->m; j++) {
                    const double w = line->share * line->weight[j] * line->weight[b / 3];
                    entry[3 * j] += w * pair[b % 3];
                    entry[3 * j + 1] += w * pair[2 + b % 3];
                }
            }
        }
    }
}

static void
act_on_line(const struct along *a, const struct line *line, act_fn *act)
{
    double *force = a->work->line[2];

    look_along(a, line, act, force);
    spread_forces(a, line, force);
    if (a->matrix) {
        spread_matrix(a, line);
    }
}

static void
act_over_width(const struct along *a, act_fn *act)
{
    const struct quire_ladder *l = a->sheet->ladder;

    for (int k = 0; k < 2 * (l->m - 1); k++) {
        const struct line line = gauss_line(l, k / 2, k % 2);
        act_on_line(a, &line, act);
    }
}

static void
loads(const struct scatter *c, const struct along *a)
{
    for (int k = 0; k < a->sheet->n_load; k++) {
        const struct quire_load *load = a->sheet->load + k;
        if (load == a->load || (a->load == NULL && isnan(load->across))) {
            quire_load_force(c, load, a->t);
        }
    }
}

static void
act_loads(const struct along *all)
{
    struct along a = *all;

    for (int k = -1; k < a.sheet->n_load; k++) { /* first those over the width */
        a.load = k < 0 ? NULL : a.sheet->load + k;
        if (a.load == NULL || !isnan(a.load->across)) {
            const struct line line =
                a.load == NULL ? middle_line(a.sheet->ladder) : load_line(a.sheet->ladder, a.load);
            act_on_line(&a, &line, loads);
        }
    }
}

static void
space_load_work(const struct quire_state *st, int index, double t, const double *y, const double *d,
                double *sum)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double *q = y + sheet->x0;
    double work = 0;

    for (int k = 0; k < sheet->n_load; k++) {
        const struct line line = load_line(sheet->ladder, sheet->load + k);
        struct quire_load load = sheet->load[k];
        double at[2][2], by[2][2];
        for (int i = 0; i < 4; i++) {
            at[i / 2][i % 2] = gather_one(sheet->ladder, &line, q, load.node + i % 2, i / 2);
            by[i / 2][i % 2] = gather_one(sheet->ladder, &line, d, load.node + i % 2, i / 2);
        }
        load.node = 0;
        work += quire_load_work(&load, t, at[0], at[1], by[0], by[1]);
    }
    *sum += work;
}

static void
drag(const struct scatter *c, const struct along *a)
{
    quire_sheet_drag_forces(c, a->sheet);
}

static void
sleeves(const struct scatter *c, const struct along *a)
{
    for (int k = 0; k < a->state->system->n_sleeve; k++) {
        quire_sleeve_forces(c, a->sheet, a->state->system->sleeve + k);
    }
}

/* ---- drag across the feed ---- */

/* mean velocity across of a cell at one line, and the drag there: force and its slope by that
 * velocity */
static double
line_drag(const struct along *a, const struct quire_drag *d, int i, const struct line *line,
          double *slope)
{
    const struct quire_ladder *l = a->sheet->ladder;
    const double *v = a->y + a->state->system->layout.v0 + a->sheet->x0 + i * l->block + 2,
                 share = line->share / l->n;
    double u = 0;

    for (int j = 0; j < l->m; j++) {
        u += 0.5 * line->weight[j] * (v[3 * j] + v[l->block + 3 * j]);
    }
    const double force = -share * (d->quadratic[1] * fabs(u) + d->linear[1]) * u;
    *slope = -share * (2 * d->quadratic[1] * fabs(u) + d->linear[1]);
    a->state->power.elements -= force * u;
    return force;
}

/* half of it to each station */
static void
cell_drag(const struct along *a, const struct quire_drag *d, int i, const struct line *line)
{
    const struct quire_ladder *l = a->sheet->ladder;
    const double *w = line->weight;
    double slope;
    const double half = 0.5 * line_drag(a, d, i, line, &slope);

    for (int j = 0; j < l->m; j++) {
        a->state->force[a->sheet->x0 + (size_t)(i * l->block + 3 * j + 2)] += w[j] * half;
        a->state->force[a->sheet->x0 + (size_t)((i + 1) * l->block + 3 * j + 2)] += w[j] * half;
        for (int k = 0; a->matrix && k < l->m; k++) {
            const double s = -0.25 * a->cv * w[j] * w[k] * slope;
            for (int corner = 0; corner < 4; corner++) {
                quire_slab_entries(&a->work->slabs, i + corner / 2, i + corner % 2,
                                   3 * k + 2)[3 * j + 2] += s;
            }
        }
    }
}

static void
drag_across(const struct along *a)
{
    const struct quire_system *sys = a->state->system;
    const struct quire_ladder *l = a->sheet->ladder;

    for (int k = 0; k < sys->n_drag; k++) {
        const struct quire_drag *d = sys->drag + k;
        for (int g = 0; d->is_sheet && d->index == a->index && g < 2 * (l->m - 1); g++) {
            const struct line line = gauss_line(l, g / 2, g % 2);
            for (int i = 0; i < l->n; i++) {
                cell_drag(a, d, i, &line);
            }
        }
    }
}

static bool
has_drag(const struct quire_system *sys, int sheet)
{
    bool any = false;

    for (int k = 0; k < sys->n_drag; k++) {
        any = any || (sys->drag[k].is_sheet && sys->drag[k].index == sheet);
    }
    return any;
}

static struct along
along_sheet(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
            bool matrix)
{
    return (struct along){
        st, st->system->sheet + index, st->sheet + index, index, t, y, cq, cv, matrix, NULL};
}

/* ---- rows of the table ---- */

static void
planar_loads(const struct scatter *c, double t, const double *y)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;

    (void)y;
    for (int k = 0; k < sheet->n_load; k++) {
        quire_load_force(c, sheet->load + k, t);
    }
}

static void
space_loads(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
            bool matrix)
{
    if (st->system->sheet[index].n_load > 0) {
        const struct along a = along_sheet(st, index, t, y, cq, cv, matrix);
        act_loads(&a);
    }
}

static void
planar_load_work(const struct quire_state *st, int index, double t, const double *y,
                 const double *d, double *work)
{
    const struct quire_sheet *s = st->system->sheet + index;
    const double *x = y + s->x0;

    for (int k = 0; k < s->n_load; k++) {
        *work += quire_load_work(s->load + k, t, x, x + s->chain.stride, d, d + s->chain.stride);
    }
}

static bool
loads_move(const struct quire_system *sys, int sheet)
{
    return sys->sheet[sheet].n_load > 0;
}

const struct quire_force_term quire_term_loads = {
    .on_planar = planar_loads,
    .on_spatial = space_loads,
    .planar_work = planar_load_work,
    .spatial_work = space_load_work,
    .moves = loads_move,
};

static void
planar_drag(const struct scatter *c, double t, const double *y)
{
    (void)t;
    (void)y;
    if (c->state->system->n_drag > 0) {
        quire_sheet_drag_forces(c, c->state->system->sheet + c->sheet);
    }
}

static void
space_drag(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
           bool matrix)
{
    if (has_drag(st->system, index)) {
        const struct along a = along_sheet(st, index, t, y, cq, cv, matrix);
        act_over_width(&a, drag);
        drag_across(&a);
    }
}

const struct quire_force_term quire_term_sheet_drag = {.on_planar = planar_drag,
                                                       .on_spatial = space_drag};

static void
planar_sleeves(const struct scatter *c, double t, const double *y)
{
    const struct quire_system *sys = c->state->system;

    (void)t;
    (void)y;
    for (int k = 0; k < sys->n_sleeve; k++) {
        quire_sleeve_forces(c, sys->sheet + c->sheet, sys->sleeve + k);
    }
}

static void
space_sleeves(struct quire_state *st, int index, double t, const double *y, double cq, double cv,
              bool matrix)
{
    if (st->system->n_sleeve > 0) {
        const struct along a = along_sheet(st, index, t, y, cq, cv, matrix);
        act_over_width(&a, sleeves);
    }
}

const struct quire_force_term quire_term_sleeves = {.on_planar = planar_sleeves,
                                                    .on_spatial = space_sleeves};
