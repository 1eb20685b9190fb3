/* The machines: what is drawn, and their models. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stubs.h"

#define MM   1e-3
#define DEG  (3.14159265358979324 / 180)
#define ON   60e-3 /* the walls go on behind the thing [m] */
#define TRAY 8e-3  /* from the channel and the tray to the nip [m] */

const char *const stub_kinds[STUB_KINDS] = {"lip",  "step", "mouth", "wall", "rib",
                                            "gate", "nip",  "pin",   "merge"};

/* ---- what is drawn ---- */

static enum stub_kind
draw_kind(struct draw *at)
{
    static const double part[STUB_KINDS] = {0.24, 0.14, 0.13, 0.11, 0.03, 0.1, 0.1, 0.08, 0.07};
    double left = draw_even(at, 0, 1);
    int k = 0;

    while (k < STUB_KINDS - 1 && left >= part[k]) {
        left -= part[k++];
    }
    return (enum stub_kind)k;
}

static void
draw_way(struct machine *m, struct draw *at)
{
    const bool bent = draw_even(at, 0, 1) < 0.35;

    m->turned = draw_even(at, -180, 180) * DEG;
    m->mirrored = toss(at);
    m->heavy = draw_even(at, 0, 1) < 0.75;
    m->before = draw_even(at, 15, 70) * MM;
    m->radius = draw_even(at, 40, 120) * MM;
    m->bend = bent ? draw_even(at, 15, 90) * DEG : 0;
    m->bend_left = toss(at);
    m->after = draw_even(at, 6, 50) * MM;
    m->gap = draw_even(at, 2.5, 5) * MM;
    m->open = draw_even(at, 0, 1) < 0.2 ? HUGE_VAL : draw_even(at, 2, 25) * MM;
}

static void
draw_sheet(struct machine *m, struct draw *at)
{
    m->grammage = draw_log(at, 52, 250) * MM;
    m->modulus = draw_even(at, 2, 6) * 1e9;
    m->curl = draw_even(at, -6, 3) * (m->mirrored ? -1 : 1); /* rather towards the thing */
    m->width = draw_even(at, 90, 300) * MM;
    m->glide = draw_even(at, 0.1, 0.35);
    m->vertex = toss(at) ? 1 : 1.3;
    m->grip = draw_even(at, 0.7, 1.1);
    m->load = draw_even(at, 2, 12);
    m->speed = draw_even(at, 150, 800) * MM;
}

void
draw_machine(struct machine *m, unsigned seed, unsigned number)
{
    struct draw at = {.seed = seed + 31000, .model = number};

    *m = (struct machine){.seed = seed, .number = number, .kind = draw_kind(&at)};
    draw_way(m, &at);
    draw_sheet(m, &at);
    const bool square = draw_even(&at, 0, 1) < 0.3;
    const double face = draw_even(&at, 20, 90);
    m->face = (square ? 90 : face) * DEG;
    m->height = draw_even(&at, -1, 2) * MM;
    m->size = draw_even(&at, 0, 1);
    m->offset = draw_even(&at, 0, 1);
    m->driver_below = toss(&at);
    if (m->kind != MOUTH && m->kind != WALL && m->kind != NIP && m->kind != GATE &&
        m->kind != PIN && isinf(m->open)) {
        m->open = 20 * MM;
    }
    m->gap = fmax(m->gap, m->height + 1.2 * MM);
    switch (m->kind) {
    case STEP: m->offset *= 3 * MM; break;
    case MOUTH:
        m->size = (2 + 6 * m->size) * MM;
        m->offset = (4 * m->offset - 2) * MM;
        break;
    case WALL:
        m->size = (0.2 + 1.8 * m->size) * MM;
        m->gap = fmax(m->gap, m->size + 2.4 * MM);
        m->offset = (m->offset - 0.5) * (m->gap - m->size - 1.6 * MM); /* room on both sides */
        break;
    case NIP: m->size = (4 + 8 * m->size) * MM; break;
    case PIN: m->size = (0.5 + 2.5 * m->size) * MM; break;
    case MERGE:
        m->bend = m->face * 0.9;
        m->radius = 12 * MM;
        m->bend_left = true;
        m->after = m->radius * tan(0.5 * m->bend);
        m->before += 15 * MM;
        m->open = m->after + m->radius * m->bend + fmin(m->open, 8 * MM); /* before the bend */
        return;
    default: break;
    }
    m->open = fmin(m->open, m->after);
}

