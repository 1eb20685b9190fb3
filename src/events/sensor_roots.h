/* Watches sensors: finds when their signals come, between two times of a run.
 *
 * A signal comes when its root function crosses zero. An edge that rests on a sensor at the
 * start gives none, and after a crossing the function must first go back by the sensor's
 * hysteresis. Looking changes nothing: find() may be called for a step that is then given up in
 * part; accept() tells how far the run really came. */
#ifndef QUIRE_EVENTS_SENSOR_ROOTS_H
#define QUIRE_EVENTS_SENSOR_ROOTS_H

#include "kind/event.h"
#include "machine/subsystem.h"
#include "model/object.h"

struct quire_sensor_roots;

/* A signal that comes. */
struct quire_sensor_crossing {
    double time; /* [s] */
    const struct quire_object *sensor;
    int signal;
    size_t sheet;  /* index in the view */
    int direction; /* +1: the root function rises */
    double after;  /* the last look before it [s] */
};

/* Where the watch gets its pictures from; borrowed until the next call. NULL: memory ran out, or
 * the like. */
typedef const struct quire_view *quire_view_at(void *user, double time);
/* The traced outline of a <path>; the same pointer as in the sheets' views. */
typedef const struct quire_outline *quire_outline_of(void *user, const struct quire_object *path);

/* Watches all sensors of the model for n_sheet sheets, starting with `view`. QUIRE_ERROR_LIMIT
 * when memory runs out. */
quire_status quire_sensor_roots_create(struct quire_sensor_roots **out,
                                       const struct quire_model *model,
                                       quire_outline_of *outline_of, void *user,
                                       const struct quire_view *view);
void quire_sensor_roots_destroy(struct quire_sensor_roots *self);

/* All of these speak of the sheets of `part`; NULL: all sheets. */

/* The crossings after the last accepted time and not later than that of `end`, in time order,
 * those at one time in the order of model/order.h of their sensors; with those found before for
 * other sheets and not accepted yet. Borrowed until the next call; NULL when memory runs out. Each
 * is located by view_at(), which is also called where sheets go so far that more might come and go
 * in between (events/looks.h). */
const struct quire_sensor_crossing *quire_sensor_roots_find(struct quire_sensor_roots *self,
                                                            const struct quire_part *part,
                                                            const struct quire_view *end,
                                                            quire_view_at *view_at, void *user,
                                                            size_t *n);

/* The run has come to the time of `view`: the found crossings up to then have happened, later
 * ones have not. */
void quire_sensor_roots_accept(struct quire_sensor_roots *self, const struct quire_part *part,
                               const struct quire_view *view);
/* The same where that is the time that find() last looked at. */
void quire_sensor_roots_commit(struct quire_sensor_roots *self, const struct quire_part *part);

/* The recorded value of a sensor (index among the model's <sensor> elements, in file order). */
size_t quire_sensor_roots_sensor_count(const struct quire_sensor_roots *self);
double quire_sensor_roots_value(const struct quire_sensor_roots *self, size_t index,
                                const struct quire_view *view);

#endif
