/* Kept places of sheets in space on guides, rollers and each other: what they tell after a step.
 * doc/theory/energy.md, 3 */
#include "contact/touch/columns.h"
#include "contact/touch/space_kept.h"

/* How a place, and its derivatives along and across, move in a step [V], and what is on the other
 * side; `pressed`: the mean normal force of other places. */
struct place_step {
    quire_v4 by[3], foot[2];
    const double *body;
    double pressed;
};

QUIRE_INLINE const struct space_kept *
kept_at(const struct quire_place_list *list, int k, bool pair)
{
    return pair ? &((const struct space_kept_pair *)list->item + k)->kept
                : (const struct space_kept *)list->item + k;
}

QUIRE_INLINE const struct space_kept_pair *
pair_of(const struct space_kept *g)
{
    return (const struct space_kept_pair *)g;
}

/* where the first node stands in V; NULL: the sheet stands still */
QUIRE_INLINE ptrdiff_t
first_of(const struct quire_state *st, const struct space_nodes *on)
{
    const struct quire_sheet *sheet = st->system->sheet + on->sheet;

    return (ptrdiff_t)sheet->x0 + on->station * sheet->ladder->block + 3 * on->column;
}

QUIRE_INLINE void
move_nodes(const struct quire_state *st, const struct space_nodes *on, const double *d,
           quire_v4 node[3], quire_v4 by[3])
{
    const int block = st->system->sheet[on->sheet].ladder->block;
    const double *at = d + first_of(st, on);

    for (int k = 0; st->part->has_sheet[on->sheet] && k < 3; k++, at += block) {
        quire_v4 across = on->e[0] * quire_load4(at);
        node[k] = on->c[0] * quire_load4(at);
        if (on->columns == 2) {
            node[k] += on->c[1] * quire_load4(at + 3);
            across += on->e[1] * quire_load4(at + 3);
        }
        by[0] += on->b[k] * node[k];
        by[1] += on->d[k] * node[k];
        by[2] += on->b[k] * across;
    }
}

QUIRE_INLINE struct place_step
step_of(const struct quire_state *st, const struct space_kept *g, bool pair, const double *d)
{
    struct place_step s = {.body = d + g->body};
    quire_v4 node[3] = {{0}, {0}, {0}}, foot[3] = {{0}, {0}, {0}};

    move_nodes(st, &g->on, d, node, s.by);
    for (int k = 0; g->pressed && k < 9; k++) {
        s.pressed += g->normal_by[k / 3][k % 3] * node[k / 3][k % 3];
    }
    if (pair) {
        move_nodes(st, &pair_of(g)->foot, d, node, foot);
        s.by[0] -= foot[0];
        s.foot[0] = foot[1];
        s.foot[1] = foot[2];
    }
    return s;
}

QUIRE_INLINE double
along_step(const struct space_kept *g, bool pair, enum space_flow k, const struct place_step *s)
{
    quire_v4 sum = g->by[k][0] * s->by[0] + g->by[k][1] * s->by[1] + g->by[k][2] * s->by[2];

    if (pair) {
        const quire_v4 *by = pair_of(g)->by_foot[k];
        sum += by[0] * s->foot[0] + by[1] * s->foot[1];
    }
    double along = (sum[0] + sum[1]) + sum[2];
    for (int i = 0; i < g->n_body; i++) {
        along += g->by_body[k][i] * s->body[i];
    }
    return along;
}

/* Adds the powers where flows are those now and so much more; of drives what that changes. */
QUIRE_INLINE void
add_flows(const struct space_kept *g, const double more[SPACE_FLOWS], struct quire_powers *to)
{
    const double friction = g->now[SPACE_FRICTION] + more[SPACE_FRICTION],
                 lateral = g->now[SPACE_LATERAL] + more[SPACE_LATERAL];

    to->friction -= friction * (g->now[SPACE_SLIP] + more[SPACE_SLIP]) +
                    lateral * (g->now[SPACE_ACROSS] + more[SPACE_ACROSS]);
    to->belts += friction * g->belt;
    to->contact -= (g->lost - g->lost_by * more[SPACE_GAP]) * (g->now[SPACE_GAP] + more[SPACE_GAP]);
    to->drives += more[SPACE_FRICTION] * g->driven + more[SPACE_LATERAL] * g->carried;
}

