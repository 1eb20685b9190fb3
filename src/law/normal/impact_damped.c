#include "law/normal/impact_damped.h"

#include "law/bounded.h"

/* least speed of an impact that is not settled, so that its force is continuous where the rate is 0
 * [m/s] */
#define UNSETTLED 1e-3

quire_status
quire_impact_damped_check(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_impact_damped_params *p = self->params;
    return quire_stiffness_check(self, &p->elastic, diag);
}

quire_status
quire_impact_damped_compile(const struct quire_object *self, void *compiled, quire_diag *diag)
{
    const struct quire_impact_damped_law *law = self->kind->ops;
    const struct quire_impact_damped_params *p = self->params;
    *(struct quire_impact_damped *)compiled = (struct quire_impact_damped){
        .elastic = quire_stiffness_compile(&p->elastic),
        .factor = law->factor(p->restitution),
        .slowest = p->slowest,
        .damping = p->damping,
        .cutoff = p->cutoff,
    };
    (void)diag;
    return QUIRE_OK;
}

void
quire_impact_damped_eval(const void *compiled, const struct quire_normal_in *in,
                         struct quire_normal_out *out)
{
    const struct quire_impact_damped *c = compiled;
    const double d = quire_law_bounded(in->overlap), rate = quire_law_bounded(in->closing);
    const bool settled = in->memory != NULL && in->memory->mode == QUIRE_LAW_CLOSED;
    const double speed = settled ? in->memory->history[0] : rate;
    const double least = settled || c->slowest > UNSETTLED ? c->slowest : UNSETTLED;
    const bool own = !settled && rate > least; /* the present rate is the speed of the impact */
    const double v = speed > least ? speed : least;
    /* of the elastic force, for each m/s */
    const double share = v > 0.0 ? quire_law_bounded(c->factor / v) : 0.0;
    double slope;

    out->force = out->d_overlap = out->d_closing = out->elastic = 0.0;
    if (d <= 0.0 || d > c->elastic.deepest) {
        return;
    }
    out->elastic = c->elastic.stiffness * quire_power_eval(&c->elastic.power, d, &slope);
    const double force = out->elastic * (1.0 + share * rate) + c->damping * rate;
    if (force <= 0.0 && c->cutoff) {
        return;
    }
    out->force = force;
    out->d_overlap = c->elastic.stiffness * slope * (1.0 + share * rate);
    out->d_closing = (own ? 0.0 : out->elastic * share) + c->damping;
}

double
quire_impact_damped_stored(const void *compiled, double overlap)
{
    return quire_elastic_stored(&((const struct quire_impact_damped *)compiled)->elastic, overlap);
}

void
quire_impact_damped_commit(const void *compiled, const struct quire_normal_in *in, double since,
                           struct quire_law_memory *memory)
{
    (void)compiled;
    (void)since;
    if (!(in->overlap > 0.0)) {
        *memory = (struct quire_law_memory){.mode = 0};
    } else if (memory->mode != QUIRE_LAW_CLOSED) {
        *memory = (struct quire_law_memory){.mode = QUIRE_LAW_CLOSED, .history = {in->closing}};
    }
}

const struct quire_law_need quire_impact_damped_needs[] = {
    QUIRE_STIFFNESS_NEEDS(struct quire_impact_damped_params), {NULL, 0, QUIRE_PAIR_NUMBERS, NULL}};
