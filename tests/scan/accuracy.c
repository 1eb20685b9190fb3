/* The accuracy scan: the benchmark model with other speeds, loads, frictions, gaps and starts,
 * against runs of a tight tolerance. */
#include "scan.h"

#include <math.h>
#include <stdlib.h>

#include "../bench/bench.h"

#define SAMPLE     5e-3 /* [s] */
#define REFERENCE  1e-9 /* position tolerance of the run that errors are measured against [m] */
#define SEGMENTS   60
#define STREAM     1000000 /* models beyond those of the robustness scan */
#define ACCURACIES 3

static const char *const accuracy[ACCURACIES] = {"fast", "standard", "fine"};
/* [mm] */
static const double bound[2][ACCURACIES] = {{(double)INFINITY, 0.05, (double)INFINITY},
                                            {(double)INFINITY, 0.1, (double)INFINITY}};

/* A case of the benchmark: moderately or little damped. */
static void
draw_case(struct setup *setup, struct settings *more, struct draw at)
{
    const double speed = draw_even(&at, 0.5, 2);

    more->n = 0;
    set_number(more, "speed", speed, "");
    set_number(more, "load", draw_even(&at, 3, 15), "N");
    set_number(more, "grip_mu", draw_even(&at, 0.3, 1.2), "");
    set_number(more, "glide_mu", draw_even(&at, 0.05, 0.4), "");
    set_number(more, "gap", draw_even(&at, 2, 5), "mm");
    set_number(more, "offset", draw_even(&at, -8, 8), "mm");
    setup->threshold = draw_log(&at, 5e-3, 50e-3);
    setup->end = floor(1.1 / fmax(1, speed) / SAMPLE) * SAMPLE;
    setup->more = more->at;
    setup->n_more = more->n;
}

/* largest error along the path of one case at each accuracy [mm]; NaN where a run fails */
static void
measure(double error[ACCURACIES], struct setup setup)
{
    static struct outcome reference, out;

    setup.position_tolerance = REFERENCE;
    bench_run(&reference, &setup);
    setup.position_tolerance = 0;
    for (int i = 0; i < ACCURACIES; i++) {
        double lead, trail;
        setup.accuracy = accuracy[i];
        bench_run(&out, &setup);
        way_compare(&lead, &trail, &out.way, &reference.way);
        error[i] = reference.done && out.done ? 1e3 * fmax(lead, trail) : (double)NAN;
    }
}

static void
write_row(FILE *json, unsigned seed, unsigned number, int low, const struct setup *setup,
          const double error[ACCURACIES])
{
    for (int i = 0; i < ACCURACIES; i++) {
        fprintf(json,
                ",\n  {\"scan\": \"accuracy\", \"seed\": %u, \"model\": %u, \"damping\": \"%s\", "
                "\"accuracy\": \"%s\"",
                seed, number, low ? "low" : "moderate", accuracy[i]);
        for (size_t k = 0; k < setup->n_more; k++) {
            fprintf(json, ", \"%s\": \"%s\"", setup->more[k].name, setup->more[k].value);
        }
        fprintf(json,
                isfinite(error[i]) ? ", \"along_error_mm\": %.6g}" : ", \"along_error_mm\": null}",
                error[i]);
    }
}

/* prints the median and what 90 % of the cases keep; whether that is within the bound */
static bool
judge(double *error, size_t n, size_t failed, int low, int i)
{
    const double part = part_of(error, n, 0.9);
    const bool good = failed == 0 && part <= bound[low][i];

    printf("accuracy: %s damping, %-8s: error along the path median %.4f mm, 90 %% below %.4f mm, "
           "largest %.4f mm%s\n",
           low ? "low" : "moderate", accuracy[i], part_of(error, n, 0.5), part,
           part_of(error, n, 1),
           failed > 0 ? "; runs failed"
           : good     ? ""
                      : "; TOO LARGE");
    return good;
}

bool
accuracy_scan(unsigned seed, unsigned cases, FILE *json)
{
    double *error = calloc((size_t)cases * ACCURACIES + 1, sizeof *error);
    bool good = error != NULL;

    for (int low = 0; good && low < 2; low++) {
        size_t n = 0;
        for (unsigned k = 0; k < cases; k++) {
            struct settings more;
            struct setup setup = {.segments = SEGMENTS,
                                  .low_damping = low == 1,
                                  .method = "velocity",
                                  .vectors = "own",
                                  .sample = SAMPLE};
            double of[ACCURACIES];
            draw_case(&setup, &more, (struct draw){.seed = seed, .model = STREAM + k});
            measure(of, setup);
            write_row(json, seed, k, low, &setup, of);
            for (int i = 0; isfinite(of[0] + of[1] + of[2]) && i < ACCURACIES; i++) {
                error[(size_t)i * cases + n] = of[i];
            }
            n += isfinite(of[0] + of[1] + of[2]) ? 1 : 0;
        }
        for (int i = 0; i < ACCURACIES; i++) {
            good = judge(error + (size_t)i * cases, n, cases - n, low, i) && good;
        }
    }
    free(error);
    return good;
}
