#include "check/around.h"

#include <math.h>
#include <string.h>

#include "body/hold.h"
#include "body/sheet.h"
#include "check/sentence.h"
#include "geometry/outline.h"
#include "math/detmath.h"

/* a node may be so far from where its neighbour puts it along the path [m] */
#define WINDOW       0.03
#define NEAR         0.01 /* a force this far away counts half [m] */
#define TOUCH_MARGIN 5e-4 /* a chain cuts corners on a roller by at most this [m] */

static double
distance_to(double x, double y, double px, double py)
{
    return sqrt((px - x) * (px - x) + (py - y) * (py - y));
}

/* Of an outline, the point nearest to a place. */
static double
distance_to_outline(const struct quire_outline *outline, double x, double y, double tangent[2])
{
    const double p[2] = {x, y};
    double s = NAN, left = NAN, foot[2];
    quire_outline_project(outline, p, -1.0, &s, &left);
    quire_outline_at(outline, fmin(fmax(s, 0), outline->length), foot,
                     tangent); /* a guide ends where it ends */
    return distance_to(x, y, foot[0], foot[1]);
}

/* Of a guide where it stands; of a wall the surface that is nearer. The tangent is as the sheet
 * sees it. */
static double
distance_to_guide(const struct quire_guide_view *g, double x, double y, double tangent[2])
{
    double at[2], t[2] = {1, 0}, other[2] = {1, 0}, most = INFINITY;
    quire_guide_view_into(g, (const double[]){x, y}, at);
    const double d =
        distance_to_outline(g->wall != NULL ? &g->wall->way : g->outline, at[0], at[1], t);
    if (g->other != NULL) {
        most = distance_to_outline(g->other, at[0], at[1], other);
    }
    const double *nearest = most < d ? other : t, c = g->moves ? quire_cos(g->turn) : 1,
                 s = g->moves ? quire_sin(g->turn) : 0;
    tangent[0] = c * nearest[0] - s * nearest[1];
    tangent[1] = s * nearest[0] + c * nearest[1];
    return fmin(d, most);
}

void
quire_around_direction(const struct quire_sheet_view *sheet, double x, double y, double out[2])
{
    size_t best = 0;
    double nearest = INFINITY;
    for (size_t i = 0; i + 1 < sheet->n_node; i++) {
        const double d = distance_to(x, y, 0.5 * (sheet->x[i] + sheet->x[i + 1]),
                                     0.5 * (sheet->y[i] + sheet->y[i + 1]));
        if (d < nearest) {
            nearest = d;
            best = i;
        }
    }
    const double dx = sheet->x[best + 1] - sheet->x[best], dy = sheet->y[best + 1] - sheet->y[best];
    const double length = sqrt(dx * dx + dy * dy);
    out[0] = length > 0 ? dx / length : 1;
    out[1] = length > 0 ? dy / length : 0;
}

static double
angle_between(const double a[2], const double b[2])
{
    return quire_atan2(fabs(a[0] * b[1] - a[1] * b[0]), fabs(a[0] * b[0] + a[1] * b[1]));
}

double
quire_around_guide(const struct quire_guide_view *guide, double x, double y,
                   const double direction[2], double *angle)
{
    double tangent[2];
    const double distance = distance_to_guide(guide, x, y, tangent);
    if (angle != NULL) {
        *angle = angle_between(tangent, direction);
    }
    return distance;
}

static double
weight(double force, double distance)
{
    return force / (1 + distance * distance / (NEAR * NEAR));
}

double
quire_around_angle(const struct quire_view *view, size_t sheet,
                   const struct quire_guide_view *guide)
{
    double tangent[2] = {1, 0}, along[2];

    if (guide->outline->n == 0) {
        return 0; /* a side guide */
    }
    distance_to_guide(guide, guide->x, guide->y, tangent);
    quire_around_direction(&view->sheet[sheet], guide->x, guide->y, along);
    return angle_between(tangent, along);
}

static struct quire_around
guide_around(const struct quire_view *view, size_t sheet, double x, double y, bool pressing)
{
    struct quire_around best = {.angle = NAN, .distance = INFINITY};
    double most = 0;
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = &view->guide[i];
        double tangent[2] = {1, 0};
        if (pressing) {
            const double d = distance_to(x, y, g->x, g->y),
                         w = g->sheet == (int)sheet ? weight(g->normal, d) : 0;
            if (w > most) {
                most = w;
                best = (struct quire_around){"guide", g->name, g->normal,
                                             quire_around_angle(view, sheet, g), d};
            }
        } else if (g->outline->n > 0) { /* a side guide has none */
            const double d = distance_to_guide(g, x, y, tangent);
            if (d < best.distance) {
                best = (struct quire_around){"guide", g->name, 0, NAN, d};
            }
        }
    }
    return best;
}

