/* Lips and joints in the way of a sheet's leading edge. The verdict must not depend on the number
 * of segments, but for heights within 5 % of that at which the finest one changes; and that height
 * must converge. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

#define LENGTH   0.21 /* of the sheet [m] */
#define AT       0.1  /* of the lip [m] */
#define BAND     1.05 /* about the threshold, in which verdicts may differ */
#define INTO     2e-3 /* behind the lip, and deep in a wall: the leading edge is inside [m] */
#define DEEP     0.3e-3
#define LOWEST   0.2e-3
#define HIGHEST  3e-3
#define HALVINGS 8 /* of the range in its logarithm: to 1 % */

static const int counts[] = {30, 60, 120, 240, 480};
#define COUNTS (sizeof counts / sizeof *counts)

struct lip {
    bool two_guides, upper, heavy; /* heavy: there is gravity */
    const char *contact;           /* of the guides; NULL: the library's */
    double face, height, grammage, gap, speed, reach;
    /* reach: how far curl would bring the leading edge towards the lip's side on its way [m] */
};

/* as the library's, but for the law of friction, */
static const char sticking[] =
    "<normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" damping=\"0.5 "
    "N*s/m\" boundary-penetration=\"0.02 mm\" reference-length=\"5 mm\"/><friction "
    "law=\"stick-slip\" dynamic-coefficient=\"0.2\" static-coefficient=\"0.25\"/>";
/* and but for the damping, which has the memory of each impact */
static const char remembering[] =
    "<normal law=\"hunt-crossley\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" "
    "restitution=\"0.3\" minimum-impact-velocity=\"10 mm/s\" reference-length=\"5 mm\"/>"
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" threshold-velocity=\"10 mm/s\"/>";

static struct lip
draw_lip(unsigned seed, unsigned number, bool square)
{
    struct draw at = {.seed = seed + 8000 + 100 * square, .model = number};
    struct lip lip = {.contact = NULL};

    lip.two_guides = toss(&at);
    lip.upper = toss(&at);
    lip.heavy = toss(&at) && !square;
    const bool right_angle = draw_even(&at, 0, 1) < 0.25;
    const double face = draw_even(&at, square ? 75 : 15, 90);
    lip.face = (right_angle ? 90 : face) * acos(-1) / 180;
    lip.height = draw_log(&at, LOWEST, HIGHEST);
    lip.grammage = draw_even(&at, 0.06, 0.3);
    lip.gap = draw_even(&at, 3.5e-3, 5e-3);
    lip.speed = draw_log(&at, 0.1, 1);
    lip.reach = square ? draw_even(&at, 0, 0.5 * lip.gap - 0.3e-3) : draw_even(&at, -1e-3, 3e-3);
    return lip;
}

static void
say_walls(const struct lip *lip, struct text *t)
{
    /* the side with the lip and the other one, from its first point on */
    const double up = lip->upper ? 1 : -1, wall = 0.5 * lip->gap,
                 slope = fabs(lip->face - acos(0)) < 1e-9 ? 0 : 1 / tan(lip->face);
    const char *side = lip->upper ? "right" : "left";
    char edge[300];

    snprintf(edge, sizeof edge,
             "%.9g m, %.9g m; {%.9g m + %.9g*height}, {%.9g m - %g*height}; "
             "300 mm, {%.9g m - %g*height}",
             AT, up * wall, AT, slope, up * wall, up, up * wall, up);
    if (lip->two_guides) {
        say(t,
            "<guide name=\"before\" surface=\"steel\" side=\"%s\"><line from=\"10 mm, %.9g m\" "
            "to=\"%.9g m, %.9g m\"/></guide>\n"
            "<guide name=\"lip\" surface=\"steel\" side=\"%s\"><polyline points=\"%s\"/></guide>\n",
            side, up * wall, AT, up * wall, side, edge);
    } else {
        say(t,
            "<guide name=\"lip\" surface=\"steel\" side=\"%s\"><polyline points=\"10 mm, %.9g m; "
            "%s\"/></guide>\n",
            side, up * wall, edge);
    }
    say(t,
        "<guide name=\"other\" surface=\"steel\" side=\"%s\"><line from=\"10 mm, %.9g m\" to=\"300 "
        "mm, %.9g m\"/></guide>\n",
        lip->upper ? "left" : "right", -up * wall, -up * wall);
}

