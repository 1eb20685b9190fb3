/* Where a spatial machine stands, how it is turned about z, and how fast all of it moves does not
 * matter; its mirror image moves alike. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/run.h>

#include "fixtures/sanitized.h"
#include "fixtures/simulate.h"

/* two stations with all that is not symmetric across the feed */
#define MACHINE                                                                                    \
    "<model version='1' name='machine' motion='spatial'><parameters>"                              \
    "<parameter name='x' value='0 mm'/><parameter name='y' value='0 mm'/><parameter name='z' "     \
    "value='0 mm'/>"                                                                               \
    "<parameter name='heading' value='0 deg'/><parameter name='gx' value='1.5 m/s^2'/><parameter " \
    "name='gy' value='-9.6 m/s^2'/>"                                                               \
    "<parameter name='side' value='1'/><parameter name='rib_from' value='-45 mm'/><parameter "     \
    "name='rib_to' value='35 mm'/>"                                                                \
    "<parameter name='columns' value='2'/></parameters>"                                           \
    "<settings><gravity vector='{gx}, {gy}'/><run end='0.1 s' sample='1 ms'/></settings>"          \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa' modulus-cd='2 "     \
    "GPa' damping-ratio='0.3' damping-frequency='160 Hz'/>"                                        \
    "<contact name='grip'><normal law='mtt-indentation' force='8 N' at-penetration='0.05 mm' "     \
    "exponent='1.5' damping='1e8 N*s/m^2.5' "                                                      \
    "indentation-exponent='1.5'/><friction law='mtt-step' dynamic-coefficient='0.8' "              \
    "threshold-velocity='10 mm/s'/></contact>"                                                     \
    "<contact name='glide'><normal law='mtt-boundary' stiffness='1e4 N/m' exponent='1' "           \
    "damping='0.02 N*s/m' boundary-penetration='0.02 mm' "                                         \
    "reference-length='5 mm'/><friction law='mtt-step' dynamic-coefficient='0.2' "                 \
    "threshold-velocity='10 mm/s'/></contact>"                                                     \
    "<pair surface='rubber' contact='grip'/><pair surface='steel' contact='glide'/>"               \
    "<path name='p' from='{x}, {y}' heading='{heading}'><line length='500 mm'/></path>"            \
    "<channel name='in' path='p' from='20 mm' to='110 mm' gap='3 mm' mouth='1.5 mm' "              \
    "surface='steel' across-from='{rib_from + z}' across-to='{rib_to + z}'/>"                      \
    "<channel name='out' path='p' from='212 mm' to='400 mm' gap='3 mm' mouth='1.5 mm' "            \
    "surface='steel'/>"                                                                            \
    "<drive name='feed' speed='0.5 m/s'/><drive name='pull' speed='0.503 m/s'/>"                   \
    "<nip name='n1' path='p' at='120 mm' load='6 N' rate='250 N/m' damping='0.5 N*s/m' "           \
    "across='{side * 3 mm + z}' width='90 mm' pads='5'>"                                           \
    "<driver radius='10 mm' surface='rubber' drive='feed' crown='0.02 mm'/><idler radius='8 mm' "  \
    "surface='rubber' mass='20 g'/></nip>"                                                         \
    "<nip name='n2' path='p' at='200 mm' load='5 N' rate='250 N/m' damping='0.5 N*s/m' "           \
    "across='{z}' yaw='{side * 1 deg}' tilt='{side * 0.05 deg}' "                                  \
    "pivot='{side * -20 mm + z}'><driver radius='10 mm' surface='rubber' drive='pull'><tyre "      \
    "across='{side * -30 mm}' width='12 mm'/>"                                                     \
    "<tyre across='{side * 35 mm}' width='10 mm' radius='10.01 mm'/></driver>"                     \
    "<idler radius='10 mm' surface='rubber' mass='30 g' width='90 mm' taper='{side * 0.01 "        \
    "mm}'/></nip>"                                                                                 \
    "<sheet name='s' media='m' length='150 mm' width='100 mm' segments='30' columns='{columns}' "  \
    "curl='1 m^-1'>"                                                                               \
    "<start path='p' lead='210 mm' speed='0.5 m/s' across='{side * 1 mm + z}' yaw='{side * 0.2 "   \
    "deg}'/></sheet></model>"

#define MOST_SETTINGS 8

