/* quire calibrate: parameters of a model fitted to measurements. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "calibrate/report.h"
#include "doe/verbs.h"
#include "doe/web.h"
#include "report/page.h"
#include "text/number.h"

enum { RUNS = DOE_OPTION_LAST, STARTS, NO_PROFILE, NO_ADVICE, CONFIDENCE, ANYWAY, FORCE };

#define NOT_DETERMINED 1 /* exit code: an unknown is open, or the model does not fit */

struct arguments {
    struct doe_arguments common;
    struct doe_fit_options fit;
    bool force;
};

/* ---- the folder ---- */

/* "folder/drives.xml" -> "drives.calibration" */
static char *
default_folder(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const size_t length = strlen(name),
                 n = length > 4 && strcmp(name + length - 4, ".xml") == 0 ? length - 4 : length;
    struct quire_text text = {0};

    quire_text_add_bytes(&text, name, n);
    quire_text_add(&text, ".calibration");
    return cli_need(quire_text_take(&text));
}

static char *
file_in(const char *folder, const char *name)
{
    struct quire_text text = {0};

    quire_text_format(&text, "%s/%s", folder, name);
    return cli_need(quire_text_take(&text));
}

/* nothing is run for results that could not be kept */
static quire_status
may_write(const struct arguments *a, const char *file, quire_diag *diag)
{
    const struct quire_place at = {file, 0, 0};

    return a->force || access(file, F_OK) != 0
               ? QUIRE_OK
               : quire_diag_error(diag, "E-FILE", at, NULL, "--force overwrites it",
                                  "the file is there already");
}

