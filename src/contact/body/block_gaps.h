/* How far free bodies are from sheets, for the ends of steps. */
#ifndef QUIRE_CONTACT_BODY_BLOCK_GAPS_H
#define QUIRE_CONTACT_BODY_BLOCK_GAPS_H

#include "contact/body/block_on_sheet.h"

/* How deep a free body is in a sheet; negative where they are apart. Of a block by the sheet's
 * nodes and segments, and for each of its corners: one place may strike while another touches
 * already. */
enum { QUIRE_LAY_GAPS = 1 + QUIRE_BLOCK_CORNERS };
void quire_block_sheet_gaps(const struct quire_state *state, const struct quire_free *body,
                            const struct quire_sheet *sheet, const double *y,
                            double overlap[QUIRE_LAY_GAPS]);

#endif