struct quire_around
quire_around_roller(const struct quire_view *view, const struct quire_roller_view *roller)
{
    const bool in_nip = roller->nip >= 0 && (size_t)roller->nip < view->n_nip;
    return (struct quire_around){in_nip ? "nip" : "roller",
                                 in_nip ? view->nip[roller->nip].name : roller->name,
                                 roller->normal, NAN, 0};
}

static struct quire_around
roller_around(const struct quire_view *view, size_t sheet, double x, double y, bool pressing)
{
    struct quire_around best = {.angle = NAN, .distance = INFINITY};
    double most = 0;
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *r = &view->roller[i];
        const double d = fmax(distance_to(x, y, r->x, r->y) - r->radius, 0),
                     w = weight(r->normal, d);
        if (pressing ? w > most && quire_around_touches(view, sheet, r) : d < best.distance) {
            most = w;
            best = quire_around_roller(view, r);
            best.force = pressing ? r->normal : 0;
            best.distance = d;
        }
    }
    return best;
}

struct quire_around
quire_around_find(const struct quire_view *view, size_t sheet, double x, double y)
{
    struct quire_around found = guide_around(view, sheet, x, y, true);
    if (found.sort == NULL) {
        found = roller_around(view, sheet, x, y, true);
    }
    if (found.sort == NULL) {
        const struct quire_around guide = guide_around(view, sheet, x, y, false);
        const struct quire_around roller = roller_around(view, sheet, x, y, false);
        found = guide.distance < roller.distance ? guide : roller;
    }
    return found;
}

void
quire_around_place(const struct quire_view *view, size_t sheet, double x, double y, char place[96])
{
    const struct quire_around a = quire_around_find(view, sheet, x, y);
    place[0] = '\0';
    if (a.sort != NULL) {
        quire_sentence_add(place, 96, "%s '%s'", a.sort, a.name);
    }
}

size_t
quire_around_sheet(const struct quire_view *view, const char *name)
{
    size_t i = 0;
    while (i < view->n_sheet && (name == NULL || strcmp(view->sheet[i].name, name) != 0)) {
        i++;
    }
    return i;
}

static double
distance_to_segment(double x, double y, const double *sx, const double *sy)
{
    const double dx = sx[1] - sx[0], dy = sy[1] - sy[0], square = dx * dx + dy * dy;
    double share = square > 0 ? ((x - sx[0]) * dx + (y - sy[0]) * dy) / square : 0;
    share = fmin(fmax(share, 0), 1);
    return distance_to(x, y, sx[0] + share * dx, sy[0] + share * dy);
}

bool
quire_around_reaches(const struct quire_sheet_view *s, double x, double y, double reach)
{
    for (size_t i = 0; i + 1 < s->n_node; i++) {
        if (distance_to_segment(x, y, s->x + i, s->y + i) < reach) {
            return true;
        }
    }
    return false;
}

size_t
quire_around_nearest(const struct quire_sheet_view *s, double x, double y)
{
    size_t nearest = 0;
    double least = HUGE_VAL;

    for (size_t i = 0; i < s->n_node; i++) {
        const double dx = s->x[i] - x, dy = s->y[i] - y, square = dx * dx + dy * dy;
        nearest = square < least ? i : nearest;
        least = fmin(least, square);
    }
    return nearest;
}

bool
quire_around_touches(const struct quire_view *view, size_t sheet,
                     const struct quire_roller_view *roller)
{
    const struct quire_sheet_view *s = &view->sheet[sheet];

    /* in space the middle of a sheet may be far from what its side touches */
    if (roller->only_sheet > 0) {
        return s->entered && roller->only_sheet == (int)sheet + 1;
    }
    return roller->n_sheet > 0 && s->entered &&
           quire_around_reaches(s, roller->x, roller->y,
                                roller->radius + 0.5 * s->thickness + TOUCH_MARGIN);
}

bool
quire_around_is_in_nip(const struct quire_view *view, size_t sheet,
                       const struct quire_nip_view *nip)
{
    return nip->sheet == (int)sheet ||
           (nip->sheet >= 0 && quire_around_touches(view, sheet, &view->roller[nip->driver]) &&
            quire_around_touches(view, sheet, &view->roller[nip->idler]));
}

