/* Springs and strings. */
#include <math.h>
#include <stdio.h>

#include "body/sheet.h"
#include "element/spring.h"
#include "model/problem.h"

#define END_FIELDS(end_, name_, what_)                                                             \
    QUIRE_REFERENCE(struct quire_spring_params, end_.object, name_, "disc|block|roller|sheet",     \
                    QUIRE_OPTIONAL, "what it " what_ "; without it a fixed point"),                \
        QUIRE_VECTOR(struct quire_spring_params, end_.at, name_ "-at", "m", QUIRE_OPTIONAL,        \
                     "where on a disc or block, from its centre and along its own axes (the "      \
                     "centre itself if absent); or the fixed point"),                              \
        QUIRE_REAL(struct quire_spring_params, end_.along, name_ "-along", "m", QUIRE_OPTIONAL,    \
                   QUIRE_NON_NEGATIVE,                                                             \
                   "place on a sheet, from its trailing edge; default: the leading edge", NULL)

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_spring_params, name, QUIRE_REQUIRED, "name of the spring"),
    END_FIELDS(from, "from", "begins at"),
    END_FIELDS(to, "to", "ends at"),
    QUIRE_REAL(struct quire_spring_params, stiffness, "stiffness", "N/m", QUIRE_REQUIRED,
               QUIRE_NON_NEGATIVE, "force per elongation", NULL),
    QUIRE_REAL(struct quire_spring_params, damping, "damping", "N*s/m", "0 N*s/m",
               QUIRE_NON_NEGATIVE, "force per rate of elongation", NULL),
    QUIRE_REAL(
        struct quire_spring_params, length, "length", "m", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
        "length at which it is not stretched; without it the distance of its ends at t = 0", NULL),
    QUIRE_CHOICE(struct quire_spring_params, acts, "acts", "both|pull|push", "both",
                 "both: it pulls and pushes; pull: as a string, slack when it is shorter than its "
                 "length; push: as a buffer"),
    QUIRE_FIELD_END,
};

static quire_status
check_end(const struct quire_object *self, quire_diag *diag, const char *end,
          const struct quire_spring_end *e)
{
    char at[16], along[16];
    const bool body = e->object != NULL && quire_object_is(e->object, QUIRE_ROLE_FREE_BODY);
    const bool sheet = e->object != NULL && quire_object_is(e->object, QUIRE_ROLE_SHEET);

    snprintf(at, sizeof at, "%s-at", end);
    snprintf(along, sizeof along, "%s-along", end);
    if (e->object == NULL && !quire_object_has(self, end) && !quire_object_has(self, at)) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "give '%s', an object, or '%s', a fixed point", end, at);
    }
    if (e->object != NULL && !body && quire_object_has(self, at)) {
        return quire_object_error(self, diag, "E-MODEL", NULL,
                                  "'%s' is for discs, blocks and fixed points, not for a %s", at,
                                  e->object->kind->element);
    }
    if (!sheet && quire_object_has(self, along)) {
        return quire_object_error(self, diag, "E-MODEL", NULL, "'%s' is for sheets only", along);
    }
    if (sheet && e->along > ((const struct quire_sheet_params *)e->object->params)->length) {
        return quire_object_error(self, diag, "E-RANGE", NULL,
                                  "'%s' is beyond the length of the sheet", along);
    }
    return QUIRE_OK;
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_spring_params *p = self->params;
    quire_status status = check_end(self, diag, "from", &p->from);

    status = quire_status_first(status, check_end(self, diag, "to", &p->to));
    if (status == QUIRE_OK && p->from.object == NULL && p->to.object == NULL &&
        !quire_object_has(self, "from") && !quire_object_has(self, "to")) {
        status = quire_object_error(self, diag, "E-MODEL", "name what it moves by 'from' or 'to'",
                                    "both its ends are fixed points");
    }
    return status;
}

const struct quire_kind quire_kind_spring = {
    .family = &quire_family_element,
    .element = "spring",
    .size = sizeof(struct quire_spring_params),
    .fields = fields,
    .help = "A straight spring with a damper between two points: on discs and blocks, at the "
            "shafts of rollers, on sheets, or fixed in the machine. It touches nothing on its "
            "way. With acts=\"pull\" it is a string.",
    .equation = "force = stiffness * (l - length) + damping * dl/dt, l the distance of its ends; "
                "cut at zero where it does not act",
    .check = check,
};
