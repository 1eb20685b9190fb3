/* Where stations of one sheet, `a`, touch the curve of another, `b`: four stations side by side.
 * doc/theory/stacks.md, 1 to 3 */
#ifndef QUIRE_CONTACT_SHEETS_SHEETS_PLACES_H
#define QUIRE_CONTACT_SHEETS_SHEETS_PLACES_H

#include "contact/law/constants.h"
#include "contact/place/ask.h"
#include "contact/place/nodes.h"
#include "contact/sheets/sheet_ends.h"
#include "contact/sheets/sheets.h"
#include "contact/touch/nearest_lanes.h"

/* One of the two, and how its nodes move. */
struct party {
    const struct quire_sheet *sheet;
    int index;
    struct scatter at;
    struct quire_band *band; /* NULL: without the matrix, or it stands still */
};

struct sheets_pair {
    struct quire_state *state;
    const struct party *a, *b;
    const struct quire_contact_law *law;
    double cq, cv;
    bool matrix;
};

/* A share that changes by the parameter of b's place and by the angle from a's direction to b's:
 * its derivatives (struct second), the law's energy [J] and the part of its force that has it [N].
 */
struct sheets_fade {
    quire_v4 d[2], dd[3];
    quire_v4 stored, elastic;
};

/* What is kept of them, too (state/places.h). */
struct sheets_place {
    struct place p;
    struct place_nodes on, foot;
    quire_v4 dd[3];              /* second derivatives of the weights of b's nodes */
    struct flat w;               /* from b's place to a's */
    struct flat bent, bent_rate; /* second derivatives of b's curve, and how fast */
    quire_v4 per; /* 1 / (T^2 - w . X'') where b's place slides along its curve; else 0 [1/m^2] */
    struct sheets_fade fade; /* looked at where p.fades */
    int sheet[2];
    bool holds;    /* friction holds on */
    bool moves[2]; /* a sheet that stands still is not moved by a step */
};

/* the first of four stations, and what is known of those among them that are near */
struct sheets_pack {
    int station;
    int start[LANES]; /* node of b from which the nearest place is searched; -1: it is too far */
};

/* ---- a's stations ---- */

/* weights of stations at nodes, away from the ends, and half-way between them */
static const double at_node[2][3] = {{0.125, 0.75, 0.125}, {-0.5, 0, 0.5}},
                    half_way[2][3] = {{0.5, 0.5, 0}, {-1, 1, 0}};

/* four stations that follow each other, from the one whose first node is `node` on */
QUIRE_INLINE void
set_row(const double w[2][3], int node, struct place_nodes *on)
{
    for (int k = 0; k < LANES; k++) {
        on->node[k] = node + k;
    }
    for (int i = 0; i < 3; i++) {
        on->b[i] = quire_all4(w[0][i]);
        on->d[i] = quire_all4(w[1][i]);
    }
    on->row = true;
}

/* Four stations from `first` on, and the length of sheet that each stands for. */
QUIRE_INLINE quire_v4
stations_of_pack(const struct quire_sheet *a, int first, struct place_nodes *on)
{
    const int n = a->chain.n, last = quire_sheet_stations(a) - 1;
    quire_v4 length = quire_all4(length_at(a, 2));

    if (first > 1 && first + LANES <= n - 1) {
        set_row(at_node, first - 1, on);
    } else if (first > n && first + LANES <= last + 1) {
        set_row(half_way, first - n, on);
    } else {
        on->row = false;
        for (int k = 0; k < LANES; k++) {
            const int station = first + k > last ? last : first + k;
            struct station s;
            weights_at(a, station, &s);
            on->node[k] = s.node;
            length[k] = length_at(a, station);
            for (int i = 0; i < 3; i++) {
                on->b[i][k] = s.b[i];
                on->d[i][k] = s.d[i];
            }
        }
    }
    return length;
}

/* ---- places on b's curve ---- */

/* A search that leads beyond its piece goes on in the next, once or twice. */
#define PIECES_AWAY 2

