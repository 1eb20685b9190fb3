/* Watching where sheets are: nip passages and first touches, located and logged without disturbing the run. */
#ifndef QUIRE_RUN_PASSAGES_H
#define QUIRE_RUN_PASSAGES_H

#include "run/events.h"
#include "sys/observe.h"

struct quire_passages;

/* Starts with the motion seen in `view` and what touches at the last evaluation. NULL when memory runs out. */
struct quire_passages *quire_passages_create(struct quire_state *state, const struct quire_view *view);
void quire_passages_destroy(struct quire_passages *self);

/* A picture of the machine's motion at a time of the last step. */
typedef const struct quire_view *quire_motion_at(void *user, double t);
/* Whether target `target` touches `sheet` at a time of the last step. */
typedef bool quire_touch_at(void *user, double t, int target, int sheet);

/* Logs what happened between the last look and time t1. */
quire_status quire_passages_look(struct quire_passages *self, double t1, quire_motion_at *motion, quire_touch_at *touches, void *user,
                                 struct quire_event_log *log);

#endif
