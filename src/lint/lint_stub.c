/* Where a sheet's lead edge would stub on a guide, by closed formulas, before any run.
 * doc/theory/stubs.md has the equations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/nip.h"
#include "body/sheet.h"
#include "geometry/outline.h"
#include "lint/lint_lead_edge.h"
#include "lint/lint_rules.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "text/number.h"

#define STEP 2.5e-4 /* along the lead edge's way [m] */
/* w L^3 / B beyond which the formulas of small deflections end */
#define MOST_SAG    2.0
#define RIGHT_ANGLE 1.57079632679489662
#define DEGREES     (90 / RIGHT_ANGLE)
#define MOST_WAYS   64                  /* in which gates stand together */
#define FLAT        0.17453292519943295 /* below 10 deg no guide is in the way [rad] */
#define TRAIL       64                  /* steps of its way that a sheet's lead end follows */
#define IDLE        0.14 /* friction at which the edge is held by rollers that idle */
#define CARRIED     0.7  /* of the depth to which its push presses the edge in */
/* slope of the thrust line over room sqrt(P/B): of a strut that is pinned, and of one that is
 * clamped where the edge lies in a corner */
#define FOLD_PINNED     0.3183098861837907
#define FOLD_CLAMPED    (1 / 4.493409457909064)
#define SLENDER         1.1  /* room sqrt(P/B) from which a fold gets out of a corner, */
#define SLENDER_LEANING 0.7  /* and carries the edge up a face of less than */
#define SLENDER_PINNED  0.35 /* beside one, */
#define LEANS           1.3962634015954636 /* 80 deg [rad] */
#define ALONG           0.1    /* slope at which other sheets are carried far along it */
#define RIGHT_BEFORE    0.3e-3 /* a face [m] */
#define FAR_ALONG       5e-3   /* [m] */
#define NEAR            10e-3  /* guides that lead a sheet [m] */
#define MOST_ROOM       4e-3   /* and it is no higher than this [m] */

/* The gates of a machine: where each can stand, and where it does (n_gate). */
struct gates {
    struct quire_positions *can;
    struct quire_gate_pose *pose;
    int ways; /* in how many they can stand together */
};

/* The lead edge on its way. */
struct walk {
    const struct quire_system *sys;
    int sheet;
    const struct quire_sheet *s;
    double stiffness, weight[2]; /* [N m^2]; per length [N/m] */
    double from[2], along[2];    /* where it came free last, and the sheet's direction there */
    double free;                 /* how far it is from there [m] */
    double tip[2], heading[2];
    const struct gates *gates;
    const struct quire_lead_way *way;
    double trail[TRAIL][2]; /* where its lead edge was */
    int at;                 /* how often it has been noted there */
    int nip;                /* the last nip that it has passed; -1: none */
    double hint;            /* its distance along the path [m] */
};

/* ---- the free end ---- */

/* A cantilever of length L with rest curvature k under its weight w: y = k L^2/2 + w L^4/8B, slope
 * k L + w L^3/6B. False where it hangs too far for that. */
static bool
reach(struct walk *w, double length)
{
    const double normal[2] = {-w->along[1], w->along[0]};
    const double load = w->weight[0] * normal[0] + w->weight[1] * normal[1],
                 curl = ((const struct quire_sheet_params *)w->s->object->params)->curl;
    const double sag = load * length * length * length / w->stiffness;
    const double aside = 0.5 * curl * length * length + sag * length / 8,
                 slope = curl * length + sag / 6;
    const double c = 1 / sqrt(1 + slope * slope);

    for (int k = 0; k < 2; k++) {
        w->tip[k] = w->from[k] + length * w->along[k] + aside * normal[k];
        w->heading[k] = c * (w->along[k] + slope * normal[k]);
    }
    w->free = length;
    return fabs(sag) <= MOST_SAG && fabs(curl * length) <= 1;
}

static void
note_trail(struct walk *w)
{
    memcpy(w->trail[w->at % TRAIL], w->tip, sizeof w->tip);
    w->at++;
}

