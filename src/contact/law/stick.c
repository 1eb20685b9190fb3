#include "contact/law/stick.h"

#include <math.h>
#include <string.h>

#define OUT_OF_REACH 1e30 /* a normal force with which nothing slides [N] */

/* ---- one vector ---- */

struct quire_friction_in
quire_stick_along(const struct quire_slide *s, const double u[2], struct quire_law_memory *memory)
{
    struct quire_friction_in in = s->in;

    *memory = *s->grip;
    memory->history[QUIRE_LAW_ANCHOR] = u[0] * s->grip->history[QUIRE_LAW_ANCHOR] +
                                        u[1] * s->grip->history[QUIRE_LAW_ANCHOR_ACROSS];
    in.memory = memory;
    in.slip = u[0] * s->in.slip + u[1] * s->slip_across;
    in.slid = u[0] * s->in.slid + u[1] * s->slid_across;
    return in;
}

double
quire_stick_pull(const struct quire_slide *s, double gamma, double u[2], double *by_slip)
{
    static const double axis[2][2] = {{1, 0}, {0, 1}};
    double e[2];

    for (int k = 0; k < 2; k++) {
        struct quire_law_memory memory;
        struct quire_friction_in in = quire_stick_along(s, axis[k], &memory);
        struct quire_friction_out out;
        in.normal = OUT_OF_REACH;
        s->law->friction->eval(s->law->friction_data, &in, &out);
        e[k] = -out.force;
        *by_slip = -(out.d_slip + gamma * out.d_slid);
    }
    const double size = sqrt(e[0] * e[0] + e[1] * e[1]);
    u[0] = size > 0 ? e[0] / size : 0;
    u[1] = size > 0 ? e[1] / size : 0;
    return size;
}

void
quire_stick_eval(const struct quire_slide *s, double gamma, struct quire_stick_vector *vector,
                 struct quire_friction_out *out)
{
    struct quire_law_memory memory;
    double by_slip;
    const double size = quire_stick_pull(s, gamma, vector->u, &by_slip);
    const struct quire_friction_in in = quire_stick_along(s, vector->u, &memory);

    out->d_overlap = 0;
    s->law->friction->eval(s->law->friction_data, &in, out);
    out->d_slip += gamma * out->d_slid;
    vector->f[0] = out->force * vector->u[0];
    vector->f[1] = out->force * vector->u[1];
    vector->ratio = size > 0 ? out->force / size * by_slip : out->d_slip;
    vector->more = out->d_slip - vector->ratio;
}

bool
quire_stick_list(struct quire_state *st, const struct quire_slide *s)
{
    int *at = st->slide_of + (s->grip - st->grip);

    if (!(*at < st->n_slide && st->slide[*at].grip == s->grip)) {
        *at = st->n_slide++;
    } else if (s->share * s->in.normal <= st->slide[*at].share * st->slide[*at].in.normal) {
        return false;
    }
    st->slide[*at] = *s;
    return true;
}

void
quire_stick_begin(struct quire_state *st)
{
    for (int k = 0; k < st->part->n_grip; k++) {
        const struct quire_range grips = st->part->grip[k];
        memset(st->slid + grips.first, 0, sizeof *st->slid * (grips.last - grips.first));
    }
}

#define HAS_TURNED 2 /* in state->slid, in place of a direction */

struct quire_slide
quire_stick_as_solved(const struct quire_slide *s)
{
    struct quire_slide solved = *s;

    solved.in.normal = s->turned ? OUT_OF_REACH : s->in.normal;
    return solved;
}

/* Whether friction slides another way than at the last matrix, by more than a right angle, once in
 * a solve; x, y: the direction in which its spring pulls. Two such iterates are on either side of
 * the slips at which the spring holds, so few that none is met by chance: there it holds, and the
 * matrix has the spring alone. If it pulls with more than the limit at the next iterate, it slides
 * there. */
static bool
turn_round(struct quire_state *st, struct quire_slide *s, const struct quire_friction_out *out,
           double x, double y)
{
    float *slid = st->slid[s->grip - st->grip];
    const bool slides = !(out->d_slip != 0 || out->d_slid != 0);

    if (slid[0] != HAS_TURNED) {
        s->turned = slides && (double)slid[0] * x + (double)slid[1] * y < 0;
        slid[0] = s->turned ? HAS_TURNED : slides ? (float)x : 0;
        slid[1] = slides ? (float)y : 0;
    }
    return s->turned;
}

