/* Machines in which much comes and goes within a step, drawn at random: sheets that fly past light
 * barriers and gauges, formulas that hold for a while, fields of force, bodies that fly at things:
 *     between SEED MACHINES [NUMBER]
 * Every signal must come, at its time; every body must rebound. Times are known, as all moves
 * evenly or falls; what fields do is compared with a run whose steps are a twentieth of what
 * happens. Ends with 1 where something is missed. With NUMBER, writes that machine's model instead.
 */
#include "scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT  16384
#define MOST_TIMES 64
#define SEGMENTS   40
#define MICRO      1e-6 /* [s] */
#define DRIFT      1e-5 /* of the time: a sheet flies evenly for minutes in few steps */
#define POSITION   1e-6 /* position tolerance of standard accuracy [m] */
#define LOOK       2e-4 /* between looks at formulas [s] */
#define REBOUND    0.02 /* of the velocity after a rebound */
#define IMPACT     0.01 /* of the velocity after an oblique impact */
#define MOST_OFF   0.05 /* of it, at most one in fifty */
#define FIELD      0.03 /* of what a field does */
#define TURN       0.2

enum kind {
    BARRIERS,
    SPACE,
    GAUGES,
    FORMULAS,
    FIELDS,
    DISCS,
    BLOCKS,
    SOLIDS,
    PAIRS,
    FALLS,
    SHEETS,
    IMPACTS,
    SPRINGS,
    KINDS
};
static const char *const kind_name[KINDS] = {"barriers", "space",   "gauges", "formulas", "fields",
                                             "discs",    "blocks",  "solids", "pairs",    "falls",
                                             "sheets",   "impacts", "springs"};

/* a signal that must come: of a source, when */
struct happening {
    char source[16];
    const char *signal;
    double time;
};

struct machine {
    enum kind kind;
    char text[MOST_TEXT];
    size_t n;
    double speed;    /* of what moves [m/s] */
    double largest;  /* of the reference's steps [s] */
    double along[2]; /* velocity of body b after its rebound, by x [m/s]; or of two */
    struct happening happening[MOST_TIMES];
    int n_happening;
};

static void __attribute__((format(printf, 2, 3))) say(struct machine *m, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int n = vsnprintf(m->text + m->n, sizeof m->text - m->n, format, list);
    va_end(list);
    if (n < 0 || m->n + (size_t)n >= sizeof m->text) {
        fputs("between: a model is too long\n", stderr);
        exit(1);
    }
    m->n += (size_t)n;
}

static void
expect(struct machine *m, const char *source, const char *signal, double time)
{
    struct happening *h = &m->happening[m->n_happening++];

    snprintf(h->source, sizeof h->source, "%s", source);
    h->signal = signal;
    h->time = time;
}

static void
begin(struct machine *m, const char *motion, double end, double largest)
{
    say(m,
        "<model version='1' name='between' motion='%s'>\n<settings><gravity vector='0 m/s^2, 0 "
        "m/s^2'/><run end='%.17g s' sample='0 s'/>",
        motion, end);
    if (largest > 0) {
        say(m, "<solver largest-step='%.17g s'/>", largest);
    }
    say(m, "</settings>\n<media name='card' grammage='300 g/m^2' thickness='0.3 mm' "
           "modulus-md='4 GPa' modulus-cd='3 GPa'/>\n");
}

/* ---- sheets that fly ---- */

static void
say_sheet(struct machine *m, double length, double lead, bool spatial)
{
    say(m,
        "<path name='p' from='0 m, 0 m' heading='0 deg'><line length='40 m'/></path>\n"
        "<sheet name='a' media='card' length='%.17g m' width='%.17g m' segments='8'%s><start "
        "path='p' lead='%.17g m' speed='%.17g m/s'/></sheet>\n",
        length, fmax(length, 0.01), spatial ? " columns='3'" : "", lead, m->speed);
}

