#include "judge/walls_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/gate/gates.h"
#include "geometry/outline.h"
#include "math/kernel.h"

/* a sheet is looked at when it has gone so far: the way between two looks is nearly straight [m] */
#define STRIDE 1e-3
#define WHOLE  4 /* and as it lies at each fourth look: what goes through it stays there */
/* what passes a surface no farther from its end may have gone round that between two looks [m] */
#define ROUND 0.5e-3
/* so far an end may press a sheet that hangs over it out of its line, which contact sees at places
 * alone [m] */
#define POKE 1e-3

/* ---- what there is ---- */

static void
add_barrier(struct quire_walls *self, struct wall *w, int guide, size_t piece)
{
    struct barrier *b = w->barrier + w->n++;
    const struct quire_outline one = {.piece = self->system->guide[guide].outline.piece + piece,
                                      .n = 1};

    *b = (struct barrier){.piece = one.piece, .guide = guide};
    quire_outline_bounds(&one, b->low, b->high);
    for (int d = 0; d < 2; d++) {
        b->low[d] -= HAIR;
        b->high[d] += HAIR;
        w->low[d] = fmin(w->low[d], b->low[d]);
        w->high[d] = fmax(w->high[d], b->high[d]);
    }
}

static void
find_walls(struct quire_walls *self)
{
    const struct quire_system *sys = self->system;
    struct barrier *next = self->barrier;

    for (int g = 0; g < sys->n_guide; g++) {
        const struct quire_guide *guide = sys->guide + g;
        struct wall *w = self->n_wall > 0 ? self->wall + (self->n_wall - 1) : NULL;
        if (guide->outline.n == 0) {
            continue; /* it stands beside the sheets */
        }
        if (w != NULL && sys->guide[w->guide].view == guide->view) {
            w->n_face++;
        } else {
            w = self->wall + self->n_wall++;
            *w = (struct wall){.guide = g,
                               .n_face = 1,
                               .barrier = next,
                               .low = {HUGE_VAL, HUGE_VAL},
                               .high = {-HUGE_VAL, -HUGE_VAL}};
        }
        for (size_t i = 0; i < guide->outline.n; i++) {
            add_barrier(self, w, g, i);
        }
        next = w->barrier + w->n;
    }
}

static bool
make_line(struct quire_walls *self, size_t n)
{
    double *room = malloc((4 * sizeof *room + sizeof(bool)) * (n + 1));

    self->block = room;
    if (room == NULL) {
        return false;
    }
    for (size_t k = 0; k < 4; k++) {
        self->room[k] = room + k * (n + 1);
    }
    self->line.there = (bool *)(room + 4 * (n + 1));
    return true;
}

struct quire_walls *
quire_walls_create(const struct quire_system *sys)
{
    struct quire_walls *self = calloc(1, sizeof *self);
    size_t pieces = 1, longest = 1, most = 1;

    if (self == NULL) {
        return NULL;
    }
    for (int g = 0; g < sys->n_guide; g++) {
        pieces += sys->guide[g].outline.n;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        const size_t n = (size_t)sys->sheet[k].chain.n + 1, all = numbers_of(sys->sheet + k);
        longest = n > longest ? n : longest;
        most = all > most ? all : most;
    }
    const size_t sheets = (size_t)sys->n_sheet, gates = (size_t)sys->n_gate,
                 guides = (size_t)sys->n_guide;
    self->system = sys;
    self->wall = calloc(guides + 1, sizeof *self->wall);
    self->barrier = calloc(pieces, sizeof *self->barrier);
    self->before = calloc(sheets + 1, sizeof *self->before);
    self->now = calloc(most, sizeof *self->now); /* in the plane nothing is across */
    self->pose = calloc(gates + 1, sizeof *self->pose);
    self->posed = calloc(gates * sheets + 1, sizeof *self->posed);
    self->from_behind = calloc(guides * sheets + 1, sizeof *self->from_behind);
    if (self->wall == NULL || self->barrier == NULL || self->before == NULL || self->now == NULL ||
        self->pose == NULL || self->posed == NULL || self->from_behind == NULL ||
        !make_line(self, longest)) {
        quire_walls_destroy(self);
        return NULL;
    }
    find_walls(self);
    return self;
}

void
quire_walls_destroy(struct quire_walls *self)
{
    if (self == NULL) {
        return;
    }
    for (int k = 0; self->before != NULL && k < self->system->n_sheet; k++) {
        free(self->before[k].place);
        free(self->before[k].node);
    }
    free(self->wall);
    free(self->barrier);
    free(self->before);
    free(self->now);
    free(self->pose);
    free(self->posed);
    free(self->from_behind);
    free(self->mark);
    free(self->pass);
    free(self->block);
    free(self);
}