static quire_status
write_results(const struct doe_fit *fit, const char *folder, const char *json_file,
              const char *page_file, quire_diag *diag)
{
    const struct quire_page_parts parts = {{doe_calibrate_style, doe_calibrate_style_size},
                                           {doe_calibrate_body, doe_calibrate_body_size},
                                           {doe_calibrate_script, doe_calibrate_script_size},
                                           NULL};
    struct quire_text json = {0}, page = {0};

    doe_fit_json(&json, fit);
    quire_page_write(&page, &parts, fit->of->params->name, &json);
    quire_status status = json.failed || page.failed ? quire_diag_memory_error(diag) : QUIRE_OK;
    if (status == QUIRE_OK && mkdir(folder, 0777) != 0 && access(folder, W_OK) != 0) {
        status = quire_diag_file_error(diag, folder, "cannot be made", 0);
    }
    if (status == QUIRE_OK) {
        status = quire_file_save(page_file, page.data, page.size, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_file_save(json_file, json.data, json.size, diag);
    }
    quire_text_clear(&json);
    quire_text_clear(&page);
    return status;
}

/* ---- what is printed ---- */

static void
print_lines(const struct quire_text *text)
{
    char *copy = cli_need(strdup(doe_need_text(text)));

    for (char *line = copy, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        cli_say(stdout, "", line, "\n");
    }
    free(copy);
}

static void
print_fit(const struct arguments *a, const struct doe_fit *fit, const char *file)
{
    struct quire_text text = {0}, elements = {0};

    if (a->common.json) {
        doe_fit_json(&text, fit);
        fputs(doe_need_text(&text), stdout);
    } else if (!a->common.quiet) {
        doe_fit_text(&text, fit);
        doe_fit_write_elements(&elements, fit);
        print_lines(&text);
        fputs("paste into the model:\n", stdout);
        print_lines(&elements);
        cli_say(stdout, "report: ", file, "\n");
    }
    quire_text_clear(&text);
    quire_text_clear(&elements);
}

/* ---- the verb ---- */

static void
warn_of_starts(const struct doe_calibration *c, quire_diag *diag)
{
    for (size_t j = 0; j < c->n_unknown; j++) {
        const struct doe_unknown *u = &c->unknown[j];
        char text[DOE_CALIBRATION_TEXT];
        if (u->outside) {
            quire_diag_warning(diag, "W-MODEL", u->object->place, NULL, NULL,
                               "the model's own value of '%s' is outside the range: the search "
                               "begins at %s",
                               u->name, doe_unknown_text(u, u->start, 6, text));
        }
    }
}

static quire_status
calibrate(const struct arguments *a, const char *folder, quire_diag *diag, bool *good)
{
    struct doe_calibration c = {0};
    struct doe_fit fit = {0};
    char *file = file_in(folder, "result.json"), *page = file_in(folder, "report.html");
    quire_status status = may_write(a, file, diag);

    if (status == QUIRE_OK) {
        status = doe_calibration_load(&c, a->common.study, diag);
    }
    if (status == QUIRE_OK) {
        warn_of_starts(&c, diag);
        status = doe_fit_make(&fit, &c, &a->fit, diag);
    }
    if (status == QUIRE_OK) {
        status = write_results(&fit, folder, file, page, diag);
    }
    if (status == QUIRE_OK) {
        print_fit(a, &fit, page);
        *good = doe_fit_is_good(&fit);
    }
    doe_fit_clear(&fit);
    fflush(stdout);
    cli_print_problems(diag, false, status);
    doe_calibration_clear(&c);
    free(file);
    free(page);
    return status;
}

static bool
take_option(const struct cli_verb *verb, void *self, int c)
{
    struct arguments *a = self;
    uint64_t n = 0;

    switch (c) {
    case RUNS: return doe_take_count(verb, "--runs", optarg, 1, 1000000000, &a->fit.runs);
    case STARTS:
        if (!doe_take_count(verb, "--starts", optarg, 1, DOE_SEARCH_STARTS, &n)) {
            return false;
        }
        a->fit.starts = (size_t)n;
        return true;
    case NO_PROFILE: a->fit.profile = false; return true;
    case NO_ADVICE: a->fit.advise = false; return true;
    case ANYWAY: a->fit.anyway = true; return true;
    case FORCE: a->force = true; return true;
    case CONFIDENCE: return cli_take_quantity("--confidence", optarg, "", &a->fit.confidence);
    case 'o': a->common.output = optarg; return true;
    case 'f': return cli_take_format(optarg, &a->common.json);
    default: return false;
    }
}

static int
work(struct arguments *a)
{
    quire_diag *diag = cli_need(quire_diag_create());
    char *made = a->common.output == NULL ? default_folder(a->common.study) : NULL;
    bool good = false;

    a->fit.pool = a->common.job.pool;
    a->fit.stop_fd = cli_wait_for_signals();
    quire_status status = a->fit.stop_fd >= 0 ? QUIRE_OK : QUIRE_ERROR_INTERNAL;
    if (status == QUIRE_OK) {
        status = calibrate(a, made != NULL ? made : a->common.output, diag, &good);
    }
    quire_diag_destroy(diag);
    free(made);
    cli_raise_signal();
    return status == QUIRE_OK && !good ? NOT_DETERMINED : (int)status;
}

int
doe_verb_calibrate(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"runs", required_argument, NULL, RUNS},
                                            {"starts", required_argument, NULL, STARTS},
                                            {"no-profile", no_argument, NULL, NO_PROFILE},
                                            {"no-advice", no_argument, NULL, NO_ADVICE},
                                            {"confidence", required_argument, NULL, CONFIDENCE},
                                            {"anyway", no_argument, NULL, ANYWAY},
                                            {"output", required_argument, NULL, 'o'},
                                            {"force", no_argument, NULL, FORCE},
                                            {"format", required_argument, NULL, 'f'},
                                            DOE_WORKER_OPTIONS,
                                            DOE_PLAIN_OPTIONS};
    struct arguments a = {
        .common = doe_arguments_default(),
        .fit = {.runs = 3000, .starts = 4, .confidence = 0.95, .profile = true, .advise = true}};
    a.common.what = "calibration file";
    int code = doe_parse(verb, &a.common, options, take_option, &a, argc, argv);

    if (code < 0 && !(a.fit.confidence > 0 && a.fit.confidence < 1)) {
        char value[QUIRE_NUMBER_SIZE];
        code = cli_usage_error(verb, "--confidence is a share between 0 and 1, not",
                               quire_number_write(value, a.fit.confidence));
    }
    if (code < 0) {
        code = work(&a);
    }
    doe_arguments_clear(&a.common);
    return code;
}
