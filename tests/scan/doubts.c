/* Machines drawn at random whose runs must not pass where they are wrong:
 *     doubts SEED WALLS MACHINES
 * WALLS: sheets that are driven at walls and gates of many sorts. Where a sheet ends up beyond one
 * the run must be doubtful. MACHINES: discs, blocks, solids and sheets that are thrown about. The
 * energy closes to within the bound that the guide documents, or the run is doubtful, and no more
 * than 5 % are. Ends with 1 when that is not so. */
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"

#define UNBALANCED    0.05 /* of the largest term: doc/guide/energy-balance.md */
#define MOST_DOUBTFUL 0.05
#define SHOWN         12

struct text {
    char at[8000];
    size_t n;
};

static void __attribute__((format(printf, 2, 3))) say(struct text *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    t->n += (size_t)vsnprintf(t->at + t->n, sizeof t->at - t->n, format, list);
    va_end(list);
}

static bool
toss(struct draw *at)
{
    return draw_even(at, 0, 1) < 0.5;
}

/* runs a model; NULL where that is refused or breaks off, with the reason in `why` */
static quire_run *
run_text(quire_model **model, const struct text *t, char *why, size_t size)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run = NULL;
    quire_status status =
        quire_model_parse(model, t->at, strlen(t->at), "drawn.xml", NULL, 0, diag);

    if (status == QUIRE_OK) {
        status = quire_run_create(&run, *model, NULL, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_run_execute(run, diag);
    }
    if (status != QUIRE_OK) {
        snprintf(why, size, "%s",
                 quire_diag_count(diag) > 0 ? quire_diag_get(diag, 0)->text
                                            : quire_status_text(status));
        quire_run_destroy(run);
        run = NULL;
    }
    quire_diag_destroy(diag);
    return run;
}

/* ---- walls ---- */

struct wall {
    bool spatial, both, gate;
    double thickness, angle, speed, stiffness; /* [mm], [deg], [m/s], [N] at 0.1 mm */
    double from[2], to[2];                     /* where it stands at the end [m] */
};

static struct wall
draw_wall(struct draw at)
{
    struct wall w = {.spatial = toss(&at), .both = toss(&at), .gate = draw_even(&at, 0, 1) < 0.3};

    w.thickness = draw_log(&at, 0.02, 2);
    w.angle = w.gate ? 90 : draw_even(&at, 30, 90);
    w.speed = draw_log(&at, 0.05, 20);
    w.stiffness = draw_log(&at, 0.3, 3);
    const double c = cos(w.angle * acos(-1) / 180), s = sin(w.angle * acos(-1) / 180);
    w.from[0] = w.gate ? 0.06 : 0.06 + 0.15 * c;
    w.from[1] = w.gate ? 0.03 : 0.15 * s;
    w.to[0] = w.gate ? 0.06 : 0.06 - 0.15 * c;
    w.to[1] = w.gate ? -0.02 : -0.15 * s;
    return w;
}

/* until a part of the time in which the sheet would go its own length */
static void
wall_machine(const struct wall *w, double part, struct text *t)
{
    const double end = 0.1 / w->speed;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"wall\" motion=\"%s\"><settings><gravity vector=\"0 m/s^2, 0 "
        "m/s^2\"/><run end=\"%.17g s\" sample=\"0 s\"/></settings>",
        w->spatial ? "spatial" : "planar", part * end);
    say(t,
        "<media name=\"paper\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "
        "modulus-cd=\"2 GPa\"/>"
        "<contact name=\"grip\"><normal law=\"mtt-boundary\" force=\"8 N\" at-penetration=\"0.05 "
        "mm\" exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\"/>"
        "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"1 "
        "mm/s\"/></contact>"
        "<contact name=\"glide\"><normal law=\"mtt-boundary\" force=\"%.17g N\" "
        "at-penetration=\"0.1 mm\" exponent=\"1.3\" damping=\"1 N*s/m\" "
        "boundary-penetration=\"0.02 mm\"/>"
        "<friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" threshold-velocity=\"1 "
        "mm/s\"/></contact>",
        w->stiffness);
    say(t, "<pair media=\"*\" surface=\"rubber\" contact=\"grip\"/><pair media=\"*\" "
           "surface=\"steel\" contact=\"glide\"/>"
           "<path name=\"main\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 "
           "mm\"/></path>");
    say(t,
        "<guide name=\"wall\" surface=\"steel\" side=\"%s\" thickness=\"%.17g mm\"><line "
        "from=\"%.17g m, %.17g m\" to=\"%.17g m, %.17g m\"/>",
        w->both   ? "both"
        : w->gate ? "right"
                  : "right",
        w->thickness, w->from[0], w->from[1], w->to[0], w->to[1]);
    if (w->gate) { /* from beyond, while the sheet is under way */
        say(t,
            "<pivot at=\"%.17g m, %.17g m\" drive=\"shut\"/></guide><drive name=\"shut\" "
            "angle=\"90 deg\"><to time=\"%.17g s\" angle=\"90 deg\"/>"
            "<to time=\"%.17g s\" angle=\"0 deg\" shape=\"smooth\"/></drive>",
            w->from[0], w->from[1], 0.3 * end, 0.8 * end);
    } else {
        say(t, "</guide>");
    }
    say(t,
        "<drive name=\"feed\" speed=\"%.17g m/s\"/><nip name=\"n1\" path=\"main\" at=\"0 mm\" "
        "load=\"8 N\" rate=\"500 N/m\" max-gap=\"2 mm\">"
        "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 mm\" "
        "surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>"
        "<sheet name=\"page\" media=\"paper\" length=\"100 mm\" width=\"100 mm\" "
        "segments=\"20\"><start path=\"main\" lead=\"12 mm\" speed=\"%.17g m/s\"/></sheet>"
        "<sensor name=\"s1\" kind=\"edge\" path=\"main\" at=\"20 mm\"/><check name=\"in\" "
        "kind=\"arrival\" sensor=\"s1\" earliest=\"0 s\" latest=\"%.17g s\"/></model>",
        w->speed, w->speed, end);
}

