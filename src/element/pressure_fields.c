#include "element/pressure_fields.h"

#include "element/pressure.h"
#include "model/problem.h"

quire_status
quire_pressure_check_supply(const struct quire_object *self, quire_diag *diag, const char *own)
{
    const struct quire_pressure_params *p = self->params;
    const struct quire_pressure_ops *ops = self->kind->ops;
    const char *const sources[] = {ops->supply, "drive", own};
    quire_status status = QUIRE_OK;

    if (ops->supply != NULL) {
        status = quire_object_need_one(self, diag, sources, own != NULL ? 3 : 2);
    }
    if (p->drive != NULL && !quire_object_has(p->drive, ops->supply)) {
        status = quire_status_first(status, quire_object_error(self, diag, "E-MODEL", NULL,
                                                               "drive '%s' has no '%s'",
                                                               p->drive->name, ops->supply));
    }
    return status;
}

quire_status
quire_pressure_check(const struct quire_object *self, quire_diag *diag, const char *own)
{
    const struct quire_pressure_params *p = self->params;
    const quire_status status =
        p->to <= p->from
            ? quire_object_error(self, diag, "E-RANGE", NULL, "'to' must be greater than 'from'")
            : QUIRE_OK;

    return quire_status_first(quire_pressure_check_supply(self, diag, own), status);
}
