/* A free mass strikes a normal law: integrated from touch to release.
 *
 * The equation m x'' = -F(x, x') is made dimensionless by the depth that the elastic energy allows,
 * so that the tolerance means the same for a gram on rubber and a microgram on steel. Dormand and
 * Prince's pair of order 5(4) (J. Comp. Appl. Math. 6, 1980, 19) takes the steps. The force has
 * kinks where the rate changes sign and at release, and its peak is wanted: a step in which one of
 * these happens is repeated with bisected length until it ends just behind it, which keeps the
 * order of the method without an interpolant. The same holds for the law's own events. Kinks at a
 * certain overlap are left to the error control. */
#include "lawlab/law.h"

#include <math.h>

#include "base/diag.h"
#include "math/detmath.h"

#define TOLERANCE 1e-13  /* of a step, relative to impact speed and depth */
#define STEPS     400000 /* a contact that needs more does not come back */
#define FARTHEST  1e6    /* where nothing comes that comes back, in depths */
/* so near to its end and so slow, in depths and speeds of impact, a mass that is still held creeps
 * out for ever */
#define CREEPING 1e-9
#define SHORTEST 1e-30  /* a step that must be shorter does not come to an end */
#define DEEPEST  1e3    /* the depth at which a search for the elastic limit ends [m] */
#define OPEN     1e-9   /* release above this share of the depth is by the cut at zero */
#define SLOWER   1e-11  /* share of the speed that does not count */
#define TOUCH    1e-250 /* stands for the overlap 0+ [m] */

struct problem {
    const quire_law *law;
    double mass, speed; /* [kg], [m/s] */
    double depth, time; /* units of the dimensionless problem [m], [s] */
    double begin;       /* overlap at which the law begins to act [m] */
    struct quire_law_memory memory;
};

/* what the dimensionless state y = {overlap, rate} is like */
struct look {
    double acceleration;
    double force; /* [N] */
    bool inward;  /* rate > 0 */
    bool rising;  /* the force grows */
    bool pushes;  /* or has not yet turned back */
    bool released;
};

struct motion {
    double t, y[2];
    struct look look;
    double peak, force; /* largest overlap, largest force [N] */
};

/* in units of the law */
static struct quire_normal_in
motion_of(const struct problem *p, const double y[2])
{
    const double overlap = y[0] * p->depth;
    return (struct quire_normal_in){
        .overlap = (overlap > TOUCH ? overlap : TOUCH) + p->begin,
        .closing = y[1] * p->speed,
        .memory = &p->memory,
    };
}

/* What the law remembers from here on, a time [s] after it did so last. */
static void
commit(struct problem *p, const double y[2], double since)
{
    const struct quire_normal_in in = motion_of(p, y);
    if (p->law->normal->commit != NULL) {
        p->law->normal->commit(p->law->compiled, &in, since, &p->memory);
    }
}

/* Whether a parting mass is still pushed. A damping that keeps it at the very speed at which the
 * force is zero (the laws of Hunt and Crossley with a low restitution) does so up to rounding
 * errors, so a little less than that speed is asked for. */
static bool
is_pushed(const struct problem *p, const struct quire_normal_in *in)
{
    struct quire_normal_in slower = *in;
    struct quire_normal_out out;
    slower.closing *= 1.0 - SLOWER;
    p->law->normal->eval(p->law->compiled, &slower, &out);
    return out.force > 0.0;
}

static struct look
look_at(const struct problem *p, const double y[2])
{
    const struct quire_normal_in in = motion_of(p, y);
    struct quire_normal_out out;
    p->law->normal->eval(p->law->compiled, &in, &out);
    const double acceleration = -out.force / p->mass;
    const double trend = out.d_overlap * in.closing + out.d_closing * acceleration;
    const bool pushes = y[1] >= 0.0 || is_pushed(p, &in);
    /* a force that is zero at this and at any other penetration has been cut */
    const bool cut = !pushes && p->law->normal->release != QUIRE_RELEASE_OVERLAP &&
                     (!p->law->normal->may_pull || !(fabs(out.force) + fabs(out.d_overlap) > 0.0));
    return (struct look){
        .acceleration = acceleration * p->time / p->speed,
        .force = out.force,
        .inward = y[1] > 0.0,
        .rising = trend > 0.0,
        .pushes = pushes && y[0] > 0.0,
        .released = y[1] < 0.0 && (y[0] <= 0.0 || cut),
    };
}

