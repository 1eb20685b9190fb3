/* Assemblies through the solver: a machine of instances is the machine written out, and a mirrored
 * one moves as in a mirror. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/run.h>

#include "fixtures/sanitized.h"
#include "fixtures/simulate.h"

#define MATERIALS                                                                                  \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa' "                   \
    "damping-ratio='0.05' damping-frequency='160 Hz'/>"                                            \
    "<contact name='grip'><normal law='mtt-indentation' force='8 N' at-penetration='0.05 mm' "     \
    "exponent='1.5' damping='1e8 N*s/m^2.5' "                                                      \
    "indentation-exponent='1.5'/><friction law='mtt-step' dynamic-coefficient='0.8' "              \
    "threshold-velocity='10 mm/s'/></contact>"                                                     \
    "<contact name='glide'><normal law='mtt-boundary' stiffness='1e4 N/m' exponent='1' "           \
    "damping='0.02 N*s/m' boundary-penetration='0.02 mm' "                                         \
    "reference-length='5 mm'/><friction law='mtt-step' dynamic-coefficient='0.2' "                 \
    "threshold-velocity='10 mm/s'/></contact>"                                                     \
    "<pair surface='rubber' contact='grip'/><pair surface='steel' contact='glide'/>"

/* one of everything that has a place, a direction, a side or a sense */
#define MACHINE                                                                                    \
    "<path name='p' from='10 mm, 20 mm' heading='5 deg'><line length='80 mm'/><arc radius='40 "    \
    "mm' angle='60 deg' turn='left'/><line length='200 mm'/></path>"                               \
    "<drive name='feed' speed='0.4 m/s'/>"                                                         \
    "<nip name='n1' path='p' at='20 mm' load='6 N' rate='250 N/m'><driver radius='10 mm' "         \
    "surface='rubber' drive='feed' side='right'/>"                                                 \
    "<idler radius='8 mm' surface='rubber' mass='20 g'/></nip>"                                    \
    "<channel name='bend' path='p' from='40 mm' to='140 mm' gap='4 mm' mouth='1 mm' "              \
    "surface='steel'/>"                                                                            \
    "<roller name='free' centre='60 mm, 60 mm' sense='clockwise' radius='5 mm' surface='rubber' "  \
    "drive='feed'/>"                                                                               \
    "<roller name='beside' path='p' at='30 mm' offset='8 mm' side='left' radius='6 mm' "           \
    "surface='rubber'/>"                                                                           \
    "<guide name='straight' surface='steel' side='left' velocity='0.1 m/s'><line from='-60 mm, 8 " \
    "mm' to='5 mm, 17 mm'/></guide>"                                                               \
    "<guide name='round' surface='steel' side='right'><arc centre='0 mm, 90 mm' radius='20 mm' "   \
    "start-angle='-30 deg' angle='100 deg'/></guide>"                                              \
    "<guide name='drum' surface='steel'><circle centre='150 mm, -40 mm' radius='12 mm' "           \
    "turn='right'/></guide>"                                                                       \
    "<guide name='bent' surface='steel' side='left'><spline points='150 mm, 20 mm; 160 mm, 60 "    \
    "mm; 190 mm, 90 mm' start-heading='80 deg' end-heading='20 deg'/></guide>"                     \
    "<guide name='flap' surface='steel' side='left'><polyline points='20 mm, 17 mm; 26 mm, 18 "    \
    "mm; 36 mm, 19 mm'/>"                                                                          \
    "<pivot at='20 mm, 17 mm' inertia='1e-7 kg*m^2' stiffness='1e-3 N*m/rad' rest='2 deg' "        \
    "from='-10 deg' to='25 deg' angle='1 deg' preload='1e-4 N*m'/></guide>"                        \
    "<sensor name='eye' kind='edge' path='p' at='60 mm'/>"                                         \
    "<sensor name='ray' kind='distance' path='p' at='45 mm' offset='-15 mm' heading='80 deg'/>"    \
    "<sensor name='beam' kind='distance' from='30 mm, 40 mm' heading='-80 deg'/>"                  \
    "<rule name='faster' when='eye.lead'><set drive='feed' speed='0.6 m/s' ramp='5 ms'/></rule>"

/* gravity's y, what holds the machine, path of the sheet, curl */
#define MODEL(gravity, machine, path, curl)                                                        \
    "<model version='1' name='machine' motion='planar'><settings><gravity vector='1.5 "            \
    "m/s^2, " gravity "'/><run end='0.15 s' sample='1 ms'/></settings>" MATERIALS machine          \
    "<sheet name='s' media='m' length='60 mm' width='100 mm' segments='20' curl='" curl            \
    "'><start path='" path "' lead='26 mm' speed='0.4 m/s'/></sheet></model>"

