/* What lets guides move. */
#include <math.h>

#include "model/params.h"
#include "model/problem.h"

/* ---- <pivot> ---- */

static const struct quire_field pivot_fields[] = {
    QUIRE_VECTOR(struct quire_gate_params, at, "at", "m", QUIRE_REQUIRED, "where the guide turns about"),
    QUIRE_REFERENCE(struct quire_gate_params, drive, "drive", "drive", QUIRE_REQUIRED,
                    "drive that turns it: by its 'angle', or on and on by its 'shaft-speed'"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_gate_pivot = {
    .family = "gate",
    .element = "pivot",
    .size = sizeof(struct quire_gate_params),
    .fields = pivot_fields,
    .help = "Lets a guide turn about a place, as a flap that sends sheets one way or the other. The guide is "
            "drawn where it is at the angle 0; angles are positive counter-clockwise. What touches it feels "
            "where it is and how fast its surface moves there, and the work of its drive is booked.",
};

/* ---- <slide> ---- */

static const struct quire_field slide_fields[] = {
    QUIRE_VECTOR(struct quire_gate_params, at, "direction", "", QUIRE_REQUIRED,
                 "where it goes; its length does not matter"),
    QUIRE_REFERENCE(struct quire_gate_params, drive, "drive", "drive", QUIRE_REQUIRED,
                    "drive that moves it: by its 'stroke', or on and on by its 'speed'"),
    QUIRE_FIELD_END,
};

static quire_status
check_slide(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_gate_params *p = self->params;

    if (!(p->at[0] * p->at[0] + p->at[1] * p->at[1] > 0)) {
        return quire_object_error(self, diag, "E-RANGE", NULL, "'direction' must not be 0, 0");
    }
    return QUIRE_OK;
}

const struct quire_kind quire_kind_gate_slide = {
    .family = "gate",
    .element = "slide",
    .size = sizeof(struct quire_gate_params),
    .fields = slide_fields,
    .help = "Lets a guide move straight along a direction, as a stop that comes up into the path and is drawn "
            "back. The guide is drawn where it is at the stroke 0. What touches it feels where it is and how "
            "fast it moves, and the work of its drive is booked.",
    .check = check_slide,
};
