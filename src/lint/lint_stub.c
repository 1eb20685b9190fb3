/* Where a sheet's leading edge would stub on a guide, by closed formulas, before any run.
 * doc/theory/stubs.md has the equations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body/nip.h"
#include "body/sheet.h"
#include "geometry/outline.h"
#include "lint/lint_lead_walk.h"
#include "lint/lint_rules.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "path/channels.h"
#include "text/amount.h"
#include "text/number.h"

#define STEP 2.5e-4 /* along the leading edge's way [m] */
/* w L^3 / B beyond which the formulas of small deflections end */
#define MOST_SAG    2.0
#define RIGHT_ANGLE 1.57079632679489662
#define DEGREES     (90 / RIGHT_ANGLE)
#define MOST_WAYS   64    /* in which gates stand together */
#define TRAIL       64    /* steps of its way that a sheet's lead end follows */
#define NEAR        10e-3 /* guides that lead a sheet [m] */

/* The gates of a machine: where each can stand, and where it does (n_gate). */
struct gates {
    struct quire_positions *can;
    struct quire_gate_pose *pose;
    int ways; /* in how many they can stand together */
};

/* The leading edge on its way. */
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
    double trail[TRAIL][2];               /* where its leading edge was */
    int at;                               /* how often it has been noted there */
    int nip;                              /* the last nip that it has passed; -1: none */
    double hint;                          /* its distance along the path [m] */
    double left;                          /* and so far left of it [m] */
    const struct quire_object *behind[2]; /* what it was led by last, and before; NULL: nothing */
};

static const struct quire_start_params *
start_of(const struct quire_sheet *s)
{
    return quire_object_child_of(s->object, &quire_kind_start)->params;
}

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
come_by(struct walk *w, const struct quire_object *part)
{
    if (w->behind[0] != part) {
        w->behind[1] = w->behind[0];
        w->behind[0] = part;
    }
}

static void
set_free(struct walk *w, const double at[2], const double along[2])
{
    memcpy(w->from, at, sizeof w->from);
    memcpy(w->along, along, sizeof w->along);
    w->free = 0;
}

/* ---- the warning ---- */

/* ", coming from guide 'plate',": the part before. */
static const char *
coming_from(const struct walk *w, const struct quire_object *part, char out[160])
{
    const struct quire_object *behind = w->behind[w->behind[0] == part];
    char label[120];

    out[0] = '\0';
    if (behind != NULL) {
        quire_number_format(out, 160, ", coming from %s,",
                            quire_object_label(behind, label, sizeof label));
    }
    return out;
}

static void
warn(const struct walk *w, const struct quire_lead_meeting *m, const struct quire_lead_verdict *v,
     quire_diag *diag)
{
    const double steepest = 90 - quire_atan2(v->friction, 1) * DEGREES;
    char why[200], hint[160], from[160];

    if (v->locks && isfinite(v->rise)) {
        quire_number_format(why, sizeof why,
                            "with friction %s it slides off at up to %.0f deg only, and the "
                            "surface is steeper over %s mm",
                            QUIRE_AMOUNT(v->friction), steepest, QUIRE_AMOUNT(1e3 * v->rise));
    } else if (v->locks) {
        quire_number_format(why, sizeof why,
                            "with friction %s it slides off at up to %.0f deg only",
                            QUIRE_AMOUNT(v->friction), steepest);
    } else {
        quire_number_format(
            why, sizeof why, "to deflect it takes %s, but the nips behind it push with at most %s",
            QUIRE_AMOUNT_FORCE(v->needed, v->push), QUIRE_AMOUNT_FORCE(v->push, v->needed));
    }
    quire_number_format(
        hint, sizeof hint,
        m->roller  ? "guide the sheet past it, or to a less steep part"
        : m->end   ? "move that end out of the way, or give it a mouth"
        : v->locks ? "make the surface less steep than %.0f deg there, or guide the sheet past it"
                   : "increase load or friction of the nips or the free length before it, or make "
                     "the surface less steep than %.0f deg",
        v->locks ? steepest : 0.5 * m->angle * DEGREES);
    quire_object_warning(m->object, diag, "W-STUB", hint,
                         "the leading edge of sheet '%s'%s would meet %s%s at %.0f deg, %s mm "
                         "along its path (%s mm, %s mm), and stub%s: %s",
                         w->s->object->name, coming_from(w, m->object, from),
                         m->end ? "the end of " : "", m->name, m->angle * DEGREES,
                         QUIRE_AMOUNT_PLACE(w->hint), QUIRE_AMOUNT_PLACE(m->foot[0]),
                         QUIRE_AMOUNT_PLACE(m->foot[1]),
                         w->gates->ways > 1 ? ", in every position of the gates" : "", why);
}

