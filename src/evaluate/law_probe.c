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
#include "contact/law/constants.h"
#include "contact/solid/solid.h"
#include "contact/space/space_pads.h"
#include "contact/touch/places.h"

/* of a place on the sheet that is seen from a roller's centre */
static struct quire_normal_in
roller_motion(const struct station *p, const struct quire_roller *roller, double half)
{
    const double d = sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);

    return (struct quire_normal_in){.overlap = roller->radius + half - d,
                                    .closing = -(p->x[0] * p->v[0] + p->x[1] * p->v[1]) / d};
}

static void
add_gap(struct quire_normal_in *deepest, const struct quire_normal_in *in)
{
    if (in->overlap > deepest->overlap) {
        *deepest = *in;
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
add_roller(struct quire_normal_in *s, const struct quire_state *st, const struct quire_sheet *sheet,
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
    for (int i = 0; i <= n && !(s->overlap > 0); i++) {
        if (!is_nearest_node(square, 0, n + 1, reach, i)) {
            continue;
        }
        struct station p;
        nearest_station(&p, c, n, i, carrier->centre);
        place_station(&p, c, carrier->centre, carrier->velocity);
        if (laws[touched_face(&p, p.x)] == law) {
            const struct quire_normal_in in = roller->soft >= 0
                                                  ? quire_soft_station(c, roller, i, true)
                                                  : roller_motion(&p, roller, sheet->half);
            add_gap(s, &in);
        }
    }
}

/* a roller that the sheet wraps */
static void
add_wrapped(struct quire_normal_in *s, const struct scatter *c, int law, int index,
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
         -(p->x[0] * p->x2[0] + p->x[1] * p->x2[1]) > QUIRE_WRAP_FOLLOWS * t2)) {
        const struct quire_normal_in in = roller->soft >= 0
                                              ? quire_soft_station(c, roller, node, false)
                                              : roller_motion(p, roller, sheet->half);
        add_gap(s, &in);
    }
}

/* from a place of the sheet with a roller, a corner of a guide or one of a block */
static void
probe_pair(struct quire_normal_in *s, const struct quire_state *st, const struct quire_slot *slot,
           const struct scatter *c, const double *y, int pair)
{
    const struct quire_system *sys = st->system;
    const int corner = pair - sys->n_roller, block = corner - sys->n_corner;

    if (corner < 0) {
        add_roller(s, st, sys->sheet + quire_slot_sheet(slot), c, slot->law, pair);
    } else if (block < 0) {
        const struct quire_guide *guide = sys->guide + sys->corner[corner].guide;
        const struct scatter before =
            guide->gate >= 0 ? sheet_before(st, quire_slot_sheet(slot), guide->gate) : *c;
        quire_corner_gap_at(&before, sys->law + slot->law, corner, s);
    } else {
        const struct quire_normal_in in = quire_block_sheet_gap_at_corner(
            st, block / QUIRE_BLOCK_CORNERS, c, slot, y, block % QUIRE_BLOCK_CORNERS);
        add_gap(s, &in);
    }
}

/* from a place of a sheet in space with a pad on one of its cells, or from a column with a corner
 * of a guide */
static void
probe_pad(struct quire_normal_in *s, const struct quire_state *st, const struct quire_slot *slot,
          const double *y, int pair)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + quire_slot_sheet(slot);
    const int cells = sheet->ladder->m - 1, corner = pair - sys->n_pad * cells;
    const double *q = y + sheet->x0;

    if (corner < 0) {
        quire_pad_gap_at(st, quire_slot_sheet(slot), sys->law + slot->law, q, q + sys->layout.v0,
                         pair / cells, pair % cells, s);
    } else {
        const struct scatter c = sheet_at(st, quire_slot_sheet(slot), corner / sys->n_corner, y);
        quire_corner_gap_at(&c, sys->law + slot->law, corner % sys->n_corner, s);
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

/* from a point of a sheet, or its end (point < 0), to the pieces of guides that are near, and to
 * those of gates */
static void
find_guides(struct quire_normal_in *s, const struct scatter *c, const struct quire_slot *slot,
            int node, int point, int face)
{
    const struct quire_state *st = c->state;
    const struct quire_contact_law *law = st->system->law + slot->law;

    quire_point_gap_at(c, law, node, point, face, s);
    for (int k = 0; k < st->sheet[c->sheet].n_frame; k++) {
        if (quire_gate_is_there(st, k)) {
            const struct scatter before = sheet_before(st, c->sheet, k);
            quire_point_gap_at(&before, law, node, point, face, s);
        }
    }
}

/* from a station on one face of a sheet */
static void
probe_station(struct quire_normal_in *s, const struct scatter *c, const struct quire_slot *slot,
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
        add_gap(s, &in);
    }
}

struct quire_normal_in
quire_probe(const struct quire_state *st, const struct quire_slot *slot, const double *y, int place)
{
    const struct quire_system *sys = st->system;
    struct quire_normal_in s = {.overlap = QUIRE_NOWHERE};

    if (slot->pair.contactor.kind == QUIRE_PARTNER_SOLID) {
        return quire_solid_station(st, slot, y, place);
    }
    if (slot->pair.contactor.kind == QUIRE_PARTNER_FREE) {
        return quire_free_station(st, slot, y, place);
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
