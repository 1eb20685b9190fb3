/* What lets guides move. */

#include "compile/compile.h"
#include "model/problem.h"
#include "motion/flap_motion.h"
#include "path/gate.h"

/* half a swing against a stop whose stiffness is not given: a bounce, which is slower out than in,
 * takes about 1 ms [s] */
#define BOUNCE       0.6e-3
#define PRESSED_TURN 1e-3 /* and how far springs and weight press a gate into it at most [rad], */
#define PRESSED_WAY  1e-5 /* [m] */
#define PI           3.14159265358979323846

static bool
moves(enum quire_drive_quantity quantity, bool turns)
{
    return turns ? quantity == QUIRE_DRIVE_ANGLE || quantity == QUIRE_DRIVE_SHAFT_SPEED
                 : quantity == QUIRE_DRIVE_STROKE || quantity == QUIRE_DRIVE_SPEED;
}

static void
refuse(struct quire_compile *c, const struct quire_object *object, const char *hint,
       const char *what)
{
    c->status = quire_status_first(
        c->status, quire_object_error(object, c->diag, "E-MODEL", hint, "%s", what));
}

int
quire_compile_gate(struct quire_compile *c, const struct quire_object *guide)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *pivot = quire_object_child_of(guide, &quire_kind_gate_pivot),
                              *object = pivot != NULL
                                            ? pivot
                                            : quire_object_child_of(guide, &quire_kind_gate_slide);

    if (object == NULL) {
        return -1;
    }
    const struct quire_gate_params *p = object->params;
    struct quire_gate *gate = sys->gate + sys->n_gate;
    *gate = (struct quire_gate){.object = object,
                                .name = guide->name,
                                .turns = pivot != NULL,
                                .at = {p->at[0], p->at[1]},
                                .drive = quire_drive_index(sys, p->drive),
                                .small = -1};
    if (!gate->turns) {
        const double length = sqrt(p->at[0] * p->at[0] + p->at[1] * p->at[1]);
        gate->at[0] /= length;
        gate->at[1] /= length;
    }
    if (gate->drive >= 0 && !moves(sys->drive[gate->drive].quantity, gate->turns)) {
        refuse(c, object,
               gate->turns ? "give the drive by 'angle' or 'shaft-speed'"
                           : "give the drive by 'stroke' or 'speed'",
               gate->turns ? "its drive gives no angle for its pivot"
                           : "its drive gives no stroke along its slide");
    }
    return sys->n_gate++;
}

/* ---- gates that springs hold ---- */

/* the largest moment with which springs and weight press it into its stops */
static double
pressing(const struct quire_flap_motion *f)
{
    const double *w = f->weight, *r = f->arm,
                 turning = sqrt((w[0] * w[0] + w[1] * w[1]) * (r[0] * r[0] + r[1] * r[1]));
    const double least = isfinite(f->least) ? fabs(f->least - f->rest) : 0,
                 most = isfinite(f->most) ? fabs(f->most - f->rest) : 0;

    return fabs(f->preload) + (f->turns ? turning : fabs(f->load)) +
           f->stiffness * fmax(least, most);
}

static struct quire_flap_motion *
compile_motion(struct quire_compile *c, const struct quire_gate *gate)
{
    const struct quire_gate_params *p = gate->object->params;
    const double *g = c->sys->gravity;
    struct quire_flap_motion *f = quire_compile_get(c, 1, sizeof *f);

    if (f == NULL) {
        return NULL;
    }
    *f = (struct quire_flap_motion){.turns = gate->turns,
                                    .stiffness = p->stiffness,
                                    .rest = p->rest,
                                    .preload = p->preload,
                                    .damping = p->damping,
                                    .least = isnan(p->from) ? -HUGE_VAL : p->from,
                                    .most = isnan(p->to) ? HUGE_VAL : p->to,
                                    .stop_gain = quire_flap_stop_gain(p->restitution),
                                    .start = p->start,
                                    .scale = 1};
    for (int d = 0; gate->turns && !isnan(p->mass) && d < 2; d++) {
        f->weight[d] = p->mass * g[d];
        f->arm[d] = p->centre[d] - gate->at[d];
    }
    f->load = gate->turns ? 0 : p->mass * (gate->at[0] * g[0] + gate->at[1] * g[1]);
    f->inertia = !gate->turns ? p->mass
                 : isnan(p->inertia)
                     ? 4.0 / 3 * p->mass * (f->arm[0] * f->arm[0] + f->arm[1] * f->arm[1])
                     : p->inertia;
    f->stop_stiffness = fmax(f->inertia * (PI / BOUNCE) * (PI / BOUNCE),
                             pressing(f) / (gate->turns ? PRESSED_TURN : PRESSED_WAY));
    f->stop_stiffness = isnan(p->stop_stiffness) ? f->stop_stiffness : p->stop_stiffness;
    f->stop_rate = sqrt(f->stop_stiffness / f->inertia);
    return f;
}

/* Where it is in balance with nothing that touches it, next to where the model shows it; NaN:
 * nowhere. */
