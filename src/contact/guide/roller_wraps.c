/* How far a sheet follows the rollers that it touches, and what laws store.
 * doc/theory/contact-kernel.md, 5. */
#include <math.h>

#include "contact/guide/contact.h"
#include "contact/guide/soft_sheet.h"
#include "contact/touch/extrema.h"
#include "contact/touch/wraps.h"

/* how far from the centre a node is, at most, whose span may touch [m] */
static double
limit_of(const struct scatter *c, const struct quire_roller *roller)
{
    return roller->radius + c->half + 0.75 * c->state->system->sheet[c->sheet].chain.h +
           roller->reach;
}

/* the most of wrapping_at() any station */
static double
wrapping_anywhere(const struct scatter *c, const struct quire_candidates *nodes,
                  const struct quire_roller *roller, double deepest, const double centre[2])
{
    const double *square = c->work->square, limit = limit_of(c, roller);
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const double inside = roller->radius + c->half + roller->reach;
    double most = 0;

    for (int i = nodes->low; i < nodes->high && most < 1; i++) {
        if (square[i] <= limit * limit && may_wrap(c, n, i, centre)) {
            most = fmax(most, wrapping_at(c, n, i, inside, deepest, centre));
        }
    }
    return most;
}

/* a place of the sheet on a roller that its law may touch; NULL: it touches nothing */
static const struct quire_contact_law *
law_there(const struct scatter *c, const struct quire_roller *roller, const struct station *p,
          double *overlap)
{
    const struct quire_contact_law *law = law_of(c->state->system, roller->law, c->sheet, p, p->x);

    *overlap = roller->radius + c->half - sqrt(p->x[0] * p->x[0] + p->x[1] * p->x[1]);
    return law != NULL && *overlap > -law->reach && *overlap > -roller->reach ? law : NULL;
}

/* what a law stores that acts as a whole */
static double
stored_there(const struct scatter *c, const struct quire_contact_law *law, double overlap,
             const struct facing *f)
{
    const struct quire_normal_in in = quire_normal_at(c->state, f->slot, f->place, overlap, 0);

    return quire_normal_stored(law->normal, law->normal_data, &in);
}

/* one place where the law acts in a point, or is taken off; returns how deep it counts */
static double
meet_point(const struct scatter *c, const struct quire_roller *roller, struct station *p,
           int target, bool once, struct wrap_now *out)
{
    const int n = c->state->system->sheet[c->sheet].chain.n;
    const struct quire_contact_law *law;
    struct facing f;
    double overlap;

    law = law_there(c, roller, p, &overlap);
    if (law == NULL || law->distribution != QUIRE_DISTRIBUTION_AUTO) {
        return -HUGE_VAL;
    }
    f.n[0] = p->x[0];
    f.n[1] = p->x[1];
    remember_on_roller(c, law, target, once, p, &f);
    const double stored = stored_there(c, law, overlap, &f);
    if (p->farthest) {
        out->point -= stored;
        return -HUGE_VAL;
    }
    out->point += stored;
    out->share = fmax(out->share, p->slides ? wrapping(p, c, n) : 0);
    return overlap + law->reach;
}

/* the nearest points; returns the deepest overlap of a law that is asked which way it acts */
static double
meet_points(const struct scatter *c, const struct quire_candidates *nodes,
            const struct quire_roller *roller, const double centre[2], struct wrap_now *out)
{
    const struct quire_chain *chain = &c->state->system->sheet[c->sheet].chain;
    const double *square = c->work->square, limit = limit_of(c, roller), still[2] = {0, 0};
    double deepest = -HUGE_VAL;
    bool once = false;

    if (quire_roller_forgets(c->state->system, roller, c->sheet) &&
        may_fold(c, chain->n, nodes, square, limit, centre)) {
        struct station place[QUIRE_FOLD_PLACES];
        const int found =
            find_extrema(c, chain->n, nodes, square, limit, centre, place, QUIRE_FOLD_PLACES);
        for (int k = 0; k < found; k++) {
            place_station(place + k, c, centre, still);
            deepest = fmax(deepest, meet_point(c, roller, place + k, nodes->target, true, out));
        }
        return deepest;
    }
    for (int i = nodes->low; i < nodes->high; i++) {
        struct station p;
        if (!is_nearest_node(square, nodes->low, nodes->high, limit, i)) {
            continue;
        }
        nearest_station(&p, c, chain->n, i, centre);
        place_station(&p, c, centre, still);
        const double deep = meet_point(c, roller, &p, nodes->target, once, out);
        once = once || deep > -HUGE_VAL;
        deepest = fmax(deepest, deep);
    }
    return deepest;
}

static void
meet_line(const struct scatter *c, const struct quire_candidates *nodes,
          const struct quire_roller *roller, const double centre[2], struct wrap_now *out)
{
    const struct quire_sheet *sheet = c->state->system->sheet + c->sheet;
    const double still[2] = {0, 0};

    for (int i = nodes->low; i < nodes->high; i++) {
        struct station p;
        struct facing f;
        double overlap;
        fixed_weights(i, sheet->chain.n, &p);
        place_station(&p, c, centre, still);
        const struct quire_contact_law *law = law_there(c, roller, &p, &overlap);
        if (law != NULL && law->distribution == QUIRE_DISTRIBUTION_AUTO) {
            remember_at_station(c, law, i, touched_face(&p, p.x), &f);
            out->line += sheet->station_length[i] / law->reference_length *
                         stored_there(c, law, overlap, &f);
        }
    }
}

struct wrap_now
quire_roller_wrap(const struct scatter *c, const struct quire_candidates *nodes)
{
    const struct quire_system *sys = c->state->system;
    const struct quire_roller *roller = sys->roller + nodes->target;
    const double *centre = c->state->carrier[roller->small].centre;
    struct wrap_now out = {-1, 0, 0};

    node_squares(c, centre, nodes->low, nodes->high, c->work->square);
    if (roller->soft >= 0) {
        return quire_soft_wrap(c, roller, nodes, c->work->square);
    }
    const double deepest = meet_points(c, nodes, roller, centre, &out);
    if (deepest > -HUGE_VAL) {
        out.share = fmax(out.share, wrapping_anywhere(c, nodes, roller, deepest, centre));
        if (wrap_changes(c->state, c->sheet, nodes->target, &out)) {
            meet_line(c, nodes, roller, centre, &out);
        }
    }
    return out;
}
