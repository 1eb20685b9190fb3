/* Field tables: what an element of a model file may say.
 *
 * One table per kind feeds the reader, the schema, `quire describe`, the reference pages and the
 * contract tests. */
#ifndef QUIRE_KIND_FIELD_H
#define QUIRE_KIND_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum quire_field_type {
    QUIRE_FIELD_REAL,      /* double, SI; unit compulsory unless dimensionless            */
    QUIRE_FIELD_INTEGER,   /* long                                                        */
    QUIRE_FIELD_BOOLEAN,   /* bool; "yes" or "no"                                         */
    QUIRE_FIELD_CHOICE,    /* int; index into `choices`                                   */
    QUIRE_FIELD_TEXT,      /* const char *; any text                                      */
    QUIRE_FIELD_NAME,      /* const char *; the object's own name                         */
    QUIRE_FIELD_REFERENCE, /* const struct quire_object *; written as that object's name  */
    QUIRE_FIELD_VECTOR,    /* double[2], SI; "12 mm, -10 mm"                              */
    QUIRE_FIELD_TRIPLE,    /* double[3], SI; "12 mm, 0 mm, -10 mm"                        */
    QUIRE_FIELD_FILE,      /* const struct quire_source *; a file below the model's folder  */
    QUIRE_FIELD_POINTS,    /* struct quire_points, SI; "0 mm, 0 mm; 10 mm, 2 mm; ..."     */
};

/* What becomes of a value when the element stands in an instance of an assembly, whose frame is
 * moved, turned by an angle, perhaps mirrored about its x axis, or put along a path. Contract tests
 * see to it that no coordinate, angle or side is forgotten. */
enum quire_field_role {
    /* nothing: sizes, times, speeds along a surface or path */
    QUIRE_STAYS,
    /* REAL: distance along a path, counted from the instance's place if the path is the instance's
     */
    QUIRE_ALONG,
    /* REAL: place across the feed (z) */
    QUIRE_ACROSS,
    /* VECTOR, POINTS: place */
    QUIRE_POINT,
    /* VECTOR: direction */
    QUIRE_ARROW,
    /* REAL: direction, counter-clockwise from x */
    QUIRE_HEADING,
    /* REAL: HEADING of an element with a POINT, SIGNED of one that is placed by a path */
    QUIRE_LOOKS,
    /* REAL: changes its sign when mirrored: turned counter-clockwise, or to the left */
    QUIRE_SIGNED,
    /* REAL: SIGNED, and exchanged with the UPPER_STOP of the same element */
    QUIRE_LOWER_STOP,
    /* REAL */
    QUIRE_UPPER_STOP,
    /* CHOICE: the first two choices are exchanged when mirrored */
    QUIRE_SIDED,
    /* any: cannot be given in a frame that is turned or mirrored */
    QUIRE_UNTURNED,
    /* any: cannot be given in a frame that is mirrored */
    QUIRE_UNMIRRORED,
    /* TEXT: names in it mean the instance's own parts first */
    QUIRE_FORMULA,
};

/* A list of points [m]; owned by the model. */
struct quire_points {
    double (*at)[2]; /* (n) */
    size_t n;
};

/* One of the files that a model was read from. */
struct quire_source {
    const char *name; /* the path by which it was opened, and by which messages call it */
    const char *path; /* the same from the model's folder on, or from that of the library */
    bool attached;    /* an attribute names it: it is no <include> */
    bool library;     /* it is one of the library's */
    const char *text; /* its bytes, NUL terminated */
    size_t size;
    struct quire_place from; /* the <include> that led to it first */
    bool open;               /* it is being read: including it again would lead round */
};

/* Absent optional values: NaN for REAL, VECTOR and TRIPLE, LONG_MIN for INTEGER, -1 for CHOICE,
 * NULL for TEXT, FILE and REFERENCE, {NULL, 0} for POINTS, false for BOOLEAN. quire_object_has()
 * tells presence. */
#define QUIRE_REQUIRED ((const char *)0)
#define QUIRE_OPTIONAL ""

struct quire_field {
    const char *name; /* attribute, such as "rebound-damping-factor"; NULL ends a table */
    enum quire_field_type type;
    size_t offset; /* of the value in the kind's parameter struct */
    /* SI unit in model-file spelling, "" for dimensionless. An exponent may refer to sibling
     * fields: "N/m^{exponent}", "N*s^{damping-exponent}/m^{damping-exponent+indentation-exponent}".
     */
    const char *unit;
    /* default as written in a model file, QUIRE_REQUIRED or QUIRE_OPTIONAL */
    const char *fallback;
    /* allowed range in SI; -INFINITY, INFINITY for none (REAL, INTEGER, each component of VECTOR
     * and TRIPLE) */
    double minimum, maximum;
    bool above, below; /* the limits themselves are excluded */
    /* CHOICE: "step|linear"; REFERENCE: the element referred to, such as "drive", or several:
     * "roller|nip" */
    const char *choices;
    const char *help;   /* one sentence: meaning, typical values */
    const char *source; /* paper, page or manual; NULL if ours */
    enum quire_field_role role;
    /* REAL: values outside are allowed, and warned of, since most come from a wrong unit; SI; both
     * 0: nothing is known */
    double usual_from, usual_to;
};

#define QUIRE_ANY              -INFINITY, INFINITY, false, false
#define QUIRE_POSITIVE         0.0, INFINITY, true, false
#define QUIRE_NON_NEGATIVE     0.0, INFINITY, false, false
#define QUIRE_FROM_TO(lo, hi)  lo, hi, false, false
#define QUIRE_ABOVE_TO(lo, hi) lo, hi, true, false
#define QUIRE_USUALLY(lo, hi)  lo, hi

