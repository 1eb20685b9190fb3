/* All that the library offers runs on a thread's stack of 128 kB, as the headers promise: models as
 * deep, and formulas as long, as they may be. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <quire/compare.h>
#include <quire/convert.h>
#include <quire/describe.h>
#include <quire/drawing.h>
#include <quire/explain.h>
#include <quire/import.h>
#include <quire/law.h>
#include <quire/report.h>
#include <quire/rewrite.h>
#include <quire/run.h>

#include "text/text.h"

#define STACK ((size_t)128 * 1024)

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true /* which makes frames several times as large */
#else
#define SANITIZED false
#endif

static quire_diag *diag;

static void *
stand(void *work)
{
    ((void (*)(void))work)();
    return NULL;
}

/* on a thread with that stack; one that is too small ends the test by a signal */
static void
on_small_stack(void (*work)(void))
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (SANITIZED) {
        cr_skip_test("sanitizers need more stack");
    }
    diag = quire_diag_create();
    cr_assert_eq(pthread_attr_init(&attributes), 0);
    cr_assert_eq(pthread_attr_setstacksize(&attributes, STACK), 0);
    cr_assert_eq(pthread_create(&thread, &attributes, stand, (void *)work), 0);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    quire_diag_destroy(diag);
}

static const char *
source(char path[1000], const char *name)
{
    snprintf(path, 1000, "%s/%s", getenv("QUIRE_SRCDIR"), name);
    return path;
}

/* ---- runs, and what comes after them ---- */

static const char *const samples[] = {
    "a4-turn",     "two-nips-skew", "crowned-roller", "soft-ball",         "soft-roller",
    "thrown-dice", "sprung-flap",   "duplex",         "separation-roller", "registration-stop",
    "dog-ear",     "vacuum-belt",   "droop",          "card-stock"};

static quire_run *
run_sample(const char *name, const char *directory, int columns)
{
    char part[200], path[1000];
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();
    snprintf(part, sizeof part, "samples/%s/%s.xml", name, name);
    setenv("QUIRE_LIBRARY_PATH", source(path, "models"), 1);
    cr_assert_eq(quire_model_load(&model, source(path, part), NULL, 0, diag), QUIRE_OK, "%s", name);
    cr_assert_eq(quire_model_check(model, diag), QUIRE_OK, "%s", name);
    options.end_time = 0.02;
    options.directory = directory;
    options.force = true;
    options.columns = columns;
    options.motion = columns > 0 ? "spatial" : NULL;
    if (quire_run_create(&run, model, &options, diag) == QUIRE_OK) { /* not all can be in space */
        (void)quire_run_execute(run, diag);                          /* whatever comes of it */
    }
    return run; /* the model goes with the process */
}

static void
run_all(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        quire_run *run = run_sample(samples[i], NULL, 0);
        cr_expect_not_null(run, "%s", samples[i]);
        quire_run_destroy(run);
    }
    for (int columns = 2; columns <= 9; columns += columns == 3 ? 2 : columns == 5 ? 4 : 1) {
        quire_run_destroy(run_sample("a4-turn", NULL, columns));
    }
}

Test(small_stack, runs)
{
    setenv("QUIRE_LIBRARY_PATH", "../models", 0);
    on_small_stack(run_all);
}

static void
look_at_results(void)
{
    char folder[200], output[300], *text = NULL;
    const char *directory = folder;
    bool same = false, found = false;
    quire_comparison *comparison = NULL;
    quire_margin_options margin = quire_margin_options_default();
    snprintf(folder, sizeof folder, "%s/small-stack-%ld.run", getenv("QUIRE_WORK"), (long)getpid());
    snprintf(output, sizeof output, "%s.html", folder);
    quire_run_destroy(run_sample("a4-turn", folder, 0));
    cr_expect_eq(quire_verify(folder, &same, &text, NULL, NULL, diag), QUIRE_OK);
    cr_expect(same, "%s", text);
    quire_free(text);
    cr_expect_eq(quire_report_write(&directory, 1, output, diag), QUIRE_OK);
    cr_expect_eq(quire_compare_folders(&comparison, folder, folder, NULL, diag), QUIRE_OK);
    quire_comparison_destroy(comparison);
    for (const char *const *format = quire_convert_formats(); *format != NULL; format++) {
        cr_expect_eq(quire_convert(folder, *format, NULL, NULL, diag), QUIRE_OK, "%s", *format);
    }
    (void)quire_explain(folder, true, &text, diag);
    quire_free(text);
    margin.parameter = "nip_load";
    (void)quire_explain_margin(folder, &margin, false, &found, &text, diag);
    quire_free(text);
}

Test(small_stack, results)
{
    on_small_stack(look_at_results);
}

/* ---- texts ---- */

static void
describe_all(void)
{
    char *text = NULL;
    cr_expect_eq(quire_describe_schema(&text), QUIRE_OK);
    quire_free(text);
    cr_expect_eq(quire_describe_reference(&text), QUIRE_OK);
    quire_free(text);
    static const char *const words[] = {NULL,    "units", "problems", "model",
                                        "sheet", "law",   "library"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        cr_expect_eq(quire_describe(&text, words[i], NULL, diag), QUIRE_OK);
        quire_free(text);
    }
}

Test(small_stack, descriptions)
{
    on_small_stack(describe_all);
}

