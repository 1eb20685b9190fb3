#include "contact/space/space_blocks.h"

#include <string.h>

#include "contact/body/block_on_sheet.h"

static void
add_sums(struct quire_state *st, int body, const struct quire_meet_sums *sums, bool matrix)
{
    const struct quire_small *s = st->system->small + st->system->free[body].small;

    for (int i = 0; i < s->body.nv; i++) {
        st->force[s->v0 + i] += sums->force[i];
        for (int k = 0; matrix && k < s->body.nv; k++) {
            quire_dense_row(st, s->first + i)[s->first + k] += sums->self[i][k];
        }
    }
}

static void
block_on_columns(struct scatter *c, int body, const double *y, const struct quire_slabs *slabs)
{
    struct quire_state *st = c->state;
    const struct quire_ladder *l = st->system->sheet[c->sheet].ladder;
    struct quire_space_work *w = st->sheet[c->sheet].space;
    struct quire_meet_sums sums;

    memset(&sums, 0, sizeof sums);
    for (int k = 0; k < l->m; k++) {
        struct quire_column *column = w->column + k;
        struct quire_meet_across across = {.column = column,
                                           .ladder = l,
                                           .reach = st->system->free[body].across,
                                           .sums = &sums,
                                           .slabs = slabs};
        c->column = column;
        c->x = column->x;
        c->y = column->y;
        c->vx = column->vx;
        c->vy = column->vy;
        quire_block_on_column(c, body, y, &across);
    }
    add_sums(st, body, &sums, slabs != NULL);
}

void
quire_blocks_on_columns(struct quire_state *st, int sheet, const double *y, double cq, double cv,
                        const struct quire_slabs *slabs)
{
    const struct quire_system *sys = st->system;
    struct scatter c = {
        .state = st, .sheet = sheet, .cq = cq, .cv = cv, .half = sys->sheet[sheet].half};

    for (int k = 0; k < sys->n_free; k++) {
        if (quire_block_may_touch(sys->free + k, sheet) &&
            st->part->has_small[sys->free[k].small]) {
            block_on_columns(&c, k, y, slabs);
        }
    }
}
