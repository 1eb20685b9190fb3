/* K1 to K4: what turns and shifts sheets in space. K6: what does not. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "closed_form.h"
#include "figure.h"

#define DEGREE (PI / 180)

static const int columns[] = {2, 3, 5};

/* value at a time, from samples of 1 ms */
static double
at_time(const double *value, size_t n, double time)
{
    const size_t i = (size_t)(1e3 * time + 0.5);

    return i < n ? value[i] : (double)NAN;
}

/* ---- K1 ---- */

static void
differential(int m)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    char name[80];
    snprintf(name, sizeof name, "K1 %d columns", m);
    set_number(&s, "columns", m, "");
    if (!simulation_start(&sim, name, "differential-nips.xml", &s)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *yaw = simulation_column(&sim, name, "page.yaw");
    if (time != NULL && yaw != NULL) {
        const double rate = closed_form("K1 differential nips", "rotation rate magnitude [rad/s]");
        report(name, "yaw rate [rad/s], relative error", rate, slope(time, yaw, n, 0.05, 0.3), rate,
               5e-3);
        report(name, "yaw after 0.3 s [rad], relative error", 0.3 * rate, yaw[n - 1], 0.3 * rate,
               5e-3);
    }
    free(time);
    free(yaw);
    simulation_end(&sim);
}

static void
differentials(void)
{
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        differential(columns[k]);
    }
}

const struct validation_case case_differential_nips = {
    .id = "K1",
    .title = "Nips of different speeds",
    .tests = "Rotation of a sheet in its plane.",
    .setup = "A sheet of A4 in two narrow nips beside each other, 0.12 m apart, with 0.500 and "
             "0.505 m/s, for 0.3 s; two, three and five columns of nodes. "
             "Friction creeps below 1 mm/s, nothing else acts on the sheet.",
    .reference = "Without slip the sheet turns with the difference of the speeds by the distance, "
                 "towards the slower side.",
    .run = differentials,
};

/* ---- K2 ---- */

