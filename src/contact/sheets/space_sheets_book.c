/* Kept places of sheets in space on each other: what they tell after a step. doc/theory/energy.md,
 * 3 */
#define QUIRE_PLACE_SPACE
#include "contact/sheets/space_sheets_book.h"
#include "contact/sheets/space_sheets.h"

/* How a place, its derivative along and that across move with the nodes of a sheet. */
struct cell_moves {
    struct vectors p, s, e;
};

QUIRE_INLINE struct cell_moves
moves_of_nodes(const struct quire_sheet *sheet, const struct cell_nodes *n, const double *d)
{
    const int block = sheet->ladder->block;
    quire_v4 p[4], s[4], e[4];

    for (int k = 0; k < 4; k++) {
        const double *at = d + sheet->x0 + n->station[k] * block + 3 * n->column[k];
        p[k] = s[k] = e[k] = quire_all4(0);
        for (int i = 0; i < 3; i++, at += block) {
            const quire_v4 left = quire_load4(at), right = quire_load4(at + 3),
                           here = n->c[k][0] * left + n->c[k][1] * right;
            p[k] += n->b[k][i] * here;
            s[k] += n->d[k][i] * here;
            e[k] += (0.5 * n->b[k][i]) * (right - left);
        }
    }
    return (struct cell_moves){vectors_of(p[0], p[1], p[2], p[3]),
                               vectors_of(s[0], s[1], s[2], s[3]),
                               vectors_of(e[0], e[1], e[2], e[3])};
}

QUIRE_INLINE quire_v4
slide_by(const struct gradients *g, struct vectors back, const struct cell_moves *b)
{
    return (dots(g->p, back) + dots(g->s, b->s)) + dots(g->e, b->e);
}

/* The way in which the step d of velocities moves the places, over gamma: displacements count
 * gamma times. */
QUIRE_INLINE struct place_way
way_of_step(const struct quire_state *st, const struct space_sheets_places *g, const double *d,
            double gamma)
{
    const struct cell_moves still = {.p = {{0}}};
    const struct quire_sheet *sheet = st->system->sheet;
    const struct cell_place *c = &g->c;
    const quire_v4 q = quire_all4(gamma), one = quire_all4(1);
    const struct cell_moves a = g->moves[0] ? moves_of_nodes(sheet + g->sheet[0], &g->on, d)
                                            : still,
                            b = g->moves[1] ? moves_of_nodes(sheet + g->sheet[1], &g->foot, d)
                                            : still;
    const struct vectors back = minus3(b.p, a.p);
    const quire_v4 s = q * slide_by(&g->along, back, &b), e = q * slide_by(&g->across, back, &b);
    const struct flat past = times(quire_all4(-1), flat_of(back));
    struct place_way way = {
        .w = minus(mix(q, past, -s, flat_of(c->s)), times(e, flat_of(c->e))),
        .u = minus(mix(one, past, -s, flat_of(c->vs)), times(e, flat_of(c->ve))),
        .across = -back.z - s * c->vs.z - e * c->ve.z,
        .t = {times(q, flat_of(a.s)),
              plus(mix(q, flat_of(b.s), s, flat_of(c->ss)), times(e, flat_of(c->se)))},
        .rate = {flat_of(a.s),
                 plus(mix(one, flat_of(b.s), s, flat_of(c->vss)), times(e, flat_of(c->vse)))}};

    if (g->p.fades) {
        way.share = g->by_slide * s + g->by_cell * e +
                    g->by_turn * (dot(g->p.b.pair, way.t[1]) - dot(g->p.a.pair, way.t[0]));
    }
    return way;
}

static QUIRE_CLONES void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    const struct space_sheets_places *g = list->item;

    for (int k = 0; k < list->n; k++) {
        const struct place_way way = way_of_step(st, g + k, d, gamma);
        struct place_powers after = {.friction = {0}};
        place_power_after(&g[k].p, &way, true, &after);
        add_place_powers_each(to, &after);
    }
}

/* forces on the nodes of a sheet: by the place, by its derivative along and by that across */
QUIRE_INLINE void
spread_on_nodes(const struct quire_sheet *sheet, const struct cell_nodes *n, quire_mask4 on,
                const struct cell_moves *f, double *force)
{
    const int block = sheet->ladder->block;
    quire_v4 p[4], s[4], e[4];

    part_vectors(f->p, p);
    part_vectors(f->s, s);
    part_vectors(f->e, e);
    for (int k = 0; k < 4; k++) {
        double *at = force + sheet->x0 + n->station[k] * block + 3 * n->column[k];
        for (int i = 0; on[k] != 0 && i < 3; i++, at += block) {
            const quire_v4 here = n->b[k][i] * p[k] + n->d[k][i] * s[k],
                           beside = (0.5 * n->b[k][i]) * e[k];
            for (int m = 0; m < 3; m++) {
                at[m] += n->c[k][0] * here[m] - beside[m];
                at[3 + m] += n->c[k][1] * here[m] + beside[m];
            }
        }
    }
}

static QUIRE_CLONES void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    const struct space_sheets_places *g = list->item;
    const quire_v4 zero = {0};

    for (int k = 0; k < list->n; k++) {
        const struct space_sheets_places *at = g + k;
        const struct place *p = &at->p;
        const struct quire_sheet *sheet = st->system->sheet;
        const struct place_told told = place_tells(p, gamma, true);
        const struct place_way along = way_along_cell(&at->c), across = way_across_cell(&at->c);
        const quire_v4 s = gamma * place_tells_along(p, &along, true),
                       e = gamma * place_tells_along(p, &across, true);
        /* on b's place, and on a's the opposite */
        const struct vectors w = {told.w.x, told.w.y, told.across},
                             back =
                                 minus3(plus3(times3(s, at->along.p), times3(e, at->across.p)), w);
        const struct cell_moves on_a = {.p = times3(quire_all4(-1), back),
                                        .s = {told.a.x, told.a.y, zero}},
                                on_b = {.p = back,
                                        .s = plus3(
                                            (struct vectors){told.b.x, told.b.y, zero},
                                            plus3(times3(s, at->along.s), times3(e, at->across.s))),
                                        .e =
                                            plus3(times3(s, at->along.e), times3(e, at->across.e))};
        if (at->moves[0]) {
            spread_on_nodes(sheet + at->sheet[0], &at->on, p->on, &on_a, force);
        }
        if (at->moves[1]) {
            spread_on_nodes(sheet + at->sheet[1], &at->foot, p->on, &on_b, force);
        }
    }
}

static QUIRE_CLONES void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct space_sheets_places *g = (const struct space_sheets_places *)list->item + k;
    const struct place_way way = way_of_step(st, g, d, gamma);
    const struct place_change c = place_respond(&g->p, &way, true);

    place_slides(&c, to);
}

static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    const struct space_sheets_places *g = (const struct space_sheets_places *)list->item + k;

    sheet[0] = g->moves[0] ? g->sheet[0] : -1;
    return !g->holds && place_rubs(&g->p);
}

const struct quire_place_book quire_space_sheets_book = {powers, forces, slides, rubs};
