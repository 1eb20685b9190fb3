/* Importing the terms of RecurDyn's Media Transport Toolkits: a converted contact has the force of
 * the toolkit's formula in its own units. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/import.h>
#include <quire/law.h>
#include <quire/model.h>

#define WIDTH 210.0 /* slices of MTT2D's models across the sheet */
#define SAME  1e-12 /* relative; 15 digits are written */

/* head and contact of a table, with the rows of the case behind */
static char *
import(const char *toolkit, const char *rows)
{
    char csv[4000], *xml = NULL;
    quire_diag *diag = quire_diag_create();
    snprintf(csv, sizeof csv, "parameter,value,unit\nToolkit,%s,\nSheet Width,210,mm\n%s", toolkit,
             rows);
    const quire_status status = quire_import_mtt(&xml, csv, strlen(csv), "table.csv", diag);
    for (size_t i = 0; status != QUIRE_OK && i < quire_diag_count(diag); i++) {
        char message[500];
        quire_diag_format(diag, i, message, sizeof message);
        cr_log_error("%s", message);
    }
    cr_assert(status == QUIRE_OK && xml != NULL);
    quire_diag_destroy(diag);
    return xml;
}

#define MOST 20

/* the attributes of the first `element`; cuts the text up */
struct cut {
    char *text;
    const char *law;
    quire_setting setting[MOST];
    size_t n;
};

static struct cut
attributes(const char *xml, const char *element)
{
    struct cut cut = {.text = strdup(strstr(xml, element))};
    char *at = strchr(cut.text, ' '), *end = strstr(cut.text, "/>");
    *end = '\0';
    while (at != NULL && (at = strpbrk(at, "abcdefghijklmnopqrstuvwxyz")) != NULL) {
        char *value = strchr(at, '=');
        *value = '\0';
        value += 2;
        char *close = strchr(value, '"');
        *close = '\0';
        if (strcmp(at, "law") == 0) {
            cut.law = value;
        } else {
            cr_assert(cut.n < MOST);
            cut.setting[cut.n++] = (quire_setting){at, value};
        }
        at = close + 1;
    }
    return cut;
}

static quire_law *
law_of(const char *xml, const char *element, const quire_setting *more, size_t n_more)
{
    struct cut cut = attributes(xml, element);
    quire_law *law = NULL;
    quire_diag *diag = quire_diag_create();
    for (size_t i = 0; i < n_more; i++) {
        cut.setting[cut.n++] = more[i];
    }
    cr_assert(quire_law_create(&law, cut.law, cut.setting, cut.n, diag) == QUIRE_OK);
    quire_diag_destroy(diag);
    free(cut.text);
    return law;
}

/* STEP of the toolkits */
static double
step(double x, double x0, double h0, double x1, double h1)
{
    const double s = fmin(1, fmax(0, (x - x0) / (x1 - x0)));
    return h0 + (h1 - h0) * s * s * (3 - 2 * s);
}

static void
assert_same(double got, double want, const char *what, double x, double y)
{
    cr_assert(fabs(got - want) <= SAME * fabs(want), "%s at %g, %g: %.17g instead of %.17g", what,
              x, y, got, want);
}

/* penetrations [mm] and rates [mm/s] */
static const double depths[] = {0.001, 0.01, 0.0137, 0.02, 0.05, 0.3};
static const double rates[] = {-300, -1, 0, 0.5, 20, 1000};

/* k d^m1 + c r^m2 d^m3, mm and N for 1 mm of depth; the damping times RDF while the bodies separate
 */
