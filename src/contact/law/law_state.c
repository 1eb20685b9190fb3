#include "contact/law/law_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/body/block_on_sheet.h"
#include "contact/body/free.h"
#include "contact/body/soft.h"
#include "contact/gate/gates.h"
#include "contact/law/places.h"
#include "contact/law/stick.h"
#include "contact/solid/solid.h"
#include "contact/space/space_pads.h"

#define MOST_ITERATIONS 25

static int
states_of(const struct quire_slot *slot)
{
    return slot->n_normal + slot->n_friction;
}

static size_t
z_of(const struct quire_slot *slot, int place, bool friction)
{
    return slot->z0 + (size_t)(place * states_of(slot) + (friction ? slot->n_normal : 0));
}

/* notes how deep a place is; where two things touch there, of the deeper one, and their shares
 * together */
static void
note_motion(struct quire_state *st, int at, const struct quire_normal_in *in)
{
    if (!st->seen[at] || in->overlap > st->motion[at].overlap) {
        st->motion[at] = (struct quire_motion){in->overlap, in->closing,
                                               st->seen[at] ? st->motion[at].share : 0};
    }
    st->seen[at] = 1;
}

/* x = A^-1 x for a small matrix, with pivoting */
static void
solve_small(double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES], double *x, int n)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++) {
            p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
        }
        for (int j = 0; j < n; j++) {
            const double swap = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = swap;
        }
        const double swap = x[k];
        x[k] = x[p];
        x[p] = swap;
        for (int i = k + 1; i < n; i++) {
            const double l = a[i][k] / a[k][k];
            for (int j = k; j < n; j++) {
                a[i][j] -= l * a[k][j];
            }
            x[i] -= l * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            x[k] -= a[k][j] * x[j];
        }
        x[k] /= a[k][k];
    }
}

/* I - gamma d(rate)/dz */
static void
implicit_matrix(double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES],
                double rate_d_state[QUIRE_LAW_STATES][QUIRE_LAW_STATES], int n, double gamma)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            a[i][j] = (i == j ? 1 : 0) - gamma * rate_d_state[i][j];
        }
    }
}

/* one Newton step for z = fixed + gamma rate(z); whether it was small */
static bool
newton_step(double *z, const double *fixed, const double *rate,
            double rate_d_state[QUIRE_LAW_STATES][QUIRE_LAW_STATES], int n, double gamma)
{
    double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES], r[QUIRE_LAW_STATES], size = 0, scale = 0;

    implicit_matrix(a, rate_d_state, n, gamma);
    for (int i = 0; i < n; i++) {
        r[i] = fixed[i] + gamma * rate[i] - z[i];
    }
    solve_small(a, r, n);
    for (int i = 0; i < n; i++) {
        z[i] += r[i];
        size = fmax(size, fabs(r[i]));
        scale = fmax(scale, fabs(z[i]));
    }
    return size <= 1e-14 * scale;
}

/* force derivative through the states: sum over them of d_state * dz, dz = E gamma rate_d */
static double
through_states(double rate_d_state[QUIRE_LAW_STATES][QUIRE_LAW_STATES], const double *d_state,
               const double *rate_d, int n, double gamma)
{
    double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES], dz[QUIRE_LAW_STATES], sum = 0;

    implicit_matrix(a, rate_d_state, n, gamma);
    for (int i = 0; i < n; i++) {
        dz[i] = gamma * rate_d[i];
    }
    solve_small(a, dz, n);
    for (int i = 0; i < n; i++) {
        sum += d_state[i] * dz[i];
    }
    return sum;
}

void
quire_memory_normal(struct quire_state *st, const struct quire_slot *slot, int place,
                    const struct quire_contact_law *law, const struct quire_normal_in *in,
                    struct quire_normal_out *out, double *by_slip)
{
    const int n = slot->n_normal;
    const size_t z0 = z_of(slot, place, false);
    const double gamma = st->implicit.gamma;
    struct quire_normal_in full = *in;
    double z[QUIRE_LAW_STATES] = {0};

