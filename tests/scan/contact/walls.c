/* Walls that no sheet may pass: thin plates, outlines and gates, sheets that are fed or thrown at
 * them. Whether one was passed is judged from the trajectory: material that went in through the
 * face before it and came out of the face behind it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

#define LENGTH    0.1  /* of the sheet, and its width [m] */
#define AT        0.06 /* where the wall stands [m] */
#define FRAMES    160
#define BETWEEN   4      /* points of a segment that are followed */
#define NEAR_END  2e-3   /* of a wall's end, past which a sheet may go [m] */
#define DEPTH     0.1e-3 /* at which the wall's law has its force [m] */
#define EXPONENT  1.3
#define TOLERATED 0.5e-3 /* beyond what the law gives way by [m] */
#define TRACTION  8.0    /* the most that the nip pushes with [N] */

enum build { ONE_SIDED, TWO_SIDED, OUTLINE };
enum scene { FREE, BEFORE, THROUGH, THROWN, TURNED, RAISED };
static const char *const build_name[] = {"one-sided", "two-sided", "outline"};
static const char *const scene_name[] = {"no channel", "a channel before it", "across a channel",
                                         "thrown",     "gate that turns",     "gate that rises"};

struct wall {
    bool spatial, rib, deep; /* deep: an outline whose solid is as deep as by default */
    enum build build;
    enum scene scene;
    int segments, columns;
    double thickness, angle, speed, force, grammage, tilt, yaw, off; /* SI; angles [rad] */
    double from[2], length;                                          /* of its middle [m] */
    double half_width;                                               /* of a rib [m] */
    double start, stop, end;                                         /* of a gate, the run [s] */
};

/* ---- drawing ---- */

static void
place(struct wall *w, struct draw *at)
{
    const double c = cos(w->angle), s = sin(w->angle);
    double half = 0.15;

    if (w->scene == THROUGH) {
        half = 0.01 / s;
    } else if (w->scene == THROWN) {
        half = 0.5 * draw_even(at, 0.04, 0.2);
    }
    w->from[0] = AT + half * c;
    w->from[1] = w->off + half * s;
    w->length = 2 * half;
    if (w->scene == TURNED) { /* hangs from its pivot above the sheet */
        w->from[1] = 0.03;
        w->length = 0.05;
    } else if (w->scene == RAISED) {
        w->from[1] = -0.012;
        w->length = 0.03;
    }
}

/* the same for all, so that kinds differ in what they say alone */
static struct wall
draw_wall(unsigned seed, unsigned number, bool gate, bool spatial)
{
    struct draw at = {.seed = seed + 7000 + 100 * gate + 200 * spatial, .model = number};
    struct wall w = {.spatial = spatial, .columns = 2};
    const double degree = acos(-1) / 180;

    w.build = gate ? (toss(&at) ? TWO_SIDED : ONE_SIDED) : (enum build)draw_even(&at, 0, 3);
    w.deep = toss(&at);
    w.scene = gate ? (toss(&at) ? TURNED : RAISED) : (enum scene)draw_even(&at, 0, 4);
    if (w.scene == RAISED) {
        w.build = TWO_SIDED;
    }
    w.thickness = draw_log(&at, 0.02e-3, 2e-3);
    w.angle = gate ? 90 * degree : draw_even(&at, w.scene == THROUGH ? 60 : 30, 90) * degree;
    w.speed = draw_log(&at, 0.05, 20);
    w.force = draw_log(&at, 0.3, 3);
    w.grammage = draw_even(&at, 0.04, 0.25);
    w.segments = (int)draw_even(&at, 12, 41);
    w.off = draw_even(&at, -1e-3, 1e-3);
    w.tilt = (toss(&at) ? 0 : 90) * degree + draw_even(&at, -20, 20) * degree;
    place(&w, &at);
    w.end = (w.scene == THROWN ? 0.16 : LENGTH) / w.speed;
    w.start = draw_even(&at, 0, 0.5) * w.end;
    w.stop = w.start + draw_even(&at, 0.2, 0.5) * w.end;
    if (spatial) {
        w.columns = draw_even(&at, 0, 1) < 0.7 ? 2 : 3;
        w.yaw = toss(&at) ? draw_even(&at, -3, 3) * degree : 0;
        w.rib = draw_even(&at, 0, 1) < 0.3;
        w.half_width = draw_even(&at, 8e-3, 40e-3);
    }
    return w;
}