Test(import, indentation_in_the_toolkits_units)
{
    char *xml = import(
        "MTT2D", "Contact,grip,\nStiffness Coefficient,5,N/mm^1.7\nDamping "
                 "Coefficient,0.003,N*s^0.9/mm^3.1\nStiffness Exponent,1.7,\n"
                 "Damping Exponent,0.9,\nIndentation Exponent,2.2,\nRebound Damping Factor,0.1,\n");
    quire_law *law = law_of(xml, "<normal", NULL, 0);
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        for (size_t j = 0; j < sizeof rates / sizeof *rates; j++) {
            const double d = depths[i], r = rates[j];
            const double force = 5 * pow(d, 1.7) + (r < 0 ? 0.1 : 1) * 0.003 *
                                                       copysign(pow(fabs(r), 0.9), r) * pow(d, 2.2);
            if (force > 0) {
                assert_same(quire_law_normal_force(law, d * 1e-3, r * 1e-3), WIDTH * force,
                            "indentation", d, r);
            }
        }
    }
    quire_law_destroy(law);
    quire_free(xml);
}

/* k d^m + c STEP(d, 0, 0, db, 1) r; in MTT3D nothing is per depth, and RDF is 0.001 unless given */
Test(import, boundary_penetration_in_the_toolkits_units)
{
    char *xml = import(
        "MTT3D", "Contact,glide,\nStiffness Coefficient,25,\nDamping "
                 "Coefficient,0.5,N*s/m\nStiffness Exponent,1.3,\nBoundary Penetration,0.02,\n");
    quire_law *law = law_of(xml, "<normal", NULL, 0);
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        for (size_t j = 0; j < sizeof rates / sizeof *rates; j++) {
            const double d = depths[i], r = rates[j];
            const double force =
                25 * pow(d, 1.3) + (r < 0 ? 0.001 : 1) * 0.5e-3 * step(d, 0, 0, 0.02, 1) * r;
            assert_same(quire_law_normal_force(law, d * 1e-3, r * 1e-3), force, "boundary", d, r);
        }
    }
    quire_law_destroy(law);
    quire_free(xml);
}

/* k d + c r where neither an exponent nor a boundary is given */
Test(import, plain_damping_is_full_at_once)
{
    char *xml =
        import("MTT2D", "Contact,plain,\nStiffness Coefficient,5,\nDamping Coefficient,0.01,\n");
    quire_law *law = law_of(xml, "<normal", NULL, 0);
    assert_same(quire_law_normal_force(law, 1e-8, 0.03), WIDTH * (5 * 1e-5 + 0.01 * 30), "plain",
                1e-5, 30);
    quire_law_destroy(law);
    quire_free(xml);
}

static const double slips[] = {-3, -1.3, -1, -0.4, 0, 0.1, 0.999, 1.2, 1.5, 40}; /* [mm/s] */

Test(import, two_thresholds_with_steps)
{
    char *xml = import(
        "MTT3D", "Contact,a,\nStiffness Coefficient,5,\nFriction Interpolation,STEP,\nFriction "
                 "Coefficient,0.2,\nStatic Friction Coefficient,0.3,\n"
                 "Maximum Friction Force,0.5,N\n");
    quire_law *law = law_of(xml, "<friction", NULL, 0);
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        const double v = slips[i], n = 2;
        const double mu =
            fabs(v) < 1 ? step(v, -1, -0.3, 1, 0.3) : copysign(step(fabs(v), 1, 0.3, 1.5, 0.2), v);
        const double want = -copysign(fmin(fabs(mu * n), 0.5), v);
        cr_assert(fabs(quire_law_friction_force(law, v * 1e-3, n) - want) <= SAME, "at %g mm/s", v);
    }
    quire_law_destroy(law);
    quire_free(xml);
}

static bool
has_attribute(const char *xml, const char *element, const char *name, const char *value)
{
    struct cut cut = attributes(xml, element);
    bool found = false;
    for (size_t i = 0; i < cut.n; i++) {
        found = found || (strcmp(cut.setting[i].name, name) == 0 &&
                          (value == NULL || strcmp(cut.setting[i].value, value) == 0));
    }
    free(cut.text);
    return found;
}