static void
try_laws(void)
{
    static const char table[] = "penetration [mm],force [N]\n0.01,1\n0.02,2.8\n0.03,5.2\n0.04,8\n";
    static const char mtt[] = "parameter,value,unit\nToolkit,MTT3D,\nContact,a,\nStiffness "
                              "Coefficient,1,\nFriction Coefficient,0.2,\n";
    const quire_setting stiffness = {"stiffness", "1e7 N/m^1.5"};
    const quire_fit_data data = {.csv = table, .size = sizeof table - 1, .file_name = "t.csv"};
    quire_law *law = NULL;
    quire_impact hit;
    quire_fit *fit = NULL;
    char *text = NULL;
    cr_assert_eq(quire_law_create(&law, "mtt-indentation", &stiffness, 1, diag), QUIRE_OK);
    cr_expect_eq(quire_law_impact(law, 1e-3, 1.0, &hit), QUIRE_OK);
    cr_expect_eq(quire_law_points(law, "penetration,rate\n1e-5,0\n", 24, "p.csv", &text, diag),
                 QUIRE_OK);
    quire_free(text);
    quire_law_destroy(law);
    cr_expect_eq(quire_law_fit(&fit, "mtt-indentation", NULL, 0, NULL, 0, &data, diag), QUIRE_OK);
    quire_fit_destroy(fit);
    cr_expect_eq(quire_import_mtt(&text, mtt, sizeof mtt - 1, "m.csv", diag), QUIRE_OK);
    quire_free(text);
}

Test(small_stack, laws)
{
    on_small_stack(try_laws);
}

/* ---- as deep and long as can be ---- */

static void
read_text(const struct quire_text *text)
{
    quire_model *model = NULL;
    char *out = NULL;
    size_t size = 0;
    /* whatever is said of it */
    (void)quire_model_parse(&model, text->data, text->size, "deep.xml", NULL, 0, diag);
    quire_model_destroy(model);
    (void)quire_format(&out, &size, text->data, text->size, "deep.xml", diag);
    quire_free(out);
    (void)quire_upgrade(&out, &size, 0, text->data, text->size, "deep.xml", diag);
    quire_free(out);
}

static void
repeat(struct quire_text *text, const char *what, int n)
{
    for (int i = 0; i < n; i++) {
        quire_text_format(text, what, i, i + 1);
    }
}

static void
read_deep(void)
{
    struct quire_text text = {0};
    /* elements within each other, of which none belongs there */
    quire_text_add(&text, "<model version=\"1\" name=\"m\">");
    repeat(&text, "<sheet name=\"s%d\">", 62);
    for (int i = 0; i < 62; i++) {
        quire_text_add(&text, "</sheet>");
    }
    quire_text_add(&text, "</model>");
    read_text(&text);
    quire_text_clear(&text);

    quire_text_add(&text, "<model version=\"1\" name=\"m\"><user-data>"); /* that are passed over */
    repeat(&text, "<a%d>", 61);
    for (int i = 60; i >= 0; i--) {
        quire_text_format(&text, "</a%d>", i);
    }
    quire_text_add(&text, "</user-data></model>");
    read_text(&text);
    quire_text_clear(&text);

    /* each like the next; assemblies within each other */
    quire_text_add(&text, "<model version=\"1\" name=\"m\">");
    repeat(&text, "<drive name=\"d%d\" like=\"d%d\"/>", 63);
    quire_text_add(&text, "<drive name=\"d63\" speed=\"1 m/s\"/>");
    repeat(&text, "<assembly name=\"a%d\"><instance name=\"i\" assembly=\"a%d\"/></assembly>", 14);
    quire_text_add(&text, "<assembly name=\"a14\"><sensor name=\"s\" kind=\"edge\" path=\"p\" "
                          "at=\"1 mm\"/></assembly><instance name=\"i\" assembly=\"a0\"/></model>");
    read_text(&text);
    quire_text_clear(&text);
}

Test(small_stack, depth)
{
    on_small_stack(read_deep);
}

static void
read_long(void)
{
    static const char *const before[] = {"(", "-", "2^", "1 + (", "sqrt(", "1 > 2 ? 1 : "};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        struct quire_text text = {0};
        quire_text_add(
            &text, "<model version=\"1\" name=\"m\"><parameters><parameter name=\"a\" value=\"{");
        repeat(&text, before[k], 5000);
        quire_text_add(&text, "1}\"/></parameters></model>");
        read_text(&text);
        quire_text_clear(&text);
        quire_text_add(&text, "<model version=\"1\" name=\"m\"><rule name=\"r\" when=\"");
        repeat(&text, k == 1 ? "not " : before[k], 5000);
        quire_text_add(&text, "time &gt; 1 s\"><say text=\"x\"/></rule></model>");
        read_text(&text);
        quire_text_clear(&text);
    }
}

Test(small_stack, formulas)
{
    on_small_stack(read_long);
}

/* ---- drawings ---- */

static void
draw(void)
{
    char path[1000], output[300];
    quire_model *model = NULL;
    snprintf(output, sizeof output, "%s/small-stack-%ld.drawing", getenv("QUIRE_WORK"),
             (long)getpid());
    cr_assert_eq(
        quire_model_load(&model, source(path, "samples/drawn-path/drawn-path.xml"), NULL, 0, diag),
        QUIRE_OK);
    for (const char *const *format = quire_drawing_formats(); *format != NULL; format++) {
        cr_expect_eq(quire_drawing_export(model, *format, output, diag), QUIRE_OK, "%s", *format);
    }
    quire_model_destroy(model);
    unlink(output);
}

Test(small_stack, drawings)
{
    on_small_stack(draw);
}