    memset(out, 0, sizeof *out);
    *by_slip = 0;
    note_motion(st, slot->memory0 + place, in);
    full.memory = st->memory + 2 * (slot->memory0 + place);
    full.state = z;
    memcpy(z, gamma > 0 ? st->implicit.out + z0 : st->implicit.now + z0,
           sizeof(double) * (size_t)n);
    law->normal->eval(law->normal_data, &full, out);
    for (int k = 0; gamma > 0 && n > 0 && k < MOST_ITERATIONS; k++) {
        const bool done =
            newton_step(z, st->implicit.fixed + z0, out->rate, out->rate_d_state, n, gamma);
        law->normal->eval(law->normal_data, &full, out);
        if (done) {
            break;
        }
    }
    if (gamma > 0 && n > 0) {
        memcpy(st->implicit.out + z0, z, sizeof(double) * (size_t)n);
        out->d_overlap +=
            through_states(out->rate_d_state, out->d_state, out->rate_d_overlap, n, gamma);
        out->d_closing +=
            through_states(out->rate_d_state, out->d_state, out->rate_d_closing, n, gamma);
        *by_slip = through_states(out->rate_d_state, out->d_state, out->rate_d_slip, n, gamma);
    }
    memcpy(st->rate + z0, out->rate, sizeof(double) * (size_t)n);
}

void
quire_memory_friction(struct quire_state *st, const struct quire_slot *slot, int place,
                      const struct quire_contact_law *law, const struct quire_friction_in *in,
                      struct quire_friction_out *out)
{
    const int n = slot->n_friction;
    const size_t z0 = z_of(slot, place, true);
    const double gamma = st->implicit.gamma;
    struct quire_friction_in full = *in;
    double z[QUIRE_LAW_STATES] = {0};

    memset(out, 0, sizeof *out);
    full.memory = st->memory + 2 * (slot->memory0 + place) + 1;
    full.state = z;
    memcpy(z, gamma > 0 ? st->implicit.out + z0 : st->implicit.now + z0,
           sizeof(double) * (size_t)n);
    law->friction->eval(law->friction_data, &full, out);
    for (int k = 0; gamma > 0 && n > 0 && k < MOST_ITERATIONS; k++) {
        const bool done =
            newton_step(z, st->implicit.fixed + z0, out->rate, out->rate_d_state, n, gamma);
        law->friction->eval(law->friction_data, &full, out);
        if (done) {
            break;
        }
    }
    if (gamma > 0 && n > 0) {
        memcpy(st->implicit.out + z0, z, sizeof(double) * (size_t)n);
        out->d_slip += through_states(out->rate_d_state, out->d_state, out->rate_d_slip, n, gamma);
        out->d_normal +=
            through_states(out->rate_d_state, out->d_state, out->rate_d_normal, n, gamma);
    }
    memcpy(st->rate + z0, out->rate, sizeof(double) * (size_t)n);
}

/* ---- stations by themselves ---- */

static bool
is_there(const struct quire_state *st, const struct quire_slot *slot)
{
    return slot->sheet < 0 || st->sheet[slot->sheet].entered;
}

/* of a place on the sheet that is seen from a roller's centre */
static struct quire_normal_in
roller_motion(const struct station *p, const struct quire_roller *roller,
              const struct quire_carrier *carrier, double half)
{
    const double d = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);

    return (struct quire_normal_in){.overlap = roller->radius + half - d,
                                    .closing = -(p->x[0] * p->v[0] + p->x[1] * p->v[1]) / d,
                                    .slip = (-p->x[1] * p->v[0] + p->x[0] * p->v[1]) / d -
                                            half * turning_of(p) -
                                            carrier->turn * carrier->surface};
}

/* What a law's place sees there: overlap, approach and slip; overlap NOWHERE if it is far from
 * everything. */
struct sight {
    struct quire_normal_in in;
    double belt; /* speed of an imaginary belt */
    enum quire_target target;
    int index; /* of the roller, or of the guide's view */
};
#define NOWHERE (-1.0)

static void
see(struct sight *s, const struct quire_normal_in *in, double belt, enum quire_target target,
    int index)
{
    if (in->overlap > s->in.overlap) {
        *s = (struct sight){*in, belt, target, index};
    }
}

