#include "engine/blocks.h"

#include <stdlib.h>

static struct quire_block
sheet_block(const struct quire_sheet *s)
{
    return (struct quire_block){
        .sum = QUIRE_SUM_LANES,
        .nq = (int)s->size,
        .nv = (int)s->size,
        .q = s->x0,
        .v = s->x0,
        .count = s->count,
        /* some nodes; in space a station, across the whole width */
        .side_by_side = s->ladder != NULL ? s->ladder->block : QUIRE_LANES,
        .axis = s->ladder != NULL ? (int)s->size : s->chain.stride,
        .places = s->ladder != NULL ? (s->chain.n + 1) * s->ladder->block : s->chain.n + 1,
    };
}

static struct quire_block
body_block(const struct quire_small *s)
{
    return (struct quire_block){
        .sum = QUIRE_SUM_WEIGHTED,
        .nq = s->body.nq,
        .nv = s->body.nv,
        .nz = s->body.nz,
        .q = (size_t)s->q0,
        .v = (size_t)s->v0,
        .z = (size_t)s->z0,
        .count = s->count,
        .turned = s->body.ops->kinematics != NULL,
        .varies = !s->body.ops->steady,
    };
}

bool
quire_engine_blocks_create(struct quire_engine *self)
{
    const struct quire_system *sys = self->state->system;
    const struct quire_part *part = self->part;
    int n = 0;

    self->block = calloc((size_t)(part->n_sheet + part->n_mover) + 1, sizeof *self->block);
    self->mover = calloc((size_t)part->n_mover + 1, sizeof *self->mover);
    if (self->block == NULL || self->mover == NULL) {
        return false;
    }
    QUIRE_EACH(k, part, sheet)
    {
        self->block[n++] = sheet_block(sys->sheet + k);
    }
    self->first_mover = n;
    self->problem.block = self->block;
    quire_engine_group(self);
    return true;
}

void
quire_engine_group(struct quire_engine *self)
{
    int n = self->first_mover;

    QUIRE_EACH(k, quire_parked_rest(&self->parked), mover)
    {
        self->mover[n - self->first_mover] = k;
        self->block[n++] = body_block(self->state->system->small + k);
    }
    self->problem.n_block = n;
    self->problem.regrouped++;
}

void
quire_engine_blocks_destroy(struct quire_engine *self)
{
    free(self->block);
    free(self->mover);
}
