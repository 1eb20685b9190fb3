/* <stop>: ends the run. */
#include <math.h>
#include <string.h>

#include "kind/action.h"

struct params {
    char none;
};

static const struct quire_field fields[] = {QUIRE_FIELD_END};

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    (void)self;
    memset(out, 0, sizeof *out);
    out->kind = QUIRE_ACTION_STOP;
    out->value = NAN;
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_stop = {
    .family = &quire_family_action,
    .element = "stop",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Ends the run, as if its end time were reached; the checks are then evaluated.",
    .ops = &ops,
};