/* where the nodes, curve and motion of a line of a sheet are */
static struct scatter
sheet_at(const struct quire_state *st, int index, int line, const double *y)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const struct quire_layout *l = &st->system->layout;
    const double *x = y + sheet->x0, *v = x + l->v0;
    const int stride = sheet->chain.stride;

    if (sheet->ladder != NULL) {
        const struct quire_column *column = st->sheet[index].space->column + line;
        return (struct scatter){.state = (struct quire_state *)st,
                                .sheet = index,
                                .work = (struct quire_sheet_work *)&column->work,
                                .column = column,
                                .v = y + l->v0,
                                .x = column->x,
                                .y = column->y,
                                .vx = column->vx,
                                .vy = column->vy,
                                .half = sheet->half};
    }
    return (struct scatter){.state = (struct quire_state *)st,
                            .sheet = index,
                            .work = st->sheet + index,
                            .v = y + l->v0,
                            .x = x,
                            .y = x + stride,
                            .vx = v,
                            .vy = v + stride,
                            .half = sheet->half};
}

/* the same of a planar sheet as a gate sees it */
static struct scatter
sheet_before(const struct quire_state *st, int index, int gate)
{
    struct quire_frame *f = st->sheet[index].frame + gate;

    return (struct scatter){.state = (struct quire_state *)st,
                            .sheet = index,
                            .work = &f->work,
                            .frame = f,
                            .x = f->at.x,
                            .y = f->at.y,
                            .vx = f->at.vx,
                            .vy = f->at.vy,
                            .half = st->system->sheet[index].half};
}

/* the first place at which a sheet touches a roller, or the nearest to that */
static void
see_roller(struct sight *s, const struct quire_state *st, const struct quire_sheet *sheet,
           const struct scatter *c, int law, int index)
{
    const struct quire_system *sys = st->system;
    const struct quire_roller *roller = sys->roller + index;
    const struct quire_carrier *carrier = st->carrier + roller->small;
    const int *laws = roller->law + 2 * (sheet - sys->sheet), n = sheet->chain.n;
    const double reach = (roller->soft >= 0 ? quire_soft_reach(st, roller) : roller->radius) +
                         sheet->half + 0.75 * sheet->chain.h;
    double *square = st->sheet[c->sheet].square;

    if ((laws[0] != law && laws[1] != law) ||
        sys->law[law].distribution == QUIRE_DISTRIBUTION_LINE ||
        !st->part->has_small[roller->small]) {
        return;
    }
    node_squares(c, carrier->centre, 0, n + 1, square);
    for (int i = 0; i <= n && !(s->in.overlap > 0); i++) {
        if (!is_nearest_node(square, 0, n + 1, reach, i)) {
            continue;
        }
        struct station p;
        nearest_station(&p, c, n, i, carrier->centre);
        place_station(&p, c, carrier->centre, carrier->velocity);
        if (laws[touched_face(&p, p.x)] == law) {
            const struct quire_normal_in in = roller->soft >= 0
                                                  ? quire_soft_station(c, roller, i, true)
                                                  : roller_motion(&p, roller, carrier, sheet->half);
            see(s, &in, 0, QUIRE_TARGET_ROLLER, index);
        }
    }
}

/* a station that follows a roller's curvature by less belongs to a touch in a point */
#define FOLLOWS 0.25

/* a roller that the sheet wraps */
static void
see_wrapped(struct sight *s, const struct quire_state *st, const struct quire_sheet *sheet,
            const struct scatter *c, int law, int index, struct station *p, int node, int face)
{
    const struct quire_system *sys = st->system;
    const struct quire_roller *roller = sys->roller + index;
    const struct quire_carrier *carrier = st->carrier + roller->small;

    if (roller->law[2 * (sheet - sys->sheet) + face] != law ||
        sys->law[law].distribution == QUIRE_DISTRIBUTION_POINT ||
        !st->part->has_small[roller->small]) {
        return;
    }
    place_station(p, c, carrier->centre, carrier->velocity);
    const double t2 = p->x1[0] * p->x1[0] + p->x1[1] * p->x1[1];
    if (touched_face(p, p->x) == face &&
        (sys->law[law].distribution == QUIRE_DISTRIBUTION_LINE ||
         -(p->x[0] * p->x2[0] + p->x[1] * p->x2[1]) > FOLLOWS * t2)) {
        const struct quire_normal_in in = roller->soft >= 0
                                              ? quire_soft_station(c, roller, node, false)
                                              : roller_motion(p, roller, carrier, sheet->half);
        see(s, &in, 0, QUIRE_TARGET_ROLLER, index);
    }
}

