/* What a parameter of a model may be: its range or its choices. */
#ifndef QUIRE_MODEL_PARAMETER_H
#define QUIRE_MODEL_PARAMETER_H

#include "formula/expression.h"
#include "kind/value.h"
#include "model/object.h"

#define QUIRE_PARAMETER_WHY 300 /* room for any reason [bytes] */

/* Whether minimum, maximum, choices, tolerance and step make sense: quantities of one dimension,
 * minimum <= maximum, not both a range and choices, a tolerance and a step greater than 0, the step
 * not larger than the range, and none of choices. Otherwise false, with the reason in `why`, and
 * *at set to the attribute's name. */
bool quire_parameter_limits_are_good(const struct quire_parameter *p, const char **at,
                                     char why[QUIRE_PARAMETER_WHY]);

/* Whether `text` may be its value. Otherwise false, with a reason such as "must be at most 12 N",
 * and *at set to the attribute that says so. The limits must be good. */
bool quire_parameter_allows(const struct quire_parameter *p, const char *text, const char **at,
                            char why[QUIRE_PARAMETER_WHY]);

/* The same as a problem of whoever gives the value. */
quire_status quire_parameter_check(const struct quire_parameter *p, const char *text,
                                   const struct quire_object *giver, quire_diag *diag);

/* The next of a list of choices, which quire_parameter_limits_are_good() has found good: separated
 * by commas, without blanks around it. Moves *list behind it. False at the end. */
bool quire_parameter_next_choice(const char **list, char out[QUIRE_QUANTITY_LIMIT + 1]);

/* The unit at the end of a quantity's text; "" for plain numbers and words. Borrowed from `text`.
 */
const char *quire_parameter_unit(const char *text);

#endif
