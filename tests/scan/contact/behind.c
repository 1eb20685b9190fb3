/* What a sheet that runs along a wall must not feel: what lies behind the wall, and where the wall
 * is joined of pieces that go on straight. */
#include <math.h>
#include <stdio.h>

#include "net.h"

#define SAME 1e-5 /* part of the time of arrival */

/* What is hidden is a guide that begins with its end, or with a face across the feed, or a hump
 * whose ends lie deeper in the wall. Or the wall is joined of guides, lines or points. */
enum form { END, UPRIGHT, HUMP, GUIDES, LINES, POINT };
static const char *const form_name[] = {"end",        "upright face", "hump",
                                        "two guides", "two lines",    "point of a polyline"};

struct hidden {
    bool upper;
    enum form form;
    int segments;
    double gap, behind, grammage, speed, reach, at;
};

static struct hidden
draw_hidden(unsigned seed, unsigned number, bool joint)
{
    struct draw at = {.seed = seed + 10100 + 100 * joint, .model = number};
    struct hidden h;

    h.upper = toss(&at);
    h.form = (enum form)(draw_even(&at, 0, 3) + (joint ? GUIDES : 0));
    h.gap = draw_even(&at, 2e-3, 5e-3);
    h.behind = draw_even(&at, 0.1e-3, 1.8e-3);
    h.grammage = draw_even(&at, 0.06, 0.3);
    h.speed = draw_log(&at, 0.1, 1);
    h.reach = draw_even(&at, 1e-3, 5e-3);
    h.at = draw_even(&at, 90e-3, 110e-3);
    h.segments = (int)draw_even(&at, 30, 121);
    return h;
}

/* one wall of the channel, joined as is drawn or in one piece */
static void
say_wall(struct text *t, const struct hidden *h, bool joined, double y)
{
    const char *name = y > 0 ? "high" : "low", *side = y > 0 ? "right" : "left",
               *next = h->form == GUIDES
                           ? "</guide>\n<guide name=\"further\" surface=\"steel\" side=\""
                           : "";

    say(t, "<guide name=\"%s\" surface=\"steel\" side=\"%s\">", name, side);
    if (!joined || h->form < GUIDES) {
        say(t, "<line from=\"10 mm, %.9g m\" to=\"300 mm, %.9g m\"/></guide>\n", y, y);
    } else if (h->form == POINT) {
        say(t, "<polyline points=\"10 mm, %.9g m; %.9g m, %.9g m; 300 mm, %.9g m\"/></guide>\n", y,
            h->at, y, y);
    } else {
        say(t, "<line from=\"10 mm, %.9g m\" to=\"%.9g m, %.9g m\"/>%s%s%s", y, h->at, y, next,
            *next != '\0' ? side : "", *next != '\0' ? "\">" : "");
        say(t, "<line from=\"%.9g m, %.9g m\" to=\"300 mm, %.9g m\"/></guide>\n", h->at, y, y);
    }
}