static double
to_x(const struct wall *w)
{
    return w->from[0] - w->length * cos(w->angle);
}

static double
to_y(const struct wall *w)
{
    return w->from[1] - w->length * sin(w->angle);
}

static void
say_guide(const struct wall *w, struct text *t)
{
    /* the wall runs down and back; behind it, on its left, is +x */
    const double nx = sin(w->angle), ny = -cos(w->angle), h = 0.5 * w->thickness;

    say(t, "<guide name=\"wall\" surface=\"steel\" side=\"%s\"",
        w->build == TWO_SIDED   ? "both"
        : w->build == ONE_SIDED ? "right"
                                : "left");
    if (w->build != OUTLINE || !w->deep) {
        say(t, " thickness=\"%.9g m\"", w->thickness);
    }
    if (w->rib) {
        say(t, " across-from=\"%.9g m\" across-to=\"%.9g m\"", -w->half_width, w->half_width);
    }
    if (w->build == OUTLINE) { /* clockwise, with the sheet outside */
        say(t,
            "><polyline points=\"%.9g m, %.9g m; %.9g m, %.9g m; %.9g m, %.9g m; %.9g m, %.9g m; "
            "%.9g m, %.9g m\"/>\n",
            to_x(w) - h * nx, to_y(w) - h * ny, w->from[0] - h * nx, w->from[1] - h * ny,
            w->from[0] + h * nx, w->from[1] + h * ny, to_x(w) + h * nx, to_y(w) + h * ny,
            to_x(w) - h * nx, to_y(w) - h * ny);
    } else {
        say(t, "><line from=\"%.9g m, %.9g m\" to=\"%.9g m, %.9g m\"/>\n", w->from[0], w->from[1],
            to_x(w), to_y(w));
    }
    if (w->scene == TURNED) {
        say(t, "<pivot at=\"%.9g m, %.9g m\" drive=\"shut\"/>", w->from[0], w->from[1]);
    } else if (w->scene == RAISED) {
        say(t, "<slide direction=\"0, 1\" drive=\"shut\"/>");
    }
    say(t, "</guide>\n");
    if (w->scene == TURNED) {
        say(t,
            "<drive name=\"shut\" angle=\"90 deg\"><to time=\"%.9g s\" angle=\"90 deg\"/>"
            "<to time=\"%.9g s\" angle=\"0 deg\" shape=\"smooth\"/></drive>\n",
            w->start, w->stop);
    } else if (w->scene == RAISED) {
        say(t,
            "<drive name=\"shut\" stroke=\"0 mm\"><to time=\"%.9g s\" stroke=\"0 mm\"/>"
            "<to time=\"%.9g s\" stroke=\"30 mm\" shape=\"smooth\"/></drive>\n",
            w->start, w->stop);
    }
}

static void
say_sheet(const struct wall *w, struct text *t)
{
    say(t,
        "<sheet name=\"page\" media=\"paper\" length=\"%.9g m\" width=\"%.9g m\" "
        "segments=\"%d\" columns=\"%d\">",
        LENGTH, LENGTH, w->segments, w->columns);
    if (w->scene == THROWN) { /* its middle flies along x, from 10 mm before the wall's reach */
        const double away = AT - 0.012 - 0.5 * LENGTH - 0.5 * w->length * cos(w->angle);
        say(t,
            "<start from=\"%.9g m, %.9g m\" heading=\"%.9g rad\" velocity=\"%.9g m/s, 0 m/s\" "
            "yaw=\"%.9g rad\"/></sheet>\n",
            away - 0.5 * LENGTH * cos(w->tilt), -0.5 * LENGTH * sin(w->tilt), w->tilt, w->speed,
            w->yaw);
    } else {
        say(t,
            "<start path=\"main\" lead=\"12 mm\" speed=\"%.9g m/s\" yaw=\"%.9g rad\"/></sheet>\n",
            w->speed, w->yaw);
    }
}

