/* Sheets that have gone along another path than they should. */
#ifndef QUIRE_CAUSE_ASTRAY_H
#define QUIRE_CAUSE_ASTRAY_H

#include "path/channels.h"
#include "result/result.h"

/* The channel that a sheet's edge that goes first, at `front` along its path, has missed; NULL: it
 * has missed none. */
const struct quire_channel_params *quire_astray_missed(const struct quire_sheet_view *sheet,
                                                       const struct quire_check_result *result,
                                                       double front);

/* Names the gate that sent a leading edge along another path than that on which it was due, or,
 * without a gate, the channel that it missed (NULL: none) or is in; false: it has gone nowhere
 * else. */
bool quire_astray_find(const struct quire_view *view, const struct quire_sheet_view *sheet,
                       const struct quire_check_result *result,
                       const struct quire_channel_params *missed, struct quire_why *out);

#define QUIRE_ASTRAY_PAST 0.03 /* a trailing edge has gone past a mouth from here on [m] */

/* The gate past which a sheet that runs back has gone back the way it came, by so much or more [m],
 * not into the branch to which that gate leads; NULL: there is none. */
const struct quire_guide_view *quire_astray_gate(const struct quire_view *view,
                                                 const struct quire_sheet_view *sheet, double by);

#endif
