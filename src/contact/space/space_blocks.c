#include "contact/space/space_blocks.h"

#include <string.h>

#include "contact/body/block_on_sheet.h"

static void
add_sums(struct quire_state *st, int body, const struct quire_meet_sums *sums, bool matrix)
{
    const struct quire_small *s = st->system->small + st->system->free[body].small;

    for (int i = 0; i < s->body.nv; i++) {
        st->force[s->v0 + i] += (sums[0].force[i] + sums[1].force[i]) + sums[2].force[i];
        for (int k = 0; matrix && k < s->body.nv; k++) {
            quire_dense_row(st, s->first + i)[s->first + k] +=
                (sums[0].self[i][k] + sums[1].self[i][k]) + sums[2].self[i][k];
        }
    }
}

/* One block: the columns left of the middle, those right of it, each from outside inwards, and that
 * in the middle. */
static void
block_on_columns(struct scatter *c, int body, const double *y, const struct quire_slabs *slabs)
{
    struct quire_state *st = c->state;
    const struct quire_ladder *l = st->system->sheet[c->sheet].ladder;
    struct quire_space_work *w = st->sheet[c->sheet].space;
    struct quire_meet_sums sums[3];

    memset(sums, 0, sizeof sums);
    for (int k = 0; k < l->m; k++) {
        const int half = l->m / 2,
                  side = k < half       ? 0
                         : k < 2 * half ? 1
                                        : 2,
                  index = side == 0   ? k
                          : side == 1 ? l->m - 1 - (k - half)
                                      : half;
        struct quire_column *column = w->column + index;
        struct quire_meet_across across = {.column = column,
                                           .ladder = l,
                                           .reach = st->system->free[body].across,
                                           .side = side,
                                           .power = side == 2 ? &st->power : &w->side[side].power,
                                           .sums = sums + side,
                                           .slabs = slabs};
        c->column = column;
        c->x = column->x;
        c->y = column->y;
        c->vx = column->vx;
        c->vy = column->vy;
        quire_block_on_column(c, body, y, &across);
    }
    add_sums(st, body, sums, slabs != NULL);
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
