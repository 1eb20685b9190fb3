/* Which sheets a check looks at, and when. */
#ifndef QUIRE_CHECK_SCOPE_H
#define QUIRE_CHECK_SCOPE_H

#include "kind/check.h"
#include "model/object.h"

/* The fields; of each check that looks all the time, or at events of sensors. */
#define QUIRE_CHECK_SCOPE(type_)                                                                   \
    QUIRE_TEXT(type_, common.sheet, "sheet", "each",                                               \
               "sheet that it looks at: each, the name of a sheet, or the name of several that "   \
               "an element with a count stands for"),                                              \
        QUIRE_REAL(type_, common.from, "from", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,            \
                   "it looks from this time on; default: from the start", NULL),                   \
        QUIRE_REAL(type_, common.until, "until", "s", QUIRE_OPTIONAL, QUIRE_POSITIVE,              \
                   "it looks until this time; default: until the end", NULL)

/* Whether the text of an attribute `sheet` names this sheet, or several of which it is one. */
bool quire_scope_names(const char *text, const char *sheet);

/* Whether the check looks at the sheet at this time; sheet NULL: at any. */
bool quire_scope_has(const struct quire_check_common *common, const char *sheet, double time);

/* Lets a check look at the sheets that it looks at now. */
void quire_scope_sample(const struct quire_object *self, void *memory,
                        const struct quire_view *view);

/* Adds to a cause which sheet and times a check is limited to; nothing where it is not. */
void quire_scope_say(const struct quire_check_common *common, struct quire_check_result *out);

/* The kinds' check(): refuses a sheet that is not in the model, and a time that ends before it
 * begins. */
quire_status quire_scope_check(const struct quire_object *self, quire_diag *diag);

/* The first of these, for attributes that mean sheets by other words, too: `allowed` says which. */
quire_status quire_scope_check_sheet(const struct quire_object *self, const char *text,
                                     const char *allowed, quire_diag *diag);

#endif