static void
fly_past_sensors(struct machine *m, struct draw *at, double largest)
{
    const bool spatial = m->kind == SPACE;
    const double length = draw_log(at, 1e-4, 0.1), way = draw_log(at, 0.05, 20),
                 lead = length + 0.01, speed = m->speed = draw_log(at, 0.01, 100);
    const int n = 1 + (int)draw_even(at, 0, 8);

    begin(m, spatial ? "spatial" : "planar", (way + length) / speed, largest);
    say_sheet(m, length, lead, spatial);
    for (int i = 0; i < n; i++) {
        const double where = lead + way * draw_even(at, 0.02, 0.98), sort = draw_even(at, 0, 1),
                     reach = draw_log(at, 1e-4, 0.02);
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        if (m->kind == GAUGES) {
            say(m,
                "<sensor name='%s' kind='distance' from='%.17g m, 20 mm' heading='-90 deg' "
                "range='21 mm' threshold='20.2 mm'/>\n",
                name, where);
            expect(m, name, "near", (where - lead) / speed);
            expect(m, name, "far", (where - lead + length) / speed);
        } else {
            const bool edge = sort < 0.5;
            say(m, "<sensor name='%s' kind='%s' path='p' at='%.17g m' reach='%.17g m'/>\n", name,
                edge ? "edge" : "presence", where, reach);
            expect(m, name, edge ? "lead" : "covered", (where - lead) / speed);
            expect(m, name, edge ? "trail" : "free", (where - lead + length) / speed);
        }
    }
}

/* ---- formulas ---- */

static void
hold_formulas(struct machine *m, struct draw *at, double largest)
{
    const double end = draw_log(at, 0.02, 2), length = 0.02, lead = 0.03;
    const int n = 1 + (int)draw_even(at, 0, 4);

    m->speed = draw_log(at, 0.01, 50);
    begin(m, "planar", end, largest);
    say_sheet(m, length, lead, false);
    for (int i = 0; i < n; i++) {
        const bool of_time = draw_even(at, 0, 1) < 0.5;
        const double when = end * draw_even(at, 0.05, 0.9),
                     hold = of_time ? draw_log(at, 1e-6, 0.01) : draw_log(at, 2 * LOOK, 0.01);
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        if (of_time) {
            say(m, "<rule name='%s' when='time &gt; %.17g s and time &lt; %.17g s'>", name, when,
                when + hold);
        } else {
            say(m, "<rule name='%s' when='a.lead.path &gt; %.17g m and a.lead.path &lt; %.17g m'>",
                name, lead + m->speed * when, lead + m->speed * (when + hold));
        }
        say(m, "<say text='%s'/></rule>\n", name);
        expect(m, name, NULL, when);
    }
}

/* ---- fields ---- */

static void
fly_past_field(struct machine *m, struct draw *at, double largest)
{
    const double speed = m->speed = draw_log(at, 0.5, 20), length = draw_even(at, 0.01, 0.04),
                 where = draw_log(at, 0.1, 4), sort = draw_even(at, 0, 3),
                 wide = draw_log(at, 5e-4, 0.02), height = draw_even(at, 2e-3, 8e-3),
                 push = draw_even(at, 0.5, 1) * 0.02 * speed;   /* velocity that it gives [m/s] */
    const double mass = 0.3, time = fmin(wide, length) / speed; /* per area [kg/m^2] */
    const double pressure = mass * push / time * fmax(1, length / wide);

    m->largest = 0.05 * fmin(wide, length) / speed;
    begin(m, "planar", (where + wide + 3 * length) / speed, largest);
    say(m, "<contact name='c'><normal law='linear' stiffness='1e5 N/m'/></contact><pair "
           "contact='c'/>\n");
    say(m,
        "<sheet name='a' media='card' length='%.17g m' width='50 mm' segments='8'><start from='0 "
        "m, 0 m' velocity='%.17g m/s, 0 m/s'/></sheet>\n",
        length, speed);
    if (sort < 1) {
        say(m,
            "<jet name='f' at='%.17g m, %.17g m' direction='0, 1' width='%.17g m' pressure='%.17g "
            "Pa'/>\n",
            where, -5 * wide, wide, pressure);
    } else {
        say(m,
            "<guide name='g' surface='s' side='left'><line from='-1 m, %.17g m' to='9 m, %.17g "
            "m'/></guide>\n",
            -height, -height);
        say(m,
            sort < 2 ? "<brush name='f' guide='g' from='%.17g m' to='%.17g m' height='%.17g m' "
                       "stiffness='%.17g Pa/m'/>\n"
                     : "<suction name='f' guide='g' from='%.17g m' to='%.17g m' reach='%.17g m' "
                       "pressure='%.17g Pa'/>\n",
            1 + where, 1 + where + wide, sort < 2 ? 2 * height : 3 * height,
            sort < 2 ? pressure / height : 0.05 * pressure);
    }
}