static void
machine(const struct lip *lip, struct text *t)
{
    const double way = AT - 0.01, curl = 2 * lip->reach / (way * way) * (lip->upper ? 1 : -1),
                 beside = 0.5 * lip->grammage / 800 + 0.2e-3;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"lip\"><parameters><parameter name=\"segments\" "
        "value=\"60\"/><parameter name=\"height\" value=\"%.9g m\"/></parameters>\n"
        "<settings><gravity vector=\"0 m/s^2, %s m/s^2\"/><run end=\"%.9g s\"/></settings>\n"
        "<media name=\"paper\" grammage=\"%.9g kg/m^2\" thickness=\"%.9g m\" modulus-md=\"4 "
        "GPa\"/><include library=\"surfaces\"/>\n",
        lip->height, lip->heavy ? "-9.80665" : "0", 0.19 / lip->speed, lip->grammage,
        lip->grammage / 800);
    if (lip->contact != NULL) {
        say(t,
            "<contact name=\"own\">%s</contact><pair media=\"paper\" surface=\"steel\" "
            "contact=\"own\"/>\n",
            lip->contact);
    }
    say(t,
        "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"500 mm\"/></path><drive "
        "name=\"feed\" speed=\"%.9g m/s\"/>\n"
        "<nip name=\"n1\" path=\"main\" at=\"0 mm\" load=\"8 N\" rate=\"500 N/m\"><driver "
        "radius=\"10 mm\" surface=\"epdm\" drive=\"feed\"/><idler radius=\"10 mm\" "
        "surface=\"pom\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>\n"
        "<guide name=\"tray\" surface=\"steel\"><line from=\"-230 mm, %.9g m\" to=\"-8 mm, %.9g "
        "m\"/></guide>\n"
        "<guide name=\"lid\" surface=\"steel\" side=\"right\"><line from=\"-230 mm, %.9g m\" "
        "to=\"-8 "
        "mm, %.9g m\"/></guide>\n",
        lip->speed, -beside, -beside, beside, beside);
    say_walls(lip, t);
    say(t,
        "<sheet name=\"page\" media=\"paper\" length=\"%.9g m\" width=\"148 mm\" "
        "segments=\"{segments}\" curl=\"%.9g m^-1\"><start path=\"main\" lead=\"12 mm\" "
        "speed=\"%.9g m/s\"/></sheet>\n"
        "<sensor name=\"s\" kind=\"edge\" path=\"main\" at=\"150 mm\"/><check name=\"arrives\" "
        "kind=\"arrival\" sensor=\"s\" latest=\"%.9g s\"/><check kind=\"stub\"/></model>\n",
        LENGTH, curl, lip->speed, 1.3 * 0.138 / lip->speed);
}

struct outcome {
    quire_verdict verdict;
    bool warned, inside; /* inside: the leading edge was in the lip, or beyond a wall */
};

/* behind the lip's face the leading edge must be between both walls */
static bool
was_inside(const struct ran *r, const struct lip *lip, double height)
{
    size_t n, m;
    double *x = net_column(r, "page.lead.x", &n), *y = net_column(r, "page.lead.y", &m);
    const double slope = 1 / tan(lip->face), up = lip->upper ? 1 : -1, wall = 0.5 * lip->gap;
    bool inside = false;

    for (size_t i = 0; x != NULL && y != NULL && i < n && i < m; i++) {
        const double to_lip = up * y[i];
        inside = inside || (x[i] > AT + slope * height + INTO && x[i] < AT + 0.15 &&
                            (to_lip > wall - height + DEEP || to_lip < -wall - DEEP));
    }
    free(x);
    free(y);
    return inside;
}

static struct outcome
run_height(const struct text *t, const struct lip *lip, int segments, double height)
{
    struct ran r;

    net_run(&r, t,
            &(struct wanted){.set = {{"segments", segments, ""}, {"height", height, "m"}},
                             .sample = 2e-3 / lip->speed});
    const struct outcome out = {r.verdict, r.warned, r.run != NULL && was_inside(&r, lip, height)};
    net_done(&r);
    return out;
}

static bool
gets_past(const struct text *t, const struct lip *lip, int segments, double height)
{
    return run_height(t, lip, segments, height).verdict == QUIRE_VERDICT_PASSED;
}

static size_t
describe(char *text, size_t size, const struct lip *lip)
{
    return (size_t)snprintf(
        text, size,
        "%s, %s side, %.3g mm at %.3g deg, gap %.3g mm, %.3g g/m2, %.3g m/s, reach %.3g mm%s:",
        lip->two_guides ? "two guides" : "polyline", lip->upper ? "upper" : "lower",
        1e3 * lip->height, lip->face * 180 / acos(-1), 1e3 * lip->gap, 1e3 * lip->grammage,
        lip->speed, 1e3 * lip->reach, lip->heavy ? ", gravity" : "");
}

