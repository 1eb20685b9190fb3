#include "evaluate/law_probe.h"

#include <math.h>

#include "contact/body/block_on_sheet.h"
#include "contact/body/free.h"
#include "contact/body/soft.h"
#include "contact/gate/gates.h"
#include "contact/guide/column_lists.h"
#include "contact/guide/contact.h"
#include "contact/guide/contact_line.h"
#include "contact/guide/soft_sheet.h"
#include "contact/solid/solid.h"
#include "contact/space/space_pads.h"
#include "contact/touch/places.h"

bool
quire_probe_is_there(const struct quire_state *st, const struct quire_slot *slot)
{
    const int sheet = quire_slot_sheet(slot);

    return sheet < 0 || st->sheet[sheet].entered;
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

static void
add_gap(struct quire_law_probe *s, const struct quire_normal_in *in, double belt,
        struct quire_partner target)
{
    if (in->overlap > s->in.overlap) {
        *s = (struct quire_law_probe){*in, belt, target};
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
add_roller(struct quire_law_probe *s, const struct quire_state *st, const struct quire_sheet *sheet,
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
            add_gap(s, &in, 0, quire_partner(QUIRE_PARTNER_ROLLER, index));
        }
    }
}

/* a station that follows a roller's curvature by less belongs to a touch in a point */
#define FOLLOWS 0.25

/* a roller that the sheet wraps */
static void
add_wrapped(struct quire_law_probe *s, const struct scatter *c, int law, int index,
            struct station *p, int node, int face)
{
    const struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
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
        add_gap(s, &in, 0, quire_partner(QUIRE_PARTNER_ROLLER, index));
    }
}

/* from a point of a sheet, or its end (point < 0), to the pieces of guides that are near */
static void
add_guides(struct quire_law_probe *s, const struct scatter *c, const struct quire_slot *slot,
           int node, int point, int face)
{
    const struct quire_system *sys = c->state->system;
    struct quire_normal_in in = s->in;
    const int guide = quire_point_gap_at(c, sys->law + slot->law, node, point, face, &in);

    if (guide >= 0) {
        add_gap(s, &in, -sys->guide[guide].side * sys->guide[guide].velocity,
                quire_partner(QUIRE_PARTNER_GUIDE, guide));
    }
}

/* from a place of the sheet with a roller, a corner of a guide or one of a block */
static void
probe_pair(struct quire_law_probe *s, const struct quire_state *st, const struct quire_slot *slot,
           const struct scatter *c, const double *y, int pair)
{
    const struct quire_system *sys = st->system;
    const int corner = pair - sys->n_roller, block = corner - sys->n_corner;
    struct quire_normal_in in = s->in;

    if (corner < 0) {
        add_roller(s, st, sys->sheet + quire_slot_sheet(slot), c, slot->law, pair);
    } else if (block < 0) {
        const struct quire_guide *guide = sys->guide + sys->corner[corner].guide;
        const struct scatter before =
            guide->gate >= 0 ? sheet_before(st, quire_slot_sheet(slot), guide->gate) : *c;
        quire_corner_gap_at(&before, sys->law + slot->law, corner, &in);
        add_gap(s, &in, 0, quire_partner(QUIRE_PARTNER_GUIDE, sys->corner[corner].guide));
    } else {
        in = quire_block_sheet_gap_at_corner(st, block / QUIRE_BLOCK_CORNERS, c, slot, y,
                                             block % QUIRE_BLOCK_CORNERS);
        add_gap(s, &in, 0, quire_partner(QUIRE_PARTNER_FREE, block / QUIRE_BLOCK_CORNERS));
    }
}

/* from a place of a sheet in space with a pad on one of its cells, or from a column with a corner
 * of a guide */
static void
probe_pad(struct quire_law_probe *s, const struct quire_state *st, const struct quire_slot *slot,
          const double *y, int pair)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + quire_slot_sheet(slot);
    const int cells = sheet->ladder->m - 1, corner = pair - sys->n_pad * cells;
    const double *q = y + sheet->x0;
    struct quire_normal_in in = s->in;

    if (corner < 0) {
        quire_pad_gap_at(st, quire_slot_sheet(slot), sys->law + slot->law, q, q + sys->layout.v0,
                         pair / cells, pair % cells, &in);
        add_gap(s, &in, 0, quire_partner(QUIRE_PARTNER_ROLLER, sys->pad[pair / cells].roller));
    } else {
        const struct scatter c = sheet_at(st, quire_slot_sheet(slot), corner / sys->n_corner, y);
        quire_corner_gap_at(&c, sys->law + slot->law, corner % sys->n_corner, &in);
        add_gap(s, &in, 0,
                quire_partner(QUIRE_PARTNER_GUIDE, sys->corner[corner % sys->n_corner].guide));
    }
}

