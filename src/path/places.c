/* Places: paths, channels along them, and guides. */
#include <math.h>

#include "model/problem.h"
#include "path/places.h"

#define LEAST_THICKNESS 10e-6 /* of a guide: less tells no side of a sheet from the other [m] */

/* ---- <path> ---- */

static const struct quire_field path_fields[] = {
    QUIRE_NAME(struct quire_path_params, name, QUIRE_REQUIRED,
               "name that other objects place themselves by"),
    QUIRE_VECTOR_AS(QUIRE_POINT, struct quire_path_params, from, "from", "m", "0 m, 0 m",
                    "where the path begins"),
    QUIRE_REAL_AS(QUIRE_HEADING, struct quire_path_params, heading, "heading", "rad", "0 deg",
                  QUIRE_ANY, "direction in which it begins, counter-clockwise from x", NULL),
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
            "arcs that join smoothly; it goes on straight beyond both ends. Objects are placed by "
            "their distance along it, and distance driven, buckle height and leaving the channel "
            "are measured from it. A path touches nothing.",
};

/* ---- <channel> ---- */

#define QUIRE_ACROSS_FIELDS(type_)                                                                 \
    QUIRE_REAL_AS(QUIRE_ACROSS, type_, across_from, "across-from", "m", QUIRE_OPTIONAL, QUIRE_ANY, \
                  "where it begins across the feed (z), as of a rib; without it it has no end "    \
                  "there; spatial models only",                                                    \
                  NULL),                                                                           \
        QUIRE_REAL_AS(                                                                             \
            QUIRE_ACROSS, type_, across_to, "across-to", "m", QUIRE_OPTIONAL, QUIRE_ANY,           \
            "where it ends across the feed; without it it has no end there; spatial models "       \
            "only",                                                                                \
            NULL),                                                                                 \
        QUIRE_REAL_AS(                                                                             \
            QUIRE_SIGNED, type_, tilt, "tilt", "rad", "0 deg", QUIRE_ANY,                          \
            "turn about its own direction, at z = 0: its right-hand side, seen along it, "         \
            "lies lower where it is positive; it must be straight then; up to 10 deg; spatial "    \
            "models only",                                                                         \
            NULL)

#define MOST_TILT 0.17453292519943295 /* 10 deg */

static quire_status
check_across(const struct quire_object *self, quire_diag *diag, double from, double to, double tilt)
{
    if (fabs(tilt) > MOST_TILT) {
        return quire_object_error(self, diag, "E-RANGE", "write it for motion in another plane",
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
                    "path that runs in its middle"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_channel_params, from, "from", "m", QUIRE_REQUIRED,
                  QUIRE_ANY, "distance along the path at which the walls begin", NULL),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_channel_params, to, "to", "m", QUIRE_REQUIRED,
                  QUIRE_ANY, "distance along the path at which they end", NULL),
    QUIRE_REAL(struct quire_channel_params, gap, "gap", "m", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "clear distance between the walls; paper paths 2 mm to 5 mm", NULL),
    QUIRE_REAL(struct quire_channel_params, mouth, "mouth", "m", "0 mm", QUIRE_NON_NEGATIVE,
               "how far each wall turns outwards at both ends, to catch sheets", NULL),
    QUIRE_REAL(
        struct quire_channel_params, mouth_length, "mouth-length", "m", "8 mm", QUIRE_POSITIVE,
        "length of wall over which the mouth opens, by an arc that is tangent to the wall", NULL),
    QUIRE_TEXT(struct quire_channel_params, surface, "surface", QUIRE_REQUIRED,
               "surface of both walls, for pairs"),
    QUIRE_REAL(struct quire_channel_params, thickness, "thickness", "m", "2 mm",
               QUIRE_FROM_TO(LEAST_THICKNESS, INFINITY),
               "depth of the walls' solid; a sheet deeper than that is no longer pushed back",
               NULL),
    QUIRE_REAL_USUAL(struct quire_channel_params, velocity, "velocity", "m/s", "0 m/s", QUIRE_ANY,
                     QUIRE_USUALLY(-60.0, 60.0),
                     "speed of both walls' surfaces along the path, as of belts that run in them",
                     NULL),
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
    .help = "Two guides at equal distances left and right of a path, from one place to another; "
            "sheets run between them.",
    .check = check_channel,
};