static void
warn_of_channel(const struct walk *w, const struct quire_object *channel, quire_diag *diag)
{
    const struct quire_channel_params *c = channel->params;
    char from[160];

    quire_object_warning(
        channel, diag, "W-STUB",
        "widen its mouth, or bring what leads the sheet to it and the mouth nearer to each other",
        "the leading edge of sheet '%s'%s would pass outside of channel '%s'%s: where that begins, "
        "%s mm along its path, the edge is %s mm to the %s, and the mouth is open to %s mm only",
        w->s->object->name, coming_from(w, channel, from), c->name,
        w->gates->ways > 1 ? ", in every position of the gates" : "", QUIRE_AMOUNT_PLACE(c->from),
        QUIRE_AMOUNT(1e3 * fabs(w->left)), w->left > 0 ? "left" : "right",
        QUIRE_AMOUNT(1e3 * quire_channel_half(c)));
}

/* ---- the way ---- */

/* Who hears of what. `before`: what another sheet stubs on, which is not told again. NULL: nobody.
 */
struct audience {
    quire_diag *diag;
    const struct quire_object *before;
    const struct quire_lead_watch *watch;
};

static void
tell_reached(const struct walk *w, const struct audience *audience, const struct quire_object *part)
{
    const double load = w->weight[1] * w->along[0] - w->weight[0] * w->along[1];

    if (audience->watch != NULL) {
        audience->watch->reaches(audience->watch->user, w->sheet, part, w->hint, w->free,
                                 fabs(load) * w->free * w->free * w->free / w->stiffness);
    }
}

/* Takes the leading edge into a nip that it has come to. */
static void
enter_nips(struct walk *w, double before, const struct audience *audience)
{
    for (int k = 0; k < w->sys->n_nip; k++) {
        const struct quire_nip *nip = w->sys->nip + k;
        if (nip->path == w->s->path && nip->path_distance > before &&
            nip->path_distance <= w->hint) {
            double at[2], along[2];
            tell_reached(w, audience, nip->object);
            quire_outline_at(nip->path, nip->path_distance, at, along);
            set_free(w, at, along);
            straighten(w, at, along);
            w->hint = nip->path_distance;
            w->nip = k;
            come_by(w, nip->object);
            reach(w, 0);
        }
    }
}

/* The surface that it met turns it aside: it goes on half its thickness from it, and the sheet
 * behind it on its trail. */
static void
slide(struct walk *w, const struct quire_lead_meeting *m, const struct quire_lead_verdict *v)
{
    const double *old = w->trail[w->at % TRAIL];
    const double across[2] = {-v->side * w->heading[1], v->side * w->heading[0]};
    double at[2], along[2];

    for (int k = 0; k < 2; k++) {
        at[k] = v->hops ? m->foot[k] + (v->rise + w->s->half) * across[k]
                        : m->foot[k] + w->s->half * m->normal[k];
        along[k] = at[k] - old[k];
    }
    const double length = sqrt(along[0] * along[0] + along[1] * along[1]);
    along[0] /= length;
    along[1] /= length;
    set_free(w, at, along);
    come_by(w, m->object);
}

/* The channel of its path that it comes to; NULL: none. */
static const struct quire_object *
next_channel(const struct walk *w, double before)
{
    const struct quire_object *channel;
    const struct quire_channel_params *widest =
        quire_channel_at(w->sys->model->root, start_of(w->s)->path, w->hint);

    for (size_t i = 0;
         widest != NULL && widest->from > before &&
         (channel = quire_object_next_of(w->sys->model->root, &quire_kind_channel, &i)) != NULL;) {
        if (channel->params == widest) {
            return channel;
        }
    }
    return NULL;
}

/* Whether it passes by a channel outside of its walls. */
static bool
passes_outside(const struct walk *w, const struct quire_object *channel)
{
    return fabs(w->left) > quire_channel_half(channel->params);
}