double
place_of(const struct machine *m)
{
    return m->before + m->radius * m->bend + m->after;
}

/* ---- places ---- */

/* From the first frame, along the nip, to that of the model. */
static void
turn(const struct machine *m, double v[2])
{
    const double x = v[0], y = m->mirrored ? -v[1] : v[1];

    v[0] = x * cos(m->turned) - y * sin(m->turned);
    v[1] = x * sin(m->turned) + y * cos(m->turned);
}

/* Of a place seen from the thing, along its feed and across. */
static void
place(const struct machine *m, double along, double across, double out[2])
{
    const double d = m->bend_left ? 1 : -1, c = cos(m->bend), s = d * sin(m->bend),
                 on = m->after + along;

    out[0] = m->before + m->radius * sin(m->bend) + on * c - across * s;
    out[1] = d * m->radius * (1 - cos(m->bend)) + on * s + across * c;
    turn(m, out);
}

/* which side of a guide that is run through with the feed sheets are on */
static const char *
side_of(const struct machine *m, bool below)
{
    return below != m->mirrored ? "left" : "right";
}

static void
say_point(struct text *t, const struct machine *m, double along, double across)
{
    double at[2];
    place(m, along, across, at);
    say(t, "%.12g m, %.12g m", at[0], at[1]);
}

static void
say_guide(struct text *t, const struct machine *m, const char *name, bool below, const char *more,
          const double (*at)[2], size_t n)
{
    say(t, "<guide name=\"%s\" surface=\"steel\" side=\"%s\"%s><polyline points=\"", name,
        side_of(m, below), more);
    for (size_t i = 0; i < n; i++) {
        say(t, "%s", i > 0 ? "; " : "");
        say_point(t, m, at[i][0], at[i][1]);
    }
    say(t, "\"/></guide>\n");
}

static void
say_line(struct text *t, const struct machine *m, const char *name, bool below, double from,
         double to, double across)
{
    say_guide(t, m, name, below, "", (const double[][2]){{from, across}, {to, across}}, 2);
}

/* ---- the things ---- */

static void
say_lip(struct text *t, const struct machine *m, const char *more)
{
    const double low = -0.5 * m->gap, back = m->face > 89.999 * DEG ? 0 : m->height / tan(m->face);

    say_guide(t, m, "lip", true, more,
              (const double[][2]){
                  {-m->open, low}, {0, low}, {fabs(back), low + m->height}, {ON, low + m->height}},
              4);
}

static void
say_rib(struct text *t, const struct machine *m)
{
    const double low = -0.5 * m->gap - 2 * MM, rise = 2 * MM + fmax(m->height, -0.5 * MM),
                 back = m->face > 89.999 * DEG ? 0 : rise / tan(m->face);
    char more[80];

    snprintf(more, sizeof more, " across-from=\"%.9g m\" across-to=\"%.9g m\"", -0.1 * m->width,
             0.15 * m->width);
    say_guide(t, m, "rib", true, more,
              (const double[][2]){
                  {0, low}, {back, low + rise}, {back + 10 * MM, low + rise}, {ON, low - 1 * MM}},
              4);
    say_line(t, m, "floor", true, -m->open, ON, -0.5 * m->gap);
}

static void
say_mouth(struct text *t, const struct machine *m)
{
    const double in = m->size * cos(m->face), out = m->size * sin(m->face), half = 0.5 * m->gap;

    for (int up = 0; up < 2; up++) {
        const double sign = up ? 1 : -1;
        say_guide(t, m, up ? "upper" : "lower", !up, "",
                  (const double[][2]){{0, m->offset + sign * (half + out)},
                                      {in, m->offset + sign * half},
                                      {ON, m->offset + sign * half}},
                  3);
    }
}

