#include "events/sensor_roots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "events/looks.h"
#include "model/order.h"

/* How exactly a crossing is located: a sheet at 1 m/s moves 0.1 nm in that time. */
#define TIME_TOLERANCE  1e-10   /* [s] */
#define TIME_GRID       0x1p-34 /* of the times of crossings, 6e-11 s [s] */
#define MOST_ITERATIONS 100
/* At the start a function within this part of the hysteresis is at rest on the sensor. */
#define REST_SHARE 0.01

enum side { UNKNOWN, RESTING, BEFORE, AFTER };

/* One signal of one sensor for one sheet. */
struct latch {
    enum side side;
    double value; /* of the root function at the last accepted time */
};

struct sensor {
    const struct quire_object *object;
    const struct quire_sensor_ops *ops;
    void *prepared;
    double hysteresis;
    size_t first; /* its first latch among those of a sheet */
};

/* What is known of a sheet. Times are [s]. */
struct watched {
    double time;         /* last accepted */
    struct latch *latch; /* then (n_signal) */
    double *value;       /* root functions at the end of the step being looked at (n_signal) */
    double end_time;     /* of that step */
    /* looks within it: when, and latches then (n_look), (n_look, n_signal) */
    double *look_time;
    struct latch *look;
    size_t n_look, room;
    /* as far as it may go until looks are needed again [m]; its speeds at the last look */
    double way;
    struct quire_look_speed speed;
    double end_speed; /* in any direction, at the end of the step being looked at [m/s] */
};

struct quire_sensor_roots {
    struct sensor *sensor; /* (n_sensor) */
    /* sensors as model/order.h has them: so come signals of the same time, not as in the file
     * (n_sensor) */
    size_t *order;
    size_t n_sensor, n_sheet, n_signal; /* of all sensors together */
    struct watched *sheet;              /* (n_sheet) */
    struct quire_sensor_crossing *crossing;
    size_t n_crossing, room;
};

static bool
is_watched(const struct quire_part *part, size_t sheet)
{
    return part == NULL || part->has_sheet[sheet];
}

/* how many sheets are watched, and which one is number i of them: there may be as many parts as
 * sheets */
static size_t
count_watched(const struct quire_sensor_roots *self, const struct quire_part *part)
{
    return part == NULL ? self->n_sheet : (size_t)part->n_sheet;
}

static size_t
watched(const struct quire_part *part, size_t i)
{
    return part == NULL ? i : (size_t)part->sheet[i];
}

static void
evaluate(struct quire_sensor_roots *self, const struct quire_part *part,
         const struct quire_view *view)
{
    for (size_t n = 0; n < count_watched(self, part); n++) {
        const size_t k = watched(part, n);
        self->sheet[k].end_time = view->time;
        for (size_t i = 0; i < self->n_sensor; i++) {
            const struct sensor *s = &self->sensor[i];
            s->ops->roots(s->object, s->prepared, &view->sheet[k], self->sheet[k].value + s->first);
        }
    }
}

/* +1 or -1 if the latch crosses zero on the way to `value` in a direction that is a signal,
 * otherwise 0. */
static int
crossing_of(const struct sensor *s, int signal, const struct latch *latch, double value)
{
    const int direction = s->ops->direction != NULL ? s->ops->direction(s->object, signal) : +1;
    if (latch->side == BEFORE && value >= 0 && direction >= 0) {
        return +1;
    }
    return latch->side == AFTER && value <= 0 && direction <= 0 ? -1 : 0;
}

/* A signal is given only from BEFORE or AFTER, and these are reached only at a distance from
 * zero. */
static enum side
side_from_rest(double value, double away)
{
    if (fabs(value) > 0 && fabs(value) >= away) {
        return value < 0 ? BEFORE : AFTER;
    }
    return RESTING;
}

