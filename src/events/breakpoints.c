#include "events/breakpoints.h"

#include <math.h>
#include <stdlib.h>

#include "drive/to.h"

/* What is found; `out` is NULL while it is counted. */
struct finder {
    struct quire_breakpoint *out;
    size_t n;
    int sheet, drive;
};

static void
add(struct finder *f, double time)
{
    if (f->out != NULL) {
        f->out[f->n] = (struct quire_breakpoint){
            .time = time, .sheet = f->sheet, .drive = f->drive, .taken = time <= 0};
    }
    f->n++;
}

/* the corners of a course where its slope or value jumps */
static void
add_course(struct finder *f, const struct quire_course *c, bool accelerations)
{
    for (int i = 0; i < c->n; i++) {
        const bool here = c->corner[i].shape != QUIRE_RAMP_SMOOTH,
                   next = i + 1 < c->n && c->corner[i + 1].shape != QUIRE_RAMP_SMOOTH;
        if (here || next || accelerations) {
            add(f, c->corner[i].time);
        }
    }
}

static void
add_sheet(struct finder *f, const struct quire_sheet *s)
{
    if (s->enter_time > 0) {
        add(f, s->enter_time);
    }
    for (int e = 0; e < 2; e++) {
        const struct quire_hold *h = s->hold + e;
        if (h->held) {
            add_course(f, &h->shift_x, true); /* all three have the same corners */
        }
        if (h->held && !isnan(h->until)) {
            add(f, h->until);
        }
    }
    for (int i = 0; i < s->n_load; i++) {
        add_course(f, &s->load[i].factor, false);
    }
}

static void
find(struct finder *f, const struct quire_system *sys)
{
    f->n = 0;
    f->sheet = -1;
    for (f->drive = 0; f->drive < sys->n_drive; f->drive++) {
        /* nothing else would look at a gate that sets out in a long step */
        add_course(f, &sys->drive[f->drive].course, quire_drive_moves_gate(sys, f->drive));
    }
    f->drive = -1;
    for (f->sheet = 0; f->sheet < sys->n_sheet; f->sheet++) {
        add_sheet(f, sys->sheet + f->sheet);
    }
}

static int
compare_times(const void *a, const void *b)
{
    const double x = ((const struct quire_breakpoint *)a)->time,
                 y = ((const struct quire_breakpoint *)b)->time;

    return (x > y) - (x < y);
}

quire_status
quire_breakpoints_find(struct quire_breakpoint **out, size_t *n, const struct quire_system *sys)
{
    struct finder f = {0};

    find(&f, sys);
    *n = f.n;
    *out = f.out = calloc(f.n + 1, sizeof *f.out);
    if (f.out == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    find(&f, sys);
    qsort(f.out, f.n, sizeof *f.out, compare_times);
    return QUIRE_OK;
}

/* ---- who is concerned ---- */

static bool
is_near(const struct quire_state *st, const struct quire_part *part, int roller)
{
    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet_work *w = st->sheet + k;
        for (int i = 0; w->entered && i < w->n_roller; i++) {
            if (w->roller[i].target == roller) {
                return true;
            }
        }
    }
    return false;
}

static bool
acts_through(const struct quire_state *st, const struct quire_part *part, int roller)
{
    const struct quire_system *sys = st->system;
    const int nip = sys->roller[roller].nip;
    bool presses = false;

    if (nip >= 0) {
        const int other =
            sys->nip[nip].driver == roller ? sys->nip[nip].idler : sys->nip[nip].driver;
        const int small = sys->roller[other].small;
        presses = part->has_small[small] && sys->small[small].body.nv > 0;
    }
    return presses || is_near(st, part, roller);
}

bool
quire_breakpoint_concerns_drive(const struct quire_state *st, const struct quire_part *part,
                                int drive)
{
    const struct quire_system *sys = st->system;

    if (part == &st->whole || (drive < sys->n_drive && (quire_drive_moves_gate(sys, drive) ||
                                                        quire_drive_presses(sys, drive)))) {
        return true;
    }
    if (drive >= sys->n_drive) {
        return part->has_small[sys->change[drive - sys->n_drive].small];
    }
    QUIRE_EACH(k, part, small)
    {
        if (quire_small_follows(sys->small + k, drive) &&
            sys->small[k].body.nv + sys->small[k].body.nz > 0) {
            return true;
        }
    }
    /* those with nothing to be solved for belong to every part */
    for (int r = 0; r < sys->n_roller; r++) {
        if (quire_small_follows(sys->small + sys->roller[r].small, drive) &&
            acts_through(st, part, r)) {
            return true;
        }
    }
    return false;
}

bool
quire_breakpoint_concerns(const struct quire_state *st, const struct quire_part *part,
                          const struct quire_breakpoint *stop)
{
    return stop->sheet >= 0 ? part->has_sheet[stop->sheet]
                            : quire_breakpoint_concerns_drive(st, part, stop->drive);
}