static double
balance_of(const struct quire_flap_motion *f)
{
    double low = fmin(fmax(0, f->least), f->most), step = 1e-5;
    const double first = quire_flap_moment(f, low, 0), way = first < 0 ? -1 : 1;

    if (first == 0) {
        return low;
    }
    while (way * quire_flap_moment(f, low + way * step, 0) > 0) {
        low += way * step;
        step = fmin(2 * step, f->turns ? 0.05 : 1);
        if (fabs(low) > 100) {
            return (double)NAN;
        }
    }
    for (int i = 0; i < 60; i++) {
        step *= 0.5;
        low += way * quire_flap_moment(f, low + way * step, 0) > 0 ? way * step : 0;
    }
    return low;
}

static void
compile_flap(struct quire_compile *c, struct quire_gate *gate)
{
    struct quire_system *sys = c->sys;
    struct quire_flap_motion *f = compile_motion(c, gate);

    if (f == NULL) {
        return;
    }
    if (!(f->inertia > 0)) {
        refuse(c, gate->object, "give it 'inertia', or move the centre away from the pivot",
               "it has no inertia: its centre of mass is on the pivot");
        return;
    }
    if (isnan(f->start)) {
        f->start = sys->run->settle ? balance_of(f) : fmin(fmax(0, f->least), f->most);
    }
    if (isnan(f->start)) {
        refuse(c, gate->object,
               gate->turns ? "give it 'stiffness', a stop, or the 'angle' at which it starts"
                           : "give it 'stiffness', a stop, or the 'stroke' at which it starts",
               "without a spring or a stop it has no rest position to start from");
        return;
    }
    gate->small = sys->n_small++;
    sys->small[gate->small] = (struct quire_small){
        .body = {.ops = &quire_flap_motion_ops, .self = f, .name = gate->name, .nq = 1, .nv = 1},
        .cluster = sys->n_cluster++,
        .drive = -1,
        .carriage = -1};
}

void
quire_compile_flaps(struct quire_compile *c)
{
    for (int k = 0; k < c->sys->n_gate && c->status == QUIRE_OK; k++) {
        if (c->sys->gate[k].drive < 0) {
            compile_flap(c, c->sys->gate + k);
        }
    }
}

/* ---- how far they reach ---- */

/* by how much a tilted guide lies elsewhere at the edges of sheets, at most */
static double
rise_of(const struct quire_system *sys, const struct quire_guide *guide)
{
    double widest = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        widest = fmax(widest, sys->sheet[k].width);
    }
    return guide->tilted ? widest * fabs(guide->tilt.sine / guide->tilt.cosine) : 0;
}

/* from the pivot to what is farthest of a guide and its solid */
static double
arm_of(const struct quire_system *sys, const struct quire_gate *gate,
       const struct quire_guide *guide)
{
    const double x = fmax(fabs(guide->low[0] - gate->at[0]), fabs(guide->high[0] - gate->at[0]));
    const double y = fmax(fabs(guide->low[1] - gate->at[1]), fabs(guide->high[1] - gate->at[1]));

    return gate->turns ? sqrt(x * x + y * y) + guide->depth + rise_of(sys, guide) : 1;
}

/* where the material of a gate may come to, all of whose guides are known */
static void
bound(struct quire_system *sys, int index)
{
    struct quire_gate *gate = sys->gate + index;
    struct quire_flap_motion *f =
        (struct quire_flap_motion *)(uintptr_t)sys->small[gate->small].body.self;

    for (int d = 0; d < 2; d++) {
        gate->low[d] = gate->turns ? gate->at[d] - gate->arm : HUGE_VAL;
        gate->high[d] = gate->turns ? gate->at[d] + gate->arm : -HUGE_VAL;
        for (int k = 0; !gate->turns && k < sys->n_guide; k++) {
            const struct quire_guide *guide = sys->guide + k;
            const double way = gate->at[d], a = way == 0 ? 0 : way * f->least,
                         b = way == 0 ? 0 : way * f->most;
            if (guide->gate == index) {
                const double beyond = guide->depth + rise_of(sys, guide);
                gate->low[d] = fmin(gate->low[d], guide->low[d] + fmin(a, b) - beyond);
                gate->high[d] = fmax(gate->high[d], guide->high[d] + fmax(a, b) + beyond);
            }
        }
    }
    f->scale = 1 / gate->arm;
}

void
quire_compile_gate_limits(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_guide; k++) {
        struct quire_gate *gate = sys->guide[k].gate >= 0 ? sys->gate + sys->guide[k].gate : NULL;
        if (gate != NULL) {
            gate->arm = fmax(gate->arm, arm_of(sys, gate, sys->guide + k));
        }
    }
    for (int k = 0; k < sys->n_gate; k++) {
        if (sys->gate[k].small >= 0) {
            bound(sys, k);
        }
    }
    for (int k = 0; k < sys->n_guide; k++) {
        const struct quire_guide *guide = sys->guide + k;
        for (int i = 0; sys->spatial && guide->gate >= 0 && i < 2 * sys->n_sheet; i++) {
            if (guide->law[i] >= 0 && quire_law_keeps(sys->law + guide->law[i])) {
                refuse(c, guide->object, "use laws without history in its pair",
                       "laws with history are not supported on moving guides");
                break;
            }
        }
    }
}
