#include "replace.h"

void
system_replace(struct quire_system *sys, int small, const struct quire_body *body)
{
    const int base = (int)sys->layout.sheet_length;
    int q = 0, v = 0, z = 0, unknown = 0;

    sys->small[small].body = *body;
    for (int k = 0; k < sys->n_small; k++) {
        struct quire_small *s = sys->small + k;
        s->q0 = base + q;
        s->v0 = base + v;
        s->z0 = z;
        s->first = unknown;
        s->count = 2 * s->body.nv + s->body.nz;
        q += s->body.nq;
        v += s->body.nv;
        z += s->body.nz;
        unknown += s->body.nv + s->body.nz;
    }
    sys->n_unknown = unknown;
    sys->slot_z = (size_t)z;
    sys->layout.nq = quire_round_up((size_t)(base + q));
    sys->layout.nv = quire_round_up((size_t)(base + v));
    sys->layout.nz = quire_round_up((size_t)z);
    sys->layout.v0 = sys->layout.nq;
    sys->layout.z0 = sys->layout.nq + sys->layout.nv;
    sys->layout.length = sys->layout.z0 + sys->layout.nz;
}
