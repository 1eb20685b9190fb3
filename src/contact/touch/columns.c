#include "contact/touch/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/law/constants.h"
#include "contact/law/law_state.h"
#include "contact/touch/space_ribs.h"
#include "contact/touch/tilt.h"
#include "math/kernel.h"

/* ---- memory ---- */

static double *
vector(size_t n)
{
    const size_t size = sizeof(double) * (quire_round_up(n) + QUIRE_LANES);
    double *v = aligned_alloc(64, size);

    if (v != NULL) {
        memset(v, 0, size);
    }
    return v;
}

bool
quire_lists_create(const struct quire_system *sys, const struct quire_sheet *sheet,
                   struct quire_sheet_work *w)
{
    const size_t n = (size_t)sheet->chain.stride;

    w->cx = vector(n);
    w->cy = vector(n);
    w->square = vector(n);
    w->gone.x = vector(n);
    w->gone.y = vector(n);
    w->near_centre = calloc((size_t)sys->n_roller + 1, sizeof *w->near_centre);
    w->near_guide = calloc((size_t)sys->n_guide + 1, sizeof *w->near_guide);
    w->face = calloc((size_t)(sys->n_face + sys->n_edge) + 1, sizeof *w->face);
    w->corner = calloc((size_t)sys->n_corner + 1, sizeof *w->corner);
    w->roller = calloc((size_t)sys->n_roller + 1, sizeof *w->roller);
    w->listed_face = calloc((size_t)sys->n_face + 1, sizeof *w->listed_face);
    w->close = calloc((size_t)(sys->n_face + sys->n_edge) + 1, sizeof *w->close);
    w->close_corner = calloc((size_t)sys->n_corner + 1, sizeof *w->close_corner);
    w->was_x = vector(n);
    w->was_y = vector(n);
    w->behind = calloc(2 * (size_t)sys->n_face * n + 4, sizeof *w->behind);
    w->back = w->behind != NULL ? w->behind + (size_t)sys->n_face * n : NULL;
    for (int i = sheet->chain.n + 1; w->cx != NULL && w->cy != NULL && i < sheet->chain.stride;
         i++) {
        w->cx[i] = w->cy[i] = NAN; /* no station: touches nothing */
    }
    return w->cx != NULL && w->cy != NULL && w->square != NULL && w->gone.x != NULL &&
           w->gone.y != NULL && w->behind != NULL && w->was_x != NULL && w->was_y != NULL &&
           w->close != NULL && w->close_corner != NULL && w->listed_face != NULL &&
           w->near_centre != NULL && w->near_guide != NULL && w->face != NULL &&
           w->corner != NULL && w->roller != NULL;
}

void
quire_lists_destroy(struct quire_sheet_work *w)
{
    free(w->cx);
    free(w->cy);
    free(w->square);
    free(w->gone.x);
    free(w->gone.y);
    free(w->near_centre);
    free(w->near_guide);
    free(w->face);
    free(w->corner);
    free(w->roller);
    free(w->behind);
    free(w->was_x);
    free(w->was_y);
    free(w->listed_face);
    free(w->close);
    free(w->close_corner);
}

static bool
create_column(const struct quire_system *sys, const struct quire_sheet *sheet, int index, int gate,
              const unsigned char *rule, struct quire_column *c)
{
    const size_t stride = (size_t)sheet->chain.stride;
    double *at = vector(6 * stride);

    c->index = index;
    c->work.gate = gate;
    c->work.only = -1;
    c->columns = 1;
    c->c[0] = 1;
    c->rule = rule;
    c->x = at;
    if (at == NULL || !quire_lists_create(sys, sheet, &c->work)) {
        return false;
    }
    c->y = at + stride;
    c->z = at + 2 * stride;
    c->vx = at + 3 * stride;
    c->vy = at + 4 * stride;
    c->vz = at + 5 * stride;
    return true;
}

int
quire_rib_lines(const struct quire_system *sys, int sheet, int guide)
{
    const struct quire_guide *g = sys->guide + guide;
    const struct quire_ladder *l = sys->sheet[sheet].ladder;

    if (l == NULL || g->tilted || !(g->across[1] - g->across[0] < l->w) ||
        quire_guide_keeps(sys, sheet, guide)) {
        return 0;
    }
    return g->across[1] - g->across[0] < QUIRE_RIB_LINE * l->w ? 1 : QUIRE_RIB_LINES;
}

