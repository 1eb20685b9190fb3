/* Metamorphic relations: what must come out the same when a model is said otherwise, or moved,
 * turned, mirrored or made heavier as a whole: relations SEED MODELS tries them on machines of the
 * robustness scan. Ends with 1 when one is broken.
 *
 * Some hold to the bit. The others change how numbers are rounded, hence the integrator's steps,
 * and two runs differ by their errors: by the triangle inequality by twice the error of one at
 * most. That error is seen by a run with a tenth of the tolerance. A single model says little, for
 * two errors may happen to be alike, and in a tenth of them the sheet's way through the last
 * channel is not known to a millimetre; so half of the models must keep the bound, when there are
 * enough. Where a sheet jams or signals differ between the accuracies the course is not known so
 * well; such models take part in the exact relations alone. */
#include "scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/rewrite.h>

#define MOST_EVENTS  64
#define MOST_NODES   512
#define MOST_MODELS  2000
#define TURN         0.6458    /* of the machine [rad] */
#define GRAVITY      9.80665   /* [m/s^2] */
#define TENTH        "0.05 um" /* of the position tolerance of accuracy "standard" */
#define LEAST_MODELS 10        /* for a median to say something */
#define SHOWN        5         /* breaches of each relation that the terminal shows */

/* What a run came to. */
struct outcome_of_run {
    bool ran, jammed;
    size_t n_event, n_node;
    double end;                          /* [s] */
    double event[MOST_EVENTS];           /* times of sensors' signals [s] (n_event) */
    double x[MOST_NODES], y[MOST_NODES]; /* of the sheet at the end [m]   (n_node) */
    double steps;
};

/* A model, as it is to be changed. */
struct variant {
    char *text;
    const char *sheet; /* its name */
    struct settings settings;
    quire_run_options options;
};

struct relation {
    const char *name;
    bool exact, without_end; /* the end is not the same one */
    void (*change)(struct variant *v);
    /* where a node would be in the unchanged model; NULL: at the same place */
    void (*back)(double *x, double *y);
    size_t n, broken;
    /* distances between runs [s], [m] (n), unless exact */
    double time[MOST_MODELS], place[MOST_MODELS];
};

/* ---- edits ---- */

static void
must(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "relations: %s\n", what);
        exit(1);
    }
}

/* every `from`, of which there must be one */
static void
replace(struct variant *v, const char *from, const char *to)
{
    char *at = strstr(v->text, from);
    must(at != NULL, from);
    while (at != NULL) {
        const size_t before = (size_t)(at - v->text), n = strlen(v->text), m = strlen(from),
                     k = strlen(to);
        char *text = malloc(n - m + k + 1);
        must(text != NULL, "memory ran out");
        memcpy(text, v->text, before);
        memcpy(text + before, to, k);
        memcpy(text + before + k, at + m, n - before - m + 1);
        free(v->text);
        v->text = text;
        at = strstr(text + before + k, from);
    }
}

/* a number among the settings */
static void
scale(struct variant *v, const char *name, double factor)
{
    for (size_t i = 0; i < v->settings.n; i++) {
        if (strcmp(v->settings.at[i].name, name) == 0) {
            char *unit;
            const double value = strtod(v->settings.text[i], &unit);
            char text[sizeof v->settings.text[i]];
            snprintf(text, sizeof text, "%.17g%s", factor * value, unit);
            memcpy(v->settings.text[i], text, sizeof text);
            return;
        }
    }
    must(false, name);
}

/* ---- to the bit ---- */

static void
leave(struct variant *v)
{
    (void)v;
}

static void
rename_all(struct variant *v)
{
    static const char *const name[][2] = {{"\"page\"", "\"letter\""},
                                          {"\"n1\"", "\"z-first\""},
                                          {"\"n2\"", "\"a-second\""},
                                          {"\"main\"", "\"way\""},
                                          {"\"feed\"", "\"motor\""},
                                          {"\"grip\"", "\"z\""},
                                          {"\"glide\"", "\"a\""},
                                          {"\"s1\"", "\"y\""},
                                          {"\"s2\"", "\"b\""},
                                          {"\"bend\"", "\"corner\""},
                                          {"\"steel\"", "\"sheet-metal\""},
                                          {"\"paper\"", "\"stock\""}};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        replace(v, name[i][0], name[i][1]);
    }
    v->sheet = "letter";
}