/* with one coefficient, too; a dynamic threshold alone is where that is reached */
Test(import, both_thresholds_are_kept)
{
    char *xml =
        import("MTT3D", "Contact,a,\nStiffness Coefficient,5,\nFriction Coefficient,0.2,\nStatic "
                        "Threshold Velocity,2,\nDynamic Threshold Velocity,7,\n");
    cr_assert(has_attribute(xml, "<friction", "static-velocity", "0.002 m/s") &&
              has_attribute(xml, "<friction", "dynamic-velocity", "0.007 m/s"));
    cr_assert(!has_attribute(xml, "<friction", "threshold-velocity", NULL) &&
              !has_attribute(xml, "<friction", "static-coefficient", NULL));
    quire_free(xml);
    xml = import("MTT3D", "Contact,a,\nStiffness Coefficient,5,\nFriction Coefficient,0.2,\nStatic "
                          "Threshold Velocity,1.2,\n");
    cr_assert(has_attribute(xml, "<friction", "static-velocity", "0.0012 m/s") &&
              has_attribute(xml, "<friction", "dynamic-velocity", "0.0015 m/s"));
    quire_free(xml);
    xml = import("MTT3D", "Contact,a,\nStiffness Coefficient,5,\nFriction "
                          "Coefficient,0.2,\nDynamic Threshold Velocity,7,\n");
    cr_assert(has_attribute(xml, "<friction", "threshold-velocity", "0.007 m/s"));
    quire_free(xml);
}

/* one threshold, straight pieces; the overdrive of a slice is shared by all: v_n (1 + alpha f), f
 * the force of 1 mm */
Test(import, one_threshold_with_lines_and_overdrive)
{
    char *xml = import(
        "MTT2D", "Contact,a,\nStiffness Coefficient,5,\nFriction Interpolation,LINEAR,\nFriction "
                 "Coefficient,0.8,\nThreshold Velocity,2,mm/s\nOverdrive Factor,0.3,\n");
    const struct cut cut = attributes(xml, "<overdrive");
    const quire_setting more[2] = {{"overdrive-factor", cut.setting[0].value},
                                   {"roller-speed", "0.05 m/s"}};
    quire_law *law = law_of(xml, "<friction", more, 2);
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        const double n = 8, f = n / WIDTH, v = slips[i] - 50 * 0.3 * f;
        const double mu = fabs(v) < 2 ? 0.8 * v / 2 : copysign(0.8, v);
        cr_assert(fabs(quire_law_friction_force(law, slips[i] * 1e-3, n) + mu * n) <= 8 * SAME,
                  "at %g mm/s", slips[i]);
    }
    quire_law_destroy(law);
    free(cut.text);
    quire_free(xml);
}

#define CONTACT "parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,\n"
#define GLIDE   "Contact,glide,\nStiffness Coefficient,25,\n"
#define SHEET                                                                                      \
    "Sheet,page,\nNumber of Segments,20,\nSegment "                                                \
    "Length,5,\nThickness,0.1,\nDensity,8e-7,\nYoung's Modulus,4000,\nSheet C,0.4,\nCurl "         \
    "Radius,-500,\n"                                                                               \
    "Start Point X,1,\nStart Point Y,2,\nDirection Point X,1,\nDirection Point Y,9,\nInitial "     \
    "Velocity,300,\n"

static double
number(const char *xml, const char *element, const char *attribute)
{
    const struct cut cut = attributes(xml, element);
    double got = (double)NAN;
    for (size_t i = 0; i < cut.n; i++) {
        if (strcmp(cut.setting[i].name, attribute) == 0) {
            got = strtod(cut.setting[i].value, NULL);
        }
    }
    free(cut.text);
    return got;
}

/* the hinge of a chain: k = E t^3/(12 L), c = Cs t^3/(12 L) for 1 mm of depth; here B = E t^3/12
 * and the moment B ratio/(pi f) per rate */