static bool
may_turn_round(const struct quire_state *st, bool matrix)
{
    return matrix && st->implicit.gamma > 0 && !st->is_static;
}

/* What slides makes the stiffness unsymmetric; a search for rest without that is slower but sure of
 * its direction. */
static void
let_slide_when_static(const struct quire_state *st, struct quire_friction_out *out)
{
    if (st->is_static) {
        out->d_normal = out->d_factor = 0;
    }
}

void
quire_stick_hold_along(struct quire_state *st, bool matrix, struct quire_slide *s,
                       struct quire_friction_out *out)
{
    const size_t z = st->system->grip_z + (size_t)(s->grip - st->grip);
    const double gamma = st->implicit.gamma, creep = st->rolling[s->grip - st->grip];

    s->turned = false;
    s->in.memory = s->grip;
    s->in.slid = gamma > 0 ? st->implicit.fixed[z] + gamma * s->in.slip : st->implicit.now[z];
    s->in.ease = gamma * creep;
    s->law->friction->eval(s->law->friction_data, &s->in, out);
    if (may_turn_round(st, matrix) && turn_round(st, s, out, out->force > 0 ? -1 : 1, 0)) {
        const struct quire_slide solved = quire_stick_as_solved(s);
        const double limit = out->limit;
        s->law->friction->eval(s->law->friction_data, &solved.in, out);
        out->limit = limit;
    }
    let_slide_when_static(st, out);
    out->d_slip += gamma * out->d_slid;
    if (matrix || quire_stick_list(st, s)) {
        st->rate[z] = s->in.slip + creep * out->force;
    }
}

void
quire_stick_hold(struct quire_state *st, bool matrix, struct quire_slide *s,
                 struct quire_stick_vector *vector, struct quire_friction_out *out)
{
    const size_t along = st->system->grip_z + (size_t)(s->grip - st->grip),
                 across = along + (size_t)st->system->n_grip;
    const double gamma = st->implicit.gamma, creep = st->rolling[s->grip - st->grip];

    s->in_space = true;
    s->turned = false;
    s->in.memory = s->grip;
    s->in.slid =
        gamma > 0 ? st->implicit.fixed[along] + gamma * s->in.slip : st->implicit.now[along];
    s->slid_across =
        gamma > 0 ? st->implicit.fixed[across] + gamma * s->slip_across : st->implicit.now[across];
    s->in.ease = gamma * creep;
    quire_stick_eval(s, gamma, vector, out);
    if (may_turn_round(st, matrix) && turn_round(st, s, out, vector->u[0], vector->u[1])) {
        const struct quire_slide solved = quire_stick_as_solved(s);
        const double limit = out->limit;
        quire_stick_eval(&solved, gamma, vector, out);
        out->limit = limit;
    }
    let_slide_when_static(st, out);
    if (matrix || quire_stick_list(st, s)) {
        st->rate[along] = s->in.slip + creep * vector->f[0];
        st->rate[across] = s->slip_across + creep * vector->f[1];
    }
}

double
quire_stick_stored(const struct quire_slide *s)
{
    if (!s->in_space) {
        return s->law->friction->stored(s->law->friction_data, &s->in);
    }
    const double x = s->in.slid - s->grip->history[QUIRE_LAW_ANCHOR],
                 y = s->slid_across - s->grip->history[QUIRE_LAW_ANCHOR_ACROSS];
    const double stretch = sqrt(x * x + y * y),
                 u[2] = {stretch > 0 ? x / stretch : 1, stretch > 0 ? y / stretch : 0};
    struct quire_law_memory memory;
    const struct quire_friction_in in = quire_stick_along(s, u, &memory);

    return s->law->friction->stored(s->law->friction_data, &in);
}

void
quire_stick_give_way(const struct quire_state *st, struct quire_slide *s, double *z)
{
    const struct quire_system *sys = st->system;
    const size_t at = sys->grip_z + (size_t)(s->grip - st->grip);

    if (s->in.ease > 0) {
        struct quire_friction_out out;
        struct quire_stick_vector vector;
        if (s->in_space) {
            quire_stick_eval(s, 0, &vector, &out);
            s->in.slid += s->in.ease * vector.f[0];
            s->slid_across += s->in.ease * vector.f[1];
        } else {
            s->law->friction->eval(s->law->friction_data, &s->in, &out);
            s->in.slid += s->in.ease * out.force;
        }
        s->in.ease = 0;
    }
    z[at] = s->in.slid;
    if (s->in_space) {
        z[at + (size_t)sys->n_grip] = s->slid_across;
    }
}
