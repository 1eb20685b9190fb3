/* Sheets in space, to be looked at beside the plane and their mirror images. */
#ifndef QUIRE_TESTS_SPACE_STAGE_H
#define QUIRE_TESTS_SPACE_STAGE_H

#include "machine.h"

/* the three numbers of a node of the first sheet, within the state or what is laid out as V */
double *space_node(struct machine *m, double *block, int station, int column);

/* Moves and speeds up small bodies at random, as far as their scales say. */
void space_stir_small(struct machine *m, unsigned seed);

/* The forces of contact alone, of a machine with one sheet, in the plane or in space; what touches
 * is recorded. */
void space_contact_alone(struct machine *m);
void space_contact_alone_at(struct machine *m, double t);

/* Puts every column where the planar sheet is. */
void space_stand_in_plane(struct machine *m, struct machine *flat);

/* Shakes the first machine, mirrors its state into the second, and expects forces, matrix and a
 * step's solution mirrored to the bit; so many touching places, or more, on rollers and guides. */
void space_expect_mirrored(const char *left, const char *right, int on_rollers, int on_guides);

#endif