static quire_run *
simulate(quire_model **model, const char *text, const quire_setting *setting, size_t n,
         const char *accuracy)
{
    quire_run_options options = quire_run_options_default();

    options.accuracy = accuracy;
    options.end_time = SANITIZED ? 0.02 : options.end_time; /* else 0.1 s, the model's */
    return simulate_text(model, text, setting, n, &options);
}

static size_t
column_of(const quire_run *run, const char *name)
{
    const size_t n = quire_run_column_count(run), length = strlen(name);

    for (size_t i = 0; i < n; i++) {
        const char *header = quire_run_column_name(run, i);
        if (strncmp(header, name, length) == 0 && header[length] == ' ') {
            return i;
        }
    }
    cr_assert_fail("no column %s", name);
    return 0;
}

/* a quantity, and by how much it is to differ: shift [its unit] + drift [its unit/s] t */
struct quantity {
    const char *name;
    double shift, drift;
};

/* the largest |b - a - what is to differ| over all samples */
static double
apart(const quire_run *a, const quire_run *b, const struct quantity *of, double shift, double drift)
{
    const size_t i = column_of(a, of->name), n = quire_run_row_count(a);
    double most = 0;

    cr_assert_eq(quire_run_row_count(b), n);
    for (size_t row = 0; row < n; row++) {
        most = fmax(most, fabs(quire_run_value(b, row, i) - quire_run_value(a, row, i) - shift -
                               drift * quire_run_value(a, row, 0)));
    }
    return most;
}

/* Runs of the machine without settings: standard, and fine. */
struct reference {
    const char *text, *columns;
    quire_model *model[2];
    quire_run *run[2];
};

static struct reference
refer_to(const char *text, const char *columns)
{
    const quire_setting with = {"columns", columns};
    struct reference r = {.text = text, .columns = columns};

    r.run[0] = simulate(&r.model[0], text, &with, 1, "standard");
    r.run[1] = simulate(&r.model[1], text, &with, 1, "fine");
    return r;
}

static void
forget(struct reference *r)
{
    for (int i = 0; i < 2; i++) {
        quire_run_destroy(r->run[i]);
        quire_model_destroy(r->model[i]);
    }
}

/* The run of the machine with these settings differs from that without them less than the fine run
 * does from the standard one. */