enum { MOST_NODES = 40 };

struct outcome {
    quire_model *model;
    quire_run *run;
    double x[MOST_NODES], y[MOST_NODES];
    size_t n;
};

static struct outcome
simulate_to(const char *text, const char *accuracy)
{
    struct outcome o = {0};
    quire_run_options options = quire_run_options_default();
    options.accuracy = accuracy;
    options.end_time = SANITIZED ? 0.02 : options.end_time;
    o.run = simulate_text(&o.model, text, NULL, 0, &options);
    o.n = quire_run_nodes(o.run, "s", o.x, o.y, MOST_NODES);
    cr_assert(o.n > 10 && o.n <= MOST_NODES);
    return o;
}

static struct outcome
simulate(const char *text)
{
    return simulate_to(text, "standard");
}

static void
clear(struct outcome *o)
{
    quire_run_destroy(o->run);
    quire_model_destroy(o->model);
}

/* a run under sanitizers ends before the sheet comes to the sensor */
static void
expect_same_time(const quire_run *a, const char *of_a, const quire_run *b, const char *of_b,
                 double slack)
{
    const double at = quire_run_figure(a, of_a), bt = quire_run_figure(b, of_b);

    cr_expect_eq(isnan(at), SANITIZED);
    cr_expect_eq(isnan(bt), SANITIZED);
    cr_expect(SANITIZED || fabs(at - bt) <= slack, "%.17g, %.17g", at, bt);
}

/* the same machine, moved by (dx, dy), turned by the angle, and mirrored before for side -1;
 * `slack` [m] */
static void
expect_same(const struct outcome *a, const struct outcome *b, double dx, double dy, double angle,
            double side, double slack)
{
    cr_assert_eq(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        const double x = a->x[i], y = side * a->y[i];
        cr_expect_leq(fabs(dx + cos(angle) * x - sin(angle) * y - b->x[i]), slack,
                      "x of node %zu: %.17g, off by %g", i, b->x[i],
                      dx + cos(angle) * x - sin(angle) * y - b->x[i]);
        cr_expect_leq(fabs(dy + sin(angle) * x + cos(angle) * y - b->y[i]), slack,
                      "y of node %zu: %.17g, off by %g", i, b->y[i],
                      dy + sin(angle) * x + cos(angle) * y - b->y[i]);
    }
    expect_same_time(a->run, "eye.lead.time", b->run, "m-eye.lead.time", slack);
}

/* the column that `name` is in the other run: of the sheet by its own name, of parts by that in the
 * instance; walls of channels change sides */
static size_t
column_like(const quire_run *run, const char *name, bool mirrored)
{
    char part[200];
    const char *left = strstr(name, ".left."), *right = strstr(name, ".right."),
               *wall = left != NULL ? left : right;
    if (wall != NULL && mirrored) {
        snprintf(part, sizeof part, "m-%.*s.%s%s", (int)(wall - name), name,
                 left != NULL ? "right" : "left", strchr(wall + 1, '.'));
    } else {
        snprintf(part, sizeof part, "m-%s", name);
    }
    for (size_t i = 0; i < quire_run_column_count(run); i++) {
        const char *other = quire_run_column_name(run, i);
        if (strcmp(other, name) == 0 || strcmp(other, part) == 0) {
            return i;
        }
    }
    cr_assert_fail("there is no column %s", part);
    return 0;
}

/* all that is recorded, but for signs; both runs took the same steps */
static void
expect_same_sizes(const struct outcome *a, const struct outcome *b, bool mirrored)
{
    const size_t n = quire_run_row_count(a->run);
    cr_assert_eq(quire_run_column_count(a->run), quire_run_column_count(b->run));
    cr_assert_eq(n, quire_run_row_count(b->run));
    for (size_t k = 0; k < quire_run_column_count(a->run); k++) {
        const char *name = quire_run_column_name(a->run, k);
        const size_t other = column_like(b->run, name, mirrored);
        size_t off = 0;
        for (size_t i = 0; i < n; i++) {
            const double x = quire_run_value(a->run, i, k), y = quire_run_value(b->run, i, other);
            off += isnan(x) ? !isnan(y) : fabs(x) != fabs(y);
        }
        cr_expect_eq(off, 0, "%s: %zu of %zu values, such as %.17g and %.17g", name, off, n,
                     quire_run_value(a->run, n - 1, k), quire_run_value(b->run, n - 1, other));
    }
}

