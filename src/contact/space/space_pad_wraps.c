/* How far a sheet in space follows the pads of rollers, and what laws store.
 * doc/theory/spatial-contact.md, 2. */
#include "contact/space/pad_places.h"
#include "contact/space/space_pads.h"
#include "contact/space/space_wraps.h"

/* the most of wrapping_of_station() anywhere */
QUIRE_INLINE double
wrapping_anywhere(const struct near_pad *n, const struct over *o, double reach, double deepest)
{
    const double inside = o->radius + o->sheet->half + reach;
    double most = 0;

    for (int i = n->nodes->low; i < n->nodes->high && most < 1; i++) {
        double here = 0;
        for (int k = 0; may_overlap(n, i, inside) && k < o->m - 1; k++) {
            struct disc_place d;
            here += station_of_pad(n->middle->state, o, i, k, &d) && d.overlap > -reach
                        ? d.cells * wrapping_of_station(o, &d, reach, deepest)
                        : 0;
        }
        most = here > most ? here : most;
    }
    return most < 1 ? most : 1;
}

/* how far the sheet follows a pad that it touches in those points */
QUIRE_INLINE double
following(const struct near_pad *n, const struct over *o, double reach,
          const struct disc_place *foot, int n_foot)
{
    double cells = 0, overlap = 0, nearest = 0;

    for (int k = 0; k < n_foot; k++) {
        cells += foot[k].cells;
        overlap += foot[k].cells * foot[k].overlap;
        nearest += foot[k].slides ? foot[k].cells * wrapping_of_cut(o, &foot[k].p, NULL) : 0;
    }
    nearest /= cells;
    const double anywhere =
        nearest < 1 ? wrapping_anywhere(n, o, reach, overlap / cells + reach) : 0;
    return anywhere > nearest ? anywhere : nearest;
}

/* what a law stores there that acts as a whole */
static double
stored_there(const struct near_pad *n, const struct quire_contact_law *law,
             const struct disc_place *d)
{
    const struct quire_normal_in in = {.overlap = d->overlap, .memory = &no_memory};

    return d->part.x * n->over->pad->share *
           quire_normal_stored(law->normal, law->normal_data, &in);
}

/* whether a law acts in a point or along a line, as the sheet follows */
QUIRE_INLINE bool
follows_sheet(const struct near_pad *n, const struct quire_contact_law *law)
{
    return law != NULL && law->distribution == QUIRE_DISTRIBUTION_AUTO &&
           !quire_keeps_at_sheet(n->middle->state->system, n->middle->sheet, law);
}

/* what a pad and the sheet where its row i is the nearest come to in points */
static QUIRE_CLONES void
meet_row(const struct near_pad *n, int i, struct wrap_now *out)
{
    struct disc_place foot[QUIRE_COLUMNS_MOST];
    const int n_foot = find_feet(n->middle->state, n->over, i, foot);
    const struct quire_contact_law *law = law_of_feet(n, foot, n_foot);

    if (!follows_sheet(n, law)) {
        return;
    }
    const double share = following(n, n->over, law->reach, foot, n_foot);
    out->share = share > out->share ? share : out->share;
    for (int k = 0; k < n_foot; k++) {
        law = law_at(n->middle->state->system, n->over, n->middle->sheet, foot + k);
        out->point += law != NULL ? stored_there(n, law, foot + k) : 0;
    }
}

static QUIRE_CLONES void
meet_line(const struct near_pad *n, struct wrap_now *out)
{
    const struct over *o = n->over;
    const struct quire_state *st = n->middle->state;
    const double inside = o->radius + o->sheet->half + o->roller->reach;

    for (int i = n->nodes->low; i < n->nodes->high; i++) {
        for (int k = 0; may_overlap(n, i, inside) && k < o->m - 1; k++) {
            struct disc_place d;
            const struct quire_contact_law *law = station_of_pad(st, o, i, k, &d)
                                                      ? law_at(st->system, o, n->middle->sheet, &d)
                                                      : NULL;
            if (follows_sheet(n, law)) {
                out->line +=
                    o->sheet->station_length[i] / law->reference_length * stored_there(n, law, &d);
            }
        }
    }
}

/* ---- sheets that are straight ---- */

/* The nodes near a pad: largest second differences along, and differences of first ones across;
 * shortest segment; largest distance of nodes across, and least one along the pad's axis; largest
 * segment along that [m]. */
struct bends {
    double second, apart, segment, wide, narrow, lean;
};

QUIRE_INLINE double
larger(double a, double b)
{
    return a > b ? a : b;
}