/* ---- bodies ---- */

static void
throw_at_wall(struct machine *m, struct draw *at, double largest)
{
    const double speed = m->speed = draw_log(at, 0.01, 100), radius = draw_log(at, 1e-4, 0.1),
                 where = radius + draw_log(at, 0.02, 5), thickness = draw_log(at, 5e-4, 5e-3),
                 restitution = draw_even(at, 0.3, 0.95), mass = 1000 * radius * radius,
                 slope = draw_even(at, -40, 40);
    const double angle = slope * acos(-1) / 180;

    begin(m, m->kind == SOLIDS ? "spatial" : "planar", 2.2 * where / speed, largest);
    say(m,
        "<contact name='hard'><normal law='restitution-exact' stiffness='%.17g N/m^1.5' "
        "restitution='%.17g'/></contact><pair contact='hard'/>\n",
        /* the depth that it comes to: a twentieth of the solid's */
        1.25 * mass * speed * speed / pow(0.05 * thickness, 2.5), restitution);
    say(m,
        "<guide name='plate' surface='steel' side='left' thickness='%.17g m'><line from='%.17g m, "
        "%.17g m' to='%.17g m, %.17g m'/></guide>\n",
        thickness, where + 30 * sin(angle), -30 * cos(angle), where - 30 * sin(angle),
        30 * cos(angle));
    if (m->kind == DISCS) {
        say(m,
            "<disc name='b' surface='steel' mass='%.17g kg' radius='%.17g m' centre='0 m, 0 m' "
            "velocity='%.17g m/s, 0 m/s'/>\n",
            mass, radius, speed);
    } else if (m->kind == BLOCKS) {
        say(m,
            "<block name='b' surface='steel' mass='%.17g kg' width='%.17g m' height='%.17g m' "
            "angle='%.17g deg' centre='0 m, 0 m' velocity='%.17g m/s, 0 m/s'/>\n",
            mass, 2 * radius, 1.5 * radius, draw_even(at, 0, 90), speed);
    } else {
        say(m,
            "<solid name='b' surface='steel' mass='%.17g kg' inertia='%.17g kg*m^2, %.17g kg*m^2, "
            "%.17g kg*m^2' "
            "centre='0 m, 0 m, 0 m' velocity='%.17g m/s, 0 m/s, 0 m/s'><ball "
            "radius='%.17g m'/></solid>\n",
            mass, 0.4 * mass * radius * radius, 0.4 * mass * radius * radius,
            0.4 * mass * radius * radius, speed, radius);
    }
    /* the wall's normal is (-cos, -sin): across it the velocity turns back by e, along it stays */
    m->along[0] = speed * (1 - (1 + restitution) * cos(angle) * cos(angle));
}

static void
throw_at_each_other(struct machine *m, struct draw *at, double largest)
{
    const double speed = m->speed = draw_log(at, 0.01, 100), radius = draw_log(at, 1e-4, 0.1),
                 other = radius * draw_even(at, 0.2, 3),
                 where = radius + other + draw_log(at, 0.02, 5),
                 restitution = draw_even(at, 0.3, 0.95), mass = 1000 * radius * radius,
                 mass_other = 1000 * other * other, small = fmin(radius, other);

    begin(m, "planar", 2.2 * where / speed, largest);
    say(m,
        "<contact name='hard'><normal law='restitution-exact' stiffness='%.17g N/m^1.5' "
        "restitution='%.17g'/></contact><pair contact='hard'/>\n",
        1.25 * mass * speed * speed / pow(0.05 * small, 2.5), restitution);
    say(m,
        "<disc name='b' surface='steel' mass='%.17g kg' radius='%.17g m' centre='0 m, 0 m' "
        "velocity='%.17g m/s, 0 m/s'/>\n"
        "<disc name='c' surface='steel' mass='%.17g kg' radius='%.17g m' centre='%.17g m, 0 m' "
        "velocity='0 m/s, 0 m/s'/>\n",
        mass, radius, speed, mass_other, other, where);
    const double both = mass + mass_other;
    m->along[0] = speed * (mass - restitution * mass_other) / both;
    m->along[1] = speed * mass * (1 + restitution) / both;
}