static void
misaligned(void)
{
    const char *name = "K2 0.5 deg";
    const struct settings none = {.n = 0};
    struct simulation sim;
    if (!simulation_start(&sim, name, "misaligned-nip.xml", &none)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *time = simulation_column(&sim, name, "time"),
           *shift = simulation_column(&sim, name, "page.shift"),
           *yaw = simulation_column(&sim, name, "page.yaw");
    if (time != NULL && shift != NULL && yaw != NULL) {
        const double drift =
            1e-3 * closed_form("K2 misaligned nip 0.5deg v=0.5", "lateral speed [mm/s]");
        report(name, "drift [m/s], relative error", -drift, slope(time, shift, n, 0.05, 0.3), drift,
               5e-3);
        report(name, "yaw rate [rad/s], of drift/length", 0, slope(time, yaw, n, 0.05, 0.3),
               drift / 0.297, 5e-3);
    }
    free(time);
    free(shift);
    free(yaw);
    simulation_end(&sim);
}

const struct validation_case case_misaligned_nip = {
    .id = "K2",
    .title = "Misaligned nip",
    .tests = "Shafts that are turned about the sheet's normal.",
    .setup = "A sheet of A4 in a nip 200 mm wide at 0.5 m/s whose shafts are turned by 0.5 "
             "degrees; nothing else acts on it.",
    .reference =
        "It takes the sheet along its own direction, v sin 0.5° sideways, and does not turn it.",
    .run = misaligned,
};

/* ---- K3 ---- */

static void
point_nip(void)
{
    static const double times[] = {0.1, 0.3, 0.5};
    const char *name = "K3 point nip", *reference = "K3 viscous pivot";
    const struct settings none = {.n = 0};
    struct simulation sim;
    if (!simulation_start(&sim, name, "point-nip.xml", &none)) {
        return;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *yaw = simulation_column(&sim, name, "page.yaw"),
           *shift = simulation_column(&sim, name, "page.shift");
    for (int k = 0; k < 3 && yaw != NULL && shift != NULL; k++) {
        char quantity[80];
        snprintf(quantity, sizeof quantity, "rotation at t=%g [deg]", times[k]);
        const double turned = DEGREE * closed_form(reference, quantity);
        snprintf(quantity, sizeof quantity, "cg y minus nip y at t=%g [mm]", times[k]);
        const double left = 1e-3 * closed_form(reference, quantity);
        snprintf(quantity, sizeof quantity, "yaw at %g s [rad], relative error", times[k]);
        report(name, quantity, turned, at_time(yaw, n, times[k]), turned, 0.01);
        snprintf(quantity, sizeof quantity, "middle at %g s [m], relative error", times[k]);
        report(name, quantity, -left, at_time(shift, n, times[k]), left, 0.01);
    }
    free(yaw);
    free(shift);
    simulation_end(&sim);
}

const struct validation_case case_point_nip = {
    .id = "K3",
    .title = "One point of a sheet is drawn over a viscous film",
    .tests = "Large planar rotations, and drag that resists in all directions of it.",
    .setup = "A sheet of A4, stiff enough to stay flat, is held in one narrow nip at 0.2 m/s, 0.10 "
             "m ahead and 0.05 m beside its middle; the film resists "
             "by 300 N s/m³ per area.",
    .reference = "Inertia neglected, k² = (L² + W²)/12 and (cx, cy) from the nip to the "
                 "middle: cy "
                 "= C √(k² + cx²), cx = cx0 + v t/(1 + C²), "
                 "ψ = C (asinh(cx/k) − asinh(cx0/k)).",
    .run = point_nip,
};

/* ---- K4 ---- */

static double
skewed_rate(const char *name, const char *file, double yaw, int segments)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double rate = (double)NAN;
    set_number(&s, "yaw", yaw, "deg");
    set_number(&s, "segments", segments, "");
    if (!simulation_start(&sim, name, file, &s)) {
        return rate;
    }
    double *time = simulation_column(&sim, name, "time"),
           *turned = simulation_column(&sim, name, "page.yaw");
    if (time != NULL && turned != NULL) {
        rate = slope(time, turned, quire_run_row_count(sim.run), 0.05, 0.2);
    }
    free(time);
    free(turned);
    simulation_end(&sim);
    return rate;
}

/* of idlers that roll freely each by itself, 2; of those that are driven or share a shaft, 4: they
 * resist yaw as drivers do */
static double
steered_rate(double yaw, double resists)
{
    const double apart = 0.150, half = 0.060, speed = 0.502;

    return speed * sin(yaw * DEGREE) * apart / (apart * apart + resists * half * half);
}

static void
skewed(void)
{
    static const int segments[] = {30, 45, 60, 90, 120, 180, 240};
    static const double angles[] = {0.1, 1};
    static const struct {
        const char *what, *file;
    } stiff[] = {{"both driven", "two-nips-driven.xml"}, {"on shafts", "two-nips-shafts.xml"}};
    for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
        char name[80];
        const double free = steered_rate(angles[k], 2), held = steered_rate(angles[k], 4);
        for (size_t i = 0; i < sizeof segments / sizeof *segments; i++) {
            snprintf(name, sizeof name, "K4 %g deg, %d segments", angles[k], segments[i]);
            report(name, "yaw rate [rad/s], relative error", free,
                   skewed_rate(name, "two-nips-skew.xml", angles[k], segments[i]), free, 5e-3);
        }
        for (size_t i = 0; i < sizeof stiff / sizeof *stiff; i++) {
            snprintf(name, sizeof name, "K4 %g deg, %s", angles[k], stiff[i].what);
            report(name, "yaw rate [rad/s], relative error", held,
                   skewed_rate(name, stiff[i].file, angles[k], 60), held, 5e-3);
        }
    }
}

const struct validation_case case_two_skewed_nips = {
    .id = "K4",
    .title = "Two stations of nips, one skewed",
    .tests = "Steering by a skewed station against one that is straight: shear and bending of the "
             "sheet in its plane, grip along and across.",
    .setup =
        "Stations 150 mm apart of two narrow nips each, 120 mm apart, of 4 N; the second turned by "
        "0.1 and 1 degree. Drivers turn, idlers roll freely. Friction "
        "creeps below 10 mm/s; a channel of 3 mm; two columns of nodes, 30 to 240 segments. Then "
        "with both rollers of each nip driven, and with one shaft for the drivers and one for the "
        "idlers of a station.",
    .reference = "While all nips creep in proportion, an idler grips across as its driver does, "
                 "and not along: yaw rate v₂ sin α a/(a² + 2 b²), for stations a "
                 "apart and nips at ± b. Idlers that are driven, or share a shaft, grip along as "
                 "well: v₂ sin α a/(a² + 4 b²).",
    .run = skewed,
};

