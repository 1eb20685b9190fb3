#include "cause/delays.h"

#include <math.h>
#include <stdlib.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/parts.h"
#include "cause/symptoms.h"
#include "check/around.h"
#include "check/branch.h"
#include "kind/sensor.h"

#define COUNTS 0.5  /* of the way that a sheet lacks: a loss is the cause from here on */
#define BEGINS 5e-4 /* a delay is seen from here on [m] */

/* Way lost in stretches of time, of which the one in which most was lost is the sign. */
struct loss {
    double way;         /* in all, without what is too little to be a cause [m] */
    double now, most;   /* in the last stretch and in the worst [m] */
    double since, last; /* of the last stretch: since when it is seen, until when [s] */
    double worst_since;
};

struct stretch {
    double since, last; /* [s] */
    bool runs;          /* the drive, then */
};

/* Way that a drive cost a sheet while it had not started yet, and after that. */
struct slowness {
    double lost[2], since[2]; /* [m], [s] */
};

struct quire_delays {
    double *fastest; /* (n_roller) greatest surface speed so far [m/s] */
    /* (n_sheet, n_roller) how much less than most drives each has driven a sheet while it set its
     * pace [m] */
    double *lost;
    /* (n_sheet, n_roller) of that, before the drive first ran, and since; when each became BEGINS
     */
    struct slowness *slow;
    struct loss *behind; /* (n_sheet) by how much it fell behind its drives */
    double *drove;       /* (n_sheet, n_roller) for how long each has held the sheet [s] */
    double *held_back;   /* (n_sheet, n_guide) what each held it back with meanwhile [N s] */
    /* (n_sheet, n_roller) when each held the sheet last at another speed than most drives run at */
    struct stretch *odd;
    double *room; /* (n_roller) to sort in */
    size_t n_roller;
    double time;           /* of the last look; NaN: there was none [s] */
    bool settled;          /* `usual` has not grown since: drives are up to speed */
    double elapsed, usual; /* since the look before [s]; what most drives run at [m/s] */
};

struct quire_delays *
quire_delays_create(const struct quire_view *view)
{
    struct quire_delays *self = calloc(1, sizeof *self);

    if (self == NULL) {
        return NULL;
    }
    self->n_roller = view->n_roller;
    self->time = NAN;
    self->room = calloc(view->n_roller + 1, sizeof *self->room);
    self->fastest = calloc(view->n_roller + 1, sizeof *self->fastest);
    self->lost = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->lost);
    self->drove = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->drove);
    self->slow = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->slow);
    self->behind = calloc(view->n_sheet + 1, sizeof *self->behind);
    self->held_back = calloc(view->n_sheet * view->n_guide + 1, sizeof *self->held_back);
    self->odd = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->odd);
    if (self->room == NULL || self->odd == NULL || self->fastest == NULL || self->lost == NULL ||
        self->slow == NULL || self->drove == NULL || self->behind == NULL ||
        self->held_back == NULL) {
        quire_delays_destroy(self);
        return NULL;
    }
    return self;
}

void
quire_delays_destroy(struct quire_delays *self)
{
    if (self != NULL) {
        free(self->room);
        free(self->odd);
        free(self->fastest);
        free(self->lost);
        free(self->slow);
        free(self->drove);
        free(self->behind);
        free(self->held_back);
        free(self);
    }
}

static int
compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The speed that most drives have, once they run: their median; 0: none has run. */
static double
usual_speed(const struct quire_delays *self)
{
    double *room = self->room;
    size_t n = 0;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (self->fastest[i] >= QUIRE_DIAGNOSIS_DRIVEN) {
            room[n++] = self->fastest[i];
        }
    }
    qsort(room, n, sizeof *room, compare);
    return n > 0 ? room[n / 2] : 0;
}

static void
add(struct loss *loss, double way, double time)
{
    if (!(way > 0)) {
        return;
    }
    if (time - loss->last > QUIRE_DIAGNOSIS_BREAK) {
        loss->now = 0;
    }
    if (loss->now < BEGINS && loss->now + way >= BEGINS) {
        loss->since = time;
    }
    loss->last = time;
    loss->now += way;
    if (loss->now > loss->most) {
        loss->most = loss->now;
        loss->worst_since = loss->since;
    }
}