static void
expect_same(const struct reference *r, const char *what, const quire_setting *setting, size_t n,
            const struct quantity *of, size_t n_of)
{
    quire_setting with[MOST_SETTINGS] = {{"columns", r->columns}};
    quire_model *model;

    memcpy(with + 1, setting, n * sizeof *setting);
    quire_run *run = simulate(&model, r->text, with, n + 1, "standard");
    for (size_t k = 0; k < n_of; k++) {
        const double bound = apart(r->run[0], r->run[1], of + k, 0, 0),
                     by = apart(r->run[0], run, of + k, of[k].shift, of[k].drift);
        cr_expect_leq(by, bound, "%s, %s columns, %s: %g, fine %g", what, r->columns, of[k].name,
                      by, bound);
        cr_expect_gt(bound, 0, "%s", of[k].name);
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
}

#define SEEN(aside)                                                                                \
    {                                                                                              \
        {"s.lead.path", 0, 0}, {"s.trail.path", 0, 0}, {"s.lead.height", 0, 0}, {"s.yaw", 0, 0},   \
            {"s.shift", aside, 0},                                                                 \
        {                                                                                          \
            "s.lead.z", aside, 0                                                                   \
        }                                                                                          \
    }

Test(space_invariance, a_machine_may_stand_anywhere_and_be_turned_about_z)
{
    static const char *const columns[] = {"2", "3"};
    static const struct quantity same[] = SEEN(0), aside[] = SEEN(0.2);
    const size_t n = sizeof same / sizeof *same;
    const double angle = 0.7, gx = 1.5 * cos(angle) + 9.6 * sin(angle),
                 gy = 1.5 * sin(angle) - 9.6 * cos(angle);
    char turned[2][40];

    snprintf(turned[0], sizeof turned[0], "%.17g m/s^2", gx);
    snprintf(turned[1], sizeof turned[1], "%.17g m/s^2", gy);
    const quire_setting along[] = {{"x", "0.7 m"}}, up[] = {{"y", "-0.4 m"}},
                        across[] = {{"z", "0.2 m"}},
                        turn[] = {{"heading", "0.7 rad"}, {"gx", turned[0]}, {"gy", turned[1]}};
    for (size_t k = SANITIZED ? 1 : 0; k < 2; k++) {
        struct reference r = refer_to(MACHINE, columns[k]);
        expect_same(&r, "along", along, 1, same, n);
        expect_same(&r, "up", up, 1, same, n);
        expect_same(&r, "across", across, 1, aside, n);
        expect_same(&r, "turned", turn, 3, same, n);
        forget(&r);
    }
}

/* ---- mirror images ---- */

/* the column on the other side */
static const char *
mirrored(char *out, size_t size, const char *name)
{
    const char *left = strstr(name, ".left."), *right = strstr(name, ".right.");

    snprintf(out, size, "%s", name);
    if (left != NULL) {
        snprintf(out, size, "%.*s.right.%s", (int)(left - name), name, left + 6);
    } else if (right != NULL) {
        snprintf(out, size, "%.*s.left.%s", (int)(right - name), name, right + 7);
    }
    return out;
}

Test(space_invariance, a_mirrored_machine_moves_alike)
{
    static const struct {
        const char *name;
        double sign;
        double least; /* ten times what a step may be wrong by */
    } list[] = {{"s.lead.path", 1, 0},       {"s.trail.path", 1, 0},   {"s.yaw", -1, 0},
                {"s.shift", -1, 0},          {"s.twist", -1, 0},       {"s.lead.left.x", 1, 0},
                {"s.lead.right.y", 1, 5e-6}, {"s.lead.left.z", -1, 0}, {"n1.idler.travel", 1, 0},
                {"n2.idler.speed", 1, 0},    {"n1.normal", 1, 0},      {"n2.normal", 1, 0},
                {"n2.lateral", -1, 0},       {"n2.moment", -1, 0},     {"in.left.normal", 1, 0},
                {"energy.friction", 1, 0}};
    static const char *const columns[] = {"2", "3", "5", "3"};
    /* the channel: as broad as a cell or a rib of two lines, and at last narrow */
    static const char *const from[] = {"-45 mm", "-45 mm", "-45 mm", "-22 mm"}, *const to[] = {
                                                                                    "35 mm",
                                                                                    "35 mm",
                                                                                    "35 mm",
                                                                                    "-19 mm"};
    static const char *const mirror_from[] = {"-35 mm", "-35 mm", "-35 mm", "19 mm"},
                             *const mirror_to[] = {"45 mm", "45 mm", "45 mm", "22 mm"};

    for (size_t m = 0; m < 4; m += SANITIZED ? 3 : 1) {
        const quire_setting own[] = {
            {"columns", columns[m]}, {"rib_from", from[m]}, {"rib_to", to[m]}};
        const quire_setting other[] = {{"columns", columns[m]},
                                       {"side", "-1"},
                                       {"rib_from", mirror_from[m]},
                                       {"rib_to", mirror_to[m]}};
        quire_model *model[2];
        quire_run *run[2] = {simulate(&model[0], MACHINE, own, 3, "fine"),
                             simulate(&model[1], MACHINE, other, 4, "fine")};
        for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
            char name[80];
            /* guides have a left and a right face, which stay as they are */
            const char *opposite = strncmp(list[k].name, "s.", 2) == 0
                                       ? mirrored(name, sizeof name, list[k].name)
                                       : list[k].name;
            const size_t a = column_of(run[0], list[k].name), b = column_of(run[1], opposite);
            double most = 0; /* rounding makes other steps: a part of the largest */
            for (size_t row = 0; row < quire_run_row_count(run[0]); row++) {
                most = fmax(most, fabs(quire_run_value(run[0], row, a)));
            }
            for (size_t row = 0; row < quire_run_row_count(run[0]); row++) {
                const double one = quire_run_value(run[0], row, a),
                             image = list[k].sign * quire_run_value(run[1], row, b);
                cr_assert(fabs(one - image) <= fmax(1e-3 * most, list[k].least) ||
                              (isnan(one) && isnan(image)),
                          "%s columns, %s, sample %zu: %a, %a", columns[m], list[k].name, row, one,
                          image);
            }
        }
        cr_expect_gt(fabs(quire_run_figure(run[0], "s.yaw") -
                          quire_run_value(run[0], 0, column_of(run[0], "s.yaw"))),
                     2e-5, "nothing steers: %g", quire_run_figure(run[0], "s.yaw"));
        for (int i = 0; i < 2; i++) {
            quire_run_destroy(run[i]);
            quire_model_destroy(model[i]);
        }
    }
}