static void
see_piece(struct sight *s, const struct quire_system *sys, const struct quire_sheet *sheet,
          const struct scatter *c, int law, int index, struct station *p, int side)
{
    const struct quire_face *face = sys->face + index;
    const struct quire_guide *guide = sys->guide + face->guide;
    const double still[2] = {0, 0};

    if (guide->law[2 * (sheet - sys->sheet) + side] != law) {
        return;
    }
    place_station(p, c, face->at, still);
    double n[2] = {face->normal[0], face->normal[1]}, gap = n[0] * p->x[0] + n[1] * p->x[1];
    if (face->radius > 0) {
        const double d = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
        n[0] = face->convex * p->x[0] / d;
        n[1] = face->convex * p->x[1] / d;
        gap = face->convex * (d - face->radius);
    }
    bool over = touched_face(p, n) == side && sheet->half - gap <= guide->depth;
    for (int e = 0; e < 2; e++) {
        const double u = (p->at[0] + p->x[0] - face->end[e][0]) * face->out[e][0] +
                         (p->at[1] + p->x[1] - face->end[e][1]) * face->out[e][1];
        over =
            over && u <= (face->taper[e] ? fmax(0.5 * sheet->chain.h, sheet->half) : face->past[e]);
    }
    if (over) {
        const struct quire_normal_in in = {.overlap = sheet->half - gap,
                                           .closing = -(n[0] * p->v[0] + n[1] * p->v[1]),
                                           .slip = -n[1] * p->v[0] + n[0] * p->v[1] -
                                                   sheet->half * turning_of(p)};
        see(s, &in, -guide->side * guide->velocity, QUIRE_TARGET_GUIDE, guide->view);
    }
}

/* from a place of the sheet with a roller, a corner of a guide or one of a block */
static void
look_from_pair(struct sight *s, const struct quire_state *st, const struct quire_slot *slot,
               const struct scatter *c, const double *y, int pair)
{
    const struct quire_system *sys = st->system;
    const int corner = pair - sys->n_roller, block = corner - sys->n_corner;
    struct quire_normal_in in = s->in;

    if (corner < 0) {
        see_roller(s, st, sys->sheet + slot->sheet, c, slot->law, pair);
    } else if (block < 0) {
        const struct quire_guide *guide = sys->guide + sys->corner[corner].guide;
        const struct scatter before =
            guide->gate > 0 ? sheet_before(st, slot->sheet, guide->gate - 1) : *c;
        quire_corner_look(&before, sys->law + slot->law, corner, &in);
        see(s, &in, 0, QUIRE_TARGET_GUIDE, guide->view);
    } else {
        in = quire_lay_look_at_corner(st, block / QUIRE_BLOCK_CORNERS, c, slot, y,
                                      block % QUIRE_BLOCK_CORNERS);
        see(s, &in, 0, QUIRE_TARGET_BODY, block / QUIRE_BLOCK_CORNERS);
    }
}

/* from a place of a sheet in space with a pad on one of its cells, or from a column with a corner
 * of a guide */
static void
look_from_pad(struct sight *s, const struct quire_state *st, const struct quire_slot *slot,
              const double *y, int pair)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + slot->sheet;
    const int cells = sheet->ladder->m - 1, corner = pair - sys->n_pad * cells;
    const double *q = y + sheet->x0;
    struct quire_normal_in in = s->in;

    if (corner < 0) {
        quire_pad_look(st, slot->sheet, sys->law + slot->law, q, q + sys->layout.v0, pair / cells,
                       pair % cells, &in);
        see(s, &in, 0, QUIRE_TARGET_ROLLER, sys->pad[pair / cells].roller);
    } else {
        const struct scatter c = sheet_at(st, slot->sheet, corner / sys->n_corner, y);
        quire_corner_look(&c, sys->law + slot->law, corner % sys->n_corner, &in);
        see(s, &in, 0, QUIRE_TARGET_GUIDE,
            sys->guide[sys->corner[corner % sys->n_corner].guide].view);
    }
}