/* A sheet that is slower than its drives by more than these may differ. */
static void
observe_behind(struct quire_delays *self, const struct quire_view *view, size_t sheet,
               const struct quire_push *slow, double speed, double dt)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const double way = quire_drives_way(slow),
                 by = speed - way * quire_branch_speed(s, way < 0, quire_branch_has(view, s));

    if (!(by > QUIRE_DIAGNOSIS_SPEEDS * speed)) {
        return;
    }
    add(self->behind + sheet, dt * by, view->time);
    if (!(by > QUIRE_DIAGNOSIS_SLIP * speed)) {
        return;
    }
    self->behind[sheet].way += dt * by;
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = view->guide + i;
        if (g->sheet == (int)sheet && way * g->holding >= QUIRE_HOLDING_FORCE) {
            self->held_back[sheet * view->n_guide + i] += dt * way * g->holding;
        }
    }
}

double
quire_delays_odd_since(const struct quire_delays *self, size_t sheet, int roller)
{
    const struct stretch *odd = self->odd + sheet * self->n_roller + (size_t)roller;
    const double apart = fabs(self->fastest[roller] - self->usual);

    return !(odd->last > 0)                               ? (double)NAN
           : apart > QUIRE_DIAGNOSIS_SPEEDS * self->usual ? odd->since + BEGINS / apart
                                                          : odd->since;
}

static void
add_slowness(struct slowness *slow, bool started, double way, double since)
{
    if (slow->lost[started] < BEGINS) {
        slow->since[started] = since;
    }
    slow->lost[started] += way;
}

/* A sheet that runs as slowly as its drive, if that is slower than most. */
static void
observe_lost(struct quire_delays *self, const struct quire_view *view, size_t sheet,
             const struct quire_push *pace, double speed, double dt)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const double way = quire_drives_way(pace),
                 runs = way * quire_branch_speed(s, way < 0, quire_branch_has(view, s)),
                 by = self->usual - fmax(speed, runs);

    /* one on which the sheet lags would lose the same way if it ran faster */
    if (!(quire_drives_slip(pace) && way * pace->slip < 0) &&
        by > QUIRE_DIAGNOSIS_SPEEDS * self->usual) {
        const size_t k = sheet * self->n_roller + (size_t)pace->roller;
        self->lost[k] += dt * by;
        const bool started = self->fastest[pace->roller] >= QUIRE_DIAGNOSIS_DRIVEN;
        const double touched = quire_delays_odd_since(self, sheet, pace->roller);
        add_slowness(self->slow + k, started, dt * by,
                     started ? fmin(view->time, touched) : view->time);
    }
}

void
quire_delays_begin(struct quire_delays *self, const struct quire_view *view)
{
    bool faster = false;

    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        const double speed = r->is_driver ? fabs(quire_parts_drive_speed(r)) : 0;
        if (speed > self->fastest[i]) {
            self->fastest[i] = speed;
            faster = true;
        }
    }
    const double before = self->usual;
    self->usual = faster ? usual_speed(self) : before;
    self->settled = self->usual <= (1 + QUIRE_DIAGNOSIS_SPEEDS) * before;
    self->elapsed = isnan(self->time) ? 0 : view->time - self->time;
    self->time = view->time;
}

static bool
lasts(const struct stretch *stretch, double time)
{
    return stretch->last > 0 && time - stretch->last <= QUIRE_DIAGNOSIS_BREAK;
}

static void
note(struct stretch *stretch, double time, bool runs)
{
    if (!lasts(stretch, time) || (runs && !stretch->runs)) {
        stretch->since = time;
    }
    stretch->last = time;
    stretch->runs = runs;
}

/* Drives that run at another speed than most, and that move the sheet so: one that it touches slips
 * on it until it holds it, or slows its leading edge down before that. */
static void
observe_odd(struct quire_delays *self, const struct quire_view *view, size_t sheet, double way)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const bool slow = way * quire_branch_speed(s, way < 0, quire_branch_has(view, s)) <
                      (1 - QUIRE_DIAGNOSIS_SPEEDS) * self->usual;

    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        struct stretch *odd = self->odd + sheet * self->n_roller + i;
        const double apart = fabs(fabs(quire_parts_drive_speed(r)) - self->usual);
        const bool runs = fabs(r->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN,
                   slips = fabs(r->slip) > QUIRE_DIAGNOSIS_SLIP * fabs(r->surface_speed),
                   moves = !runs || slow || !slips || lasts(odd, view->time);
        if (self->settled && r->is_driver && moves &&
            apart > QUIRE_DIAGNOSIS_SPEEDS * self->usual &&
            r->normal >= (runs && slow ? 0 : QUIRE_HOLDING_FORCE) &&
            quire_around_touches(view, sheet, r)) {
            note(odd, view->time, runs);
        }
    }
}

