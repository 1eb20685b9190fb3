/* <cancel>: calls off what a rule has waiting. */
#include <math.h>

#include "kind/action.h"
#include "model/object.h"

struct params {
    const struct quire_object *rule;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, rule, "rule", "rule", QUIRE_REQUIRED,
                    "the rule whose waiting actions do not take place"),
    QUIRE_FIELD_END,
};

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){.kind = QUIRE_ACTION_CANCEL, .target = p->rule};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_cancel = {
    .family = &quire_family_action,
    .element = "cancel",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Calls off the actions of a rule that still wait for the end of a delay or a distance. "
            "The rule may be set off again.",
    .ops = &ops,
};