static void
update(const struct sensor *s, int signal, struct latch *latch, double value)
{
    const bool crossed =
        (latch->side == BEFORE && value >= 0) || (latch->side == AFTER && value <= 0);
    if (isnan(value)) {
        latch->side = UNKNOWN;
    } else if (latch->side == UNKNOWN) {
        latch->side = side_from_rest(value, REST_SHARE * s->hysteresis);
    } else if (latch->side == RESTING || (crossed && crossing_of(s, signal, latch, value) == 0)) {
        latch->side = side_from_rest(value, s->hysteresis);
    } /* else: still there, or beyond zero before its located time: the next find() tells */
    latch->value = value;
}

/* one more, behind those that come before it and those that say the same */
static void
put_in_order(struct quire_sensor_roots *self, size_t sensor)
{
    size_t i = sensor;
    for (; i > 0 && quire_object_compare(self->sensor[self->order[i - 1]].object,
                                         self->sensor[sensor].object) > 0;
         i--) {
        self->order[i] = self->order[i - 1];
    }
    self->order[i] = sensor;
}

static quire_status
add_sensors(struct quire_sensor_roots *self, const struct quire_object *root,
            quire_outline_of *outline_of, void *user)
{
    const struct quire_object *object;
    for (size_t i = 0; (object = quire_object_next_in(root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_common *common = object->params;
        struct sensor *s = &self->sensor[self->n_sensor];
        *s = (struct sensor){.object = object,
                             .ops = object->kind->ops,
                             .hysteresis = common->hysteresis,
                             .first = self->n_signal};
        s->prepared = calloc(1, s->ops->prepared_size + 1);
        if (s->prepared == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        put_in_order(self, self->n_sensor++);
        self->n_signal += (size_t)s->ops->n_signal;
        s->ops->prepare(object, common->path != NULL ? outline_of(user, common->path) : NULL,
                        s->prepared);
    }
    self->sheet = calloc(self->n_sheet + 1, sizeof *self->sheet);
    for (size_t k = 0; self->sheet != NULL && k < self->n_sheet; k++) {
        struct watched *w = &self->sheet[k];
        w->latch = calloc(self->n_signal + 1, sizeof *w->latch);
        w->value = calloc(self->n_signal + 1, sizeof *w->value);
        if (w->latch == NULL || w->value == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
    }
    self->room = self->n_signal + 1;
    self->crossing = calloc(self->room, sizeof *self->crossing);
    return self->sheet != NULL && self->crossing != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}

quire_status
quire_sensor_roots_create(struct quire_sensor_roots **out, const struct quire_model *model,
                          quire_outline_of *outline_of, void *user, const struct quire_view *view)
{
    *out = NULL;
    struct quire_sensor_roots *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    quire_status status = QUIRE_ERROR_LIMIT;
    self->n_sheet = view->n_sheet;
    self->sensor = calloc(model->root->n_child + 1, sizeof *self->sensor);
    self->order = calloc(model->root->n_child + 1, sizeof *self->order);
    if (self->sensor == NULL || self->order == NULL ||
        (status = add_sensors(self, model->root, outline_of, user)) != QUIRE_OK) {
        quire_sensor_roots_destroy(self);
        return status;
    }
    quire_sensor_roots_accept(self, NULL, view);
    *out = self;
    return QUIRE_OK;
}

void
quire_sensor_roots_destroy(struct quire_sensor_roots *self)
{
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; i < self->n_sensor; i++) {
        free(self->sensor[i].prepared);
    }
    for (size_t k = 0; self->sheet != NULL && k < self->n_sheet; k++) {
        free(self->sheet[k].latch);
        free(self->sheet[k].value);
        free(self->sheet[k].look_time);
        free(self->sheet[k].look);
    }
    free(self->sensor);
    free(self->order);
    free(self->sheet);
    free(self->crossing);
    free(self);
}

/* One root function alone. */
static double
value_at(const struct sensor *s, int signal, const struct quire_sheet_view *sheet)
{
    double g[QUIRE_SENSOR_SIGNALS];
    s->ops->roots(s->object, s->prepared, sheet, g);
    return g[signal];
}

/* The time in (from, to] at which g, of different sign at both ends, has crossed zero: the false
 * position method with the Illinois rule (Dowell and Jarratt 1971), halving where it does not
 * get on. The answer is the next time of a grid, so that the crossing has happened, and that the
 * looks of other sensors do not matter. */
static double
locate(const struct sensor *s, struct quire_sensor_crossing c, double from, double g_from,
       double to, double g_to, quire_view_at *view_at, void *user)
{
    const bool rises = c.direction > 0;
    const double end = to;
    int last = 0;
    if (rises ? g_from >= 0 : g_from <= 0) {
        return from; /* it came with another one, less than the tolerance ago */
    }
    for (int i = 0; i < MOST_ITERATIONS && to - from > TIME_TOLERANCE; i++) {
        double t = (from * g_to - to * g_from) / (g_to - g_from);
        if (i % 4 == 3 || !(t > from && t < to)) {
            t = from + 0.5 * (to - from);
        }
        const struct quire_view *view = t > from && t < to ? view_at(user, t) : NULL;
        if (view == NULL) {
            break;
        }
        const double g = value_at(s, c.signal, &view->sheet[c.sheet]);
        if (rises ? g >= 0 : g <= 0) {
            to = t, g_to = g;
            g_from *= last == 1 ? 0.5 : 1.0;
            last = 1;
        } else {
            from = t, g_from = isnan(g) ? g_from : g;
            g_to *= last == -1 ? 0.5 : 1.0;
            last = -1;
        }
    }
    for (double t = TIME_GRID * (floor(from / TIME_GRID) + 1); t < to; t += TIME_GRID) {
        const struct quire_view *view = view_at(user, t);
        const double g = view != NULL ? value_at(s, c.signal, &view->sheet[c.sheet]) : (double)NAN;
        if (rises ? g >= 0 : g <= 0) {
            return t;
        }
    }
    return fmin(TIME_GRID * ceil(to / TIME_GRID), end);
}

static bool
insert_in_time_order(struct quire_sensor_roots *self, struct quire_sensor_crossing c)
{
    if (self->n_crossing == self->room) {
        const size_t room = 2 * self->room;
        struct quire_sensor_crossing *grown = realloc(self->crossing, room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        self->crossing = grown;
        self->room = room;
    }
    size_t i = self->n_crossing++;
    for (; i > 0 && self->crossing[i - 1].time > c.time; i--) {
        self->crossing[i] = self->crossing[i - 1];
    }
    self->crossing[i] = c;
    return true;
}

/* Takes what was found for these sheets off the list. */
static void
forget_crossings(struct quire_sensor_roots *self, const struct quire_part *part)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->n_crossing; i++) {
        if (!is_watched(part, self->crossing[i].sheet)) {
            self->crossing[kept++] = self->crossing[i];
        }
    }
    self->n_crossing = kept;
}

/* ---- looks within a step ---- */

/* what was known of a sheet at the last look before a time, and when that was */
static const struct latch *
known_before(const struct quire_sensor_roots *self, const struct watched *w, double time,
             double *when)
{
    size_t n = w->n_look;

    while (n > 0 && w->look_time[n - 1] > time) {
        n--;
    }
    *when = n > 0 ? w->look_time[n - 1] : w->time;
    return n > 0 ? w->look + (n - 1) * self->n_signal : w->latch;
}

/* crossings since the last look, of all sheets at the same time */
static bool
find_crossings(struct quire_sensor_roots *self, const struct quire_part *part,
               quire_view_at *view_at, void *user)
{
    for (size_t i = 0; i < self->n_sensor; i++) {
        const struct sensor *s = &self->sensor[self->order[i]];
        const size_t signals = (size_t)s->ops->n_signal;
        for (size_t j = 0; j < count_watched(self, part) * signals; j++) {
            struct quire_sensor_crossing c = {.sensor = s->object,
                                              .signal = (int)(j % signals),
                                              .sheet = watched(part, j / signals)};
            const struct watched *w = &self->sheet[c.sheet];
            const size_t at = s->first + j % signals;
            double from;
            const struct latch *latch = known_before(self, w, w->end_time, &from) + at;

            c.after = from;
            c.direction = crossing_of(s, c.signal, latch, w->value[at]);
            if (c.direction != 0) {
                c.time = locate(s, c, from, latch->value, w->end_time, w->value[at], view_at, user);
                if (!insert_in_time_order(self, c)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Latches of a sheet after what was found up to its end_time: from those at the last look to
 * `out`, which may be the same. */
static void
follow(const struct quire_sensor_roots *self, size_t sheet, struct latch *out)
{
    const struct watched *w = &self->sheet[sheet];
    double from;
    const struct latch *known = known_before(self, w, w->end_time, &from);

    if (out != known) {
        memcpy(out, known, self->n_signal * sizeof *out);
    }
    for (size_t i = 0; i < self->n_crossing; i++) {
        const struct quire_sensor_crossing *c = &self->crossing[i];
        for (size_t k = 0;
             c->sheet == sheet && c->after >= from && c->time <= w->end_time && k < self->n_sensor;
             k++) {
            if (self->sensor[k].object == c->sensor) {
                out[self->sensor[k].first + (size_t)c->signal].side = RESTING;
            }
        }
    }
    for (size_t i = 0; i < self->n_sensor; i++) {
        const struct sensor *s = &self->sensor[i];
        for (int j = 0; j < s->ops->n_signal; j++) {
            const size_t at = s->first + (size_t)j;
            update(s, j, &out[at], w->value[at]);
        }
    }
}

/* keeps what a look has shown */
static bool
keep_look(struct quire_sensor_roots *self, size_t sheet)
{
    struct watched *w = &self->sheet[sheet];

    if (w->n_look == w->room) {
        const size_t room = 2 * w->room + 8;
        double *time = realloc(w->look_time, room * sizeof *time);
        w->look_time = time != NULL ? time : w->look_time;
        struct latch *latch = realloc(w->look, room * (self->n_signal + 1) * sizeof *latch);
        w->look = latch != NULL ? latch : w->look;
        if (time == NULL || latch == NULL) {
            return false;
        }
        w->room = room;
    }
    follow(self, sheet, w->look + w->n_look * self->n_signal);
    w->look_time[w->n_look++] = w->end_time;
    return true;
}

/* how long after a view the next look at a sheet may come, in a step of length h */
static double
look_after(struct quire_sensor_roots *self, size_t sheet, const struct quire_view *view, double h)
{
    struct watched *w = &self->sheet[sheet];
    struct quire_sensor_ways least = {HUGE_VAL, HUGE_VAL, false};

    quire_look_speed_add(&w->speed, &view->sheet[sheet]);
    for (size_t i = 0; i < self->n_sensor; i++) {
        const struct sensor *s = &self->sensor[i];
        struct quire_sensor_ways ways = {0, 0, false};
        if (s->ops->ways != NULL) {
            s->ops->ways(s->object, s->prepared, &view->sheet[sheet], &ways);
        }
        least.edge = fmin(least.edge, ways.edge);
        least.side = fmin(least.side, ways.side);
        least.speed = least.speed || ways.speed;
    }
    w->way = fmin(fmin(least.edge, least.side), least.speed ? QUIRE_LOOK_WAY_AT_SPEED : HUGE_VAL);
    return quire_look_after(&least, &w->speed, h);
}

/* Takes off the ways that sheets may still go what they may have gone in h, with the speeds known;
 * whether any has gone farther. */
static bool
use_up(struct quire_sensor_roots *self, const struct quire_part *part,
       const struct quire_view *view, double h)
{
    bool any = false;

    for (size_t n = 0; n < count_watched(self, part); n++) {
        struct watched *w = &self->sheet[watched(part, n)];
        const double way = QUIRE_LOOK_FASTER * w->speed.all * h;
        any = any || (view->sheet[watched(part, n)].entered && way > fmax(w->way, QUIRE_LOOK_WAY));
        w->way -= way;
    }
    return any;
}

/* when the next look after one at `time` is due, in a step of length h */
static double
next_look(struct quire_sensor_roots *self, const struct quire_part *part, double time, double until,
          double h, quire_view_at *view_at, void *user)
{
    const struct quire_view *view = view_at(user, time);
    double after = until - time;

    for (size_t n = 0; view != NULL && n < count_watched(self, part); n++) {
        const size_t k = watched(part, n);
        if (view->sheet[k].entered) {
            after = fmin(after, look_after(self, k, view, h));
        }
    }
    return time + after < until ? time + after : until;
}

/* looks within a step that ends at `until` */
static bool
look_into(struct quire_sensor_roots *self, const struct quire_part *part,
          const struct quire_view *end, quire_view_at *view_at, void *user)
{
    const double until = end->time, h = until - self->sheet[watched(part, 0)].time;
    double before = until - h, time;

    for (size_t n = 0; n < count_watched(self, part); n++) {
        const size_t k = watched(part, n);
        quire_look_speed_add(&self->sheet[k].speed, &end->sheet[k]);
    }
    while ((time = next_look(self, part, before, until, h, view_at, user)) < until) {
        const struct quire_view *view = view_at(user, time);
        bool kept = true;
        if (view == NULL) {
            return true;
        }
        evaluate(self, part, view);
        if (!find_crossings(self, part, view_at, user)) {
            return false;
        }
        for (size_t n = 0; kept && n < count_watched(self, part); n++) {
            kept = keep_look(self, watched(part, n));
        }
        if (!kept) {
            return false;
        }
        before = time;
    }
    use_up(self, part, view_at(user, until), until - before);
    return true;
}

const struct quire_sensor_crossing *
quire_sensor_roots_find(struct quire_sensor_roots *self, const struct quire_part *part,
                        const struct quire_view *end, quire_view_at *view_at, void *user, size_t *n)
{
    const double until = end->time;

    forget_crossings(self, part);
    for (size_t i = 0; i < count_watched(self, part); i++) {
        struct watched *w = &self->sheet[watched(part, i)];
        w->n_look = 0;
        w->end_speed = quire_look_speed(&end->sheet[watched(part, i)]);
        w->speed.all = fmax(w->speed.all, w->end_speed);
    }
    if (count_watched(self, part) > 0 &&
        use_up(self, part, end, until - self->sheet[watched(part, 0)].time)) {
        if (!look_into(self, part, end, view_at, user)) {
            return NULL;
        }
        end = view_at(user, until);
    }
    for (size_t i = 0; i < count_watched(self, part); i++) { /* the next step begins there */
        struct watched *w = &self->sheet[watched(part, i)];
        w->speed = (struct quire_look_speed){.all = w->end_speed};
    }
    evaluate(self, part, end);
    const bool found = find_crossings(self, part, view_at, user);
    *n = self->n_crossing;
    return found ? self->crossing : NULL;
}

void
quire_sensor_roots_commit(struct quire_sensor_roots *self, const struct quire_part *part)
{
    for (size_t n = 0; n < count_watched(self, part); n++) {
        struct watched *w = &self->sheet[watched(part, n)];
        follow(self, watched(part, n), w->latch);
        w->time = w->end_time;
        w->n_look = 0;
    }
    forget_crossings(self, part);
}

void
quire_sensor_roots_accept(struct quire_sensor_roots *self, const struct quire_part *part,
                          const struct quire_view *view)
{
    evaluate(self, part, view);
    quire_sensor_roots_commit(self, part);
    for (size_t n = 0; n < count_watched(self, part); n++) {
        struct watched *w = &self->sheet[watched(part, n)];
        w->way = 0;
        w->speed =
            (struct quire_look_speed){.all = quire_look_speed(&view->sheet[watched(part, n)])};
    }
}

size_t
quire_sensor_roots_sensor_count(const struct quire_sensor_roots *self)
{
    return self->n_sensor;
}

double
quire_sensor_roots_value(const struct quire_sensor_roots *self, size_t index,
                         const struct quire_view *view)
{
    const struct sensor *s = &self->sensor[index];
    return s->ops->value(s->object, s->prepared, view);
}
