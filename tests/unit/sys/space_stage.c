#include "space_stage.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/gate/gates.h"
#include "contact/gate/space_gates.h"
#include "contact/guide/contact.h"

double *
space_node(struct machine *m, double *block, int i, int j)
{
    const struct quire_sheet *s = m->system->sheet;

    return block + s->x0 + 3 * (i * s->ladder->m + j);
}

void
space_stir_small(struct machine *m, unsigned seed)
{
    const struct quire_layout *l = &m->system->layout;

    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        double scale[QUIRE_BODY_DOFS];
        s->body.ops->scale(s->body.self, scale);
        for (int i = 0; i < s->body.nv; i++) {
            m->y[s->q0 + i] += 2e-6 * scale[i] * machine_random(&seed);
            m->y[l->v0 + (size_t)(s->v0 + i)] += 0.2 * scale[i] * machine_random(&seed);
        }
    }
}

void
space_contact_alone_at(struct machine *m, double t)
{
    const struct quire_layout *l = &m->system->layout;
    const struct quire_sheet *s = m->system->sheet;
    struct quire_state *st = m->state;

    cr_assert(quire_state_forces(st, t, m->y));
    memset(st->force, 0, sizeof *st->force * l->nv);
    memset(&st->power, 0, sizeof st->power);
    st->n_touch = 0;
    st->record = true;
    if (s->ladder != NULL) {
        quire_space_contact_forces(st, 0, m->y, 0, 0, false);
    } else {
        const struct nodes n = machine_nodes(m, 0, m->y);
        const struct scatter c = {.state = st,
                                  .work = st->sheet,
                                  .x = n.x,
                                  .y = n.y,
                                  .vx = n.vx,
                                  .vy = n.vy,
                                  .v = m->y + l->v0,
                                  .fx = st->force + s->x0,
                                  .fy = st->force + s->x0 + s->chain.stride,
                                  .half = s->half};
        quire_contact_forces(&c);
        quire_gate_contacts(&c);
    }
    st->record = false;
}

void
space_contact_alone(struct machine *m)
{
    space_contact_alone_at(m, 0);
}

void
space_stand_in_plane(struct machine *m, struct machine *flat)
{
    const struct nodes n = machine_nodes(flat, 0, flat->y);
    const struct quire_ladder *l = m->system->sheet->ladder;

    for (int i = 0; i <= l->n; i++) {
        for (int j = 0; j < l->m; j++) {
            double *p = space_node(m, m->y, i, j),
                   *v = space_node(m, m->y + m->system->layout.v0, i, j);
            p[0] = n.x[i];
            p[1] = n.y[i];
            v[0] = n.vx[i];
            v[1] = n.vy[i];
            v[2] = 0;
        }
    }
}

/* where a sheet's number stands in its mirror image; others stand where they do */
static size_t
mirrored(const struct machine *m, size_t at)
{
    const struct quire_ladder *l = m->system->sheet->ladder;
    const size_t block = (size_t)l->block;

    if (at >= block * (size_t)(l->n + 1)) {
        return at;
    }
    return at / block * block + (block / 3 - 1 - at % block / 3) * 3 + at % 3;
}

static double
sign_of(const struct machine *m, size_t at)
{
    const struct quire_ladder *l = m->system->sheet->ladder;

    return at < (size_t)(l->block * (l->n + 1)) && at % 3 == 2 ? -1 : 1;
}

/* solves the assembled matrices for a vector and its mirror image */
static void
expect_mirrored_solution(struct machine *a, struct machine *b)
{
    const size_t size = sizeof(double) * quire_round_up(a->n + QUIRE_LANES);
    double *one = aligned_alloc(64, size), *other = aligned_alloc(64, size);
    unsigned seed = 5;

    cr_assert(one != NULL && other != NULL);
    memset(one, 0, size);
    memset(other, 0, size);
    for (size_t i = 0; i < a->system->layout.nv; i++) {
        const double value = machine_random(&seed);
        /* else padding */
        if (i < (size_t)(a->system->sheet->ladder->block * (a->system->sheet->ladder->n + 1)) ||
            i >= a->system->layout.sheet_length) {
            one[i] = value;
            other[mirrored(a, i)] = sign_of(a, i) * value;
        }
    }
    quire_state_factorise(a->state, one);
    quire_state_factorise(b->state, other);
    for (size_t i = 0; i < a->system->layout.nv; i++) {
        cr_expect(one[i] == sign_of(a, i) * other[mirrored(a, i)], "solution %zu: %.17g, %.17g", i,
                  one[i], other[mirrored(a, i)]);
    }
    free(one);
    free(other);
}

void
space_expect_mirrored(const char *left, const char *right, int on_rollers, int on_guides)
{
    struct machine a, b;

    machine_open_in_space(&a, left);
    machine_open_in_space(&b, right);
    machine_shake(&a, 7, 4e-6, 0.2);
    space_stir_small(&a, 7);
    memcpy(b.y, a.y, sizeof *a.y * a.system->layout.length);
    const size_t v0 = a.system->layout.v0, n = a.n,
                 nodes =
                     (size_t)(a.system->sheet->ladder->block * (a.system->sheet->ladder->n + 1));
    for (size_t i = 0; i < nodes; i++) {
        b.y[mirrored(&a, i)] = sign_of(&a, i) * a.y[i];
        b.y[v0 + mirrored(&a, i)] = sign_of(&a, i) * a.y[v0 + i];
    }
    double *ka = calloc(2 * n * n, sizeof *ka), *kb = ka + n * n;
    cr_assert_not_null(ka);
    cr_expect_geq(machine_touches(&a, QUIRE_TARGET_ROLLER, 0, 0), on_rollers);
    cr_expect_geq(machine_touches(&a, QUIRE_TARGET_GUIDE, 0, 0), on_guides);
    machine_matrix(&a, 0, 2e-9, 3e-5, ka);
    machine_matrix(&b, 0, 2e-9, 3e-5, kb);
    for (size_t i = 0; i < a.system->layout.nv; i++) {
        cr_expect(a.state->force[i] == sign_of(&a, i) * b.state->force[mirrored(&a, i)],
                  "force %zu: %.17g, %.17g", i, a.state->force[i], b.state->force[mirrored(&a, i)]);
        for (size_t j = 0; j < a.system->layout.nv; j++) {
            const double one = ka[i * n + j], other = sign_of(&a, i) * sign_of(&a, j) *
                                                      kb[mirrored(&a, i) * n + mirrored(&a, j)];
            /* of several discs, which the solver adds up */
            const bool couples = (i < nodes) != (j < nodes);
            cr_expect(couples ? fabs(one - other) <= 1e-12 * fabs(one) + 1e-15 : one == other,
                      "entry %zu, %zu: %.17g, %.17g", i, j, one, other);
        }
    }
    for (size_t i = 0; a.system->n_gate > 0 && i < nodes; i++) {
        const double one = a.state->sheet->space->gates->drive[i],
                     other = sign_of(&a, i) * b.state->sheet->space->gates->drive[mirrored(&a, i)];
        cr_expect(one == other, "the drives' power by %zu: %.17g, %.17g", i, one, other);
    }
    expect_mirrored_solution(&a, &b);
    cr_expect(a.state->power.friction == b.state->power.friction &&
              a.state->power.contact == b.state->power.contact &&
              a.state->power.drives == b.state->power.drives);
    free(ka);
    machine_close(&a);
    machine_close(&b);
}
