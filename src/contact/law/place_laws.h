/* What the laws say of a single place of a sheet in space: corners, ends, and all but stretches on
 * guides. Geometry fills struct place_motion, the laws' answer is struct place_action. Friction is
 * one vector along the tangent and across. Of places side by side: contact/place/ask.h; of bodies,
 * and in the plane: contact/place/alone.h. Theory: doc/theory/spatial-contact.md. */
#ifndef QUIRE_CONTACT_LAW_PLACE_LAWS_H
#define QUIRE_CONTACT_LAW_PLACE_LAWS_H

#include <math.h>

#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "state/state.h"

/* A law that grows with the overlap: it stores g times as much. g, dg/d(overlap) [1/m] and the
 * second derivative [1/m^2]. doc/theory/contact-kernel.md, 6. */
struct stiffening {
    double times, slope, curve;
};

/* the most products in the second derivative of a share that fades */
#define FADES 12

/* A place as the laws see it. What is not set does not matter: it is 0 or NULL. */
struct place_motion {
    const struct quire_contact_law *law;
    struct quire_contact_pair pair;
    double overlap, closing; /* [m], [m/s] */
    /* of the surfaces past each other: along the tangent, belts not taken off, and across [m/s] */
    double past, across;
    double belt;    /* speed of an imaginary belt along the tangent [m/s] */
    double surface; /* speed of the surface, to which the overdrive factor applies [m/s] */
    /* total normal force for the overdrive; NaN: `own` times that of the law here [N] */
    double load, own;
    double share;  /* of the law that acts here */
    double factor; /* on the friction coefficient */
    /* speed of elastic creep for each newton of friction, under a point contact that rolls [m/(N
     * s)] */
    double rolling;
    const struct quire_slot *slot;  /* where the law remembers; NULL: nowhere */
    int place;                      /* there */
    struct quire_law_memory *grip;  /* what its friction holds on to; NULL: to nothing */
    const struct stiffening *stiff; /* NULL: the law is as it is */
    bool matrix;                    /* derivatives are asked for */
    bool by_factor;                 /* the factor changes with the place */
};

/* The friction vector of a place whose law gives F at slip w: along the tangent and across it is
 * F/w times the slip, and changes by F/w + u more, u the slip's direction, more = (F' - F/w) u
 * where F follows the size of the slip alone. */
struct friction_vector {
    double slip[2], u[2];
    double f[2];    /* of the law, before the share [N] */
    double ratio;   /* F/w, F' at rest [N s/m] */
    double more[2]; /* F by the slip along and across, less F/w times its direction */
};

/* What acts at the place. */
struct place_action {
    struct quire_normal_out no;
    struct quire_friction_out fo;
    struct friction_vector r;
    struct quire_friction_in in; /* what friction saw */
    struct quire_slide slide;    /* where it holds on; grip NULL: it does not, and no more is set */
    double load;                 /* that the overdrive counts [N] */
    double belt;                 /* speed of belts and overdrive, taken off the slip [m/s] */
    /* with the share: normal force, friction along and across, part of the normal force that
     * dissipates [N] */
    double total, friction, lateral, lost;
};

/* what a law sees where nothing is remembered */
static const struct quire_law_memory no_memory;

QUIRE_INLINE struct quire_normal_in
normal_in_of(const struct quire_state *st, const struct place_motion *m)
{
    return (struct quire_normal_in){
        .overlap = m->overlap,
        .closing = m->closing,
        .memory = m->slot != NULL ? st->memory + m->slot->memory0 + m->place : &no_memory};
}

/* energy that the law stores here, by itself [J] */
QUIRE_INLINE double
stored_by_law(const struct quire_state *st, const struct place_motion *m)
{
    const struct quire_normal_in in = normal_in_of(st, m);
    const double stored = quire_normal_stored(m->law->normal, m->law->normal_data, &in);

    return m->stiff != NULL ? m->stiff->times * stored : stored;
}

/* The force of a law that stores g U: g N + g' U. */
static inline void
stiffen_law(const struct quire_contact_law *law, const struct stiffening *g,
            const struct quire_normal_in *in, struct quire_normal_out *no)
{
    const double stored = quire_normal_stored(law->normal, law->normal_data, in);

    no->d_overlap =
        g->times * no->d_overlap + g->slope * (no->force + no->elastic) + g->curve * stored;
    no->force = g->times * no->force + g->slope * stored;
    no->elastic = g->times * no->elastic + g->slope * stored;
    no->d_closing *= g->times;
}

/* the law's own normal force */
QUIRE_INLINE void
eval_normal_law(struct quire_state *st, const struct place_motion *m, struct place_action *a)
{
    const struct quire_contact_law *law = m->law;
    const struct quire_normal_in in = normal_in_of(st, m);

    a->no.elastic = 0;
    if (m->slot != NULL) {
        quire_memory_note(st, m->slot->memory0 + m->place, &in);
    }
    law->normal->eval(law->normal_data, &in, &a->no);
    if (m->stiff != NULL) {
        stiffen_law(law, m->stiff, &in, &a->no);
    }
}