/* Whether the sheet stands across the wall or, where nothing lets it round, beyond it, after a part
 * of the time. */
static bool
is_beyond(const struct wall *w, double part, const quire_run *run)
{
    double x[64], y[64], side[64], along[64];
    const size_t n = quire_run_nodes(run, "page", x, y, 64);
    const double length = hypot(w->to[0] - w->from[0], w->to[1] - w->from[1]),
                 s = fmin(fmax((part - 0.3) / 0.5, 0), 1);
    /* the gate's angle then */
    const double open = w->gate ? (1 - s * s * (3 - 2 * s)) * acos(0) : 0, c = cos(open),
                 v = sin(open);
    const double dx = c * (w->to[0] - w->from[0]) - v * (w->to[1] - w->from[1]),
                 dy = v * (w->to[0] - w->from[0]) + c * (w->to[1] - w->from[1]);
    bool beyond = false;

    for (size_t i = 0; i < n; i++) { /* to the left of the wall is where it looks away from */
        /* of the sheet's curve, which passes its nodes on the inside of a bend */
        const double part_of = i > 0 && i + 1 < n ? 0.125 : 0, own = 1 - 2 * part_of;
        const size_t before = i > 0 ? i - 1 : 0, after = i + 1 < n ? i + 1 : i;
        const double px = part_of * (x[before] + x[after]) + own * x[i] - w->from[0],
                     py = part_of * (y[before] + y[after]) + own * y[i] - w->from[1];
        side[i] = (dx * py - dy * px) / length - 0.5e-3 * w->thickness;
        along[i] = (dx * px + dy * py) / length;
        const bool within = along[i] > (w->gate ? 0 : 5e-3) && along[i] < length - 5e-3;
        if (!w->gate && within && side[i] > 1e-3) {
            beyond = true;
        }
        if (i > 0 && w->gate && (side[i] > 0) != (side[i - 1] > 0)) {
            const double at =
                along[i - 1] + (along[i] - along[i - 1]) * side[i - 1] / (side[i - 1] - side[i]);
            beyond = beyond || (at > 1e-3 && at < length - 5e-3);
        }
    }
    return beyond;
}

