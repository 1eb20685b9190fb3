/* Touching places of a planar sheet by themselves, and stations of any.
 * doc/theory/contact-kernel.md, 4 */
#include "contact/touch/places.h"
#include "contact/touch/single_place.h"

/* ---- where it is, and what it faces ---- */

/* A place as it is seen, of a gate with its axes or with the axes as they are. */
struct seen_place {
    const struct scatter *c;         /* the sheet as it is */
    const struct quire_frame *frame; /* the gate; NULL: there is none */
    const struct station *p;
    const struct facing *f;
    form share, overlap; /* the share's logarithm, and the overlap, by themselves */
};

/* The same as it is, of one that was seen from a gate. */
struct turned_place {
    struct station p;
    struct facing f;
    struct fading fading;
};

/* of a place that moves with its nodes alone */
QUIRE_INLINE form
form_of_nodes(const double by[3][2])
{
    return (form){by[0][0] + by[1][0] + by[2][0], by[0][1] + by[1][1] + by[2][1], 0, 0};
}

QUIRE_INLINE form
form_out(const struct quire_gate_pose *pose, form f)
{
    return pose->cos * f + pose->sin * (form){-f[1], f[0], -f[3], f[2]};
}

/* From the gate's axes to the axes as they are. */
static void
turn_out(struct seen_place *s, struct turned_place *to)
{
    const struct quire_gate_pose *pose = s->frame->pose;
    struct station *p = &to->p;
    struct facing *f = &to->f;

    *p = *s->p;
    *f = *s->f;
    s->p = p;
    s->f = f;
    quire_gate_out(s->frame->gate, pose, (const double[]){p->at[0], p->at[1]}, p->at);
    quire_gate_turn(pose, p->x);
    quire_gate_turn(pose, p->x1);
    quire_gate_turn(pose, p->x2);
    quire_gate_turn(pose, p->v);
    quire_gate_turn(pose, p->v1);
    quire_gate_turn(pose, p->v2);
    quire_gate_turn(pose, f->n);
    f->d_share = form_out(pose, f->d_share);
    f->d_factor = form_out(pose, f->d_factor);
    s->share = form_out(pose, s->share);
    s->overlap = form_out(pose, s->overlap);
    if (f->fading != NULL) {
        to->fading.by = form_out(pose, f->fading->by);
        to->fading.n = f->fading->n;
        for (int k = 0; k < f->fading->n; k++) {
            to->fading.product[k].p = form_out(pose, f->fading->product[k].p);
            to->fading.product[k].q = form_out(pose, f->fading->product[k].q);
            to->fading.product[k].times = f->fading->product[k].times;
        }
        f->fading = &to->fading;
    }
}

/* The place up to its slip, and what is remembered there. */
QUIRE_INLINE void
find_single_place(const struct seen_place *s, struct quire_partner target, struct single_place *to)
{
    const struct station *p = s->p;
    const struct facing *f = s->f;
    struct place *q = &to->at.p;

    q->on = (quire_mask4){-1, -1, -1, -1};
    q->n = all_flat(f->n);
    q->u = all_flat(p->v);
    q->overlap = quire_all4(f->overlap);
    q->bend = q->surface = quire_all4(0); /* how the normal turns is said of each way */
    q->share = quire_all4(f->share);
    q->factor = quire_all4(f->factor);
    q->belt = quire_all4(f->belt);
    q->a.t = all_flat(p->x1);
    q->a.rate = all_flat(p->v1);
    q->a.arm = quire_all4(s->c->half);
    q->arm_by = q->swing = 0;
    q->drags = false;
    q->fades =
        quire_any((f->d_share != 0) | (f->d_factor != 0) | (s->share != 0) | (s->overlap != 0));
    place_rates(q, false);
    to->is_on_gate = s->frame != NULL;
    if (to->is_on_gate) {
        const double at[2] = {p->at[0] + p->x[0], p->at[1] + p->x[1]};
        to->gate = place_on_gate(s->frame, gate_moves(s->frame->gate, all_flat(at)));
        q->swing = to->gate.rate * to->gate.way.turns;
    }
    remember_alone(&to->at, quire_sheet_with(s->c->sheet, target), f->slot, f->place, f->grip);
    to->at.slide.rolling = f->rolling;
    if (f->stiff != NULL) {
        to->at.stiff = *f->stiff;
    }
}