bool
quire_around_is_held(const struct quire_sheet_view *sheet, double time)
{
    for (size_t i = 0; sheet->object != NULL && i < sheet->object->n_child; i++) {
        const struct quire_object *child = sheet->object->child[i];
        if (quire_object_is(child, QUIRE_ROLE_LOAD)) {
            return true;
        }
        if (quire_object_is(child, QUIRE_ROLE_HOLD)) {
            const struct quire_hold_params *hold = child->params;
            if (!(hold->until <= time)) { /* also when it never lets go */
                return true;
            }
        }
    }
    return false;
}

/* length of the name that all sheets of a pile have before ".1", ".2", ...; 0: it is in no pile */
static size_t
pile_of(const struct quire_sheet_view *sheet)
{
    const struct quire_sheet_params *p = sheet->object != NULL ? sheet->object->params : NULL;
    const char *point = strrchr(sheet->name, '.');

    return p != NULL && p->pile != QUIRE_PILE_NONE && p->number > 0 && point != NULL
               ? (size_t)(point - sheet->name)
               : 0;
}

static long
number_of(const struct quire_sheet_view *sheet)
{
    return ((const struct quire_sheet_params *)sheet->object->params)->number;
}

bool
quire_around_waits(const struct quire_view *view, size_t index)
{
    const struct quire_sheet_view *sheet = &view->sheet[index];
    const size_t n = pile_of(sheet);

    for (size_t i = 0; n > 0 && sheet->path != NULL && i < view->n_sheet; i++) {
        const struct quire_sheet_view *other = &view->sheet[i];
        if (other->entered && other->path == sheet->path && pile_of(other) == n &&
            strncmp(other->name, sheet->name, n) == 0 && number_of(other) < number_of(sheet) &&
            other->trail.path_distance < sheet->lead.path_distance) {
            return true;
        }
    }
    return false;
}

size_t
quire_around_before(const struct quire_view *view, size_t sheet)
{
    const struct quire_sheet_view *s = view->sheet + sheet;
    size_t before = view->n_sheet;

    for (size_t k = 0; k < view->n_sheet; k++) {
        const struct quire_sheet_view *other = view->sheet + k;
        const bool ahead = k != sheet && other->entered && other->path == s->path &&
                           other->lead.path_distance > s->lead.path_distance;
        if (ahead && (before == view->n_sheet ||
                      other->trail.path_distance < view->sheet[before].trail.path_distance)) {
            before = k;
        }
    }
    return before;
}

/* The sign of its speed does not say so: rollers that are placed by coordinates may lie on either
 * side. */
bool
quire_around_runs_back(const struct quire_sheet_view *s, const struct quire_roller_view *r)
{
    const size_t nearest = quire_around_nearest(s, r->x, r->y);
    const size_t from = nearest > 0 ? nearest - 1 : 0,
                 to = nearest + 1 < s->n_node ? nearest + 1 : nearest;
    const double tx = s->x[to] - s->x[from], ty = s->y[to] - s->y[from];
    const double along = (s->vx[nearest] * tx + s->vy[nearest] * ty) / sqrt(tx * tx + ty * ty),
                 surface = along - r->slip - r->creep, speed = fabs(r->surface_speed);

    return fabs(surface + speed) < fabs(surface - speed);
}

const struct quire_front_view *
quire_around_front(const struct quire_sheet_view *sheet, bool back)
{
    return back ? &sheet->rear : &sheet->front;
}

const struct quire_object *
quire_around_path(const struct quire_sheet_view *sheet)
{
    const struct quire_object *start =
        sheet->object != NULL ? quire_object_child_of(sheet->object, &quire_kind_start) : NULL;
    return start != NULL ? ((const struct quire_start_params *)start->params)->path : NULL;
}

void
quire_around_walk(const struct quire_sheet_view *sheet,
                  void (*visit)(void *user, size_t node, double distance, double height),
                  void *user)
{
    if (sheet->path == NULL || sheet->n_node < 2) {
        return;
    }
    const double segment = sheet->length / (double)(sheet->n_node - 1);
    double hint = sheet->lead.path_distance, s = NAN, left = NAN;
    for (size_t i = sheet->n_node; i-- > 0;) {
        const double p[2] = {sheet->x[i], sheet->y[i]};
        if (!quire_outline_follow(sheet->path, p, hint, segment + WINDOW, &s, &left)) {
            quire_outline_project(sheet->path, p, fmax(hint, 0), &s, &left);
        }
        visit(user, i, s, left);
        hint = s - segment;
    }
}