/* ---- moving frames ---- */

/* a sheet that slides on a moving table, its right half on a rougher one, and is turned by that */
#define TABLES                                                                                     \
    "<model version='1' name='tables' motion='spatial'><parameters><parameter name='u' value='0 "  \
    "m/s'/><parameter name='columns' value='3'/></parameters>"                                     \
    "<settings><gravity vector='0 m/s^2, -9.81 m/s^2'/><run end='0.1 s' sample='1 "                \
    "ms'/></settings>"                                                                             \
    "<media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa' "                   \
    "damping-ratio='0.3' damping-frequency='160 Hz'/>"                                             \
    "<contact name='smooth'><normal law='linear' stiffness='2e4 N/m' reference-length='5 mm' "     \
    "damping='0.02 N*s/m'/>"                                                                       \
    "<friction law='mtt-step' dynamic-coefficient='0.1' threshold-velocity='10 mm/s'/></contact>"  \
    "<contact name='rough'><normal law='linear' stiffness='2e4 N/m' reference-length='5 mm' "      \
    "damping='0.02 N*s/m'/>"                                                                       \
    "<friction law='mtt-step' dynamic-coefficient='0.4' threshold-velocity='10 mm/s'/></contact>"  \
    "<pair surface='smooth' contact='smooth'/><pair surface='rough' contact='rough'/>"             \
    "<guide name='g' surface='smooth' velocity='{0.1 m/s + u}' across-to='0 mm'><line from='-1 "   \
    "m, 0 mm' to='2 m, 0 mm'/></guide>"                                                            \
    "<guide name='h' surface='rough' velocity='{0.1 m/s + u}' across-from='0 mm'><line from='-1 "  \
    "m, 0 mm' to='2 m, 0 mm'/></guide>"                                                            \
    "<sheet name='s' media='m' length='150 mm' width='100 mm' segments='30' columns='{columns}' "  \
    "curl='2 m^-1'>"                                                                               \
    "<start from='0 mm, 0.06 mm' velocity='{0.5 m/s + u}, 0 m/s' yaw='3 deg'/></sheet></model>"

Test(space_invariance, a_machine_may_move)
{
    static const quire_setting moving[] = {{"u", "0.7 m/s"}};
    static const struct quantity of[] = {{"s.lead.x", 0, 0.7}, {"s.trail.x", 0, 0.7},
                                         {"s.lead.y", 0, 0},   {"s.yaw", 0, 0},
                                         {"s.shift", 0, 0},    {"s.lead.z", 0, 0}};
    static const char *const columns[] = {"2", "3"};

    for (size_t k = 0; k < 2; k++) {
        struct reference r = refer_to(TABLES, columns[k]);
        expect_same(&r, "moving", moving, 1, of, sizeof of / sizeof *of);
        forget(&r);
    }
}

/* ---- other methods ---- */

/* SUNDIALS' general method and the integrator's own solve the same equations: with tight tolerances
 * they come as near as these allow, while the standard accuracy is away from both. */
Test(space_invariance, the_generic_method_finds_the_same_motion)
{
    static const char *const columns[] = {"2", "3"};
    static const struct quantity of[] = SEEN(0);

    for (size_t k = SANITIZED ? 1 : 0; k < 2; k++) {
        const quire_setting with[] = {{"columns", columns[k]}};
        quire_run_options options[3] = {quire_run_options_default(), quire_run_options_default(),
                                        quire_run_options_default()};
        quire_model *model[3];
        quire_run *run[3];
        for (int i = 0; i < 3; i++) {
            options[i].end_time = SANITIZED ? 0.01 : 0.05;
            options[i].position_tolerance = i < 2 ? 1e-8 : 1e-6;
            options[i].method = i == 0 ? "generic" : "velocity";
            run[i] = simulate_text(&model[i], MACHINE, with, 1, &options[i]);
        }
        for (size_t q = 0; q < sizeof of / sizeof *of; q++) {
            const double bound = apart(run[1], run[2], of + q, 0, 0),
                         by = apart(run[1], run[0], of + q, 0, 0);
            cr_expect_leq(by, 0.2 * bound, "%s columns, %s: %g, standard %g", columns[k],
                          of[q].name, by, bound);
        }
        for (int i = 0; i < 3; i++) {
            quire_run_destroy(run[i]);
            quire_model_destroy(model[i]);
        }
    }
}
