/* W3: lips in the way of a sheet. */
#include "validate.h"

#include <math.h>
#include <stdio.h>

#include "figure.h"

#define LOWEST   0.2e-3 /* between these the height is looked for [m] */
#define HIGHEST  3.9e-3
#define HALVINGS 8 /* of its logarithm, to 0.6 % */
#define BAND     0.05

static const double counts[] = {30, 60, 120, 240};
enum { COUNTS = sizeof counts / sizeof *counts };

static quire_verdict
meet(const char *name, const char *model, double segments, double height, const char *parameter,
     double value, const char *unit)
{
    struct settings s = {.n = 0};
    struct simulation sim;

    set_number(&s, "segments", segments, "");
    set_number(&s, "height", height, "m");
    set_number(&s, parameter, value, unit);
    if (!simulation_start(&sim, name, model, &s)) {
        return QUIRE_VERDICT_NONE;
    }
    const quire_verdict verdict = quire_run_verdict(sim.run);
    simulation_end(&sim);
    return verdict;
}

/* ---- one verdict, whatever the segments ---- */

static void
expect(double degrees, double height, quire_verdict verdict)
{
    char name[80], quantity[80];
    double others = 0;

    snprintf(name, sizeof name, "W3 %g deg, %g mm", degrees, 1e3 * height);
    for (int k = 0; k < COUNTS; k++) {
        others += meet(name, "lip.xml", counts[k], height, "face", degrees, "deg") != verdict;
    }
    snprintf(quantity, sizeof quantity, "runs of 4 that are not %s", quire_verdict_text(verdict));
    report(name, quantity, 0, others, 1, 0);
}

/* ---- the height that stops a sheet ---- */

static double
threshold(const char *name, double segments, double curl)
{
    double low = log(LOWEST), high = log(HIGHEST);

    for (int k = 0; k < HALVINGS; k++) {
        const double mid = 0.5 * (low + high);
        const quire_verdict v =
            meet(name, "rough-lip.xml", segments, exp(mid), "curl", curl, "m^-1");
        *(v == QUIRE_VERDICT_PASSED ? &low : &high) = mid;
    }
    return exp(0.5 * (low + high));
}

static void
find_threshold(double curl, struct figure *f)
{
    double height[COUNTS], in_mm[COUNTS];
    char name[80];

    snprintf(name, sizeof name, "W3 curl %g/m", curl);
    for (int k = 0; k < COUNTS; k++) {
        height[k] = threshold(name, counts[k], curl);
        in_mm[k] = 1e3 * height[k];
    }
    for (int k = 0; k + 1 < COUNTS; k++) {
        char quantity[80];
        snprintf(quantity, sizeof quantity, "height that stops it [m], %g segments, of that at 240",
                 counts[k]);
        report(name, quantity, height[COUNTS - 1], height[k], height[COUNTS - 1], BAND);
    }
    snprintf(name, sizeof name, "curl %g/m", curl);
    figure_add(f, name, JOINED_DOTS, counts, in_mm, COUNTS);
}

static void
lips(void)
{
    static const double gentle[] = {15, 30, 45, 60}, height[] = {0.3e-3, 1e-3, 3e-3},
                        square[] = {0.5e-3, 1e-3, 2e-3, 3e-3}, curl[] = {0.7, 0.5, 0.3};
    struct figure *f = figure_open("w3-lips", "Height of a square lip that stops the sheet.",
                                   "segments", "height [mm]");

    f->log_x = true;
    for (int k = 0; k < 12; k++) {
        expect(gentle[k / 3], height[k % 3], QUIRE_VERDICT_PASSED);
    }
    for (int k = 0; k < 4; k++) {
        expect(90, square[k], QUIRE_VERDICT_FAILED);
    }
    for (int k = 0; k < 3; k++) {
        find_threshold(curl[k], f);
    }
}

const struct validation_case case_lips = {
    .id = "W3",
    .title = "Lips",
    .tests = "Whether a lip stops a sheet does not depend on how finely the sheet is divided.",
    .setup = "A nip feeds paper of 80 g/m² at 0.3 m/s along a channel. It lies on the lower wall "
             "when it meets a lip of 0.3 to 3 mm there, with a face of 15 to 90 degrees and the "
             "friction of steel, in 30, 60, 120 and 240 segments. And without gravity, with a curl "
             "that leads its edge above the middle, at a square lip on which hardly anything "
             "slides: the height that stops it is bisected for each number of segments.",
    .reference = "A face of up to 60 degrees lets the edge glide up (the angle of friction is 14 "
                 "degrees), a square one that is higher than the edge stops it. The height is "
                 "compared with that at 240 segments.",
    .run = lips,
};