/* what a sheet's nodes are in its view: x and y one after the other, or all in one */
static size_t
nodes_of(const struct quire_sheet *sheet, const struct quire_sheet_view *s, const double *out[2])
{
    const size_t n = (size_t)(sheet->chain.n + 1);

    out[0] = sheet->ladder != NULL ? s->node : s->x;
    out[1] = sheet->ladder != NULL ? s->node : s->y;
    return sheet->ladder != NULL ? 3 * n * (size_t)sheet->ladder->m : n;
}

/* whether any of the numbers has changed by so much */
static QUIRE_CLONES bool
any_moved(const double *restrict now, const double *restrict before, size_t n, double by)
{
    const quire_v4 least = quire_all4(by);
    quire_mask4 any = {0};
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        any |= quire_abs4(quire_load4(now + i) - quire_load4(before + i)) >= least;
    }
    for (; i < n; i++) {
        any[0] |= fabs(now[i] - before[i]) >= by;
    }
    return quire_any(any);
}

/* whether a node has moved by a stride along an axis since the last look, together with the gates
 */
static bool
has_moved(const struct quire_walls *self, int sheet, const struct quire_sheet_view *s)
{
    const struct quire_system *sys = self->system;
    const double *now[2], *before = self->before[sheet].node;
    const size_t n = nodes_of(sys->sheet + sheet, s, now);
    double gates = 0;

    for (int k = 0; k < sys->n_gate; k++) {
        gates = fmax(gates, sys->gate[k].arm *
                                fabs(self->pose[k].way - self->posed[sheet * sys->n_gate + k].way));
    }
    return any_moved(now[0], before, n, STRIDE - gates) ||
           (now[0] != now[1] && any_moved(now[1], before + n, n, STRIDE - gates));
}

/* ---- places that have passed ---- */

static struct mark *
mark_of(const struct quire_walls *self, int wall, int sheet, int line, int place)
{
    for (size_t k = 0; k < self->n_mark; k++) {
        struct mark *m = self->mark + k;
        if (m->wall == wall && m->sheet == sheet && m->line == line && m->place == place) {
            return m;
        }
    }
    return NULL;
}

static void
unmark(struct quire_walls *self, struct mark *m)
{
    *m = self->mark[--self->n_mark];
}

static void
add_mark(struct quire_walls *self, const struct mark *m)
{
    if (self->n_mark == self->cap_mark) {
        const size_t more = 2 * self->cap_mark + 64;
        struct mark *room = realloc(self->mark, more * sizeof *room);
        if (room == NULL) {
            self->failed = true;
            return;
        }
        self->mark = room;
        self->cap_mark = more;
    }
    self->mark[self->n_mark++] = *m;
}

/* Where this pass leads: in by a surface, out where it came in, out on the other side of a wall
 * (returns true), or out from behind. */
static bool
follow(struct quire_walls *self, int wall, int sheet, int line, const struct pass *pass)
{
    const struct wall *w = self->wall + wall;
    struct mark *m = mark_of(self, wall, sheet, line, pass->place);

    if (pass->in && m == NULL) {
        add_mark(self, &(struct mark){wall, sheet, line, pass->place, pass->guide});
    } else if (pass->in && m->guide < 0) {
        unmark(self, m); /* it had hardly come out */
    } else if (!pass->in && m != NULL && m->guide >= 0) {
        const bool through = m->guide != pass->guide && pass->rim > ROUND;
        unmark(self, m);
        return through;
    } else if (!pass->in && m == NULL && w->n_face == 1) {
        self->from_behind[wall * self->system->n_sheet + sheet] = true;
        add_mark(self, &(struct mark){wall, sheet, line, pass->place, -1});
    }
    return false;
}

struct finding {
    quire_wall_crossing_fn *fn;
    void *user;
};

/* The places of one line that are behind a surface now, or have come out from behind. */
static void
judge_marks(struct quire_walls *self, int wall, int sheet, int line, const struct finding *f)
{
    const struct quire_system *sys = self->system;
    const struct line *l = &self->line;

    for (size_t k = 0; k < self->n_mark;) {
        struct mark *m = self->mark + k;
        if (m->wall != wall || m->sheet != sheet || m->line != line) {
            k++;
            continue;
        }
        const struct quire_guide *g =
            sys->guide + (m->guide >= 0 ? m->guide : self->wall[wall].guide);
        const double at[2] = {l->x[1][m->place], l->y[1][m->place]};
        const bool there = l->there[m->place];
        const struct quire_gap gap = quire_outline_gap(&g->outline, g->side, at);
        const double distance = there ? gap.distance : 0;
        const bool through =
            m->guide >= 0 && -distance > g->depth && quire_walls_rim(g, gap.s) > ROUND;
        if (through) {
            f->fn(f->user,
                  &(struct quire_wall_crossing){m->guide, sheet, {at[0], at[1]}, -distance});
        }
        if (through || !there || distance > (m->guide >= 0 ? 0 : sys->sheet[sheet].half)) {
            unmark(self, m);
        } else {
            k++;
        }
    }
}