/* those of two rows and a column, in squares but for what is along the axis */
QUIRE_INLINE void
bend_across(const struct over *o, int i, int j, quire_v4 along, struct bends *b)
{
    const quire_v4 beside = node_of(o, o->q, i, j + 1), cell = beside - node_of(o, o->q, i, j),
                   turn = (beside - node_of(o, o->q, i - 1, j + 1)) - along;

    b->apart = larger(b->apart, dot3(turn, turn));
    b->wide = larger(b->wide, dot3(cell, cell));
    b->narrow = -larger(-b->narrow, -along_axis(o, cell));
}

QUIRE_INLINE struct bends
bends_near(const struct over *o, const struct quire_candidates *nodes)
{
    struct bends b = {.segment = HUGE_VAL, .narrow = HUGE_VAL};

    for (int j = 0; j < o->m; j++) {
        quire_v4 next = node_of(o, o->q, nodes->low - 1, j),
                 last = next - node_of(o, o->q, nodes->low - 2, j);
        for (int i = nodes->low; i <= nodes->high + 1; i++) {
            const quire_v4 here = next;
            next = node_of(o, o->q, i, j);
            const quire_v4 along = next - here, bend = along - last;
            b.second = larger(b.second, dot3(bend, bend));
            b.segment = -larger(-b.segment, -dot3(along, along));
            b.lean = larger(b.lean, fabs(along_axis(o, along)));
            if (j + 1 < o->m) {
                bend_across(o, i, j, along, &b);
            }
            last = along;
        }
    }
    b.second = sqrt(b.second);
    b.apart = sqrt(b.apart);
    b.segment = sqrt(b.segment);
    b.wide = sqrt(b.wide);
    return b;
}

/* Whether a cut through these cells follows a disc by less than wraps begin with, wherever it
 * touches that: x2 is what the plane leaves of P_ss + 2e' P_se. */
static QUIRE_CLONES bool
is_straight(const struct over *o, const struct quire_candidates *nodes)
{
    const struct bends b = bends_near(o, nodes);
    const double weights = 1 + 2 * QUIRE_PAD_BLEND + 2 * o->pad->half / o->sheet->ladder->w,
                 across = weights * b.lean / b.narrow, /* half of e' */
        tangent = b.segment - b.second - weights * b.apart - across * b.wide,
                 bend = weights * b.second + 2 * across * b.apart,
                 reach = o->radius + 2 * o->sheet->half + o->roller->reach;

    return b.narrow > 0 && tangent > 0 &&
           reach * (b.wide / b.narrow) * bend < QUIRE_WRAP_BEGINS * (tangent * tangent);
}

bool
quire_pad_stays_straight(const struct quire_state *st, int sheet,
                         const struct quire_candidates *nodes, const double *q)
{
    const struct quire_system *sys = st->system;
    const struct quire_pad *pad = sys->pad + nodes->target, *end = sys->pad + sys->n_pad;
    const struct quire_roller *roller = sys->roller + pad->roller;
    const bool alone = (pad == sys->pad || pad[-1].roller != pad->roller) &&
                       (pad + 1 == end || pad[1].roller != pad->roller);

    if (st->wrap[quire_wrap_of(sys, sheet, nodes->target)] != 0 || roller->soft >= 0 || !alone ||
        nodes->low < 2 || nodes->high > sys->sheet[sheet].chain.n - 2 ||
        st->touched[quire_touched_row(sys, sheet) +
                    (size_t)quire_touched_column(
                        sys, quire_partner(QUIRE_PARTNER_ROLLER, pad->roller))] == 0) {
        return false;
    }
    const struct over over = quire_pad_over(st, sheet, pad, q, q);
    return is_straight(&over, nodes);
}

struct wrap_now
quire_pad_wrap(struct quire_state *st, int sheet, const struct quire_candidates *nodes,
               const double *q, const double *v)
{
    struct quire_space_work *w = st->sheet[sheet].space;
    const struct space_scatter middle = {.state = st, .sheet = sheet};
    const struct over over = quire_pad_over(st, sheet, st->system->pad + nodes->target, q, v),
                      *o = &over;
    const double limit = o->radius + o->sheet->half + 0.75 * o->sheet->chain.h + o->roller->reach;
    struct near_pad near = {.over = o, .nodes = nodes, .work = w, .middle = &middle};
    struct wrap_now out = {-1, 0, 0};

    near.longer = quire_pad_rows(o, nodes, w->square);
    for (int i = nodes->low; i < nodes->high; i++) {
        if (is_nearest_row(w->square, nodes, limit, i)) {
            meet_row(&near, i, &out);
        }
    }
    if (wrap_changes(st, sheet, nodes->target, &out)) {
        meet_line(&near, &out);
    }
    return out;
}
