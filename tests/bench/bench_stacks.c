/* Measures the speed of sheets that touch each other: a document feeder with piles, and a row of
 * sheets end on end against one sheet: bench_stacks [quick] Processor times are the least of three
 * runs, of one when quick; real-time factors are simulated time over that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/run.h>

#define PAGE   0.1 /* thickness of a page [mm] */
#define FEEDER "samples/adf-feed/adf-feed.xml"
#define COUNT  "count=\"5\""
#define TRAY   "-0.45 mm" /* half a page below the last of five */
#define MOST   64000      /* bytes of a model */

static int runs = 3;

struct outcome {
    double time, simulated, steps, matrices;
};

/* false after a message */
static bool
run_once(struct outcome *out, const char *text)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();
    bool done = false;

    options.sample_interval = 0;
    if (quire_model_parse(&model, text, strlen(text), "bench.xml", NULL, 0, diag) == QUIRE_OK &&
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

/* prints a row; processor time [s] */
static double
measure(const char *name, int sheets, const char *text)
{
    struct outcome out, best = {.time = HUGE_VAL};

    for (int i = 0; i < runs; i++) {
        if (!run_once(&out, text)) {
            exit(1);
        }
        best = out.time < best.time ? out : best;
    }
    printf("%-22s %6d %8.3f %7.0f %7.2f %9.1f\n", name, sheets, best.simulated / best.time,
           best.steps, best.matrices / best.steps, 1e6 * best.time / best.steps);
    fflush(stdout);
    return best.time;
}

/* the feeder of the samples with another number of pages; the tray is lowered to fit */
static void
measure_feeder(int pages)
{
    const char *root = getenv("QUIRE_SRCDIR");
    static char text[MOST], more[MOST];
    char path[1024];
    size_t n = 0;

    snprintf(path, sizeof path, "%s/" FEEDER, root != NULL ? root : ".");
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        fprintf(stderr, "bench: can not read %s\n", path);
        exit(1);
    }
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    for (const char *p = text; *p != '\0' && n < sizeof more - 40;) {
        const bool count = strncmp(p, COUNT, strlen(COUNT)) == 0,
                   tray = strncmp(p, TRAY, strlen(TRAY)) == 0;
        if (count) {
            n += (size_t)snprintf(more + n, sizeof more - n, "count=\"%d\"", pages);
        } else if (tray) {
            n += (size_t)snprintf(more + n, sizeof more - n, "%.4g mm", -PAGE * (pages - 0.5));
        } else {
            more[n++] = *p;
        }
        p += count ? strlen(COUNT) : tray ? strlen(TRAY) : 1;
    }
    more[n] = '\0';
    measure("adf-feed", pages, more);
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
    return measure("row, end on end", sheets, text);
}

int
main(int argc, char **argv)
{
    runs = argc > 1 && strcmp(argv[1], "quick") == 0 ? 1 : runs;
    printf("\n%-22s %6s %8s %7s %7s %9s\n", "sheets that touch", "sheets", "real", "steps",
           "matrices", "us per");
    printf("%-22s %6s %8s %7s %7s %9s\n", "", "", "time", "", "a step", "step");
    measure_feeder(5);
    measure_feeder(20);
    const double one = measure_row(1), ten = measure_row(10);
    printf("ten sheets end on end take %.1f times the time of one\n", ten / one);
    return 0;
}