/* Whether the nodes of the lanes that count follow each other; then those of the others do, too. */
QUIRE_INLINE void
see_row(struct place_nodes *nodes, quire_mask4 counts, int n)
{
    int first = 0, base;

    while (first < LANES - 1 && counts[first] == 0) {
        first++;
    }
    base = nodes->node[first] - first;
    nodes->row = base >= 0 && base + LANES - 1 <= n - 2;
    for (int k = first + 1; k < LANES; k++) {
        nodes->row = nodes->row && (counts[k] == 0 || nodes->node[k] == base + k);
    }
    for (int k = 0; nodes->row && k < LANES; k++) {
        nodes->node[k] = base + k;
    }
}

/* The nearest places on inner pieces: which lanes have one. x, y: b's nodes there, seen from a's
 * place. */
QUIRE_INLINE quire_mask4
find_inner_feet(const struct scatter *b, int n, struct flat at, const int start[LANES],
                struct sheets_place *g, quire_v4 x[3], quire_v4 y[3], quire_v4 *param)
{
    struct inner_pieces on = {.found = {0}};
    quire_mask4 inner;

    for (int k = 0; k < LANES; k++) {
        const bool is_inner = start[k] >= 2 && start[k] <= n - 2;
        inner[k] = is_inner ? -1 : 0;
        g->foot.node[k] = is_inner ? start[k] - 1 : 1;
    }
    if (n < 4 || !quire_any(inner)) {
        memset(g->foot.b, 0, sizeof g->foot.b);
        memset(g->foot.d, 0, sizeof g->foot.d);
        memset(g->dd, 0, sizeof g->dd);
        return (quire_mask4){0};
    }
    for (int k = 0; k <= PIECES_AWAY; k++) {
        see_row(&g->foot, inner, n);
        load_nodes(&g->foot, b->x, x);
        load_nodes(&g->foot, b->y, y);
        for (int i = 0; i < 3; i++) {
            x[i] -= at.x;
            y[i] -= at.y;
        }
        inner_pieces_of(&on, x, y);
        on.s = k == 0 ? nearest_on_chord(&on) : on.s;
        search_inner_pieces(&on);
        if (!quire_any(on.before | on.behind)) {
            break;
        }
        quire_mask4 moved = {0};
        for (int m = 0; m < LANES; m++) {
            const int to = g->foot.node[m] + (on.behind[m] != 0 ? 1 : on.before[m] != 0 ? -1 : 0);
            if (to != g->foot.node[m] && to > 0 && to < n - 2) {
                g->foot.node[m] = to;
                on.s[m] = on.behind[m] != 0 ? 0 : 1;
                moved[m] = -1;
            }
        }
        if (!quire_any(moved)) {
            break;
        }
    }
    const quire_v4 s = on.s;
    g->foot.b[0] = 0.5 * (1 - s) * (1 - s);
    g->foot.b[1] = 0.5 + s * (1 - s);
    g->foot.b[2] = 0.5 * s * s;
    g->foot.d[0] = s - 1;
    g->foot.d[1] = 1 - 2 * s;
    g->foot.d[2] = s;
    g->dd[0] = g->dd[2] = quire_all4(1);
    g->dd[1] = quire_all4(-2);
    *param = s;
    return on.found & inner;
}

/* The place nearest to a point on the straight line on which b's curve goes on beyond its end;
 * returns its parameter. */
QUIRE_INLINE double
go_on_straight(struct station *foot, const struct scatter *b, const double at[2])
{
    const struct station end = *foot;
    double t[2] = {0, 0}, out[2] = {at[0], at[1]};

    for (int j = 0; j < 3; j++) {
        t[0] += end.d[j] * b->x[end.node + j];
        t[1] += end.d[j] * b->y[end.node + j];
        out[0] -= end.b[j] * b->x[end.node + j];
        out[1] -= end.b[j] * b->y[end.node + j];
    }
    const double s = (t[0] * out[0] + t[1] * out[1]) / (t[0] * t[0] + t[1] * t[1]);
    for (int j = 0; j < 3; j++) {
        foot->b[j] = end.b[j] + s * end.d[j];
        foot->dd[j] = 0;
    }
    foot->slides = true;
    foot->cap = 0;
    return end.cap < 0 ? s : 1 + s;
}

