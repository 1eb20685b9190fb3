/* What normal laws remember from step to step. doc/theory/contact-kernel.md, 13 */
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

/* Says where a slide is, whose index is that of the guide's view: "contact 'c' between sheet 's'
 * and roller 'r'". Returns the roller or guide; NULL if neither. */
const struct quire_object *quire_slide_text(const struct quire_system *system,
                                            const struct quire_slide *slide, char *text,
                                            size_t size);

#endif
