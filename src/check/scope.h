/* Which sheets a check covers, and when. */
#ifndef QUIRE_CHECK_SCOPE_H
#define QUIRE_CHECK_SCOPE_H

#include "kind/check.h"
#include "model/object.h"

/* Fields of all checks that monitor sheets continuously, or at events of sensors. */
#define QUIRE_CHECK_SCOPE(type_)                                                                   \
    QUIRE_TEXT(type_, common.sheet, "sheet", "each",                                               \
               "sheets that are checked: each, the name of a sheet, or the name of a <sheet> "     \
               "with a count for all its copies"),                                                 \
        QUIRE_CHECK_PHASE(type_)

/* Those of checks that mean sheets by other words, too. */
#define QUIRE_CHECK_PHASE(type_)                                                                   \
    QUIRE_REAL(type_, common.from, "from", "s", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,                \
               "start time of the check; default: start of the run", NULL),                        \
        QUIRE_REAL(type_, common.until, "until", "s", QUIRE_OPTIONAL, QUIRE_POSITIVE,              \
                   "end time of the check; default: end of the run", NULL)

/* Whether the check covers this sheet at this time; sheet NULL: any sheet. */
bool quire_scope_has(const struct quire_check_common *common, const char *sheet, double time);

/* Calls sample() for each sheet that the check covers now and that has not been delivered. */
void quire_scope_sample(const struct quire_object *self, void *memory,
                        const struct quire_view *view);

/* Adds to a cause which sheet and times a check is limited to; nothing where it is not. */
void quire_scope_say(const struct quire_check_common *common, struct quire_check_result *out);

/* The kinds' check(): refuses a sheet that is not in the model, and a time that ends before it
 * begins. */
quire_status quire_scope_check(const struct quire_object *self, quire_diag *diag);
/* The second of these alone. */
quire_status quire_scope_check_phase(const struct quire_object *self, quire_diag *diag);

/* The first of these, for attributes that mean sheets by other words, too: `allowed` says which. */
quire_status quire_scope_check_sheet(const struct quire_object *self, const char *text,
                                     const char *allowed, quire_diag *diag);

#endif