/* brings what is known of a sheet's place, and its lists of what is near, to y */
static void
bring_up(struct quire_state *st, int index, const double *y)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double *q = y + sheet->x0;

    if (sheet->ladder != NULL) {
        quire_columns_fill(sheet, st->sheet[index].space, q, q + st->system->layout.v0);
        quire_space_reach(st, index);
    } else {
        quire_reach_update(st, index, y);
    }
    for (int k = 0; k < st->sheet[index].n_frame; k++) {
        const double *v = q + st->system->layout.v0;
        if (quire_gate_is_there(st, k)) {
            quire_frame_follow(
                st, index, k,
                &(struct quire_nodes){q, q + sheet->chain.stride, v, v + sheet->chain.stride});
        }
    }
}

/* from a station on one face of a sheet to the pieces of guides that are near */
static void
look_at_pieces(struct sight *s, const struct quire_state *st, const struct quire_slot *slot,
               const struct scatter *c, struct station *p, int node, int face)
{
    const struct quire_sheet_work *w = c->work;

    for (int k = 0; k < w->n_face; k++) {
        if (w->face[k].low <= node && node < w->face[k].high) {
            see_piece(s, st->system, st->system->sheet + slot->sheet, c, slot->law,
                      w->face[k].target, p, face);
        }
    }
}

/* The lists of what is near must be those of y. */
static struct sight
look_from(const struct quire_state *st, const struct quire_slot *slot, const double *y, int place)
{
    const struct quire_system *sys = st->system;
    struct sight s = {.in = {.overlap = NOWHERE}, .target = QUIRE_TARGET_BODY};

    if (slot->encounter > 0) {
        const int other = sys->encounter[slot->encounter - 1].other;
        s.in = quire_solid_station(st, slot, y, place);
        s.target = other < 0 ? QUIRE_TARGET_GUIDE : QUIRE_TARGET_BODY;
        s.index = other < 0 ? slot->guide : sys->n_free + other;
        return s;
    }
    if (slot->sheet < 0) {
        const struct quire_meeting *meeting =
            slot->meeting >= 0 ? sys->meeting + slot->meeting : NULL;
        s.in = quire_free_station(st, slot, y, place, &s.belt);
        s.target = meeting != NULL ? meeting->target : QUIRE_TARGET_GUIDE;
        s.index = meeting != NULL ? meeting->index : slot->guide;
        return s;
    }
    const struct quire_sheet *sheet = sys->sheet + slot->sheet;
    const int stations = sheet->chain.n + 1, lines = quire_sheet_lines(sheet),
              line = place / (2 * stations);
    if (line >= lines && sheet->ladder != NULL) {
        look_from_pad(&s, st, slot, y, place - 2 * stations * lines);
        return s;
    }
    const struct scatter c = sheet_at(st, slot->sheet, line < lines ? line : 0, y);
    if (line >= lines) {
        look_from_pair(&s, st, slot, &c, y, place - 2 * stations);
        return s;
    }
    const struct quire_sheet_work *w = c.work;
    struct station p;
    const int node = place % stations, face = place / stations % 2;
    fixed_weights(node, sheet->chain.n, &p);
    look_at_pieces(&s, st, slot, &c, &p, node, face);
    for (int k = 0; k < st->sheet[slot->sheet].n_frame; k++) {
        const struct scatter before = sheet_before(st, slot->sheet, k);
        if (quire_gate_is_there(st, k)) {
            look_at_pieces(&s, st, slot, &before, &p, node, face);
        }
    }
    for (int k = 0; k < w->n_roller; k++) {
        if (w->roller[k].low <= node && node < w->roller[k].high) {
            see_wrapped(&s, st, sheet, &c, slot->law, w->roller[k].target, &p, node, face);
        }
    }
    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_normal_in in = quire_lay_look(st, k, &c, slot, y, node, face);
        see(&s, &in, 0, QUIRE_TARGET_BODY, k);
    }
    return s;
}

void
quire_memory_open(struct quire_state *st, const double *y)
{
    const struct quire_system *sys = st->system;

    QUIRE_EACH(k, st->part, slot)
    {
        const struct quire_slot *slot = sys->slot + k;
        const struct quire_contact_law *law = sys->law + slot->law;
        for (int i = 0; i < slot->n_station && is_there(st, slot); i++) {
            struct quire_normal_out no;
            struct quire_friction_out fo;
            double by_slip;
            if (states_of(slot) == 0 || st->seen[slot->memory0 + i]) {
                continue;
            }
            struct sight s = look_from(st, slot, y, i);
            /* another place remembers what touches here */
            s.in.overlap = s.in.overlap > 0 ? 0 : s.in.overlap;
            if (slot->n_normal > 0) {
                quire_memory_normal(st, slot, i, law, &s.in, &no, &by_slip);
            }
            if (slot->n_friction > 0) {
                quire_memory_friction(
                    st, slot, i, law,
                    &(struct quire_friction_in){.slip = s.in.slip - s.belt, .factor = 1}, &fo);
            }
        }
    }
}