/* The normal force of a place; notes what is too deep for the law, and what remembers. */
QUIRE_INLINE void
ask_normal_law(struct quire_state *st, const struct place_motion *m, struct place_action *a)
{
    if (m->overlap >= m->law->deepest) {
        st->too_deep = (struct quire_slide){.law = m->law, .pair = m->pair};
    }
    eval_normal_law(st, m, a);
    if (m->slot != NULL) {
        st->motion[m->slot->memory0 + m->place].share += m->share;
    }
    a->total = m->share * a->no.force;
    a->lost = m->share * (a->no.force - a->no.elastic);
}

/* the friction of a law that does not hold on, as a vector */
QUIRE_INLINE void
ask_vector(const struct quire_contact_law *law, struct place_action *a)
{
    struct friction_vector *r = &a->r;
    const double w = sqrt(r->slip[0] * r->slip[0] + r->slip[1] * r->slip[1]),
                 per = w > 0 ? 1 / w : 0;

    for (int i = 0; i < 2; i++) {
        r->u[i] = r->slip[i] * per;
    }
    a->in.slip = w;
    a->in.aside = 1 - r->u[0];
    a->fo.d_aside = 0;
    law->friction->eval(law->friction_data, &a->in, &a->fo);
    r->ratio = w > 0 ? a->fo.force * per : a->fo.d_slip;
    const double turn = a->fo.d_aside * per * r->u[1];
    for (int i = 0; i < 2; i++) {
        r->f[i] = r->ratio * r->slip[i];
        r->more[i] = (a->fo.d_slip - r->ratio) * r->u[i];
    }
    r->more[0] -= turn * r->u[1];
    r->more[1] += turn * r->u[0];
}

QUIRE_INLINE void
ask_vector_of_friction(struct quire_state *st, const struct place_motion *m, struct place_action *a)
{
    struct friction_vector *r = &a->r;

    if (m->grip != NULL) {
        struct quire_stick_vector v;
        a->slide.slip_across = r->slip[1];
        quire_stick_hold(st, m->matrix, &a->slide, &v, &a->fo);
        r->ratio = v.ratio;
        for (int i = 0; i < 2; i++) {
            r->more[i] = v.more * v.u[i];
            r->u[i] = v.u[i];
            r->f[i] = v.f[i];
        }
    } else {
        ask_vector(m->law, a);
    }
}

/* Friction, once the normal force is known. */
QUIRE_INLINE void
ask_friction_law(struct quire_state *st, const struct place_motion *m, struct place_action *a)
{
    const struct quire_contact_law *law = m->law;
    struct quire_friction_out *fo = &a->fo;
    const double pressed = a->no.force;

    a->load = isnan(m->load) ? m->own * a->no.force : m->load;
    a->belt = m->belt + m->surface * law->overdrive * a->load;
    a->r = (struct friction_vector){.slip = {m->past - a->belt, m->across}};
    a->in = (struct quire_friction_in){.slip = a->r.slip[0],
                                       .normal = pressed > 0 ? pressed : 0,
                                       .factor = m->factor,
                                       .overlap = m->overlap,
                                       .memory = &no_memory};
    a->slide.grip = m->grip;
    if (m->grip != NULL) {
        a->slide = (struct quire_slide){.grip = m->grip,
                                        .law = law,
                                        .share = m->share,
                                        .pair = m->pair,
                                        .rolling = m->rolling,
                                        .in = a->in};
    }
    fo->force = fo->d_slip = fo->d_normal = fo->d_factor = fo->d_overlap = fo->limit = fo->creep =
        0;
    if (law->friction != NULL) {
        ask_vector_of_friction(st, m, a);
    }
    if (!(pressed > 0)) { /* what pulls does not rub */
        fo->d_normal = 0;
    }
    a->friction = m->share * a->r.f[0];
    a->lateral = m->share * a->r.f[1];
}

/* Asks both laws. Where friction holds on, the way slid follows the slip while a step is solved,
 * and the derivative by the slip is the one with the way following; without the matrix the place is
 * listed in state->slide. */
QUIRE_INLINE void
ask_laws(struct quire_state *st, const struct place_motion *m, struct place_action *a)
{
    ask_normal_law(st, m, a);
    ask_friction_law(st, m, a);
}

/* by which the speed of belts grows with each newton of normal force [m/(N s)] */
QUIRE_INLINE double
overdrive_slope(const struct place_motion *m)
{
    return isnan(m->load) ? m->surface * m->law->overdrive : 0;
}

#endif
