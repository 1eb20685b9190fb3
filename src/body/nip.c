/* Nips: two rollers that pinch the sheet on its path. */
#include <math.h>

#include "body/nip.h"
#include "body/roller.h"
#include "body/roller_fields.h"
#include "model/problem.h"

/* ---- <nip> ---- */

static const struct quire_field nip_fields[] = {
    QUIRE_NAME(struct quire_nip_params, name, QUIRE_REQUIRED, "name of the nip"),
    QUIRE_REFERENCE(struct quire_nip_params, path, "path", "path", QUIRE_REQUIRED,
                    "path that runs through it"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_nip_params, at, "at", "m", QUIRE_REQUIRED, QUIRE_ANY,
                  "distance along the path at which the rollers meet", NULL),
    QUIRE_REAL(struct quire_nip_params, load, "load", "N", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "force that closes the nip when its rollers meet on the path; 1 N to 20 N", NULL),
    QUIRE_REAL(struct quire_nip_params, rate, "rate", "N/m", "0 N/m", QUIRE_NON_NEGATIVE,
               "stiffness of the load's spring: the force grows by it as the idler opens; 100 N/m "
               "to 5000 N/m",
               NULL),
    QUIRE_REAL(struct quire_nip_params, damping, "damping", "N*s/m", "1 N*s/m", QUIRE_NON_NEGATIVE,
               "damping of the idler's sliding", NULL),
    QUIRE_REAL(struct quire_nip_params, max_gap, "max-gap", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "clear gap at which the open stop holds the idler; 1 mm to 3 mm", NULL),
    QUIRE_REAL(struct quire_nip_params, closed_stop, "closed-stop", "m", "0 mm", QUIRE_NON_NEGATIVE,
               "clear gap that remains when the nip is shut; 0: the rollers touch each other",
               NULL),
    QUIRE_REAL(struct quire_nip_params, lift, "lift", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "clear gap to which <open> lifts the idler; without it max-gap; 1 mm to 3 mm", NULL),
    QUIRE_REAL(struct quire_nip_params, lift_rate, "lift-rate", "N/m", "20000 N/m", QUIRE_POSITIVE,
               "stiffness of the lever that lifts the idler against its load, damped so that it "
               "does not swing",
               NULL),
    QUIRE_BOOLEAN(struct quire_nip_params, open, "open", "no", "yes: the nip is open at t = 0"),
    QUIRE_REFERENCE(struct quire_nip_params, roller_contact, "roller-contact", "contact",
                    QUIRE_OPTIONAL,
                    "contact between the two rollers while no sheet is there; otherwise that of "
                    "the driver's surface with the first medium"),
    QUIRE_SHAFT_FIELDS(struct quire_nip_params, "0 m", QUIRE_OPTIONAL, "0 deg", "0 deg"),
    QUIRE_FIELD_END,
};

static const struct quire_child nip_children[] = {
    {&quire_family_body, "driver", 1, 1},
    {&quire_family_body, "idler", 1, 1},
    QUIRE_CHILD_END,
};

static quire_status
check_nip(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_nip_params *nip = self->params;

    if (quire_object_has(self, "max-gap") && nip->max_gap <= nip->closed_stop) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'max-gap' must be greater than 'closed-stop'");
    }
    if (nip->lift <= nip->closed_stop || nip->lift > nip->max_gap) {
        return quire_object_error(
            self, diag, "E-RANGE", NULL,
            "'lift' must be greater than 'closed-stop', and not beyond 'max-gap'");
    }
    if (nip->open && isnan(nip->lift) && isnan(nip->max_gap)) {
        return quire_object_error(self, diag, "E-MISSING", "give it a 'lift' or a 'max-gap'",
                                  "open='yes': nothing says how far it is open");
    }
    return quire_shaft_check_carriage(self, diag, &nip->shaft);
}

const struct quire_kind quire_kind_nip = {
    .family = &quire_family_body,
    .element = "nip",
    .size = sizeof(struct quire_nip_params),
    .fields = nip_fields,
    .children = nip_children,
    .help =
        "A driver with a fixed shaft and an idler that is pressed against it, facing each other "
        "across a path. The driver is on the path's right side unless it says otherwise, the "
        "idler on the other one. The rollers are known as NAME.driver and NAME.idler.",
    .equation =
        "closing force on the idler = load + rate * gap + damping * d(gap)/dt between the stops; "
        "a lever that reaches d past it lifts it with lift-rate * d, and damping",
    .check = check_nip,
};

/* ---- <driver>, <idler> ---- */

static quire_status
check_of_nip(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_roller_params *p = self->params;
    const struct quire_nip_params *nip = self->parent != NULL ? self->parent->params : NULL;

    return quire_roller_check_shaft(
        self, diag, isnan(p->shaft.width) && nip != NULL ? nip->shaft.width : p->shaft.width);
}

static const struct quire_field driver_fields[] = {
    QUIRE_CHOICE_AS(QUIRE_SIDED, struct quire_roller_params, side, "side", "left|right", "right",
                    "side of the path of the driver; the idler is on the other side"),
    QUIRE_ROLLER_FIELDS,
    QUIRE_SHAFT_FIELDS(struct quire_roller_params, QUIRE_OPTIONAL, QUIRE_OPTIONAL, QUIRE_OPTIONAL,
                       QUIRE_OPTIONAL),
    QUIRE_PROFILE_FIELDS(struct quire_roller_params, shaft.crown, shaft.taper),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_driver = {
    .family = &quire_family_body,
    .element = "driver",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_roller_params),
    .fields = driver_fields,
    .children = quire_roller_children,
    .help = "The roller of a nip whose shaft is fixed.",
    .check = check_of_nip,
};

static const struct quire_field idler_fields[] = {
    QUIRE_ROLLER_FIELDS,
    QUIRE_ROLLER_STOP_FIELDS,
    QUIRE_SHAFT_FIELDS(struct quire_roller_params, QUIRE_OPTIONAL, QUIRE_OPTIONAL, QUIRE_OPTIONAL,
                       QUIRE_OPTIONAL),
    QUIRE_PROFILE_FIELDS(struct quire_roller_params, shaft.crown, shaft.taper),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_idler = {
    .family = &quire_family_body,
    .element = "idler",
    .roles = QUIRE_ROLE_SURFACE,
    .size = sizeof(struct quire_roller_params),
    .fields = idler_fields,
    .children = quire_roller_children,
    .help = "The roller of a nip that is pressed against the driver and slides across the path. It "
            "usually idles, but may have a drive of its own.",
    .check = check_of_nip,
};
