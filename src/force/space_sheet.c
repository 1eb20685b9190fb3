/* What acts on a sheet in space, put together. */
#include "force/space_sheet.h"

#include <string.h>

#include "contact/gate/space_gates.h"
#include "contact/space/space_contact.h"
#include "force/terms.h"
#include "machine/hold.h"
#include "machine/sheet_lines.h"
#include "strip/damping.h"

void
quire_space_sheet_forces(struct quire_state *st, int index, double t, const double *y, double cq,
                         double cv, bool matrix)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_sheet_work *w = st->sheet + index;
    const double *q = y + sheet->x0, *v = q + sys->layout.v0,
                 gravity[3] = {sys->gravity[0], sys->gravity[1], 0};
    const struct quire_held_ladder now = quire_space_ladder_at(st, index, t);
    double *f = st->force + sheet->x0;

    memset(f, 0, sizeof *f * sheet->size);
    quire_ladder_weight(sheet->ladder, gravity, f);
    if (matrix) {
        quire_ladder_matrix(now.ladder, now.work, q, v, f, cq, cv, &w->slabs);
    } else {
        quire_ladder_forces(now.ladder, now.work, q, v, f);
    }
    quire_terms_on_spatial(st, index, t, y, cq, cv, matrix);
    if (!matrix) { /* changes of shares are told of displacements as they are, for their powers */
        cq = 1;
        cv = 0;
    }
    quire_space_contact_forces(st, index, y, cq, cv, matrix);
    quire_space_gate_contacts(st, index, q, v, cq, cv, matrix);
    for (int end = 0; matrix && !st->is_static && end < 2; end++) {
        if (quire_hold_is_on(sheet->hold + end, t)) {
            quire_space_hold_station(st, index, sheet->hold + end, end == 0 ? 0 : sheet->chain.n);
        }
    }
}

double
quire_space_sheet_stored(const struct quire_state *st, int index, double t, const double *y)
{
    const struct quire_held_ladder now = quire_space_ladder_at(st, index, t);

    return quire_ladder_stored(now.ladder, now.work, y + st->system->sheet[index].x0);
}

double
quire_space_sheet_dissipation(const struct quire_state *st, int index, double t, const double *y)
{
    const struct quire_held_ladder now = quire_space_ladder_at(st, index, t);
    const double *q = y + st->system->sheet[index].x0;

    return quire_ladder_dissipation(now.ladder, now.work, q, q + st->system->layout.v0);
}

double
quire_space_damping_work(const struct quire_state *st, int index, double t, const double *y,
                         const double *d)
{
    const size_t x0 = st->system->sheet[index].x0;
    const struct quire_held_ladder now = quire_space_ladder_at(st, index, t);

    return quire_ladder_damping_work(now.ladder, now.work, y + x0, y + st->system->layout.v0 + x0,
                                     d);
}
