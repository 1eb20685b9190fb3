/* What the checks share that watch a figure all the time: they keep the worst moment, or the first
 * failure with the worst figure of the whole run. */
#ifndef QUIRE_CHECK_FINDING_H
#define QUIRE_CHECK_FINDING_H

#include "check/sentence.h"
#include "kind/check.h"
#include "model/object.h"

/* Zeroed memory is a finding that has seen nothing. */
struct quire_finding {
    bool seen, failed;
    struct quire_check_result worst;
};

/* A figure of a sheet, and where it was measured. */
struct quire_measure {
    double value, limit;        /* it fails when the value exceeds the limit */
    double x, y, path_distance; /* NaN if nowhere */
};

/* The part of a sheet in the memory of a check. */
static inline void *
quire_check_of_sheet(const struct quire_object *self, void *memory, size_t sheet)
{
    return quire_check_memory_of(self->kind->ops, memory, sheet);
}

/* Notes a figure of sheet `sheet`. Returns true when it is the first to fail: then the caller
 * says why, and the place is already filled with the named object nearby. After a failure only
 * the worst figure is kept. */
bool quire_finding_note(struct quire_finding *self, const struct quire_view *view, size_t sheet,
                        struct quire_measure measure);

/* Answers for quire_check_ops.judge: failed once a figure has failed, passed or not evaluated
 * (because of `unseen`) at the end. */
bool quire_finding_judge(const struct quire_finding *self, const struct quire_view *view,
                         bool finished, const char *unseen, struct quire_check_result *out);

/* The same as a quire_check_ops.judge, for checks whose memory begins with a finding and that say
 * what they have not seen. */
bool quire_finding_decide(const struct quire_object *self, void *memory,
                          const struct quire_view *view, bool finished,
                          struct quire_check_result *out);

/* The same for what was due: where `waits` says of a sheet that it has still not come, the result
 * is left open. */
bool quire_finding_decide_due(const struct quire_object *self, void *memory,
                              const struct quire_view *view, bool finished,
                              struct quire_check_result *out,
                              bool (*waits)(const struct quire_object *self, const void *of_sheet,
                                            const struct quire_view *view, size_t sheet));

/* A result that says nothing yet. */
struct quire_check_result quire_check_result_none(void);

/* Goes on writing the cause of a result. */
#define quire_check_say(out_, ...)                                                                 \
    quire_sentence_add((out_)->cause, sizeof(out_)->cause, __VA_ARGS__)

/* Of something that was due, and had not happened at out->time, nor with the last view: says so,
 * and takes the figures off, as nobody knows how late it would have been. */
void quire_check_leave_open(struct quire_check_result *out, const struct quire_view *last);

/* Adds "; held by guide 'lip' with 0.31 N at 38 deg" when something presses on the sheet near the
 * result's place, with 10 mN or more. */
void quire_check_say_held(struct quire_check_result *out, const struct quire_view *view,
                          size_t sheet);

#endif