static void
say_gate(struct text *t, const struct machine *m)
{
    double at[2];
    const double low = -0.5 * m->gap;

    say(t, "<guide name=\"gate\" surface=\"steel\" side=\"both\" thickness=\"1 mm\"><line from=\"");
    say_point(t, m, 0, low + m->height - 0.5 * MM);
    say(t, "\" to=\"");
    say_point(t, m, 35 * MM, low - 5 * MM * m->size);
    place(m, 35 * MM, low - 5 * MM * m->size, at);
    say(t,
        "\"/><pivot at=\"%.12g m, %.12g m\" drive=\"solenoid\"/></guide><drive name=\"solenoid\" "
        "angle=\"%.9g deg\"/>\n",
        at[0], at[1], (m->mirrored ? 1 : -1) * 1.5 * (m->offset - 0.5));
}

static void
say_nip(struct text *t, const struct machine *m)
{
    say(t,
        "<nip name=\"n2\" path=\"main\" at=\"%.12g m\" load=\"%.9g N\" rate=\"500 N/m\">"
        "<driver side=\"%s\" radius=\"%.9g m\" surface=\"rubber\" drive=\"feed2\"/><idler "
        "radius=\"%.9g m\" surface=\"pom\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip><drive "
        "name=\"feed2\" speed=\"%.9g m/s\"/>\n",
        place_of(m), m->load, m->driver_below != m->mirrored ? "right" : "left", m->size, m->size,
        m->speed * (1 + 0.1 * m->offset));
}

/* how far before a nip guides must end, which stand so far from its middle */
static double
clear_of(const struct machine *m, double across)
{
    const double r = m->size + 0.3 * MM, d = fmax(r - across, 0);
    return across < r ? sqrt(fmax(r * r - d * d, 0)) : 0;
}

static void
say_thing(struct text *t, const struct machine *m)
{
    const double low = -0.5 * m->gap;
    double at[2];

    switch (m->kind) {
    case LIP: say_lip(t, m, ""); break;
    case STEP:
        say_line(t, m, "floor", true, -m->open, 0, low);
        say_line(t, m, "step", true, m->offset, ON, low + m->height);
        break;
    case MOUTH: say_mouth(t, m); return;
    case WALL:
        say(t,
            "<guide name=\"wall\" surface=\"steel\" side=\"both\" thickness=\"%.9g m\"><line "
            "from=\"",
            m->size);
        say_point(t, m, 0, m->offset);
        say(t, "\" to=\"");
        say_point(t, m, ON, m->offset);
        say(t, "\"/></guide>\n");
        say_line(t, m, "floor", true, -m->open, ON, low);
        break;
    case RIB: say_rib(t, m); break;
    case GATE:
        say_gate(t, m);
        say_line(t, m, "floor", true, -m->open, -2 * MM, low);
        break;
    case NIP:
        say_nip(t, m);
        say_line(t, m, "floor", true, -20 * MM, -clear_of(m, 0.5 * m->gap + m->height),
                 low - m->height);
        say_line(t, m, "roof", false, -20 * MM, -clear_of(m, 0.5 * m->gap), -low);
        return;
    case PIN:
        place(m, 0, low + m->height - m->size, at);
        say(t,
            "<guide name=\"pin\" surface=\"steel\"><circle centre=\"%.12g m, %.12g m\" "
            "radius=\"%.9g m\"/></guide>\n",
            at[0], at[1], m->size);
        say_line(t, m, "floor", true, -m->open, ON, low);
        break;
    default:
        say_line(t, m, "far", true, -40 * MM, ON, low);
        say_guide(t, m, "near", false, "",
                  (const double[][2]){{9 * MM, -low + 2 * MM}, {12 * MM, -low}, {ON, -low}}, 3);
        return;
    }
    say_line(t, m, "roof", false, -m->open, ON, -low);
}

/* ---- the model ---- */

static void
say_laws(struct text *t, const struct machine *m)
{
    static const char *const surfaces[] = {"rubber", "pom"};

    for (int k = 0; k < 2; k++) {
        say(t,
            "<contact name=\"%s\"><normal law=\"mtt-indentation\" force=\"8 N\" "
            "at-penetration=\"0.05 mm\" exponent=\"1.5\" damping=\"1e8 N*s/m^2.5\" "
            "indentation-exponent=\"1.5\"/><friction law=\"mtt-step\" "
            "dynamic-coefficient=\"%.9g\" threshold-velocity=\"1 mm/s\"/></contact><pair "
            "media=\"*\" surface=\"%s\" contact=\"%s\"/>\n",
            surfaces[k], k == 0 ? m->grip : 0.25, surfaces[k], surfaces[k]);
    }
    say(t,
        "<contact name=\"glide\"><normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" "
        "exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\" "
        "reference-length=\"5 mm\"/><friction law=\"mtt-linear\" static-coefficient=\"%.9g\" "
        "dynamic-coefficient=\"%.9g\" static-velocity=\"1 mm/s\" dynamic-velocity=\"1.5 "
        "mm/s\"/><vertex friction-factor=\"%.9g\"/></contact><pair media=\"*\" surface=\"steel\" "
        "contact=\"glide\"/>\n",
        1.25 * m->glide, m->glide, m->vertex);
}

