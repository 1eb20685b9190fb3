/* <go>: changes a state of the control. */
#include <math.h>
#include <string.h>

#include "formula/formula.h"
#include "kind/action.h"
#include "model/object.h"
#include "model/problem.h"
#include "rule/rule.h"

struct params {
    const struct quire_object *state;
    const char *to;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, state, "state", "state", QUIRE_REQUIRED, "state to change"),
    QUIRE_TEXT(struct params, to, "to", QUIRE_REQUIRED,
               "new value, one of the values of the state"),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const struct quire_state_params *state = p->state != NULL ? p->state->params : NULL;
    return state == NULL || quire_formula_word_number(state->values, p->to, strlen(p->to)) >= 0
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-REFERENCE", NULL,
                                    "to='%s': the values of state '%s' are: %s", p->to,
                                    p->state->name, state->values);
}

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    const struct quire_state_params *state = p->state->params;
    *out = (struct quire_action){
        .kind = QUIRE_ACTION_GO,
        .target = p->state,
        .text = p->to,
        .value = quire_formula_word_number(state->values, p->to, strlen(p->to))};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_go = {
    .family = &quire_family_action,
    .element = "go",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Changes a state of the machine's control to another of its values.",
    .ops = &ops,
    .check = check,
};