static void
say_feed(const struct wall *w, struct text *t)
{
    if (w->scene == BEFORE || w->scene == THROUGH) {
        say(t,
            "<channel name=\"walls\" path=\"main\" from=\"12 mm\" to=\"%s mm\" gap=\"3 mm\" "
            "mouth=\"2 mm\" surface=\"steel\"/>\n",
            w->scene == BEFORE ? "50" : "118");
    }
    say(t,
        "<guide name=\"tray\" surface=\"steel\"><line from=\"-120 mm, -0.5 mm\" to=\"-11 mm, -0.5 "
        "mm\"/></guide>\n"
        "<drive name=\"feed\" speed=\"%.9g m/s\"/><nip name=\"n1\" path=\"main\" at=\"0 mm\" "
        "load=\"8 N\" rate=\"500 N/m\" max-gap=\"2 mm\">"
        "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/><idler radius=\"10 mm\" "
        "surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>\n"
        "<sensor name=\"s1\" kind=\"edge\" path=\"main\" at=\"20 mm\"/><check name=\"in\" "
        "kind=\"arrival\" sensor=\"s1\" earliest=\"0 s\" latest=\"%.9g s\"/>\n",
        w->speed, w->end);
}

static void
machine(const struct wall *w, struct text *t)
{
    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"wall\" motion=\"%s\"><settings><gravity vector=\"0 m/s^2, 0 "
        "m/s^2\"/><run end=\"%.9g s\" sample=\"%.9g s\"/></settings>\n"
        "<media name=\"paper\" grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"4 GPa\" "
        "modulus-cd=\"2 GPa\"/>\n",
        w->spatial ? "spatial" : "planar", w->end, w->end / FRAMES, w->grammage, w->grammage / 800);
    say(t,
        "<contact name=\"grip\"><normal law=\"mtt-boundary\" force=\"8 N\" at-penetration=\"0.05 "
        "mm\" exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\"/>"
        "<friction law=\"mtt-step\" dynamic-coefficient=\"1\" threshold-velocity=\"1 "
        "mm/s\"/></contact>\n"
        "<contact name=\"glide\"><normal law=\"mtt-boundary\" force=\"%.9g N\" "
        "at-penetration=\"0.1 mm\" exponent=\"1.3\" damping=\"1 N*s/m\" "
        "boundary-penetration=\"0.02 mm\"/>"
        "<friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" threshold-velocity=\"1 "
        "mm/s\"/></contact>\n",
        w->force);
    say(t, "<pair media=\"*\" surface=\"rubber\" contact=\"grip\"/><pair media=\"*\" "
           "surface=\"steel\" contact=\"glide\"/>\n"
           "<path name=\"main\" from=\"0 mm, 0 mm\" heading=\"0 deg\"><line length=\"300 "
           "mm\"/></path>\n");
    say_guide(w, t);
    if (w->scene != THROWN) {
        say_feed(w, t);
    }
    say_sheet(w, t);
    say(t, "</model>\n");
}

/* ---- judging ---- */

/* Where the wall is: places in it are `u` along it, `v` from its middle towards what is behind. */
struct local {
    double u, v, z;
};

static struct local
seen_from_wall(const struct wall *w, double time, const double x[3])
{
    const double s = fmin(fmax((time - w->start) / (w->stop - w->start), 0), 1),
                 shut = s * s * (3 - 2 * s);
    double dx = x[0] - w->from[0], dy = x[1] - w->from[1];

    if (w->scene == TURNED) {
        const double open = (1 - shut) * acos(0), c = cos(open), k = sin(open),
                     turned = c * dx + k * dy;
        dy = c * dy - k * dx;
        dx = turned;
    } else if (w->scene == RAISED) {
        dy -= shut * 0.03;
    }
    const double ax = -cos(w->angle), ay = -sin(w->angle);
    return (struct local){ax * dx + ay * dy, ax * dy - ay * dx, x[2]};
}

/* A material point: whether it is behind the wall, having got there through it. */
struct point {
    struct local at;
    bool through;
};

/* A sheet may bend round a wall's end, and the chord of a segment then cuts through the wall. */
static bool
is_within(const struct wall *w, double u, double z)
{
    const double near_end = NEAR_END + (w->scene == THROUGH ? 0 : LENGTH / w->segments);

    return u > near_end && u < w->length - near_end &&
           (!w->rib || fabs(z) < w->half_width - NEAR_END);
}

