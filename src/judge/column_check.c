#include "judge/column_check.h"

#include <math.h>
#include <stdlib.h>

#include "model/problem.h"
#include "text/amount.h"

#define PI 3.14159265358979323846

quire_status
quire_column_check_observe(struct quire_column_check *self, const struct quire_view *view)
{
    if (!view->spatial) {
        return QUIRE_OK;
    }
    if (self->sheet == NULL) {
        self->sheet = calloc(view->n_sheet + 1, sizeof *self->sheet);
        if (self->sheet == NULL) {
            return QUIRE_ERROR_LIMIT;
        }
        self->n = view->n_sheet;
    }
    for (size_t i = 0; i < self->n; i++) {
        const struct quire_sheet_view *v = &view->sheet[i];
        struct quire_column_check_sheet *worst = &self->sheet[i];
        if (!v->entered || v->n_column != 2) {
            continue;
        }
        worst->object = v->object;
        worst->width = v->width;
        worst->limit = v->twist_limit;
        worst->squeeze = fmax(worst->squeeze, v->squeeze);
        if (v->twist_mean > worst->twist) {
            worst->twist = v->twist_mean;
            worst->time = view->time;
        }
    }
    return QUIRE_OK;
}

/* waves over the width that take up a strain are width sqrt(strain)/pi high */
void
quire_column_check_warn(const struct quire_column_check *self, quire_diag *diag)
{
    for (size_t i = 0; i < self->n; i++) {
        const struct quire_column_check_sheet *s = &self->sheet[i];
        if (s->object != NULL && s->twist > s->limit) {
            quire_object_warning(
                s->object, diag, "W-COLUMNS",
                "'quire compare --columns=2,3' or 2,5 reports how much this changes the results",
                "it twisted by %s rad/m over its length at %s s; above %s rad/m a sheet with two "
                "columns of nodes is too soft in torsion; its membrane strain was %s %%; with more "
                "columns, waves %s mm high across the feed would relieve it where guides leave "
                "room",
                QUIRE_AMOUNT(s->twist), QUIRE_AMOUNT_TIME(s->time), QUIRE_AMOUNT(s->limit),
                QUIRE_AMOUNT(1e2 * s->squeeze),
                QUIRE_AMOUNT(1e3 * s->width * sqrt(s->squeeze) / PI));
        }
    }
}

void
quire_column_check_clear(struct quire_column_check *self)
{
    free(self->sheet);
    *self = (struct quire_column_check){0};
}
