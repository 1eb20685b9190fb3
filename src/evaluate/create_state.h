/* Making a state, and its values at the start. */
#ifndef QUIRE_EVALUATE_CREATE_STATE_H
#define QUIRE_EVALUATE_CREATE_STATE_H

#include "state/state.h"

/* The instruction set the kernels use on this processor: "avx512", "avx2" or "baseline". */
const char *quire_simd_name(void);

quire_status quire_state_create(struct quire_state **out, const struct quire_system *system);
void quire_state_destroy(struct quire_state *state);

/* Start values of everything, y (layout.length). */
void quire_state_start(const struct quire_state *state, double *y);
/* A sheet enters: writes its start values into y. */
void quire_state_enter(struct quire_state *state, int sheet, double *y);
/* A sheet leaves at t, for good: it stands where it started, and nothing sees it. */
void quire_state_leave(struct quire_state *state, int sheet, double t, double *y);

#endif
