/* <say>: a line in the log. */
#include <math.h>

#include "kind/action.h"
#include "model/object.h"

struct params {
    const char *text;
};

static const struct quire_field fields[] = {
    QUIRE_TEXT(struct params, text, "text", QUIRE_REQUIRED,
               "text for the log, for example jam code J20"),
    QUIRE_FIELD_END,
};

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){.kind = QUIRE_ACTION_SAY, .text = p->text};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_say = {
    .family = &quire_family_action,
    .element = "say",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Writes a line into the log of events, as a machine's control does, for example a "
            "state or a jam code.",
    .ops = &ops,
};
