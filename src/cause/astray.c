#include "cause/astray.h"

#include <math.h>

#include "cause/limits.h"
#include "check/around.h"
#include "check/branch.h"
#include "kind/sensor.h"
#include "path/places.h"

#define MOUTH 0.03 /* so near its path a sheet passes by the mouth of a branch [m] */

/* The channel that the sheet's edge that goes first, there, has missed; NULL: it has missed none.
 */
const struct quire_channel_params *
quire_astray_missed(const struct quire_sheet_view *s, const struct quire_check_result *result,
                    double front)
{
    const bool at_front = fabs(result->path_distance - front) <= QUIRE_DIAGNOSIS_FRONT;
    return at_front && s->object != NULL && s->object->parent != NULL
               ? quire_channel_at(s->object->parent, quire_around_path(s), result->path_distance)
               : NULL;
}

static const struct quire_sensor_common *
sensor_of(const struct quire_check_result *result)
{
    return result->sensor->params;
}

/* Whether the end of a path lies on another one, to which it leads. */
static bool
leads_to(const struct quire_view *view, const struct quire_object *from,
         const struct quire_object *to)
{
    const struct quire_outline *path[2] = {NULL, NULL};
    double end[2], at = NAN, left = NAN;

    for (size_t i = 0; i < view->n_path; i++) {
        path[0] = view->path_object[i] == from ? view->path + i : path[0];
        path[1] = view->path_object[i] == to ? view->path + i : path[1];
    }
    if (path[0] == NULL || path[1] == NULL || path[0]->n == 0 || path[1]->n == 0) {
        return false;
    }
    quire_outline_at(path[0], path[0]->length, end, NULL);
    quire_outline_project(path[1], end, -1, &at, &left);
    return fabs(left) <= QUIRE_DIAGNOSIS_SHORT;
}

bool
quire_astray_find(const struct quire_view *view, const struct quire_sheet_view *s,
                  const struct quire_check_result *result,
                  const struct quire_channel_params *missed, struct quire_why *out)
{
    struct quire_branch branch;
    const struct quire_object *due =
        result->sensor != NULL ? sensor_of(result)->path : quire_around_path(s);
    const bool elsewhere = quire_branch_of_lead(view, s, &branch) && branch.path != due &&
                           !leads_to(view, branch.path, due);
    const struct quire_guide_view *gate = elsewhere ? quire_branch_gate(view, &branch) : NULL;

    out->branch = elsewhere ? branch.path->name : NULL;
    if (gate != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_ASTRAY, "guide", gate->name);
    } else if (missed != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_ASTRAY, "channel", missed->name);
    } else if (elsewhere && branch.channel != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_ASTRAY, "channel", branch.channel->name);
    }
    return out->mechanism == QUIRE_MECHANISM_ASTRAY;
}

/* The gate at an end of a channel beside which a sheet lies, its trailing edge past the mouth.
 * NULL: there is none. */
static const struct quire_guide_view *
gate_passed(const struct quire_view *view, const struct quire_sheet_view *s,
            const struct quire_outline *path, const struct quire_channel_params *channel, double by)
{
    for (int end = 0; end < 2; end++) {
        struct quire_branch branch = {0};
        double at = NAN, left = NAN;
        quire_outline_at(path, end == 0 ? channel->from : channel->to, branch.from, NULL);
        quire_outline_project(s->path, branch.from, -1, &at, &left);
        const struct quire_guide_view *gate = quire_branch_gate(view, &branch);
        if (gate != NULL && fabs(left) <= MOUTH && at < s->lead.path_distance &&
            at - s->trail.path_distance >= by) {
            return gate;
        }
    }
    return NULL;
}

const struct quire_guide_view *
quire_astray_gate(const struct quire_view *view, const struct quire_sheet_view *s, double by)
{
    const struct quire_object *own = quire_around_path(s);
    const struct quire_guide_view *gate = NULL;

    if (own == NULL || quire_branch_has(view, s)) {
        return NULL;
    }
    for (size_t i = 0; gate == NULL && i < view->n_path; i++) {
        const struct quire_channel_params *c;
        for (size_t k = 0;
             gate == NULL && view->path_object[i] != own && view->path[i].n > 0 &&
             (c = quire_channel_next(own->parent, view->path_object[i], &k)) != NULL;) {
            gate = gate_passed(view, s, view->path + i, c, by);
        }
    }
    return gate;
}
