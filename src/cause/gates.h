/* Gates: when they moved, and sheets that they clamp. */
#ifndef QUIRE_CAUSE_GATES_H
#define QUIRE_CAUSE_GATES_H

#include "result/result.h"

struct quire_gates;

/* NULL when memory runs out. */
struct quire_gates *quire_gates_create(const struct quire_view *view);
void quire_gates_destroy(struct quire_gates *self);

/* Shows it a view; times must rise. */
void quire_gates_observe(struct quire_gates *self, const struct quire_view *view);

/* Shows it an event: a sheet may touch a gate. */
void quire_gates_event(struct quire_gates *self, const struct quire_view *view,
                       const struct quire_event *event);

/* Of a sheet that has missed a channel: puts it down to a gate that it touched and that moved then,
 * if there is one. */
void quire_gates_find(const struct quire_gates *self, const struct quire_view *view, size_t sheet,
                      struct quire_why *out);

/* A gate that a drive presses on a sheet against what holds it back: of the two the gate came. The
 * guide itself, where there is no such gate. */
const struct quire_guide_view *quire_gates_clamp(const struct quire_view *view, size_t sheet,
                                                 const struct quire_guide_view *holds);

/* Adds with which force the guide that is named presses on sheets, and, of one that a drive moves,
 * when it moved last. */
void quire_gates_explain(const struct quire_gates *self, const struct quire_view *view,
                         struct quire_why *out);

#endif