/* ---- what acts ---- */

/* On the place and on its direction, and how that changes in the four ways. */
struct single_forces {
    struct flat force, pair, d_force, d_pair;
};

/* A share that fades has the force -U grad(share), without which stored energy would appear or be
 * lost as it changes. */
QUIRE_INLINE void
push_fading(const struct seen_place *s, const struct single_place *g, struct single_forces *to)
{
    const form by = (g->at.stored / s->c->cq) * s->f->fading->by;

    to->force = minus(to->force, (struct flat){quire_all4(by[0]), quire_all4(by[1])});
    to->pair = minus(to->pair, (struct flat){quire_all4(by[2]), quire_all4(by[3])});
}

QUIRE_INLINE void
push_single(const struct seen_place *s, const struct single_place *g,
            const struct single_forces *of)
{
    const struct scatter *c = s->c;

    for (int j = 0; j < 3; j++) {
        c->fx[s->p->node + j] += s->p->b[j] * of->force.x[0] + s->p->d[j] * of->pair.x[0];
        c->fy[s->p->node + j] += s->p->b[j] * of->force.y[0] + s->p->d[j] * of->pair.y[0];
    }
    if (g->is_on_gate) {
        push_gate(c->state, s->frame,
                  -rigid_force(&g->at.p, &g->gate.way, of->force, of->pair, quire_all4(0))[0]);
    }
}

/* `part`: of the law, whose stored energy is there */
QUIRE_INLINE void
record_single(const struct seen_place *s, const struct single_place *g,
              const struct quire_contact_law *law, double part)
{
    const struct station *p = s->p;
    const double unit = sqrt(g->at.p.a.q[0]);
    struct quire_touch *t =
        record_alone(s->c->state, law, &g->at,
                     &(struct quire_touch){.normal = {s->f->n[0], s->f->n[1]},
                                           .x = p->at[0] + p->x[0],
                                           .y = p->at[1] + p->x[1],
                                           .tangent = {p->x1[0] * unit, p->x1[1] * unit}});

    if (t != NULL) {
        t->stored *= part / s->f->share;
    }
}

/* ---- derivatives ---- */

/* Power with which the share makes stored energy of nothing as it changes with the overlap alone.
 */
QUIRE_INLINE double
given_by_share(const struct seen_place *s, const struct single_place *g)
{
    const struct station *p = s->p;
    const form v = {p->v[0], p->v[1], p->v1[0], p->v1[1]},
               by = s->f->fading != NULL ? s->f->d_share - s->f->fading->by : s->f->d_share;

    return g->at.stored * quire_sum4(by * v) / s->c->cq;
}

/* How the force of a share that fades changes. Its gradient is taken to turn with the sheet's
 * tangent, which is all but what the curve itself bends by. */
QUIRE_INLINE void
derive_fading(const struct seen_place *s, const struct single_place *g, const struct place_way *way,
              struct single_forces *to)
{
    const struct fading *fading = s->f->fading;
    const double u = g->at.stored, per = 1 / s->c->cq;
    const form by = per * fading->by, stored = -g->at.elastic * dot(g->at.p.n, way->w),
               turn = u * dot(g->at.p.a.pair, way->t[0]);
    const struct flat place = {quire_all4(by[0]), quire_all4(by[1])},
                      direction = {quire_all4(by[2]), quire_all4(by[3])};

    to->d_force = minus(to->d_force, mix(stored, place, turn, left(place)));
    to->d_pair = minus(to->d_pair, mix(stored, direction, turn, left(direction)));
    for (int k = 0; k < fading->n; k++) {
        const form m = fading->product[k].p, q = fading->product[k].q;
        const double times = 0.5 * u * fading->product[k].times * per;
        to->d_force.x -= times * (m[0] * q + q[0] * m);
        to->d_force.y -= times * (m[1] * q + q[1] * m);
        to->d_pair.x -= times * (m[2] * q + q[2] * m);
        to->d_pair.y -= times * (m[3] * q + q[3] * m);
    }
}

