/* The checks of a model: those of the file and those that are on by default. */
#ifndef QUIRE_JUDGE_CHECKS_H
#define QUIRE_JUDGE_CHECKS_H

#include "kind/action.h"
#include "model/object.h"
#include "result/result.h"

/* Checks look at the machine at multiples of this [s], and where the time to which one is limited
 * begins and ends, by the interpolant: not at the samples that are recorded, so that verdicts, and
 * the time at which a jam ends a run, do not depend on these. A jam takes tens of milliseconds. */
#define QUIRE_CHECK_INTERVAL 1e-2

struct quire_checks;

/* Builds the checks and begins them with the view at the start. A kind that is on by default is
 * left out when the file has a check of that kind, also one with enabled="no". On success *out
 * is the caller's, to be freed with quire_checks_destroy(); the model must outlive it.
 * QUIRE_ERROR_LIMIT when memory runs out. */
quire_status quire_checks_create(struct quire_checks **out, const struct quire_model *model,
                                 const struct quire_view *view, quire_diag *diag);
void quire_checks_destroy(struct quire_checks *self);

/* The next time after this at which what a check is limited to begins or ends [s]; infinite: there
 * is none. */
double quire_checks_next_limit(const struct quire_checks *self, double time);

/* Shows the checks a view (times must rise), or an event with the view at its time, in time
 * order. Return true when a jam has been found that ends the run. */
bool quire_checks_sample(struct quire_checks *self, const struct quire_view *view);
/* Shows a sheet at the end of a step, so that signs of what fails later have its time, not that of
 * the next look. */
void quire_checks_track(struct quire_checks *self, const struct quire_view *view, size_t sheet);
/* Shows an action of a rule, as it takes place; `value`: what a drive gets. */
void quire_checks_act(struct quire_checks *self, const struct quire_object *rule,
                      const struct quire_action *action, double value, double time);
/* Whether a check that has more to see looks at events. */
bool quire_checks_listen(const struct quire_checks *self, const struct quire_event *event);
bool quire_checks_event(struct quire_checks *self, const struct quire_event *event,
                        const struct quire_view *view);

/* Judges what is still open, and what has failed once more, with the last view. To be called once.
 * early: the run ends before its own end, and checks that only this end would fail are not
 * evaluated. */
void quire_checks_finish(struct quire_checks *self, const struct quire_view *last, bool early);

/* Instead of finish(), where nothing is judged: those of the file are not evaluated because of
 * `why`, the others are left out. */
void quire_checks_leave(struct quire_checks *self, const char *why);

/* The checks and their results, those of the file first, in its order; borrowed. Valid results
 * after finish(). */
const struct quire_check_entry *quire_checks_entries(const struct quire_checks *self, size_t *n);

/* Whether any check about this (bits of enum quire_check_about) covers the sheet at this time. */
bool quire_checks_cover(const struct quire_checks *self, unsigned about, const char *sheet,
                        double time);

/* A run has broken off, in a step that was about this sheet, at the view's time. Where the sheet
 * had begun to jam, its edge stopped on something steep or it had buckled, that is the verdict of a
 * check of jams, which is true then. */
bool quire_checks_break_off(struct quire_checks *self, const struct quire_view *view, size_t sheet);

/* A sheet is folded, sharper than its chain can follow, at the time of a view: where its edge was
 * stopped by something steep, that is a jam at the next look. Whether the edge has met such a
 * thing: free tails fold, too. */
bool quire_checks_fold(struct quire_checks *self, const struct quire_view *view, size_t sheet);

/* Where the first leading edge stopped on something steep: "guide 'lip'"; "" if none did. */
void quire_checks_stub(const struct quire_checks *self, char place[96]);

/* Whether any check that means a jam has failed so far. */
bool quire_checks_jammed(const struct quire_checks *self);
/* The jam that ended the run; NULL if none did. */
const struct quire_check_entry *quire_checks_jam(const struct quire_checks *self);

#endif