static void
follow(const struct wall *w, struct point *p, const struct local *to, double far_face)
{
    const double a = p->at.v - far_face, b = to->v - far_face;

    if ((a > 0) != (b > 0)) {
        const double part = a / (a - b);
        if (is_within(w, p->at.u + part * (to->u - p->at.u), p->at.z + part * (to->z - p->at.z))) {
            p->through = !p->through && b > 0;
        }
    }
    p->at = *to;
}

/* Lines along the sheet that are followed: its columns, and the middle where the sheet is straight
 * between two. */
static size_t
lines_of(const struct frame *f)
{
    return f->columns == 2 ? 3 : f->columns;
}

/* the point `k` of those that are followed in a frame, also between nodes */
static void
point_of(const struct frame *f, size_t k, double x[3])
{
    const size_t lines = lines_of(f), row = k / lines, line = k % lines,
                 r = row / BETWEEN < f->rows - 1 ? row / BETWEEN : f->rows - 2,
                 c = f->columns == 2 ? line / 2 : line, next = f->columns == 2 && line > 0 ? 1 : c;
    const double part = (double)(row - r * BETWEEN) / BETWEEN;

    for (int i = 0; i < 3; i++) {
        const double a = 0.5 * (f->at[r * f->columns + c][i] + f->at[r * f->columns + next][i]),
                     b = 0.5 * (f->at[(r + 1) * f->columns + c][i] +
                                f->at[(r + 1) * f->columns + next][i]);
        x[i] = a + part * (b - a);
    }
}

/* how far material is behind the wall that came through it, the most of all times and at the end */
struct beyond {
    double most, end;
};

static double
farthest(const struct wall *w, const struct point *points, size_t n, double far_face)
{
    double far = 0;

    for (size_t k = 0; k < n; k++) {
        const struct point *p = points + k;
        if (p->through && is_within(w, p->at.u, p->at.z)) {
            far = fmax(far, p->at.v - far_face);
        }
    }
    return far;
}

static struct beyond
watch(const struct wall *w, const struct ran *r)
{
    const double far_face = w->build == ONE_SIDED ? w->thickness : 0.5 * w->thickness;
    struct point *points = NULL;
    struct beyond beyond = {0, 0};
    struct frame f;

    for (size_t k = 0; net_frame(&f, r, k); k++) {
        const size_t n = ((f.rows - 1) * BETWEEN + 1) * lines_of(&f);
        const bool first = points == NULL;
        points = first ? calloc(n, sizeof *points) : points;
        for (size_t i = 0; points != NULL && i < n; i++) {
            double x[3];
            point_of(&f, i, x);
            const struct local at = seen_from_wall(w, f.time, x);
            points[i].at = first ? at : points[i].at;
            follow(w, points + i, &at, far_face);
        }
        beyond.end = points != NULL ? farthest(w, points, n, far_face) : (double)NAN;
        beyond.most = fmax(beyond.most, beyond.end);
        free(f.at);
    }
    free(points);
    return beyond;
}

/* what presses a fed sheet on the wall: the nip, and what comes and stops */
static double
pushed_by(const struct wall *w)
{
    return w->scene == THROWN ? 0 : TRACTION + w->grammage * LENGTH * w->speed * w->speed;
}

/* how deep the law lets a force in, and a mass that comes with a speed */
static double
depth_of_force(const struct wall *w, double force)
{
    const double share = w->rib ? 2 * w->half_width / LENGTH : 1;

    return DEPTH * pow(force / (share * w->force), 1 / EXPONENT);
}

static double
depth_of_impact(const struct wall *w)
{
    const double share = w->rib ? 2 * w->half_width / LENGTH : 1,
                 tip = w->scene == TURNED   ? 1.5 * 0.08 / (w->stop - w->start)
                       : w->scene == RAISED ? 1.5 * 0.03 / (w->stop - w->start)
                                            : 0,
                 speed = w->speed + tip,
                 energy = 0.5 * w->grammage * LENGTH * LENGTH * speed * speed;

    return DEPTH * pow(energy * (EXPONENT + 1) / (share * w->force * DEPTH), 1 / (EXPONENT + 1));
}

enum { RAN, PASSED, TRUSTED, VERDICT_DOUBTFUL, ALARM, MOST, AT_END };

