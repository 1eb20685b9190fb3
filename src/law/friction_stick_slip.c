/* Friction that sticks: a spring along the surface, and sliding where it can not hold. doc/theory/contact.md, 3.1. */
#include "kind/law.h"
#include "law/bounded.h"
#include "law/kinds.h"
#include "model/object.h"
#include "model/problem.h"

#include <math.h>

struct params {
    double dynamic_coefficient;
    double static_coefficient; /* NaN: the dynamic one */
    double stiffness;          /* [N/m] */
    double damping_time;       /* [s] */
};

/* Where the friction is to drop, a stuck contact holds up to this multiple of its limit within a step, so that the step is smooth up to the
 * event and the event is found where it is. */
#define BEYOND 1e3
/* Steps for which the integrator's formula still knows the sliding before: so long a contact gives way at its limit, and does not break away. */
#define YOUNG 4

enum { SLIP, STICK }; /* a contact begins with slip: then it breaks away from nothing */
enum { ANCHOR = QUIRE_LAW_ANCHOR, BROKE, AGE }; /* captured; BROKE is 1 from the event that broke it away to the next settling, AGE counts
                                               * the steps that it sticks */

static const struct quire_field fields[] = {
    QUIRE_REAL(struct params, dynamic_coefficient, "dynamic-coefficient", "", QUIRE_REQUIRED, QUIRE_NON_NEGATIVE,
               "coefficient of friction while sliding; rubber on paper 0.8 to 1.5, paper on steel or plastic 0.15 to 0.3, "
               "paper on paper 0.3 to 0.6",
               NULL),
    QUIRE_REAL(struct params, static_coefficient, "static-coefficient", "", QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "coefficient that a contact at rest can hold; the dynamic one if absent. Where it is larger, the friction drops when "
               "the contact breaks away, and jerking becomes possible",
               NULL),
    QUIRE_REAL(struct params, stiffness, "stiffness", "N/m", "1e8 N/m", QUIRE_POSITIVE,
               "stiffness of the spring that holds, of the whole contact or of reference-length where contact is distributed: of the "
               "rubber cover sideways, about its stiffness in depth (2/3 to 1 of it, after Mindlin), or so stiff that it does not matter: "
               "above ten times the sheet's own modulus*thickness*width/distance between the nips. The spring gives way by "
               "coefficient*force/stiffness before the contact slides",
               "Cundall and Strack 1979"),
    QUIRE_REAL(struct params, damping_time, "damping-time", "s", "10 us", QUIRE_NON_NEGATIVE,
               "damping of the spring over its stiffness: what is left of a jolt after a sudden stop dies away within a few such times",
               NULL),
    QUIRE_FIELD_END,
};

struct compiled {
    double mu[2];              /* while sliding, while stuck */
    double stiffness, damping; /* [N/m], [N s/m] */
};

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;

    if (p->static_coefficient < p->dynamic_coefficient) {
        return quire_object_error(self, diag, "E-MODEL", NULL, "static-coefficient %g is below dynamic-coefficient %g",
                                  p->static_coefficient, p->dynamic_coefficient);
    }
    return QUIRE_OK;
}

static quire_status
compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct params *p = self->params;
    struct compiled *c = compiled;

    (void)diag;
    c->mu[SLIP] = p->dynamic_coefficient;
    c->mu[STICK] = isnan(p->static_coefficient) ? p->dynamic_coefficient : p->static_coefficient;
    c->stiffness = p->stiffness;
    c->damping = p->stiffness * p->damping_time;
    return QUIRE_OK;
}

/* what the spring and its damping would pull with if nothing slid */
static double
pull(const struct compiled *c, const struct quire_friction_in *in)
{
    return (c->stiffness * quire_law_bounded(in->slid - in->memory->captured[ANCHOR]) + c->damping * quire_law_bounded(in->slip)) /
           (1 + c->stiffness * in->ease);
}

static bool
breaks(const void *compiled)
{
    const struct compiled *c = compiled;

    return c->mu[STICK] > c->mu[SLIP];
}

static double
times(double mu, const struct quire_friction_in *in)
{
    return mu * quire_law_bounded(in->factor) * quire_law_bounded(in->normal);
}

