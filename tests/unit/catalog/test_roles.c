/* What may stand in an assembly: no coordinate, angle, side or place of it may be forgotten when an
 * instance is moved, turned or mirrored. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/words.h"
#include "fixtures/tables.h"

/* lengths, speeds and angles that are the same in whatever frame: sizes, distances apart, speeds
 * along a surface or path, thresholds */
static const char *const staying[] = {
    "radius",
    "nominal-radius",
    "width",
    "gap",
    "mouth",
    "mouth-length",
    "thickness",
    "velocity",
    "height",
    "max-gap",
    "closed-stop",
    "lift",
    "travel",
    "yaw",
    "crown",
    "taper",
    "length",
    "hysteresis",
    "threshold",
    "reach",
    "range",
    "speed",
    "drive-speed",
    "stroke",
    "margin",
    "half-gap",
    "threshold-velocity",
    "creep",
    "windup",
    "inner-radius",
    "limit",
    "spin",
    "shaft-speed",
    "no-load-speed",
    "distance",
    "earliest-distance",
    "latest-distance",
    "dielectric-thickness",
    "tolerance",
    "least",
    "overlap",
    "smallest",
};

/* the same of one element, or one family */
static const struct {
    const char *of, *field;
} staying_of[] = {
    {"path-piece", "angle"}, /* its 'turn' says which way */
    {"pressure", "from"},
    {"pressure", "to"}, /* along a guide */
    {"bristles", "from"},
    {"bristles", "to"},
    {"jet", "spread"}, /* to either side of its axis */
    /* pivots with a drive cannot be mirrored */
    {"drive", "angle"},
    {"to", "angle"},
    {"set", "angle"},
    {"check", "angle"}, /* thresholds */
    {"tyre", "across"}, /* from the middle of its roller */
    /* ways along the slide's own direction */
    {"slide", "from"},
    {"slide", "to"},
    {"slide", "rest"},
    /* of the drawing, before it is placed */
    {"drawing", "start"},
    {"drawing", "unit"},
    {"drawing", "join"},
    {"drawing", "smooth"},
    /* across the feed, which no mirror here exchanges */
    {"side-guide", "side"},
    {"sensor", "side"},
};

static bool
is_staying(const struct quire_kind *kind, const struct quire_field *f)
{
    for (size_t i = 0; i < sizeof staying / sizeof *staying; i++) {
        if (strcmp(staying[i], f->name) == 0 && f->type == QUIRE_FIELD_REAL) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof staying_of / sizeof *staying_of; i++) {
        const char *of = staying_of[i].of;
        if ((strcmp(of, kind->element) == 0 || strcmp(of, kind->family->name) == 0) &&
            strcmp(staying_of[i].field, f->name) == 0) {
            return true;
        }
    }
    return false;
}

/* whether a value of this sort may depend on the frame it is seen from */
static bool
is_suspect(const struct quire_field *f)
{
    static const char *const units[] = {"m", "rad", "m/s", "rad/s"};
    if (f->type == QUIRE_FIELD_VECTOR || f->type == QUIRE_FIELD_TRIPLE ||
        f->type == QUIRE_FIELD_POINTS) {
        return true;
    }
    if (f->type == QUIRE_FIELD_CHOICE) {
        return strstr(f->choices, "left") != NULL || strstr(f->choices, "clockwise") != NULL;
    }
    for (size_t i = 0; f->type == QUIRE_FIELD_REAL && i < sizeof units / sizeof *units; i++) {
        if (strcmp(f->unit, units[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int
check_fields(const struct quire_kind *kind)
{
    int n = 0;
    for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
        const bool suspect = is_suspect(f);
        n += suspect;
        cr_expect(!suspect || f->role != QUIRE_STAYS || is_staying(kind, f), "<%s %s> has no role",
                  kind->element, f->name);
        cr_expect(f->role == QUIRE_STAYS || !is_staying(kind, f) || strcmp(f->name, "across") == 0,
                  "<%s %s> has a role and is said to stay", kind->element, f->name);
    }
    return n;
}

/* `kind` and all that may stand in it */
static int
check_all(const struct quire_kind *kind, bool *seen)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    int n = check_fields(kind);
    for (size_t i = 0; i < catalog->n; i++) {
        if (!seen[i] && quire_child_find(kind, catalog->kind[i]) != NULL) {
            seen[i] = true;
            n += check_all(catalog->kind[i], seen);
        }
    }
    return n;
}

Test(roles, nothing_in_an_assembly_is_forgotten)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    bool seen[1000] = {false};
    cr_assert_lt(catalog->n, sizeof seen);
    for (size_t i = 0; i < catalog->n; i++) {
        if (strcmp(catalog->kind[i]->element, "assembly") == 0) {
            cr_expect_gt(check_all(catalog->kind[i], seen), 60);
        }
    }
}

/* a role says of which type its field is, and stops come in pairs */
Test(roles, fit_their_fields)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    for (size_t i = 0; i < catalog->n; i++) {
        int stops = 0;
        for (const struct quire_field *f = catalog->kind[i]->fields; f != NULL && f->name != NULL;
             f++) {
            const enum quire_field_type t = f->type;
            const bool fits =
                f->role == QUIRE_POINT     ? t == QUIRE_FIELD_VECTOR || t == QUIRE_FIELD_POINTS
                : f->role == QUIRE_ARROW   ? t == QUIRE_FIELD_VECTOR
                : f->role == QUIRE_SIDED   ? t == QUIRE_FIELD_CHOICE
                : f->role == QUIRE_FORMULA ? t == QUIRE_FIELD_TEXT
                : f->role == QUIRE_STAYS || f->role == QUIRE_UNTURNED || f->role == QUIRE_UNMIRRORED
                    ? true
                    : t == QUIRE_FIELD_REAL;
            cr_expect(fits, "<%s %s>", catalog->kind[i]->element, f->name);
            stops += f->role == QUIRE_LOWER_STOP ? 1 : f->role == QUIRE_UPPER_STOP ? 100 : 0;
        }
        cr_expect(stops == 0 || stops == 101, "<%s>", catalog->kind[i]->element);
    }
}

/* a value that may be given where the machine stands must also be allowed where an instance of it
 * may stand */
Test(roles, allow_what_instances_make_of_a_value)
{
    EACH_KIND(kind)
    {
        for (const struct quire_field *f = kind->fields; f != NULL && f->name != NULL; f++) {
            const bool real = f->type == QUIRE_FIELD_REAL || f->type == QUIRE_FIELD_VECTOR;
            const bool stays =
                f->role == QUIRE_STAYS || f->role == QUIRE_UNTURNED || f->role == QUIRE_UNMIRRORED;
            const bool turned = f->role == QUIRE_SIGNED || f->role == QUIRE_LOWER_STOP ||
                                f->role == QUIRE_UPPER_STOP;
            if (real && !stays) {
                cr_expect_eq(f->minimum, -f->maximum, "<%s %s>", kind->element, f->name);
                cr_expect_eq(f->above, f->below, "<%s %s>", kind->element, f->name);
                cr_expect(turned || isinf(f->maximum), "<%s %s>", kind->element, f->name);
            }
        }
    }
}