/* ---- K6 ---- */

struct straight {
    struct simulation sim;
    double *lead, *trail;
    size_t n;
};

static void
straight_end(struct straight *s)
{
    free(s->lead);
    free(s->trail);
    simulation_end(&s->sim);
}

static bool
straight_start(struct straight *out, const char *name, bool spatial, int segments)
{
    struct settings s = {.n = 0, .planar = !spatial};
    *out = (struct straight){.n = 0};
    set_number(&s, "yaw", 0, "deg");
    set_number(&s, "lead", 20, "mm");
    set_number(&s, "end", 0.5, "s");
    set_number(&s, "segments", segments, "");
    s.position_tolerance = 1e-7;
    if (!simulation_start(&out->sim, name, "two-nips-skew.xml", &s)) {
        return false;
    }
    out->n = quire_run_row_count(out->sim.run);
    out->lead = simulation_column(&out->sim, name, "page.lead.path");
    out->trail = simulation_column(&out->sim, name, "page.trail.path");
    return out->lead != NULL && out->trail != NULL;
}

static double
farthest(const double *a, const double *b, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(b[i] - a[i]));
    }
    return largest;
}

static void
compare_straight(const char *name, const struct straight *plane, const struct straight *space)
{
    const bool same = plane->n == space->n;

    report(name, "leading edge, largest difference [m]", 0,
           same ? farthest(plane->lead, space->lead, plane->n) : (double)NAN, 1, 1e-6);
    report(name, "trailing edge, largest difference [m]", 0,
           same ? farthest(plane->trail, space->trail, plane->n) : (double)NAN, 1, 1e-6);
}

static void
straight(void)
{
    static const int segments[] = {60, 120};
    for (int k = 0; k < 2; k++) {
        struct straight plane, space = {.n = 0};
        char name[80];
        snprintf(name, sizeof name, "K6 two stations, %d segments", segments[k]);
        if (straight_start(&plane, name, false, segments[k]) &&
            straight_start(&space, name, true, segments[k])) {
            compare_straight(name, &plane, &space);
        }
        straight_end(&plane);
        straight_end(&space);
    }
}

const struct validation_case case_straight_feed = {
    .id = "K6",
    .title = "Straight feed, planar and spatial",
    .tests = "That the same model moves alike in both motions.",
    .setup = "The machine of K4 with straight shafts, 0.5 s, from where the second station is "
             "ahead of the sheet; tolerance 1e-7 m. The trailing edge is free, and falls "
             "on the channel.",
    .reference =
        "The planar run. Both motions have the same mass; what remains is some tolerances, "
        "however many segments there are.",
    .run = straight,
};

/* ---- K7 ---- */

static double
skewed_yaw(const char *name, int m, int segments, double position_tolerance)
{
    struct settings s = {.n = 0, .position_tolerance = position_tolerance};
    struct simulation sim;
    set_number(&s, "columns", m, "");
    set_number(&s, "segments", segments, "");
    if (!simulation_start(&sim, name, "two-nips-skew.xml", &s)) {
        return (double)NAN;
    }
    const double yaw = quire_run_figure(sim.run, "page.yaw");
    simulation_end(&sim);
    return yaw;
}

static void
refined(void)
{
    double two = (double)NAN;
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        char name[80];
        snprintf(name, sizeof name, "K7 %d columns", columns[k]);
        const double yaw = skewed_yaw(name, columns[k], 60, 1e-7);
        two = k == 0 ? yaw : two;
        report(name, "yaw at 1e-6 m, change to 1e-7 m", yaw, skewed_yaw(name, columns[k], 60, 1e-6),
               yaw, 2e-3);
        report(name, "yaw of 60 segments, change to 120", skewed_yaw(name, columns[k], 120, 1e-7),
               yaw, yaw, 5e-3);
        report_for_information(name, "yaw, change from 2 columns", two, yaw, two);
    }
}

const struct validation_case case_refined_skew = {
    .id = "K7",
    .title = "Skewed feed, refined",
    .tests = "That yaw converges with the integrator's tolerance and with the segments.",
    .setup = "The machine of K4 with 1 degree, 0.2 s: the yaw at the end, with two, three and five "
             "columns of nodes. More columns let the sheet give way across between the "
             "nips, which makes it softer in earnest: their change is shown for information.",
    .reference = "The finer run.",
    .run = refined,
};