/* cuts out what begins with `begin` and ends with `end`, and puts it before the end of the model */
static void
move_to_end(struct variant *v, const char *begin, const char *end)
{
    char *from = strstr(v->text, begin);
    must(from != NULL, begin);
    const char *to = strstr(from, end);
    must(to != NULL, end);
    const size_t n = (size_t)(to - from) + strlen(end);
    char *tail = malloc(n + sizeof "\n</model>");
    must(tail != NULL, "memory ran out");
    memcpy(tail, from, n);
    strcpy(tail + n, "\n</model>");
    memmove(from, from + n, strlen(from + n) + 1);
    replace(v, "</model>", tail);
    free(tail);
}

static void
reorder_names(struct variant *v)
{
    move_to_end(v, "<media ", "/>");
    move_to_end(v, "<contact name=\"roll\"", "</contact>");
    move_to_end(v, "<pair media=\"*\" surface=\"rubber\"", "/>");
    move_to_end(v, "<drive ", "</drive>");
    move_to_end(v, "<path ", "</path>");
}

static void
reorder_bodies(struct variant *v)
{
    move_to_end(v, "<channel name=\"tray\"", "/>");
    move_to_end(v, "<channel name=\"bend\"", "/>");
    move_to_end(v, "<nip name=\"n2\"", "/>");
}

static void
add_the_untouched(struct variant *v)
{
    replace(
        v, "</model>",
        "<path name=\"far\" from=\"2 m, 2 m\" heading=\"0 deg\"> <line length=\"100 mm\"/> </path>"
        "<channel name=\"idle\" path=\"far\" from=\"0 mm\" to=\"100 mm\" gap=\"3 mm\" "
        "surface=\"steel\"/>"
        "<sensor name=\"blind\" kind=\"edge\" path=\"far\" at=\"50 mm\"/>"
        "<drive name=\"unused\" speed=\"1 m/s\"/> </model>");
}

static void
sample_often(struct variant *v)
{
    replace(v, "sample=\"5 ms\"", "sample=\"0.7 ms\"");
}

static void
stand_in_instances(struct variant *v)
{
    move_to_end(v, "<nip name=\"n2\"", "/>");
    move_to_end(v, "<nip name=\"n3\"", "/>");
    replace(v, "<nip name=\"n1\" path=\"main\" at=\"0 mm\"",
            "<assembly name=\"station\"> <nip name=\"nip\" at=\"0 mm\"");
    replace(v, "</nip>",
            "</nip> </assembly> <instance name=\"n1\" assembly=\"station\" path=\"main\" at=\"0 "
            "mm\"/>");
    replace(v, "<nip name=\"n2\" path=\"main\" at=\"150 mm\" like=\"n1\"/>",
            "<instance name=\"n2\" assembly=\"station\" path=\"main\" at=\"150 mm\"/>");
    replace(v, "<nip name=\"n3\" path=\"main\" at=\"{out}\" like=\"n1\"/>",
            "<instance name=\"n3\" assembly=\"station\" path=\"main\" at=\"{out}\"/>");
}

static void
compute(struct variant *v)
{
    replace(v, "load=\"{load}\"", "load=\"{0.5 * load + load / 2}\"");
    replace(v, "at=\"150 mm\"", "at=\"{2 * 75 mm}\"");
}

static void
put_into_house_form(struct variant *v)
{
    char *text;
    size_t n;
    must(quire_format(&text, &n, v->text, strlen(v->text), "model.xml", NULL) == QUIRE_OK,
         "quire_format() fails");
    free(v->text);
    v->text = strdup(text);
    quire_free(text);
}

static void
sum_in_order(struct variant *v)
{
    v->options.vectors = "serial";
}

static void
go_on_longer(struct variant *v)
{
    replace(v, "{passed / speed + 20 ms}", "{passed / speed + 70 ms}");
}

/* all masses and all forces: the same motion, and doubling is exact */
static void
double_masses_and_forces(struct variant *v)
{
    scale(v, "grammage", 2);
    scale(v, "modulus", 2);
    scale(v, "load", 2);
    replace(v, "rate=\"500 N/m\"", "rate=\"1000 N/m\" damping=\"2 N*s/m\"");
    replace(v, "\"20 g\"", "\"40 g\"");
    replace(v, "\"1e-6 kg*m^2\"", "\"2e-6 kg*m^2\"");
    replace(v, "force=\"8 N\"", "force=\"16 N\"");
    replace(v, "\"2e8 N*s/m^2.5\"", "\"4e8 N*s/m^2.5\"");
    replace(v, "\"1e8 N*s/m^2.5\"", "\"2e8 N*s/m^2.5\"");
    replace(v, "\"2e5 N/m^1.3\"", "\"4e5 N/m^1.3\"");
    replace(v, "\"0.5 N*s/m\"", "\"1 N*s/m\"");
}