/* ---- one verdict ---- */

enum { DIFFERS, EXCUSED, BROKEN, UNDECIDED, FINE_RUNS, WARNED, INSIDE, FIRST_VERDICT };

static void
write_lip(struct text *t, unsigned seed, unsigned number)
{
    const struct lip lip = draw_lip(seed, number, false);
    machine(&lip, t);
}

/* whether the finest mesh changes its mind within the band about a height */
static bool
is_at_threshold(const struct text *t, const struct lip *lip)
{
    const int finest = counts[COUNTS - 1];

    return gets_past(t, lip, finest, lip->height / BAND) !=
           gets_past(t, lip, finest, lip->height * BAND);
}

static void
run_counts(struct drawn *out, const struct lip *lip)
{
    struct text t;
    double *v = out->value;

    machine(lip, &t);
    size_t used = describe(out->text, sizeof out->text, lip);
    for (size_t k = 0; k < COUNTS; k++) {
        const struct outcome o = run_height(&t, lip, counts[k], lip->height);
        const quire_verdict verdict = o.verdict;
        v[FIRST_VERDICT + k] = verdict;
        v[DIFFERS] += verdict != (quire_verdict)v[FIRST_VERDICT];
        v[INSIDE] += o.inside && verdict == QUIRE_VERDICT_PASSED;
        v[BROKEN] += verdict == QUIRE_VERDICT_NONE;
        v[UNDECIDED] += verdict == QUIRE_VERDICT_DOUBTFUL || verdict == QUIRE_VERDICT_NOT_EVALUATED;
        if (LENGTH / counts[k] <= 5e-3) {
            v[FINE_RUNS]++;
            v[WARNED] += o.warned;
        }
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, " %d %s%s%s", counts[k],
                                 quire_verdict_text(verdict), o.inside ? " inside it" : "",
                                 k + 1 < COUNTS ? "," : "");
    }
    v[EXCUSED] = v[DIFFERS] > 0 && v[BROKEN] == 0 && is_at_threshold(&t, lip);
}

static void
run_lip(struct drawn *out, unsigned seed, unsigned number)
{
    const struct lip lip = draw_lip(seed, number, false);
    run_counts(out, &lip);
}

/* the same lips with guides of another contact */
static struct lip
lip_with(const char *contact, unsigned seed, unsigned number)
{
    struct lip lip = draw_lip(seed, number, false);

    lip.contact = contact;
    return lip;
}

static void
write_sticky_lip(struct text *t, unsigned seed, unsigned number)
{
    const struct lip lip = lip_with(sticking, seed, number);
    machine(&lip, t);
}

static void
run_sticky_lip(struct drawn *out, unsigned seed, unsigned number)
{
    const struct lip lip = lip_with(sticking, seed, number);
    run_counts(out, &lip);
}

static void
write_impact_lip(struct text *t, unsigned seed, unsigned number)
{
    const struct lip lip = lip_with(remembering, seed, number);
    machine(&lip, t);
}

static void
run_impact_lip(struct drawn *out, unsigned seed, unsigned number)
{
    const struct lip lip = lip_with(remembering, seed, number);
    run_counts(out, &lip);
}

static bool
differs_at_coarsest_alone(const double verdict[COUNTS])
{
    bool same = true;

    for (size_t k = 2; k < COUNTS; k++) {
        same = same && verdict[k] == verdict[1];
    }
    return same;
}