/* The same at some time: a sheet that went through a wall may have come back. */
static bool
was_beyond(const struct wall *w)
{
    bool was = false;

    for (int k = 1; k < 40 && !was; k++) {
        quire_model *model = NULL;
        struct text t;
        char why[300];
        wall_machine(w, k / 40.0, &t);
        quire_run *run = run_text(&model, &t, why, sizeof why);
        was = run != NULL && is_beyond(w, k / 40.0, run);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    return was;
}

static bool
scan_walls(unsigned seed, unsigned n)
{
    unsigned beyond = 0, passed = 0, alarms = 0, failed = 0;

    for (unsigned k = 0; k < n; k++) {
        const struct wall w = draw_wall((struct draw){.seed = seed, .model = k});
        quire_model *model = NULL;
        struct text t;
        char why[300] = "";
        wall_machine(&w, 1, &t);
        quire_run *run = run_text(&model, &t, why, sizeof why);
        const bool is = run != NULL && is_beyond(&w, 1, run),
                   doubtful =
                       run != NULL && strstr(quire_run_summary_text(run), "doubtful") != NULL;
        const bool missed = is && !doubtful, alarm = run != NULL && !is &&
                                                     quire_run_figure(run, "run.tunnelling") > 0 &&
                                                     !was_beyond(&w);
        beyond += is;
        passed += missed;
        alarms += alarm;
        failed += run == NULL;
        if (missed || alarm || run == NULL) {
            printf("  wall %u: %s, %s, %s, %.3g mm, %.3g deg, %.3g m/s, %.3g N: %s %s\n", k,
                   w.spatial ? "spatial" : "planar", w.both ? "two-sided" : "one-sided",
                   w.gate ? "gate" : "fixed", w.thickness, w.angle, w.speed, w.stiffness,
                   missed  ? "beyond it, and not doubtful"
                   : alarm ? "doubtful, and not beyond it"
                           : "failed:",
                   why);
        }
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    printf("walls: %u drawn, %u sheets beyond, %u of them not doubtful; doubtful without that %u; "
           "%u runs failed\n",
           n, beyond, passed, alarms, failed);
    return passed == 0;
}

/* ---- machines ---- */

static void
add_laws(struct text *t, struct draw *at)
{
    const double stiffness = draw_log(at, 1e4, 1e6), friction = draw_even(at, 0.05, 0.8);

    say(t, "<contact name=\"c\">");
    if (toss(at)) {
        say(t,
            "<normal law=\"hunt-crossley\" stiffness=\"%.17g N/m^1.5\" exponent=\"1.5\" "
            "restitution=\"%.17g\"/>",
            30 * stiffness, draw_even(at, 0.2, 0.9));
    } else {
        say(t, "<normal law=\"linear\" stiffness=\"%.17g N/m\" damping=\"%.17g N*s/m\"/>",
            stiffness, draw_log(at, 0.3, 10));
    }
    say(t,
        "<friction law=\"mtt-step\" dynamic-coefficient=\"%.17g\" threshold-velocity=\"5 "
        "mm/s\"/></contact><pair contact=\"c\"/>",
        friction);
}

static void
add_body(struct text *t, struct draw *at, bool spatial, int k)
{
    const double x = -80 + 55 * (k % 4) + draw_even(at, -8, 8),
                 y = 60 + 50 * (k / 4) + draw_even(at, -8, 8), z = draw_even(at, -20, 20);
    const double vx = draw_even(at, -1.5, 1.5), vy = draw_even(at, -1, 1),
                 vz = draw_even(at, -0.3, 0.3), mass = draw_log(at, 1, 30),
                 size = draw_even(at, 5, 12);

    if (spatial) {
        const double spin = draw_even(at, -30, 30);
        const double second = draw_even(at, 0, 90), first = draw_even(at, 0, 90);
        say(t,
            "<solid name=\"b%d\" surface=\"ivory\" mass=\"%.17g g\" centre=\"%.17g mm, %.17g mm, "
            "%.17g mm\" turn=\"%.17g deg, %.17g deg, 10 deg\" "
            "velocity=\"%.17g m/s, %.17g m/s, %.17g m/s\" spin=\"%.17g rad/s, 5 rad/s, 3 "
            "rad/s\"><cuboid size=\"%.17g mm, %.17g mm, 12 mm\" edge-radius=\"1 mm\"/></solid>",
            k, mass, x, y, z, first, second, vx, vy, vz, spin, 1.4 * size, size);
    } else if (toss(at)) {
        say(t,
            "<disc name=\"b%d\" surface=\"ivory\" mass=\"%.17g g\" radius=\"%.17g mm\" "
            "centre=\"%.17g mm, %.17g mm\" velocity=\"%.17g m/s, %.17g m/s\"/>",
            k, mass, size, x, y, vx, vy);
    } else {
        say(t,
            "<block name=\"b%d\" surface=\"ivory\" mass=\"%.17g g\" width=\"%.17g mm\" "
            "height=\"%.17g mm\" centre=\"%.17g mm, %.17g mm\" angle=\"%.17g deg\" "
            "velocity=\"%.17g m/s, %.17g m/s\"/>",
            k, mass, 1.6 * size, size, x, y, draw_even(at, -90, 90), vx, vy);
    }
}

/* bodies that are thrown into a tray, sheets that fall on them or alone; with gravity or without */
static void
machine(unsigned seed, unsigned number, struct text *t)
{
    struct draw at = {.seed = seed + 1000, .model = number};
    const bool spatial = draw_even(&at, 0, 1) < 0.35, gravity = draw_even(&at, 0, 1) < 0.7;
    const int bodies = (int)draw_even(&at, 0, 5.99),
              sheets = bodies == 0 ? 1 : (int)draw_even(&at, 0, 1.6);

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"drawn\" motion=\"%s\"><settings><gravity vector=\"0 m/s^2, %s "
        "m/s^2\"/><run end=\"0.3 s\" sample=\"0 s\"/></settings>",
        spatial ? "spatial" : "planar", gravity ? "-9.81" : "0");
    say(t,
        "<media name=\"paper\" grammage=\"%.17g g/m^2\" thickness=\"0.15 mm\" modulus-md=\"4 "
        "GPa\"/>",
        draw_even(&at, 60, 200));
    add_laws(t, &at);
    if (toss(&at)) {
        say(t, "<guide name=\"floor\" surface=\"steel\" thickness=\"20 mm\"><polyline "
               "points=\"-150 mm, 300 mm; -150 mm, 0 mm; 200 mm, 0 mm; 200 mm, 300 mm\"/></guide>");
    } else {
        say(t,
            "<guide name=\"floor\" surface=\"steel\" thickness=\"20 mm\"><line from=\"-400 mm, 0 "
            "mm\" to=\"500 mm, %.17g mm\"/></guide>",
            draw_even(&at, -60, 60));
    }
    for (int k = 0; k < bodies; k++) {
        add_body(t, &at, spatial, k);
    }
    for (int k = 0; k < sheets; k++) {
        const double up = draw_even(&at, -1.5, 0), along = draw_even(&at, -0.5, 0.5),
                     heading = draw_even(&at, -8, 8);
        say(t,
            "<sheet name=\"s%d\" media=\"paper\" length=\"100 mm\" width=\"80 mm\" "
            "segments=\"20\"><start from=\"-50 mm, %.17g mm\" heading=\"%.17g deg\" "
            "velocity=\"%.17g m/s, %.17g m/s\"/></sheet>",
            k, 200.0 + 40 * k, heading, along, up);
    }
    say(t, "</model>");
}

static double
energy(const json_t *summary, const char *name)
{
    return json_number_value(json_object_get(json_object_get(summary, "energy"), name));
}

/* what is missing, reckoned anew from the terms */
static double
missing(const json_t *s)
{
    static const char *const in[] = {"initial", "drives", "belts", "loads"};
    static const char *const out[] = {"kinetic",  "elastic",  "gravity",         "contact",
                                      "springs",  "friction", "contact-damping", "sheet-damping",
                                      "bearings", "elements", "integrator"};
    double sum = 0;

    for (size_t k = 0; k < sizeof in / sizeof *in; k++) {
        sum += energy(s, in[k]);
    }
    for (size_t k = 0; k < sizeof out / sizeof *out; k++) {
        sum -= energy(s, out[k]);
    }
    return fabs(sum);
}

static bool
scan_machines(unsigned seed, unsigned n)
{
    unsigned doubtful = 0, open = 0, failed = 0, shown = 0;

    for (unsigned k = 0; k < n; k++) {
        quire_model *model = NULL;
        struct text t;
        char why[300] = "";
        machine(seed, k, &t);
        quire_run *run = run_text(&model, &t, why, sizeof why);
        json_t *s = run != NULL ? json_loads(quire_run_summary_json(run), 0, NULL) : NULL;
        const double bound = fmax(UNBALANCED * energy(s, "largest"), energy(s, "bound"));
        const bool doubt = run != NULL && quire_run_verdict(run) == QUIRE_VERDICT_DOUBTFUL,
                   is_open = run != NULL && !doubt && !(missing(s) <= bound);
        doubtful += doubt;
        open += is_open;
        failed += run == NULL;
        if ((doubt || is_open || run == NULL) && shown++ < SHOWN) {
            printf("  machine %u: %s: %.3g mJ missing, %.3g spurious of %.3g mJ, bound %.3g; %s\n",
                   k,
                   is_open ? "open"
                   : doubt ? "doubtful"
                           : "failed",
                   1e3 * missing(s), 1e3 * energy(s, "spurious"), 1e3 * energy(s, "largest"),
                   1e3 * energy(s, "bound"), why);
        }
        if (run != NULL && getenv("QUIRE_SHOW") != NULL &&
            (unsigned)atoi(getenv("QUIRE_SHOW")) == k) {
            puts(t.at);
        }
        json_decref(s);
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    printf("machines: %u drawn, %u doubtful, %u whose energy does not close and that are not; %u "
           "runs failed\n",
           n, doubtful, open, failed);
    return open == 0 && (n < 100 || doubtful <= MOST_DOUBTFUL * n); /* few say nothing of a share */
}

int
main(int argc, char **argv)
{
    if (argc != 4 || !draw_works()) {
        fputs("usage: doubts SEED WALLS MACHINES\n", stderr);
        return 2;
    }
    const unsigned seed = (unsigned)strtoul(argv[1], NULL, 10),
                   walls = (unsigned)strtoul(argv[2], NULL, 10),
                   machines = (unsigned)strtoul(argv[3], NULL, 10);
    bool good = walls == 0 || scan_walls(seed, walls);
    good = (machines == 0 || scan_machines(seed, machines)) && good;
    return good ? 0 : 1;
}
