#include "check/scope.h"

#include <math.h>
#include <string.h>

#include "body/sheet.h"
#include "check/finding.h"
#include "model/problem.h"
#include "text/amount.h"
#include "text/suggest.h"

/* kinds without the field have NULL there */
static bool
means_each(const struct quire_check_common *c)
{
    return c->sheet == NULL || strcmp(c->sheet, "each") == 0;
}

bool
quire_scope_has(const struct quire_check_common *c, const char *sheet, double time)
{
    /* NaN: that end is open; kinds without these fields have 0 there */
    if (time < c->from || (c->until > 0 && time > c->until)) {
        return false;
    }
    return sheet == NULL || means_each(c) || quire_sheet_is_meant(c->sheet, sheet);
}

void
quire_scope_sample(const struct quire_object *self, void *memory, const struct quire_view *view)
{
    const struct quire_check_ops *ops = self->kind->ops;

    for (size_t i = 0; ops->sample != NULL && i < view->n_sheet; i++) {
        if (!view->sheet[i].delivered &&
            quire_scope_has(self->params, view->sheet[i].name, view->time)) {
            ops->sample(self, memory, quire_check_memory_of(ops, memory, i), view, i);
        }
    }
}

void
quire_scope_say(const struct quire_check_common *c, struct quire_check_result *out)
{
    const char *before = "; the check is limited to";

    if (!means_each(c)) {
        quire_check_say(out, "%s sheet '%s'", before, c->sheet);
        before = ",";
    }
    if (c->from > 0) {
        quire_check_say(out, "%s times from %s s", before, QUIRE_AMOUNT_TIME(c->from));
        before = ",";
    }
    if (c->until > 0) {
        quire_check_say(out, "%s times until %s s", before, QUIRE_AMOUNT_TIME(c->until));
    }
}

quire_status
quire_scope_check_sheet(const struct quire_object *self, const char *text, const char *allowed,
                        quire_diag *diag)
{
    const struct quire_object *sheet;
    struct quire_suggest near = quire_suggest_begin(text);
    bool found = self->parent == NULL; /* no model in which to look */
    char hint[96];

    for (size_t i = 0;
         !found && (sheet = quire_object_next_of(self->parent, &quire_kind_sheet, &i)) != NULL;) {
        found = sheet->name != NULL && quire_sheet_is_meant(text, sheet->name);
        quire_suggest_offer(&near, sheet->name != NULL ? sheet->name : "");
    }
    return found ? QUIRE_OK
                 : quire_object_error(
                       self, diag, "E-REFERENCE", quire_suggest_hint(&near, hint, sizeof hint),
                       "sheet='%s': no such sheet; use %s or the name of a sheet", text, allowed);
}

quire_status
quire_scope_check_phase(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_check_common *c = self->params;

    return c->until <= c->from
               ? quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'from' (%s s) must be earlier than 'until' (%s s)",
                                    QUIRE_AMOUNT_TIME(c->from), QUIRE_AMOUNT_TIME(c->until))
               : QUIRE_OK;
}

quire_status
quire_scope_check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_check_common *c = self->params;
    const quire_status status = quire_scope_check_phase(self, diag);

    return means_each(c)
               ? status
               : quire_status_first(status, quire_scope_check_sheet(self, c->sheet, "each", diag));
}