/* Two discs of which one flies away from the other on a string, or at it with a buffer between
 * them: what has no loss turns them as an elastic impact does. They cannot touch. */
static void
tie(struct machine *m, struct draw *at, double largest)
{
    const bool pulls = draw_even(at, 0, 1) < 0.5;
    const double speed = m->speed = draw_log(at, 0.01, 100), length = draw_log(at, 0.01, 1),
                 way = length * draw_even(at, 0.05, 0.95), mass = draw_log(at, 1e-4, 1),
                 other = mass * draw_log(at, 0.1, 10), both = mass + other,
                 yields = length * draw_log(at, 1e-3, 0.5),
                 stiffness = mass * other / both * speed * speed / (yields * yields);

    begin(m, "planar", (way + 4 * yields) / speed + 0.5 * length / speed, largest);
    say(m,
        "<disc name='b' surface='steel' mass='%.17g kg' radius='1 mm' centre='0 m, 0 m' "
        "velocity='%.17g m/s, 0 m/s'/><disc name='c' surface='steel' mass='%.17g kg' "
        "radius='1 mm' centre='%.17g m, 0 m'/>\n"
        "<spring name='tie' from='b' to='c' acts='%s' length='%.17g m' stiffness='%.17g N/m'/>\n",
        mass, speed, other, pulls ? way - length : length + way, pulls ? "pull" : "push", length,
        stiffness);
    m->along[0] = speed * (mass - other) / both;
    m->along[1] = speed * 2 * mass / both;
}

/* dropped onto a floor, which they leave with a known part of their speed, before they come down
 * again */
static void
drop(struct machine *m, struct draw *at, double largest)
{
    const double height = draw_log(at, 0.01, 20), radius = draw_log(at, 1e-4, 0.05),
                 restitution = draw_even(at, 0.3, 0.95), mass = 1000 * radius * radius,
                 thickness = draw_log(at, 5e-4, 5e-3), g = 9.80665, fall = sqrt(2 * height / g);

    m->speed = g * fall;
    say(m, "<model version='1' name='between'><settings><run end='%.17g s' sample='0 s'/>",
        fall * (1 + restitution));
    if (largest > 0) {
        say(m, "<solver largest-step='%.17g s'/>", largest);
    }
    say(m,
        "</settings><contact name='hard'><normal law='restitution-exact' stiffness='%.17g "
        "N/m^1.5' restitution='%.17g'/></contact><pair contact='hard'/>\n"
        "<guide name='floor' surface='steel' side='left' thickness='%.17g m'><line from='-1 m, 0 "
        "m' to='1 m, 0 m'/></guide>\n"
        "<disc name='b' surface='steel' mass='%.17g kg' radius='%.17g m' centre='0 m, %.17g m'/>\n",
        1.25 * mass * m->speed * m->speed / pow(0.05 * thickness, 2.5), restitution, thickness,
        mass, radius, radius + height);
    m->along[1] = radius + restitution * restitution * height; /* the top of its next flight */
}

/* at a sheet that floats across their way */
static void
throw_at_sheet(struct machine *m, struct draw *at, double largest)
{
    const double speed = m->speed = draw_log(at, 0.1, 10), radius = draw_log(at, 3e-3, 0.02),
                 where = radius + draw_log(at, 0.02, 2), mass = 1e-4 + 200 * radius * radius;

    begin(m, "planar", 1.5 * where / speed, largest);
    say(m,
        "<contact name='soft'><normal law='hunt-crossley' stiffness='%.17g N/m^1.5' "
        "exponent='1.5' restitution='0.5'/></contact><pair contact='soft'/>\n",
        1.25 * mass * speed * speed / pow(2e-4, 2.5));
    say(m,
        "<sheet name='a' media='card' length='0.1 m' width='0.05 m' segments='%d'><start "
        "from='%.17g m, 0.05 m' heading='-90 deg'/></sheet>\n"
        "<disc name='b' surface='steel' mass='%.17g kg' radius='%.17g m' centre='0 m, 0 m' "
        "velocity='%.17g m/s, 0 m/s'/>\n",
        SEGMENTS, where, mass, radius, speed);
}

/* An oblique impact of something round on a floor, with a normal spring, and friction by a spring
 * and a damper that hold no more than mu N: what comes of it after explicit steps, so many to the
 * contact. Cundall and Strack 1979. */