bool
quire_is_apart(const struct quire_system *sys, int sheet, int guide)
{
    return sys->guide[guide].tilted || quire_rib_lines(sys, sheet, guide) > 0;
}

/* ---- lines between columns ---- */

/* the first rule that has the line: guides by that one or a finer one meet it */
static enum quire_rule_across
rule_of_line(const struct quire_sheet *sheet, int line)
{
    struct quire_strip strip[QUIRE_RULES_ACROSS] = {{0}};

    quire_strips_of_line(sheet, line, strip);
    return strip[QUIRE_BY_HALVES].share > 0 ? QUIRE_BY_HALVES : QUIRE_BY_FIVE;
}

/* whether any guide of a gate meets lines of a rule that are not those of nodes */
static bool
any_meets(const struct quire_system *sys, int sheet, int gate, enum quire_rule_across rule)
{
    for (int g = 0; g < sys->n_guide; g++) {
        if (sys->guide[g].gate == gate && !quire_is_apart(sys, sheet, g) &&
            quire_guide_rule(sys, sheet, g) >= (int)rule) {
            return true;
        }
    }
    return false;
}

/* line of the finest grid, if it is not one of nodes and there is anything for it to meet */
static bool
create_between(const struct quire_system *sys, const struct quire_sheet *sheet, int gate, int line,
               struct quire_space_work *s)
{
    const int m = sheet->ladder->m, parts = (quire_lines_across(m) - 1) / (m - 1);
    const enum quire_rule_across rule = rule_of_line(sheet, line);

    if (line % parts == 0 || !any_meets(sys, (int)(sheet - sys->sheet), gate, rule)) {
        return true;
    }
    struct quire_column *c = s->apart + s->n_apart++;
    s->n_between++;
    const bool good = create_column(sys, sheet, line / parts, gate, s->rule, c);
    c->columns = 2;
    c->c[1] = (double)(line % parts) / parts;
    c->c[0] = (double)(parts - line % parts) / parts;
    c->line = line;
    quire_strips_of_line(sheet, line, c->strip);
    c->work.rule = rule;
    return good;
}

static bool
create_lines(const struct quire_system *sys, const struct quire_sheet *sheet, int gate,
             struct quire_space_work *s)
{
    bool good = true;

    for (int k = 0; good && k < quire_lines_across(sheet->ladder->m); k++) {
        good = create_between(sys, sheet, gate, k, s);
    }
    return good;
}

/* ---- what has lines of its own ---- */

static bool
create_tilted(const struct quire_system *sys, const struct quire_sheet *sheet, int gate,
              struct quire_space_work *s)
{
    const int m = sheet->ladder->m;
    bool good = true;

    for (int k = 0; good && k < sys->n_tilted * m; k++) {
        if (sys->guide[sys->tilted[k / m]].gate != gate) {
            continue;
        }
        struct quire_column *c = s->apart + s->n_apart++;
        good = create_column(sys, sheet, k % m, gate, s->rule, c);
        c->work.only = sys->tilted[k / m];
        quire_strips_of_line(sheet, k % m * ((quire_lines_across(m) - 1) / (m - 1)), c->strip);
        c->tilted = sys->guide + sys->tilted[k / m];
        s->n_tilted++;
    }
    return good;
}

/* one line of a rib */
static bool
create_line(const struct quire_system *sys, const struct quire_sheet *sheet, int guide, double z,
            double half, struct quire_space_work *s)
{
    struct quire_column *c = s->apart + s->n_apart++;

    const bool good = create_column(sys, sheet, 0, sys->guide[guide].gate, s->rule, c);
    c->work.only = guide;
    c->rib = sys->guide + guide;
    c->rib_z = z;
    c->rib_half = half;
    c->strip->share = 2 * half / sheet->width;
    return good;
}

/* Two lines are Gauss's points: a pressure that changes linearly across a rib has its force and its
 * moment. */
static bool
create_ribs(const struct quire_system *sys, const struct quire_sheet *sheet, int gate,
            struct quire_space_work *s)
{
    bool good = true;

