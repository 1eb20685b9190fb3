/* Free bodies drawn at random: discs, blocks and soft discs in the plane, balls and cuboids in
 * space, thrown against guides, rollers and each other with every normal law of the catalog and
 * every friction: bodies SEED MACHINES [FIRST] The energy of each must balance at every sample to a
 * hundredth of what was there, and nothing may be lost that was not; ends with 1 where that is not
 * so. With FIRST, writes that one machine's model to standard output instead. */
#include "scan.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

#define MOST_TEXT 16384
#define BALANCED  1e-2  /* of the energy that was there and was put in */
#define STIFF     0.005 /* of the machines: contacts so stiff that a run gives up, which it says */
#define ROUNDING  1e-6  /* what forces over the position tolerance leave [J] */

/* Normal laws, with a stiffness for balls of some grams: @k stands for it (times `scale`), @e for a
 * restitution. */
static const struct row_of_law {
    const char *law;
    double scale;
    const char *given;
} laws[] = {
    {"linear", 1e-2, "stiffness='@k N/m' damping='0.5 N*s/m'"},
    {"linear", 1e-2, "stiffness='@k N/m' damping='0.5 N*s/m' release='overlap'"},
    {"hunt-crossley", 1, "stiffness='@k N/m^1.5' exponent='1.5' restitution='@e'"},
    {"hunt-crossley", 0.3,
     "stiffness='@k N/m^1.3' exponent='1.3' restitution='@e' damping='0.1 N*s/m'"},
    {"flores", 1, "stiffness='@k N/m^1.5' exponent='1.5' restitution='@e'"},
    {"flores", 1, "stiffness='@k N/m^1.5' exponent='1.5' restitution='@e' cutoff='no'"},
    {"gonthier-carvalho-martins", 1, "stiffness='@k N/m^1.5' exponent='1.5' restitution='@e'"},
    {"restitution-exact", 1, "stiffness='@k N/m^1.5' exponent='1.5' restitution='@e'"},
    {"restitution-exact", 30, "stiffness='@k N/m^2' exponent='2' restitution='@e' cutoff='no'"},
    {"mtt-boundary", 1,
     "stiffness='@k N/m^1.5' exponent='1.5' damping='1 N*s/m' boundary-penetration='0.05 mm'"},
    {"mtt-indentation", 1,
     "stiffness='@k N/m^1.5' exponent='1.5' indentation-exponent='1.5' damping='@k N*s/m^2.5'"},
    {"mtt-indentation", 1,
     "stiffness='@k N/m^1.5' exponent='1.5' indentation-exponent='1.5' damping='@k N*s/m^2.5' "
     "rebound-damping-factor='0.1'"},
    {"hooke-scale-invariant", 0.3,
     "youngs-modulus='@k Pa' mean-radius='10 mm' damping='0.5 N*s/m'"},
    {"hooke-scale-invariant", 0.3,
     "youngs-modulus='@k Pa' mean-radius='10 mm' damping='0.5 N*s/m' limit-force='yes'"},
    {"demlab-hertz", 10,
     "effective-modulus='@k Pa' effective-radius='5 mm' effective-mass='5 g' restitution='@e'"},
    {"demlab-hertz", 10,
     "effective-modulus='@k Pa' effective-radius='5 mm' effective-mass='5 g' restitution='@e' "
     "damping='tti-exact' remove-cohesion='no'"},
    {"demlab-hertz", 10,
     "effective-modulus='@k Pa' effective-radius='5 mm' effective-mass='5 g' "
     "damping='critical-ratio' critical-ratio='0.2'"},
    {"demlab-hertz", 10,
     "effective-modulus='@k Pa' effective-radius='5 mm' damping='none' viscous-coefficient='0.5 "
     "N*s/m'"},
    {"demlab-hertz", 10,
     "effective-modulus='@k Pa' effective-radius='5 mm' damping='kk' kk-coefficient='100 "
     "N*s/m^1.5'"},
    {"demlab-hertz", 10,
     "effective-modulus='@k Pa' effective-radius='5 mm' effective-mass='5 g' damping='lh' "
     "lh-coefficient='300 s^-1'"},
    {"eepa", 1, "stiffness='@k N/m^1.5' exponent='1.5' plasticity-ratio='0.3' damping='0.1 N*s/m'"},
    {"eepa", 1,
     "stiffness='@k N/m^1.5' exponent='1.5' plasticity-ratio='0.5' pull-off-force='20 mN' "
     "adhesion-stiffness='1e4 N/m^1.5' adhesion-exponent='1.5'"},
    {"eepa", 1,
     "stiffness='@k N/m^1.5' exponent='1.5' plasticity-ratio='0.5' adhesion-stiffness='1e4 "
     "N/m^1.5' adhesion-exponent='1.5' unloading='liggghts'"},
    {"distance-power", 1e-2,
     "area='1 cm^2' reference-distance='0.1 mm' cut-off='0.8 mm' layer='0.2 mm' repulsion='@k Pa' "
     "repulsion-exponent='4' "
     "damping='20 Pa*s/m' damping-exponent='4' adhesion='20 Pa'"},
};
#define LAWS (sizeof laws / sizeof *laws)