struct impact {
    double mass, radius, inertia, kn, kt, ct, mu;
    double vn, vx, spin; /* before, then after it [m/s], [rad/s] */
};

static void
integrate_impact(struct impact *b)
{
    const double dt = acos(-1) * sqrt(b->mass / b->kn) / 2e5;
    double depth = 0, x = 0;

    while (depth >= 0) {
        const double v = b->vx + b->spin * b->radius, most = b->mu * b->kn * depth,
                     trial = b->kt * (x + v * dt) + b->ct * v;
        double force = trial;
        x += v * dt;
        if (fabs(trial) > most) {
            force = copysign(most, trial);
            x = (force - b->ct * v) / b->kt;
        }
        b->vx -= force / b->mass * dt;
        b->spin -= force * b->radius / b->inertia * dt;
        b->vn -= b->kn * depth / b->mass * dt;
        depth += b->vn * dt;
    }
}

static void
graze(struct machine *m, struct draw *at, double largest)
{
    const bool ball = draw_even(at, 0, 1) < 0.5, by_time = draw_even(at, 0, 1) < 0.5;
    const double angle = draw_even(at, 2, 80) * acos(-1) / 180, speed = draw_log(at, 0.2, 5),
                 radius = draw_log(at, 2e-3, 0.03), mass = 100 * radius * radius;
    struct impact b = {.mass = mass,
                       .radius = radius,
                       .inertia = (ball ? 0.4 : 0.5) * mass * radius * radius,
                       .kn = draw_log(at, 1e5, 1e7) * radius / 0.01,
                       .mu = draw_log(at, 0.05, 1.5),
                       .vn = speed * cos(angle),
                       .vx = speed * sin(angle)};
    const double turn = ball ? draw_even(at, 0, 360) * acos(-1) / 180 : 0;

    b.kt = b.kn * draw_log(at, 0.1, 2);
    /* damping, of what would be critical for half the mass */
    b.ct = draw_even(at, 0, 1) < 0.2 ? 0 : draw_log(at, 1e-3, 0.5) * sqrt(mass * b.kt);
    m->speed = speed;
    begin(m, ball ? "spatial" : "planar", 3 * radius / b.vn, largest);
    say(m, "<contact name='c'><normal law='linear' stiffness='%.17g N/m'/>", b.kn);
    if (by_time) {
        say(m,
            "<friction law='stick-slip' dynamic-coefficient='%.17g' stiffness='%.17g N/m' "
            "damping-time='%.17g s' elastic-slip='0 m'/>",
            b.mu, b.kt, b.ct / b.kt);
    } else {
        say(m,
            "<friction law='tangential-spring' coefficient='%.17g' stiffness='%.17g N/m' "
            "damping='%.17g N*s/m'/>",
            b.mu, b.kt, b.ct);
    }
    say(m, "</contact><pair contact='c'/><guide name='floor' surface='s' side='left' "
           "thickness='50 mm'><line from='-1 m, 0 m' to='1 m, 0 m'/></guide>\n");
    if (ball) {
        say(m,
            "<solid name='b' surface='r' mass='%.17g kg' inertia='%.17g kg*m^2, %.17g kg*m^2, "
            "%.17g kg*m^2' centre='0 m, %.17g m, 0 m' velocity='%.17g m/s, %.17g m/s, %.17g "
            "m/s'><ball radius='%.17g m'/></solid>\n",
            mass, b.inertia, b.inertia, b.inertia, 1.2 * radius, b.vx * cos(turn), -b.vn,
            b.vx * sin(turn), radius);
    } else {
        say(m,
            "<disc name='b' surface='r' mass='%.17g kg' radius='%.17g m' centre='0 m, %.17g m' "
            "velocity='%.17g m/s, %.17g m/s'/>\n",
            mass, radius, 1.2 * radius, b.vx, -b.vn);
    }
    integrate_impact(&b);
    m->along[0] = b.vx * cos(turn);
    m->along[1] = -b.vn;
}