/* The sheet lies straight behind a place. */
static void
straighten(struct walk *w, const double at[2], const double along[2])
{
    for (int k = 0; k < TRAIL; k++) {
        for (int d = 0; d < 2; d++) {
            w->trail[k][d] = at[d] - (TRAIL - k) * STEP * along[d];
        }
    }
    w->at = 0;
}

static void
set_free(struct walk *w, const double at[2], const double along[2])
{
    memcpy(w->from, at, sizeof w->from);
    memcpy(w->along, along, sizeof w->along);
    w->free = 0;
}

/* ---- what it meets ---- */

/* Largest friction over normal force of the law, where a sheet's end touches. */
static double
friction_of(const struct quire_system *sys, int law, double *vertex)
{
    const struct quire_contact_law *l = law >= 0 ? sys->law + law : NULL;
    if (l == NULL || l->friction == NULL) {
        return 0;
    }
    static const double states[QUIRE_LAW_STATES] = {0};
    static const struct quire_law_memory fresh = {0};
    struct quire_friction_out out = {0};
    *vertex = l->vertex;
    l->friction->eval(
        l->friction_data,
        &(struct quire_friction_in){
            .slip = 1e-2, .normal = 1, .factor = 1, .state = states, .memory = &fresh},
        &out);
    return out.limit;
}

static double
friction_at(const struct walk *w, const int *law)
{
    double most = 0;
    for (int face = 0; face < 2; face++) {
        double vertex = 1;
        most = fmax(most, friction_of(w->sys, law[2 * w->sheet + face], &vertex) * vertex);
    }
    return most;
}

/* What the drives of the nips behind the lead edge can push with [N]. */
static double
grip_behind(const struct walk *w)
{
    double grip = 0;
    for (int k = 0; k < w->sys->n_nip; k++) {
        const struct quire_nip *nip = w->sys->nip + k;
        if (nip->path == w->s->path && nip->path_distance < w->hint &&
            nip->path_distance > w->hint - w->s->length) {
            grip += ((const struct quire_nip_params *)nip->object->params)->load *
                    friction_at(w, w->sys->roller[nip->driver].law);
        }
    }
    return grip;
}

/* ---- the criterion ---- */

/* What is known of a meeting. */
struct verdict {
    double friction; /* coefficient; < 0: it draws the edge along */
    double sum;      /* the angle with that of friction [rad] */
    double push;     /* of the nips behind [N] */
    double rise;     /* over which it is locked [m] */
    double carried; /* a rise over which the edge is carried by what presses it into the face [m] */
    double room;    /* beyond the rise [m] */
    double side;    /* on which it gets past: +1 left of its heading, -1 right */
    double needed;  /* to turn it aside where it is not locked [N] */
    bool locks, stubs;
};

/* How deep a force presses the edge into a surface [m]. */
static double
depth_under(const struct walk *w, const int *law, double force)
{
    double most = 0;

    for (int face = 0; face < 2; face++) {
        const int k = law[2 * w->sheet + face];
        const struct quire_contact_law *l = k >= 0 ? w->sys->law + k : NULL;
        if (l == NULL || l->normal->n_state > 0 || l->normal->n_mode > 0) {
            continue;
        }
        static const struct quire_law_memory fresh = {0};
        double low = 0, high = 2e-3;
        for (int i = 0; i < 30; i++) {
            struct quire_normal_out out = {0};
            const double middle = 0.5 * (low + high);
            l->normal->eval(l->normal_data,
                            &(struct quire_normal_in){.overlap = middle, .memory = &fresh}, &out);
            *(out.force > force ? &high : &low) = middle;
        }
        most = fmax(most, low);
    }
    return most;
}

static double
rise_on(const struct walk *w, const struct quire_lead_meeting *m, double steep, double side)
{
    if (!m->roller) {
        return quire_lint_rise(w->way, m, w->heading, steep, side);
    }
    const double left = side * (w->heading[0] * m->normal[1] - w->heading[1] * m->normal[0]);
    return m->radius * fmax(quire_cos(steep) - left, 0);
}

