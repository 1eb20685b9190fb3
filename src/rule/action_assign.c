/* <assign>: gives a variable of the control a new value. */
#include <math.h>

#include "kind/action.h"
#include "model/object.h"

struct params {
    const struct quire_object *variable;
    const char *value;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, variable, "variable", "variable", QUIRE_REQUIRED,
                    "variable to change"),
    QUIRE_TEXT_AS(QUIRE_FORMULA, struct params, value, "value", QUIRE_REQUIRED,
                  "formula for the new value, for example count + 1 or feed.travel"),
    QUIRE_FIELD_END,
};

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){
        .kind = QUIRE_ACTION_ASSIGN, .target = p->variable, .formula = p->value};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_assign = {
    .family = &quire_family_action,
    .element = "assign",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Gives a variable a new value: a formula as in rules, evaluated when the action is "
            "executed.",
    .ops = &ops,
};
