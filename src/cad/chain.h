/* From the strokes of a drawing to one outline: joined where their ends meet, smooth where they
 * nearly are. */
#ifndef QUIRE_CAD_CHAIN_H
#define QUIRE_CAD_CHAIN_H

#include "cad/chain_options.h"

/* Chains strokes whose ends meet into `out`, which is empty before and the caller's to clear. Where
 * there are several chains, `start` must tell which, being nearest to one of its ends. The chain
 * runs as its first stroke in the file was drawn, or from the end nearest to `start`; a closed one
 * begins at the joint nearest to it. E-DRAWING, with places in the drawing, where there is nothing,
 * where more than two ends meet, and where ends do not meet or a smooth line has a corner. */
quire_status quire_drawing_chain(struct quire_outline *out, const struct quire_drawing *drawing,
                                 const struct quire_chain_options *options, quire_diag *diag);

#endif
