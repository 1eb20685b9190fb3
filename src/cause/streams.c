#include "cause/streams.h"

#include <math.h>
#include <stdlib.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/symptoms.h"
#include "check/around.h"

#define MOVES 5e-3 /* a sheet that waits is carried along from here on [m/s] */

/* How a sheet moved while it should have waited, at the last look at which it did. */
struct carried {
    bool seen;
    double since, last; /* from when on without a break, and until when [s] */
    double speed;       /* at first [m/s] */
    int by;             /* index of the sheet that presses on it most */
    const char *sort,
        *name;      /* nip, roller or guide that should have held it; NULL: none touched it */
    double normal;  /* with which that pressed [N] */
    bool is_roller; /* not a guide, by which sheets are hardly held */
};

struct quire_streams {
    struct carried *sheet; /* (n_sheet) */
};

struct quire_streams *
quire_streams_create(const struct quire_view *view)
{
    struct quire_streams *self = calloc(1, sizeof *self);

    if (self != NULL && (self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet)) == NULL) {
        quire_streams_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_streams_destroy(struct quire_streams *self)
{
    if (self != NULL) {
        free(self->sheet);
        free(self);
    }
}

/* The other sheet of an interface of two, of which this one is one; -1: it is no such interface. */
static int
mate_of(const struct quire_interface_view *at, int sheet)
{
    if (at->other < 0 || !(at->normal >= QUIRE_HOLDING_FORCE)) {
        return -1;
    }
    return at->sheet == sheet ? at->other : at->other == sheet ? at->sheet : -1;
}

/* The sheet that presses on this one most of those before it that run as fast; -1: none. */
static int
sheet_that_carries(const struct quire_view *view, size_t sheet)
{
    double most = 0;
    int found = -1;

    for (size_t i = 0; i < view->n_interface; i++) {
        const struct quire_interface_view *at = view->interface + i;
        const int mate = mate_of(at, (int)sheet);
        if (mate >= 0 && mate < (int)sheet && at->normal > most &&
            view->sheet[mate].lead.path_speed >=
                (1 - QUIRE_DIAGNOSIS_SLIP) * view->sheet[sheet].lead.path_speed) {
            most = at->normal;
            found = mate;
        }
    }
    return found;
}

static const struct quire_roller_view *
roller_named(const struct quire_view *view, const char *name)
{
    for (size_t i = 0; i < view->n_roller; i++) {
        if (view->roller[i].name == name) {
            return view->roller + i;
        }
    }
    return NULL;
}

/* Rollers separate before guides do: a pad or a tray holds by friction alone. Of each the one that
 * presses most, unless it drives the sheet on. */
static void
find_separator(const struct quire_view *view, size_t sheet, struct carried *out)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    for (size_t i = 0; i < view->n_interface; i++) {
        const struct quire_interface_view *at = view->interface + i;
        const struct quire_roller_view *roller =
            at->sheet == (int)sheet && at->other < 0 ? roller_named(view, at->name) : NULL;
        /* a surface that is not slower than the sheet pushes it */
        const bool pushes = roller != NULL && at->speed[0] * s->lead.path_speed < 0;
        if (at->sheet != (int)sheet || at->other >= 0 || pushes ||
            !(at->normal >= QUIRE_HOLDING_FORCE) || (out->is_roller && roller == NULL)) {
            continue;
        }
        if ((roller != NULL && !out->is_roller) || at->normal > out->normal) {
            const struct quire_around near =
                roller != NULL ? quire_around_roller(view, roller)
                               : (struct quire_around){.sort = at->sort, .name = at->name};
            out->is_roller = roller != NULL;
            out->sort = near.sort;
            out->name = near.name;
            out->normal = at->normal;
        }
    }
}

/* Where several sheets are carried together, the lowest of them lies on what should have held them:
 * goes from one to the next that waits. */
static void
find_separator_below(const struct quire_view *view, size_t sheet, struct carried *out)
{
    size_t at = sheet;

    for (size_t depth = 0; depth < view->n_sheet; depth++) {
        size_t below = view->n_sheet;
        find_separator(view, at, out);
        for (size_t i = 0; out->name == NULL && i < view->n_interface; i++) {
            const int mate = mate_of(view->interface + i, (int)at);
            if (mate > (int)at && quire_around_waits(view, (size_t)mate)) {
                below = (size_t)mate;
            }
        }
        if (below == view->n_sheet) {
            return;
        }
        at = below;
    }
}

void
quire_streams_observe(struct quire_streams *self, const struct quire_view *view, size_t sheet)
{
    struct carried now = {.seen = true}, *kept = self->sheet + sheet;

    if (!(view->sheet[sheet].lead.path_speed > MOVES) || !quire_around_waits(view, sheet) ||
        (now.by = sheet_that_carries(view, sheet)) < 0) {
        return;
    }
    find_separator_below(view, sheet, &now);
    now.since = now.last = view->time;
    now.speed = view->sheet[sheet].lead.path_speed;
    if (kept->seen && view->time - kept->last <= QUIRE_DIAGNOSIS_BREAK &&
        !(now.is_roller && !kept->is_roller)) {
        kept->last = view->time; /* what came first should have held it */
        return;
    }
    *kept = now;
}

/* ---- causes ---- */

static bool
was_carried(const struct quire_streams *self, const struct quire_view *view, size_t sheet,
            struct quire_why *out)
{
    const struct carried *c = self->sheet + sheet;

    if (!c->seen) {
        return false;
    }
    out->carrier = view->sheet[c->by].name;
    quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_CARRIED, c->since, "sheet",
                                                      out->carrier, c->speed});
    quire_why_blame(out, QUIRE_MECHANISM_CARRIED, c->name != NULL ? c->sort : "sheet",
                    c->name != NULL ? c->name : out->carrier);
    return true;
}

void
quire_streams_find_double(const struct quire_streams *self, const struct quire_view *view,
                          size_t sheet, struct quire_why *out)
{
    const struct quire_push *slow = quire_drives_slowest(out->push, out->n_push);

    if (was_carried(self, view, sheet, out)) {
        return;
    }
    const int by = sheet_that_carries(view, sheet);
    if (by >= 0) {
        out->carrier = view->sheet[by].name;
        quire_why_blame(out, QUIRE_MECHANISM_CARRIED, "sheet", out->carrier);
    } else if (slow != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, slow->sort, slow->name);
    }
}

bool
quire_streams_find_early(const struct quire_streams *self, const struct quire_view *view,
                         size_t sheet, struct quire_why *out)
{
    return was_carried(self, view, sheet, out);
}