static void
machine(struct text *t, const struct hidden *h, bool shown)
{
    const double up = h->upper ? 1 : -1, wall = 0.5 * h->gap,
                 beside = 0.5 * h->grammage / 800 + 0.2e-3;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"behind\"><settings><run end=\"%.9g s\"/></settings>\n<media "
        "name=\"paper\" grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"4 "
        "GPa\"/><include library=\"surfaces\"/>\n<path name=\"main\" from=\"0 mm, 0 mm\"><line "
        "length=\"500 mm\"/></path><drive name=\"feed\" speed=\"%.9g m/s\"/>\n",
        0.19 / h->speed, h->grammage, h->grammage / 800, h->speed);
    say(t,
        "<nip name=\"n1\" path=\"main\" at=\"0 mm\" load=\"8 N\" rate=\"500 N/m\"><driver "
        "radius=\"10 mm\" surface=\"epdm\" drive=\"feed\"/><idler radius=\"10 mm\" "
        "surface=\"pom\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>\n"
        "<guide name=\"tray\" surface=\"steel\"><line from=\"-230 mm, %.9g m\" to=\"-8 mm, %.9g "
        "m\"/></guide>\n<guide name=\"lid\" surface=\"steel\" side=\"right\"><line from=\"-230 mm, "
        "%.9g m\" to=\"-8 mm, %.9g m\"/></guide>\n",
        -beside, -beside, beside, beside);
    say_wall(t, h, shown && !h->upper, -wall);
    say_wall(t, h, shown && h->upper, wall);
    if (shown && h->form < GUIDES) {
        const double face = up * (wall + h->behind);
        say(t, "<guide name=\"hidden\" surface=\"steel\" side=\"%s\"><polyline points=\"",
            h->upper ? "right" : "left");
        if (h->form != END) {
            say(t, "%.9g m, %.9g m; ", h->at, face + up * (h->form == HUMP ? 0.9e-3 : 5e-3));
        }
        if (h->form == HUMP) {
            say(t, "%.9g m, %.9g m; %.9g m, %.9g m; %.9g m, %.9g m\"/></guide>\n", h->at, face,
                h->at + 3e-3, face, h->at + 5e-3, face + up * 0.9e-3);
        } else {
            say(t, "%.9g m, %.9g m; 280 mm, %.9g m\"/></guide>\n", h->at, face, face);
        }
    }
    say(t,
        "<sheet name=\"page\" media=\"paper\" length=\"210 mm\" width=\"148 mm\" segments=\"%d\" "
        "curl=\"%.9g m^-1\"><start path=\"main\" lead=\"12 mm\" speed=\"%.9g m/s\"/></sheet>\n"
        "<sensor name=\"s\" kind=\"edge\" path=\"main\" at=\"150 mm\"/><check name=\"arrives\" "
        "kind=\"arrival\" sensor=\"s\" latest=\"%.9g s\"/><check kind=\"stub\"/></model>\n",
        h->segments, up * 2 * h->reach / (0.09 * 0.09), h->speed, 1.3 * 0.138 / h->speed);
}

enum { BROKEN, FELT };

static void
run_both(struct drawn *out, const struct hidden *h)
{
    quire_verdict verdict[2];
    double time[2];

    for (int k = 0; k < 2; k++) {
        struct text t;
        struct ran r;
        machine(&t, h, k == 1);
        out->value[BROKEN] += !net_run(&r, &t, &(struct wanted){.sample = 0});
        verdict[k] = r.verdict;
        time[k] = r.run != NULL ? quire_run_figure(r.run, "s.lead.time") : (double)NAN;
        net_done(&r);
    }
    const bool neither = !isfinite(time[0]) && !isfinite(time[1]);
    out->value[FELT] =
        verdict[0] != verdict[1] || !(neither || fabs(time[1] - time[0]) <= SAME * time[0]);
    snprintf(out->text, sizeof out->text,
             "%s side, %.3g mm behind, %s, gap %.3g mm, %.3g g/m2, %.3g m/s, %d segments: %s at "
             "%.6g s, without it %s at %.6g s",
             h->upper ? "upper" : "lower", 1e3 * h->behind, form_name[h->form], 1e3 * h->gap,
             1e3 * h->grammage, h->speed, h->segments, quire_verdict_text(verdict[1]), time[1],
             quire_verdict_text(verdict[0]), time[0]);
}

static bool
judge(const struct drawn *of, size_t n)
{
    unsigned broken = 0, felt = 0;

    for (size_t i = 0; i < n; i++) {
        const bool ran = of[i].done && of[i].value[BROKEN] <= 0;
        broken += !ran;
        felt += ran && of[i].value[FELT] > 0;
        if (!ran || of[i].value[FELT] > 0) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    const bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    return net_row("walls that a sheet feels what lies behind, or how joined", "0", felt == 0,
                   "%u of %zu", felt, n) &&
           good;
}

#define KIND(name, joint)                                                                          \
    static void write_##name(struct text *t, unsigned seed, unsigned number)                       \
    {                                                                                              \
        const struct hidden h = draw_hidden(seed, number, joint);                                  \
        machine(t, &h, true);                                                                      \
    }                                                                                              \
    static void run_##name(struct drawn *out, unsigned seed, unsigned number)                      \
    {                                                                                              \
        const struct hidden h = draw_hidden(seed, number, joint);                                  \
        run_both(out, &h);                                                                         \
    }

KIND(behind, false)
KIND(joints, true)

const struct net_kind net_behind = {"behind", "guides behind a wall", 60, write_behind, run_behind,
                                    judge};
const struct net_kind net_joints = {
    "joints", "walls that are joined straight on", 60, write_joints, run_joints, judge};
