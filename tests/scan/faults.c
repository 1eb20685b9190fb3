/* Machines with a fault drawn at random, and good ones drawn alike: whether verdicts name the
 * cause. faults faults.json SEED FAULTS GOOD What each fault must be put down to is written into
 * faults.json before the first run; what came out stands behind it. Of the faulty machines that jam
 * at least 95 % must be put down to the right kind at the right place, and no good machine may
 * fail. A fault that makes no jam is no error. Ends with 1 when a bound is broken. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"

#define MOST_WRONG 0.05
#define SHOWN      20

/* A machine: what was drawn, what it must be put down to, what came out. */
struct machine {
    unsigned number;
    const char *fault; /* NULL: none */
    struct settings settings;
    /* causes that are right, "stub|drag"; the beginning of the object's name, "" for any */
    char kinds[32], place[16];
    double speed, thickness;    /* [m/s], [mm] */
    bool passed, warned, right; /* warned: W-STUB, before the run */
    char verdict[16], cause[16], object[64], check[32];
    double time, sign; /* of the verdict and its first sign [s]; NaN: none */
};

static void
set_each(struct settings *s, const char *name, double value, const char *unit)
{
    static const char *const numbered[][4] = {{"grip1", "grip2", "grip3", "grip4"},
                                              {"speed1", "speed2", "speed3", "speed4"}};
    for (int k = 0; k < 4; k++) {
        set_number(s, numbered[strcmp(name, "speed") == 0][k], value, unit);
    }
}

/* Gives a parameter that was drawn another value. */
static void
replace(struct settings *s, const char *name, double value, const char *unit)
{
    for (size_t i = 0; i < s->n; i++) {
        if (strcmp(s->at[i].name, name) == 0) {
            snprintf(s->text[i], sizeof s->text[i], "%.17g%s%s", value, *unit != '\0' ? " " : "",
                     unit);
            return;
        }
    }
    set_number(s, name, value, unit);
}

static void
draw_good(struct machine *m, struct draw *at)
{
    struct settings *s = &m->settings;
    const double grammage = draw_even(at, 60, 120);

    m->thickness = grammage / 800;
    m->speed = draw_even(at, 0.2, 0.6);
    set_number(s, "grammage", grammage, "g/m^2");
    set_number(s, "thickness", m->thickness, "mm");
    set_number(s, "curl", draw_even(at, -3, 3), "m^-1");
    set_number(s, "glide_mu", draw_even(at, 0.1, 0.3), "");
    set_number(s, "load", draw_even(at, 4, 10), "N");
    set_each(s, "grip", draw_even(at, 0.6, 1.0), "");
    set_each(s, "speed", m->speed, "m/s");
    set_number(s, "end", 0.9 / m->speed + 0.6, "s");
}

/* ---- the ten kinds of faults, and what each must be put down to ---- */

static const char *
numbered(const char *name, int number)
{
    static char text[16];
    snprintf(text, sizeof text, "%s%d", name, number);
    return text;
}

static int
one_of(struct draw *at, int first, int last)
{
    return first + (int)floor(draw_even(at, 0, last - first + 1 - 1e-9));
}

static void
expect(struct machine *m, const char *kinds, const char *place)
{
    snprintf(m->kinds, sizeof m->kinds, "%s", kinds);
    snprintf(m->place, sizeof m->place, "%s", place);
}

static void
raise_lip(struct machine *m, struct draw *at) /* of a gap of 3 mm */
{
    const char *lip = numbered("lip", one_of(at, 1, 3));
    expect(m, "stub", lip);
    replace(&m->settings, m->place, draw_even(at, 0.8, 2.5), "mm");
}

static void
wear_roller(struct machine *m, struct draw *at)
{
    const int k = one_of(at, 2, 4);
    static const char *const grip[] = {"grip2", "grip3", "grip4"};
    expect(m, "slip", numbered("n", k));
    replace(&m->settings, grip[k - 2], draw_log(at, 0.001, 0.02), "");
}

static void
/* of all rubber: which nip is left holding the sheet is open */
lower_friction(struct machine *m, struct draw *at)
{
    static const char *const grip[] = {"grip1", "grip2", "grip3", "grip4"};
    const double mu = draw_log(at, 0.003, 0.03);
    expect(m, "slip", "n");
    for (int k = 0; k < 4; k++) {
        replace(&m->settings, grip[k], mu, "");
    }
}

static void
open_gate_late(struct machine *m, struct draw *at) /* after the sheet has come */
{
    expect(m, "stub", "gate");
    replace(&m->settings, "opens", 0.5 / m->speed + draw_even(at, 0.15, 0.5), "s");
}

static void
/* to less than the sheet's thickness: its mouth holds it by a slope or by friction */
close_gap(struct machine *m, struct draw *at)
{
    static const char *const gap[] = {"gap1", "gap2", "gap3"};
    const int k = one_of(at, 1, 3);
    expect(m, "stub|drag", numbered("c", k));
    replace(&m->settings, gap[k - 1], draw_even(at, 0.2, 0.8) * m->thickness, "mm");
}

