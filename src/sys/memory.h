/* What contact laws remember: first-order states and modes, kept on the fixed stations of a sheet, one set for each target.
 * Where the nearest point slides along the sheet the nearest station owns the memory. Theory: doc/theory/contact-kernel.md. */
#ifndef QUIRE_SYS_MEMORY_H
#define QUIRE_SYS_MEMORY_H

#include "sys/touch.h"

/* What a law sees where nothing is remembered: between the two rollers of a nip, and before the start. */
#define QUIRE_FRESH_STATE ((const double[QUIRE_LAW_STATES]){0})
#define QUIRE_FRESH_MEMORY (&(const struct quire_law_memory){0})

/* The slot of a sheet with a guide's or roller's law; NULL if that law remembers nothing. */
static inline const struct quire_slot *
quire_slot_of(const struct quire_system *sys, const int *slot, int sheet)
{
    return slot == NULL || slot[sheet] < 0 ? NULL : sys->slot + slot[sheet];
}

/* The laws with their memory at a station. While a step is being solved (state->implicit.gamma > 0) the law's states are solved for at
 * the given motion, z = fixed + gamma z', and the derivatives are those with the states following; otherwise the states are those of y and
 * their rates go to state->rate. *by_slip is dN/d(slip). */
void quire_memory_normal(struct quire_state *state, const struct quire_slot *slot, int node, const struct quire_contact_law *law,
                         const struct quire_normal_in *in, struct quire_normal_out *out, double *by_slip);
void quire_memory_friction(struct quire_state *state, const struct quire_slot *slot, int node, const struct quire_contact_law *law,
                           const struct quire_friction_in *in, struct quire_friction_out *out);

/* Lets the states of stations that touch nothing go on. To be called once the touching ones are done. */
void quire_memory_open(struct quire_state *state, const double *y);

/* Root functions of all modes at y: g (quire_memory_root_count). After a call of quire_memory_flip() the mode has changed. The last one is that
 * of all friction that may break away, if system->breaks: it counts where it is below zero. */
int quire_memory_root_count(const struct quire_system *system);
void quire_memory_roots(struct quire_state *state, double t, const double *y, double *g);
void quire_memory_flip(struct quire_state *state, double t, const double *y, int root);
/* Says what switched last: "contact 'c' between sheet 's' and roller 'r'". Returns the roller or guide; NULL if neither. */
const struct quire_object *quire_memory_switched(const struct quire_state *state, char *text, size_t size);

#endif
