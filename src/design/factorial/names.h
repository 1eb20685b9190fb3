/* Names of factors in attributes of designs. */
#ifndef QUIRE_DESIGN_FACTORIAL_NAMES_H
#define QUIRE_DESIGN_FACTORIAL_NAMES_H

#include "kind/design.h"

/* The number of the factor whose name is text[0 .. length - 1] but for blanks around it; reports it
 * if there is none. */
quire_status quire_design_name(size_t *factor, const struct quire_design_task *task,
                               const char *text, size_t length);

#endif
