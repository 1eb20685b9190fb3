/* Sheets that are fed round a bend, in space: how askew they come out must not depend on the number
 * of columns, and a symmetric machine must not turn them at all. Paper bends across where a corner
 * of it strikes, which two columns cannot; the kind `flat` has sheets that stay flat across, so
 * that nothing but errors is left to depend on columns. */
#include <math.h>
#include <stdio.h>

#include "net.h"

#define SPEED 0.3    /* [m/s] */
#define APART 0.16   /* of the sensors, across [m] */
#define PART  0.02   /* in which the counts may differ, or */
#define LEAST 0.1e-3 /* [rad] */

#define COUNTS 3
static const double counts[2][COUNTS] = {{2, 3, 5}, {3, 5, 9}};

struct bend {
    bool crowned, symmetric, flat;
    double radius, gap, mouth, left, right, yaw, lead_yaw;
};

static struct bend
draw_bend(unsigned seed, unsigned number, bool crowned, bool flat)
{
    struct draw at = {.seed = seed + 9900 + 100 * crowned, .model = number};
    struct bend b = {.crowned = crowned, .symmetric = number % 3 == 0, .flat = flat};
    const double degree = acos(-1) / 180;

    b.radius = draw_even(&at, 30e-3, 50e-3);
    b.gap = draw_even(&at, 3e-3, 5e-3);
    b.mouth = draw_even(&at, 1e-3, 3e-3);
    b.left = draw_even(&at, 3, 5);
    b.right = b.symmetric ? b.left : draw_even(&at, 3, 5);
    b.yaw = b.symmetric ? 0 : draw_even(&at, -0.5, 0.5) * degree;
    b.lead_yaw = b.symmetric ? 0 : draw_even(&at, -0.3, 0.3) * degree;
    return b;
}

static void
say_nips(struct text *t, const struct bend *b, double way)
{
    for (int k = 0; k < 2; k++) {
        say(t,
            "<nip name=\"in-%d\" path=\"main\" at=\"0 mm\" load=\"%.9g N\" rate=\"500 N/m\" "
            "across=\"%d mm\" width=\"20 mm\"><driver radius=\"8 mm\" surface=\"epdm\" "
            "drive=\"feed\"/><idler radius=\"8 mm\" surface=\"pom\" mass=\"10 g\" inertia=\"4e-7 "
            "kg*m^2\"/></nip>\n",
            k, k == 0 ? b->left : b->right, k == 0 ? -60 : 60);
    }
    say(t,
        "<nip name=\"out\" path=\"main\" at=\"%.9g m\" load=\"8 N\" rate=\"500 N/m\" yaw=\"%.9g "
        "rad\"><driver radius=\"8 mm\" surface=\"epdm\" drive=\"feed\"%s",
        way + 15e-3, b->yaw,
        b->crowned ? " width=\"160 mm\" crown=\"0.2 mm\"/>"
                   : "><tyre across=\"-60 mm\" width=\"20 mm\"/><tyre across=\"60 mm\" width=\"20 "
                     "mm\"/></driver>");
    say(t, "<idler radius=\"8 mm\" surface=\"pom\" width=\"160 mm\" mass=\"20 g\" inertia=\"8e-7 "
           "kg*m^2\"/></nip>\n");
}

/* as the library's uncoated-80 along the feed */
static const char stiff_across[] =
    "<media name=\"uncoated-80-flat\" grammage=\"80 g/m^2\" thickness=\"100 um\" modulus-md=\"5.2 "
    "GPa\" modulus-cd=\"2400 GPa\" shear-modulus=\"1500 GPa\" damping-ratio=\"0.05\" "
    "modulus-through=\"30 MPa\"/>\n";

static void
machine(struct text *t, const struct bend *b)
{
    const double way = 60e-3 + acos(-1) * b->radius + 15e-3, sensor = way + 70e-3;

    *t = (struct text){.n = 0};
    say(t,
        "<model version=\"1\" name=\"bend\" motion=\"spatial\"><parameters><parameter "
        "name=\"columns\" value=\"2\"/></parameters>\n<settings><run end=\"%.9g s\" sample=\"2 "
        "ms\"/></settings><include library=\"papers\"/><include library=\"surfaces\"/>\n"
        "<path name=\"main\" from=\"0 mm, 0 mm\"><line length=\"60 mm\"/><arc radius=\"%.9g m\" "
        "angle=\"180 deg\" turn=\"left\"/><line length=\"320 mm\"/></path><drive name=\"feed\" "
        "speed=\"%g m/s\"/>\n"
        "<guide name=\"tray\" surface=\"plastic\"><line from=\"-300 mm, -0.06 mm\" to=\"-10 mm, "
        "-0.06 mm\"/></guide>\n%s",
        1.1 * sensor / SPEED, b->radius, SPEED, b->flat ? stiff_across : "");
    say_nips(t, b, way);
    say(t,
        "<channel name=\"turn\" path=\"main\" from=\"10 mm\" to=\"%.9g m\" gap=\"%.9g m\" "
        "mouth=\"%.9g m\" surface=\"plastic\"/>\n<channel name=\"exit\" path=\"main\" from=\"%.9g "
        "m\" to=\"%.9g m\" gap=\"%.9g m\" mouth=\"%.9g m\" surface=\"plastic\"/>\n",
        way, b->gap, b->mouth, way + 25e-3, way + 0.2, b->gap, b->mouth);
    say(t,
        "<sheet name=\"page\" media=\"uncoated-80%s\" length=\"297 mm\" width=\"210 mm\" "
        "segments=\"60\" columns=\"{columns}\"><start path=\"main\" lead=\"12 mm\" speed=\"%g "
        "m/s\" yaw=\"%.9g rad\"/></sheet>\n"
        "<sensor name=\"el\" kind=\"edge\" path=\"main\" at=\"%.9g m\" across=\"-80 mm\"/><sensor "
        "name=\"er\" kind=\"edge\" path=\"main\" at=\"%.9g m\" across=\"80 mm\"/></model>\n",
        b->flat ? "-flat" : "", SPEED, b->lead_yaw, sensor, sensor);
}

