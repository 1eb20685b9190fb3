/* Kept places of sheets in space on guides and rollers: what they tell after a step.
 * doc/theory/energy.md, 3 */
#include "contact/touch/columns.h"
#include "contact/touch/space_kept.h"

/* How a place, and its derivatives along and across, move in a step [V], and what is on the other
 * side; `pressed`: the mean normal force of other places. */
struct place_step {
    quire_v4 by[3];
    const double *body;
    double pressed;
};

/* where the first node stands in V */
QUIRE_INLINE ptrdiff_t
first_of(const struct quire_state *st, const struct space_nodes *on)
{
    const struct quire_sheet *sheet = st->system->sheet + on->sheet;

    return (ptrdiff_t)sheet->x0 + on->station * sheet->ladder->block + 3 * on->column;
}

QUIRE_INLINE struct place_step
step_of(const struct quire_state *st, const struct space_kept *g, const double *d)
{
    const struct space_nodes *on = &g->on;
    const int block = st->system->sheet[on->sheet].ladder->block;
    const double *at = d + first_of(st, on);
    struct place_step s = {.body = d + g->body};

    for (int k = 0; k < 3; k++, at += block) {
        quire_v4 node = on->c[0] * quire_load4(at), across = on->e[0] * quire_load4(at);
        if (on->columns == 2) {
            node += on->c[1] * quire_load4(at + 3);
            across += on->e[1] * quire_load4(at + 3);
        }
        s.by[0] += on->b[k] * node;
        s.by[1] += on->d[k] * node;
        s.by[2] += on->b[k] * across;
        for (int q = 0; g->pressed && q < 3; q++) {
            s.pressed += g->normal_by[k][q] * node[q];
        }
    }
    return s;
}

QUIRE_INLINE double
along_step(const struct space_kept *g, enum space_flow k, const struct place_step *s)
{
    const quire_v4 sum = g->by[k][0] * s->by[0] + g->by[k][1] * s->by[1] + g->by[k][2] * s->by[2];
    double along = (sum[0] + sum[1]) + sum[2];

    for (int i = 0; i < g->n_body; i++) {
        along += g->by_body[k][i] * s->body[i];
    }
    return along;
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const double inverse = 1 / gamma;
    const struct space_kept *g = list->item;

    for (int k = 0; k < list->n; k++, g++) {
        const struct place_step s = step_of(st, g, d);
        double more[SPACE_ONE];
        for (int i = 0; i < SPACE_ONE; i++) {
            more[i] = inverse * along_step(g, i, &s);
        }
        more[SPACE_FRICTION] += inverse * g->friction_by_normal[0] * s.pressed;
        more[SPACE_LATERAL] += inverse * g->friction_by_normal[1] * s.pressed;
        const double friction = g->now[SPACE_FRICTION] + more[SPACE_FRICTION],
                     lateral = g->now[SPACE_LATERAL] + more[SPACE_LATERAL];
        to->friction -= friction * (g->now[SPACE_SLIP] + more[SPACE_SLIP]) +
                        lateral * (g->now[SPACE_ACROSS] + more[SPACE_ACROSS]);
        to->belts += friction * g->belt;
        to->contact -=
            (g->now[SPACE_LOST] + more[SPACE_LOST]) * (g->now[SPACE_GAP] + more[SPACE_GAP]);
        /* of drives what that changes */
        to->drives += more[SPACE_FRICTION] * g->driven + more[SPACE_LATERAL] * g->carried;
    }
}

/* The powers of what is told are along velocities alone. */
static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct space_kept *g = list->item;

    (void)gamma;
    for (int k = 0; k < list->n; k++, g++) {
        const struct space_nodes *on = &g->on;
        double *to = force + first_of(st, on);
        for (int j = 0; j < 3; j++, to += st->system->sheet[on->sheet].ladder->block) {
            const quire_v4 here = on->b[j] * g->told[0] + on->d[j] * g->told[1],
                           less[2] = {-on->c[0] * here, -on->c[1] * here};
            take_rows(to, less, on->columns);
        }
        for (int i = 0; i < g->n_body; i++) {
            force[g->body + i] += g->told_body[i];
        }
    }
}

static void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct space_kept *g = (const struct space_kept *)list->item + k;
    const struct place_step s = step_of(st, g, d);

    to->slip[0] = along_step(g, SPACE_SLIP, &s) / gamma;
    to->across[0] = along_step(g, SPACE_ACROSS, &s) / gamma;
    to->normal[0] = (along_step(g, SPACE_ONE, &s) + s.pressed) / gamma;
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct space_kept *g = (const struct space_kept *)list->item + k;
    const quire_v4 *by = g->by[SPACE_FRICTION];

    sheet[0] = g->on.sheet;
    return !g->holds && quire_any((by[0] != 0) | (by[1] != 0) | (by[2] != 0));
}

const struct quire_place_book quire_space_places_book = {powers, forces, slides, rubs};