/* the element of the text at *at, behind which *at comes to stand; NULL at the end of the model */
static char *
next_element(const char **at)
{
    const char *begin = *at + strspn(*at, " \t\r\n"), *p = begin;
    int depth = 0;
    while (strncmp(begin, "<!--", 4) == 0) {
        begin = strstr(begin, "-->") + 3;
        begin += strspn(begin, " \t\r\n");
        p = begin;
    }
    if (strncmp(begin, "</", 2) == 0) {
        return NULL;
    }
    do {
        const char *tag = p + strcspn(p, "<"), *end = strncmp(tag, "<!--", 4) == 0
                                                          ? strstr(tag, "-->") + 2
                                                          : tag + strcspn(tag, ">");
        must(*end == '>', "a model ends within an element");
        depth += tag[1] == '!' ? 0 : tag[1] == '/' ? -1 : end[-1] == '/' ? 0 : 1;
        p = end + 1;
    } while (depth > 0);
    *at = p;
    return strndup(begin, (size_t)(p - begin));
}

/* all elements of the model but its parameters and settings, drawn in another order */
static void
reorder(struct variant *v)
{
    const char *at = strstr(v->text, "<model");
    char *element[200], *text = malloc(2 * strlen(v->text) + 1);
    size_t n = 0, kept = 0;
    struct draw draw = {.seed = 17, .model = (uint32_t)strlen(v->text)};
    must(at != NULL && text != NULL, "<model");
    at += strcspn(at, ">") + 1;
    const size_t head = (size_t)(at - v->text);
    for (; n < 200 && (element[n] = next_element(&at)) != NULL; n++) {
        kept +=
            strncmp(element[n], "<parameters", 11) == 0 || strncmp(element[n], "<settings", 9) == 0;
    }
    must(kept <= 2 && n < 200, "a template with other beginnings");
    for (size_t i = n; i-- > kept + 1;) {
        const size_t k = kept + (size_t)draw_even(&draw, 0, (double)(i - kept + 1));
        char *swap = element[i];
        element[i] = element[k];
        element[k] = swap;
    }
    memcpy(text, v->text, head);
    text[head] = '\0';
    for (size_t i = 0; i < n; i++) {
        strcat(strcat(text, element[i]), "\n");
        free(element[i]);
    }
    strcat(text, at);
    free(v->text);
    v->text = text;
}

/* ---- to the error of a run ---- */

static void
set_gravity(struct variant *v, double x, double y)
{
    char text[120];
    snprintf(text, sizeof text, "<settings> <gravity vector=\"%.17g m/s^2, %.17g m/s^2\"/>", x, y);
    replace(v, "<settings>", text);
}

static void
move(struct variant *v)
{
    replace(v, "from=\"0 mm, 0 mm\"", "from=\"137 mm, -211 mm\"");
}

static void
move_back(double *x, double *y)
{
    *x -= 0.137;
    *y += 0.211;
}

static void
turn(struct variant *v)
{
    char heading[60];
    snprintf(heading, sizeof heading, "heading=\"%.17g rad\"", TURN);
    replace(v, "heading=\"0 deg\"", heading);
    set_gravity(v, GRAVITY * sin(TURN), -GRAVITY * cos(TURN));
}

static void
turn_back(double *x, double *y)
{
    const double u = *x * cos(TURN) + *y * sin(TURN);
    *y = *y * cos(TURN) - *x * sin(TURN);
    *x = u;
}

static void
mirror(struct variant *v)
{
    for (size_t i = 0; i < v->settings.n; i++) {
        if (strcmp(v->settings.at[i].name, "turn") == 0) {
            v->settings.at[i].value =
                strcmp(v->settings.at[i].value, "left") == 0 ? "right" : "left";
        }
    }
    scale(v, "curl", -1);
    set_gravity(v, 0, GRAVITY);
    replace(v, "<driver ", "<driver side=\"left\" ");
}

static void
mirror_back(double *x, double *y)
{
    (void)x;
    *y = -*y;
}

static void
change_units(struct variant *v)
{
    static const char *const unit[][2] = {
        {"\"180 mm\"", "\"0.18 m\""},         {"gap=\"3 mm\"", "gap=\"0.3 cm\""},
        {"\"20 g\"", "\"0.02 kg\""},          {"\"500 N/m\"", "\"0.5 N/mm\""},
        {"\"297 mm\"", "\"29.7 cm\""},        {"\"210 mm\"", "\"0.21 m\""},
        {"\"1e-6 kg*m^2\"", "\"10 g*cm^2\""}, {"\"2e8 N*s/m^2.5\"", "\"200 MN*s/m^2.5\""},
        {"\"150 mm\"", "\"1.5 dm\""},         {"\"160 Hz\"", "\"9600 1/min\""},
        {"\"1 mm/s\"", "\"0.06 m/min\""},     {"\"10 mm\"", "\"0.01 m\""}};
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        replace(v, unit[i][0], unit[i][1]);
    }
}

