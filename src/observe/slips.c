#include "observe/slips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct quire_slips {
    struct quire_interface_view *interface; /* (n) in the order of `pair` */
    struct quire_contact_pair *pair;        /* (n) the sheet, and what it lies on */
    size_t n, capacity;
    double time;       /* of the last picture; NaN: there was none [s] */
    double *off;       /* true slip speed between a sheet and what holds it (n_sheet) [m/s] */
    double (*rate)[2]; /* creep of a sheet on that, last and now (n_sheet) [m/s] */
};

struct quire_slips *
quire_slips_create(const struct quire_system *system)
{
    struct quire_slips *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->time = NAN;
    self->off = calloc((size_t)system->n_sheet + 1, sizeof *self->off);
    self->rate = calloc((size_t)system->n_sheet + 1, sizeof *self->rate);
    if (self->off == NULL || self->rate == NULL) {
        quire_slips_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_slips_destroy(struct quire_slips *self)
{
    if (self != NULL) {
        free(self->interface);
        free(self->pair);
        free(self->off);
        free(self->rate);
        free(self);
    }
}

/* ---- the list ---- */

/* Of a touch: the sheet and what it lies on; of two sheets the one with the smaller index first;
 * *turned: that one is the target of the touch. False: no sheet touches. */
static bool
pair_of(const struct quire_system *sys, const struct quire_touch *t,
        struct quire_contact_pair *pair, bool *turned)
{
    const enum quire_partner_kind target = t->pair.target.kind;

    *pair = t->pair;
    *turned = target == QUIRE_PARTNER_SHEET && t->pair.target.index < t->pair.contactor.index;
    if (*turned) {
        *pair = (struct quire_contact_pair){t->pair.target, t->pair.contactor};
    } else if (target == QUIRE_PARTNER_GUIDE) {
        pair->target.index = sys->guide[t->pair.target.index].view;
    }
    return t->pair.contactor.kind == QUIRE_PARTNER_SHEET &&
           (target == QUIRE_PARTNER_SHEET || target == QUIRE_PARTNER_GUIDE ||
            target == QUIRE_PARTNER_ROLLER);
}

static int
order(const struct quire_contact_pair *a, const struct quire_contact_pair *b)
{
    const int sheet = a->contactor.index - b->contactor.index,
              kind = (int)a->target.kind - (int)b->target.kind;

    return sheet != 0 ? sheet : kind != 0 ? kind : a->target.index - b->target.index;
}

static bool
make_room(struct quire_slips *self)
{
    if (self->n < self->capacity) {
        return true;
    }
    const size_t capacity = 2 * self->capacity + 32;
    struct quire_interface_view *more = realloc(self->interface, capacity * sizeof *more);
    self->interface = more != NULL ? more : self->interface;
    struct quire_contact_pair *pairs = realloc(self->pair, capacity * sizeof *pairs);
    self->pair = pairs != NULL ? pairs : self->pair;
    self->capacity = more != NULL && pairs != NULL ? capacity : self->capacity;
    return self->n < self->capacity;
}

/* its place in the list, where it is put if it is new; self->n: no memory */
static size_t
find(struct quire_slips *self, const struct quire_view *view, const struct quire_contact_pair *pair)
{
    size_t low = 0, high = self->n;

    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (order(&self->pair[middle], pair) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < self->n && order(&self->pair[low], pair) == 0) {
        return low;
    }
    if (!make_room(self)) {
        return self->n;
    }
    const int index = pair->target.index;
    const bool sheet = pair->target.kind == QUIRE_PARTNER_SHEET,
               guide = pair->target.kind == QUIRE_PARTNER_GUIDE;
    memmove(self->pair + low + 1, self->pair + low, (self->n - low) * sizeof *self->pair);
    memmove(self->interface + low + 1, self->interface + low,
            (self->n - low) * sizeof *self->interface);
    self->pair[low] = *pair;
    self->interface[low] = (struct quire_interface_view){
        .sheet = pair->contactor.index,
        .other = sheet ? index : -1,
        .sort = sheet   ? "sheet"
                : guide ? "guide"
                        : "roller",
        .name = sheet   ? view->sheet[index].name
                : guide ? view->guide[index].name
                        : view->roller[index].name,
    };
    self->n++;
    return low;
}

/* ---- speeds now ---- */

/* adds the places that touch; false: no memory */
static bool
sum_touches(struct quire_slips *self, const struct quire_state *st, const struct quire_view *view)
{
    struct quire_contact_pair pair, last = {{QUIRE_PARTNER_NONE, 0}, {QUIRE_PARTNER_NONE, 0}};
    size_t at = 0;

    for (int k = 0; k < st->n_touch; k++) {
        const struct quire_touch *t = st->touch + k;
        bool turned;
        if (!pair_of(st->system, t, &pair, &turned) || !(t->force > 0)) {
            continue;
        }
        if (last.contactor.kind == QUIRE_PARTNER_NONE || order(&pair, &last) != 0) {
            at = find(self, view, &pair);
            last = pair;
        }
        if (at == self->n) {
            return false;
        }
        /* along walls tangents are the way's (observe_machine.c) */
        const bool wall =
            pair.target.kind == QUIRE_PARTNER_GUIDE && view->guide[pair.target.index].wall != NULL;
        const double along = -t->normal[1] * t->tangent[0] + t->normal[0] * t->tangent[1];
        const double forward = (!wall && along < 0) != turned ? -t->force : t->force;
        struct quire_interface_view *i = self->interface + at;
        i->normal += t->force;
        i->speed[0] += forward * t->slip;
        i->speed[1] += forward * t->creep;
    }
    return true;
}

/* ---- what holds a sheet ---- */

/* A sheet is held through the interface on whose other side there is less true slip on the way to a
 * guide or a roller; of ways alike by that with less creep. True if this is a better one. */
static bool
hold(struct quire_slips *self, int sheet, double off, double rate)
{
    const bool better = off < self->off[sheet] ||
                        (off == self->off[sheet] && fabs(rate) < fabs(self->rate[sheet][1]));

    if (better) {
        self->off[sheet] = off;
        self->rate[sheet][1] = rate;
    }
    return better;
}

static bool
hold_by(struct quire_slips *self, const struct quire_interface_view *i)
{
    const double off = fabs(i->speed[0] - i->speed[1]), creep = i->speed[1];

    if (!(i->normal > 0)) {
        return false;
    }
    if (i->other < 0) {
        return hold(self, i->sheet, off, creep);
    }
    /* not both ways: a sheet does not hold the one that holds it */
    const bool up =
        hold(self, i->sheet, self->off[i->other] + off, self->rate[i->other][1] + creep);
    return up || hold(self, i->other, self->off[i->sheet] + off, self->rate[i->sheet][1] - creep);
}

/* Shortest paths (Bellman-Ford), relaxed forwards and backwards: two rounds for a pile whose sheets
 * are listed in order. */
static void
hold_all(struct quire_slips *self, const struct quire_view *view)
{
    bool better = true;

    for (size_t k = 0; k < view->n_sheet; k++) {
        self->off[k] = HUGE_VAL;
        self->rate[k][1] = 0;
    }
    for (size_t round = 0; round < view->n_sheet && better; round++) {
        better = false;
        for (size_t k = 0; k < self->n; k++) {
            better = hold_by(self, self->interface + k) || better;
        }
        for (size_t k = self->n; k-- > 0;) {
            better = hold_by(self, self->interface + k) || better;
        }
    }
}

/* ---- since the last picture ---- */

quire_status
quire_slips_add(struct quire_slips *self, const struct quire_state *st, struct quire_view *view,
                struct quire_sheet_view *sheet)
{
    const double half = view->time > self->time ? 0.5 * (view->time - self->time) : 0;

    for (size_t k = 0; k < self->n; k++) {
        struct quire_interface_view *i = self->interface + k;
        i->slip += half * i->speed[0];
        i->creep += half * i->speed[1];
        i->normal = i->speed[0] = i->speed[1] = 0;
    }
    const bool good = sum_touches(self, st, view);
    for (size_t k = 0; k < self->n; k++) {
        struct quire_interface_view *i = self->interface + k;
        if (i->normal > 0) {
            i->speed[0] /= i->normal;
            i->speed[1] /= i->normal;
        }
        i->slip += half * i->speed[0];
        i->creep += half * i->speed[1];
    }
    hold_all(self, view);
    for (size_t k = 0; k < view->n_sheet; k++) {
        sheet[k].creep += half * (self->rate[k][0] + self->rate[k][1]);
        self->rate[k][0] = self->rate[k][1];
    }
    self->time = view->time;
    view->interface = self->interface;
    view->n_interface = self->n;
    return good ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}
