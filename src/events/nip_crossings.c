#include "events/nip_crossings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/outline.h"
#include "math/detmath.h"
#include "model/problem.h"

#define BISECTIONS 40

struct quire_nip_crossings {
    struct quire_state *state;
    /* of each sheet: accepted, and of the last look [s] (n_sheet) */
    double *t, *t_end;
    double (*edge)[2], (*edge_end)[2]; /* path distance of its trail and leading edge then */
    /* time of each first touch, infinity before it; as the state's `touched` */
    double *first;
};

/* What is asked, and where what is found goes. */
struct query {
    struct quire_nip_crossings *p;
    double t1;
    quire_motion_at *motion;
    quire_touch_at *touches;
    void *user;
    struct quire_event_queue *out;
};

static size_t
targets(const struct quire_system *sys)
{
    return (size_t)quire_touch_targets(sys);
}

struct quire_nip_crossings *
quire_nip_crossings_create(struct quire_state *state, const struct quire_view *view)
{
    const size_t sheets = view->n_sheet, pairs = targets(state->system) * sheets;
    struct quire_nip_crossings *p = calloc(1, sizeof *p);

    if (p == NULL) {
        return NULL;
    }
    p->state = state;
    p->t = calloc(sheets + 1, sizeof *p->t);
    p->t_end = calloc(sheets + 1, sizeof *p->t_end);
    p->edge = calloc(sheets + 1, sizeof *p->edge);
    p->edge_end = calloc(sheets + 1, sizeof *p->edge_end);
    p->first = calloc(pairs + 1, sizeof *p->first);
    if (p->t == NULL || p->t_end == NULL || p->edge == NULL || p->edge_end == NULL ||
        p->first == NULL) {
        quire_nip_crossings_destroy(p);
        return NULL;
    }
    for (size_t i = 0; i < pairs; i++) { /* what lies there at the start is no event */
        p->first[i] = state->touched[i] ? view->time : HUGE_VAL;
    }
    quire_nip_crossings_accept(p, view);
    return p;
}

void
quire_nip_crossings_destroy(struct quire_nip_crossings *p)
{
    if (p != NULL) {
        free(p->t);
        free(p->t_end);
        free(p->edge);
        free(p->edge_end);
        free(p->first);
        free(p);
    }
}

void
quire_nip_crossings_commit(struct quire_nip_crossings *p)
{
    QUIRE_EACH(k, p->state->part, sheet)
    {
        p->t[k] = p->t_end[k];
        memcpy(p->edge[k], p->edge_end[k], sizeof p->edge[k]);
    }
}

void
quire_nip_crossings_accept(struct quire_nip_crossings *p, const struct quire_view *view)
{
    const size_t n = targets(p->state->system);

    QUIRE_EACH(k, p->state->part, sheet)
    {
        for (double *first = p->first + (size_t)k * n; first < p->first + (size_t)(k + 1) * n;
             first++) {
            *first = *first > view->time ? HUGE_VAL : *first;
        }
        p->t_end[k] = view->time;
        p->edge_end[k][0] = view->sheet[k].trail.path_distance;
        p->edge_end[k][1] = view->sheet[k].lead.path_distance;
    }
    quire_nip_crossings_commit(p);
}

/* the sheet's direction at an edge, outward, along the path through the nip and to the left of it
 */
static void
outward(const struct quire_sheet_view *s, int edge, const struct quire_nip *nip, double out[2])
{
    const size_t end = edge == 1 ? s->n_node - 1 : 0, next = edge == 1 ? s->n_node - 2 : 1;
    const double ex = s->x[end] - s->x[next], ey = s->y[end] - s->y[next];
    double at[2], t[2];

    quire_outline_at(nip->path, nip->path_distance, at, t);
    out[0] = t[0] * ex + t[1] * ey;
    out[1] = t[0] * ey - t[1] * ex;
}

