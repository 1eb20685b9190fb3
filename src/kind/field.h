/* Field tables: what an element of a model file may say.
 *
 * One table per kind feeds the reader, the schema, `quire describe`, the reference pages and the contract tests. */
#ifndef QUIRE_KIND_FIELD_H
#define QUIRE_KIND_FIELD_H

#include <stdbool.h>
#include <stddef.h>

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
    QUIRE_FIELD_POINTS,    /* struct quire_points, SI; "0 mm, 0 mm; 10 mm, 2 mm; ..."     */
};

/* A list of points [m]; owned by the model. */
struct quire_points {
    double (*at)[2]; /* (n) */
    size_t n;
};

/* Absent optional values: NaN for REAL, VECTOR and TRIPLE, LONG_MIN for INTEGER, -1 for CHOICE, NULL for TEXT and REFERENCE,
 * {NULL, 0} for POINTS, false for BOOLEAN. quire_object_has() tells presence. */
#define QUIRE_REQUIRED ((const char *)0)
#define QUIRE_OPTIONAL ""

struct quire_field {
    const char *name;           /* attribute, such as "rebound-damping-factor"; NULL ends a table */
    enum quire_field_type type;
    size_t offset;              /* of the value in the kind's parameter struct */
    /* SI unit in model-file spelling, "" for dimensionless. An exponent may refer to sibling fields:
     * "N/m^{exponent}", "N*s^{damping-exponent}/m^{damping-exponent+indentation-exponent}". */
    const char *unit;
    const char *fallback;       /* default as written in a model file, QUIRE_REQUIRED or QUIRE_OPTIONAL */
    double minimum, maximum;    /* allowed range in SI; -INFINITY, INFINITY for none (REAL, INTEGER, each component of VECTOR and TRIPLE) */
    bool above, below;          /* the limits themselves are excluded */
    const char *choices;        /* CHOICE: "step|linear"; REFERENCE: the element referred to, such as "drive", or
                                 * several: "roller|nip" */
    const char *help;           /* one sentence: meaning, typical values */
    const char *source;         /* paper, page or manual; NULL if ours */
};

#define QUIRE_ANY -INFINITY, INFINITY, false, false
#define QUIRE_POSITIVE 0.0, INFINITY, true, false
#define QUIRE_NON_NEGATIVE 0.0, INFINITY, false, false
#define QUIRE_FROM_TO(lo, hi) lo, hi, false, false
#define QUIRE_ABOVE_TO(lo, hi) lo, hi, true, false

#define QUIRE_REAL(type_, member_, name_, unit_, fallback_, range_, help_, source_) \
    {name_, QUIRE_FIELD_REAL, offsetof(type_, member_), unit_, fallback_, range_, NULL, help_, source_}
#define QUIRE_INTEGER(type_, member_, name_, fallback_, range_, help_) \
    {name_, QUIRE_FIELD_INTEGER, offsetof(type_, member_), "", fallback_, range_, NULL, help_, NULL}
#define QUIRE_BOOLEAN(type_, member_, name_, fallback_, help_) \
    {name_, QUIRE_FIELD_BOOLEAN, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL, help_, NULL}
#define QUIRE_CHOICE(type_, member_, name_, choices_, fallback_, help_) \
    {name_, QUIRE_FIELD_CHOICE, offsetof(type_, member_), "", fallback_, QUIRE_ANY, choices_, help_, NULL}
#define QUIRE_TEXT(type_, member_, name_, fallback_, help_) \
    {name_, QUIRE_FIELD_TEXT, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL, help_, NULL}
#define QUIRE_NAME(type_, member_, fallback_, help_) \
    {"name", QUIRE_FIELD_NAME, offsetof(type_, member_), "", fallback_, QUIRE_ANY, NULL, help_, NULL}
#define QUIRE_REFERENCE(type_, member_, name_, element_, fallback_, help_) \
    {name_, QUIRE_FIELD_REFERENCE, offsetof(type_, member_), "", fallback_, QUIRE_ANY, element_, help_, NULL}
#define QUIRE_VECTOR(type_, member_, name_, unit_, fallback_, help_) \
    {name_, QUIRE_FIELD_VECTOR, offsetof(type_, member_), unit_, fallback_, QUIRE_ANY, NULL, help_, NULL}
#define QUIRE_TRIPLE(type_, member_, name_, unit_, fallback_, range_, help_) \
    {name_, QUIRE_FIELD_TRIPLE, offsetof(type_, member_), unit_, fallback_, range_, NULL, help_, NULL}
#define QUIRE_POINTS(type_, member_, name_, fallback_, help_) \
    {name_, QUIRE_FIELD_POINTS, offsetof(type_, member_), "m", fallback_, QUIRE_ANY, NULL, help_, NULL}
#define QUIRE_FIELD_END \
    {NULL, QUIRE_FIELD_REAL, 0, NULL, NULL, QUIRE_ANY, NULL, NULL, NULL}

#endif