/* coefficient at which it gives way within a step */
static double
yield(const struct compiled *c, const struct quire_friction_in *in)
{
    const struct quire_law_memory *m = in->memory;

    return m->mode == STICK && m->captured[AGE] > YOUNG && breaks(c) ? BEYOND * c->mu[STICK] : c->mu[m->mode];
}

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    const struct compiled *c = compiled;
    const double e = pull(c, in), mu = yield(c, in), most = times(mu, in);

    out->limit = times(c->mu[STICK], in);
    out->creep = 0;
    out->force = -e;
    out->d_slip = -c->damping / (1 + c->stiffness * in->ease);
    out->d_slid = -c->stiffness / (1 + c->stiffness * in->ease);
    out->d_normal = out->d_factor = 0;
    if (fabs(e) >= most) { /* it slides */
        out->force = copysign(most, -e);
        out->d_slip = out->d_slid = 0;
        out->d_normal = copysign(mu * quire_law_bounded(in->factor), -e);
        out->d_factor = copysign(mu * quire_law_bounded(in->normal), -e);
    }
}

/* Where it slides, the anchor is drawn along so that the spring just keeps its limit; where it does not, it sticks. A spring that gives way
 * because the load fades keeps what its damping takes off, so that the force stays. */
static void
settle(const void *compiled, const struct quire_friction_in *in, struct quire_law_memory *memory)
{
    const struct compiled *c = compiled;
    const double e = pull(c, in), most = times(yield(c, in), in), stretch = in->slid - memory->captured[ANCHOR];

    if (memory->captured[BROKE] > 0) {
        memory->captured[BROKE] = 0; /* it has not begun to move */
        return;
    }
    memory->captured[AGE] = memory->mode == STICK ? memory->captured[AGE] + 1 : 0;
    if (fabs(e) < most) {
        memory->mode = STICK;
    } else if (c->stiffness * fabs(stretch) > most && stretch * e > 0) {
        const double back = -copysign(c->damping, stretch) * in->slip;
        const double held = (most + (back > 0 ? back : 0)) / c->stiffness;
        memory->captured[ANCHOR] = in->slid - copysign(held, stretch);
    }
    if (!(fabs(e) < most) && !(breaks(c) && most > 0)) { /* otherwise an event will say so */
        memory->mode = SLIP;
    }
}

/* below zero where a contact at rest breaks away to a lower friction */
static void
roots(const void *compiled, const struct quire_friction_in *in, double *g)
{
    const struct compiled *c = compiled;

    const double most = times(c->mu[STICK], in), e = fabs(pull(c, in));

    g[0] = in->memory->mode == STICK && in->memory->captured[AGE] > YOUNG && most > 0 ? (most - e) / (most > e ? most : e) : 1;
}

static void
flip(const void *compiled, const struct quire_friction_in *in, int root, struct quire_law_memory *memory)
{
    const struct compiled *c = compiled;
    const double held = times(c->mu[SLIP], in) / c->stiffness;

    (void)root;
    memory->mode = SLIP;
    memory->captured[ANCHOR] = in->slid - copysign(held, pull(c, in));
    memory->captured[BROKE] = 1;
}

static double
stored(const void *compiled, const struct quire_friction_in *in)
{
    const struct compiled *c = compiled;
    const double stretch = fabs(in->slid - in->memory->captured[ANCHOR]), most = times(yield(c, in), in) / c->stiffness;
    const double held = stretch < most ? stretch : most;

    return 0.5 * c->stiffness * held * held;
}

_Static_assert(sizeof(struct compiled) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_friction_law law = {
    .compiled_size = sizeof(struct compiled),
    .n_mode = 2,
    .n_root = 1,
    .compile = compile,
    .eval = eval,
    .roots = roots,
    .flip = flip,
    .settle = settle,
    .breaks = breaks,
    .stored = stored,
};

const struct quire_kind quire_kind_friction_stick_slip = {
    .family = "friction",
    .element = "friction",
    .selector = "law",
    .variant = "stick-slip",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Coulomb friction that truly sticks: a spring along the surface holds the contact where it is, without creep, until its force "
            "reaches the limit; then the contact slides, and sticks again when the sliding ends. For sheets held under tension, at rest on "
            "slopes and in stopped nips, for spans between nips of different speed, and for jerking (a static coefficient above the "
            "dynamic one). Where creep of a threshold velocity does no harm the mtt laws serve as well.",
    .equation = "F = -(k*x + c*v) while stuck, |F| <= mus*N, x way slid since it stuck, v slip velocity, k stiffness, c = k*damping-time; "
                "F = -sgn(v)*mud*N while sliding; N normal force, mus, mud static- and dynamic-coefficient",
    .source = "Cundall and Strack 1979, doi 10.1680/geot.1979.29.1.47; Mindlin 1949, J. Appl. Mech. 16, 259",
    .ops = &law,
    .check = check,
};
