/* What drives a sheet at one time. */
#ifndef QUIRE_CAUSE_DRIVES_H
#define QUIRE_CAUSE_DRIVES_H

#include "result/result.h"

/* The rollers that drive a sheet, those that press most first; returns how many. One that hardly
 * presses, such as an opened one that the sheet rubs on, drives nothing. */
size_t quire_drives_of(const struct quire_view *view, size_t sheet,
                       struct quire_push out[QUIRE_PUSHES]);

/* NULL of none. */
const struct quire_push *quire_drives_slowest(const struct quire_push *push, size_t n);

/* The drive whose speed the sheet should have: the slowest of those that run, unless one that
 * stands holds the sheet farthest ahead; one that stands farther back, such as a pick roller that
 * has been stopped, lets others pull the sheet through. NULL of none. */
const struct quire_push *quire_drives_pace(const struct quire_push *push, size_t n);

/* +1 or -1, as it runs with the feed or against it: a drive that is turned round takes the sheet
 * back, which does not fall behind then. +1 of none. */
double quire_drives_way(const struct quire_push *push);

/* Whether its surface slips on the sheet by a tenth of its speed. */
bool quire_drives_slip(const struct quire_push *push);

/* Of those that slip the one that holds least; NULL: none slips. */
const struct quire_push *quire_drives_slipping(const struct quire_push *push, size_t n);

#define QUIRE_COVERS 3e-3 /* so near its middle a sheet lies in a nip [m] */

/* A drive roller that does not grip a sheet. */
struct quire_missing {
    const struct quire_roller_view *roller; /* NULL: none */
    const char *sort, *name;                /* its nip's, if it has one */
    bool under;                             /* the sheet covers it */
    double ahead; /* along the sheet, the more the nearer to its leading edge [m] */
};

/* The one that the sheet covers, or else the next one ahead of the edge that goes first, no farther
 * than the sheet is long. */
struct quire_missing quire_drives_missing(const struct quire_view *view,
                                          const struct quire_sheet_view *s, size_t sheet);

/* The speed at which a sheet should run: that of the fastest drive that runs over it, whether it
 * grips the sheet or not [m/s]; 0 where none does, or where the one farthest ahead that grips it
 * stands. *back: it runs against the feed. */
double quire_drives_due_speed(const struct quire_view *view, const struct quire_sheet_view *s,
                              size_t sheet, bool *back);

#endif