static struct relation relations[] = {
    {.name = "run again", .exact = true, .change = leave},
    {.name = "other names", .exact = true, .change = rename_all},
    {.name = "media, contacts, pairs, drives and paths in another order",
     .exact = true,
     .change = reorder_names},
    {.name = "channels and nips in another order", .exact = true, .change = reorder_bodies},
    {.name = "all elements in another order", .exact = true, .change = reorder},
    {.name = "what is never touched, beside it", .exact = true, .change = add_the_untouched},
    {.name = "sampled more often", .exact = true, .change = sample_often},
    {.name = "nips as instances of an assembly", .exact = true, .change = stand_in_instances},
    {.name = "values by expressions", .exact = true, .change = compute},
    {.name = "in house form", .exact = true, .change = put_into_house_form},
    {.name = "vectors of another sort", .exact = true, .change = sum_in_order},
    {.name = "masses and forces doubled", .change = double_masses_and_forces},
    {.name = "a later end", .exact = true, .without_end = true, .change = go_on_longer},
    {.name = "moved", .change = move, .back = move_back},
    {.name = "turned, with gravity", .change = turn, .back = turn_back},
    {.name = "mirrored, with gravity and curl", .change = mirror, .back = mirror_back},
    {.name = "other units", .exact = true, .change = change_units},
};
static struct relation errors; /* distances of runs from those with a tenth of the tolerance */
#define RELATIONS (sizeof relations / sizeof *relations)

/* ---- runs ---- */

static void
take_events(struct outcome_of_run *out, const quire_run *run)
{
    for (size_t i = 0; i < quire_run_event_count(run) && out->n_event < MOST_EVENTS; i++) {
        const quire_run_event event = quire_run_event_at(run, i);
        if (strcmp(event.kind, "sensor") == 0) {
            out->event[out->n_event++] = event.time;
        }
        out->jammed = out->jammed || strcmp(event.kind, "jam") == 0 ||
                      (strcmp(event.kind, "check") == 0 && strstr(event.detail, "jam") != NULL);
    }
}

static void
run(struct outcome_of_run *out, struct variant *v)
{
    quire_model *model = NULL;
    quire_run *run = NULL;
    *out = (struct outcome_of_run){0};
    if (quire_model_parse(&model, v->text, strlen(v->text), "model.xml", v->settings.at,
                          v->settings.n, NULL) == QUIRE_OK &&
        quire_run_create(&run, model, &v->options, NULL) == QUIRE_OK &&
        quire_run_execute(run, NULL) == QUIRE_OK) {
        out->ran = true;
        out->jammed = quire_run_verdict(run) == QUIRE_VERDICT_FAILED;
        take_events(out, run);
        out->n_node = quire_run_nodes(run, v->sheet, out->x, out->y, MOST_NODES);
        out->end = quire_run_row_count(run) > 0
                       ? quire_run_value(run, quire_run_row_count(run) - 1, 0)
                       : 0;
        out->steps = quire_run_figure(run, "solver.steps");
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- comparison ---- */

struct distance {
    bool same_course;   /* the same signals, of the same sheet */
    double time, place; /* largest [s], [m] */
};

static struct distance
compare(const struct outcome_of_run *a, const struct outcome_of_run *b, const struct relation *r)
{
    struct distance d = {.same_course = a->ran == b->ran && a->n_node == b->n_node};
    /* what happens later is nobody's business */
    d.same_course =
        d.same_course && (r->without_end ? a->n_event <= b->n_event
                                         : a->jammed == b->jammed && a->n_event == b->n_event);
    d.same_course = d.same_course && (a->n_event == b->n_event || b->event[a->n_event] > a->end);
    for (size_t i = 0; d.same_course && i < a->n_event; i++) {
        d.time = fmax(d.time, fabs(a->event[i] - b->event[i]));
    }
    for (size_t i = 0; d.same_course && i < a->n_node && !r->without_end; i++) {
        double x = b->x[i], y = b->y[i];
        if (r->back != NULL) {
            r->back(&x, &y);
        }
        d.place = fmax(d.place, hypot(a->x[i] - x, a->y[i] - y));
    }
    return d;
}

static void
judge_exact(struct relation *r, unsigned number, const struct outcome_of_run *plain,
            const struct outcome_of_run *other)
{
    const struct distance d = compare(plain, other, r);

    r->n++;
    if (d.same_course && d.time == 0 && d.place == 0 &&
        (r->without_end || plain->steps == other->steps)) {
        return;
    }
    if (r->broken++ < SHOWN) {
        printf("model %u, %s: %s by %.3g s, %.3g m, %g steps instead of %g\n", number, r->name,
               d.same_course ? "differs" : "takes another course", d.time, d.place, other->steps,
               plain->steps);
    }
}

/* distances of many models; another course is as far as can be */
static void
add_distance(struct relation *r, struct distance d)
{
    r->time[r->n] = d.same_course ? d.time : (double)INFINITY;
    r->place[r->n] = d.same_course ? d.place : (double)INFINITY;
    r->n++;
}

static int
by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double
part_of_all(double *values, size_t n, double part)
{
    qsort(values, n, sizeof *values, by_size);
    return n > 0 ? values[(size_t)(part * (double)(n - 1) + 0.5)] : 0;
}

static void
judge_all(struct relation *r, struct relation *accuracies)
{
    static const double part[] = {0.5, 0.9};

    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const double time = part_of_all(r->time, r->n, part[k]),
                     place = part_of_all(r->place, r->n, part[k]);
        const double time_error = 2 * part_of_all(accuracies->time, accuracies->n, part[k]),
                     place_error = 2 * part_of_all(accuracies->place, accuracies->n, part[k]);
        printf("%-58s %g %% of %zu models: %.2g of %.2g us, %.2g of %.2g um\n",
               k == 0 ? r->name : "", 100 * part[k], r->n, 1e6 * time, 1e6 * time_error,
               1e6 * place, 1e6 * place_error);
        r->broken += k == 0 && r->n >= LEAST_MODELS && (time > time_error || place > place_error);
    }
}

static char *
read_template(void)
{
    const char *root = getenv("QUIRE_SRCDIR");
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/scan/models/%s", root != NULL ? root : ".",
             robustness_scan.model);
    FILE *f = fopen(path, "rb");
    must(f != NULL, path);
    char *text = calloc(1, 65536);
    must(text != NULL && fread(text, 1, 65535, f) > 0, path);
    fclose(f);
    return text;
}

