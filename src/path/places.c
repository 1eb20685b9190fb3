/* Places: paths, channels along them, and guides. */
#include <math.h>

#include "model/problem.h"
#include "path/places.h"

#define LEAST_THICKNESS 10e-6 /* of a guide: less tells no side of a sheet from the other [m] */

/* ---- <path> ---- */

static const struct quire_field path_fields[] = {
    QUIRE_NAME(struct quire_path_params, name, QUIRE_REQUIRED,
               "name of the path, used by other objects for their position"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct quire_path_params, from, "from", "m", "0 m, 0 m",
                    "first point of the path"),
    QUIRE_REAL_AS(QUIRE_HEADING, struct quire_path_params, heading, "heading", "rad", "0 deg",
                  QUIRE_ANY, "direction at the first point, counter-clockwise from x", NULL),
    QUIRE_FIELD_END,
};

static const struct quire_child path_children[] = {
    {&quire_family_path_piece, NULL, 1, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_path = {
    .family = &quire_family_model,
    .element = "path",
    .size = sizeof(struct quire_path_params),
    .fields = path_fields,
    .children = path_children,
    .help = "The nominal mid-line of a sheet on its way through the machine, made of lines and "
            "arcs that join smoothly. It continues straight beyond both ends. Objects are placed "
            "by their distance along the path. Distance driven, buckle height and leaving the "
            "channel are measured from it. A path has no contact.",
};

/* ---- <channel> ---- */

#define QUIRE_ACROSS_FIELDS(type_)                                                                 \
    QUIRE_REAL_AS(QUIRE_ACROSS, type_, across_from, "across-from", "m", QUIRE_OPTIONAL, QUIRE_ANY, \
                  "start across the feed (z), for example of a rib; default: no limit (spatial "   \
                  "models only)",                                                                  \
                  NULL),                                                                           \
        QUIRE_REAL_AS(QUIRE_ACROSS, type_, across_to, "across-to", "m", QUIRE_OPTIONAL, QUIRE_ANY, \
                      "end across the feed (z); default: no limit (spatial models only)", NULL),   \
        QUIRE_REAL_AS(                                                                             \
            QUIRE_SIGNED, type_, tilt, "tilt", "rad", "0 deg", QUIRE_ANY,                          \
            "rotation about its own direction, at z = 0. If positive, its right-hand side, seen "  \
            "along it, is lower. Only for straight surfaces; up to 10 deg (spatial models only)",  \
            NULL)

#define MOST_TILT 0.17453292519943295 /* 10 deg */

static quire_status
check_across(const struct quire_object *self, quire_diag *diag, double from, double to, double tilt)
{
    if (fabs(tilt) > MOST_TILT) {
        return quire_object_error(self, diag, "E-RANGE", "use a guide drawn in the other plane",
                                  "'tilt' must be between -10 deg and 10 deg");
    }
    if (from >= to) { /* not where one of them is absent */
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'across-to' must be greater than 'across-from'");
    }
    return QUIRE_OK;
}

/* between two ends that are `apart`, NaN where one is absent */
static quire_status
check_mouths(const struct quire_object *self, quire_diag *diag, double mouth, double length,
             double apart)
{
    if (mouth > 0.0 && 2.0 * length > apart) {
        return quire_object_error(self, diag, "E-RANGE", "choose a shorter 'mouth-length'",
                                  "two mouths do not fit between 'from' and 'to'");
    }
    if (mouth > length) {
        return quire_object_error(
            self, diag, "E-RANGE", "choose a longer 'mouth-length'",
            "'mouth' must not be greater than 'mouth-length': the arc would pass a right angle");
    }
    return QUIRE_OK;
}

static const struct quire_field channel_fields[] = {
    QUIRE_NAME(struct quire_channel_params, name, QUIRE_REQUIRED, "name of the channel"),
    QUIRE_REFERENCE(struct quire_channel_params, path, "path", "path", QUIRE_REQUIRED,
                    "path along the middle of the channel"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_channel_params, from, "from", "m", QUIRE_REQUIRED,
                  QUIRE_ANY, "start of the walls, as a distance along the path", NULL),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_channel_params, to, "to", "m", QUIRE_REQUIRED,
                  QUIRE_ANY, "end of the walls, as a distance along the path", NULL),
    QUIRE_REAL(struct quire_channel_params, gap, "gap", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "clear distance between the walls; paper paths 2 mm to 5 mm", NULL),
    QUIRE_REAL(struct quire_channel_params, mouth, "mouth", "m", "0 mm", QUIRE_NON_NEGATIVE,
               "distance by which each wall flares outwards at both ends, to catch sheets", NULL),
    QUIRE_REAL(
        struct quire_channel_params, mouth_length, "mouth-length", "m", "8 mm", QUIRE_POSITIVE,
        "length of wall over which the mouth opens, by an arc that is tangent to the wall", NULL),
    QUIRE_TEXT(struct quire_channel_params, surface, "surface", QUIRE_REQUIRED,
               "name of the surface of both walls, used by pairs"),
    QUIRE_REAL(
        struct quire_channel_params, thickness, "thickness", "m", "2 mm",
        QUIRE_FROM_TO(LEAST_THICKNESS, INFINITY),
        "depth of solid behind the walls; a sheet that penetrates deeper is no longer pushed back",
        NULL),
    QUIRE_REAL_USUAL(struct quire_channel_params, velocity, "velocity", "m/s", "0 m/s", QUIRE_ANY,
                     QUIRE_USUALLY(-60.0, 60.0),
                     "surface speed of both walls along the path, for example of belts", NULL),
    QUIRE_ACROSS_FIELDS(struct quire_channel_params),
    QUIRE_FIELD_END,
};

static quire_status
check_channel(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_channel_params *channel = self->params;

    if (channel->to <= channel->from) {
        return quire_object_error(self, diag, "E-RANGE", NULL, "'to' must be greater than 'from'");
    }
    const quire_status status = check_mouths(self, diag, channel->mouth, channel->mouth_length,
                                             channel->to - channel->from);
    return status != QUIRE_OK
               ? status
               : check_across(self, diag, channel->across_from, channel->across_to, channel->tilt);
}

const struct quire_kind quire_kind_channel = {
    .family = &quire_family_model,
    .element = "channel",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_channel_params),
    .fields = channel_fields,
    .help = "Two guides at equal distances left and right of a path, from one position to another; "
            "sheets run between them.",
    .check = check_channel,
};