static quire_status
nip_passage(const struct query *l, int sheet, int edge, const struct quire_nip *nip, double before,
            double after)
{
    double low = l->p->t[sheet], high = l->t1, out_of_sheet[2];

    for (int k = 0; k < BISECTIONS && high - low > 1e-9; k++) {
        const double middle = 0.5 * (low + high);
        const struct quire_view *view = l->motion(l->user, middle);
        const struct quire_point_view *e =
            edge == 1 ? &view->sheet[sheet].lead : &view->sheet[sheet].trail;
        if ((e->path_distance > nip->path_distance) == (after > before)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    const struct quire_view *view = l->motion(l->user, high);
    const struct quire_sheet_view *s = view->sheet + sheet;
    const struct quire_point_view *e = edge == 1 ? &s->lead : &s->trail;
    if (!(fabs(e->path_height) <= view->roller[nip->driver].radius)) {
        return QUIRE_OK; /* it passes by somewhere else */
    }
    outward(s, edge, nip, out_of_sheet);
    const double forward = after > before ? 1 : -1;
    /* the edge that goes ahead of its sheet comes in, the other one leaves */
    const bool enters = forward * out_of_sheet[0] > 0;
    struct quire_event event = quire_event_at(
        high, enters ? QUIRE_EVENT_NIP_ENTRY : QUIRE_EVENT_NIP_EXIT, nip->object->name);
    event.signal = edge == 1 ? "lead" : "trail";
    event.sheet = s->name;
    event.x = e->x;
    event.y = e->y;
    event.path_distance = e->path_distance;
    event.value =
        enters ? quire_atan2(forward * out_of_sheet[1], forward * out_of_sheet[0]) : e->path_speed;
    event.unit = enters ? "rad" : "m/s";
    event.detail = enters ? "attack angle [rad]" : "speed [m/s]";
    return quire_event_queue_add(l->out,
                                 &(struct quire_pending_event){.event = event, .sheet = sheet});
}

static quire_status
nip_passages(const struct query *l, int sheet)
{
    struct quire_nip_crossings *p = l->p;
    const struct quire_system *sys = p->state->system;
    /* good until it is asked for another time */
    const struct quire_sheet_view *s = l->motion(l->user, l->t1)->sheet + sheet;
    const struct quire_outline *path = s->entered ? s->path : NULL;
    quire_status status = QUIRE_OK;

    p->edge_end[sheet][0] = s->trail.path_distance;
    p->edge_end[sheet][1] = s->lead.path_distance;
    for (int n = 0; path != NULL && n < sys->n_nip; n++) {
        const struct quire_nip *nip = sys->nip + n;
        for (int e = 0; e < 2 && nip->path == path && status == QUIRE_OK; e++) {
            const double before = p->edge[sheet][e], now = p->edge_end[sheet][e];
            if ((before - nip->path_distance) * (now - nip->path_distance) < 0) {
                status = nip_passage(l, sheet, e, nip, before, now);
            }
        }
    }
    return status;
}

static quire_status
first_touch(const struct query *l, int target, int sheet)
{
    struct quire_nip_crossings *p = l->p;
    const struct quire_system *sys = p->state->system;
    double low = p->t[sheet], high = l->t1;

    for (int k = 0; k < BISECTIONS && high - low > 1e-6; k++) {
        const double middle = 0.5 * (low + high);
        if (l->touches(l->user, middle, target, sheet)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    struct quire_event event = quire_event_at(
        high, QUIRE_EVENT_TOUCH, quire_partner_label(sys, quire_touched_partner(sys, target)).name);
    const struct quire_sheet_view *s = l->motion(l->user, high)->sheet + sheet;
    event.sheet = s->name;
    event.x = s->lead.x;
    event.y = s->lead.y;
    event.path_distance = s->lead.path_distance;
    event.detail = "first touch; place of the leading edge";
    p->first[(size_t)sheet * targets(sys) + (size_t)target] = high;
    return quire_event_queue_add(l->out,
                                 &(struct quire_pending_event){.event = event, .sheet = sheet});
}

quire_status
quire_nip_crossings_find(struct quire_nip_crossings *p, double t1, quire_motion_at *motion,
                         quire_touch_at *touches, void *user, struct quire_event_queue *out)
{
    const struct query query = {p, t1, motion, touches, user, out};
    const size_t n = targets(p->state->system);
    quire_status status = QUIRE_OK;
    bool any = false;

    QUIRE_EACH(k, p->state->part, sheet)
    {
        const unsigned char *touched = p->state->touched + (size_t)k * n, *at = touched;
        while ((at = memchr(at, 1, n - (size_t)(at - touched))) != NULL) {
            const size_t i = (size_t)k * n + (size_t)(at++ - touched);
            if (p->first[i] > t1) { /* new */
                p->first[i] = (double)NAN;
                any = true;
            }
        }
    }
    QUIRE_EACH(k, p->state->part, sheet)
    {
        for (size_t i = (size_t)k * n; any && i < (size_t)(k + 1) * n && status == QUIRE_OK; i++) {
            /* locating evaluates at other times: `touched` is of no use any more */
            if (isnan(p->first[i])) {
                status = first_touch(&query, (int)(i % n), k);
            }
        }
        p->t_end[k] = t1;
        status = quire_status_first(status, nip_passages(&query, k));
    }
    return status;
}