/* How much room there is beside the sheet's lead end [m]. */
static double
room_on(const struct walk *w, const struct quire_lead_meeting *m, double side)
{
    static const double behind[] = {0.5e-3, 2e-3, 4e-3};
    const double across[2] = {-side * w->heading[1], side * w->heading[0]};
    double room = HUGE_VAL;

    for (int k = 0; k < 3; k++) {
        const double from[2] = {m->foot[0] - behind[k] * w->heading[0],
                                m->foot[1] - behind[k] * w->heading[1]};
        room = fmin(room, quire_lint_room(w->way, from, across, 20e-3));
    }
    return room;
}

/* Whether the edge rests on something right before the face, and can not dip there. */
static bool
is_in_corner(const struct walk *w, const struct quire_lead_meeting *m, double side)
{
    const double across[2] = {side * w->heading[1], -side * w->heading[0]};
    const double from[2] = {m->foot[0] - RIGHT_BEFORE * w->heading[0],
                            m->foot[1] - RIGHT_BEFORE * w->heading[1]};
    const double most = w->s->half + RIGHT_BEFORE;

    return quire_lint_room(w->way, from, across, most) <= most;
}

/* Whether the way has turned by more than 60 deg behind the last nip: the sheet lies along the
 * outer wall there, and its folds lean against that. */
static bool
has_turned(const struct walk *w)
{
    double at[2], along[2];

    if (w->nip < 0) {
        return false;
    }
    quire_outline_at(w->s->path, w->sys->nip[w->nip].path_distance, at, along);
    return along[0] * w->heading[0] + along[1] * w->heading[1] < 0.5;
}

/* Whether the sheet's fold, from the far wall down to the edge, thrusts at it so steeply that it
 * slips along the face. */
static bool
fold_lifts(const struct walk *w, const struct quire_lead_meeting *m, const struct verdict *v)
{
    const double fold = fmin(v->room, MOST_ROOM) * sqrt(v->push / w->stiffness),
                 needed = quire_sin(v->sum - RIGHT_ANGLE) / quire_cos(v->sum - RIGHT_ANGLE);

    if (m->angle < LEANS && fold >= SLENDER_LEANING) {
        return true;
    }
    if (v->rise > FAR_ALONG) {
        return m->angle < LEANS && needed <= ALONG;
    }
    if (!isfinite(v->room)) {
        return false; /* there is nothing from which it could thrust */
    }
    if (is_in_corner(w, m, v->side)) {
        return !has_turned(w) && fold >= SLENDER && needed <= fold * FOLD_CLAMPED;
    }
    return fold >= SLENDER_PINNED && needed <= fold * FOLD_PINNED;
}

static struct verdict
judge(const struct walk *w, const struct quire_lead_meeting *m)
{
    const double mu = !m->turns || m->draws ? friction_at(w, m->law) * (m->turns ? -1 : 1) : IDLE,
                 phi = quire_atan2(mu, 1);
    struct verdict v = {.friction = mu, .sum = m->angle + phi, .push = grip_behind(w)};
    const double left = w->heading[0] * m->normal[1] - w->heading[1] * m->normal[0];
    double side = left < 0 ? -1 : 1;

    v.locks = v.sum >= RIGHT_ANGLE - 1e-9;
    v.side = side;
    if (v.locks) {
        v.rise = HUGE_VAL;
        for (int k = 0; k < 2; k++, side = -side) {
            const double rise = rise_on(w, m, RIGHT_ANGLE - phi, side), room = room_on(w, m, side);
            if (rise < v.rise && room >= rise + w->s->half) {
                v.rise = rise;
                v.room = room - rise;
                v.side = side;
            }
        }
        v.carried = CARRIED * depth_under(w, m->law, v.push);
        v.stubs = v.rise > v.carried && !fold_lifts(w, m, &v);
    } else if (!m->roller && w->nip >= 0) {
        const double length = fmax(w->hint - w->sys->nip[w->nip].path_distance, w->s->chain.h),
                     rise = rise_on(w, m, FLAT, side);
        const double aside = fmin(2 * w->stiffness * m->angle / (length * length),
                                  3 * w->stiffness * rise / (length * length * length));
        v.needed = aside * quire_sin(v.sum) / quire_cos(v.sum);
        v.stubs = v.push > 0 && v.needed > v.push;
    }
    return v;
}

