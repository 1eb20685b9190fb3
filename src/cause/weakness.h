/* Drives that hold too little: nips that press too little, clutches that give way. */
#ifndef QUIRE_CAUSE_WEAKNESS_H
#define QUIRE_CAUSE_WEAKNESS_H

#include "result/result.h"

/* Whether all drives that hold the sheet slip; false without any. */
bool quire_weakness_all_slip(const struct quire_why *why);

/* Whether they do with little to hold the sheet back, or since none of them presses as other nips
 * of the machine do. */
bool quire_weakness_all_hold_little(const struct quire_view *view, size_t sheet,
                                    const struct quire_why *why);

/* The drive that slips with little to hold the sheet back, or with a small part of the grip that
 * another one has, and has the least grip of such; NULL: none. */
const struct quire_push *quire_weakness_find(const struct quire_view *view, size_t sheet,
                                             const struct quire_why *why);

/* Of drives that hold the sheet the one whose clutch, or motor at its limit, gives way to it; of
 * several the one that carries least. NULL: none, or another drive pushes harder or is stopped.
 * `little`: only one that carries no more than some weights of the sheet. */
const struct quire_push *quire_weakness_gives_way(const struct quire_view *view, size_t sheet,
                                                  const struct quire_why *why, bool little);

/* The stopped drive that brakes a sheet, while the clutch of another drive slips that pushes it;
 * of several the one that holds most. NULL: none. */
const struct quire_push *quire_weakness_brake(const struct quire_view *view,
                                              const struct quire_why *why);

#endif