    for (int g = 0; good && g < sys->n_guide; g++) {
        const double *across = sys->guide[g].across, middle = 0.5 * (across[0] + across[1]),
                     half = 0.5 * (across[1] - across[0]);
        const int lines =
            sys->guide[g].gate == gate ? quire_rib_lines(sys, (int)(sheet - sys->sheet), g) : 0;
        if (lines == 1) {
            good = create_line(sys, sheet, g, middle, half, s);
        } else if (lines == 2) {
            const double off = half / sqrt(3);
            good = create_line(sys, sheet, g, middle - off, 0.5 * half, s) &&
                   create_line(sys, sheet, g, middle + off, 0.5 * half, s);
        }
    }
    return good;
}

bool
quire_columns_create(const struct quire_system *sys, const struct quire_sheet *sheet, int gate,
                     struct quire_space_work *s)
{
    const int m = sheet->ladder->m;
    bool good = (s->column = calloc(QUIRE_COLUMNS_MOST + 1, sizeof *s->column)) != NULL &&
                (s->rule = calloc((size_t)sys->n_guide + 1, sizeof *s->rule)) != NULL;

    for (int g = 0; good && g < sys->n_guide; g++) {
        s->rule[g] = (unsigned char)quire_guide_rule(sys, (int)(sheet - sys->sheet), g);
    }
    for (int j = 0; good && j < m; j++) {
        good = create_column(sys, sheet, j, gate, s->rule, s->column + j);
        quire_strips_of_line(sheet, j * ((quire_lines_across(m) - 1) / (m - 1)),
                             s->column[j].strip);
    }
    s->apart = calloc(
        (size_t)(sys->n_tilted * m + quire_lines_across(m) + QUIRE_RIB_LINES * sys->n_guide) + 1,
        sizeof *s->apart);
    return good && s->apart != NULL && create_tilted(sys, sheet, gate, s) &&
           create_lines(sys, sheet, gate, s) && create_ribs(sys, sheet, gate, s);
}

bool
quire_space_work_create(const struct quire_system *sys, const struct quire_sheet *sheet,
                        struct quire_sheet_work *w)
{
    const size_t stride = (size_t)sheet->chain.stride;
    struct quire_space_work *s = w->space = calloc(1, sizeof *s);
    bool good = s != NULL && quire_columns_create(sys, sheet, -1, s);

    if (s == NULL) {
        return false;
    }
    for (int k = 0; good && k < 2; k++) {
        s->low[k] = vector(stride);
        s->high[k] = vector(stride);
        good = s->low[k] != NULL && s->high[k] != NULL;
    }
    s->square = vector(stride);
    s->strip[0] = vector(3 * stride);
    for (int k = 1; s->strip[0] != NULL && k < 3; k++) {
        s->strip[k] = s->strip[0] + (size_t)k * stride;
    }
    s->pad = calloc((size_t)sys->n_pad + 1, sizeof *s->pad);
    s->listed = calloc((size_t)sys->n_roller + 1, sizeof *s->listed);
    return good && s->square != NULL && s->strip[0] != NULL && s->pad != NULL && s->listed != NULL;
}

void
quire_columns_destroy(struct quire_space_work *s)
{
    for (int j = 0; s->column != NULL && s->column[j].x != NULL; j++) {
        quire_lists_destroy(&s->column[j].work);
        free(s->column[j].x);
    }
    for (int j = 0; j < s->n_apart; j++) {
        if (s->apart[j].x != NULL) {
            quire_lists_destroy(&s->apart[j].work);
        }
        free(s->apart[j].x);
    }
    free(s->column);
    free(s->apart);
    free(s->rule);
}

void
quire_space_work_destroy(struct quire_sheet_work *w)
{
    struct quire_space_work *s = w->space;

    if (s == NULL) {
        return;
    }
    quire_columns_destroy(s);
    for (int k = 0; k < 2; k++) {
        free(s->low[k]);
        free(s->high[k]);
    }
    free(s->square);
    free(s->strip[0]);
    free(s->pad);
    free(s->listed);
    free(s);
    w->space = NULL;
}

/* ---- columns ---- */