static void
warn(const struct walk *w, const struct quire_lead_meeting *m, const struct verdict *v,
     quire_diag *diag)
{
    const double steepest = 90 - quire_atan2(v->friction, 1) * DEGREES;
    char why[200], hint[160];

    if (v->locks) {
        quire_number_format(why, sizeof why,
                            "with friction %.3g there it glides off up to %.0f deg only",
                            v->friction, steepest);
    } else {
        quire_number_format(
            why, sizeof why,
            "to turn it aside takes %.2g N, and the nips behind it push with %.2g N at most",
            v->needed, v->push);
    }
    quire_number_format(
        hint, sizeof hint,
        m->roller  ? "lead the sheet past it, or to where it stands less steep"
        : m->end   ? "move that end out of the way, or give it a mouth"
        : v->locks ? "turn the surface to less than %.0f deg there, or lead the sheet past it"
                   : "more load or grip on the nips, a longer free way up to it, or a surface of "
                     "less than %.0f deg",
        v->locks ? steepest : 0.5 * m->angle * DEGREES);
    quire_object_warning(m->object, diag, "W-STUB", hint,
                         "the lead edge of sheet '%s' would meet %s%s at %.0f deg, %.4g mm along "
                         "its path (%.4g mm, %.4g mm), and stub%s: %s",
                         w->s->object->name, m->end ? "the end of " : "", m->name,
                         m->angle * DEGREES, 1e3 * w->hint, 1e3 * m->foot[0], 1e3 * m->foot[1],
                         w->gates->ways > 1 ? ", wherever the gates stand" : "", why);
}

/* ---- the way ---- */

/* Takes the lead edge into a nip that it has come to. */
static void
enter_nips(struct walk *w, double before)
{
    for (int k = 0; k < w->sys->n_nip; k++) {
        const struct quire_nip *nip = w->sys->nip + k;
        if (nip->path == w->s->path && nip->path_distance > before &&
            nip->path_distance <= w->hint) {
            double at[2], along[2];
            quire_outline_at(nip->path, nip->path_distance, at, along);
            set_free(w, at, along);
            straighten(w, at, along);
            w->hint = nip->path_distance;
            w->nip = k;
            reach(w, 0);
        }
    }
}

/* The surface that it met turns it aside: it goes on half its thickness from it, and the sheet
 * behind it on its trail. */
static void
slide(struct walk *w, const struct quire_lead_meeting *m, const struct verdict *v)
{
    const double *old = w->trail[w->at % TRAIL];
    const double across[2] = {-v->side * w->heading[1], v->side * w->heading[0]};
    double at[2], along[2];

    for (int k = 0; k < 2; k++) {
        at[k] = v->locks ? m->foot[k] + (v->rise + w->s->half) * across[k]
                         : m->foot[k] + w->s->half * m->normal[k];
        along[k] = at[k] - old[k];
    }
    const double length = sqrt(along[0] * along[0] + along[1] * along[1]);
    along[0] /= length;
    along[1] /= length;
    set_free(w, at, along);
}

/* It starts from the last nip behind it, or as it lies. */
static void
begin(struct walk *w)
{
    const struct quire_sheet *s = w->s;
    const int n = s->chain.n;
    const double start[2] = {s->start_x[n], s->start_y[n]};
    const double dx = start[0] - s->start_x[n - 1], dy = start[1] - s->start_y[n - 1],
                 h = sqrt(dx * dx + dy * dy);

    w->hint =
        ((const struct quire_start_params *)quire_object_child_of(s->object, &quire_kind_start)
             ->params)
            ->lead;
    w->nip = -1;
    for (int k = 0; k < w->sys->n_nip; k++) {
        const struct quire_nip *nip = w->sys->nip + k;
        const bool nearer = w->nip < 0 || nip->path_distance > w->sys->nip[w->nip].path_distance;
        w->nip = nip->path == s->path && nip->path_distance <= w->hint && nearer ? k : w->nip;
    }
    set_free(w, start, (const double[]){dx / h, dy / h});
    straighten(w, w->from, w->along);
    if (w->nip >= 0) {
        double at[2], along[2];
        quire_outline_at(s->path, w->sys->nip[w->nip].path_distance, at, along);
        set_free(w, at, along);
        straighten(w, at, along);
        w->free = w->hint - w->sys->nip[w->nip].path_distance;
    }
}