void
quire_delays_observe(struct quire_delays *self, const struct quire_view *view, size_t sheet,
                     const struct quire_push *push, size_t n)
{
    const struct quire_push *pace = quire_drives_pace(push, n);
    const double dt = self->elapsed;

    observe_odd(self, view, sheet, quire_drives_way(pace));
    for (size_t i = 0; i < n; i++) {
        self->drove[sheet * self->n_roller + (size_t)push[i].roller] += dt;
    }
    if (pace != NULL && self->usual > 0) {
        const double speed = fabs(quire_parts_drive_speed(view->roller + pace->roller));
        observe_lost(self, view, sheet, pace, speed, dt);
        observe_behind(self, view, sheet, pace, speed, dt);
    }
}

/* Since when a drive that is slower than others has cost the sheet BEGINS. A drive that has not
 * started yet costs way, too; what it cost after that counts where it is more. */
static double
lost_since(const struct quire_delays *self, size_t sheet, size_t roller)
{
    const struct slowness *slow = self->slow + sheet * self->n_roller + roller;
    const int started = slow->lost[1] > slow->lost[0];

    return slow->lost[started] >= BEGINS ? slow->since[started]
                                         : quire_delays_odd_since(self, sheet, (int)roller);
}

/* Of the drives that have held the sheet the one that has never run as fast as most do; of those of
 * one speed the one that held it first; n_roller: there is none. */
static size_t
slowest_of_all(const struct quire_delays *self, size_t sheet)
{
    const double usual = usual_speed(self);
    const double *held = self->drove + sheet * self->n_roller;
    size_t found = self->n_roller;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (held[i] > 0 && self->fastest[i] < (1 - QUIRE_DIAGNOSIS_SPEEDS) * usual &&
            (found == self->n_roller ||
             self->fastest[i] < (1 - QUIRE_DIAGNOSIS_SPEEDS) * self->fastest[found] ||
             (self->fastest[i] < self->fastest[found] / (1 - QUIRE_DIAGNOSIS_SPEEDS) &&
              quire_delays_odd_since(self, sheet, (int)i) <
                  quire_delays_odd_since(self, sheet, (int)found)))) {
            found = i;
        }
    }
    return found;
}

/* The way that the sheet lacks to the sensor at which its first edge is due, or, if it lies there,
 * its last one [m]; 0: that is not known. */
static double
lacking(const struct quire_sheet_view *s, const struct quire_check_result *result, bool back)
{
    const struct quire_sensor_common *sensor =
        result->sensor != NULL ? result->sensor->params : NULL;
    const double lead = s->lead.path_distance, trail = s->trail.path_distance,
                 first = back ? trail : lead, last = back ? lead : trail;

    if (sensor == NULL || sensor->path == NULL || sensor->path != quire_around_path(s)) {
        return 0;
    }
    return fabs(sensor->at - (sensor->at >= fmin(lead, trail) && sensor->at <= fmax(lead, trail)
                                  ? last
                                  : first));
}

/* The guide that has held the sheet back most while it fell behind its drives, if it fell behind by
 * QUIRE_DIAGNOSIS_LOST; n_guide: there is none. */
static size_t
guide_that_delayed(const struct quire_delays *self, const struct quire_view *view, size_t sheet)
{
    const double *held = self->held_back + sheet * view->n_guide;
    size_t most = 0;

    for (size_t i = 0; i < view->n_guide; i++) {
        most = held[i] > held[most] ? i : most;
    }
    return self->behind[sheet].way >= QUIRE_DIAGNOSIS_LOST && view->n_guide > 0 && held[most] > 0
               ? most
               : view->n_guide;
}

/* One that holds a sheet and stands differs from others. */
static bool
stands(const struct quire_push *pace)
{
    return pace != NULL && pace->speed < QUIRE_DIAGNOSIS_DRIVEN;
}

static void
add_sign(struct quire_why *out, const struct loss *loss)
{
    if (loss->most > 0) {
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_DELAY, loss->worst_since,
                                                          out->sort, out->name, loss->way});
    }
}

