/* Nodes of sheets that fly towards guides and rollers. */
#include <math.h>

#include "contact/find/clear_parts.h"
#include "contact/find/flight.h"
#include "contact/find/near.h"
#include "integ/constants.h"
#include "state/commands.h"

/* when a point enters a circle, or has gone a part of the way through it, if it comes as deep as a
 * smaller one and out again within h */
static double
time_in_passing(const double p[2], const double u[2], double radius, double deep, double h)
{
    /* squared, times a */
    const double a = quire_flight_dot(u, u), b = quire_flight_dot(p, u),
                 closest = a * quire_flight_dot(p, p) - b * b;
    if (!(closest < a * deep * deep)) {
        return HUGE_VAL;
    }
    const double root = sqrt(fmax(a * radius * radius - closest, 0));
    const double enters = -b - root, part = QUIRE_CLEAR_PASSAGE * 2 * root;
    if (!(root > b && root - b < a * h)) {
        return HUGE_VAL;
    }
    return (enters > part ? enters : fmax(enters, 0) + part) / a;
}

static double
clear_of_face(const struct quire_system *sys, const struct quire_face *face,
              const struct quire_flight *f)
{
    const double depth = sys->guide[face->guide].depth, level = quire_flight_level(face, f->at),
                 behind = level - depth, wide = f->beside + f->radius + depth;
    double t;

    if (quire_flight_passes_by(f, face->low, face->high, wide)) {
        return HUGE_VAL;
    }
    if (behind <= 0) {
        const double start = fmax(level, -f->radius);
        t = quire_flight_to_level(face, f, start + QUIRE_CLEAR_DEEP * depth,
                                  start + QUIRE_CLEAR_GRAZE * depth);
    } else if (behind > 0.5 * depth) { /* it is to be seen near there: sides.h */
        t = quire_flight_to_level(face, f, QUIRE_CLEAR_BEHIND * depth, QUIRE_CLEAR_BEHIND * depth);
    } else {
        return HUGE_VAL;
    }
    return t >= f->h || quire_flight_is_beside(f, t, face->low, face->high, wide) ? HUGE_VAL : t;
}

/* a roller moves on meanwhile as it does now */
static double
clear_of_roller(const struct quire_roller *roller, const struct quire_carrier *c, bool apart,
                const struct quire_flight *f)
{
    const double p[2] = {f->at[0] - c->centre[0], f->at[1] - c->centre[1]};
    const double u[2] = {f->velocity[0] - c->velocity[0], f->velocity[1] - c->velocity[1]};
    const double surface = roller->radius + f->radius, distance = sqrt(quire_flight_dot(p, p)),
                 start = fmin(surface, distance);

    if (apart) {
        return distance > surface + QUIRE_CLEAR_APART
                   ? quire_flight_into(p, u, surface + QUIRE_CLEAR_APART,
                                       surface + QUIRE_CLEAR_APART)
                   : HUGE_VAL;
    }
    return quire_flight_into(p, u, start - QUIRE_CLEAR_DEEP * roller->radius,
                             start - QUIRE_CLEAR_GRAZE * roller->radius);
}

/* the corner, seen from the node, moves towards the line of the sheet there; `along` is that line's
 * direction */
static double
clear_of_corner(const struct quire_system *sys, const struct quire_corner_contact *corner,
                const struct quire_flight *f, const double along[2])
{
    const struct quire_guide *guide = sys->guide + corner->guide;
    const double p[2] = {corner->at[0] - f->at[0], corner->at[1] - f->at[1]},
                 across[2] = {-along[1], along[0]};
    const double rate = quire_flight_dot(f->velocity, across), gap = quire_flight_dot(p, across);

    if (rate == 0 || gap * rate < 0) {
        return HUGE_VAL; /* it goes away */
    }
    const double t = gap / rate,
                 place = quire_flight_dot(p, along) - t * quire_flight_dot(f->velocity, along);
    return fabs(place) > f->beside ? HUGE_VAL : t + QUIRE_CLEAR_DEEP * guide->depth / fabs(rate);
}

/* ---- a sheet ---- */

/* Whether nodes move along the sheet, but for a little: then they come to where it is already, and
 * its ends alone may come elsewhere. */
static bool
slides(const struct quire_system *sys, const struct sheet_flight *s)
{
    return s->h * quire_clear_across(sys, s) <= sys->safe_travel;
}

/* the direction of a sheet at a node */
static void
tangent(const struct quire_sheet *sheet, const double *x, int i, double out[2])
{
    const int before = i > 0 ? i - 1 : 0, after = i < sheet->chain.n ? i + 1 : i;

    for (int c = 0; c < 2; c++) {
        out[c] = x[c * sheet->chain.stride + after] - x[c * sheet->chain.stride + before];
    }
    const double length = sqrt(quire_flight_dot(out, out));
    out[0] /= length;
    out[1] /= length;
}