static const char *const frictions[] = {
    "",
    "<friction law='mtt-step' dynamic-coefficient='0.3' threshold-velocity='5 mm/s'/>",
    "<friction law='mtt-linear' dynamic-coefficient='0.3' static-coefficient='0.4' "
    "static-velocity='2 mm/s' dynamic-velocity='5 mm/s'/>",
    "<friction law='regularised' dynamic-coefficient='0.3' regularisation-velocity='5 mm/s'/>",
    "<friction law='stick-slip' dynamic-coefficient='0.3' static-coefficient='0.4' stiffness='1e6 "
    "N/m'/>",
    "<friction law='tangential-spring' coefficient='0.3' stiffness='1e5 N/m' damping='0.1 N*s/m'/>",
};
#define FRICTIONS (sizeof frictions / sizeof *frictions)
static const char viscous[] =
    "<friction law='distance-viscous' area='1 cm^2' reference-distance='0.1 mm' cut-off='0.8 mm' "
    "layer='0.2 mm' viscosity='20 Pa*s/m' exponent='2'/>";

enum scene { BOX, BOWL, BARS, ROLLERS, BLOCKS, SOFT, SOLIDS, SCENES };
static const char *const scene_name[SCENES] = {"box",    "bowl", "bars",  "rollers",
                                               "blocks", "soft", "solids"};

struct machine {
    enum scene scene;
    size_t law, friction;
    char text[MOST_TEXT];
    size_t n;
};

/* ---- the model ---- */

static void
say(struct machine *m, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int n = vsnprintf(m->text + m->n, sizeof m->text - m->n, format, list);
    va_end(list);
    if (n < 0 || m->n + (size_t)n >= sizeof m->text) {
        fputs("bodies: a model is too long\n", stderr);
        exit(1);
    }
    m->n += (size_t)n;
}

static void
say_law(struct machine *m, struct draw *at)
{
    const struct row_of_law *row = &laws[m->law];
    const double k = row->scale * draw_log(at, 1e5, 1e8), e = draw_even(at, 0.1, 0.95);

    say(m, "<normal law='%s' ", row->law);
    for (const char *p = row->given; *p != '\0'; p++) {
        if (p[0] == '@') {
            say(m, "%.6g", *++p == 'k' ? k : e);
        } else {
            say(m, "%c", *p);
        }
    }
    say(m, "/>");
}

static void
say_body(struct machine *m, struct draw *at, int i, double x, double y)
{
    const double radius = draw_even(at, 5, 15), mass = draw_even(at, 5, 30),
                 u = draw_even(at, -1.5, 1.5), v = draw_even(at, -1.5, 1.5),
                 spin = draw_even(at, -60, 60), shape = draw_even(at, 0, 1),
                 z = draw_even(at, -20, 20);

    if (m->scene == SOLIDS) {
        say(m,
            "<solid name='b%d' surface='ball' mass='%.6g g' centre='%.6g mm, %.6g mm, %.6g mm' "
            "velocity='%.6g m/s, %.6g m/s, %.6g m/s' spin='%.6g rad/s, 20 rad/s, 10 rad/s'",
            i, mass, x, y, z, u, v, 0.01 * z, spin);
        say(m,
            shape < 0.6 ? "><ball radius='%.6g mm'/></solid>\n"
                        : " turn='20 deg, 30 deg, 40 deg'><cuboid size='%.6g mm, 16 mm, 20 mm' "
                          "edge-radius='1 mm'/></solid>\n",
            shape < 0.6 ? radius : 1.5 * radius);
    } else if (m->scene == BLOCKS && shape < 0.5) {
        say(m,
            "<block name='b%d' surface='ball' mass='%.6g g' width='%.6g mm' height='%.6g mm' "
            "centre='%.6g mm, %.6g mm' velocity='%.6g m/s, %.6g m/s' spin='%.6g rad/s' angle='%.6g "
            "deg'/>\n",
            i, mass, 2 * radius, 15.0, x, y, u, v, 0.3 * spin, 10 * z);
    } else if (m->scene == SOFT && shape < 0.5) {
        say(m,
            "<disc name='b%d' surface='ball' mass='%.6g g' radius='%.6g mm' centre='%.6g mm, %.6g "
            "mm' velocity='%.6g m/s, %.6g m/s' spin='%.6g rad/s'>"
            "<affine width='20 mm' shear-modulus='100 kPa' viscosity='%.6g Pa*s'/></disc>\n",
            i, mass, radius, x, y, u, v, spin, 100 * shape);
    } else {
        say(m,
            "<disc name='b%d' surface='ball' mass='%.6g g' radius='%.6g mm' centre='%.6g mm, %.6g "
            "mm' velocity='%.6g m/s, %.6g m/s' spin='%.6g rad/s'/>\n",
            i, mass, radius, x, y, u, v, spin);
    }
}

