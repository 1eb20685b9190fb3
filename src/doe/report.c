/* quire doe report */
#include <string.h>

#include "analysis/json/analysis_json.h"
#include "base/diag.h"
#include "base/file.h"
#include "doe/verbs.h"
#include "doe/web.h"
#include "jobs/measured.h"
#include "predict/conclusion.h"
#include "report/page.h"

#define SHOWN_SETTINGS 10     /* on the terminal */
#define SHOWN_COLUMNS  40     /* of each model */
#define SHOWN_RUNS     5000   /* in the analysis: more make its readers slow */
#define LEAST_RUNS     100    /* on a page */
#define PAGE_DATA      750000 /* bytes of a page's data, which itself takes 200 kB: together 1 MB */

static void
write_page(struct quire_text *out, const struct quire_analysis *analysis)
{
    const struct quire_page_parts parts = {{doe_web_style, doe_web_style_size},
                                           {doe_web_body, doe_web_body_size},
                                           {doe_web_script, doe_web_script_size},
                                           NULL};
    struct quire_text data = {0};

    quire_analysis_json(&data, analysis, SHOWN_RUNS);
    for (size_t most = SHOWN_RUNS / 2; data.size > PAGE_DATA && most >= LEAST_RUNS; most /= 2) {
        quire_text_clear(&data);
        quire_analysis_json(&data, analysis, most);
    }
    quire_page_write(out, &parts, analysis->runs->name, &data);
    quire_text_clear(&data);
}

static quire_status
save(const char *path, const struct quire_text *text, quire_diag *diag)
{
    struct quire_output out;
    quire_status status = quire_output_open(&out, path, diag);

    if (status == QUIRE_OK) {
        fwrite(text->data, 1, text->size, out.stream);
        status = quire_output_close(&out, diag);
        quire_output_abandon(&out);
    }
    return status;
}

/* What stands first on the page, for those who have the terminal only. */
static void
tell(const struct quire_analysis *analysis, const struct quire_text *more, const char *path)
{
    struct quire_text text = {0};

    text.failed = !quire_conclude(&text, analysis);
    quire_analysis_sentence(&text, analysis);
    quire_text_add(&text, "\n");
    quire_analysis_settings(&text, analysis, SHOWN_SETTINGS);
    if (more != NULL) {
        quire_text_add(&text, doe_need_text(more));
    }
    quire_analysis_warnings(&text, analysis);
    if (path != NULL) {
        quire_text_format(&text, "report: %s\n", path);
    }
    doe_need_text(&text);
    for (char *line = text.data, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        cli_say(stdout, "", line, "\n");
    }
    quire_text_clear(&text);
}

quire_status
doe_write_analysis(const struct doe_arguments *a, const struct quire_analysis *analysis,
                   const char *path, const struct quire_text *more, quire_diag *diag)
{
    struct quire_text text = {0};
    quire_status status = doe_may_write(a, diag);
    const bool printed = doe_is_stdout(a) || (a->output == NULL && path == NULL && a->json);

    if (status != QUIRE_OK) {
        return status;
    }
    path = a->output != NULL ? a->output : path;
    if (a->json) {
        quire_analysis_json(&text, analysis, SHOWN_RUNS);
    } else if (path != NULL) {
        write_page(&text, analysis);
    }
    if (text.failed) {
        status = quire_diag_memory_error(diag);
    } else if (printed) {
        fwrite(text.data, 1, text.size, stdout);
    } else if (path != NULL) {
        status = save(path, &text, diag);
    }
    if (status == QUIRE_OK && !a->quiet && !printed) {
        tell(analysis, more, path);
    }
    quire_text_clear(&text);
    return status;
}

static int
report(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user)
{
    struct doe_store *store = NULL;
    struct doe_runs runs = {0};
    struct quire_analysis analysis = {0};
    struct quire_text path = {0}, notes = {0};
    quire_status status = doe_store_open(&store, a->directory, work, &doe_as_it_is, diag);

    (void)user;
    if (status == QUIRE_OK) {
        status = doe_gather(&runs, work, store, diag);
    }
    doe_store_close(store); /* a coordinator may wait for it */
    if (status == QUIRE_OK) {
        status = doe_compare_measured(&runs, work, a->directory, DOE_CONFIDENCE, diag);
    }
    if (status == QUIRE_OK && !quire_analyse(&analysis, &runs.of, DOE_CONFIDENCE)) {
        status = quire_diag_memory_error(diag);
    }
    if (status == QUIRE_OK) {
        quire_analysis_models(&notes, &analysis, SHOWN_COLUMNS);
        quire_analysis_mixed(&notes, &analysis);
        quire_text_format(&path, "%s/%s", a->directory, a->json ? "analysis.json" : "report.html");
        quire_analysis_agreement(&notes, &runs.of);
        status = path.failed ? quire_diag_memory_error(diag)
                             : doe_write_analysis(a, &analysis, path.data, &notes, diag);
    }
    quire_text_clear(&notes);
    quire_text_clear(&path);
    quire_analysis_clear(&analysis);
    doe_runs_clear(&runs);
    return (int)status;
}

int
doe_verb_report(const struct cli_verb *verb, int argc, char **argv)
{
    return doe_write_verb(verb, "html", report, argc, argv);
}
