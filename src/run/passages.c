#include "run/passages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/detmath.h"
#include "num/outline.h"

#define BISECTIONS 40

struct quire_passages {
    struct quire_state *state;
    double t;
    double (*edge)[2];       /* path distance of each sheet's trail and lead edge when last seen */
    unsigned char *touching; /* as in quire_state, at the last look */
    unsigned char *seen;     /* has been logged */
};

static size_t
pairs(const struct quire_system *sys)
{
    return (size_t)((sys->n_guide_view + sys->n_roller) * sys->n_sheet);
}

struct quire_passages *
quire_passages_create(struct quire_state *state, const struct quire_view *view)
{
    const struct quire_system *sys = state->system;
    struct quire_passages *p = calloc(1, sizeof *p);

    if (p == NULL) {
        return NULL;
    }
    p->state = state;
    p->t = view->time;
    p->edge = calloc((size_t)sys->n_sheet + 1, sizeof *p->edge);
    p->touching = calloc(pairs(sys) + 1, 1);
    p->seen = calloc(pairs(sys) + 1, 1);
    if (p->edge == NULL || p->touching == NULL || p->seen == NULL) {
        quire_passages_destroy(p);
        return NULL;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        p->edge[k][0] = view->sheet[k].trail.path_distance;
        p->edge[k][1] = view->sheet[k].lead.path_distance;
    }
    memcpy(p->touching, state->touched, pairs(sys));
    memcpy(p->seen, state->touched, pairs(sys)); /* what lies there at the start is no event */
    return p;
}

void
quire_passages_destroy(struct quire_passages *p)
{
    if (p != NULL) {
        free(p->edge);
        free(p->touching);
        free(p->seen);
        free(p);
    }
}

/* angle between the edge's motion through the nip and the path: what the sheet's tip meets the rollers with [rad] */
static double
attack_angle(const struct quire_sheet_view *s, const struct quire_nip *nip)
{
    const size_t n = s->n_node - 1;
    double at[2], t[2];

    quire_outline_at(nip->path, nip->path_distance, at, t);
    const double ex = s->x[n] - s->x[n - 1], ey = s->y[n] - s->y[n - 1];
    return quire_atan2(t[0] * ey - t[1] * ex, t[0] * ex + t[1] * ey);
}

static quire_status
nip_passage(struct quire_passages *p, int sheet, int edge, const struct quire_nip *nip, double before, double after, double t1,
            quire_motion_at *motion, void *user, struct quire_event_log *log)
{
    double low = p->t, high = t1;
    const bool enters = edge == 1 ? after > before : after < before; /* forwards: the lead edge comes in, the trail edge leaves */

    for (int k = 0; k < BISECTIONS && high - low > 1e-9; k++) {
        const double middle = 0.5 * (low + high);
        const struct quire_view *view = motion(user, middle);
        const struct quire_point_view *e = edge == 1 ? &view->sheet[sheet].lead : &view->sheet[sheet].trail;
        if ((e->path_distance > nip->path_distance) == (after > before)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    const struct quire_view *view = motion(user, high);
    const struct quire_sheet_view *s = view->sheet + sheet;
    const struct quire_point_view *e = edge == 1 ? &s->lead : &s->trail;
    struct quire_event event = quire_event_at(high, enters ? "nip-entry" : "nip-exit", nip->name);
    event.signal = edge == 1 ? "lead" : "trail";
    event.sheet = s->name;
    event.x = e->x;
    event.y = e->y;
    event.path_distance = e->path_distance;
    event.value = enters ? attack_angle(s, nip) : e->path_speed;
    event.detail = enters ? "attack angle [rad]" : "speed [m/s]";
    return quire_event_log_add(log, &event);
}

static quire_status
nip_passages(struct quire_passages *p, double t1, quire_motion_at *motion, void *user, struct quire_event_log *log)
{
    const struct quire_system *sys = p->state->system;
    quire_status status = QUIRE_OK;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_view *view = motion(user, t1);
        const struct quire_sheet_view s = view->sheet[k];
        const double now[2] = {s.trail.path_distance, s.lead.path_distance};
        for (int n = 0; s.entered && n < sys->n_nip; n++) {
            const struct quire_nip *nip = sys->nip + n;
            for (int e = 0; e < 2 && nip->path == s.path; e++) {
                const double before = p->edge[k][e];
                if ((before - nip->path_distance) * (now[e] - nip->path_distance) < 0 && status == QUIRE_OK) {
                    status = nip_passage(p, k, e, nip, before, now[e], t1, motion, user, log);
                }
            }
        }
        p->edge[k][0] = now[0];
        p->edge[k][1] = now[1];
    }
    return status;
}

static quire_status
first_touch(struct quire_passages *p, int target, int sheet, double t1, quire_motion_at *motion, quire_touch_at *touches, void *user,
            struct quire_event_log *log)
{
    const struct quire_system *sys = p->state->system;
    const bool guide = target < sys->n_guide_view;
    double low = p->t, high = t1;
    const char *name = NULL;

    for (int k = 0; guide && k < sys->n_guide; k++) {
        name = sys->guide[k].view == target ? sys->guide[k].name : name;
    }
    for (int k = 0; k < BISECTIONS && high - low > 1e-6; k++) {
        const double middle = 0.5 * (low + high);
        if (touches(user, middle, target, sheet)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    struct quire_event event = quire_event_at(high, "touch", guide ? name : sys->roller[target - sys->n_guide_view].name);
    const struct quire_sheet_view *s = motion(user, high)->sheet + sheet;
    event.sheet = s->name;
    event.x = s->lead.x;
    event.y = s->lead.y;
    event.path_distance = s->lead.path_distance;
    event.detail = "first touch; place of the lead edge";
    return quire_event_log_add(log, &event);
}

quire_status
quire_passages_look(struct quire_passages *p, double t1, quire_motion_at *motion, quire_touch_at *touches, void *user,
                    struct quire_event_log *log)
{
    const struct quire_system *sys = p->state->system;
    const size_t n = pairs(sys);
    quire_status status = QUIRE_OK;

    memcpy(p->touching, p->state->touched, n); /* locating looks at other times */
    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        if (p->touching[i] && !p->seen[i]) {
            p->seen[i] = 1;
            status = first_touch(p, (int)i / sys->n_sheet, (int)i % sys->n_sheet, t1, motion, touches, user, log);
        }
    }
    if (status == QUIRE_OK) {
        status = nip_passages(p, t1, motion, user, log);
    }
    p->t = t1;
    return status;
}