Test(import, sheet_has_the_toolkits_hinges)
{
    char *xml = import("MTT2D", SHEET);
    const double e = number(xml, "<media", "modulus-md"), t = number(xml, "<media", "thickness");
    const double b = e * t * t * t / 12,
                 rate = b * number(xml, "<media", "damping-ratio") /
                        (3.14159265358979323846 * number(xml, "<media", "damping-frequency"));
    assert_same(b * 0.21 / 5e-3, WIDTH * 4000 * 1e-3 / (12 * 5) * 1e-3,
                "stiffness of a hinge [N m]", 0, 0);
    assert_same(rate * 0.21 / 5e-3, WIDTH * 0.4 * 1e-3 / (12 * 5) * 1e-3,
                "damping of a hinge [N m s]", 0, 0);
    assert_same(number(xml, "<media", "grammage"), 0.08, "grammage", 0, 0);
    assert_same(number(xml, "<sheet", "width"), 0.21, "width", 0, 0);
    assert_same(number(xml, "<start", "heading"), 3.14159265358979323846 / 2, "heading", 0, 0);
    assert_same(number(xml, "<start", "speed"), 0.3, "speed", 0, 0);
    cr_assert(strstr(xml, "curl=\"-2 m^-1\"") != NULL);
    quire_free(xml);
}

/* a unit may stand in its own cell, or behind the number */
Test(import, numbers_with_their_units)
{
    static const char *const cells[] = {
        "Maximum Friction Force,2,N\n", "Maximum Friction Force,2N,\n",
        "Maximum Friction Force,2. N\n", "Maximum Friction Force,2e3mN\n"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char rows[300];
        snprintf(rows, sizeof rows,
                 "Contact,a,\nStiffness Coefficient,5,\nFriction Coefficient,0.2,\n%s", cells[i]);
        char *xml = import("MTT3D", rows);
        cr_expect(has_attribute(xml, "<friction", "maximum-force", "2 N"), "%s", cells[i]);
        quire_free(xml);
    }
}

/* a guide's depth lies about the middle of the feed, and nodes across the sheet are one more than
 * segments */
Test(import, depth_of_guides_and_segments_across)
{
    char *xml = import("MTT3D", GLIDE SHEET
                       "Segments Across,4,\nCircle Guide,g,\nContact "
                       "Parameter,glide,\nDepth,30,mm\nCenter X,0,\nCenter Y,0,\nRadius,9,\n");
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    cr_assert(has_attribute(xml, "<sheet", "columns", "5") &&
              has_attribute(xml, "<sheet", "width", "0.21 m"));
    cr_assert(strstr(xml, "across-from=\"-0.015 m\" across-to=\"0.015 m\"") != NULL, "%s", xml);
    cr_assert(quire_model_parse(&model, xml, strlen(xml), "imported", NULL, 0, diag) == QUIRE_OK);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    quire_free(xml);
}

/* a belt that runs clockwise below a sheet carries it to the right, one above it to the left; about
 * the centre of an arc likewise */
