/* What sheets do all the time, from which a verdict learns what went wrong first, and the facts
 * that name its cause. */
#ifndef QUIRE_CAUSE_DIAGNOSIS_H
#define QUIRE_CAUSE_DIAGNOSIS_H

#include "kind/action.h"
#include "result/result.h"

struct quire_diagnosis;

/* NULL when memory runs out. */
struct quire_diagnosis *quire_diagnosis_create(const struct quire_view *view);
void quire_diagnosis_destroy(struct quire_diagnosis *self);

/* Shows it a view; times must rise. */
void quire_diagnosis_observe(struct quire_diagnosis *self, const struct quire_view *view);

/* Shows it an event: what a leading edge touches for the first time may be a sign. */
void quire_diagnosis_event(struct quire_diagnosis *self, const struct quire_view *view,
                           const struct quire_event *event);

/* Shows it an action of a rule, as it takes place; `value`: what a drive gets. */
void quire_diagnosis_act(struct quire_diagnosis *self, const struct quire_object *rule,
                         const struct quire_action *action, double value, double time);

/* Shows it a sheet at the end of a step: signs of speed and place have their time by these. A step
 * that is taken back is shown anew. */
void quire_diagnosis_track(struct quire_diagnosis *self, const struct quire_view *view,
                           size_t sheet);

/* Shows it what find() says of a sheet with signs at a look: if a rule stops all drives then, a
 * later verdict is put down to that. */
void quire_diagnosis_note(struct quire_diagnosis *self, size_t sheet, const struct quire_why *why,
                          double time);

/* Whether a sheet that is under way shows signs of something going wrong. */
bool quire_diagnosis_has_signs(const struct quire_diagnosis *self, const struct quire_view *view,
                               size_t sheet);

/* Fills why a check that is about this (bits of enum quire_check_about) failed with this result, at
 * the time of the view; leaves it empty for no sheet, for one without a path, and for checks that
 * are about something else than sheets that do not get on. */
void quire_diagnosis_find(const struct quire_diagnosis *self, const struct quire_view *view,
                          unsigned about, const struct quire_check_result *result,
                          struct quire_why *out);

/* Puts a failure for which find() has no mechanism down to what is seen nevertheless. */
void quire_diagnosis_conclude(const struct quire_diagnosis *self, const struct quire_view *view,
                              unsigned about, const struct quire_check_result *result,
                              struct quire_why *out);

#endif