static void
say_ground(struct machine *m, struct draw *at)
{
    static const char box[] =
        "<guide name='floor' surface='steel' side='left'><polyline points='-200 mm, 400 mm; -200 "
        "mm, 0 mm; 200 mm, 0 mm; 200 mm, 400 mm'/></guide>\n";
    const double speed = draw_even(at, -1, 1);

    switch (m->scene) {
    case BOWL:
        say(m, "<guide name='bowl' surface='steel' side='left'><circle centre='0 mm, 150 mm' "
               "radius='190 mm' turn='left'/></guide>\n");
        break;
    case BARS:
        say(m,
            "%s<guide name='bar' surface='steel' side='left'><circle centre='-60 mm, 20 mm' "
            "radius='20 mm'/></guide>"
            "<guide name='rod' surface='steel' side='left'><circle centre='60 mm, 15 mm' radius='8 "
            "mm'/></guide>\n",
            box);
        break;
    case ROLLERS:
        say(m,
            "%s<drive name='motor' speed='%.6g m/s'/><roller name='idler' surface='rubber' "
            "centre='-80 mm, 10 mm' radius='15 mm' inertia='2e-6 kg*m^2'/>"
            "<roller name='driven' surface='rubber' centre='0 mm, 0 mm' radius='20 mm' "
            "drive='motor'/>"
            "<roller name='sprung' surface='rubber' centre='90 mm, 15 mm' radius='15 mm' mass='20 "
            "g' inertia='2e-6 kg*m^2' slide='90 deg' load='1 N' rate='500 N/m' closed-stop='0 "
            "mm'/>\n",
            box, speed);
        break;
    case SOLIDS:
        say(m, "<guide name='floor' surface='steel' side='left' thickness='20 mm'><polyline "
               "points='-200 mm, 400 mm; -200 mm, 0 mm; 200 mm, 0 mm; 200 mm, 400 mm'/></guide>\n");
        break;
    default: say(m, "%s", box); break;
    }
}

static void
make(struct machine *m, unsigned seed, unsigned number)
{
    struct draw at = {.seed = seed, .model = number};
    const size_t kinds = SCENES * LAWS;

    *m = (struct machine){.scene = number % SCENES, .law = number / SCENES % LAWS};
    m->friction = (number + number / kinds) % FRICTIONS;
    const bool heavy = draw_even(&at, 0, 1) < 0.6;
    const int bodies = 2 + (int)draw_even(&at, 0, 5);
    say(m,
        "<model version='1' name='bodies-%u'%s>\n<settings><gravity vector='0 m/s^2, %s "
        "m/s^2'/><run end='0.3 s' sample='5 ms'/></settings>\n<contact name='c'>",
        number, m->scene == SOLIDS ? " motion='spatial'" : "", heavy ? "-9.81" : "0");
    say_law(m, &at);
    const bool spread = strcmp(laws[m->law].law, "distance-power") == 0;
    say(m, "%s</contact>\n<pair contact='c'/>\n",
        spread && m->friction > 2 ? viscous : frictions[m->friction]);
    say_ground(m, &at);
    for (int i = 0; i < bodies; i++) {
        /* one after the other: in which order arguments are drawn is the compiler's choice */
        const double along = draw_even(&at, -15, 15), up = draw_even(&at, -12, 12);
        say_body(m, &at, i, -80 + 80 * (i % 3) + along, 80 + 70 * (i / 3) + up);
    }
    say(m, "</model>\n");
}

/* ---- what came of it ---- */

static size_t
column(const quire_run *run, const char *name)
{
    const size_t n = quire_run_column_count(run), length = strlen(name);

    for (size_t i = 0; i < n; i++) {
        const char *at = quire_run_column_name(run, i);
        if (strncmp(at, name, length) == 0 && (at[length] == '\0' || at[length] == ' ')) {
            return i;
        }
    }
    fprintf(stderr, "bodies: there is no column %s\n", name);
    exit(1);
}

struct book {
    /* worst of all samples: what is left, and what was lost beyond what was there, over what was
     * there */
    double residual, beyond;
};