static void
/* either way, to a radius of 25 mm to 40 mm: it finds the mouth 12 mm behind a nip, and misses the
   one 22 mm behind */
curl_up(struct machine *m, struct draw *at)
{
    const double sign = draw_even(at, 0, 1) < 0.5 ? -1 : 1;
    expect(m, "stub|astray", "c2");
    replace(&m->settings, "curl", sign * draw_even(at, 25, 40), "m^-1");
}

static void
open_nip(struct machine *m, struct draw *at)
{
    static const char *const open[] = {"open2", "open3", "open4"};
    const int k = one_of(at, 2, 4);
    expect(m, "loose", numbered("n", k));
    replace(&m->settings, open[k - 2], draw_even(at, 0.5, 1.5), "mm");
}

static void
slow_drive(struct machine *m, struct draw *at)
{
    static const char *const speed[] = {"speed2", "speed3", "speed4"};
    const int k = one_of(at, 2, 4);
    /* drive: when it is the only one that holds the sheet */
    expect(m, "speeds|drive", numbered("n", k));
    replace(&m->settings, speed[k - 2], draw_even(at, 0.1, 0.5) * m->speed, "m/s");
}

static void
/* it must go round the turn of 40 mm, in the second channel */
thicken(struct machine *m, struct draw *at)
{
    const double thickness = draw_even(at, 0.45, 0.7);
    expect(m, "stub|drag", "c2");
    replace(&m->settings, "thickness", thickness, "mm");
    replace(&m->settings, "grammage", 800 * thickness, "g/m^2");
}

static void
hold_stop(struct machine *m, struct draw *at) /* it goes down by 2 mm at most, of 6 mm */
{
    expect(m, "stub", "stop");
    replace(&m->settings, "down", draw_even(at, 0, 2), "mm");
}

static const struct {
    const char *name;
    void (*make)(struct machine *m, struct draw *at);
} faults[] = {
    {"lip raised", raise_lip},     {"roller worn", wear_roller}, {"friction low", lower_friction},
    {"gate late", open_gate_late}, {"gap closed", close_gap},    {"curl up", curl_up},
    {"nip open", open_nip},        {"drive slow", slow_drive},   {"sheet thick", thicken},
    {"stop stuck", hold_stop},
};
#define N_FAULTS (sizeof faults / sizeof *faults)

/* ---- one run ---- */

static void
look_for_stubs(struct machine *m, const quire_model *model)
{
    quire_diag *diag = quire_diag_create();
    quire_model_check(model, diag);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        m->warned = m->warned || strcmp(quire_diag_get(diag, i)->code, "W-STUB") == 0;
    }
    quire_diag_destroy(diag);
}

static void
keep(char *to, size_t size, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    snprintf(to, size, "%s", text != NULL ? text : "");
}

/* Of the checks that failed the first in time. */
static void
read_cause(struct machine *m, const json_t *summary)
{
    size_t i;
    json_t *check;
    const json_t *first = NULL;
    double earliest = HUGE_VAL;

    keep(m->verdict, sizeof m->verdict, summary, "verdict");
    json_array_foreach(json_object_get(summary, "checks"), i, check)
    {
        const double time = json_number_value(json_object_get(check, "time"));
        if (strcmp(json_string_value(json_object_get(check, "verdict")), "failed") == 0 &&
            time < earliest) {
            earliest = time;
            first = check;
        }
    }
    const json_t *why = json_object_get(first, "why"),
                 *sign = json_array_get(json_object_get(why, "signs"), 0);
    keep(m->cause, sizeof m->cause, why, "mechanism");
    keep(m->object, sizeof m->object, why, "name");
    keep(m->check, sizeof m->check, first, "kind");
    m->time = first != NULL ? earliest : (double)NAN;
    m->sign = sign != NULL ? json_number_value(json_object_get(sign, "time")) : (double)NAN;
}

static bool
is_one_of(const char *words, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = words; n > 0 && (at = strstr(at, word)) != NULL; at += n) {
        if ((at == words || at[-1] == '|') && (at[n] == '|' || at[n] == '\0')) {
            return true;
        }
    }
    return false;
}

