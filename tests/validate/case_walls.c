/* W1: thin walls hold. W2: a card glides over bars as over rollers. T2: a sheet at rest on a slope.
 * K8: a symmetric bend turns nothing. */
#include "validate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DEGREE (PI / 180)

/* ---- W1 ---- */

#define AT   0.06   /* where the wall crosses the path [m] */
#define HELD 0.1e-3 /* what the law lets in, of the nip's push and of impacts, is less [m] */

/* how far the leading edge comes out of the far face, at most; NaN: no run */
static double
way_beyond(const char *name, double thickness, double degrees, double speed)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double most = (double)NAN;

    set_number(&s, "thickness", thickness, "m");
    set_number(&s, "angle", degrees, "deg");
    set_number(&s, "speed", speed, "m/s");
    if (!simulation_start(&sim, name, "thin-wall.xml", &s)) {
        return most;
    }
    const size_t n = quire_run_row_count(sim.run);
    double *x = simulation_column(&sim, name, "page.lead.x"),
           *y = simulation_column(&sim, name, "page.lead.y");
    for (size_t i = 0; x != NULL && y != NULL && i < n; i++) {
        const double past =
            (x[i] - AT) * sin(degrees * DEGREE) - y[i] * cos(degrees * DEGREE) - 0.5 * thickness;
        most = i == 0 ? past : fmax(most, past);
    }
    free(x);
    free(y);
    simulation_end(&sim);
    return most;
}

static void
walls(void)
{
    static const double thickness[] = {20e-6, 0.1e-3, 0.5e-3}, degrees[] = {90, 60, 30},
                        speed[] = {0.1, 1, 5};

    for (int k = 0; k < 9; k++) {
        const double t = thickness[k / 3], v = speed[(k / 3 + k) % 3];
        char name[80];
        snprintf(name, sizeof name, "W1 %g mm, %g deg, %g m/s", 1e3 * t, degrees[k % 3], v);
        const double beyond = way_beyond(name, t, degrees[k % 3], v);
        if (!isnan(beyond)) {
            report(name, "leading edge beyond the far face [m], of 0.1 mm", 0, fmax(beyond, 0),
                   HELD, 1);
        }
    }
}

const struct validation_case case_thin_walls = {
    .id = "W1",
    .title = "Thin walls",
    .tests = "A wall is not passed, however thin it is and however fast the sheet comes.",
    .setup = "A nip of 8 N feeds paper of 80 g/m² along a channel of 3 mm that a wall of 20 µm to "
             "0.5 mm closes, square or oblique to the feed, at 0.1 to 5 m/s. Contact of 1000 N/mm "
             "lets the edge in by less than 0.1 mm.",
    .reference = "It stays before the wall's far face, but for what the contact gives way.",
    .run = walls,
    .in_space = true,
};

/* ---- W2 ---- */

#define WAY 0.08 /* at the speed it starts with [m] */

static double
glide(const char *name, const char *model, double radius, double segments)
{
    struct settings s = {.n = 0};
    struct simulation sim;
    double way = (double)NAN;

    set_number(&s, "radius", radius, "m");
    set_number(&s, "segments", segments, "");
    if (!simulation_start(&sim, name, model, &s)) {
        return way;
    }
    double *x = simulation_column(&sim, name, "page.lead.x");
    if (x != NULL) {
        way = x[quire_run_row_count(sim.run) - 1] - x[0];
    }
    free(x);
    simulation_end(&sim);
    return way;
}

static void
bars(void)
{
    static const double radius[] = {2e-3, 5e-3, 16e-3}, segments[] = {42, 84};

    for (int k = 0; k < 6; k++) {
        char name[80];
        snprintf(name, sizeof name, "W2 bars of %g mm, %g segments", 1e3 * radius[k / 2],
                 segments[k % 2]);
        const double on_rollers = glide(name, "glide-rollers.xml", radius[k / 2], segments[k % 2]),
                     on_bars = glide(name, "glide-bars.xml", radius[k / 2], segments[k % 2]);
        if (!isnan(on_rollers) && !isnan(on_bars)) {
            report(name, "way of 80 mm [m], of that on rollers", on_rollers, on_bars, WAY, 0.02);
        }
    }
}

const struct validation_case case_bars = {
    .id = "W2",
    .title = "A card over round bars",
    .tests = "Bars between nodes carry a sheet, and take no energy from it.",
    .setup = "A card of 250 g/m² glides at 0.25 m/s without friction over bars (closed guides) "
             "40 mm apart, of 2 to 16 mm radius, with segments of 5 and 2.5 mm.",
    .reference = "The same machine with rollers in the bars' place, which are touched where they "
                 "are nearest.",
    .run = bars,
    .in_space = true,
};