/* ---- a line that stands across a wall ---- */

/* how much the sheet's curve may bulge over a straight line between two of its places */
static double
bulge(const struct line *l, int i)
{
    double most = 0;

    for (int k = i > 0 ? i : 1; k <= i + 1 && k + 1 < l->n; k++) {
        most = fmax(most, hypot(l->x[1][k - 1] - 2 * l->x[1][k] + l->x[1][k + 1],
                                l->y[1][k - 1] - 2 * l->y[1][k] + l->y[1][k + 1]));
    }
    return most;
}

/* how far the nearer free end of a surface is from the line between two places */
static double
poke(const struct quire_walls *self, const struct pass *p)
{
    const struct quire_outline *outline = &self->system->guide[p->guide].outline;
    const struct line *l = &self->line;
    const int i = p->place;
    const double x = l->x[1][i + 1] - l->x[1][i], y = l->y[1][i + 1] - l->y[1][i],
                 length = hypot(x, y);
    double least = HUGE_VAL;

    for (int e = 0; !outline->closed && e < 2; e++) {
        const double *end = e == 0 ? outline->piece[0].from : outline->piece[outline->n - 1].to;
        least = fmin(least, fabs(x * (end[1] - l->y[1][i]) - y * (end[0] - l->x[1][i])) / length);
    }
    return least;
}

/* whether the sheet has moved to where the surface looks, as what comes from behind does */
static bool
comes_from_behind(const struct quire_walls *self, const struct pass *p)
{
    const struct line *l = &self->line;
    const struct quire_guide *g = self->system->guide + p->guide;
    const struct quire_gap gap = quire_outline_gap(&g->outline, g->side, p->at);
    const double x = 0.5 * (l->x[1][p->place] + l->x[1][p->place + 1] - l->x[0][p->place] -
                            l->x[0][p->place + 1]);
    const double y = 0.5 * (l->y[1][p->place] + l->y[1][p->place + 1] - l->y[0][p->place] -
                            l->y[0][p->place + 1]);

    return x * gap.normal[0] + y * gap.normal[1] > 0.3 * hypot(x, y);
}

/* The sheet between two of its places goes through a surface, and not round its end: the end has
 * come through the sheet. */
static void
judge_line(struct quire_walls *self, int wall, int sheet, bool first, const struct finding *f)
{
    const struct wall *w = self->wall + wall;
    bool *from_behind = self->from_behind + wall * self->system->n_sheet + sheet;

    for (size_t k = 0, next; k < self->n_pass; k = next) {
        const struct pass *deepest = NULL;
        int times = 0;
        for (next = k; next < self->n_pass && self->pass[next].place == self->pass[k].place;
             next++) {
            const struct pass *p = self->pass + next;
            deepest = fmin(p->rim, poke(self, p)) > POKE + bulge(&self->line, p->place) &&
                              p->deep > self->system->guide[p->guide].depth
                          ? p
                          : deepest;
        }
        for (size_t i = k; deepest != NULL && i < next; i++) {
            times += self->pass[i].guide == deepest->guide ? 1 : 0;
        }
        if (times % 2 == 0) {
            continue;
        }
        if (w->n_face == 1 && (first || *from_behind || comes_from_behind(self, deepest))) {
            *from_behind = true;
            continue;
        }
        f->fn(f->user, &(struct quire_wall_crossing){
                           deepest->guide,
                           sheet,
                           {deepest->at[0], deepest->at[1]},
                           fmin(deepest->deep, fmin(deepest->rim, poke(self, deepest)))});
    }
}

static void
check_wall(struct quire_walls *self, int wall, int sheet, bool first, const struct finding *f)
{
    const struct quire_system *sys = self->system;
    const struct wall *w = self->wall + wall;
    const struct quire_guide *g = sys->guide + w->guide;
    const int m = lines_of(sys->sheet + sheet),
              more = m > 1 && isfinite(g->across[1] - g->across[0]) ? 1 : 0;

    for (int line = 0; line < m + more; line++) {
        quire_walls_see(self, w, sheet, line);
        if (!first && quire_walls_overlap(self->line.low, self->line.high, w->low, w->high)) {
            quire_walls_find(self, w, true);
            for (size_t k = 0; k < self->n_pass; k++) {
                const struct pass *p = self->pass + k;
                if (follow(self, wall, sheet, line, p)) {
                    f->fn(f->user, &(struct quire_wall_crossing){
                                       p->guide, sheet, {p->at[0], p->at[1]}, 2 * g->depth});
                }
            }
        }
        judge_marks(self, wall, sheet, line, f);
        if (self->before[sheet].whole &&
            quire_walls_overlap(self->line.low, self->line.high, w->low, w->high)) {
            quire_walls_find(self, w, false);
            judge_line(self, wall, sheet, first, f);
        }
    }
}