/* Takes the changes of the forces on the nodes off the sheet's matrix; `slide`: of the place along
 * the curve. */
QUIRE_INLINE void
take_single(const struct seen_place *s, const struct single_forces *of, form slide,
            quire_v4 block[3][3])
{
    const struct station *p = s->p;

    for (int j = 0; j < 3; j++) {
        const double b = p->b[j], d = p->d[j], dd = p->dd[j];
        const form x = b * of->d_force.x + d * of->d_pair.x +
                       (d * of->force.x + dd * of->pair.x) * slide,
                   y = b * of->d_force.y + d * of->d_pair.y +
                       (d * of->force.y + dd * of->pair.y) * slide,
                   by_b = QUIRE_PICK(x, y, 0, 1, 4, 5), by_d = QUIRE_PICK(x, y, 2, 3, 6, 7);
        for (int l = 0; l < 3; l++) {
            block[j][l] = -(p->b[l] * by_b + p->d[l] * by_d);
            quire_band_add(s->c->band, p->node + j, p->node + l, block[j][l]);
        }
    }
}

/* Couples a gate that a spring holds to the nodes. */
static QUIRE_CLONES void
couple_single(const struct seen_place *s, struct single_place *g, const struct single_forces *of,
              const quire_v4 block[3][3])
{
    const struct scatter *c = s->c;
    const struct place *q = &g->at.p;
    const struct place_way way = rigid_swing(q, &g->gate.way, g->gate.rate, c->cq);
    const struct flat j = g->gate.way.j,
                      turned = times(quire_all4(g->gate.way.turns), left(q->a.t));
    struct gate_party party = {.frame = s->frame};
    quire_v4 m[3][3][4];
    struct flat f[3], swung[3], row[3], column[3];

    g->swing = place_respond(q, &way, false);
    g->back = -(quire_v4){j.x[0], j.y[0], turned.x[0], turned.y[0]};
    for (int i = 0; i < 3; i++) {
        const quire_v4 b = quire_all4(s->p->b[i]), d = quire_all4(s->p->d[i]);
        const double at[2] = {c->x[g->node + i], c->y[g->node + i]};
        party.j[i] = gate_moves(s->frame->gate, all_flat(at));
        f[i] = mix(b, of->force, d, of->pair);
        swung[i] = mix(-b, g->swing.f, -d * g->swing.moment_a, q->a.pair);
        for (int k = 0; k < 3; k++) {
            for (int e = 0; e < 4; e++) {
                m[i][k][e] = quire_all4(block[i][k][e]);
            }
        }
    }
    gate_rows(&party, c->cq, f, swung, m, row, column);
    couple_gate(c->state, &party, c->sheet, (const int[4]){g->node}, (quire_mask4){-1, 0, 0, 0},
                row, column);
}

QUIRE_INLINE void
derive_single(const struct seen_place *s, struct single_place *g, struct single_forces *of)
{
    const struct scatter *c = s->c;
    const struct place *q = &g->at.p;
    struct geometry_forms ways;
    quire_v4 block[3][3];

    geometry_forms(&ways, s->p, s->f, c->cq, c->cv);
    turn_velocities(&ways, q->swing, c->cq);
    const struct place_way way = {.w = {ways.x, ways.y},
                                  .u = {ways.u, ways.v},
                                  .t = {{ways.x1, ways.y1}},
                                  .rate = {{ways.u1, ways.v1}},
                                  .turn = ways.turn,
                                  .share = s->f->d_share + s->f->share * s->share,
                                  .factor = s->f->d_factor,
                                  .overlap = s->overlap};
    g->by = place_respond(q, &way, false);
    of->d_force = g->by.f;
    of->d_pair = mix(g->by.moment_a, q->a.pair, q->moment_a, pair_by(&q->a, way.t[0]));
    if (s->f->fading != NULL && c->cq != 0) {
        derive_fading(s, g, &way, of);
    }
    if (q->fades && c->cq != 0) {
        c->state->power.given += given_by_share(s, g);
    }
    take_single(s, of, ways.s, block);
    g->sheet = c->sheet;
    g->node = s->p->node;
    memcpy(g->b, s->p->b, sizeof g->b);
    memcpy(g->d, s->p->d, sizeof g->d);
    if (g->at.slide.grip != NULL) {
        quire_places_hold_on(c->state, QUIRE_PLACES_ALONE, 0, &g->at.slide);
    }
    if (g->is_on_gate && g->gate.v >= 0) {
        couple_single(s, g, of, block);
    } else if (g->is_on_gate) {
        g->driven =
            rigid_pushes(q, &g->gate.way, &way, of->force, of->pair, of->d_force, of->d_pair);
    }
}

