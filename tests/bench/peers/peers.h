/* What the programs of other engines simulate: the same two machines as drop.xml and feed.xml, in
 * SI units. Each is called with the name of the machine and its step [s] or accuracy, and prints
 *     t lead_x lead_y trail_x trail_y
 * every 10 ms, and then "cpu" and the processor time of the steps [s]. */
#ifndef QUIRE_TESTS_BENCH_PEERS_H
#define QUIRE_TESTS_BENCH_PEERS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* paper of 80 g/m^2, 0.1 mm and 4 GPa, 210 mm wide */
#define THICKNESS 1e-4
#define WIDTH     0.21
#define SEGMENT   peer_segment             /* its length */
#define MASS      (0.08 * WIDTH * SEGMENT) /* of a segment */
#define BEND      (4e9 * WIDTH * THICKNESS * THICKNESS * THICKNESS / 12 / SEGMENT) /* [N m/rad] */
#define DAMP      (1e-3 * BEND) /* half of critical damping at 160 Hz [N m s/rad] */
#define G         9.81
#define SAMPLE    0.01
#define MOST      120 /* segments */

/* A horizontal sheet, and what it meets. */
struct peer_case {
    const char *name;
    int segments;
    double trail[2]; /* its trail end at the start; its lead end lies ahead in x */
    double end;      /* of the run */
    double mu;
    /* a fixed cylinder, or the driver of a nip, with an idler above: pressed down with a load by a
     * spring that had its free length at the start */
    double centre[2], radius;
    int nip;
    double idler[2], idler_radius, idler_mass, idler_inertia, load, rate;
    double table, table_mu; /* height of a table under all of it; NaN: there is none */
};

static const struct peer_case peer_cases[] = {
    {.name = "drop",
     .segments = 24,
     .trail = {-0.06, 0.00505},
     .end = 0.2,
     .mu = 0.3,
     .centre = {0, -0.02},
     .radius = 0.02,
     .table = NAN},
    {.name = "feed",
     .segments = 40,
     .trail = {-0.19, 0},
     .end = 0.3,
     .mu = 1,
     .centre = {0, -0.01005},
     .radius = 0.01,
     .nip = 1,
     .idler = {0, 0.01005},
     .idler_radius = 0.01,
     .idler_mass = 0.02,
     .idler_inertia = 1e-6,
     .load = 8,
     .rate = 500,
     .table = -1.5e-4,
     .table_mu = 0.2},
};

static double peer_segment = 5e-3;

/* "drop", or "drop-60": with so many segments on the same length */
static inline const struct peer_case *
peer_find(const char *name)
{
    static struct peer_case found;
    const size_t length = strcspn(name, "-");

    for (size_t i = 0; i < sizeof peer_cases / sizeof *peer_cases; i++) {
        if (strlen(peer_cases[i].name) == length && memcmp(peer_cases[i].name, name, length) == 0) {
            found = peer_cases[i];
            const int segments = name[length] == '-' ? atoi(name + length + 1) : found.segments;
            if (segments > 0 && segments <= MOST) {
                peer_segment = 5e-3 * found.segments / segments;
                found.segments = segments;
                return &found;
            }
        }
    }
    fprintf(stderr, "no machine '%s'\n", name);
    exit(2);
}

/* of the driver's surface: a cubic ramp to 0.5 m/s in 20 ms */
static inline double
peer_speed(double t)
{
    const double s = t < 0.02 ? t / 0.02 : 1;
    return 0.5 * s * s * (3 - 2 * s);
}

static inline double
peer_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void
peer_print(double t, const double lead[2], const double trail[2])
{
    printf("%.6f %.12g %.12g %.12g %.12g\n", t, lead[0], lead[1], trail[0], trail[1]);
}

#endif