QUIRE_INLINE void
add_powers(const struct quire_state *st, const struct quire_place_list *list, bool pair,
           const double *d, double gamma, struct quire_powers *to)
{
    const double inverse = 1 / gamma;

    for (int k = 0; k < list->n; k++) {
        const struct space_kept *g = kept_at(list, k, pair);
        double more[SPACE_FLOWS] = {0};
        if (d != NULL) {
            const struct place_step s = step_of(st, g, pair, d);
            for (int i = 0; i < SPACE_ONE; i++) {
                more[i] = inverse * along_step(g, pair, i, &s);
            }
            more[SPACE_FRICTION] += inverse * g->friction_by_normal[0] * s.pressed;
            more[SPACE_LATERAL] += inverse * g->friction_by_normal[1] * s.pressed;
        }
        add_flows(g, more, to);
    }
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    add_powers(st, list, false, d, gamma, to);
}

static QUIRE_CLONES void
powers_of_pairs(const struct quire_state *st, const struct quire_place_list *list, const double *d,
                double gamma, struct quire_powers *to)
{
    add_powers(st, list, true, d, gamma, to);
}

/* a force on the place, and the pair on its direction */
QUIRE_INLINE void
push_nodes(const struct quire_state *st, const struct space_nodes *on, const quire_v4 told[2],
           double *force)
{
    const int block = st->system->sheet[on->sheet].ladder->block;
    double *to = force + first_of(st, on);

    for (int j = 0; st->part->has_sheet[on->sheet] && j < 3; j++, to += block) {
        const quire_v4 here = on->b[j] * told[0] + on->d[j] * told[1],
                       less[2] = {-on->c[0] * here, -on->c[1] * here};
        take_rows(to, less, on->columns);
    }
}

/* The powers of what is told are along velocities alone. */
QUIRE_INLINE void
add_forces(const struct quire_state *st, const struct quire_place_list *list, bool pair,
           double *force)
{
    for (int k = 0; k < list->n; k++) {
        const struct space_kept *g = kept_at(list, k, pair);
        push_nodes(st, &g->on, g->told, force);
        if (pair) {
            push_nodes(st, &pair_of(g)->foot, pair_of(g)->told_foot, force);
        }
        for (int i = 0; i < g->n_body; i++) {
            force[g->body + i] += g->told_body[i];
        }
    }
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    (void)gamma;
    add_forces(st, list, false, force);
}

static QUIRE_CLONES void
forces_of_pairs(const struct quire_state *st, const struct quire_place_list *list, double gamma,
                double *force)
{
    (void)gamma;
    add_forces(st, list, true, force);
}

QUIRE_INLINE void
slide_at(const struct quire_state *st, const struct space_kept *g, bool pair, const double *d,
         double gamma, struct quire_slide *to)
{
    const struct place_step s = step_of(st, g, pair, d);

    to->in.slip += along_step(g, pair, SPACE_SLIP, &s) / gamma;
    to->slip_across += along_step(g, pair, SPACE_ACROSS, &s) / gamma;
    to->in.normal += (along_step(g, pair, SPACE_ONE, &s) + s.pressed) / gamma;
}

static void
slide(const struct quire_state *st, const struct quire_place_list *list,
      const struct quire_place_hold *hold, const double *d, double gamma, struct quire_slide *to)
{
    slide_at(st, kept_at(list, hold->item, false), false, d, gamma, to);
}

static void
slide_of_pair(const struct quire_state *st, const struct quire_place_list *list,
              const struct quire_place_hold *hold, const double *d, double gamma,
              struct quire_slide *to)
{
    slide_at(st, kept_at(list, hold->item, true), true, d, gamma, to);
}

QUIRE_INLINE bool
rubs_at(const struct space_kept *g, int sheet[2])
{
    const quire_v4 *by = g->by[SPACE_FRICTION];

    sheet[0] = g->on.sheet;
    return !g->holds && quire_any((by[0] != 0) | (by[1] != 0) | (by[2] != 0));
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    return rubs_at(kept_at(list, k, false), sheet);
}

static bool
pair_rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    return rubs_at(kept_at(list, k, true), sheet);
}

const struct quire_place_book quire_space_places_book = {powers, forces, slide, rubs};
const struct quire_place_book quire_space_pairs_book = {powers_of_pairs, forces_of_pairs,
                                                        slide_of_pair, pair_rubs};
