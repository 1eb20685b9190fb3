#include "step/stick_history.h"

#include <math.h>
#include <string.h>

#include "contact/law/stick.h"
#include "evaluate/powers.h"

/* of the friction limit: what is as near to breaking away as this goes together with the first */
#define TOGETHER 1e-3

/* where its spring is slack */
static void
slacken(const struct quire_state *st, size_t grip, double *z)
{
    const size_t at = st->system->grip_z + grip;

    z[at] = st->grip[grip].history[QUIRE_LAW_ANCHOR];
    if (st->system->spatial) {
        z[at + (size_t)st->system->n_grip] = st->grip[grip].history[QUIRE_LAW_ANCHOR_ACROSS];
    }
}

/* slip, normal force and ways at the end of a step, of a slide as it was at the last evaluation
 * with the matrix */
static void
go_on(struct quire_state *st, struct quire_slide *s, double gamma, const double *fixed, double *z)
{
    const size_t at = st->system->grip_z + (size_t)(s->grip - st->grip);

    s->in.normal = s->in.normal > 0 ? s->in.normal : 0;
    s->in.slid = fixed[at] + gamma * s->in.slip;
    if (s->in_space) {
        s->slid_across = fixed[at + (size_t)st->system->n_grip] + gamma * s->slip_across;
    }
    quire_stick_give_way(st, s, z);
}

void
quire_stick_follow(struct quire_state *st, const double *since, double gamma, const double *fixed,
                   double *z)
{
    /* what touches nothing stays where its spring is slack */
    for (int k = 0; k < st->part->n_grip; k++) {
        for (size_t i = st->part->grip[k].first; i < st->part->grip[k].last; i++) {
            slacken(st, i, z);
        }
    }
    st->n_slide = 0;
    for (int k = 0; k < st->n_flow; k++) {
        const struct quire_flow *f = st->flow + k;
        if (f->slide.grip != NULL) {
            struct quire_slide *s = st->slide + st->n_slide++;
            *s = f->slide;
            quire_state_touch_after(st, f, since, gamma, &s->in.slip, &s->in.normal);
            if (s->in_space) {
                double same;
                quire_state_touch_after(st, f + 1, since, gamma, &s->slip_across, &same);
            }
            go_on(st, s, gamma, fixed, z);
        }
    }
    for (int k = 0; k < st->n_space_hold; k++) {
        struct quire_slide *s = st->slide + st->n_slide++;
        *s = quire_space_slide_after(st, st->space_hold + k, since, gamma);
        go_on(st, s, gamma, fixed, z);
    }
}

/* the grip takes over what the law remembers along u */
static void
draw_along(const struct quire_slide *s, const double u[2], const struct quire_law_memory *memory)
{
    const double x = s->grip->history[QUIRE_LAW_ANCHOR],
                 y = s->grip->history[QUIRE_LAW_ANCHOR_ACROSS];
    const double drawn = memory->history[QUIRE_LAW_ANCHOR] - (u[0] * x + u[1] * y);

    *s->grip = *memory;
    s->grip->history[QUIRE_LAW_ANCHOR] = x + drawn * u[0];
    s->grip->history[QUIRE_LAW_ANCHOR_ACROSS] = y + drawn * u[1];
}

static void
commit(const struct quire_slide *s)
{
    struct quire_law_memory memory;
    double u[2], by_slip;

    if (!s->in_space) {
        s->law->friction->commit(s->law->friction_data, &s->in, s->grip);
        return;
    }
    quire_stick_pull(s, 0, u, &by_slip);
    const struct quire_friction_in in = quire_stick_along(s, u, &memory);
    s->law->friction->commit(s->law->friction_data, &in, &memory);
    draw_along(s, u, &memory);
}

void
quire_stick_commit(struct quire_state *st, const struct quire_part *part,
                   const struct quire_slide *slide, int n)
{
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            st->gripped[i] = 0;
        }
    }
    for (int k = 0; k < n; k++) {
        st->gripped[slide[k].grip - st->grip] = 1;
        st->rolling[slide[k].grip - st->grip] = slide[k].rolling;
        commit(slide + k);
        memcpy(slide[k].grip->way, slide[k].way, sizeof slide[k].way);
    }
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            st->grip[i].mode = st->gripped[i] ? st->grip[i].mode : 0;
            st->rolling[i] = st->gripped[i] ? st->rolling[i] : 0;
            if (!st->gripped[i]) {
                memset(st->grip[i].way, 0, sizeof st->grip[i].way);
            }
        }
    }
}

void
quire_stick_rest(const struct quire_state *st, const struct quire_part *part, double *z)
{
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            if (!st->gripped[i]) {
                slacken(st, i, z);
            }
        }
    }
}

/* what is left before it breaks away */
static double
margin(const struct quire_slide *s)
{
    double g[QUIRE_LAW_ROOTS], least = HUGE_VAL, u[2] = {1, 0}, by_slip;
    struct quire_law_memory memory;
    struct quire_friction_in in = s->in;

    if (s->in_space) {
        quire_stick_pull(s, 0, u, &by_slip);
        in = quire_stick_along(s, u, &memory);
    }
    s->law->friction->roots(s->law->friction_data, &in, g);
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

static void
break_away(const struct quire_slide *s)
{
    struct quire_law_memory memory;
    double u[2], by_slip;

    if (!s->in_space) {
        s->law->friction->switch_mode(s->law->friction_data, &s->in, 0, s->grip);
        return;
    }
    quire_stick_pull(s, 0, u, &by_slip);
    const struct quire_friction_in in = quire_stick_along(s, u, &memory);
    s->law->friction->switch_mode(s->law->friction_data, &in, 0, &memory);
    draw_along(s, u, &memory);
}

void
quire_stick_break(struct quire_state *st)
{
    for (int k = 0; k < st->n_slide; k++) {
        const struct quire_slide *s = st->slide + k;
        if (margin(s) <= TOGETHER) {
            break_away(s);
            st->switched = *s;
        }
    }
}
