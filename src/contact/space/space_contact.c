/* Contact of a sheet in space. What is extruded across, the faces and corners of guides, each
 * column meets as a sheet in the plane does, by the same rules; only what acts there has friction
 * across as well. doc/theory/spatial-contact.md, 3. */
#include "contact/space/space_contact.h"

#include "contact/guide/close_pieces.h"
#include "contact/guide/column_lists.h"
#include "contact/guide/contact.h"
#include "contact/space/space_blocks.h"
#include "contact/space/space_pads.h"
#include "contact/space/space_walls.h"
#include "contact/touch/space_ribs.h"

static void
column_contacts(struct quire_state *st, int sheet, struct quire_column *column, double cq,
                double cv)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    const struct scatter c = {.state = st,
                              .sheet = sheet,
                              .work = &column->work,
                              .column = column,
                              .x = column->x,
                              .y = column->y,
                              .vx = column->vx,
                              .vy = column->vy,
                              .cq = cq,
                              .cv = cv,
                              .half = s->half};

    if (column->work.n_piece > 0) {
        if (column->rib != NULL) {
            quire_rib_points(s, column);
        } else {
            quire_station_points(&s->chain, c.x, c.y, &column->work);
        }
    }
    if (column->work.n_piece > 0 || column->work.n_corner > 0) {
        quire_close_lists(&c);
    }
    if (column->work.n_piece > 0) {
        quire_face_contacts(&c);
    }
    if (column->work.n_corner > 0) {
        quire_corner_contacts(&c);
    }
}

/* what a column does is added up there */
static void
add_up(struct quire_column *column, const struct quire_columns_sums *sums)
{
    column->force = sums->force;
    column->slabs = sums->slabs;
    column->spin = sums->spin;
    column->swing = sums->swing;
    column->felt = sums->felt;
}

void
quire_columns_contacts(struct quire_state *st, int sheet, struct quire_space_work *seen,
                       const struct quire_columns_sums *sums, double cq, double cv)
{
    for (int k = 0; k < st->system->sheet[sheet].ladder->m; k++) {
        add_up(seen->column + k, sums);
        column_contacts(st, sheet, seen->column + k, cq, cv);
    }
    for (int k = 0; k < seen->n_apart; k++) {
        add_up(seen->apart + k, sums);
        column_contacts(st, sheet, seen->apart + k, cq, cv);
    }
}

void
quire_space_contact_forces(struct quire_state *st, int sheet, const double *y, double cq, double cv,
                           bool matrix)
{
    const struct quire_sheet *s = st->system->sheet + sheet;
    struct quire_space_work *w = st->sheet[sheet].space;
    const double *q = y + s->x0, *v = y + st->system->layout.v0 + s->x0;
    double *force = st->force + s->x0;
    const struct quire_slabs *slabs = matrix ? &st->sheet[sheet].slabs : NULL;
    const struct quire_columns_sums sums = {.force = force, .slabs = slabs};

    quire_columns_fill(s, w, q, v);
    quire_space_reach(st, sheet);
    quire_columns_contacts(st, sheet, w, &sums, cq, cv);
    quire_wall_contacts(st, sheet, force, slabs, cq, cv);
    quire_blocks_on_columns(st, sheet, y, cq, cv, slabs);
    if (w->n_pad > 0) {
        quire_pad_contacts(st, sheet, q, v, cq, cv, slabs);
    }
}