/* The nearest place anywhere on b's curve, in one lane; returns whether it slides. An end of `a`
 * touches the round end of b itself. */
static inline bool
find_foot_alone(const struct scatter *b, int n, bool is_end_of_a, int node, struct flat at,
                struct sheets_place *g, int k, double *param)
{
    const double point[2] = {at.x[k], at.y[k]};
    struct station foot;

    nearest_station(&foot, b, n, node, point);
    if (foot.cap != 0 && !is_end_of_a) {
        *param = go_on_straight(&foot, b, point);
    } else {
        *param = foot.node == n - 2 ? 1 + foot.d[0] : foot.d[2];
    }
    g->foot.node[k] = foot.node;
    for (int i = 0; i < 3; i++) {
        g->foot.b[i][k] = foot.b[i];
        g->foot.d[i][k] = foot.d[i];
        g->dd[i][k] = foot.dd[i];
    }
    return foot.slides;
}

/* ---- shares ---- */

/* the share of lane k over the ends of b, where its parameter is s */
static inline void
share_over_ends(const struct sheets_pair *pair, int k, double s, struct sheets_place *g)
{
    const struct quire_sheet *b = pair->b->sheet;
    const struct flat ta = g->p.a.t, tb = g->p.b.t;
    const double q = 1 / (dot(ta, ta)[k] * dot(tb, tb)[k]), across = dot(left(ta), tb)[k],
                 along = dot(ta, tb)[k];
    const struct way way = way_along(b, g->foot.node[k] + 1, s);
    struct second part = {.x = g->p.share[k]};

    fade_at_end(pair->a->sheet, beyond_trail(way), q, across, along, &part);
    fade_at_end(pair->a->sheet, beyond_lead(way, b), q, across, along, &part);
    g->p.share[k] = part.x;
    g->p.fades = g->p.fades || share_varies(&part);
    for (int i = 0; i < 2; i++) {
        g->fade.d[i][k] = part.d[i];
    }
    for (int i = 0; i < 3; i++) {
        g->fade.dd[i][k] = part.dd[i];
    }
}

/* ---- places ---- */

/* Which of the places slide along b's curve; x, y: b's nodes there, seen from a's place. */
QUIRE_INLINE quire_mask4
find_feet(const struct sheets_pair *pair, const struct sheets_pack *pack, struct flat at,
          struct sheets_place *g, quire_v4 x[3], quire_v4 y[3], quire_v4 *param)
{
    const struct scatter *b = &pair->b->at;
    const int n = pair->b->sheet->chain.n;
    const quire_mask4 found = find_inner_feet(b, n, at, pack->start, g, x, y, param);
    quire_mask4 slides = found;
    bool alone = false;

    for (int k = 0; k < LANES; k++) {
        if (pack->start[k] >= 0 && found[k] == 0) {
            const bool end = is_end(pair->a->sheet, pack->station + k);
            const int from = pack->start[k] >= 2 && pack->start[k] <= n - 2 ? g->foot.node[k] + 1
                                                                            : pack->start[k];
            double s;
            slides[k] = find_foot_alone(b, n, end, from, at, g, k, &s) ? -1 : 0;
            (*param)[k] = s;
            alone = true;
        }
    }
    if (alone) {
        g->foot.row = false;
        load_nodes(&g->foot, b->x, x);
        load_nodes(&g->foot, b->y, y);
        for (int i = 0; i < 3; i++) {
            x[i] -= at.x;
            y[i] -= at.y;
        }
    }
    return slides;
}

