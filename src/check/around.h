/* Looking around a sheet: what touches it, what stands near, what holds it by the model's will. */
#ifndef QUIRE_CHECK_AROUND_H
#define QUIRE_CHECK_AROUND_H

#include "kind/view.h"
#include "model/object.h"

#define QUIRE_HOLDING_FORCE 0.01 /* less holds no sheet [N] */

/* A named object near a place. */
struct quire_around {
    const char *sort; /* "guide", "nip", "roller"; NULL if there is nothing */
    const char *name;
    double force; /* with which it presses on the sheet [N]; 0 if it only stands near */
    double
        angle; /* between a guide and the sheet where they touch [rad], 0 to pi/2; NaN for others */
    double distance; /* from the place [m] */
};

/* What presses on the sheet most, near places counting more than far ones; if nothing does, what
 * stands nearest. Guides are preferred to rollers: these are what drives a sheet, not what holds
 * it up. */
struct quire_around quire_around_find(const struct quire_view *view, size_t sheet, double x,
                                      double y);

/* Distance from a place to the nearest surface of a guide, where that stands now [m]; *angle, which
 * may be NULL: of that surface to a direction [rad], from 0 to pi/2. */
double quire_around_guide(const struct quire_guide_view *guide, double x, double y,
                          const double direction[2], double *angle);

/* Between a guide's surface where it acts and the sheet there [rad], from 0 to pi/2. */
double quire_around_angle(const struct quire_view *view, size_t sheet,
                          const struct quire_guide_view *guide);

/* A roller's name for people: its nip's, if it has one. */
struct quire_around quire_around_roller(const struct quire_view *view,
                                        const struct quire_roller_view *roller);

/* "guide 'lip'" of the object found; "" if there is none. */
void quire_around_place(const struct quire_view *view, size_t sheet, double x, double y,
                        char place[96]);

/* The sheet of this name; n_sheet if there is none. */
size_t quire_around_sheet(const struct quire_view *view, const char *name);

/* Whether the sheet comes nearer to a place than `reach`. */
bool quire_around_reaches(const struct quire_sheet_view *sheet, double x, double y, double reach);

/* The node of the sheet that is nearest to a place. */
size_t quire_around_nearest(const struct quire_sheet_view *sheet, double x, double y);

/* Whether a roller touches the sheet. */
bool quire_around_touches(const struct quire_view *view, size_t sheet,
                          const struct quire_roller_view *roller);

/* Whether a sheet is in a nip, alone or with others, of which the nip's view names one. */
bool quire_around_is_in_nip(const struct quire_view *view, size_t sheet,
                            const struct quire_nip_view *nip);

/* Whether the sheet is on a test bench rather than in a machine: an end is clamped or pinned
 * now, or a dead load pulls at it. The jam checks leave such sheets alone. */
bool quire_around_is_held(const struct quire_sheet_view *sheet, double time);

/* Whether a sheet waits in a pile: sheets of a pile are fed in the order of their numbers, and one
 * waits as long as an earlier one that started on the same path lies over its leading edge. Checks
 * of sheets that do not get on leave it alone. */
bool quire_around_waits(const struct quire_view *view, size_t sheet);

/* The sheet on the same path whose trailing edge is nearest ahead of this one's leading edge;
 * n_sheet: there is none. */
size_t quire_around_before(const struct quire_view *view, size_t sheet);

/* Unit direction of the sheet where it is nearest to a place. */
void quire_around_direction(const struct quire_sheet_view *sheet, double x, double y,
                            double out[2]);

/* What holds the edge that goes first: the trailing edge of a sheet that runs back. */
const struct quire_front_view *quire_around_front(const struct quire_sheet_view *sheet, bool back);

/* Whether a roller's surface runs against the sheet's direction of feed. */
bool quire_around_runs_back(const struct quire_sheet_view *sheet,
                            const struct quire_roller_view *roller);

/* The <path> on which a sheet was started; NULL if it was placed by coordinates. */
const struct quire_object *quire_around_path(const struct quire_sheet_view *sheet);

/* Distances along the sheet's path of all nodes, and heights to the left of it, given to `visit`
 * from the leading edge on. */
void quire_around_walk(const struct quire_sheet_view *sheet,
                       void (*visit)(void *user, size_t node, double distance, double height),
                       void *user);

#endif
