/* Parts of the model behind what a view shows: the drive of a roller, its clutch, what moves a
 * guide. */
#ifndef QUIRE_CAUSE_PARTS_H
#define QUIRE_CAUSE_PARTS_H

#include "body/clutch.h"
#include "kind/view.h"
#include "model/object.h"

/* The <drive> that turns a roller; NULL: none. */
const struct quire_object *quire_parts_drive(const struct quire_roller_view *roller);

/* Whether that gives it a torque, not a speed. */
bool quire_parts_is_torque(const struct quire_roller_view *roller);

/* The <clutch> between it and that; NULL: none. */
const struct quire_object *quire_parts_clutch(const struct quire_roller_view *roller);

/* What that holds; NULL: there is none. */
const struct quire_clutch_params *quire_parts_limiter(const struct quire_roller_view *roller);

/* At which speed its drive would turn its surface without a sheet: a clutch, or a motor at its
 * limit, gives way to what holds the sheet [m/s]. */
double quire_parts_drive_speed(const struct quire_roller_view *roller);

/* The <drive> that moves a guide on its pivot or slide; NULL: none. */
const struct quire_object *quire_parts_gate_drive(const struct quire_guide_view *guide);

/* Of the names in a cause, which are those of the view itself: the drive roller of the nip, or the
 * roller; NULL: it is none. */
const struct quire_roller_view *quire_parts_roller(const struct quire_view *view, const char *name);

/* The guide; NULL: it is none. */
const struct quire_guide_view *quire_parts_guide(const struct quire_view *view, const char *name);

#endif