/* shares over the ends of b; away from them they are what they are */
QUIRE_INLINE void
fade_places(const struct sheets_pair *pair, const struct sheets_pack *pack, quire_v4 s,
            struct sheets_place *g)
{
    const struct quire_sheet *one = pair->a->sheet, *other = pair->b->sheet;
    const int *node = g->foot.node, n = other->chain.n;
    const double h = other->chain.h, widest = fmax(0.5 * one->chain.h, one->half);
    const quire_v4 first = {node[0], node[1], node[2], node[3]}, along = (first + 0.5 + s) * h;
    const quire_mask4 ends =
        g->p.on & ~((first > quire_all4(0.5)) & (first < quire_all4(n - 2.5)) &
                    (along > quire_all4(widest)) & (n * h - along > quire_all4(widest)));

    g->p.fades = false;
    if (!quire_any(ends)) {
        return;
    }
    memset(&g->fade, 0, sizeof g->fade);
    for (int k = 0; k < LANES; k++) {
        if (ends[k] != 0 && !is_end(one, pack->station + k)) {
            share_over_ends(pair, k, s[k], g);
        }
    }
    g->p.on &= g->p.share > quire_all4(0);
}

/* The places, and which of them touch. */
QUIRE_INLINE void
find_places(const struct sheets_pair *pair, const struct sheets_pack *pack, struct sheets_place *g)
{
    const struct quire_sheet *one = pair->a->sheet, *other = pair->b->sheet;
    const struct scatter *a = &pair->a->at;
    const quire_v4 zero = {0};
    struct place *p = &g->p;
    quire_v4 x[3], y[3], s = zero;
    quire_mask4 listed;

    const quire_v4 length = stations_of_pack(one, pack->station, &g->on);
    load_nodes(&g->on, a->x, x);
    load_nodes(&g->on, a->y, y);
    const struct flat at = weigh_flat(g->on.b, x, y);
    p->a.t = weigh_flat(g->on.d, x, y);
    for (int k = 0; k < LANES; k++) {
        listed[k] = pack->start[k] >= 0 ? -1 : 0;
    }
    const quire_mask4 slides = find_feet(pair, pack, at, g, x, y, &s);
    g->w = times(quire_all4(-1), weigh_flat(g->foot.b, x, y));
    p->b.t = weigh_flat(g->foot.d, x, y);
    g->bent = weigh_flat(g->dd, x, y);
    const quire_v4 distance = quire_sqrt4(dot(g->w, g->w));
    p->overlap = one->half + other->half - distance;
    p->on = listed & (p->overlap > zero);
    p->share = quire_where4(p->on, HALF_OF_LAW / pair->law->reference_length * length);
    fade_places(pair, pack, s, g);
    see_row(&g->foot, p->on, other->chain.n);
    p->n = times(1 / distance, g->w);
    p->bend = 1 / distance;
    p->factor = quire_all4(1);
    p->belt = p->surface = zero;
    p->a.arm = one->half - 0.5 * p->overlap;
    p->b.arm = other->half - 0.5 * p->overlap;
    p->arm_by = 0.5;
    p->swing = 0;
    p->drags = false;
    const quire_v4 t2 = dot(p->b.t, p->b.t), curved = t2 - dot(g->w, g->bent);
    g->per = quire_where4(slides & p->on, 1 / quire_select4(curved < QUIRE_BEND_LEAST * t2,
                                                            QUIRE_BEND_LEAST * t2, curved));
}

/* How fast they pass each other. */
QUIRE_INLINE void
move_places(const struct sheets_pair *pair, struct sheets_place *g)
{
    const struct scatter *a = &pair->a->at, *b = &pair->b->at;
    struct place *p = &g->p;
    quire_v4 au[3], av[3], bu[3], bv[3];

    load_nodes(&g->on, a->vx, au);
    load_nodes(&g->on, a->vy, av);
    load_nodes(&g->foot, b->vx, bu);
    load_nodes(&g->foot, b->vy, bv);
    p->u = minus(weigh_flat(g->on.b, au, av), weigh_flat(g->foot.b, bu, bv));
    p->a.rate = weigh_flat(g->on.d, au, av);
    p->b.rate = weigh_flat(g->foot.d, bu, bv);
    g->bent_rate = weigh_flat(g->dd, bu, bv);
    place_rates(p, true);
}

#endif
