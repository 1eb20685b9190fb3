#include "state/numbers.h"

#include <string.h>

struct numbers {
    double *out;
    size_t n;
};

static void
add(struct numbers *to, const double *value, size_t n)
{
    if (to->out != NULL) {
        memcpy(to->out + to->n, value, n * sizeof *value);
    }
    to->n += n;
}

static void
add_one(struct numbers *to, double value)
{
    add(to, &value, 1);
}

static void
add_memories(struct numbers *to, const struct quire_law_memory *memory, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        add_one(to, memory[k].mode);
        add(to, memory[k].history, sizeof memory->history / sizeof *memory->history);
        add(to, memory[k].way, sizeof memory->way / sizeof *memory->way);
    }
}

static void
add_override(struct numbers *to, const struct quire_override *o)
{
    const double told[] = {o->since, o->ramp, o->from, o->value, o->travel};

    add_one(to, o->active);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        add_one(to, o->active ? told[i] : 0);
    }
}

size_t
quire_state_numbers(const struct quire_state *st, const double *y, double *out)
{
    const struct quire_system *sys = st->system;
    const struct quire_layout *l = &sys->layout;
    struct numbers to = {out, 0};

    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        add(&to, y + s->q0, (size_t)s->body.nq);
        add(&to, y + l->v0 + s->v0, (size_t)s->body.nv);
        add(&to, y + l->z0 + s->z0, (size_t)s->body.nz);
    }
    if (l->nz > sys->grip_z) {
        add(&to, y + l->z0 + sys->grip_z, l->nz - sys->grip_z); /* the ways slid */
    }
    add_memories(&to, st->memory, (size_t)sys->n_memory);
    add_memories(&to, st->grip, (size_t)sys->n_grip);
    for (int k = 0; k < sys->n_drive + sys->n_switch; k++) {
        add_override(&to, st->override + k);
    }
    return to.n;
}
