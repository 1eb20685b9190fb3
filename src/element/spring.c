/* Springs and strings. */
#include <math.h>
#include <stdio.h>

#include "body/sheet.h"
#include "element/spring.h"
#include "model/problem.h"

#define END_FIELDS(end_, name_, what_)                                                             \
    QUIRE_REFERENCE(struct quire_spring_params, end_.object, name_, "disc|block|roller|sheet",     \
                    QUIRE_OPTIONAL,                                                                \
                    "object at which the spring " what_ "; default: a fixed point"),               \
        QUIRE_VECTOR(                                                                              \
            struct quire_spring_params, end_.at, name_ "-at", "m", QUIRE_OPTIONAL,                 \
            "position on a disc or block, from its centre and along its own axes (default: the "   \
            "centre); or the fixed point"),                                                        \
        QUIRE_REAL(struct quire_spring_params, end_.along, name_ "-along", "m", QUIRE_OPTIONAL,    \
                   QUIRE_NON_NEGATIVE,                                                             \
                   "position on a sheet, from its trailing edge; default: the leading edge", NULL)

static const struct quire_field fields[] = {
    QUIRE_NAME(struct quire_spring_params, name, QUIRE_REQUIRED, "name of the spring"),
    END_FIELDS(from, "from", "begins"),
    END_FIELDS(to, "to", "ends"),
    QUIRE_REAL(struct quire_spring_params, stiffness, "stiffness", "N/m", QUIRE_REQUIRED,
               QUIRE_NON_NEGATIVE, "force per elongation", NULL),
    QUIRE_REAL(struct quire_spring_params, damping, "damping", "N*s/m", "0 N*s/m",
               QUIRE_NON_NEGATIVE, "force per rate of elongation", NULL),
    QUIRE_REAL(struct quire_spring_params, length, "length", "m", QUIRE_OPTIONAL,
               QUIRE_NON_NEGATIVE,
               "free length of the spring; default: the distance of its ends at t = 0", NULL),
    QUIRE_CHOICE(struct quire_spring_params, acts, "acts", "both|pull|push", "both",
                 "direction of the force: both (pulls and pushes), pull (a string, slack below its "
                 "length) or push (a buffer)"),
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
                                  "give '%s' (an object) or '%s' (a fixed point)", end, at);
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
                                  "'%s' is beyond the end of the sheet", along);
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
        status = quire_object_error(self, diag, "E-MODEL", "name an object in 'from' or 'to'",
                                    "both ends are fixed points");
    }
    return status;
}

const struct quire_kind quire_kind_spring = {
    .family = &quire_family_element,
    .element = "spring",
    .size = sizeof(struct quire_spring_params),
    .fields = fields,
    .help = "A straight spring with a damper between two points on discs, blocks, roller shafts or "
            "sheets, or fixed in the machine. It has no contact with other objects. With "
            "acts=\"pull\" it is a string.",
    .equation = "force = stiffness * (l - length) + damping * dl/dt, l: distance of its ends; zero "
                "where it does not act",
    .check = check,
};
