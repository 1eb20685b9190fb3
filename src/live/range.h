/* The range of a parameter that its model does not limit: from the attributes that it is used for.
 */
#ifndef QUIRE_LIVE_RANGE_H
#define QUIRE_LIVE_RANGE_H

#include "base/arena.h"
#include "model/object.h"
#include "xml/text/node.h"

/* The model's text, in which {names} still stand. */
struct live_uses {
    struct quire_arena *arena;
    struct quire_node *root; /* NULL: it could not be read */
};

/* Clear it also after a failure; without a root, parameters have ranges all the same. */
void live_uses_read(struct live_uses *uses, const struct quire_model *model);
void live_uses_clear(struct live_uses *uses);

/* Whether an instance takes it from a formula of other parameters, which say all there is to say.
 */
bool live_uses_repeats(const struct live_uses *uses, const char *name);

/* The unit of a parameter's value in the model's text; NULL: it is a word, or made from others. */
const char *live_uses_unit(const struct live_uses *uses, const char *name);

struct live_range {
    double low, high; /* in the unit of the value */
    double step;      /* that the model gives, from `low` on; NaN: none */
    bool whole;       /* an attribute that takes it alone counts something */
};

/* The range of a number. The model's limits come first, then five tolerances to either side, then
 * what is usual for the attributes that take it alone, then half to twice the value; angles that
 * may be negative reach as far to the other side. What those attributes refuse is left out. The
 * value is whole steps from ends that the model does not give. */
struct live_range live_range_of(const struct live_uses *uses, const struct quire_parameter *p);

/* A quantity in the unit of another, such as "mm"; NaN of no quantity (NULL). */
double live_in_unit(const char *quantity, const char *unit);

/* The SI value of one unit, 0.001 of "mm"; 1 of "". */
double live_unit_size(const char *unit);

#endif