static void
run_wall(struct drawn *out, const struct wall *w)
{
    struct text t;
    struct ran r;

    machine(w, &t);
    out->value[RAN] =
        net_run(&r, &t, &(struct wanted){.sample = w->end / FRAMES, .trajectory = true});
    if (out->value[RAN] > 0) {
        const struct beyond beyond = watch(w, &r);
        /* fast ones still move at the end */
        const double gives = depth_of_force(w, pushed_by(w)) + depth_of_impact(w);
        const bool passed = beyond.end > TOLERATED + gives || beyond.most > TOLERATED + 2 * gives,
                   doubtful = r.verdict == QUIRE_VERDICT_DOUBTFUL;
        out->value[PASSED] = passed;
        out->value[TRUSTED] =
            r.verdict == QUIRE_VERDICT_PASSED || r.verdict == QUIRE_VERDICT_NOT_EVALUATED;
        out->value[VERDICT_DOUBTFUL] = doubtful;
        out->value[ALARM] = !passed && strstr(quire_run_summary_text(r.run), "tunnelling") != NULL;
        out->value[MOST] = beyond.most;
        out->value[AT_END] = beyond.end;
    }
    snprintf(out->text, sizeof out->text,
             "%s, %s, %s%s, %.3g mm, %.3g deg, %.3g m/s, %.3g N, %.3g g/m2, %d segments, %d "
             "columns: %s, %.3g mm beyond, %.3g at the end %s",
             w->spatial ? "spatial" : "planar", build_name[w->build], scene_name[w->scene],
             w->rib ? ", rib" : "", 1e3 * w->thickness, w->angle * 180 / acos(-1), w->speed,
             w->force, 1e3 * w->grammage, w->segments, w->columns, quire_verdict_text(r.verdict),
             1e3 * out->value[MOST], 1e3 * out->value[AT_END], r.why);
    net_done(&r);
}

static bool
judge(const struct drawn *of, size_t n)
{
    unsigned passed = 0, trusted = 0, doubtful = 0, alarms = 0, failed = 0;

    for (size_t i = 0; i < n; i++) {
        const double *v = of[i].value;
        const bool ran = of[i].done && v[RAN] > 0;
        failed += !ran;
        passed += ran && v[PASSED] > 0;
        trusted += ran && v[PASSED] > 0 && v[TRUSTED] > 0;
        doubtful += ran && v[PASSED] > 0 && v[VERDICT_DOUBTFUL] > 0;
        alarms += ran && v[ALARM] > 0;
        if (!ran || v[PASSED] > 0 || v[ALARM] > 0) {
            net_note("%zu: %s%s", i, v[PASSED] > 0 ? "PASSED THROUGH: " : "", of[i].text);
        }
    }
    net_note("of those passed %u doubtful; doubtful of tunnelling and not passed: %u of %zu",
             doubtful, alarms, n);
    bool good = net_row("walls passed by a sheet", "0", passed == 0, "%u of %zu", passed, n);
    good = net_row("... with verdict passed or not evaluated", "0", trusted == 0, "%u", trusted) &&
           good;
    return net_row("runs that break off", "0", failed == 0, "%u", failed) && good;
}

#define KIND(name, gate, spatial)                                                                  \
    static void write_##name(struct text *t, unsigned seed, unsigned number)                       \
    {                                                                                              \
        const struct wall w = draw_wall(seed, number, gate, spatial);                              \
        machine(&w, t);                                                                            \
    }                                                                                              \
    static void run_##name(struct drawn *out, unsigned seed, unsigned number)                      \
    {                                                                                              \
        const struct wall w = draw_wall(seed, number, gate, spatial);                              \
        run_wall(out, &w);                                                                         \
    }

KIND(walls, false, false)
KIND(gates, true, false)
KIND(space_walls, false, true)
KIND(space_gates, true, true)

const struct net_kind net_walls = {"walls", "fixed walls", 200, write_walls, run_walls, judge};
const struct net_kind net_gates = {"gates", "gates that close", 100, write_gates, run_gates, judge};
const struct net_kind net_space_walls = {"space-walls",     "fixed walls in space", 140,
                                         write_space_walls, run_space_walls,        judge};
const struct net_kind net_space_gates = {"space-gates",     "gates in space", 60,
                                         write_space_gates, run_space_gates,  judge};
