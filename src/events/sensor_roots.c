#include "events/sensor_roots.h"

#include <math.h>
#include <stdlib.h>

#include "kind/sensor.h"
#include "model/order.h"

/* How exactly a crossing is located: a sheet at 1 m/s moves 0.1 nm in that time. */
#define TIME_TOLERANCE  1e-10 /* [s] */
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
    size_t first; /* its first latch; n_signal for each sheet in turn */
};

struct quire_sensor_roots {
    struct sensor *sensor; /* (n_sensor) */
    /* sensors as model/order.h has them: so come signals of the same time, not as in the file
     * (n_sensor) */
    size_t *order;
    size_t n_sensor, n_sheet;
    struct latch *latch; /* (n_latch) */
    double *end_value;   /* root functions at the end of the step being looked at (n_latch) */
    struct quire_sensor_crossing *crossing; /* (n_crossing of n_latch) */
    size_t n_latch, n_crossing;
    /* of each sheet: last accepted, and of the step being looked at [s] (n_sheet) */
    double *time, *end_time;
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
        self->end_time[k] = view->time;
        for (size_t i = 0; i < self->n_sensor; i++) {
            const struct sensor *s = &self->sensor[i];
            s->ops->roots(s->object, s->prepared, &view->sheet[k],
                          self->end_value + s->first + k * (size_t)s->ops->n_signal);
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
                             .first = self->n_latch};
        s->prepared = calloc(1, s->ops->prepared_size + 1);
        if (s->prepared == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        put_in_order(self, self->n_sensor++);
        self->n_latch += (size_t)s->ops->n_signal * self->n_sheet;
        s->ops->prepare(object, common->path != NULL ? outline_of(user, common->path) : NULL,
                        s->prepared);
    }
    self->latch = calloc(self->n_latch + 1, sizeof *self->latch);
    self->end_value = calloc(self->n_latch + 1, sizeof *self->end_value);
    self->crossing = calloc(self->n_latch + 1, sizeof *self->crossing);
    self->time = calloc(self->n_sheet + 1, sizeof *self->time);
    self->end_time = calloc(self->n_sheet + 1, sizeof *self->end_time);
    return self->latch != NULL && self->end_value != NULL && self->crossing != NULL &&
                   self->time != NULL && self->end_time != NULL
               ? QUIRE_OK
               : QUIRE_ERROR_LIMIT;
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
    free(self->sensor);
    free(self->order);
    free(self->latch);
    free(self->end_value);
    free(self->crossing);
    free(self->time);
    free(self->end_time);
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
 * get on. The later end of the last interval is the answer, so that the crossing has happened. */
static double
locate(const struct sensor *s, struct quire_sensor_crossing c, double from, double g_from,
       double to, double g_to, quire_view_at *view_at, void *user)
{
    const bool rises = c.direction > 0;
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
    return to;
}

static void
insert_in_time_order(struct quire_sensor_roots *self, struct quire_sensor_crossing c)
{
    size_t i = self->n_crossing++;
    for (; i > 0 && self->crossing[i - 1].time > c.time; i--) {
        self->crossing[i] = self->crossing[i - 1];
    }
    self->crossing[i] = c;
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

const struct quire_sensor_crossing *
quire_sensor_roots_find(struct quire_sensor_roots *self, const struct quire_part *part,
                        const struct quire_view *end, quire_view_at *view_at, void *user, size_t *n)
{
    const double end_time = end->time;
    evaluate(self, part, end);
    forget_crossings(self, part);
    for (size_t i = 0; i < self->n_sensor; i++) {
        const struct sensor *s = &self->sensor[self->order[i]];
        const size_t signals = (size_t)s->ops->n_signal;
        for (size_t j = 0; j < count_watched(self, part) * signals; j++) {
            const int signal = (int)(j % signals);
            struct quire_sensor_crossing c = {
                .sensor = s->object, .signal = signal, .sheet = watched(part, j / signals)};
            const size_t at = s->first + c.sheet * signals + (size_t)signal;
            const struct latch *latch = &self->latch[at];
            const double g = self->end_value[at];
            c.direction = crossing_of(s, signal, latch, g);
            if (c.direction != 0) {
                c.time =
                    locate(s, c, self->time[c.sheet], latch->value, end_time, g, view_at, user);
                insert_in_time_order(self, c);
            }
        }
    }
    *n = self->n_crossing;
    return self->crossing;
}

static struct latch *
latch_of(struct quire_sensor_roots *self, const struct quire_sensor_crossing *c)
{
    for (size_t i = 0; i < self->n_sensor; i++) {
        const struct sensor *s = &self->sensor[i];
        if (s->object == c->sensor) {
            return &self->latch[s->first + c->sheet * (size_t)s->ops->n_signal + (size_t)c->signal];
        }
    }
    return NULL;
}

void
quire_sensor_roots_commit(struct quire_sensor_roots *self, const struct quire_part *part)
{
    for (size_t i = 0; i < self->n_crossing; i++) {
        const struct quire_sensor_crossing *c = &self->crossing[i];
        if (is_watched(part, c->sheet) && c->time <= self->end_time[c->sheet]) {
            latch_of(self, c)->side = RESTING;
        }
    }
    forget_crossings(self, part);
    for (size_t i = 0; i < self->n_sensor; i++) {
        const struct sensor *s = &self->sensor[i];
        const size_t signals = (size_t)s->ops->n_signal;
        for (size_t j = 0; j < count_watched(self, part) * signals; j++) {
            const size_t at = s->first + watched(part, j / signals) * signals + j % signals;
            update(s, (int)(j % signals), &self->latch[at], self->end_value[at]);
        }
    }
    for (size_t n = 0; n < count_watched(self, part); n++) {
        const size_t k = watched(part, n);
        self->time[k] = self->end_time[k];
    }
}

void
quire_sensor_roots_accept(struct quire_sensor_roots *self, const struct quire_part *part,
                          const struct quire_view *view)
{
    evaluate(self, part, view);
    quire_sensor_roots_commit(self, part);
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
