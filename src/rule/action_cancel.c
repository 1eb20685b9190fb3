/* <cancel>: calls off what a rule has waiting. */
#include <math.h>

#include "kind/action.h"
#include "model/object.h"

struct params {
    const struct quire_object *rule;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, rule, "rule", "rule", QUIRE_REQUIRED,
                    "rule whose pending actions are cancelled"),
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
    .help = "Cancels the pending actions of a rule, which wait for the end of a delay or a "
            "distance. The rule can be triggered again.",
    .ops = &ops,
};
