/* What drives are given by: the attributes of <drive> and its <to>, of which rules may <set> most.
 */
#ifndef QUIRE_MODEL_QUANTITY_H
#define QUIRE_MODEL_QUANTITY_H

#include "kind/body.h"
#include "model/object.h"

/* Values by quantity; the place of QUIRE_DRIVE_NONE is left free. */
enum { QUIRE_DRIVE_GIVEN = QUIRE_DRIVE_VOLTAGE + 1 };

/* Attributes and units by quantity; "" of NONE. */
extern const char *const quire_drive_attribute[QUIRE_DRIVE_GIVEN];
extern const char *const quire_drive_unit[QUIRE_DRIVE_GIVEN];

/* The first quantity by which an object is given, a <drive>, <to> or <set>; NONE if there is none.
 */
enum quire_drive_quantity quire_drive_given_by(const struct quire_object *object);

/* Reports unless a <drive> or <to> is given by exactly one of them. */
quire_status quire_drive_check_given(const struct quire_object *object, quire_diag *diag);

#endif
