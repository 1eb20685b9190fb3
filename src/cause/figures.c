#include "cause/figures.h"

#include <math.h>

#include "cause/limits.h"
#include "cause/parts.h"

static bool
turns(const struct quire_roller_view *roller)
{
    return fabs(roller->surface_speed) >= QUIRE_DIAGNOSIS_DRIVEN;
}

/* Nips feed along their paths with positive speeds. The sign of a roller's that is placed by
 * coordinates means something where it touches the sheet alone. */
static double
speed_of(const struct quire_view *view, const struct quire_why *why,
         const struct quire_roller_view *roller)
{
    if (roller->nip >= 0) {
        return roller->surface_speed;
    }
    for (size_t k = 0; k < why->n_push; k++) {
        if (view->roller + why->push[k].roller == roller) {
            return why->push[k].back ? -why->push[k].speed : why->push[k].speed;
        }
    }
    return fabs(roller->surface_speed);
}

/* From the least to the greatest speed of the drive rollers that turn, but this one (NULL: none);
 * those that are turned by its own drive are no others. */
static void
add_others(const struct quire_view *view, const struct quire_roller_view *named,
           struct quire_why *out)
{
    const struct quire_object *own = named != NULL ? quire_parts_drive(named) : NULL;

    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *roller = view->roller + i;
        if (roller == named || !roller->is_driver || !turns(roller) ||
            (own != NULL && quire_parts_drive(roller) == own)) {
            continue;
        }
        const double speed = speed_of(view, out, roller);
        out->others[0] = out->others[0] != 0 ? fmin(out->others[0], speed) : speed;
        out->others[1] = out->others[1] != 0 ? fmax(out->others[1], speed) : speed;
    }
}

static void
add_limiter(const struct quire_roller_view *roller, struct quire_why *out)
{
    const struct quire_clutch_params *clutch = quire_parts_limiter(roller);

    if (clutch != NULL && !isnan(roller->clutch_slip)) {
        out->limiter = (struct quire_limiter){clutch->name, clutch->torque,
                                              fabs(roller->clutch_torque), roller->clutch_slip};
    }
}

void
quire_figures_add(const struct quire_view *view, struct quire_why *out)
{
    const struct quire_roller_view *roller = quire_parts_roller(view, out->name);

    if (out->mechanism == QUIRE_MECHANISM_DUE || out->mechanism == QUIRE_MECHANISM_RULE) {
        add_others(view, NULL, out);
    }
    if (roller == NULL ||
        (out->mechanism != QUIRE_MECHANISM_DRIVE && out->mechanism != QUIRE_MECHANISM_SPEEDS)) {
        return;
    }
    out->has_speed = true;
    out->speed = speed_of(view, out, roller);
    add_others(view, roller, out);
    add_limiter(roller, out);
    out->motor = quire_parts_is_torque(roller) ? fabs(roller->torque) : 0;
}