enum { SYMMETRIC, FIRST };

static void
run_bend(struct drawn *out, const struct bend *b)
{
    struct text t;
    double *v = out->value;

    machine(&t, b);
    v[SYMMETRIC] = b->symmetric;
    size_t used = (size_t)snprintf(out->text, sizeof out->text,
                                   "radius %.3g mm, gap %.3g mm, loads %.3g N and %.3g N, nip "
                                   "askew by %.3g mrad, sheet by %.3g:",
                                   1e3 * b->radius, 1e3 * b->gap, b->left, b->right, 1e3 * b->yaw,
                                   1e3 * b->lead_yaw);
    for (size_t k = 0; k < COUNTS; k++) {
        struct ran r;
        v[FIRST + k] = (double)NAN;
        if (net_run(&r, &t, &(struct wanted){.set = {{"columns", counts[b->crowned][k], ""}}})) {
            v[FIRST + k] = SPEED *
                           (quire_run_figure(r.run, "el.lead.time") -
                            quire_run_figure(r.run, "er.lead.time")) /
                           APART;
        }
        used += (size_t)snprintf(
            out->text + used, sizeof out->text - used, " %.4g mrad (%.2g of the energy missing)%s",
            1e3 * v[FIRST + k],
            r.run != NULL ? fabs(quire_run_figure(r.run, "energy.residual.relative")) : (double)NAN,
            k + 1 < COUNTS ? "," : "");
        net_done(&r);
    }
    snprintf(out->text + used, sizeof out->text - used, " at %g, %g, %g columns",
             counts[b->crowned][0], counts[b->crowned][1], counts[b->crowned][2]);
}

static bool
judge(const struct drawn *of, size_t n)
{
    unsigned broken = 0, turned = 0, symmetric = 0, differ = 0;
    double worst = 0, most = 0;

    for (size_t i = 0; i < n; i++) {
        const double *v = of[i].value + FIRST;
        const double low = fmin(v[0], fmin(v[1], v[2])), high = fmax(v[0], fmax(v[1], v[2])),
                     size = fmax(fabs(low), fabs(high));
        const bool ran = of[i].done && isfinite(v[0] + v[1] + v[2]),
                   bad = ran && high - low > fmax(PART * size, LEAST),
                   turns = ran && of[i].value[SYMMETRIC] > 0 && size > LEAST;
        broken += !ran;
        symmetric += of[i].value[SYMMETRIC] > 0;
        turned += turns;
        differ += bad;
        worst = ran ? fmax(worst, high - low) : worst;
        most = ran && of[i].value[SYMMETRIC] > 0 ? fmax(most, size) : most;
        if (!ran || bad || turns) {
            net_note("%zu: %s", i, of[i].text);
        }
    }
    bool good = net_row("runs that break off", "0", broken == 0, "%u", broken);
    good = net_row("yaw behind a bend, by the number of columns", "2 % or 0.1 mrad", differ == 0,
                   "%u of %zu beyond, worst %.3g mrad", differ, n, 1e3 * worst) &&
           good;
    return net_row("... in a symmetric machine", "0.1 mrad", turned == 0,
                   "%u of %u beyond, worst "
                   "%.3g mrad",
                   turned, symmetric, 1e3 * most) &&
           good;
}

static void
write_bend(struct text *t, unsigned seed, unsigned number)
{
    const struct bend b = draw_bend(seed, number, false, false);
    machine(t, &b);
}

static void
run_plain(struct drawn *out, unsigned seed, unsigned number)
{
    const struct bend b = draw_bend(seed, number, false, false);
    run_bend(out, &b);
}

static void
write_crowned(struct text *t, unsigned seed, unsigned number)
{
    const struct bend b = draw_bend(seed, number, true, false);
    machine(t, &b);
}

static void
run_crowned(struct drawn *out, unsigned seed, unsigned number)
{
    const struct bend b = draw_bend(seed, number, true, false);
    run_bend(out, &b);
}

static void
write_flat(struct text *t, unsigned seed, unsigned number)
{
    const struct bend b = draw_bend(seed, number, false, true);
    machine(t, &b);
}

static void
run_flat(struct drawn *out, unsigned seed, unsigned number)
{
    const struct bend b = draw_bend(seed, number, false, true);
    run_bend(out, &b);
}

const struct net_kind net_bends = {
    "bends", "yaw behind a bend, 2, 3, 5 columns", 9, write_bend, run_plain, judge};
const struct net_kind net_crowned = {
    "crowned",   "yaw behind a bend and a crowned roller, 3, 5, 9 columns",
    2,           write_crowned,
    run_crowned, judge};
const struct net_kind net_flat = {
    "flat",   "yaw behind a bend of sheets that stay flat across, 2, 3, 5 columns",
    9,        write_flat,
    run_flat, judge};
