#include "step/free_gaps.h"

#include "contact/body/block_gaps.h"
#include "contact/body/visit.h"
#include "evaluate/evaluate.h"

int
quire_free_gap_count(const struct quire_system *sys)
{
    return sys->n_place + sys->n_meeting_place + sys->n_free * sys->n_sheet * QUIRE_LAY_GAPS;
}

const struct quire_free *
quire_free_of_gap(const struct quire_system *sys, int gap)
{
    int k = sys->n_free - 1;

    if (gap >= sys->n_place + sys->n_meeting_place) {
        return sys->free +
               (gap - sys->n_place - sys->n_meeting_place) / (sys->n_sheet * QUIRE_LAY_GAPS);
    }
    for (int i = sys->n_meeting - 1; gap >= sys->n_place && i >= 0; i--) {
        if (gap - sys->n_place >= sys->meeting[i].place) {
            return sys->free + sys->meeting[i].free;
        }
    }
    while (k > 0 && sys->free[k].place[0] > gap) {
        k--;
    }
    return sys->free + k;
}

static void
record_overlap(struct quire_visit *to, const struct quire_meet *m)
{
    const struct quire_system *sys = to->st->system;
    const double depth = m->overlap + m->law->reach;
    double *overlap = to->overlap;

    overlap += m->station;
    if (m->pair.target.kind == QUIRE_PARTNER_GUIDE) {
        overlap += sys->free[m->pair.contactor.index].place[sys->guide[m->pair.target.index].view];
    }
    *overlap = depth > *overlap ? depth : *overlap;
}

void
quire_free_gaps(struct quire_state *st, double t, const double *y, double *overlap)
{
    const struct quire_system *sys = st->system;
    struct quire_visit to = {
        .st = st, .y = y, .least = -1, .take = record_overlap, .overlap = overlap};
    const int n = quire_free_gap_count(sys);

    quire_state_place(st, t, y);
    for (int i = 0; i < n; i++) {
        overlap[i] = -1;
    }
    for (int k = 0; k < sys->n_free; k++) {
        if (st->part->has_small[sys->free[k].small]) {
            quire_visit_guides(&to, sys->free + k, -1);
        }
    }
    for (int k = 0; k < sys->n_meeting; k++) {
        to.overlap = overlap + sys->n_place + sys->meeting[k].place;
        if (st->part->has_small[sys->free[sys->meeting[k].free].small]) {
            quire_visit_meeting(&to, sys->meeting + k);
        }
    }
    overlap += sys->n_place + sys->n_meeting_place;
    for (int k = 0; k < sys->n_free; k++) {
        for (int i = 0; i < sys->n_sheet; i++, overlap += QUIRE_LAY_GAPS) {
            if (st->part->has_small[sys->free[k].small] && st->part->has_sheet[i] &&
                st->sheet[i].entered) {
                quire_block_sheet_gaps(st, sys->free + k, sys->sheet + i, y, overlap);
            }
        }
    }
}