static void
make(struct machine *m, unsigned seed, unsigned number, double largest)
{
    struct draw at = {.seed = seed, .model = number};

    *m = (struct machine){.kind = number % KINDS};
    switch (m->kind) {
    case BARRIERS:
    case SPACE:
    case GAUGES: fly_past_sensors(m, &at, largest); break;
    case FORMULAS: hold_formulas(m, &at, largest); break;
    case FIELDS: fly_past_field(m, &at, largest); break;
    case DISCS:
    case BLOCKS:
    case SOLIDS: throw_at_wall(m, &at, largest); break;
    case PAIRS: throw_at_each_other(m, &at, largest); break;
    case SPRINGS: tie(m, &at, largest); break;
    case FALLS: drop(m, &at, largest); break;
    case SHEETS: throw_at_sheet(m, &at, largest); break;
    case IMPACTS: graze(m, &at, largest); break;
    case KINDS: break;
    }
    say(m, "</model>\n");
}

/* ---- what came of it ---- */

static bool
is_said(const quire_run *run, const struct happening *h, double tolerance, double *off)
{
    *off = INFINITY;
    for (size_t i = 0; i < quire_run_event_count(run); i++) {
        const quire_run_event e = quire_run_event_at(run, i);
        if (e.source != NULL && strcmp(e.source, h->source) == 0 &&
            (h->signal == NULL || (e.signal != NULL && strcmp(e.signal, h->signal) == 0))) {
            *off = fmin(*off, fabs(e.time - h->time));
        }
    }
    return *off <= tolerance;
}

static quire_run *
run_machine(const struct machine *m, unsigned number, quire_model **model)
{
    quire_diag *diag = quire_diag_create();
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();

    options.time_limit = 60;
    *model = NULL;
    if (quire_model_parse(model, m->text, m->n, "model.xml", NULL, 0, diag) != QUIRE_OK ||
        quire_run_create(&run, *model, &options, diag) != QUIRE_OK ||
        quire_run_execute(run, diag) != QUIRE_OK) {
        printf("machine %u (%s): does not run: %s\n", number, kind_name[m->kind],
               quire_diag_count(diag) > 0 ? quire_diag_get(diag, 0)->text : "");
        quire_run_destroy(run);
        run = NULL;
    }
    quire_diag_destroy(diag);
    return run;
}

static bool
sees_all(const struct machine *m, unsigned number, const quire_run *run)
{
    bool good = true;

    for (int i = 0; i < m->n_happening; i++) {
        double off;
        if (!is_said(run, &m->happening[i],
                     fmax(MICRO + DRIFT * m->happening[i].time, POSITION / m->speed), &off)) {
            printf("machine %u (%s): %s.%s at %.9g s is off by %.3g s, %g steps\n", number,
                   kind_name[m->kind], m->happening[i].source,
                   m->happening[i].signal != NULL ? m->happening[i].signal : "rule",
                   m->happening[i].time, off, quire_run_figure(run, "solver.steps"));
            good = false;
        }
    }
    return good;
}

static bool
pushes(const struct machine *m, unsigned number, const quire_run *run, unsigned seed)
{
    struct machine fine;
    quire_model *model;

    make(&fine, seed, number, m->largest);
    quire_run *reference = run_machine(&fine, number, &model);
    bool good = reference != NULL;
    if (good) {
        const double lead = quire_run_figure(run, "a.lead.y"),
                     trail = quire_run_figure(run, "a.trail.y"), y = 0.5 * (lead + trail),
                     turn = lead - trail, lead_right = quire_run_figure(reference, "a.lead.y"),
                     trail_right = quire_run_figure(reference, "a.trail.y"),
                     right = 0.5 * (lead_right + trail_right);
        good = fabs(y - right) <= FIELD * fabs(right) + 20 * POSITION &&
               fabs(turn - (lead_right - trail_right)) <= TURN * fabs(right) + 100 * POSITION;
        if (!good) {
            printf("machine %u (%s): at %.6g m, turned by %.6g m, with small steps %.6g m and "
                   "%.6g m, %g and %g steps\n",
                   number, kind_name[m->kind], y, turn, right, lead_right - trail_right,
                   quire_run_figure(run, "solver.steps"),
                   quire_run_figure(reference, "solver.steps"));
        }
    }
    quire_run_destroy(reference);
    quire_model_destroy(model);
    return good;
}

