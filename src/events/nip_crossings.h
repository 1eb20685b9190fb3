/* Where sheets enter and leave nips, and what they touch first, located without disturbing the run.
 */
#ifndef QUIRE_EVENTS_NIP_CROSSINGS_H
#define QUIRE_EVENTS_NIP_CROSSINGS_H

#include "events/event_queue.h"
#include "observe/observe.h"

struct quire_nip_crossings;

/* Starts with the motion seen in `view` and what touches at the last evaluation. NULL when memory
 * runs out. */
struct quire_nip_crossings *quire_nip_crossings_create(struct quire_state *state,
                                                       const struct quire_view *view);
void quire_nip_crossings_destroy(struct quire_nip_crossings *self);

/* A picture of the machine's motion at a time of the last step. */
typedef const struct quire_view *quire_motion_at(void *user, double t);
/* Whether target `target` touches `sheet` at a time of the last step. */
typedef bool quire_touch_at(void *user, double t, int target, int sheet);

/* All of these speak of the sheets in the state's focus. */

/* Finds what happened between the last accepted time and t1. */
quire_status quire_nip_crossings_find(struct quire_nip_crossings *self, double t1,
                                      quire_motion_at *motion, quire_touch_at *touches, void *user,
                                      struct quire_event_queue *out);
/* The last search is accepted as it was, or only up to the time of `view`. */
void quire_nip_crossings_commit(struct quire_nip_crossings *self);
void quire_nip_crossings_accept(struct quire_nip_crossings *self, const struct quire_view *view);

#endif
