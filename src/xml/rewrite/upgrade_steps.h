/* What each version of the format has changed. A new version is one list of changes, one row of the
 * table, and files of the version before it in tests/data/old. */
#ifndef QUIRE_XML_REWRITE_UPGRADE_STEPS_H
#define QUIRE_XML_REWRITE_UPGRADE_STEPS_H

#include <stddef.h>

/* What becomes of the elements or of an attribute of one name. */
struct quire_change {
    enum quire_change_kind {
        QUIRE_CHANGE_RENAME_ELEMENT,
        QUIRE_CHANGE_RENAME_ATTRIBUTE,
        QUIRE_CHANGE_DROP_ATTRIBUTE
    } kind;
    const char *element;
    const char *attribute; /* NULL for an element */
    const char *value;     /* only where it has this value; NULL: any */
    const char *to;        /* the new name */
    const char *left;      /* what remains to be done by hand, a warning; NULL: nothing */
};

/* A version and the changes that lead to the next one; the list ends with a change without an
 * element. */
struct quire_version_step {
    int from;
    const struct quire_change *changes;
};

/* Steps: step[i].from is i, and the present version is their number. */
struct quire_version_steps {
    const struct quire_version_step *step; /* (n) */
    size_t n;
};

/* All steps of the format. */
extern const struct quire_version_steps quire_upgrade_steps;

#endif