/* ---- one touching place ---- */

static QUIRE_CLONES void
touch_in_plane(const struct scatter *c, const struct station *p, const struct facing *f,
               const struct quire_contact_law *law, const struct place_moves *moves,
               struct quire_partner target)
{
    struct quire_state *st = c->state;
    struct single_place here,
        *g = c->band != NULL ? quire_places_add(st, QUIRE_PLACES_ALONE, sizeof here) : &here;
    struct place_powers powers = {.friction = {0}};
    struct turned_place room;
    struct seen_place s;
    struct single_forces of;

    if (g == NULL) {
        return;
    }
    s.c = c->frame != NULL ? c->frame->there : c;
    s.frame = c->frame;
    s.p = p;
    s.f = f;
    s.share = moves != NULL ? form_of_nodes(moves->share) : (form){0};
    s.overlap = moves != NULL ? form_of_nodes(moves->overlap) : (form){0};
    if (s.frame != NULL) {
        turn_out(&s, &room);
    }
    find_single_place(&s, target, g);
    ask_alone(st, law, &g->at, c->band != NULL);
    place_forces(&g->at.p, false);
    of.force = g->at.p.f;
    of.pair = times(g->at.p.moment_a, g->at.p.a.pair);
    if (f->fading != NULL && c->cq != 0) {
        push_fading(&s, g, &of);
    }
    push_single(&s, g, &of);
    place_power(&g->at.p, &powers);
    add_powers_alone(&st->power, &powers);
    mark_touched(st, c->sheet, target);
    if (st->record) {
        record_single(&s, g, law, moves != NULL ? moves->stored : f->share);
    }
    if (c->band != NULL) {
        derive_single(&s, g, &of);
    }
}

void
quire_touch(const struct scatter *c, const struct station *p, const struct facing *f,
            const struct quire_contact_law *law, const struct place_moves *moves,
            struct quire_partner target)
{
    if (c->column != NULL) {
        quire_column_touch(c, p, f, law, moves, target.index);
    } else {
        touch_in_plane(c, p, f, law, moves, target);
    }
}

QUIRE_CLONES void
quire_station_points(const struct quire_chain *chain, const double *restrict x,
                     const double *restrict y, struct quire_sheet_work *w)
{
    double *restrict cx = w->cx, *restrict cy = w->cy;
    /* weights at the first and last inner node */
    const double outer = STATION_FIRST_OUTER, inner = 1 - 2 * STATION_FIRST_OUTER;
    const int n = chain->n;

    for (int i = 1; i < n; i++) {
        cx[i] = 0.125 * (x[i - 1] + x[i + 1]) + 0.75 * x[i];
        cy[i] = 0.125 * (y[i - 1] + y[i + 1]) + 0.75 * y[i];
    }
    const int last = n > 2 ? n - 2 : 1; /* from the first inner node, which may be the last one */
    for (int i = 1; i < n; i += last) {
        cx[i] = outer * (x[i - 1] + x[i + 1]) + inner * x[i];
        cy[i] = outer * (y[i - 1] + y[i + 1]) + inner * y[i];
    }
    cx[0] = x[0];
    cy[0] = y[0];
    cx[n] = x[n];
    cy[n] = y[n];
}
