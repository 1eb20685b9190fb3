/* Sheets and walls as they see each other. */
#include "judge/walls_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/gate/gates.h"
#include "contact/touch/tilt.h"
#include "geometry/outline.h"
#include "geometry/piece.h"
#include "math/kernel.h"
#include "state/gate_pose.h"

/* weights of the first place of a sheet's curve behind its end, as contact has it */
#define NEXT_NEAR 0.65685424949238019521
#define NEXT_FAR  0.17157287525380990240

/* ---- where a sheet is ---- */

/* Places on the curve that contact sees, one for each node; nodes are `step` numbers apart. */
static void
curve_places(const double *node, int step, int n, double *out)
{
    for (int i = 2; i < n - 1; i++) {
        const double *at = node + i * step;
        out[i] = 0.125 * (at[-step] + at[step]) + 0.75 * *at;
    }
    for (int e = 0; e < 2; e++) {
        const int end = e == 0 ? 0 : n, next = e == 0 ? 1 : n - 1;
        const double *at = node + next * step;
        out[next] = NEXT_FAR * (at[-step] + at[step]) + NEXT_NEAR * *at;
        out[end] = node[end * step];
    }
}

void
quire_walls_places(const struct quire_sheet *sheet, const struct quire_sheet_view *s, double *out)
{
    const int n = sheet->chain.n, m = lines_of(sheet);

    if (sheet->ladder == NULL) {
        curve_places(s->x, 1, n, out);
        curve_places(s->y, 1, n, out + n + 1);
        return;
    }
    for (int j = 0; j < 3 * m; j++) {
        curve_places(s->node + j, 3 * m, n, out + j * (n + 1));
    }
}

/* ---- as a wall sees it ---- */

static bool
reaches(const struct quire_guide *g, const double at[3])
{
    return g->across[0] <= at[2] && at[2] <= g->across[1];
}

/* a place along the axes of what moves, or is tilted */
static void
into(const struct quire_system *sys, const struct quire_guide *g,
     const struct quire_gate_pose *pose, const double at[3], double *x, double *y)
{
    double p[2] = {at[0], at[1]};

    if (g->gate >= 0) {
        quire_gate_into(sys->gate + g->gate, pose + g->gate, at, p);
    }
    if (g->tilted) {
        double z = at[2];
        const double by = quire_tilt_back(&g->tilt, quire_tilt_height(&g->tilt, p[0], p[1]), &z);
        p[0] += by * g->tilt.normal[0];
        p[1] += by * g->tilt.normal[1];
    }
    *x = p[0];
    *y = p[1];
}

/* Place i of a line; beyond the last line, where the sheet passes the middle of a guide that is
 * narrower than lines are apart. */
static bool
place_on(const struct quire_sheet *sheet, const struct quire_guide *g, const double *places,
         int line, int i, double out[3])
{
    const int m = lines_of(sheet), n = sheet->chain.n;

    if (line < m) {
        for (int d = 0; d < 3; d++) {
            out[d] = places[(3 * line + d) * (n + 1) + i];
        }
        return sheet->ladder == NULL || reaches(g, out);
    }
    const double z = 0.5 * (g->across[0] + g->across[1]);
    for (int j = 0; j + 1 < m; j++) {
        const double *a = places + 3 * j * (n + 1) + i, *b = a + 3 * (n + 1), low = a[2 * (n + 1)],
                     high = b[2 * (n + 1)];
        if (low <= z && z <= high && low < high) {
            for (int d = 0; d < 3; d++) {
                out[d] =
                    a[d * (n + 1)] + (z - low) / (high - low) * (b[d * (n + 1)] - a[d * (n + 1)]);
            }
            return true;
        }
    }
    return false;
}

static void
bound(struct line *line)
{
    line->low[0] = line->low[1] = HUGE_VAL;
    line->high[0] = line->high[1] = -HUGE_VAL;
    for (int i = 0; i < 2 * line->n; i++) {
        const int k = i / line->n, j = i % line->n;
        if (line->there[j]) {
            const double x = line->x[k][j], y = line->y[k][j];
            line->low[0] = x < line->low[0] ? x : line->low[0];
            line->high[0] = x > line->high[0] ? x : line->high[0];
            line->low[1] = y < line->low[1] ? y : line->low[1];
            line->high[1] = y > line->high[1] ? y : line->high[1];
        }
    }
}