/* ---- <guide> ---- */

static const struct quire_field guide_fields[] = {
    QUIRE_NAME(struct quire_guide_params, name, QUIRE_REQUIRED, "name of the guide"),
    QUIRE_TEXT(struct quire_guide_params, surface, "surface", QUIRE_REQUIRED,
               "name of its surface, used by pairs"),
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct quire_guide_params, side, "side", "left|right|both", "left",
                    "side on which sheets run, seen from the first point of the guide to its last; "
                    "the other side has no contact. both needs a thickness"),
    QUIRE_REAL(struct quire_guide_params, thickness, "thickness", "m", "2 mm",
               QUIRE_FROM_TO(LEAST_THICKNESS, INFINITY),
               "depth of the solid behind the surface; for side both, thickness of a wall centred "
               "on the shape",
               NULL),
    QUIRE_REAL_USUAL(struct quire_guide_params, velocity, "velocity", "m/s", "0 m/s", QUIRE_ANY,
                     QUIRE_USUALLY(-60.0, 60.0),
                     "surface speed from the first point to the last, for example of a belt", NULL),
    QUIRE_ACROSS_FIELDS(struct quire_guide_params),
    QUIRE_FIELD_END,
};

static const struct quire_child guide_children[] = {
    {&quire_family_shape, NULL, 1, -1},
    {&quire_family_gate, NULL, 0, 1},
    QUIRE_CHILD_END,
};