void
quire_memory_look(struct quire_state *st, const struct quire_part *part, double t, const double *y)
{
    bool placed = false;

    QUIRE_EACH(k, part, slot)
    {
        const struct quire_slot *slot = st->system->slot + k;
        bool here = false;
        for (int i = 0; st->system->law[slot->law].normal->settle != NULL && i < slot->n_station;
             i++) {
            struct quire_motion *motion = st->motion + slot->memory0 + i;
            if (!st->seen[slot->memory0 + i]) {
                continue;
            }
            if (!placed) {
                quire_state_place(st, t, y);
                placed = true;
            }
            if (!here && slot->sheet >= 0 && (st->system->spatial || st->system->n_gate > 0)) {
                bring_up(st, slot->sheet, y);
            }
            here = true;
            const struct sight s = look_from(st, slot, y, i);
            if (s.in.overlap > NOWHERE) { /* otherwise at a corner: it stays as it was seen last */
                motion->overlap = s.in.overlap;
                motion->closing = s.in.closing;
            }
        }
    }
}

double
quire_memory_settle(struct quire_state *st, const struct quire_part *part,
                    const unsigned char *seen, const struct quire_motion *motion, double since)
{
    double lost = 0;
    int i = 0;

    QUIRE_EACH(k, part, slot)
    {
        const struct quire_slot *slot = st->system->slot + k;
        const struct quire_contact_law *law = st->system->law + slot->law;
        for (int place = 0; place < slot->n_station; place++, i++) {
            struct quire_law_memory *memory = st->memory + 2 * (slot->memory0 + place);
            const struct quire_normal_in in = {.overlap = seen[i] ? motion[i].overlap : NOWHERE,
                                               .closing = motion[i].closing,
                                               .memory = memory};
            if (law->normal->settle != NULL && (seen[i] || memory->mode != 0)) {
                const double before = quire_normal_stored(law->normal, law->normal_data, &in);
                law->normal->settle(law->normal_data, &in, since, memory);
                lost += motion[i].share *
                        (before - quire_normal_stored(law->normal, law->normal_data, &in));
            }
        }
    }
    return lost;
}

/* ---- modes ---- */

/* of friction that keeps its memory in a slot */
static int
friction_roots(const struct quire_contact_law *law)
{
    return law->friction != NULL && law->friction->settle == NULL ? law->friction->n_root : 0;
}

static int
roots_of(const struct quire_system *sys, const struct quire_slot *slot)
{
    const struct quire_contact_law *law = sys->law + slot->law;

    return law->normal->n_root + friction_roots(law);
}

int
quire_memory_root_count(const struct quire_system *sys)
{
    int n = 0;

    for (int k = 0; k < sys->n_slot; k++) {
        n += roots_of(sys, sys->slot + k) * sys->slot[k].n_station;
    }
    return n + (sys->breaks ? 1 : 0);
}

/* Evaluates the root functions of one place into g (if not NULL), or flips its root `flip`. */
static void
place_modes(struct quire_state *st, const struct quire_slot *slot, const double *y, int place,
            double *g, int flip)
{
    const struct quire_system *sys = st->system;
    const struct quire_contact_law *law = sys->law + slot->law;
    const double *z = y + sys->layout.z0;
    struct quire_law_memory *memory = st->memory + 2 * (slot->memory0 + place);
    const struct sight s = look_from(st, slot, y, place);
    struct quire_normal_in in = s.in;
    const int nr = law->normal->n_root;

    if (flip >= 0) {
        st->switched = (struct quire_slide){
            .law = law, .target = s.target, .index = s.index, .sheet = slot->sheet};
    }
    in.state = z + z_of(slot, place, false);
    in.memory = memory;
    if (nr > 0 && g != NULL) {
        law->normal->roots(law->normal_data, &in, g);
    } else if (flip >= 0 && flip < nr) {
        law->normal->flip(law->normal_data, &in, flip, memory);
    }
    if (friction_roots(law) > 0) {
        struct quire_normal_out no = {0};
        if (in.overlap > 0) {
            law->normal->eval(law->normal_data, &in, &no);
        }
        const struct quire_friction_in f = {.slip = in.slip - s.belt,
                                            .normal = no.force,
                                            .factor = 1,
                                            .state = z + z_of(slot, place, true),
                                            .memory = memory + 1};
        if (g != NULL) {
            law->friction->roots(law->friction_data, &f, g + nr);
        } else if (flip >= nr) {
            law->friction->flip(law->friction_data, &f, flip - nr, memory + 1);
        }
    }
}