/* one column of a block as in Q or V, component by component */
QUIRE_INLINE void
part_column(const struct quire_ladder *l, int column, const double *block, double *x, double *y,
            double *z)
{
    const double *at = block + 3 * column;
    const int step = l->block;
    int i = 0;

    /* the number behind a node's is not asked for */
    for (; i + 4 <= l->n; i += 4, at += 4 * step) {
        quire_v4 by[4];
        quire_transpose4(by, quire_load4(at), quire_load4(at + step), quire_load4(at + 2 * step),
                         quire_load4(at + 3 * step));
        quire_store4(x + i, by[0]);
        quire_store4(y + i, by[1]);
        quire_store4(z + i, by[2]);
    }
    for (; i <= l->n; i++, at += step) {
        x[i] = at[0];
        y[i] = at[1];
        z[i] = at[2];
    }
}

/* a column as a tilted guide would meet it if it stood level */
static void
level_column(int n, const struct quire_column *from, struct quire_column *to)
{
    const struct quire_tilt *t = &to->tilted->tilt;

    for (int i = 0; i <= n; i++) {
        to->z[i] = from->z[i];
        to->vz[i] = from->vz[i];
        const double by =
            quire_tilt_back(t, quire_tilt_height(t, from->x[i], from->y[i]), &to->z[i]);
        const double rate =
            quire_tilt_back(t, from->vx[i] * t->normal[0] + from->vy[i] * t->normal[1], &to->vz[i]);
        to->x[i] = from->x[i] + by * t->normal[0];
        to->y[i] = from->y[i] + by * t->normal[1];
        to->vx[i] = from->vx[i] + rate * t->normal[0];
        to->vy[i] = from->vy[i] + rate * t->normal[1];
    }
}

/* a line between two columns */
static QUIRE_CLONES void
mix_columns(int n, const struct quire_column *of, struct quire_column *to)
{
    const double *const left[6] = {of->x, of->y, of->z, of->vx, of->vy, of->vz},
                        *const right[6] = {of[1].x, of[1].y, of[1].z, of[1].vx, of[1].vy, of[1].vz};
    double *const out[6] = {to->x, to->y, to->z, to->vx, to->vy, to->vz};
    const double a = to->c[0], b = to->c[1];

    for (int d = 0; d < 6; d++) {
        const double *restrict l = left[d], *restrict r = right[d];
        double *restrict x = out[d];
        QUIRE_IVDEP
        for (int i = 0; i <= n; i++) {
            x[i] = a * l[i] + b * r[i];
        }
    }
}

/* each row of nodes where the plane of a rib cuts it */
static void
cut_rows(const struct quire_ladder *l, struct quire_column *c)
{
    for (int i = 0; i <= l->n; i++) {
        const double *q = c->q + i * l->block, *v = c->v + i * l->block;
        int j = 0;
        while (j < l->m - 2 && q[3 * j + 5] < c->rib_z) {
            j++;
        }
        double across[2];
        quire_rib_weights(q[3 * j + 2] - c->rib_z, q[3 * j + 5] - c->rib_z, across);
        const double *a = q + 3 * j, *b = v + 3 * j;
        c->x[i] = across[0] * a[0] + across[1] * a[3];
        c->y[i] = across[0] * a[1] + across[1] * a[4];
        c->vx[i] = across[0] * b[0] + across[1] * b[3];
        c->vy[i] = across[0] * b[1] + across[1] * b[4];
    }
}

QUIRE_CLONES void
quire_columns_fill(const struct quire_sheet *sheet, struct quire_space_work *w, const double *q,
                   const double *v)
{
    for (int j = 0; j < sheet->ladder->m; j++) {
        const struct quire_column *c = w->column + j;
        part_column(sheet->ladder, j, q, c->x, c->y, c->z);
        part_column(sheet->ladder, j, v, c->vx, c->vy, c->vz);
    }
    for (int k = 0; k < w->n_tilted; k++) {
        level_column(sheet->chain.n, w->column + w->apart[k].index, w->apart + k);
    }
    const int ribs = w->n_tilted + w->n_between;
    for (int k = w->n_tilted; k < ribs; k++) {
        mix_columns(sheet->chain.n, w->column + w->apart[k].index, w->apart + k);
    }
    for (int k = ribs; k < w->n_apart; k++) {
        w->apart[k].q = q;
        w->apart[k].v = v;
        cut_rows(sheet->ladder, w->apart + k);
    }
}
