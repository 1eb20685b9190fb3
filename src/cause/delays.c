#include "cause/delays.h"

#include <math.h>
#include <stdlib.h>

#include "cause/drives.h"
#include "cause/limits.h"
#include "cause/symptoms.h"
#include "check/around.h"
#include "check/branch.h"

#define BEGINS 2e-3 /* a delay is seen from here on [m] */

struct quire_delays {
    /* (n_roller) greatest surface speed so far [m/s]; (n_sheet, n_roller) how much less than most
     * drives each has driven a sheet while it set its pace [m] */
    double *fastest, *lost;
    double *drove; /* (n_sheet, n_roller) for how long each has held the sheet [s] */
    /* (n_sheet) by how much it fell behind its drives [m]; (n_sheet, n_guide) what each guide has
     * held it back with meanwhile [N s] */
    double *behind, *held_back;
    /* when `lost` and `behind` began to be more than BEGINS (n_sheet, n_roller), (n_sheet); 0: they
     * are not [s] */
    double *lost_since, *behind_since;
    double *room; /* (n_roller) to sort in */
    size_t n_roller;
    double time;           /* of the last look; NaN: there was none [s] */
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
    self->behind = calloc(view->n_sheet + 1, sizeof *self->behind);
    self->held_back = calloc(view->n_sheet * view->n_guide + 1, sizeof *self->held_back);
    self->lost_since = calloc(view->n_sheet * view->n_roller + 1, sizeof *self->lost_since);
    self->behind_since = calloc(view->n_sheet + 1, sizeof *self->behind_since);
    if (self->room == NULL || self->lost_since == NULL || self->behind_since == NULL ||
        self->fastest == NULL || self->lost == NULL || self->drove == NULL ||
        self->behind == NULL || self->held_back == NULL) {
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
        free(self->fastest);
        free(self->lost);
        free(self->drove);
        free(self->behind);
        free(self->held_back);
        free(self->lost_since);
        free(self->behind_since);
        free(self);
    }
}

/* How fast a roller would run without its sheet: a clutch, or a motor at its limit, gives way to
 * what holds the sheet. */
static double
would_run(const struct quire_roller_view *r)
{
    return isnan(r->clutch_slip) ? fabs(r->surface_speed)
                                 : fabs(r->shaft_speed * r->radius + r->clutch_slip);
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

/* Adds way, and notes when there is enough of it to be seen. */
static void
add(double *way, double *since, size_t i, double more, double time)
{
    since[i] = way[i] < BEGINS && way[i] + more >= BEGINS ? time : since[i];
    way[i] += more;
}

/* A sheet that is slower than its drives by the tenth at which they slip. */
static void
observe_behind(struct quire_delays *self, const struct quire_view *view, size_t sheet,
               const struct quire_push *slow, double speed, double dt)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    const double way = quire_drives_way(slow),
                 by = speed - way * quire_branch_speed(s, quire_branch_has(view, s));

    if (!(by > QUIRE_DIAGNOSIS_SLIP * speed)) {
        return;
    }
    add(self->behind, self->behind_since, sheet, dt * by, view->time);
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = view->guide + i;
        if (g->sheet == (int)sheet && way * g->holding >= QUIRE_HOLDING_FORCE) {
            self->held_back[sheet * view->n_guide + i] += dt * way * g->holding;
        }
    }
}

void
quire_delays_begin(struct quire_delays *self, const struct quire_view *view)
{
    for (size_t i = 0; i < self->n_roller; i++) {
        const struct quire_roller_view *r = view->roller + i;
        self->fastest[i] = r->is_driver ? fmax(self->fastest[i], would_run(r)) : 0;
    }
    self->usual = usual_speed(self);
    self->elapsed = isnan(self->time) ? 0 : view->time - self->time;
    self->time = view->time;
}

void
quire_delays_observe(struct quire_delays *self, const struct quire_view *view, size_t sheet,
                     const struct quire_push *push, size_t n)
{
    const struct quire_push *pace = quire_drives_pace(push, n);
    const double dt = self->elapsed;

    for (size_t i = 0; i < n; i++) {
        self->drove[sheet * self->n_roller + (size_t)push[i].roller] += dt;
    }
    if (pace != NULL && self->usual > 0) {
        const double speed = would_run(view->roller + pace->roller);
        add(self->lost, self->lost_since, sheet * self->n_roller + (size_t)pace->roller,
            dt * fmax(self->usual - speed, 0), view->time);
        observe_behind(self, view, sheet, pace, speed, dt);
    }
}

/* Of the drives that have held the sheet the one that has never run as fast as most do; n_roller:
 * there is none. */
static size_t
slowest_of_all(const struct quire_delays *self, const double *held)
{
    const double usual = usual_speed(self);
    size_t found = self->n_roller;

    for (size_t i = 0; i < self->n_roller; i++) {
        if (held[i] > 0 && self->fastest[i] < (1 - QUIRE_DIAGNOSIS_SPEEDS) * usual &&
            (found == self->n_roller || self->fastest[i] < self->fastest[found])) {
            found = i;
        }
    }
    return found;
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
    return self->behind[sheet] >= QUIRE_DIAGNOSIS_LOST && view->n_guide > 0 && held[most] > 0
               ? most
               : view->n_guide;
}

static void
add_sign(struct quire_why *out, double since, double way)
{
    if (since > 0) {
        quire_symptoms_insert(
            out, (struct quire_symptom){QUIRE_SYMPTOM_DELAY, since, out->sort, out->name, way});
    }
}

void
quire_delays_find(const struct quire_delays *self, const struct quire_view *view, size_t sheet,
                  const struct quire_check_result *result, const struct quire_push *pace,
                  struct quire_why *out)
{
    const double *lost = self->lost + sheet * self->n_roller;
    const size_t guide = guide_that_delayed(self, view, sheet);
    size_t roller = slowest_of_all(self, self->drove + sheet * self->n_roller), most = 0;

    for (size_t i = 0; i < self->n_roller; i++) {
        most = lost[i] > lost[most] ? i : most;
    }
    quire_why_blame(out, QUIRE_MECHANISM_DRIVE, pace->sort, pace->name);
    if (guide < view->n_guide && self->behind[sheet] > lost[most]) {
        quire_why_blame(out, QUIRE_MECHANISM_DRAG, "guide", view->guide[guide].name);
        add_sign(out, self->behind_since[sheet], self->behind[sheet]);
        return;
    }
    if (roller == self->n_roller && self->n_roller > 0 && lost[most] >= QUIRE_DIAGNOSIS_LOST) {
        roller = most;
    }
    if (roller < self->n_roller) {
        const struct quire_around at = quire_around_roller(view, view->roller + roller);
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, at.sort, at.name);
        add_sign(out, self->lost_since[sheet * self->n_roller + roller], lost[roller]);
    } else if (result->sensor != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, "sensor", result->sensor->name);
    }
}
