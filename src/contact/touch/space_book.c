/* Kept places of sheets in space on guides and rollers: what they tell after a step.
 * doc/theory/energy.md, 3 */
#include "contact/touch/columns.h"
#include "contact/touch/space_kept.h"

/* How a place, and its derivatives along and across, move in a step [V], and what is on the other
 * side. */
struct place_step {
    quire_v4 by[3];
    const double *body;
};

QUIRE_INLINE struct place_step
step_of(const struct quire_state *st, const struct space_kept *g, const double *d)
{
    const struct quire_sheet *sheet = st->system->sheet + g->sheet;
    const int block = sheet->ladder->block;
    const double *at = d + sheet->x0 + g->station * block + 3 * g->column;
    struct place_step s = {.body = d + g->body};

    for (int k = 0; k < 3; k++, at += block) {
        quire_v4 here = g->c[0] * quire_load4(at), across = g->e[0] * quire_load4(at);
        if (g->columns == 2) {
            here += g->c[1] * quire_load4(at + 3);
            across += g->e[1] * quire_load4(at + 3);
        }
        s.by[0] += g->b[k] * here;
        s.by[1] += g->d[k] * here;
        s.by[2] += g->b[k] * across;
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

/* Adds the powers where flows are those now and so much more; of drives what that changes. */
QUIRE_INLINE void
add_flows(const struct space_kept *g, const double more[SPACE_FLOWS], struct quire_powers *to)
{
    const double friction = g->now[SPACE_FRICTION] + more[SPACE_FRICTION],
                 lateral = g->now[SPACE_LATERAL] + more[SPACE_LATERAL];

    to->friction -= friction * (g->now[SPACE_SLIP] + more[SPACE_SLIP]) +
                    lateral * (g->now[SPACE_ACROSS] + more[SPACE_ACROSS]);
    to->belts += friction * g->belt;
    to->contact -= (g->now[SPACE_LOST] + more[SPACE_LOST]) * (g->now[SPACE_GAP] + more[SPACE_GAP]);
    to->drives += more[SPACE_FRICTION] * g->driven + more[SPACE_LATERAL] * g->carried;
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct space_kept *g = list->item;
    const double inverse = 1 / gamma;

    for (int k = 0; k < list->n; k++, g++) {
        const struct place_step s = step_of(st, g, d);
        double more[SPACE_FLOWS] = {0};
        for (int i = 0; i < SPACE_ONE; i++) {
            more[i] = inverse * along_step(g, i, &s);
        }
        add_flows(g, more, to);
    }
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct space_kept *g = list->item;

    (void)gamma; /* their powers are along velocities alone */
    for (int k = 0; k < list->n; k++, g++) {
        const struct quire_sheet *sheet = st->system->sheet + g->sheet;
        const int block = sheet->ladder->block;
        double *to = force + sheet->x0 + g->station * block + 3 * g->column;
        for (int j = 0; j < 3; j++, to += block) {
            const quire_v4 here = g->b[j] * g->told[0] + g->d[j] * g->told[1],
                           less[2] = {-g->c[0] * here, -g->c[1] * here};
            take_rows(to, less, g->columns);
        }
        for (int i = 0; i < g->n_body; i++) {
            force[g->body + i] += g->told_body[i];
        }
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct space_kept *g = (const struct space_kept *)list->item + k;
    const struct place_step s = step_of(st, g, d);

    to->slip[0] = along_step(g, SPACE_SLIP, &s) / gamma;
    to->across[0] = along_step(g, SPACE_ACROSS, &s) / gamma;
    to->normal[0] = along_step(g, SPACE_ONE, &s) / gamma;
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct space_kept *g = (const struct space_kept *)list->item + k;
    const quire_v4 *by = g->by[SPACE_FRICTION];

    sheet[0] = g->sheet;
    return !g->holds && quire_any((by[0] != 0) | (by[1] != 0) | (by[2] != 0));
}

const struct quire_place_book quire_space_places_book = {powers, forces, slides, rubs};