void
quire_memory_roots(struct quire_state *st, double t, const double *y, double *g)
{
    const struct quire_system *sys = st->system;

    quire_state_place(st, t, y);
    for (int k = 0; k < sys->n_slot; k++) {
        const struct quire_slot *slot = sys->slot + k;
        const int n = roots_of(sys, slot);
        if (!quire_part_has_slot(st->part, slot)) {
            g += n * slot->n_station;
            continue;
        }
        if (n > 0 && slot->sheet >= 0 && is_there(st, slot)) {
            bring_up(st, slot->sheet, y);
        }
        for (int i = 0; n > 0 && i < slot->n_station; i++) {
            if (is_there(st, slot)) {
                place_modes(st, slot, y, i, g, -1);
            } else {
                memset(g, 0, sizeof *g * (size_t)n);
            }
            g += n;
        }
    }
    if (sys->breaks) {
        quire_state_forces(st, t, y);
        *g = quire_stick_margin(st);
    }
}

void
quire_memory_flip(struct quire_state *st, double t, const double *y, int root)
{
    const struct quire_system *sys = st->system;

    quire_state_place(st, t, y);
    for (int k = 0; k < sys->n_slot; k++) {
        const struct quire_slot *slot = sys->slot + k;
        const int n = roots_of(sys, slot), all = n * slot->n_station;
        if (root < all) {
            if (slot->sheet >= 0) {
                bring_up(st, slot->sheet, y);
            }
            place_modes(st, slot, y, root / n, NULL, root % n);
            return;
        }
        root -= all;
    }
    quire_state_forces(st, t, y);
    quire_stick_break(st);
}

const struct quire_object *
quire_slide_text(const struct quire_system *sys, const struct quire_slide *s, char *text,
                 size_t size)
{
    const char *kind = s->target == QUIRE_TARGET_ROLLER  ? "roller"
                       : s->target == QUIRE_TARGET_GUIDE ? "guide"
                       : s->target == QUIRE_TARGET_SHEET ? "sheet"
                                                         : "body",
               *target = NULL;
    const struct quire_object *object = NULL;
    if (s->law != NULL && s->target == QUIRE_TARGET_ROLLER) {
        target = sys->roller[s->index].name;
        object = sys->roller[s->index].object;
    } else if (s->law != NULL && s->target == QUIRE_TARGET_SHEET) {
        target = sys->sheet[s->index].name;
        object = sys->sheet[s->index].object;
    } else if (s->law != NULL && s->target == QUIRE_TARGET_BODY) {
        const bool solid = s->index >= sys->n_free;
        target = solid ? sys->solid[s->index - sys->n_free].name : sys->free[s->index].name;
        object = solid ? sys->solid[s->index - sys->n_free].object : sys->free[s->index].object;
    }
    for (int k = 0; s->law != NULL && s->target == QUIRE_TARGET_GUIDE && k < sys->n_guide; k++) {
        if (sys->guide[k].view == s->index) {
            target = sys->guide[k].name;
            object = sys->guide[k].object;
        }
    }
    if (s->law == NULL || target == NULL) {
        snprintf(text, size, "contact '%s'", s->law == NULL ? "" : s->law->name);
    } else if (s->sheet < 0) {
        snprintf(text, size, "contact '%s' of %s '%s'", s->law->name, kind, target);
    } else {
        snprintf(text, size, "contact '%s' between sheet '%s' and %s '%s'", s->law->name,
                 sys->sheet[s->sheet].name, kind, target);
    }
    return object;
}

const struct quire_object *
quire_memory_switched(const struct quire_state *st, char *text, size_t size)
{
    return quire_slide_text(st->system, &st->switched, text, size);
}