Test(import, clockwise_belts)
{
    static const struct {
        const char *rows, *side;
        double velocity;
    } cases[] = {
        {"Linear Guide,g,\nContact Parameter,glide,\nGuide Velocity,7,\nContact Side,Up,\nPoint "
         "X,0,\nPoint Y,0,\nPoint X,9,\nPoint Y,0,\n",
         "left", 7e-3},
        {"Linear Guide,g,\nContact Parameter,glide,\nGuide Velocity,7,\nContact Side,Down,\nPoint "
         "X,0,\nPoint Y,0,\nPoint X,9,\nPoint Y,0,\n",
         "right", -7e-3},
        {"Arc Guide,g,\nContact Parameter,glide,\nGuide Velocity,7,\nContact "
         "Direction,Outside,\nCenter X,0,\nCenter Y,0,\nRadius,9,\nStart Angle,0,\nAngle,90,\n",
         "right", -7e-3},
        {"Arc Guide,g,\nContact Parameter,glide,\nGuide Velocity,7,\nContact "
         "Direction,Outside,\nCenter X,0,\nCenter Y,0,\nRadius,9,\nStart Angle,0,\nAngle,-90,\n",
         "left", 7e-3},
        {"Arc Guide,g,\nContact Parameter,glide,\nGuide Velocity,7,\nContact "
         "Direction,Inside,\nCenter X,0,\nCenter Y,0,\nRadius,9,\nStart Angle,0,\nAngle,90,\n",
         "left", -7e-3},
        {"Circle Guide,g,\nContact Parameter,glide,\nGuide Velocity,7,\nCenter X,0,\nCenter "
         "Y,0,\nRadius,9,\n",
         "left", 7e-3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rows[2000], side[40];
        snprintf(rows, sizeof rows, GLIDE SHEET "%s", cases[i].rows);
        char *xml = import("MTT2D", rows);
        snprintf(side, sizeof side, "side=\"%s\"", cases[i].side);
        const char *guide = strstr(xml, "<guide");
        cr_assert(strstr(guide, side) != NULL, "case %zu: %s", i, guide);
        const char *velocity = strstr(guide, "velocity=\"");
        assert_same(strtod(velocity + strlen("velocity=\""), NULL), cases[i].velocity, "velocity",
                    (double)i, 0);
        quire_free(xml);
    }
}

/* what is written is a model */
Test(import, sample_loads)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1000], csv[10000];
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    char *xml = NULL;
    cr_assert(root != NULL);
    snprintf(path, sizeof path, "%s/samples/from-mtt/feeder.csv", root);
    FILE *file = fopen(path, "re");
    cr_assert(file != NULL);
    const size_t n = fread(csv, 1, sizeof csv, file);
    fclose(file);
    cr_assert(quire_import_mtt(&xml, csv, n, path, diag) == QUIRE_OK);
    cr_assert(quire_model_parse(&model, xml, strlen(xml), "imported", NULL, 0, diag) == QUIRE_OK &&
              quire_diag_count(diag) == 0);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    quire_free(xml);
}