/* One step of length h; returns the error estimate relative to the tolerance. */
static double
take_step(const struct problem *p, const struct motion *from, double h, struct motion *to)
{
    static const double a[7][6] = {
        {0},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
    };
    static const double error[7] = {71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    double rate[7][2], y[2] = {from->y[0], from->y[1]};

    rate[0][0] = from->y[1];
    rate[0][1] = from->look.acceleration;
    for (int i = 1; i < 7; i++) {
        for (int d = 0; d < 2; d++) {
            double slope = 0.0;
            for (int j = 0; j < i; j++) {
                slope += a[i][j] * rate[j][d];
            }
            y[d] = from->y[d] + h * slope;
        }
        to->look = look_at(p, y);
        rate[i][0] = y[1];
        rate[i][1] = to->look.acceleration;
    }
    double worst = 0.0;
    for (int d = 0; d < 2; d++) {
        double sum = 0.0;
        for (int i = 0; i < 7; i++) {
            sum += error[i] * rate[i][d];
        }
        worst = fmax(worst, fabs(h * sum) / TOLERANCE);
        to->y[d] = y[d];
    }
    to->t = from->t + h;
    return worst;
}

static bool
differs(const struct look *a, const struct look *b)
{
    return a->inward != b->inward || a->rising != b->rising || a->pushes != b->pushes ||
           a->released != b->released;
}

/* Shortens a step in which something happens to end just behind it. */
static void
locate(const struct problem *p, const struct motion *from, double h, struct motion *to)
{
    double before = 0.0, behind = h;
    while (behind - before > 4e-16 * h) {
        const double middle = 0.5 * (before + behind);
        struct motion trial;
        (void)take_step(p, from, middle, &trial);
        if (differs(&from->look, &trial.look)) {
            behind = middle;
        } else {
            before = middle;
        }
    }
    (void)take_step(p, from, behind, to);
}

/* How an impact ends. */
enum end { RELEASED, STAYS, UNKNOWN };

/* Integrates to release, or to where the mass is drawn back, which then stays, as nothing gives it
 * more energy. *slack is the motion where the force first does not push. */
static enum end
integrate(struct problem *p, struct motion *now, struct motion *slack)
{
    double h = 1e-3;
    *now = (struct motion){.y = {0.0, 1.0}};
    *slack = *now;
    commit(p, (double[2]){0.0, 1.0}, 0.0); /* touch, before which the law remembers nothing */
    now->look = look_at(p, now->y);
    now->force = now->look.force;
    for (int i = 0; i < STEPS && !now->look.released; i++) {
        struct motion next;
        const double error = take_step(p, now, h, &next);
        if (!(fabs(next.y[0]) < FARTHEST) || !isfinite(next.y[1])) {
            /* a long step flies over a steep force, to where the law goes on far too high: that
             * says nothing of the motion */
            h *= 0.2;
            if (h < SHORTEST || fabs(now->y[0]) > 0.1 * FARTHEST) {
                return UNKNOWN;
            }
            continue;
        }
        const double factor = 0.9 * quire_pow(fmax(error, 1e-10), -0.2);
        const double length = h;
        h *= fmin(fmax(factor, 0.2), 5.0);
        if (error > 1.0) {
            continue;
        }
        if (differs(&now->look, &next.look)) {
            locate(p, now, length, &next);
        }
        next.peak = fmax(now->peak, next.y[0]);
        next.force = fmax(now->force, next.look.force);
        commit(p, next.y, (next.t - now->t) * p->time);
        next.look = look_at(p, next.y);
        if (next.look.inward && !now->look.inward) {
            *now = next;
            return STAYS;
        }
        *now = next;
        if (!now->look.released && fabs(now->y[0]) < CREEPING && fabs(now->y[1]) < CREEPING) {
            return UNKNOWN;
        }
        if (!(slack->t > 0.0) && !now->look.pushes) {
            *slack = *now;
        }
    }
    return now->look.released ? RELEASED : UNKNOWN;
}

/* How far from where the law begins to act the elastic energy is that of the impact, or the largest
 * that the law can store; 0 if it stores none. */
static double
elastic_depth(const quire_law *law, double begin, double energy)
{
    const double most = law->normal->stored(law->compiled, DEEPEST + begin);
    const double wanted = fmin(energy, most);
    double low = 1e-30, high = DEEPEST;
    if (!(wanted > 0.0)) {
        return 0.0;
    }
    while (high / low > 1.001) {
        const double middle = sqrt(low * high);
        if (law->normal->stored(law->compiled, middle + begin) < wanted) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

/* why the law cannot be struck; NULL if it can */
static const char *
obstacle(const quire_law *law)
{
    if (law->normal == NULL) {
        return "a friction law is not struck";
    }
    if (law->normal->reach != NULL && !(law->normal->reach(law->compiled) < HUGE_VAL)) {
        return "it acts at any distance, so that an impact has no beginning";
    }
    return NULL;
}

quire_status
quire_law_impact(const quire_law *law, double mass, double speed, quire_impact *out)
{
    if (law == NULL || out == NULL) {
        return quire_diag_misuse(NULL, __func__);
    }
    *out = (quire_impact){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    if (obstacle(law) != NULL || !(mass > 0.0 && mass < HUGE_VAL) ||
        !(speed > 0.0 && speed < HUGE_VAL)) {
        return QUIRE_ERROR_USAGE;
    }
    const double begin = law->normal->reach != NULL ? -law->normal->reach(law->compiled) : 0.0;
    struct problem p = {law, mass,  speed, elastic_depth(law, begin, 0.5 * mass * speed * speed),
                        0.0, begin, {0}};
    struct motion end, slack;
    p.time = p.depth / speed;
    const enum end how = p.depth > 0.0 ? integrate(&p, &end, &slack) : UNKNOWN;
    if (how == UNKNOWN) {
        return QUIRE_ERROR_NUMERIC;
    }
    const bool stays = how == STAYS;
    *out = (quire_impact){
        .restitution = stays ? 0.0 : -end.y[1],
        .peak_penetration = end.peak * p.depth + begin,
        .duration = stays ? HUGE_VAL : end.t * p.time,
        .peak_force = end.force,
        .release_penetration =
            end.y[0] > OPEN * end.peak && !stays ? end.y[0] * p.depth + begin : begin,
        .zero_force_restitution = -slack.y[1],
        .zero_force_duration = slack.t * p.time,
        .zero_force_penetration =
            slack.y[0] > OPEN * end.peak ? slack.y[0] * p.depth + begin : begin,
    };
    return QUIRE_OK;
}

quire_status
quire_law_impacts(const quire_law *law, double mass, const double *speed, size_t n,
                  quire_impact *out, quire_diag *diag)
{
    if (law == NULL || speed == NULL || out == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    const char *const why = obstacle(law);
    quire_status status = QUIRE_OK;
    if (why != NULL) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), law->kind->variant,
                                law->normal != NULL ? "give it a cut-off" : NULL, "%s", why);
    }
    for (size_t k = 0; k < n; k++) {
        const quire_status one = quire_law_impact(law, mass, speed[k], &out[k]);
        if (one == QUIRE_ERROR_USAGE) {
            status = quire_diag_error(diag, "E-USAGE", quire_nowhere(), law->kind->variant, NULL,
                                      "%g kg at %g m/s: both must be above zero, and finite", mass,
                                      speed[k]);
        } else if (one != QUIRE_OK) {
            status = quire_diag_error(
                diag, "E-NUM-TOO-MANY-STEPS", quire_nowhere(), law->kind->variant, NULL,
                "at %g m/s the mass of %g kg neither comes back nor comes to rest: it breaks "
                "through, creeps out for ever, or could not be followed",
                speed[k], mass);
        }
    }
    return status;
}