/* whether the sheet's places, before and now, come near a wall that does not move, or have passed a
 * surface of it */
static bool
is_near(const struct quire_walls *self, int wall, int sheet, const double low[2],
        const double high[2])
{
    const struct wall *w = self->wall + wall;
    const struct quire_guide *g = self->system->guide + w->guide;
    bool near = g->gate >= 0 || g->tilted || quire_walls_overlap(low, high, w->low, w->high);

    if (g->law[2 * sheet] < 0 && g->law[2 * sheet + 1] < 0) {
        return false;
    }
    for (size_t k = 0; !near && k < self->n_mark; k++) {
        near = self->mark[k].wall == wall && self->mark[k].sheet == sheet;
    }
    return near;
}

static void
check_sheet(struct quire_walls *self, const struct quire_state *st, int sheet, bool first,
            const struct finding *f)
{
    const struct quire_sheet *s = self->system->sheet + sheet;
    const int n = s->chain.n + 1;
    double *low = self->low, *high = self->high;

    low[0] = low[1] = HUGE_VAL;
    high[0] = high[1] = -HUGE_VAL;
    for (int j = 0; j < lines_of(s); j++) {
        for (int d = 0; d < 2; d++) {
            const double *a = self->before[sheet].place + (3 * j + d) * n,
                         *b = self->now + (3 * j + d) * n;
            for (int i = 0; i < n; i++) {
                const double less = a[i] < b[i] ? a[i] : b[i], more = a[i] < b[i] ? b[i] : a[i];
                low[d] = less < low[d] ? less : low[d];
                high[d] = more > high[d] ? more : high[d];
            }
        }
    }
    for (int k = 0; k < self->n_wall; k++) {
        const int gate = self->system->guide[self->wall[k].guide].gate;
        if (is_near(self, k, sheet, low, high) && (gate < 0 || quire_gate_is_there(st, gate))) {
            check_wall(self, k, sheet, first, f);
        }
    }
}

/* what is seen now becomes what was seen last */
static void
remember(struct quire_walls *self, int sheet, const struct quire_sheet_view *s)
{
    const struct quire_system *sys = self->system;
    struct seen *seen = self->before + sheet;
    const double *now[2];
    const size_t n = nodes_of(sys->sheet + sheet, s, now);

    memcpy(seen->place, self->now, numbers_of(sys->sheet + sheet) * sizeof *self->now);
    memcpy(seen->node, now[0], n * sizeof *seen->node);
    if (now[0] != now[1]) {
        memcpy(seen->node + n, now[1], n * sizeof *seen->node);
    }
    memcpy(self->posed + sheet * sys->n_gate, self->pose, (size_t)sys->n_gate * sizeof *self->pose);
}

static bool
look(struct quire_walls *self, const struct quire_state *st, int sheet,
     const struct quire_sheet_view *s, bool last, const struct finding *f)
{
    const struct quire_sheet *about = self->system->sheet + sheet;
    struct seen *seen = self->before + sheet;
    const bool first = seen->place == NULL;

    if (!first && !last && !has_moved(self, sheet, s)) {
        return true;
    }
    if (first) {
        const size_t size = numbers_of(about) * sizeof *self->now;
        seen->place = malloc(size);
        seen->node = malloc(size);
        if (seen->place == NULL || seen->node == NULL) {
            return false;
        }
    }
    quire_walls_places(about, s, self->now);
    if (first) {
        remember(self, sheet, s);
    }
    seen->whole = last || seen->looks++ % WHOLE == 0;
    check_sheet(self, st, sheet, first, f);
    remember(self, sheet, s);
    return !self->failed;
}

bool
quire_walls_check(struct quire_walls *self, const struct quire_state *st,
                  const struct quire_view *view, const double *y, bool last,
                  quire_wall_crossing_fn *found, void *user)
{
    const struct finding finding = {found, user};

    if (self->n_wall == 0) {
        return true;
    }
    for (int k = 0; k < self->system->n_gate; k++) {
        if (quire_gate_is_there(st, k)) {
            self->pose[k] = quire_gate_pose_at(st, k, view->time, y);
        }
    }
    QUIRE_EACH(k, st->part, sheet)
    {
        if (view->sheet[k].entered && !look(self, st, k, view->sheet + k, last, &finding)) {
            return false;
        }
    }
    return true;
}