static bool
judge_lips(const struct drawn *of, size_t n)
{
    unsigned differ = 0, excused = 0, broken = 0, undecided = 0, inside = 0, coarsest = 0,
             same[2] = {0, 0};
    double fine = 0, warned = 0;

    for (size_t i = 0; i < n; i++) {
        const double *v = of[i].value;
        const bool bad = !of[i].done || v[BROKEN] > 0, differs = !bad && v[DIFFERS] > 0;
        broken += bad;
        differ += differs && v[EXCUSED] <= 0;
        coarsest += differs && v[EXCUSED] <= 0 && differs_at_coarsest_alone(v + FIRST_VERDICT);
        excused += differs && v[EXCUSED] > 0;
        undecided += v[UNDECIDED] > 0;
        inside += v[INSIDE] > 0;
        fine += v[FINE_RUNS];
        warned += v[WARNED];
        if (!bad && !differs) {
            same[(quire_verdict)v[FIRST_VERDICT] == QUIRE_VERDICT_PASSED]++;
        }
        if (bad || v[INSIDE] > 0 || (differs && v[EXCUSED] <= 0)) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    net_note("one verdict: %u passed, %u others; differ within the band: %u; beyond it at %d "
             "segments alone: %u",
             same[1], same[0], excused, counts[0], coarsest);
    bool good =
        net_row("lips whose verdict depends on segments", "0", differ == 0, "%u of %zu", differ, n);
    good = net_row("lips with a run that is not decided", "0", undecided == 0, "%u", undecided) &&
           good;
    good = net_row("lips that a sheet has gone into with verdict passed", "0", inside == 0, "%u",
                   inside) &&
           good;
    good = net_row("W-SEGMENTS in runs with segments up to 5 mm", "at most 5 %",
                   warned <= 0.05 * fine, "%.3g %%", fine > 0 ? 100 * warned / fine : 0) &&
           good;
    return net_row("runs that break off", "0", broken == 0, "%u", broken) && good;
}

/* ---- thresholds ---- */

static void
write_threshold(struct text *t, unsigned seed, unsigned number)
{
    const struct lip lip = draw_lip(seed, number, true);
    machine(&lip, t);
}

/* the height at which a sheet of so many segments no longer gets past; NaN: there is none */
static double
threshold(const struct text *t, const struct lip *lip, int segments)
{
    double low = log(LOWEST), high = log(HIGHEST);

    if (!gets_past(t, lip, segments, LOWEST) || gets_past(t, lip, segments, HIGHEST)) {
        return (double)NAN;
    }
    for (int k = 0; k < HALVINGS; k++) {
        const double mid = 0.5 * (low + high);
        *(gets_past(t, lip, segments, exp(mid)) ? &low : &high) = mid;
    }
    return exp(0.5 * (low + high));
}

static void
run_threshold(struct drawn *out, unsigned seed, unsigned number)
{
    const struct lip lip = draw_lip(seed, number, true);
    struct text t;

    machine(&lip, &t);
    size_t used = describe(out->text, sizeof out->text, &lip);
    out->value[COUNTS] = run_height(&t, &lip, counts[0], lip.height).verdict != QUIRE_VERDICT_NONE;
    for (size_t k = 0; k < COUNTS; k++) {
        out->value[k] = threshold(&t, &lip, counts[k]);
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, " %d %.3g mm%s",
                                 counts[k], 1e3 * out->value[k], k + 1 < COUNTS ? "," : "");
    }
}

static bool
judge_thresholds(const struct drawn *of, size_t n)
{
    double worst[COUNTS] = {0};
    unsigned lost = 0, have = 0;

    for (size_t i = 0; i < n; i++) {
        const double finest = of[i].value[COUNTS - 1];
        bool all = of[i].done, none = of[i].done;
        for (size_t k = 0; k < COUNTS; k++) {
            const double error = fabs(of[i].value[k] / finest - 1);
            worst[k] = isfinite(error) ? fmax(worst[k], error) : worst[k];
            all = all && isfinite(of[i].value[k]);
            none = none && !isfinite(of[i].value[k]);
        }
        have += all;
        lost += !all && !none;
        net_note("%zu: %s", i, of[i].text);
    }
    unsigned broken = 0;
    for (size_t i = 0; i < n; i++) {
        broken += !of[i].done || of[i].value[COUNTS] <= 0;
    }
    bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    good = net_row("lips with a threshold at some segment counts alone", "0", lost == 0,
                   "%u; %u of %zu at all", lost, have, n) &&
           good;
    for (size_t k = 0; k + 1 < COUNTS; k++) {
        char figure[100];
        snprintf(figure, sizeof figure, "threshold at %d against %d segments, worst", counts[k],
                 counts[COUNTS - 1]);
        good = net_row(figure, "5 %", worst[k] <= BAND - 1, "%.3g %%", 100 * worst[k]) && good;
    }
    return good;
}

const struct net_kind net_lips = {"lips",    "lips, 30 to 480 segments", 1000, write_lip, run_lip,
                                  judge_lips};
const struct net_kind net_sticky_lips = {"sticky-lips",
                                         "lips, 30 to 480 segments, friction that sticks",
                                         300,
                                         write_sticky_lip,
                                         run_sticky_lip,
                                         judge_lips};
const struct net_kind net_impact_lips = {"impact-lips",
                                         "lips, 30 to 480 segments, laws that remember impacts",
                                         300,
                                         write_impact_lip,
                                         run_impact_lip,
                                         judge_lips};
const struct net_kind net_thresholds = {
    "thresholds",    "the height at which a lip stops a sheet", 40, write_threshold, run_threshold,
    judge_thresholds};