static struct quire_lead_verdict
judge(const struct walk *w, const struct quire_lead_meeting *m)
{
    return quire_lint_judge(&(struct quire_lead_edge){.sys = w->sys,
                                                      .sheet = w->sheet,
                                                      .s = w->s,
                                                      .way = w->way,
                                                      .stiffness = w->stiffness,
                                                      .heading = {w->heading[0], w->heading[1]},
                                                      .nip = w->nip,
                                                      .hint = w->hint},
                            m);
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
        come_by(w, w->sys->nip[w->nip].object);
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

/* Where a leading edge stubs; object NULL: nowhere that is known. */
struct stub {
    const struct quire_object *object;
    double place; /* along its path [m] */
};

static struct stub
walk_sheet(const struct quire_lead_way *way, const struct gates *gates,
           const struct audience *audience)
{
    quire_diag *diag = audience->diag;
    const struct quire_object *before = audience->before;

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

    begin(&w);
    reach(&w, w.free);
    for (double gone = 0; gone < s->path->length && w.hint < s->path->length; gone += STEP) {
        const double last[2] = {w.tip[0], w.tip[1]}, place = w.hint;
        struct quire_lead_meeting m;
        if (!reach(&w, w.free + STEP)) {
            if (!is_led(&w)) {
                tell_reached(&w, audience, NULL);
                break; /* it hangs: nothing can be said of where */
            }
            set_free(&w, w.tip, w.heading);
        }
        quire_outline_project(s->path, w.tip, w.hint, &w.hint, &w.left);
        if (w.hint < place - 2 * STEP) {
            break; /* it has left its path, which comes by here again */
        }
        const bool meets = quire_lint_meet(way, last, w.tip, w.heading, &m);
        if (meets || quire_lint_graze(way, w.tip, w.heading, 0.25 * RIGHT_ANGLE, &m)) {
            if (m.gate >= 0 && gates->can[m.gate].n == 0) {
                break; /* it may be anywhere when the sheet comes, and be pushed aside */
            }
            const struct quire_lead_verdict v = judge(&w, &m);
            if (audience->watch != NULL) {
                audience->watch->meets(audience->watch->user, w.sheet, &m, &v);
                tell_reached(&w, audience, m.object);
            }
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
        enter_nips(&w, place, audience);
        const struct quire_object *channel = next_channel(&w, place);
        if (channel != NULL && audience->watch != NULL) {
            audience->watch->enters(audience->watch->user, w.sheet, channel, fabs(w.left));
        }
        if (channel != NULL && passes_outside(&w, channel)) {
            if (channel != before && diag != NULL) {
                warn_of_channel(&w, channel, diag);
            }
            return (struct stub){channel, w.hint};
        }
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
find_stub(const struct quire_lead_way *way, struct gates *gates, const struct audience *audience)
{
    static const struct audience nobody = {0};
    struct stub farthest = {NULL, -HUGE_VAL};
    int which = 0;

    for (int k = 0; k < gates->ways; k++) {
        stand(way->sys, gates, k);
        const struct stub stub = walk_sheet(way, gates, &nobody);
        if (stub.object == NULL) {
            if (audience->watch != NULL) {
                walk_sheet(way, gates, audience);
            }
            return NULL;
        }
        if (stub.place > farthest.place) {
            farthest = stub;
            which = k;
        }
    }
    stand(way->sys, gates, which);
    walk_sheet(way, gates, audience);
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

/* Whether the leading edges of two sheets go the same way: all that walk_sheet() looks at is the
 * same then, as it is of the sheets of a stream. */
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

/* Goes with all leading edges. False when memory runs out. */
static bool
walk_all(const struct quire_system *sys, struct audience *audience)
{
    const size_t n = (size_t)sys->n_gate + 1;
    struct gates gates = {.pose = calloc(n, sizeof *gates.pose),
                          .can = calloc(n, sizeof *gates.can)};
    bool starved = true;

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
                const struct quire_object *on = find_stub(&way, &gates, audience);
                audience->before = on != NULL ? on : audience->before;
                last = k;
            }
        }
        starved = solids == NULL;
        quire_lint_solids_done(solids, way.n);
    }
    free(gates.pose);
    free(gates.can);
    return !starved;
}

void
quire_lint_find_stubs(const struct quire_system *sys, quire_diag *diag)
{
    if (!walk_all(sys, &(struct audience){.diag = diag})) {
        quire_diag_memory_error(diag);
    }
}

bool
quire_lint_walk(const struct quire_system *sys, const struct quire_lead_watch *watch)
{
    return walk_all(sys, &(struct audience){.watch = watch});
}
