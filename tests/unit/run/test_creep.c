/* How far sheets slip on what they lie on, and what of it is creep of regularised friction. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/simulate.h"

#define G  9.80665
#define VS 1e-3 /* threshold of the law [m/s] */
#define MU 0.5

/* mtt-linear creeps at VS tan(slope) / MU where the slope is less steep than friction */
#define CREEPING                                                                                   \
    "<friction law=\"mtt-linear\" dynamic-coefficient=\"0.5\" threshold-velocity=\"1 mm/s\"/>"
#define HOLDING "<friction law=\"stick-slip\" dynamic-coefficient=\"0.5\"/>"

/* Sheets on each other on a slope that touch from the start, the lowest with a speed, the others
 * with so many times as much; the rates are taken from the first look on. */
static quire_run *
slide(quire_model **model, const char *motion, double slope, const char *friction, int sheets,
      double speed, double end)
{
    static const char layer[] =
        "<sheet name=\"%c\" media=\"m\" length=\"100 mm\" width=\"200 mm\" segments=\"10\"><start "
        "from=\"0 mm, %.9g mm\" speed=\"%.17g m/s\"/></sheet>";
    const double normal = G * cos(slope);
    char text[4000];

    int n = snprintf(text, sizeof text,
                     "<settings><gravity vector=\"%.17g m/s^2, %.17g m/s^2\"/><run end=\"%g s\" "
                     "sample=\"0 s\"/></settings>"
                     "<media name=\"m\" grammage=\"300 g/m^2\" thickness=\"0.3 mm\" "
                     "modulus-md=\"5 GPa\"/>"
                     "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e4 N/m\" "
                     "damping=\"20 N*s/m\"/>%s</contact>"
                     "<pair contact=\"c\"/><pair media=\"m\" other-media=\"m\" contact=\"c\"/>"
                     "<guide name=\"g\" surface=\"f\"><line from=\"-400 mm, 0 mm\" to=\"900 mm, "
                     "0 mm\"/></guide>",
                     G * sin(slope), -normal, end, friction);
    for (int k = 0; k < sheets; k++) {
        n += snprintf(text + n, sizeof text - (size_t)n, layer, 'a' + k, 0.1499 + 0.2999 * k,
                      (k + 1) * speed);
    }
    return simulate_parts(model, motion, text, NULL);
}

static double
way(const quire_run *run, const char *sheet)
{
    double x[64], y[64];

    cr_assert_gt(quire_run_nodes(run, sheet, x, y, 64), 0);
    return x[0];
}

/* what the summary says of two that lie on each other; "slip", "creep" */
static double
interface(const quire_run *run, const char *sheet, const char *other, const char *what)
{
    json_t *summary = json_loads(quire_run_summary_json(run), 0, NULL);
    const json_t *list = json_object_get(summary, "interfaces");
    double value = NAN;

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(one, "sheet")), sheet) == 0 &&
            strcmp(json_string_value(json_object_get(one, "name")), other) == 0) {
            value = json_number_value(json_object_get(one, what));
        }
    }
    json_decref(summary);
    return value;
}

static double
creep_of(const quire_run *run, const char *sheet)
{
    char name[20];

    snprintf(name, sizeof name, "%s.creep", sheet);
    return quire_run_figure(run, name);
}

static void
expect_near(double value, double expected, double tolerance, const char *what)
{
    cr_expect_float_eq(value, expected, tolerance, "%s: %.9g and not %.9g", what, value, expected);
}