/* Whether guides on both sides keep it near to its way. */
static bool
is_led(const struct walk *w)
{
    const double left[2] = {-w->heading[1], w->heading[0]},
                 right[2] = {w->heading[1], -w->heading[0]};

    return quire_lint_room(w->way, w->tip, left, NEAR) <= NEAR &&
           quire_lint_room(w->way, w->tip, right, NEAR) <= NEAR;
}

/* Where a lead edge stubs; object NULL: nowhere that is known. */
struct stub {
    const struct quire_object *object;
    double place; /* along its path [m] */
};

/* `before`: what another sheet stubs on, which is not told again. */
static struct stub
walk_sheet(const struct quire_lead_way *way, const struct gates *gates,
           const struct quire_object *before, quire_diag *diag)
{
    const struct quire_system *sys = way->sys;
    const struct quire_sheet *s = sys->sheet + way->sheet;
    const double per_length = s->grammage * s->width;
    struct walk w = {.sys = sys,
                     .sheet = way->sheet,
                     .s = s,
                     .gates = gates,
                     .way = way,
                     .stiffness = s->chain.kb * s->chain.h,
                     .weight = {per_length * sys->gravity[0], per_length * sys->gravity[1]}};
    double left;

    begin(&w);
    reach(&w, w.free);
    for (double gone = 0; gone < s->path->length && w.hint < s->path->length; gone += STEP) {
        const double last[2] = {w.tip[0], w.tip[1]}, place = w.hint;
        struct quire_lead_meeting m;
        if (!reach(&w, w.free + STEP)) {
            if (!is_led(&w)) {
                break; /* it hangs: nothing can be said of where */
            }
            set_free(&w, w.tip, w.heading);
        }
        quire_outline_project(s->path, w.tip, w.hint, &w.hint, &left);
        if (w.hint < place - 2 * STEP) {
            break; /* it has left its path, which comes by here again */
        }
        const bool meets = quire_lint_meet(way, last, w.tip, w.heading, &m);
        if (meets || quire_lint_graze(way, w.tip, w.heading, 0.25 * RIGHT_ANGLE, &m)) {
            if (m.gate >= 0 && gates->can[m.gate].n == 0) {
                break; /* it may be anywhere when the sheet comes, and be pushed aside */
            }
            const struct verdict v = m.angle < FLAT ? (struct verdict){.side = 1} : judge(&w, &m);
            if (v.stubs) {
                if (m.object != before && diag != NULL) {
                    warn(&w, &m, &v, diag);
                }
                return (struct stub){m.object, w.hint};
            }
            slide(&w, &m, &v);
            reach(&w, 0);
        }
        note_trail(&w);
        enter_nips(&w, place);
    }
    return (struct stub){NULL, w.hint};
}

/* ---- gates ---- */

/* Stands the gates in one of all ways in which they can stand. */
static void
stand(const struct quire_system *sys, struct gates *gates, int which)
{
    for (int g = 0; g < sys->n_gate; g++) {
        const struct quire_positions *can = gates->can + g;
        const double way = can->n > 0 ? can->way[which % can->n] : 0;
        which /= can->n > 0 ? can->n : 1;
        gates->pose[g] = (struct quire_gate_pose){.way = way,
                                                  .cos = sys->gate[g].turns ? quire_cos(way) : 1,
                                                  .sin = sys->gate[g].turns ? quire_sin(way) : 0};
    }
}

/* In how many ways they can stand together. Where these are too many, nothing is known of them. */
static void
look_at_gates(const struct quire_system *sys, struct gates *gates)
{
    gates->ways = 1;
    for (int g = 0; g < sys->n_gate; g++) {
        gates->can[g] = quire_lint_positions(sys, g);
        gates->ways *= gates->ways <= MOST_WAYS && gates->can[g].n > 0 ? gates->can[g].n : 1;
    }
    for (int g = 0; g < sys->n_gate && gates->ways > MOST_WAYS; g++) {
        gates->can[g].n = 0;
    }
    gates->ways = gates->ways > MOST_WAYS ? 1 : gates->ways;
}