#define QUIRE_REAL(type_, member_, name_, unit_, fallback_, range_, help_, source_)                \
    {                                                                                              \
        name_, QUIRE_FIELD_REAL, offsetof(type_, member_), unit_, fallback_, range_, NULL, help_,  \
            source_, QUIRE_STAYS, 0, 0                                                             \
    }
#define QUIRE_REAL_USUAL(type_, member_, name_, unit_, fallback_, range_, usual_, help_, source_)  \
    {                                                                                              \
        name_, QUIRE_FIELD_REAL, offsetof(type_, member_), unit_, fallback_, range_, NULL, help_,  \
            source_, QUIRE_STAYS, usual_                                                           \
    }
#define QUIRE_REAL_AS(role_, type_, member_, name_, unit_, fallback_, range_, help_, source_)      \
    {                                                                                              \
        name_, QUIRE_FIELD_REAL, offsetof(type_, member_), unit_, fallback_, range_, NULL, help_,  \
            source_, role_, 0, 0                                                                   \
    }
#define QUIRE_INTEGER(type_, member_, name_, fallback_, range_, help_)                             \
    {                                                                                              \
        name_, QUIRE_FIELD_INTEGER, offsetof(type_, member_), "", fallback_, range_, NULL, help_,  \
            NULL, QUIRE_STAYS, 0, 0                                                                \
    }
#define QUIRE_BOOLEAN(type_, member_, name_, fallback_, help_)                                     \
    {                                                                                              \
        name_, QUIRE_FIELD_BOOLEAN, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL,      \
            help_, NULL, QUIRE_STAYS, 0, 0                                                         \
    }
#define QUIRE_CHOICE(type_, member_, name_, choices_, fallback_, help_)                            \
    QUIRE_CHOICE_AS(QUIRE_STAYS, type_, member_, name_, choices_, fallback_, help_)
#define QUIRE_CHOICE_AS(role_, type_, member_, name_, choices_, fallback_, help_)                  \
    {                                                                                              \
        name_, QUIRE_FIELD_CHOICE, offsetof(type_, member_), "", fallback_, QUIRE_ANY, choices_,   \
            help_, NULL, role_, 0, 0                                                               \
    }
#define QUIRE_TEXT(type_, member_, name_, fallback_, help_)                                        \
    QUIRE_TEXT_AS(QUIRE_STAYS, type_, member_, name_, fallback_, help_)
#define QUIRE_TEXT_AS(role_, type_, member_, name_, fallback_, help_)                              \
    {                                                                                              \
        name_, QUIRE_FIELD_TEXT, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL, help_,  \
            NULL, role_, 0, 0                                                                      \
    }
#define QUIRE_NAME(type_, member_, fallback_, help_)                                               \
    {                                                                                              \
        "name", QUIRE_FIELD_NAME, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL, help_, \
            NULL, QUIRE_STAYS, 0, 0                                                                \
    }
#define QUIRE_REFERENCE(type_, member_, name_, element_, fallback_, help_)                         \
    QUIRE_REFERENCE_AS(QUIRE_STAYS, type_, member_, name_, element_, fallback_, help_)
#define QUIRE_REFERENCE_AS(role_, type_, member_, name_, element_, fallback_, help_)               \
    {                                                                                              \
        name_, QUIRE_FIELD_REFERENCE, offsetof(type_, member_), "", fallback_, QUIRE_ANY,          \
            element_, help_, NULL, role_, 0, 0                                                     \
    }
#define QUIRE_VECTOR(type_, member_, name_, unit_, fallback_, help_)                               \
    QUIRE_VECTOR_AS(QUIRE_STAYS, type_, member_, name_, unit_, fallback_, help_)
#define QUIRE_VECTOR_AS(role_, type_, member_, name_, unit_, fallback_, help_)                     \
    {                                                                                              \
        name_, QUIRE_FIELD_VECTOR, offsetof(type_, member_), unit_, fallback_, QUIRE_ANY, NULL,    \
            help_, NULL, role_, 0, 0                                                               \
    }
#define QUIRE_TRIPLE(type_, member_, name_, unit_, fallback_, range_, help_)                       \
    {                                                                                              \
        name_, QUIRE_FIELD_TRIPLE, offsetof(type_, member_), unit_, fallback_, range_, NULL,       \
            help_, NULL, QUIRE_STAYS, 0, 0                                                         \
    }
#define QUIRE_FILE(type_, member_, name_, fallback_, help_)                                        \
    {                                                                                              \
        name_, QUIRE_FIELD_FILE, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL, help_,  \
            NULL, QUIRE_UNMIRRORED, 0, 0                                                           \
    }
#define QUIRE_POINTS(type_, member_, name_, fallback_, help_)                                      \
    {                                                                                              \
        name_, QUIRE_FIELD_POINTS, offsetof(type_, member_), "m", fallback_, QUIRE_ANY, NULL,      \
            help_, NULL, QUIRE_POINT, 0, 0                                                         \
    }
#define QUIRE_FIELD_END                                                                            \
    {                                                                                              \
        NULL, QUIRE_FIELD_REAL, 0, NULL, NULL, QUIRE_ANY, NULL, NULL, NULL, QUIRE_STAYS, 0, 0      \
    }

/* The field of this name in a table that ends with QUIRE_FIELD_END; NULL where there is none, or no
 * table. */
const struct quire_field *quire_field_find(const struct quire_field *table, const char *name);

#endif