static void
run(struct machine *m, const char *model_file)
{
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();

    options.time_limit = 60;
    options.sample_interval = 0;
    snprintf(m->verdict, sizeof m->verdict, "refused");
    if (quire_model_load(&model, model_file, m->settings.at, m->settings.n, diag) == QUIRE_OK) {
        look_for_stubs(m, model);
        if (quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
            quire_run_execute(run, diag);
            m->passed = quire_run_passed(run);
            json_t *summary = json_loads(quire_run_summary_json(run), 0, NULL);
            read_cause(m, summary);
            json_decref(summary);
        }
    }
    m->right = is_one_of(m->kinds, m->cause) && strncmp(m->object, m->place, strlen(m->place)) == 0;
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

/* ---- the report ---- */

static void
write_number(FILE *f, const char *key, double value)
{
    if (isfinite(value)) {
        fprintf(f, ", \"%s\": %.9g", key, value);
    } else {
        fprintf(f, ", \"%s\": null", key);
    }
}

static void
write_truth(FILE *f, const struct machine *m, unsigned seed)
{
    fprintf(
        f,
        "  {\"model\": %u, \"seed\": %u, \"fault\": \"%s\", \"kinds\": \"%s\", \"place\": \"%s\"",
        m->number, seed, m->fault != NULL ? m->fault : "none", m->kinds, m->place);
    for (size_t i = 0; i < m->settings.n; i++) {
        fprintf(f, ", \"%s\": \"%s\"", m->settings.at[i].name, m->settings.at[i].value);
    }
    fputc('}', f);
}

static void
write_outcome(FILE *f, const struct machine *m)
{
    fprintf(f,
            "  {\"model\": %u, \"verdict\": \"%s\", \"check\": \"%s\", \"cause\": \"%s\", "
            "\"object\": \"%s\", \"right\": %s, \"warned\": %s",
            m->number, m->verdict, m->check, m->cause, m->object, m->right ? "true" : "false",
            m->warned ? "true" : "false");
    write_number(f, "time", m->time);
    write_number(f, "first_sign", m->sign);
    fputc('}', f);
}

static void
show(const struct machine *m)
{
    printf("  model %u, %s: %s, %s put down to %s %s, not %s %s;", m->number,
           m->fault != NULL ? m->fault : "good", m->verdict, m->check,
           m->cause[0] != '\0' ? m->cause : "nothing", m->object, m->kinds, m->place);
    for (size_t i = 0; i < m->settings.n; i++) {
        printf(" %s=%.8s", m->settings.at[i].name, m->settings.at[i].value);
    }
    printf("\n");
}

/* Prints counts for each fault and whatever is wrong; whether the bounds are kept. */
static bool
judge(const struct machine *m, size_t n)
{
    size_t jams = 0, right = 0, alarms = 0, good = 0, warned = 0, shown = 0;
    for (size_t k = 0; k <= N_FAULTS; k++) {
        size_t of = 0, jammed = 0, hit = 0, seen = 0;
        for (size_t i = 0; i < n; i++) {
            const bool this_one = k < N_FAULTS ? m[i].fault == faults[k].name : m[i].fault == NULL;
            of += this_one;
            jammed += this_one && !m[i].passed;
            hit += this_one && !m[i].passed && m[i].right;
            seen += this_one && m[i].warned;
        }
        if (k < N_FAULTS) {
            printf("%-12s %3zu drawn, %3zu jam, %3zu of these put down rightly; W-STUB before the "
                   "run in %zu\n",
                   faults[k].name, of, jammed, hit, seen);
            jams += jammed;
            right += hit;
        } else {
            good = of;
            alarms = jammed;
            warned = seen;
        }
    }
    for (size_t i = 0; i < n && shown < SHOWN; i++) {
        if (m[i].fault == NULL ? !m[i].passed || m[i].warned : !m[i].passed && !m[i].right) {
            show(m + i);
            shown++;
        }
    }
    printf("faults: %zu jams, %zu put down rightly (%.1f %%); %zu good machines, %zu false alarms, "
           "W-STUB in %zu\n",
           jams, right, jams > 0 ? 100.0 * (double)right / (double)jams : 100.0, good, alarms,
           warned);
    return (double)(jams - right) <= MOST_WRONG * (double)jams && alarms == 0 && warned == 0;
}

int
main(int argc, char **argv)
{
    if (argc != 5 || !draw_works()) {
        fputs("usage: faults faults.json SEED FAULTS GOOD\n", stderr);
        return 2;
    }
    const char *root = getenv("QUIRE_SRCDIR");
    const unsigned seed = (unsigned)strtoul(argv[2], NULL, 10);
    const size_t bad = strtoul(argv[3], NULL, 10), n = bad + strtoul(argv[4], NULL, 10);
    struct machine *m = calloc(n + 1, sizeof *m);
    FILE *json = fopen(argv[1], "w");
    char model_file[1024];

    if (json == NULL || m == NULL) {
        fprintf(stderr, "faults: can not write %s\n", argv[1]);
        return 1;
    }
    snprintf(model_file, sizeof model_file, "%s/tests/scan/models/faults.xml",
             root != NULL ? root : ".");
    fputs("{\"truth\": [\n", json);
    for (size_t i = 0; i < n; i++) {
        struct draw at = {.seed = seed, .model = (unsigned)i};
        m[i].number = (unsigned)i;
        draw_good(m + i, &at);
        if (i < bad) {
            m[i].fault = faults[i % N_FAULTS].name;
            faults[i % N_FAULTS].make(m + i, &at);
        }
        write_truth(json, m + i, seed);
        fputs(i + 1 < n ? ",\n" : "\n], \"outcome\": [\n", json);
    }
    fflush(json);
    for (size_t i = 0; i < n; i++) {
        run(m + i, model_file);
        write_outcome(json, m + i);
        fputs(i + 1 < n ? ",\n" : "\n]}\n", json);
    }
    const bool kept = judge(m, n);
    free(m);
    return fclose(json) == 0 && kept ? 0 : 1;
}