static const struct {
    const char *rows, *code, *text;
    int line;
} refused[] = {
    {"", "E-MISSING", "the table is empty", 1},
    {"parameter;value\nToolkit;MTT2D\n", "E-MISSING", "the first line does not name", 1},
    {"parameter,value,unit\n", "E-MISSING", "the table has no rows below its header", 1},
    {"parameter,value,unit\nToolkit,MTT4D,\n", "E-CHOICE", "'MTT4D'", 2},
    {"parameter,value,unit\nToolkit,MTT,\n", "E-CHOICE", "'MTT'", 2},
    {"parameter,value,unit\nToolkit,MTT2D,\n", "E-MISSING", "Sheet Width must say", 2},
    {"parameter,value,unit\nToolkit,MTT2D,\nSheet Width,0,mm\n", "E-RANGE", "above zero", 3},
    {"parameter,value,unit\nToolkit,MTT3D,\nToolkit,MTT3D,\n", "E-DUPLICATE", "line 2 before", 3},
    {"parameter,value,unit\nToolkit,MTT3D,,\n", "E-TOO-MANY", "4 columns", 2},
    {"parameter,value,unit\nToolkit,,\n", "E-MISSING", "Toolkit has no value", 2},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a b,\nStiffness Coefficient,1,\n", "E-NAME",
     "'a b'", 3},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\n", "E-MISSING",
     "Contact has no Stiffness Coefficient", 3},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStifness Coefficient,1,\n",
     "E-UNKNOWN-ATTRIBUTE", "did you mean 'Stiffness Coefficient'", 4},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1 2,\n", "E-NUMBER",
     "Stiffness Coefficient", 4},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,nan,\n", "E-NUMBER",
     "Stiffness Coefficient", 4},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,N/mm^2\n", "E-UNIT",
     "does not measure", 4},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,N/mmm\n",
     "E-NUMBER", "mmm", 4},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness "
     "Coefficient,1,\nContact,a,\nStiffness Coefficient,1,\n",
     "E-DUPLICATE", "line 3", 5},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,\nIndentation "
     "Exponent,2,\nBoundary Penetration,1,\n",
     "E-MODEL", "either with it or with", 5},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,\nDamping "
     "Exponent,2,\n",
     "E-MODEL", "needs an Indentation", 5},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,\nFriction "
     "Coefficient,1,\nStatic Friction Coefficient,2,\nThreshold Velocity,1,\n",
     "E-MODEL", "either one, or a static and a dynamic one", 7},
    {"parameter,value,unit\nToolkit,MTT3D,\nCircle Guide,g,\nContact Parameter,b,\nCenter "
     "X,0,\nCenter Y,0,\nRadius,1,\n",
     "E-REFERENCE", "no Contact", 4},
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,1,\nCircle "
     "Guide,g,\nContact Parameter,a,\nCenter X,0,\nCenter Y,0,\nRadius,1,\n",
     "E-MISSING", "Segment Length", 3},
    {"parameter,value,unit\nToolkit,MTT3D,\n" GLIDE
     "Linear Guide,g,\nContact Parameter,glide,\nContact Side,Up,\nPoint Y,0,\n",
     "E-MODEL", "where Point X belongs", 8},
    {"parameter,value,unit\nToolkit,MTT3D,\n" GLIDE
     "Linear Guide,g,\nContact Parameter,glide,\nContact Side,Up,\nPoint X,0,\nPoint Y,0,\n",
     "E-MISSING", "two points", 5},
    {"parameter,value,unit\nToolkit,MTT3D,\n" SHEET, "E-MISSING", "has no Width", 3},
    {"parameter,value,unit\nToolkit,MTT3D,\n" GLIDE
     "Movable Roller,m,\nContact Parameter,glide,\nFixed Roller Name,f,\nDirection "
     "Angle,90,\nRadius,1,\n",
     "E-REFERENCE", "no Fixed Roller", 7},
    /* what the laws do not take, at the line that it comes from */
    {"parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness Coefficient,-5,\n", "E-RANGE",
     "must be greater than 0", 4},
    {CONTACT "Stiffness Exponent,0.9,\n", "E-RANGE", "must be at least 1", 5},
    {CONTACT "Rebound Damping Factor,2,\n", "E-RANGE", "must be at most 1", 5},
    {CONTACT "Damping Coefficient,-1e-3,\n", "E-RANGE", "must be at least 0", 5},
    {CONTACT "Maximum Penetration,0,\n", "E-RANGE", "must be greater than 0", 5},
    {CONTACT "Friction Coefficient,-0.2,\n", "E-RANGE", "must be at least 0", 5},
    {CONTACT "Friction Coefficient,0.2,\nThreshold Velocity,0,\n", "E-RANGE",
     "must be greater than 0", 6},
    {CONTACT
     "Friction Coefficient,0.2,\nStatic Friction Coefficient,0.3,\nStatic Threshold Velocity,0,\n",
     "E-RANGE", "must be greater than 0", 7},
    {CONTACT "Friction Coefficient,0.2,\nStatic Friction Coefficient,0.1,\n", "E-MODEL",
     "static-coefficient 0.1 is below", 3},
    {CONTACT
     "Friction Coefficient,0.2,\nStatic Threshold Velocity,5,\nDynamic Threshold Velocity,2,\n",
     "E-MODEL", "is below static-velocity", 3},
    {CONTACT "Friction Coefficient,0.2,\nMaximum Friction Force,0,\n", "E-RANGE",
     "must be greater than 0", 6},
    {CONTACT "Friction Factor at Vertex,-1,\n", "E-RANGE", "must be at least 0", 5},
    {"parameter,value,unit\nToolkit,MTT2D,\nSheet Width,210,\nSheet,s,\nNumber of "
     "Segments,20.5,\nSegment Length,5,\nThickness,0.1,\nDensity,8e-7,\n"
     "Young's Modulus,4000,\nStart Point X,0,\nStart Point Y,0,\nDirection Point X,1,\nDirection "
     "Point Y,0,\n",
     "E-NUMBER", "whole number", 5},
    /* what would go into nothing */
    {CONTACT "Threshold Velocity,1,\n", "E-MODEL", "needs a Friction Coefficient", 5},
    {CONTACT "Maximum Friction Force,1,\n", "E-MODEL", "needs a Friction Coefficient", 5},
    {CONTACT "Friction Coefficient,0.2,\nThreshold Velocity,1,\nDynamic Threshold Velocity,2,\n",
     "E-MODEL", "either one, or", 6},
    {"parameter,value,unit\nToolkit,MTT2D,\nSheet Width,210,\n" SHEET "Segments Across,2,\n",
     "E-MODEL", "MTT2D have none", 17},
    {"parameter,value,unit\nToolkit,MTT3D,\n" SHEET "Width,210,\nSegments Across,3,\n", "E-RANGE",
     "1, 2, 4 or 8", 17},
    /* other names for it */
    {CONTACT "RDF,0.1,\n", "E-UNKNOWN-ATTRIBUTE", "did you mean 'Rebound Damping Factor'?", 5},
    {CONTACT "Friction factor at Vertex of Sheet,1.2,\n", "E-UNKNOWN-ATTRIBUTE",
     "did you mean 'Friction Factor at Vertex'?", 5},
    {CONTACT "Dynamic Friction Coefficient,0.2,\n", "E-UNKNOWN-ATTRIBUTE",
     "did you mean 'Friction Coefficient'?", 5},
    {CONTACT "STV,1,\n", "E-UNKNOWN-ATTRIBUTE", "did you mean 'Static Threshold Velocity'?", 5},
};