/* ---- <guide> ---- */

static const struct quire_field guide_fields[] = {
    QUIRE_NAME(struct quire_guide_params, name, QUIRE_REQUIRED, "name of the guide"),
    QUIRE_TEXT(struct quire_guide_params, surface, "surface", QUIRE_REQUIRED,
               "its surface, for pairs"),
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct quire_guide_params, side, "side", "left|right|both", "left",
                    "where the sheet runs, seen from the guide's first point to its last; the "
                    "other side has no contact. both needs a thickness"),
    QUIRE_REAL(struct quire_guide_params, thickness, "thickness", "m", "2 mm",
               QUIRE_FROM_TO(LEAST_THICKNESS, INFINITY),
               "depth of the solid behind the surface; for side both, thickness of the wall, whose "
               "middle is the shape",
               NULL),
    QUIRE_REAL_USUAL(
        struct quire_guide_params, velocity, "velocity", "m/s", "0 m/s", QUIRE_ANY,
        QUIRE_USUALLY(-60.0, 60.0),
        "speed of its surface from the first point to the last, as of a belt that runs in it",
        NULL),
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
    .help = "A surface made of lines, arcs, circles, polylines and splines, touched by every "
            "part of a sheet, its corners included. It is fixed, or moves on a pivot or a slide.",
    .check = check_guide,
};

/* ---- <side-guide> ---- */

static const struct quire_field side_guide_fields[] = {
    QUIRE_NAME(struct quire_side_guide_params, name, QUIRE_REQUIRED, "name of the side guide"),
    QUIRE_REFERENCE(struct quire_side_guide_params, path, "path", "path", QUIRE_REQUIRED,
                    "path that it runs along"),
    QUIRE_REAL_AS(
        QUIRE_ALONG, struct quire_side_guide_params, from, "from", "m", QUIRE_OPTIONAL, QUIRE_ANY,
        "distance along the path at which it begins; without it it has no end there", NULL),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_side_guide_params, to, "to", "m", QUIRE_OPTIONAL,
                  QUIRE_ANY,
                  "distance along the path at which it ends; without it it has no end there", NULL),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct quire_side_guide_params, across, "across", "m",
                  QUIRE_REQUIRED, QUIRE_ANY,
                  "where its surface is across the feed (z), positive on the right-hand side seen "
                  "along the path; half the width of the sheets and 0.1 mm to 1 mm",
                  NULL),
    QUIRE_CHOICE(
        struct quire_side_guide_params, side, "side", "left|right", "left",
        "where the sheet runs, seen along the path: left of the wall, at smaller z, or right "
        "of it"),
    QUIRE_REAL(struct quire_side_guide_params, height, "height", "m", "20 mm", QUIRE_POSITIVE,
               "how far it reaches to either side of the path; it gives way over the last fifth",
               NULL),
    QUIRE_REAL(struct quire_side_guide_params, mouth, "mouth", "m", "0 mm", QUIRE_NON_NEGATIVE,
               "how far it turns away from the sheet at each end that it has, to catch sheets",
               NULL),
    QUIRE_REAL(
        struct quire_side_guide_params, mouth_length, "mouth-length", "m", "30 mm", QUIRE_POSITIVE,
        "length along the path over which the mouth opens, by an arc that is tangent to the wall",
        NULL),
    QUIRE_TEXT(
        struct quire_side_guide_params, surface, "surface", QUIRE_REQUIRED,
        "its surface, for pairs; where these distinguish a sheet's faces, its edge is of the "
        "left one"),
    QUIRE_REAL(struct quire_side_guide_params, thickness, "thickness", "m", "2 mm",
               QUIRE_FROM_TO(LEAST_THICKNESS, INFINITY),
               "depth of its solid; an edge deeper than that is no longer pushed back", NULL),
    QUIRE_REAL_USUAL(struct quire_side_guide_params, velocity, "velocity", "m/s", "0 m/s",
                     QUIRE_ANY, QUIRE_USUALLY(-60.0, 60.0),
                     "speed of its surface along the path, as of a belt that runs beside the sheet",
                     NULL),
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
    .help = "A wall along a path that the side edge of a sheet runs against: the wall guides the "
            "sheet sideways with friction along the wall, by a law for the whole edge as guides "
            "have one for the whole width. Planar models leave it out.",
    .check = check_side_guide,
};