/* the model as it is drawn; the settings point into themselves */
static void
begin(struct variant *v, const char *text, const struct row *row)
{
    *v = (struct variant){.text = strdup(text),
                          .sheet = "page",
                          .settings = row->settings,
                          .options = quire_run_options_default()};
    must(v->text != NULL, "memory ran out");
    for (size_t i = 0; i < v->settings.n; i++) {
        if (row->settings.at[i].value == row->settings.text[i]) {
            v->settings.at[i].value = v->settings.text[i];
        }
    }
}

static void
try_model(const char *text, unsigned seed, unsigned number)
{
    static struct outcome_of_run plain, closer, other;
    struct row row = {.model = number};
    struct variant v;

    robustness_scan.draw(&row, (struct draw){.seed = seed, .model = number});
    begin(&v, text, &row);
    run(&plain, &v);
    replace(&v, "accuracy=\"standard\"", "accuracy=\"standard\" position-tolerance=\"" TENTH "\"");
    run(&closer, &v);
    free(v.text);
    const struct distance error = compare(&plain, &closer, &relations[0]);
    const bool known = error.same_course && plain.ran && !plain.jammed;
    if (known) {
        add_distance(&errors, error);
    }
    for (size_t i = 0; i < RELATIONS; i++) {
        struct relation *r = &relations[i];
        if (r->exact || known) {
            begin(&v, text, &row);
            r->change(&v);
            run(&other, &v);
            free(v.text);
            if (r->exact) {
                judge_exact(r, number, &plain, &other);
            } else {
                add_distance(r, compare(&plain, &other, r));
            }
        }
    }
}

int
main(int argc, char **argv)
{
    if (argc != 3 || !draw_works()) {
        fputs("usage: relations SEED MODELS\n", stderr);
        return 2;
    }
    char *text = read_template();
    const unsigned seed = (unsigned)strtoul(argv[1], NULL, 10),
                   models = (unsigned)strtoul(argv[2], NULL, 10);
    must(models <= MOST_MODELS, "so many models are not foreseen");
    size_t broken = 0;
    for (unsigned i = 0; i < models; i++) {
        try_model(text, seed, i);
    }
    for (size_t i = 0; i < RELATIONS; i++) {
        struct relation *r = &relations[i];
        if (r->exact) {
            printf("%-58s to the bit in %zu of %zu models\n", r->name, r->n - r->broken, r->n);
        } else {
            judge_all(r, &errors);
        }
        broken += r->broken;
    }
    free(text);
    return broken == 0 ? 0 : 1;
}