void
quire_probe_update(struct quire_state *st, int index, const double *y)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const double *q = y + sheet->x0;

    if (sheet->ladder != NULL) {
        quire_columns_fill(sheet, st->sheet[index].space, q, q + st->system->layout.v0);
        quire_space_reach(st, index);
    } else {
        quire_candidates_update(st, index, y);
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

/* the same, and those of gates */
static void
find_guides(struct quire_law_probe *s, const struct scatter *c, const struct quire_slot *slot,
            int node, int point, int face)
{
    const struct quire_state *st = c->state;

    add_guides(s, c, slot, node, point, face);
    for (int k = 0; k < st->sheet[c->sheet].n_frame; k++) {
        if (quire_gate_is_there(st, k)) {
            const struct scatter before = sheet_before(st, c->sheet, k);
            add_guides(s, &before, slot, node, point, face);
        }
    }
}

/* from a station on one face of a sheet */
static void
probe_station(struct quire_law_probe *s, const struct scatter *c, const struct quire_slot *slot,
              const double *y, int node, int face)
{
    const struct quire_state *st = c->state;
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + c->sheet;
    const struct quire_sheet_work *w = c->work;
    struct station p;

    if (node == 0 || node == sheet->chain.n) {
        find_guides(s, c, slot, node, -1, face);
    }
    fixed_weights(node, sheet->chain.n, &p);
    for (int k = 0; k < w->n_roller; k++) {
        if (w->roller[k].low <= node && node < w->roller[k].high) {
            add_wrapped(s, c, slot->law, w->roller[k].target, &p, node, face);
        }
    }
    for (int k = 0; k < sys->n_free; k++) {
        const struct quire_normal_in in = quire_block_sheet_gap_at(st, k, c, slot, y, node, face);
        add_gap(s, &in, 0, quire_partner(QUIRE_PARTNER_FREE, k));
    }
}

struct quire_law_probe
quire_probe_from(const struct quire_state *st, const struct quire_slot *slot, const double *y,
                 int place)
{
    const struct quire_system *sys = st->system;
    struct quire_law_probe s = {.in = {.overlap = QUIRE_NOWHERE}, .target = slot->pair.target};

    if (slot->pair.contactor.kind == QUIRE_PARTNER_SOLID) {
        s.in = quire_solid_station(st, slot, y, place);
        return s;
    }
    if (slot->pair.contactor.kind == QUIRE_PARTNER_FREE) {
        s.in = quire_free_station(st, slot, y, place, &s.belt);
        return s;
    }
    const int index = slot->pair.contactor.index;
    const struct quire_sheet *sheet = sys->sheet + index;
    const int stations = sheet->chain.n + 1, lines = quire_sheet_lines(sheet),
              point = place - quire_point_place(sys, index, 0, 0, 1, 0);
    if (point >= 0) {
        const int span = point / sheet->n_point, spans = sheet->chain.n - 1;
        const struct scatter c = sheet_at(st, index, span / (2 * spans), y);
        find_guides(&s, &c, slot, 1 + span % spans, point % sheet->n_point, span / spans % 2);
        return s;
    }
    const int line = place / (2 * stations);
    if (line >= lines && sheet->ladder != NULL) {
        probe_pad(&s, st, slot, y, place - 2 * stations * lines);
        return s;
    }
    const struct scatter c = sheet_at(st, index, line < lines ? line : 0, y);
    if (line >= lines) {
        probe_pair(&s, st, slot, &c, y, place - 2 * stations);
    } else {
        probe_station(&s, &c, slot, y, place % stations, place / stations % 2);
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
        if (quire_slot_states(slot) == 0 || !quire_probe_is_there(st, slot)) {
            continue;
        }
        for (int i = 0; i < slot->n_station; i++) {
            struct quire_normal_out no;
            struct quire_friction_out fo;
            double by_slip;
            if (st->seen[slot->memory0 + i]) {
                continue;
            }
            struct quire_law_probe s = quire_probe_from(st, slot, y, i);
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