/* at the top of its flight again; still on its side of the sheet, which it has struck */
static bool
stays(const struct machine *m, unsigned number, const quire_run *run)
{
    const bool falls = m->kind == FALLS;
    const double at = quire_run_figure(run, falls ? "b.y" : "b.x");
    double x[SEGMENTS + 1], y[SEGMENTS + 1], right = m->along[1];

    if (!falls) { /* its middle, where it is struck */
        quire_run_nodes(run, "a", x, y, SEGMENTS + 1);
        right = x[SEGMENTS / 2];
    }
    const bool good = falls ? fabs(at - right) <= 4 * REBOUND * right
                            : at < right && quire_run_figure(run, "b.vx") < (1 - 1e-3) * m->speed;

    if (!good) {
        printf("machine %u (%s): %.6g m/s, is at %.6g m, %s %.6g m is right; %g steps\n", number,
               kind_name[m->kind], m->speed, at, falls ? "where" : "before", right,
               quire_run_figure(run, "solver.steps"));
    }
    return good;
}

/* Where a contact comes to stick and slides again within a few steps a few are farther off. */
struct grazes {
    unsigned all, off;
};

static bool
grazes(const struct machine *m, unsigned number, const quire_run *run, struct grazes *count)
{
    const double x = quire_run_figure(run, "b.vx"), y = quire_run_figure(run, "b.vy"),
                 before = quire_run_figure(run, "energy.initial"),
                 after = quire_run_figure(run, "energy.kinetic");
    const double off = fmax(fabs(x - m->along[0]), fabs(y - m->along[1])) / m->speed;
    const bool good = off <= MOST_OFF && after <= (1 + 1e-4) * before;

    count->all++;
    count->off += off > IMPACT;
    if (!(off <= IMPACT) || !good) {
        printf("machine %u (%s): %.6g m/s, then %.6g and %.6g m/s, where %.6g and %.6g m/s are "
               "right, %.6g of its energy; %g steps\n",
               number, kind_name[m->kind], m->speed, x, y, m->along[0], m->along[1], after / before,
               quire_run_figure(run, "solver.steps"));
    }
    return good;
}

static bool
rebounds(const struct machine *m, unsigned number, const quire_run *run)
{
    const double v = quire_run_figure(run, "b.vx"), tolerance = REBOUND * m->speed;
    if (m->kind == FALLS || m->kind == SHEETS) {
        return stays(m, number, run);
    }
    /* what a block does depends on which corner strikes first: it may not be beyond */
    const bool good = m->kind == BLOCKS
                          ? v < (1 - 1e-3) * m->speed
                          : fabs(v - m->along[0]) <= tolerance &&
                                ((m->kind != PAIRS && m->kind != SPRINGS) ||
                                 fabs(quire_run_figure(run, "c.vx") - m->along[1]) <= tolerance);

    if (!good) {
        printf("machine %u (%s): %.6g m/s, then %.6g m/s, %.6g m/s is right; %g steps\n", number,
               kind_name[m->kind], m->speed, v, m->along[0], quire_run_figure(run, "solver.steps"));
    }
    return good;
}

int
main(int argc, char **argv)
{
    struct machine m;
    unsigned bad = 0;
    struct grazes impacts = {0, 0};

    if (argc < 3 || argc > 4 || !draw_works()) {
        fputs("usage: between SEED MACHINES [NUMBER]\n", stderr);
        return 2;
    }
    const unsigned seed = (unsigned)strtoul(argv[1], NULL, 10),
                   machines = (unsigned)strtoul(argv[2], NULL, 10);
    if (argc == 4) {
        make(&m, seed, (unsigned)strtoul(argv[3], NULL, 10), 0);
        fwrite(m.text, 1, m.n, stdout);
        return 0;
    }
    for (unsigned i = 0; i < machines; i++) {
        quire_model *model;
        make(&m, seed, i, 0);
        quire_run *run = run_machine(&m, i, &model);
        const bool good = run != NULL && (m.kind == FIELDS     ? pushes(&m, i, run, seed)
                                          : m.kind <= FORMULAS ? sees_all(&m, i, run)
                                          : m.kind == IMPACTS  ? grazes(&m, i, run, &impacts)
                                                               : rebounds(&m, i, run));
        bad += !good;
        quire_run_destroy(run);
        quire_model_destroy(model);
    }
    printf("%u of %u machines: nothing was missed between two looks\n", machines - bad, machines);
    printf("%u of %u impacts are within %g of the velocity\n", impacts.all - impacts.off,
           impacts.all, IMPACT);
    return bad == 0 && impacts.off <= fmax(1, 0.02 * impacts.all) ? 0 : 1;
}