static quire_status
check_guide(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_guide_params *guide = self->params;

    if (guide->side == QUIRE_SIDE_BOTH && !quire_object_has(self, "thickness")) {
        return quire_object_error(self, diag, "E-MISSING", "sheet metal is about 1 mm thick",
                                  "a guide with side=\"both\" needs a 'thickness'");
    }
    return check_across(self, diag, guide->across_from, guide->across_to, guide->tilt);
}

const struct quire_kind quire_kind_guide = {
    .family = &quire_family_model,
    .element = "guide",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_guide_params),
    .fields = guide_fields,
    .children = guide_children,
    .help = "A surface made of lines, arcs, circles, polylines and splines. It touches every part "
            "of a sheet, including its corners. It is fixed, or moves on a pivot or a slide.",
    .check = check_guide,
};

/* ---- <side-guide> ---- */

static const struct quire_field side_guide_fields[] = {
    QUIRE_NAME(struct quire_side_guide_params, name, QUIRE_REQUIRED, "name of the side guide"),
    QUIRE_REFERENCE(struct quire_side_guide_params, path, "path", "path", QUIRE_REQUIRED,
                    "path along which the side guide runs"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_side_guide_params, from, "from", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "start of the side guide, as a distance along the path; default: no limit", NULL),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_side_guide_params, to, "to", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "end of the side guide, as a distance along the path; default: no limit", NULL),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct quire_side_guide_params, across, "across", "m",
                  QUIRE_REQUIRED, QUIRE_ANY,
                  "position of its surface across the feed (z), positive on the right-hand side "
                  "seen along the path; half the width of the sheets and 0.1 mm to 1 mm",
                  NULL),
    QUIRE_CHOICE(struct quire_side_guide_params, side, "side", "left|right", "left",
                 "side on which the sheet runs, seen along the path: left of the wall (smaller z) "
                 "or right of it"),
    QUIRE_REAL(
        struct quire_side_guide_params, height, "height", "m", "20 mm", QUIRE_POSITIVE,
        "height of the wall on either side of the path; contact fades out over the last fifth",
        NULL),
    QUIRE_REAL(struct quire_side_guide_params, mouth, "mouth", "m", "0 mm", QUIRE_NON_NEGATIVE,
               "distance by which each given end flares away from the sheet, to catch sheets",
               NULL),
    QUIRE_REAL(
        struct quire_side_guide_params, mouth_length, "mouth-length", "m", "30 mm", QUIRE_POSITIVE,
        "length along the path over which the mouth opens, by an arc that is tangent to the wall",
        NULL),
    QUIRE_TEXT(struct quire_side_guide_params, surface, "surface", QUIRE_REQUIRED,
               "name of its surface, used by pairs; if pairs distinguish faces of the sheet, the "
               "edge counts as its left face"),
    QUIRE_REAL(struct quire_side_guide_params, thickness, "thickness", "m", "2 mm",
               QUIRE_FROM_TO(LEAST_THICKNESS, INFINITY),
               "depth of its solid; an edge that penetrates deeper is no longer pushed back", NULL),
    QUIRE_REAL_USUAL(struct quire_side_guide_params, velocity, "velocity", "m/s", "0 m/s",
                     QUIRE_ANY, QUIRE_USUALLY(-60.0, 60.0),
                     "surface speed along the path, for example of a belt beside the sheet", NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_side_guide(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_side_guide_params *guide = self->params;

    if (guide->from >= guide->to) { /* not where one of them is absent */
        return quire_object_error(self, diag, "E-RANGE", NULL, "'to' must be greater than 'from'");
    }
    return check_mouths(self, diag, guide->mouth, guide->mouth_length, guide->to - guide->from);
}

const struct quire_kind quire_kind_side_guide = {
    .family = &quire_family_model,
    .element = "side-guide",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_side_guide_params),
    .fields = side_guide_fields,
    .help = "A wall along a path that the side edge of a sheet touches. It guides the sheet "
            "sideways, with friction along the wall. Its law is for the whole edge, as the law of "
            "a guide is for the whole width (spatial models only).",
    .check = check_side_guide,
};