static struct book
look(const quire_run *run)
{
    static const char *const in[] = {"energy.drives", "energy.belts", "energy.loads"},
                             *const lost[] = {"energy.friction", "energy.contact-damping",
                                              "energy.bearings", "energy.elements"};
    struct book worst = {0, 0};
    const size_t residual = column(run, "energy.residual");
    const double initial = quire_run_figure(run, "energy.initial");

    for (size_t row = 0; row < quire_run_row_count(run); row++) {
        double there = fabs(initial), out = 0, back = 0;
        for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
            there += fabs(quire_run_value(run, row, column(run, in[i])));
        }
        there += fabs(fmin(0, quire_run_value(run, row, column(run, "energy.gravity")))) +
                 fabs(fmin(0, quire_run_value(run, row, column(run, "energy.springs")))) +
                 fabs(fmin(0, quire_run_value(run, row, column(run, "energy.contact"))));
        for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
            const double value = quire_run_value(run, row, column(run, lost[i]));
            out += fmax(0, value);
            back = fmax(back, -value);
        }
        worst.residual =
            fmax(worst.residual, (fabs(quire_run_value(run, row, residual)) - ROUNDING) / there);
        worst.beyond = fmax(worst.beyond, (fmax(out - there, back) - ROUNDING) / there);
    }
    return worst;
}

enum outcome { BALANCES, DOES_NOT_BALANCE, DOES_NOT_RUN };

static enum outcome
try(const struct machine *m, unsigned number, double *residual)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();
    enum outcome outcome = DOES_NOT_RUN;

    options.time_limit = 60;
    *residual = 0;
    if (quire_model_parse(&model, m->text, m->n, "model.xml", NULL, 0, diag) == QUIRE_OK &&
        quire_run_create(&run, model, &options, diag) == QUIRE_OK &&
        quire_run_execute(run, diag) == QUIRE_OK) {
        const struct book worst = look(run);
        const bool good = worst.residual <= BALANCED && worst.beyond <= BALANCED;
        outcome = good ? BALANCES : DOES_NOT_BALANCE;
        *residual = worst.residual;
        if (!good) {
            printf("machine %u (%s, %s, %zu, %zu): %.3g of what was there is left over, %.3g lost "
                   "that was not there, %g steps\n",
                   number, scene_name[m->scene], laws[m->law].law, m->law, m->friction,
                   worst.residual, worst.beyond, quire_run_figure(run, "solver.steps"));
        }
    } else {
        const quire_problem *p =
            quire_diag_count(diag) > 0 ? quire_diag_get(diag, quire_diag_count(diag) - 1) : NULL;
        printf("machine %u (%s, %s, %zu, %zu): does not run: %s\n", number, scene_name[m->scene],
               laws[m->law].law, m->law, m->friction, p != NULL ? p->text : "");
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return outcome;
}

/* every normal law that there is must be among those tried */
static bool
knows_all_laws(void)
{
    char *all = NULL;
    bool good = quire_describe(&all, "normal", NULL, NULL) == QUIRE_OK;

    for (const char *p = all; good && (p = strstr(p, "law=\"")) != NULL;) {
        const size_t n = strcspn(p += 5, "\"");
        bool known = false;
        for (size_t i = 0; i < LAWS; i++) {
            known = known || (strlen(laws[i].law) == n && strncmp(laws[i].law, p, n) == 0);
        }
        if (!known) {
            printf("bodies: normal law '%.*s' is not among those tried\n", (int)n, p);
            good = false;
        }
    }
    quire_free(all);
    return good;
}

int
main(int argc, char **argv)
{
    static struct machine m;

    if (argc < 3 || argc > 4 || !draw_works()) {
        fputs("usage: bodies SEED MACHINES [FIRST]\n", stderr);
        return 2;
    }
    const unsigned seed = (unsigned)strtoul(argv[1], NULL, 10),
                   machines = (unsigned)strtoul(argv[2], NULL, 10);
    if (argc == 4) {
        make(&m, seed, (unsigned)strtoul(argv[3], NULL, 10));
        fwrite(m.text, 1, m.n, stdout);
        return 0;
    }
    unsigned count[3] = {0};
    double worst = 0;
    const bool all = knows_all_laws();
    for (unsigned i = 0; i < machines; i++) {
        double residual;
        make(&m, seed, i);
        count[try(&m, i, &residual)]++;
        worst = fmax(worst, residual);
    }
    printf("%u of %u machines balance at every sample, %u do not run; the most that is left over "
           "is %.2g of what was there\n",
           count[BALANCES], machines, count[DOES_NOT_RUN], worst);
    return count[DOES_NOT_BALANCE] == 0 && (double)count[DOES_NOT_RUN] <= STIFF * machines && all
               ? 0
               : 1;
}
