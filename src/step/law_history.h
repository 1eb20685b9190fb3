/* What contact laws remember from step to step: what they commit at its end, and their modes, which
 * change at events. doc/theory/contact-kernel.md, 13 */
#ifndef QUIRE_STEP_LAW_HISTORY_H
#define QUIRE_STEP_LAW_HISTORY_H

#include "state/state.h"

/* What places that were touching at the last evaluation see at (t, y), for laws with commit(). */
void quire_memory_observe(struct quire_state *state, const struct quire_part *part, double t,
                          const double *y);

/* Copies what these places saw: `seen` and `motion` are of the places of the part's slots, one
 * after the other. */
void quire_memory_keep(const struct quire_state *state, const struct quire_part *part,
                       unsigned char *seen, struct quire_motion *motion);

/* Before a new step of a part: laws with commit() take over what the last step, of length `since`,
 * has left, as quire_memory_keep() copied it. Returns the energy lost by that [J]. */
double quire_memory_commit(struct quire_state *state, const struct quire_part *part,
                           const unsigned char *seen, const struct quire_motion *motion,
                           double since);

/* Root functions of all modes at y: g (quire_memory_root_count). After a call of
 * quire_memory_switch_mode() the mode has changed. The last one is that of all friction that may
 * break away, if system->breaks: it counts where it is below zero. */
int quire_memory_root_count(const struct quire_system *system);

void quire_memory_roots(struct quire_state *state, double t, const double *y, double *g);

void quire_memory_switch_mode(struct quire_state *state, double t, const double *y, int root);

/* Says where a slide is, whose index is that of the guide's view: "contact 'c' between sheet 's'
 * and roller 'r'". Returns the roller or guide; NULL if neither. */
const struct quire_object *quire_slide_text(const struct quire_system *system,
                                            const struct quire_slide *slide, char *text,
                                            size_t size);

/* Says what switched last: "contact 'c' between sheet 's' and roller 'r'". Returns the roller or
 * guide; NULL if neither. */
const struct quire_object *quire_memory_switched(const struct quire_state *state, char *text,
                                                 size_t size);

#endif