void
quire_walls_see(struct quire_walls *self, const struct wall *w, int sheet, int number)
{
    const struct quire_system *sys = self->system;
    const struct quire_guide *g = sys->guide + w->guide;
    const struct quire_sheet *s = sys->sheet + sheet;
    const struct quire_gate_pose *pose[2] = {self->posed + sheet * sys->n_gate, self->pose};
    const double *places[2] = {self->before[sheet].place, self->now};
    struct line *line = &self->line;

    line->n = s->chain.n + 1;
    if (s->ladder == NULL && g->gate < 0) { /* as they are */
        for (int k = 0; k < 2; k++) {
            line->x[k] = places[k];
            line->y[k] = places[k] + line->n;
        }
        memset(line->there, true, sizeof *line->there * (size_t)line->n);
        memcpy(line->low, self->low, sizeof line->low);
        memcpy(line->high, self->high, sizeof line->high);
        return;
    }
    for (int i = 0; i < line->n; i++) {
        double at[2][3] = {{0}};
        line->there[i] = place_on(s, g, places[0], number, i, at[0]) &&
                         place_on(s, g, places[1], number, i, at[1]);
        for (int k = 0; k < 2; k++) {
            into(sys, g, pose[k], at[k], self->room[2 * k] + i, self->room[2 * k + 1] + i);
        }
    }
    for (int k = 0; k < 2; k++) {
        line->x[k] = self->room[2 * k];
        line->y[k] = self->room[2 * k + 1];
    }
    bound(line);
}

bool
quire_walls_overlap(const double low[2], const double high[2], const double other_low[2],
                    const double other_high[2])
{
    return low[0] <= other_high[0] && other_low[0] <= high[0] && low[1] <= other_high[1] &&
           other_low[1] <= high[1];
}

double
quire_walls_rim(const struct quire_guide *g, double along)
{
    return g->outline.closed ? HUGE_VAL : fmin(along, g->outline.length - along);
}

/* Whether all of four numbers, and of four others, are on the same side of a range. */
QUIRE_INLINE quire_mask4
are_outside(const double *from, const double *to, double low, double high)
{
    const quire_v4 a = quire_load4(from), b = quire_load4(to), least = quire_all4(low),
                   most = quire_all4(high);

    return ((a < least) & (b < least)) | ((a > most) & (b > most));
}

/* The first of the ways from i on that may pass a piece, four at a time; n: none does. */
static QUIRE_CLONES int
next_near(const struct line *l, const struct barrier *b, int a, int next, int i, int n)
{
    for (; i + 4 <= n; i += 4) {
        const quire_mask4 out =
            are_outside(l->x[a] + i, l->x[1] + i + next, b->low[0], b->high[0]) |
            are_outside(l->y[a] + i, l->y[1] + i + next, b->low[1], b->high[1]);
        if (quire_any(~out)) {
            for (int k = 0; k < 4; k++) {
                if (out[k] == 0) {
                    return i + k;
                }
            }
        }
    }
    return i;
}

/* Where the straight way from a to b passes a piece, and which way round. */
static bool
passes(const struct quire_system *sys, const struct barrier *b, const double from[2],
       const double to[2], struct pass *out)
{
    const struct quire_guide *g = sys->guide + b->guide;

    for (int d = 0; d < 2; d++) {
        if ((from[d] < b->low[d] && to[d] < b->low[d]) ||
            (from[d] > b->high[d] && to[d] > b->high[d])) {
            return false;
        }
    }
    const double before = g->side * quire_piece_left(b->piece, from),
                 after = g->side * quire_piece_left(b->piece, to);
    if ((before > 0) == (after > 0)) {
        return false;
    }
    out->part = before / (before - after);
    for (int d = 0; d < 2; d++) {
        out->at[d] = from[d] + out->part * (to[d] - from[d]);
    }
    const double along = quire_piece_foot(b->piece, out->at).along;
    out->guide = b->guide;
    out->in = before > 0;
    out->deep = -fmin(before, after);
    out->rim = quire_walls_rim(g, b->piece->start + along);
    return along >= -HAIR && along <= b->piece->length + HAIR;
}

static void
add_pass(struct quire_walls *self, const struct pass *pass)
{
    if (self->n_pass == self->cap_pass) {
        const size_t more = 2 * self->cap_pass + 64;
        struct pass *room = realloc(self->pass, more * sizeof *room);
        if (room == NULL) {
            self->failed = true;
            return;
        }
        self->pass = room;
        self->cap_pass = more;
    }
    self->pass[self->n_pass++] = *pass;
}

static int
in_order(const void *a, const void *b)
{
    const struct pass *p = a, *q = b;

    return p->place != q->place ? (p->place > q->place) - (p->place < q->place)
                                : (p->part > q->part) - (p->part < q->part);
}

void
quire_walls_find(struct quire_walls *self, const struct wall *w, bool ways)
{
    const struct line *l = &self->line;
    const int n = ways ? l->n : l->n - 1, a = ways ? 0 : 1, next = ways ? 0 : 1;

    self->n_pass = 0;
    for (int k = 0; k < w->n; k++) {
        const struct barrier *b = w->barrier + k;
        if (!quire_walls_overlap(l->low, l->high, b->low, b->high)) {
            continue;
        }
        for (int i = next_near(l, b, a, next, 0, n); i < n;
             i = next_near(l, b, a, next, i + 1, n)) {
            struct pass pass = {.place = i};
            if (l->there[i] && l->there[i + next] &&
                passes(self->system, b, (const double[]){l->x[a][i], l->y[a][i]},
                       (const double[]){l->x[1][i + next], l->y[1][i + next]}, &pass)) {
                add_pass(self, &pass);
            }
        }
    }
    if (self->n_pass > 1) {
        qsort(self->pass, self->n_pass, sizeof *self->pass, in_order);
    }
}