Test(assemblies, an_instance_at_the_origin_is_the_machine)
{
    struct outcome flat = simulate(MODEL("-9.6 m/s^2", MACHINE, "p", "1 m^-1"));
    struct outcome part = simulate(MODEL(
        "-9.6 m/s^2", "<assembly name='a'>" MACHINE "</assembly><instance name='m' assembly='a'/>",
        "m-p", "1 m^-1"));
    expect_same(&flat, &part, 0, 0, 0, 1, 0); /* to the bit */
    expect_same_sizes(&flat, &part, false);
    clear(&flat);
    clear(&part);
}

/* all signs change, and nothing else: to the bit */
Test(assemblies, a_mirrored_machine_moves_as_in_a_mirror)
{
    struct outcome flat = simulate(MODEL("-9.6 m/s^2", MACHINE, "p", "1 m^-1"));
    struct outcome part = simulate(MODEL(
        "9.6 m/s^2",
        "<assembly name='a'>" MACHINE "</assembly><instance name='m' assembly='a' mirrored='yes'/>",
        "m-p", "-1 m^-1"));
    expect_same(&flat, &part, 0, 0, 0, -1, 0);
    expect_same_sizes(&flat, &part, true);
    clear(&flat);
    clear(&part);
}

/* how far the standard accuracy is from the fine one: what turning and moving may change at most,
 * because the error control sees other coordinates */
static double
error_of(const struct outcome *fine)
{
    struct outcome standard = simulate(MODEL("-9.6 m/s^2", MACHINE, "p", "1 m^-1"));
    double most = 0;
    for (size_t i = 0; i < fine->n; i++) {
        most = fmax(most, hypot(standard.x[i] - fine->x[i], standard.y[i] - fine->y[i]));
    }
    clear(&standard);
    cr_expect_lt(most, 5e-5); /* 0.05 mm */
    return most;
}

/* gravity turns along: (1.5, -9.6) by 90 deg is (9.6, 1.5) */
Test(assemblies, a_turned_machine_moves_alike)
{
    static const char text[] =
        "<model version='1' name='machine' motion='planar'><settings><gravity vector='9.6 m/s^2, "
        "1.5 m/s^2'/><run end='0.15 s' sample='1 ms'/></settings>" MATERIALS
        "<assembly name='a'>" MACHINE
        "</assembly><instance name='m' assembly='a' at='300 mm, -200 mm' angle='90 deg'/>"
        "<sheet name='s' media='m' length='60 mm' width='100 mm' segments='20' curl='1 "
        "m^-1'><start path='m-p' lead='26 mm' speed='0.4 m/s'/></sheet></model>";
    struct outcome flat = simulate_to(MODEL("-9.6 m/s^2", MACHINE, "p", "1 m^-1"), "fine"),
                   part = simulate_to(text, "fine");
    expect_same(&flat, &part, 0.3, -0.2, acos(-1) / 2, 1, error_of(&flat));
    clear(&flat);
    clear(&part);
}

/* two mirrors and two turns within each other cancel: (10, 0) mirrored and turned by 90 deg is (0,
 * 10), and so once more up */
Test(assemblies, frames_within_each_other)
{
    struct outcome flat = simulate_to(MODEL("-9.6 m/s^2", MACHINE, "p", "1 m^-1"), "fine");
    struct outcome part =
        simulate_to(MODEL("-9.6 m/s^2",
                          "<assembly name='a'>" MACHINE "</assembly>"
                          "<assembly name='b'><instance name='n' assembly='a' mirrored='yes' "
                          "angle='90 deg' at='10 mm, 0 mm'/></assembly>"
                          "<assembly name='c'><instance name='m' assembly='b' mirrored='yes' "
                          "angle='90 deg' at='0 mm, 10 mm'/></assembly>"
                          "<instance name='o' assembly='c'/>",
                          "o-m-n-p", "1 m^-1"),
                    "fine");
    const double slack = error_of(&flat);
    cr_assert_eq(flat.n, part.n);
    for (size_t i = 0; i < flat.n; i++) {
        cr_expect_lt(fabs(part.x[i] - flat.x[i]), slack, "%zu: %g", i, part.x[i] - flat.x[i]);
        cr_expect_lt(fabs(part.y[i] - flat.y[i] - 0.02), slack, "%zu: %g", i,
                     part.y[i] - flat.y[i]);
    }
    clear(&flat);
    clear(&part);
}

