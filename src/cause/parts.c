#include "cause/parts.h"

#include <math.h>

#include "body/roller.h"
#include "model/quantity.h"
#include "path/gate.h"

const struct quire_object *
quire_parts_drive(const struct quire_roller_view *roller)
{
    const bool is_roller = roller->object != NULL && !roller->is_free;

    return is_roller ? ((const struct quire_roller_params *)roller->object->params)->drive : NULL;
}

bool
quire_parts_is_torque(const struct quire_roller_view *roller)
{
    const struct quire_object *drive = quire_parts_drive(roller);

    return drive != NULL && quire_drive_given_by(drive) == QUIRE_DRIVE_TORQUE;
}

const struct quire_object *
quire_parts_clutch(const struct quire_roller_view *roller)
{
    return quire_parts_drive(roller) != NULL
               ? quire_object_child_of(roller->object, &quire_kind_clutch)
               : NULL;
}

const struct quire_clutch_params *
quire_parts_limiter(const struct quire_roller_view *roller)
{
    const struct quire_object *clutch = quire_parts_clutch(roller);

    return clutch != NULL ? clutch->params : NULL;
}

double
quire_parts_drive_speed(const struct quire_roller_view *roller)
{
    return isnan(roller->clutch_slip) ? roller->surface_speed
                                      : roller->shaft_speed * roller->radius + roller->clutch_slip;
}

const struct quire_object *
quire_parts_gate_drive(const struct quire_guide_view *guide)
{
    const struct quire_object *gate = NULL;

    if (guide->object != NULL && guide->moves) {
        gate = quire_object_child_of(guide->object, &quire_kind_gate_pivot);
        gate = gate != NULL ? gate : quire_object_child_of(guide->object, &quire_kind_gate_slide);
    }
    return gate != NULL ? ((const struct quire_gate_params *)gate->params)->drive : NULL;
}

const struct quire_roller_view *
quire_parts_roller(const struct quire_view *view, const char *name)
{
    for (size_t i = 0; name != NULL && i < view->n_nip; i++) {
        if (view->nip[i].name == name) {
            return view->roller + view->nip[i].driver;
        }
    }
    for (size_t i = 0; name != NULL && i < view->n_roller; i++) {
        if (view->roller[i].name == name) {
            return view->roller + i;
        }
    }
    return NULL;
}

const struct quire_guide_view *
quire_parts_guide(const struct quire_view *view, const char *name)
{
    for (size_t i = 0; name != NULL && i < view->n_guide; i++) {
        if (view->guide[i].name == name) {
            return view->guide + i;
        }
    }
    return NULL;
}