/* each with its line and a reason */
Test(import, refuses)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        quire_diag *diag = quire_diag_create();
        char *xml = NULL;
        bool found = false;
        cr_assert(quire_import_mtt(&xml, refused[i].rows, strlen(refused[i].rows), "bad.csv",
                                   diag) == QUIRE_ERROR_INPUT &&
                      xml == NULL,
                  "case %zu", i);
        for (size_t k = 0; k < quire_diag_count(diag); k++) {
            char message[600];
            const quire_problem *p = quire_diag_get(diag, k);
            quire_diag_format(diag, k, message, sizeof message);
            found = found || (strcmp(p->code, refused[i].code) == 0 && p->line == refused[i].line &&
                              strstr(message, refused[i].text) != NULL);
            cr_log_info("%s", message);
        }
        cr_assert(found, "case %zu: no %s in line %d with '%s'", i, refused[i].code,
                  refused[i].line, refused[i].text);
        quire_diag_destroy(diag);
    }
}

/* whatever a table is cut off at, and whatever byte of it is another, it is refused or makes a
 * model text; nothing else happens */
Test(import, survives_damage)
{
    static const char whole[] =
        "parameter,value,unit\nToolkit,MTT2D,\nSheet Width,210,mm\n" GLIDE SHEET
        "Linear Guide,g,\nContact Parameter,glide,\nContact Side,Up,\nPoint X,0,\nPoint "
        "Y,0,\nPoint X,9,\nPoint Y,0,\n";
    static const char bytes[] = {'"', ',', '\n', '-', '9', '^', '\xff', '<'};
    char text[sizeof whole];
    for (size_t n = 0; n < sizeof whole; n += 3) {
        char *xml = NULL;
        (void)quire_import_mtt(&xml, whole, n, "cut.csv", NULL);
        quire_free(xml);
        for (size_t k = 0; k < sizeof bytes && n < sizeof whole - 1; k++) {
            memcpy(text, whole, sizeof whole);
            text[n] = bytes[k];
            (void)quire_import_mtt(&xml, text, sizeof whole - 1, "other.csv", NULL);
            quire_free(xml);
        }
    }
}