#define STATION(name, at_nip, at_eye)                                                              \
    "<nip name='" name "nip' path='p' at='" at_nip                                                 \
    "' load='6 N' rate='250 N/m'><driver radius='10 mm' surface='rubber' drive='feed'/>"           \
    "<idler radius='8 mm' surface='rubber' mass='20 g'/></nip><sensor name='" name                 \
    "eye' kind='edge' path='p' at='" at_eye "'/>"
#define LINE(stations)                                                                             \
    MODEL("-9.6 m/s^2",                                                                            \
          "<path name='p'><line length='300 mm'/></path><drive name='feed' speed='0.4 "            \
          "m/s'/>" stations,                                                                       \
          "p", "0 m^-1")

/* halves, quarters and eighths of a metre: the sums are exact */
Test(assemblies, stations_along_a_path_are_those_written_out)
{
    struct outcome flat = simulate(LINE(STATION("n-1-", "0 m", "0.03125 m") STATION(
        "n-2-", "0.046875 m", "0.078125 m") STATION("n-3-", "0.09375 m", "0.125 m")));
    struct outcome part = simulate(
        LINE("<assembly name='a'><nip name='nip' at='0 m' load='6 N' rate='250 N/m'><driver "
             "radius='10 mm' surface='rubber' drive='feed'/>"
             "<idler radius='8 mm' surface='rubber' mass='20 g'/></nip><sensor name='eye' "
             "kind='edge' at='0.03125 m'/></assembly>"
             "<instance name='n' assembly='a' path='p' at='0 m' count='3' pitch='0.046875 m'/>"));
    cr_assert_eq(flat.n, part.n);
    cr_expect_eq(memcmp(flat.x, part.x, flat.n * sizeof *flat.x), 0);
    cr_expect_eq(memcmp(flat.y, part.y, flat.n * sizeof *flat.y), 0);
    expect_same_time(part.run, "n-2-eye.lead.time", flat.run, "n-2-eye.lead.time", 0);
    clear(&flat);
    clear(&part);
}

/* ---- in space ---- */

#define STATION_IN_SPACE(across)                                                                   \
    "<path name='p'><line length='60 mm'/><arc radius='50 mm' angle='40 deg' turn='left'/><line "  \
    "length='100 mm'/></path><drive name='feed' speed='0.4 m/s'/>"                                 \
    "<channel name='bend' path='p' from='45 mm' to='90 mm' gap='4 mm' surface='steel' "            \
    "across-from='{" across " - 45 mm}' across-to='{" across " + 35 mm}'/>"                        \
    "<channel name='flat' path='p' from='0 mm' to='15 mm' gap='4 mm' surface='steel' tilt='1 "     \
    "deg'/>"                                                                                       \
    "<nip name='n1' path='p' at='20 mm' load='6 N' rate='250 N/m' across='{" across                \
    " + 3 mm}' width='60 mm' yaw='0.5 deg' tilt='0.05 deg' pivot='{" across                        \
    " - 10 mm}'><driver radius='10 mm' surface='rubber' drive='feed' taper='0.01 mm'/><idler "     \
    "radius='8 mm' surface='rubber' mass='20 g'/></nip>"                                           \
    "<sensor name='eye' kind='edge' path='p' at='40 mm' across='{" across " + 20 mm}'/>"

#define MODEL_IN_SPACE(gravity, machine, path, curl)                                               \
    "<model version='1' name='machine' motion='spatial'><settings><gravity vector='1.5 "           \
    "m/s^2, " gravity "'/><run end='0.06 s' sample='1 ms'/></settings>" MATERIALS machine          \
    "<sheet name='s' media='m' length='60 mm' width='80 mm' segments='12' columns='2' curl='" curl \
    "'><start path='" path                                                                         \
    "' lead='26 mm' speed='0.4 m/s' across='11 mm' yaw='0.2 deg'/></sheet></model>"

Test(assemblies, in_space_mirrored_and_shifted_across)
{
    struct outcome flat =
        simulate(MODEL_IN_SPACE("-9.6 m/s^2", STATION_IN_SPACE("8 mm"), "p", "1 m^-1"));
    struct outcome part = simulate(MODEL_IN_SPACE(
        "9.6 m/s^2",
        "<assembly name='a'>" STATION_IN_SPACE(
            "0 mm") "</assembly><instance name='m' assembly='a' mirrored='yes' across='8 mm'/>",
        "m-p", "-1 m^-1"));
    expect_same_sizes(&flat, &part, true);
    clear(&flat);
    clear(&part);
}
