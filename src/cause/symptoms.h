/* What goes wrong with sheets, since when: signs that a verdict names. The definitions stand in
 * doc/guide/jams.md. */
#ifndef QUIRE_CAUSE_SYMPTOMS_H
#define QUIRE_CAUSE_SYMPTOMS_H

#include "result/result.h"

struct quire_symptoms;

/* NULL when memory runs out. */
struct quire_symptoms *quire_symptoms_create(const struct quire_view *view);
void quire_symptoms_destroy(struct quire_symptoms *self);

/* Shows it a sheet that has entered, and the drives that hold it; times must rise. */
void quire_symptoms_observe(struct quire_symptoms *self, const struct quire_view *view,
                            size_t sheet, const struct quire_push *push, size_t n);

/* Shows it a sheet at the end of a step: signs of speed and place have their time by these. A step
 * that is taken back is shown anew. */
void quire_symptoms_track(struct quire_symptoms *self, const struct quire_view *view, size_t sheet);

/* Shows it an event: what a leading edge touches for the first time may be a sign. */
void quire_symptoms_event(struct quire_symptoms *self, const struct quire_view *view,
                          const struct quire_event *event);

/* Adds those that hold, in time order. */
void quire_symptoms_add(const struct quire_symptoms *self, size_t sheet, double time,
                        struct quire_why *out);

/* Adds since when the sheet as a whole has fallen behind, if it does. Drives that slipped, or let
 * go, before a time in which it ran well did it no harm until then. */
void quire_symptoms_settle(const struct quire_symptoms *self, size_t sheet, double time,
                           struct quire_why *out);

/* Adds one that something else has seen, in its place in time. Nothing for a time that is none. */
void quire_symptoms_insert(struct quire_why *out, struct quire_symptom symptom);

/* Adds that the sheet goes another way than along its path, if it does. */
void quire_symptoms_add_off(const struct quire_symptoms *self, const struct quire_view *view,
                            size_t sheet, struct quire_why *out);

/* Adds that the sheet's leading edge met the guide that a cause names, steep to its way; false: it
 * did not. */
bool quire_symptoms_add_met(const struct quire_symptoms *self, size_t sheet, struct quire_why *out);

/* Whether a guide stands in the way of the edge that goes first. */
bool quire_symptoms_steep(const struct quire_front_view *front);

#endif