/* Less steep than friction: all that it goes is creep, at VS tan(slope) / MU. */
Test(creep, is_all_of_the_way_where_friction_would_hold)
{
    const double slope = atan(0.4 * MU), speed = VS * tan(slope) / MU;
    const char *const motion[] = {"planar", "spatial"};

    for (int k = 0; k < 2; k++) {
        quire_model *model;
        quire_run *run = slide(&model, motion[k], slope, CREEPING, 1, speed, 0.5);
        expect_near(creep_of(run, "a"), 0.5 * speed, 0.002 * speed, motion[k]);
        if (k == 0) {
            expect_near(way(run, "a"), creep_of(run, "a"), 0.002 * speed, "its way");
        }
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
}

/* Steeper: it slides, and none of it is the law's. */
Test(creep, is_nothing_where_a_sheet_slides)
{
    const double slope = 40 * acos(-1) / 180, speed = 0.05, t = 0.1;
    quire_model *model;
    quire_run *run = slide(&model, "planar", slope, CREEPING, 1, speed, t);

    cr_expect_eq(creep_of(run, "a"), 0, "%g", creep_of(run, "a"));
    const double exact = speed * t + 0.5 * G * (sin(slope) - MU * cos(slope)) * t * t;
    expect_near(way(run, "a"), exact, 2e-3 * exact, "its way");
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* At each interface friction bears the same part of the weight above. */
Test(creep, of_a_pile_is_the_sum_of_what_lies_below)
{
    const double slope = atan(0.4 * MU), speed = VS * tan(slope) / MU, t = 0.5;
    quire_model *model;
    quire_run *run = slide(&model, "planar", slope, CREEPING, 3, speed, t);
    const char *const sheet[] = {"a", "b", "c"};

    for (int k = 0; k < 3; k++) {
        expect_near(creep_of(run, sheet[k]), (k + 1) * speed * t, 0.005 * speed * t, sheet[k]);
        expect_near(way(run, sheet[k]), (k + 1) * speed * t, 0.005 * speed * t, "its way");
    }
    /* on the one below; of two the file has the lower one first */
    expect_near(interface(run, "a", "g", "creep"), speed * t, 0.005 * speed * t, "a on g");
    expect_near(interface(run, "a", "b", "creep"), -speed * t, 0.005 * speed * t, "a on b");
    expect_near(interface(run, "b", "c", "slip"), -speed * t, 0.005 * speed * t, "b on c");
    cr_expect_not_null(strstr(quire_run_summary_text(run), "sheets on each other: "), "%s",
                       quire_run_summary_text(run));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* Two sheets are thrown, the upper one twice as fast. The lower one comes to rest and creeps from
 * then on under the upper one, which slides over it: what it creeps is carried along. */
Test(creep, of_what_slides_over_a_pile_is_that_of_the_pile)
{
    quire_model *model;
    quire_run *run = slide(&model, "planar", 0, CREEPING, 2, 0.15, 0.05);
    const double slip = -interface(run, "a", "b", "slip");

    /* the trapezoidal rule of pictures every 10 ms, between two of which sliding ends */
    expect_near(slip, way(run, "b") - way(run, "a"), MU * G * 0.01 * 0.01 / 8, "the slip");
    cr_expect_eq(interface(run, "a", "b", "creep"), 0, "%g", interface(run, "a", "b", "creep"));
    cr_expect_eq(creep_of(run, "b"), creep_of(run, "a"), "%g and not %g", creep_of(run, "b"),
                 creep_of(run, "a"));
    cr_expect_gt(creep_of(run, "a"), 5e-6, "%g", creep_of(run, "a"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* Friction that holds lets nothing creep, and what its springs give way is slip. */
Test(creep, is_nothing_with_friction_that_holds)
{
    quire_model *model;
    quire_run *run = slide(&model, "planar", atan(0.4 * MU), HOLDING, 3, 0, 0.2);
    const char *const sheet[] = {"a", "b", "c"};

    for (int k = 0; k < 3; k++) {
        cr_expect_eq(creep_of(run, sheet[k]), 0, "%s: %g", sheet[k], creep_of(run, sheet[k]));
    }
    cr_expect_eq(interface(run, "a", "b", "creep"), 0);
    cr_expect_lt(fabs(interface(run, "a", "b", "slip")), 1e-6, "%g",
                 interface(run, "a", "b", "slip"));
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* A web between two nips that hold it, of which the second is faster by e: T = E A e (1 - exp(-t v
 * / L)), whatever its segments. */
#define HELD_NIP(name, at, drive)                                                                  \
    "<nip name=\"" name "\" path=\"main\" at=\"" at                                                \
    "\" load=\"8 N\" rate=\"500 N/m\" max-gap=\"2 mm\"><driver radius=\"10 mm\" "                  \
    "surface=\"rubber\" drive=\"" drive                                                            \
    "\"/><idler radius=\"8 mm\" surface=\"pom\" mass=\"15 g\"/></nip>"
#define WEB                                                                                        \
    "<settings><gravity vector=\"0 m/s^2, 0 m/s^2\"/><run end=\"1 s\" sample=\"50 "                \
    "ms\"/></settings><media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" "               \
    "modulus-md=\"5 GPa\" damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>"                   \
    "<contact name=\"grip\"><normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"71 "    \
    "um\" exponent=\"1.5\" damping=\"5.9e7 N*s/m^2.5\" indentation-exponent=\"1.5\"/><friction "   \
    "law=\"stick-slip\" dynamic-coefficient=\"1\"/></contact><contact name=\"roll\"><normal "      \
    "law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"20 um\" exponent=\"1.5\" "             \
    "damping=\"2e8 N*s/m^2.5\" indentation-exponent=\"1.5\"/></contact><pair "                     \
    "surface=\"rubber\" contact=\"grip\"/><pair surface=\"pom\" contact=\"roll\"/>"                \
    "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"2 m\"/></path><drive name=\"m1\" "     \
    "speed=\"300 mm/s\"/><drive name=\"m2\" speed=\"{300 mm/s*(1 + %g)}\"/>" HELD_NIP(             \
        "n1", "600 mm", "m1")                                                                      \
        HELD_NIP("n2", "750 mm", "m2") "<sheet name=\"web\" media=\"m\" length=\"600 mm\" "        \
                                       "width=\"200 mm\" segments=\"%d\"><start path=\"main\" "    \
                                       "lead=\"770 mm\" speed=\"300 mm/s\"/></sheet>"

Test(creep, a_web_that_is_held_has_the_tension_of_its_strain)
{
    static const int segments[] = {30, 60, 120};
    static const double strain[] = {1e-5, 4e-5};

    for (size_t i = 0; i < sizeof segments / sizeof *segments; i++) {
        for (size_t k = 0; k < sizeof strain / sizeof *strain; k++) {
            char text[3000];
            quire_model *model;
            const double right = 5e9 * 1e-4 * 0.2 * strain[k] * (1 - exp(-0.3 / 0.15));
            snprintf(text, sizeof text, WEB, strain[k], segments[i]);
            quire_run *run = simulate_parts(&model, "planar", text, NULL);
            const double pulled = quire_run_figure(run, "n1.friction.max"); /* at the end */
            cr_expect_lt(fabs(pulled / right - 1), 0.03, "%d segments, %g: %g N instead of %g N",
                         segments[i], strain[k], pulled, right);
            quire_run_destroy(run);
            quire_model_destroy(model);
        }
    }
}
