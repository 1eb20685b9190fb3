/* <open>, <close>: nips that are lifted and let down; <engage>, <disengage>: clutches. */
#include <math.h>

#include "kind/action.h"
#include "model/problem.h"

struct params {
    const struct quire_object *nip, *clutch;
    double ramp;
};

static const struct quire_field fields[] = {
    QUIRE_REFERENCE(struct params, nip, "nip", "nip", QUIRE_REQUIRED, "the nip"),
    QUIRE_REAL(struct params, ramp, "ramp", "s", "20 ms", QUIRE_POSITIVE,
               "time over which the load is transferred to the lifting lever, or back, smoothly (3 "
               "u^2 - 2 u^3); solenoids take 10 ms to 50 ms",
               NULL),
    QUIRE_FIELD_END,
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;

    return p->nip == NULL || quire_object_has(p->nip, "lift") || quire_object_has(p->nip, "max-gap")
               ? QUIRE_OK
               : quire_object_error(self, diag, "E-MODEL", "give the nip a 'lift' or a 'max-gap'",
                                    "the opening of nip '%s' is not given", p->nip->name);
}

static void
describe(const struct quire_object *self, double value, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){.kind = QUIRE_ACTION_SWITCH,
                                 .target = p->nip != NULL ? p->nip : p->clutch,
                                 .value = value,
                                 .ramp = p->ramp};
}

static void
describe_on(const struct quire_object *self, struct quire_action *out)
{
    describe(self, 1, out);
}

static void
describe_off(const struct quire_object *self, struct quire_action *out)
{
    describe(self, 0, out);
}

static const struct quire_action_ops on_ops = {describe_on}, off_ops = {describe_off};

const struct quire_kind quire_kind_action_open = {
    .family = &quire_family_action,
    .element = "open",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Opens a nip: the idler is lifted against its load and held at 'lift'.",
    .ops = &on_ops,
    .check = check,
};

const struct quire_kind quire_kind_action_close = {
    .family = &quire_family_action,
    .element = "close",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "Closes an open nip: the load presses the idler on the drive roller or the sheet again.",
    .ops = &off_ops,
    .check = check,
};

/* ---- clutches ---- */

static const struct quire_field clutch_fields[] = {
    QUIRE_REFERENCE(struct params, clutch, "clutch", "clutch", QUIRE_REQUIRED, "clutch to switch"),
    QUIRE_REAL(struct params, ramp, "ramp", "s", "10 ms", QUIRE_NON_NEGATIVE,
               "time over which the torque builds up or decays, smoothly (3 u^2 - 2 u^3); "
               "electromagnetic clutches take 5 ms to 30 ms",
               NULL),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_action_engage = {
    .family = &quire_family_action,
    .element = "engage",
    .size = sizeof(struct params),
    .fields = clutch_fields,
    .help = "Engages a clutch: its drive turns the roller.",
    .ops = &on_ops,
};

const struct quire_kind quire_kind_action_disengage = {
    .family = &quire_family_action,
    .element = "disengage",
    .size = sizeof(struct params),
    .fields = clutch_fields,
    .help = "Disengages a clutch: the roller turns freely.",
    .ops = &off_ops,
};