void
quire_delays_blame_guide(const struct quire_delays *self, const struct quire_view *view,
                         size_t sheet, struct quire_why *out)
{
    const size_t guide = guide_that_delayed(self, view, sheet);

    if (guide < view->n_guide) {
        quire_why_blame(out, QUIRE_MECHANISM_DRAG, "guide", view->guide[guide].name);
        add_sign(out, self->behind + sheet);
    }
}

void
quire_delays_add_behind(const struct quire_delays *self, size_t sheet, struct quire_why *out)
{
    add_sign(out, self->behind + sheet);
}

void
quire_delays_find(const struct quire_delays *self, const struct quire_view *view, size_t sheet,
                  const struct quire_check_result *result, const struct quire_push *pace,
                  struct quire_why *out)
{
    const double *lost = self->lost + sheet * self->n_roller;
    const size_t guide = guide_that_delayed(self, view, sheet);
    const double part = COUNTS * lacking(view->sheet + sheet, result, out->back),
                 enough = fmax(QUIRE_DIAGNOSIS_LOST, part);
    size_t roller = slowest_of_all(self, sheet), most = 0;

    for (size_t i = 0; i < self->n_roller; i++) {
        most = lost[i] > lost[most] ? i : most;
    }
    if (pace != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, pace->sort, pace->name);
    }
    if (guide < view->n_guide && self->behind[sheet].way > fmax(lost[most], enough)) {
        quire_why_blame(out, QUIRE_MECHANISM_DRAG, "guide", view->guide[guide].name);
        add_sign(out, self->behind + sheet);
        return;
    }
    if (roller < self->n_roller && lost[roller] < part) {
        roller = self->n_roller;
    }
    if (roller == self->n_roller && self->n_roller > 0 && lost[most] >= enough) {
        roller = most;
    }
    if (roller < self->n_roller) {
        const struct quire_around at = quire_around_roller(view, view->roller + roller);
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, at.sort, at.name);
        quire_symptoms_insert(out, (struct quire_symptom){QUIRE_SYMPTOM_DELAY,
                                                          lost_since(self, sheet, roller),
                                                          out->sort, out->name, lost[roller]});
    } else if (result->sensor != NULL && !stands(pace)) {
        quire_why_blame(out, QUIRE_MECHANISM_DUE, "sensor", result->sensor->name);
    }
}

/* Of the drives that have held the sheet the one that has run fastest; of those of one speed the
 * one that has held it longest; n_roller: none has. */
static size_t
fastest_of_all(const struct quire_delays *self, size_t sheet)
{
    const double *held = self->drove + sheet * self->n_roller;
    size_t found = self->n_roller;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (held[i] > 0 &&
            (found == self->n_roller ||
             self->fastest[i] > (1 + QUIRE_DIAGNOSIS_SPEEDS) * self->fastest[found] ||
             (self->fastest[i] > (1 - QUIRE_DIAGNOSIS_SPEEDS) * self->fastest[found] &&
              held[i] > held[found]))) {
            found = i;
        }
    }
    return found;
}

/* Whether other drives of the machine are slower than this one. */
static bool
is_faster(const struct quire_delays *self, size_t roller)
{
    bool faster = false;

    for (size_t i = 0; i < self->n_roller; i++) {
        faster =
            faster || (self->fastest[i] >= QUIRE_DIAGNOSIS_DRIVEN &&
                       self->fastest[i] < (1 - QUIRE_DIAGNOSIS_SPEEDS) * self->fastest[roller]);
    }
    return faster;
}

void
quire_delays_find_early(const struct quire_delays *self, const struct quire_view *view,
                        size_t sheet, const struct quire_check_result *result,
                        struct quire_why *out)
{
    const size_t fast = fastest_of_all(self, sheet);

    if (result->sensor != NULL && (fast == self->n_roller || !is_faster(self, fast))) {
        quire_why_blame(out, QUIRE_MECHANISM_DUE, "sensor", result->sensor->name);
    } else if (fast < self->n_roller) {
        const struct quire_around at = quire_around_roller(view, view->roller + fast);
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, at.sort, at.name);
        quire_symptoms_insert(out,
                              (struct quire_symptom){QUIRE_SYMPTOM_AHEAD,
                                                     quire_delays_odd_since(self, sheet, (int)fast),
                                                     out->sort, out->name, self->fastest[fast]});
    }
}