/* ---- T2 ---- */

#define END        1.0
#define FROM       0.5 /* from when on it is judged [s] */
#define CARD       0.3 /* [kg/m^2] */
#define MOST_CREEP 1e-6
#define MOST_UP    0.05e-6

static void
rest_on(double degrees, double length)
{
    char name[80];
    struct settings s = {.n = 0};
    struct simulation sim;

    snprintf(name, sizeof name, "T2 %g deg, %g mm long", degrees, 1e3 * length);
    set_number(&s, "angle", degrees, "deg");
    set_number(&s, "length", length, "m");
    set_number(&s, "segments", ceil(length / 5.6e-3), "");
    if (!simulation_start(&sim, name, "slope.xml", &s)) {
        return;
    }
    const double weight = CARD * SHEET_WIDTH * length * GRAVITY * sin(degrees * DEGREE);
    const size_t n = quire_run_row_count(sim.run), from = n / 2;
    double *x = simulation_column(&sim, name, "page.lead.x"),
           *drag = simulation_column(&sim, name, "plate.drag");
    if (x != NULL && drag != NULL) {
        double farthest = x[from], up = 0, off = 0;
        for (size_t i = from; i < n; i++) {
            farthest = fmax(farthest, x[i]);
            up = fmax(up, farthest - x[i]);
            off = fmax(off, fabs(fabs(drag[i]) / weight - 1));
        }
        report(name, "creep from 0.5 s on [m/s], of 1 um/s", 0,
               fabs(x[n - 1] - x[from]) / (END - FROM), MOST_CREEP, 1);
        report(name, "way uphill [m], of 0.05 um", 0, up, MOST_UP, 1);
        report(name, "force along the slope, of m g sin a, largest error of any sample", 0, off, 1,
               0.01);
    }
    free(x);
    free(drag);
    simulation_end(&sim);
}

static void
slopes(void)
{
    static const double degrees[] = {1, 5, 12, 21}, length[] = {0.05, 0.2};

    for (int k = 0; k < 8; k++) {
        rest_on(degrees[k / 2], length[k % 2]);
    }
}

const struct validation_case case_slopes = {
    .id = "T2",
    .title = "At rest on a slope",
    .tests = "Friction that sticks holds a sheet with the force that it needs: no creep, "
             "none uphill, the right force at every sample.",
    .setup = "A card of 300 g/m² on slopes of 1 to 21 degrees, friction 0.4, for 1 s; the first "
             "half second, in which it settles, does not count.",
    .reference = "It rests; the force along the slope is m g sin α.",
    .run = slopes,
    .in_space = true,
};

/* ---- K8 ---- */

static void
bend(void)
{
    static const double columns[] = {2, 3, 5};

    for (int k = 0; k < 3; k++) {
        char name[80];
        struct settings s = {.n = 0};
        struct simulation sim;
        double most = 0;
        snprintf(name, sizeof name, "K8 %g columns", columns[k]);
        set_number(&s, "columns", columns[k], "");
        if (!simulation_start(&sim, name, "symmetric-bend.xml", &s)) {
            continue;
        }
        const size_t n = quire_run_row_count(sim.run);
        double *yaw = simulation_column(&sim, name, "page.yaw"),
               *residual = simulation_column(&sim, name, "energy.residual"),
               *drives = simulation_column(&sim, name, "energy.drives");
        for (size_t i = 0; yaw != NULL && i < n; i++) {
            most = fmax(most, fabs(yaw[i]));
        }
        if (yaw != NULL && residual != NULL && drives != NULL) {
            report(name, "largest yaw [rad], of 0.1 mrad", 0, most, 1e-4, 1);
            report(name, "energy from nowhere in the end, of the drives' work", 0, residual[n - 1],
                   drives[n - 1], 1e-3);
        }
        free(yaw);
        free(residual);
        free(drives);
        simulation_end(&sim);
    }
}

const struct validation_case case_symmetric_bend = {
    .id = "K8",
    .title = "Symmetric bend",
    .tests = "Walls of a bend turn no sheet about its normal where all is symmetric across, "
             "whatever the columns.",
    .setup = "Two nips at 60 mm to both sides of the middle feed a sheet of paper at 0.5 m/s round "
             "a bend of 45 mm radius between walls 4.5 mm apart, with 2, 3 and 5 columns of nodes.",
    .reference = "No yaw; the drives' work is all the energy that there is.",
    .run = bend,
};