/* Faces of guides, and of those pieces that sheets alone meet the tips of bristles; and corners. */
double
quire_clear_of_guides(const struct quire_state *st, const struct sheet_flight *s)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + s->index;
    const struct swept way = quire_clear_swept(sys, s);
    const int n_piece = sys->n_face + (sys->n_bed > 0 ? sys->n_edge : 0);
    double least = s->h;

    for (int k = 0; k < n_piece + sys->n_corner; k++) {
        const bool is_face = k < n_piece;
        const struct quire_face *face = sys->face + (is_face ? k : 0);
        const struct quire_corner_contact *corner = sys->corner + (is_face ? 0 : k - n_piece);
        const struct quire_guide *guide = sys->guide + (is_face ? face->guide : corner->guide);
        if ((is_face && k >= sys->n_face && !guide->bristles) ||
            s->tilted != (guide->tilted ? (int)(guide - sys->guide) : -1) ||
            s->gate != guide->gate ||
            (guide->law[2 * s->index] < 0 && guide->law[2 * s->index + 1] < 0) ||
            !quire_clear_meet(&way, is_face ? face->low : corner->at,
                              is_face ? face->high : corner->at,
                              2 * sheet->chain.h + sheet->half + guide->depth)) {
            continue;
        }
        for (int i = s->first; i <= s->last; i++) {
            const struct quire_flight f = quire_clear_flight(sys, s, i);
            double along[2];
            if (is_face) {
                least = fmin(least, clear_of_face(sys, face, &f));
            } else {
                tangent(sheet, s->x, i, along);
                least = fmin(least, clear_of_corner(sys, corner, &f, along));
            }
        }
    }
    return least;
}

static double
clear_of_rollers(const struct quire_state *st, const struct quire_part *part,
                 const struct sheet_flight *s)
{
    const struct quire_system *sys = st->system;
    double least = s->h;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        const struct quire_carrier *c = st->carrier + roller->small;
        const bool any = roller->law[2 * s->index] >= 0 || roller->law[2 * s->index + 1] >= 0;
        for (int i = s->first; any && i <= s->last; i++) {
            const struct quire_flight f = quire_clear_flight(sys, s, i);
            least = fmin(least, clear_of_roller(roller, c, !part->has_small[roller->small], &f));
        }
    }
    return least;
}

/* An end that runs out between two rollers is pushed by both, and in one step would have left them
 * unseen. Carriers are those of y, as this is asked of every step: what others were looked at for
 * must not matter. */
static double
clear_of_passages(const struct quire_state *st, const struct quire_part *part, const double *y,
                  const struct sheet_flight *s)
{
    const struct quire_system *sys = st->system;
    const int n = sys->sheet[s->index].chain.n;
    double least = s->h;

    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *roller = sys->roller + k;
        const struct quire_small *small = sys->small + roller->small;
        struct quire_carrier c;
        if (!part->has_small[roller->small] ||
            (roller->law[2 * s->index] < 0 && roller->law[2 * s->index + 1] < 0) ||
            !small->body.ops->carrier(small->body.self, quire_state_command(st, small),
                                      y + small->q0, y + sys->layout.v0 + small->v0, &c)) {
            continue;
        }
        for (int i = 0; i <= n; i += n) {
            const struct quire_flight f = quire_clear_flight(sys, s, i);
            const double p[2] = {f.at[0] - c.centre[0], f.at[1] - c.centre[1]};
            const double u[2] = {f.velocity[0] - c.velocity[0], f.velocity[1] - c.velocity[1]};
            const double surface = roller->radius + f.radius;
            least = fmin(least, time_in_passing(p, u, surface,
                                                surface - QUIRE_CLEAR_PRESSED * f.radius, f.h));
        }
    }
    return least;
}

/* the same, asked with the velocity alone and some to spare */
bool
quire_clear_may_pass(const struct quire_state *st, const struct quire_part *part, const double *y,
                     int sheet, double h)
{
    const double *x = y + st->system->sheet[sheet].x0, *v = x + st->system->layout.v0;

    return st->system->sheet[sheet].ladder == NULL &&
           clear_of_passages(
               st, part, y,
               &(struct sheet_flight){
                   .index = sheet, .x = x, .v = v, .a = v, .h = 2 * h, .tilted = -1, .gate = -1}) <
               2 * h;
}

static double
clear_of_all(const struct quire_state *st, const struct quire_part *part,
             const struct sheet_flight *s)
{
    return fmin(quire_clear_of_guides(st, s), clear_of_rollers(st, part, s));
}

/* how far a sheet may come in a step */
double
quire_clear_way(const struct quire_state *st, const double *y, int sheet, double h)
{
    const double *g = st->system->gravity;

    return h * (quire_near_speed(st, y, sheet) + 0.5 * h * (fabs(g[0]) + fabs(g[1])));
}

double
quire_clear_along(const struct quire_state *st, const struct quire_part *part, const double *y,
                  struct sheet_flight *s, double way)
{
    const double passing = clear_of_passages(st, part, y, s);
    const int n = s->last;

    if (way <= st->system->safe_travel) {
        return passing;
    }
    if (!slides(st->system, s)) {
        return fmin(passing, clear_of_all(st, part, s));
    }
    s->last = 0;
    const double trail = clear_of_all(st, part, s);
    s->first = s->last = n;
    return fmin(passing, fmin(trail, clear_of_all(st, part, s)));
}