/* A sheet stubs if it does wherever the gates stand: told is where it comes farthest. */
static const struct quire_object *
find_stub(const struct quire_lead_way *way, struct gates *gates, const struct quire_object *before,
          quire_diag *diag)
{
    struct stub farthest = {NULL, -HUGE_VAL};
    int which = 0;

    for (int k = 0; k < gates->ways; k++) {
        stand(way->sys, gates, k);
        const struct stub stub = walk_sheet(way, gates, before, NULL);
        if (stub.object == NULL) {
            return NULL;
        }
        if (stub.place > farthest.place) {
            farthest = stub;
            which = k;
        }
    }
    stand(way->sys, gates, which);
    walk_sheet(way, gates, before, diag);
    return farthest.object;
}

/* ---- sheets ---- */

static bool
laws_alike(const struct quire_system *sys, int a, int b)
{
    const size_t both = 2 * sizeof(int);

    for (int g = 0; g < sys->n_guide; g++) {
        if (memcmp(sys->guide[g].law + 2 * a, sys->guide[g].law + 2 * b, both) != 0) {
            return false;
        }
    }
    for (int r = 0; r < sys->n_roller; r++) {
        if (memcmp(sys->roller[r].law + 2 * a, sys->roller[r].law + 2 * b, both) != 0) {
            return false;
        }
    }
    return true;
}

static const struct quire_start_params *
start_of(const struct quire_sheet *s)
{
    return quire_object_child_of(s->object, &quire_kind_start)->params;
}

/* Whether the lead edges of two sheets go the same way: all that walk_sheet() looks at is the same
 * then, as it is of the sheets of a stream. */
static bool
walk_alike(const struct quire_system *sys, int a, int b)
{
    const struct quire_sheet *one = sys->sheet + a, *other = sys->sheet + b;
    const struct quire_sheet_params *p = one->object->params, *q = other->object->params;
    const int n = one->chain.n;
    const double of_one[] = {one->length, one->width,          one->grammage,
                             one->half,   one->chain.kb,       one->chain.h,
                             p->curl,     start_of(one)->lead, start_of(one)->across},
                 of_other[] = {other->length, other->width,          other->grammage,
                               other->half,   other->chain.kb,       other->chain.h,
                               q->curl,       start_of(other)->lead, start_of(other)->across};
    const size_t end = 2 * sizeof(double); /* of the last two nodes */

    return one->path == other->path && n == other->chain.n &&
           memcmp(of_one, of_other, sizeof of_one) == 0 &&
           memcmp(one->start_x + n - 1, other->start_x + n - 1, end) == 0 &&
           memcmp(one->start_y + n - 1, other->start_y + n - 1, end) == 0 && laws_alike(sys, a, b);
}

void
quire_lint_find_stubs(const struct quire_system *sys, quire_diag *diag)
{
    const struct quire_object *told = NULL;
    const size_t n = (size_t)sys->n_gate + 1;
    struct gates gates = {.pose = calloc(n, sizeof *gates.pose),
                          .can = calloc(n, sizeof *gates.can)};

    if (gates.pose != NULL && gates.can != NULL) {
        int last = -1; /* the last sheet that was checked; equal ones are not checked again */
        struct quire_lead_way way = {.sys = sys, .pose = gates.pose};
        struct quire_lead_solid *solids = quire_lint_solids(sys, &way.n);
        way.solid = solids;
        look_at_gates(sys, &gates);
        for (int k = 0; solids != NULL && k < sys->n_sheet; k++) {
            const struct quire_sheet *s = sys->sheet + k;
            if (s->path != NULL && s->chain.n > 1 && s->chain.kb > 0 &&
                (last < 0 || !walk_alike(sys, last, k))) {
                way.sheet = k;
                const struct quire_object *on = find_stub(&way, &gates, told, diag);
                told = on != NULL ? on : told;
                last = k;
            }
        }
        quire_lint_solids_done(solids, way.n);
    }
    free(gates.pose);
    free(gates.can);
}
