/* Measures the speed of sheets that touch each other: a document feeder with piles, and a row of
 * sheets end on end against one sheet: bench_stacks [quick] Processor times are the least of three
 * runs, of one when quick; real-time factors are simulated time over that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <quire/run.h>

#define FEEDER "samples/adf-feed/adf-feed.xml"
#define MOST   64000 /* bytes of a model */

static int runs = 3;

struct outcome {
    double time, simulated, steps, matrices;
};

/* a model to be run: a text, or a file and its parameters */
struct job {
    const char *text, *path;
    quire_setting setting[3];
    size_t n_setting;
    int threads;
};

static quire_status
load(quire_model **model, const struct job *job, quire_diag *diag)
{
    return job->text != NULL
               ? quire_model_parse(model, job->text, strlen(job->text), "bench.xml", NULL, 0, diag)
               : quire_model_load(model, job->path, job->setting, job->n_setting, diag);
}

/* false after a message */
static bool
run_once(struct outcome *out, const struct job *job)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();
    bool done = false;

    options.sample_interval = 0;
    options.threads = job->threads;
    if (load(&model, job, diag) == QUIRE_OK &&
        quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
        done = quire_run_execute(run, diag) == QUIRE_OK;
    }
    for (size_t i = 0; !done && i < quire_diag_count(diag); i++) {
        char line[300];
        quire_diag_format(diag, i, line, sizeof line);
        fprintf(stderr, "bench: %s\n", line);
    }
    if (done) {
        *out = (struct outcome){
            quire_run_figure(run, "solver.cpu-time"), quire_run_figure(run, "run.end"),
            quire_run_figure(run, "solver.steps"), quire_run_figure(run, "solver.jacobians")};
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return done;
}

/* prints a row; processor time of the run's own thread [s] */
static double
measure(const char *name, int sheets, const struct job *job)
{
    struct outcome out, best = {.time = HUGE_VAL};

    for (int i = 0; i < runs; i++) {
        if (!run_once(&out, job)) {
            exit(1);
        }
        best = out.time < best.time ? out : best;
    }
    printf("%-22s %6d %8.3f %7.0f %7.2f %9.1f\n", name, sheets, best.simulated / best.time,
           best.steps, best.matrices / best.steps, 1e6 * best.time / best.steps);
    fflush(stdout);
    return best.time;
}

/* the feeder of the samples with so many pages; with static friction between them, also on the tray
 */
static double
measure_feeder(const char *name, int pages, bool holds, int threads)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024], number[12];

    snprintf(path, sizeof path, "%s/" FEEDER, root != NULL ? root : ".");
    snprintf(number, sizeof number, "%d", pages);
    return measure(name, pages,
                   &(struct job){.path = path,
                                 .setting = {{"pages", number},
                                             {"friction", holds ? "holding" : "creeping"},
                                             {"tray_mu", holds ? "0.6" : "0.25"}},
                                 .n_setting = 3,
                                 .threads = threads});
}

#define LAW(mu)                                                                                    \
    "<normal law=\"mtt-indentation\" stiffness=\"1e7 N/m^1.5\" exponent=\"1.5\" damping=\"1e9 "    \
    "N*s/m^2.5\" indentation-exponent=\"1.5\" rebound-damping-factor=\"0.001\"/>"                  \
    "<friction law=\"mtt-step\" dynamic-coefficient=\"" mu "\" threshold-velocity=\"10 mm/s\"/>"

/* sheets in a row on a table, end on end; a roller pushes the last one */
static double
measure_row(int sheets)
{
    static char text[MOST];
    size_t n = (size_t)snprintf(
        text, sizeof text,
        "<model version=\"1\" name=\"row\"><settings><run end=\"0.5 s\"/><solver "
        "position-tolerance=\"1 um\"/></settings>"
        "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"2 GPa\" "
        "damping-ratio=\"0.2\" damping-frequency=\"160 Hz\"/>"
        "<contact name=\"paper\">" LAW("0.45") "</contact><contact name=\"grip\">" LAW(
            "1.2") "</contact><contact name=\"glide\">" LAW("0.25") "</contact>"
                                                                    "<pair media=\"m\" "
                                                                    "other-media=\"m\" "
                                                                    "contact=\"paper\"/><pair "
                                                                    "surface=\"rubber\" "
                                                                    "contact=\"grip\"/><pair "
                                                                    "surface=\"pom\" "
                                                                    "contact=\"glide\"/>"
                                                                    "<guide name=\"table\" "
                                                                    "surface=\"pom\"><line "
                                                                    "from=\"-30 mm, -0.05 mm\" "
                                                                    "to=\"3000 mm, -0.05 "
                                                                    "mm\"/></guide>"
                                                                    "<drive name=\"feed\" "
                                                                    "speed=\"0 mm/s\"><to "
                                                                    "time=\"40 ms\" speed=\"0 "
                                                                    "mm/s\"/><to time=\"80 ms\" "
                                                                    "speed=\"300 mm/s\"/></drive>"
                                                                    "<roller name=\"push\" "
                                                                    "centre=\"50 mm, 10.05 mm\" "
                                                                    "radius=\"10 mm\" "
                                                                    "surface=\"rubber\" "
                                                                    "drive=\"feed\" slide=\"-90 "
                                                                    "deg\" load=\"1 N\" mass=\"20 "
                                                                    "g\"/>");

    for (int k = 0; k < sheets; k++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "<sheet name=\"s%d\" media=\"m\" length=\"100 mm\" width=\"210 mm\" "
                              "segments=\"20\"><start from=\"%.6g mm, 0 mm\"/></sheet>",
                              k, 100.1 * k);
    }
    snprintf(text + n, sizeof text - n, "</model>");
    return measure("row, end on end", sheets, &(struct job){.text = text});
}

int
main(int argc, char **argv)
{
    runs = argc > 1 && strcmp(argv[1], "quick") == 0 ? 1 : runs;
    printf("\n%-22s %6s %8s %7s %7s %9s\n", "sheets that touch", "sheets", "real", "steps",
           "matrices", "us per");
    printf("%-22s %6s %8s %7s %7s %9s\n", "", "", "time", "", "a step", "step");
    for (int holds = 0; holds < 2; holds++) {
        measure_feeder(holds ? "adf-feed, stick-slip" : "adf-feed, mtt-step", 5, holds, 1);
        measure_feeder(holds ? "adf-feed, stick-slip" : "adf-feed, mtt-step", 20, holds, 1);
    }
    measure_feeder("adf-feed, stick-slip", 50, true, 1);
    if (sysconf(_SC_NPROCESSORS_ONLN) >= 2) {
        measure_feeder("mtt-step, two threads", 20, false, 2);
    }
    const double one = measure_row(1), ten = measure_row(10);
    printf("ten sheets end on end take %.1f times the time of one\n", ten / one);
    return 0;
}
