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
                    "path through the nip"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct quire_nip_params, at, "at", "m", QUIRE_REQUIRED, QUIRE_ANY,
                  "distance along the path of the point where the rollers meet", NULL),
    QUIRE_REAL_USUAL(struct quire_nip_params, load, "load", "N", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
                     QUIRE_USUALLY(0, 300),
                     "closing force when the rollers meet on the path; 1 N to 20 N", NULL),
    QUIRE_REAL_USUAL(
        struct quire_nip_params, rate, "rate", "N/m", "0 N/m", QUIRE_NON_NEGATIVE,
        QUIRE_USUALLY(0, 1e5),
        "stiffness of the load spring: increase of the force as the idler opens; 100 N/m to "
        "5000 N/m",
        NULL),
    QUIRE_REAL(struct quire_nip_params, damping, "damping", "N*s/m", "1 N*s/m", QUIRE_NON_NEGATIVE,
               "damping of the sliding motion of the idler", NULL),
    QUIRE_REAL(struct quire_nip_params, max_gap, "max-gap", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "clear gap at the open stop of the idler; 1 mm to 3 mm", NULL),
    QUIRE_REAL(struct quire_nip_params, closed_stop, "closed-stop", "m", "0 mm", QUIRE_NON_NEGATIVE,
               "clear gap at the closed stop; 0: the rollers touch each other", NULL),
    QUIRE_REAL(struct quire_nip_params, lift, "lift", "m", QUIRE_OPTIONAL, QUIRE_POSITIVE,
               "clear gap to which <open> lifts the idler; 1 mm to 3 mm; default: max-gap", NULL),
    QUIRE_REAL(struct quire_nip_params, lift_rate, "lift-rate", "N/m", "20000 N/m", QUIRE_POSITIVE,
               "stiffness of the lever that lifts the idler against its load; it is damped so that "
               "the idler does not oscillate",
               NULL),
    QUIRE_BOOLEAN(struct quire_nip_params, open, "open", "no", "yes: the nip is open at t = 0"),
    QUIRE_REFERENCE(struct quire_nip_params, roller_contact, "roller-contact", "contact",
                    QUIRE_OPTIONAL,
                    "contact between the two rollers while no sheet is in the nip; default: that "
                    "of the driver's surface with the first medium"),
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
            "'lift' must be greater than 'closed-stop' and at most 'max-gap'");
    }
    if (nip->open && isnan(nip->lift) && isnan(nip->max_gap)) {
        return quire_object_error(self, diag, "E-MISSING", "give it a 'lift' or a 'max-gap'",
                                  "open='yes': the opening of the nip is not given");
    }
    return quire_shaft_check_carriage(self, diag, &nip->shaft);
}

const struct quire_kind quire_kind_nip = {
    .family = &quire_family_body,
    .element = "nip",
    .size = sizeof(struct quire_nip_params),
    .fields = nip_fields,
    .children = nip_children,
    .help = "A drive roller on a fixed shaft and an idler pressed against it, facing each other "
            "across a path. By default the drive roller is on the right side of the path and the "
            "idler on the left. The rollers are named NAME.driver and NAME.idler.",
    .equation =
        "closing force on the idler = load + rate * gap + damping * d(gap)/dt between the stops; a "
        "lever that reaches d past the idler lifts it with lift-rate * d, and damping",
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
                    "side of the path of the drive roller; the idler is on the other side"),
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
    .help = "The roller of a nip with a fixed shaft.",
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
    .help = "The roller of a nip that is pressed against the drive roller and slides across the "
            "path. It usually idles, but may have its own drive.",
    .check = check_of_nip,
};
