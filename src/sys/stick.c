#include "sys/stick.h"

#include <math.h>

#define TOGETHER 1e-3 /* of the friction limit: what is as near to breaking away as this goes together with the first */

void
quire_stick_follow(struct quire_state *st, const double *since, double gamma, const double *fixed, double *z)
{
    const size_t z0 = st->system->grip_z;

    for (int k = 0; k < st->part->n_grip; k++) { /* what touches nothing stays where its spring is slack */
        for (size_t i = st->part->grip[k].first; i < st->part->grip[k].last; i++) {
            z[z0 + i] = st->grip[i].captured[QUIRE_LAW_ANCHOR];
        }
    }
    st->n_slide = 0;
    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        if (f->slide.grip == NULL) {
            continue;
        }
        const size_t at = z0 + (size_t)(f->slide.grip - st->grip);
        struct quire_slide *s = st->slide + st->n_slide++;
        *s = f->slide;
        quire_state_touch_after(st, f, since, gamma, &s->in.slip, &s->in.normal);
        s->in.normal = s->in.normal > 0 ? s->in.normal : 0;
        s->in.slid = fixed[at] + gamma * s->in.slip;
        if (s->in.ease > 0) {
            struct quire_friction_out out;
            s->law->friction->eval(s->law->friction_data, &s->in, &out);
            s->in.slid += s->in.ease * out.force;
            s->in.ease = 0;
        }
        z[at] = s->in.slid;
    }
}

void
quire_stick_settle(struct quire_state *st, const struct quire_part *part, const struct quire_slide *slide, int n)
{
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            st->gripped[i] = 0;
        }
    }
    for (int k = 0; k < n; k++) {
        st->gripped[slide[k].grip - st->grip] = 1;
        st->rolling[slide[k].grip - st->grip] = slide[k].rolling;
        slide[k].law->friction->settle(slide[k].law->friction_data, &slide[k].in, slide[k].grip);
    }
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            st->grip[i].mode = st->gripped[i] ? st->grip[i].mode : 0;
            st->rolling[i] = st->gripped[i] ? st->rolling[i] : 0;
        }
    }
}

void
quire_stick_rest(const struct quire_state *st, const struct quire_part *part, double *z)
{
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            z[st->system->grip_z + i] = st->gripped[i] ? z[st->system->grip_z + i] : st->grip[i].captured[QUIRE_LAW_ANCHOR];
        }
    }
}

/* what is left before it breaks away */
static double
margin(const struct quire_slide *s)
{
    double g[QUIRE_LAW_ROOTS], least = HUGE_VAL;

    s->law->friction->roots(s->law->friction_data, &s->in, g);
    for (int i = 0; i < s->law->friction->n_root; i++) {
        least = g[i] < least ? g[i] : least;
    }
    return least;
}

double
quire_stick_margin(const struct quire_state *st)
{
    double least = HUGE_VAL;

    for (int k = 0; k < st->n_slide; k++) {
        const double m = margin(st->slide + k);
        least = m < least ? m : least;
    }
    return least;
}

void
quire_stick_break(struct quire_state *st)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; k < st->n_slide; k++) {
        const struct quire_slide *s = st->slide + k;
        if (margin(s) <= TOGETHER) {
            s->law->friction->flip(s->law->friction_data, &s->in, 0, s->grip);
            st->switched = *s;
            st->switched.index = s->target == QUIRE_TARGET_GUIDE ? sys->guide[s->index].view : s->index;
        }
    }
}