static void
say_path(struct text *t, const struct machine *m)
{
    say(t,
        "<path name=\"main\" from=\"0 mm, 0 mm\" heading=\"%.15g rad\"><line length=\"%.12g m\"/>",
        m->turned, m->before);
    if (m->bend > 0) {
        say(t, "<arc radius=\"%.12g m\" angle=\"%.15g rad\" turn=\"%s\"/>", m->radius, m->bend,
            m->bend_left != m->mirrored ? "left" : "right");
    }
    say(t, "<line length=\"%.12g m\"/></path>\n", m->after + 2 * ON);
}

/* the sheet lies in the tray behind the nip */
static void
say_tray(struct text *t, const struct machine *m, double length)
{
    const double beside = 0.5 * m->grammage / 800 + 0.2 * MM;

    for (int up = 0; up < 2; up++) {
        double from[2] = {-length - 20 * MM, up ? beside : -beside}, to[2] = {-TRAY, from[1]};
        turn(m, from);
        turn(m, to);
        say(t,
            "<guide name=\"%s\" surface=\"steel\" side=\"%s\"><line from=\"%.12g m, %.12g m\" "
            "to=\"%.12g m, %.12g m\"/></guide>\n",
            up ? "lid" : "tray", side_of(m, !up), from[0], from[1], to[0], to[1]);
    }
}

void
write_machine(struct text *t, const struct machine *m)
{
    const double place = place_of(m), length = fmax(place + 70 * MM, 120 * MM),
                 end = place - (m->kind == NIP ? 20 * MM : m->open);

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"%s-%u-%u\"%s><settings><gravity vector=\"0 m/s^2, %s "
        "m/s^2\"/><run end=\"%.9g s\" sample=\"%.9g s\"/></settings>\n<media name=\"paper\" "
        "grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"%.9g Pa\" "
        "damping-ratio=\"0.1\" damping-frequency=\"160 Hz\"/>\n",
        stub_kinds[m->kind], m->seed, m->number, m->kind == RIB ? " motion=\"spatial\"" : "",
        m->heavy ? "-9.80665" : "0", 1.3 * (place + 30 * MM) / m->speed + 30 * MM / m->speed,
        0.5 * MM / m->speed, m->grammage, m->grammage / 800, m->modulus);
    say_laws(t, m);
    say_path(t, m);
    say(t,
        "<drive name=\"feed\" speed=\"%.9g m/s\"/><nip name=\"n1\" path=\"main\" at=\"0 mm\" "
        "load=\"%.9g N\" rate=\"500 N/m\"><driver radius=\"10 mm\" surface=\"rubber\" "
        "drive=\"feed\"/><idler radius=\"10 mm\" surface=\"pom\" mass=\"20 g\" inertia=\"1e-6 "
        "kg*m^2\"/></nip>\n",
        m->speed, m->load);
    say_tray(t, m, length);
    if (end > TRAY + 1 * MM && m->open < m->after + m->radius * m->bend + m->before) {
        say(t,
            "<channel name=\"way\" path=\"main\" from=\"8 mm\" to=\"%.12g m\" gap=\"%.9g m\" "
            "surface=\"steel\"/>\n",
            end, m->gap);
    }
    say_thing(t, m);
    say(t,
        "<sheet name=\"page\" media=\"paper\" length=\"%.9g m\" width=\"%.9g m\" segments=\"%d\" "
        "curl=\"%.9g m^-1\"><start path=\"main\" lead=\"12 mm\" speed=\"%.9g "
        "m/s\"/></sheet></model>\n",
        length, m->width, (int)ceil(length / (m->kind == RIB ? 6 * MM : 3.5 * MM)), m->curl,
        m->speed);
}
