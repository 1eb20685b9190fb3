#include "live/child.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <quire/describe.h>
#include <quire/rewrite.h>
#include <quire/run.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/json.h"
#include "catalog/catalog.h"
#include "formula/expression.h"
#include "kind/value.h"
#include "live/handles.h"
#include "live/range.h"
#include "model/object.h"
#include "model/parameter.h"
#include "record/record.h"
#include "report/memory.h"
#include "report/motion.h"
#include "result/verdict.h"
#include "review/cures.h"
#include "run/run.h"
#include "text/number.h"
#include "xml/read/read.h"
#include "xml/rewrite/parameters.h"

/* who has the result soon needs no line about a run that goes on [s] */
#define PROGRESS_AFTER 0.15
#define PROGRESS_EVERY 0.05 /* [s] between two of them */

struct child {
    const struct live_order *order;
    int out;
    double started, told; /* [s] */
    double told_time;     /* of the run, up to which its frames are sent [s] */
    double whole;         /* own end of the run [s] */
    const quire_run *run;
    const quire_model *model;
    bool failed;
};

static double
now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

uint64_t
live_print(uint64_t print, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        print = (print ^ byte[i]) * 0x100000001b3u;
    }
    return print;
}

/* ---- the model ---- */

/* The model of the order, with one setting more where `more` is not NULL. Those about attributes
 * are put into the text that is read, as they would be saved; the others are parameters. `built`
 * may be NULL. */
static quire_status
load(quire_model **out, struct quire_built_list *built, const struct live_order *order,
     const quire_setting *more, quire_diag *diag)
{
    char *text = NULL, *edited = NULL;
    size_t size = 0, n = 0, n_edit = 0;
    /* parameters first, then attributes: room for all settings of either sort */
    quire_setting *setting = calloc(2 * (order->n_setting + 1), sizeof *setting);
    quire_setting *edit = setting != NULL ? setting + order->n_setting + 1 : NULL;
    *out = NULL;
    for (size_t i = 0; setting != NULL && i < order->n_setting + (more != NULL); i++) {
        const quire_setting *s = i < order->n_setting ? &order->settings[i] : more;
        *(quire_setting_is_attribute(s) ? &edit[n_edit++] : &setting[n++]) = *s;
    }
    quire_status status = setting != NULL
                              ? quire_file_read(&text, &size, order->model, QUIRE_FILE_LIMIT, diag)
                              : quire_diag_memory_error(diag);
    if (status == QUIRE_OK && n_edit > 0) {
        status =
            quire_parameters_rewrite(&edited, &size, text, size, order->model, edit, n_edit, diag);
    }
    if (status == QUIRE_OK) {
        status =
            quire_xml_load_built(out, built, quire_catalog_all(), edited != NULL ? edited : text,
                                 size, order->model, setting, n, diag);
    }
    quire_free(edited);
    free(text);
    free(setting);
    return status;
}

/* ---- lines ---- */

static void
send_line(struct child *child, struct quire_text *line)
{
    quire_text_add_char(line, '\n');
    child->failed = child->failed || line->failed;
    for (size_t at = 0; at < line->size && !child->failed;) {
        const ssize_t n = write(child->out, line->data + at, line->size - at);
        child->failed = n <= 0;
        at += n > 0 ? (size_t)n : 0;
    }
    quire_text_clear(line);
}

static struct quire_json
begin_line(struct quire_text *text, const char *kind)
{
    struct quire_json json = {.text = text, .compact = true};
    quire_json_open(&json, NULL, '{', true);
    quire_json_string(&json, "kind", kind);
    return json;
}

static void
add_problems(struct quire_json *json, const quire_diag *diag)
{
    static const char *const severity[] = {"note", "warning", "error"};
    quire_json_open(json, "problems", '[', true);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "severity", severity[p->severity]);
        quire_json_string(json, "code", p->code);
        quire_json_string(json, "file", p->file);
        quire_json_integer(json, "line", p->line);
        quire_json_integer(json, "column", p->column);
        quire_json_string(json, "object", p->object);
        quire_json_string(json, "text", p->text);
        quire_json_string(json, "hint", p->hint);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

/* an answer that is nothing but problems, or none */
static void
send_status(struct child *child, const char *kind, quire_status status, const quire_diag *diag)
{
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, kind);
    quire_json_integer(&json, "status", status);
    add_problems(&json, diag);
    quire_json_close(&json, '{');
    send_line(child, &line);
}

/* ---- parameters ---- */

static void
add_choices(struct quire_json *json, const char *list)
{
    char choice[QUIRE_QUANTITY_LIMIT + 1];
    quire_json_open(json, "choices", '[', true);
    while (list != NULL && quire_parameter_next_choice(&list, choice)) {
        quire_json_string(json, NULL, choice);
    }
    quire_json_close(json, '[');
}

/* Of a word that names an object, such as a medium or a path: what else it may name. */
static void
add_names(struct quire_json *json, const struct quire_object *root, const char *word)
{
    const struct quire_object *named = NULL;
    for (size_t i = 0; word != NULL && i < root->n_child && named == NULL; i++) {
        const char *name = root->child[i]->name;
        named = name != NULL && strcmp(name, word) == 0 ? root->child[i] : NULL;
    }
    quire_json_open(json, "names", '[', true);
    for (size_t i = 0; named != NULL && i < root->n_child; i++) {
        const struct quire_object *other = root->child[i];
        const bool alike = strcmp(other->kind->element, named->kind->element) == 0;
        if (alike && other->name != NULL) {
            quire_json_string(json, NULL, other->name);
        }
    }
    quire_json_close(json, '[');
}

static void
add_parameter(struct quire_json *json, const struct quire_object *root,
              const struct live_uses *uses, const struct quire_parameter *p)
{
    struct quire_quantity q;
    char error[200];
    const bool is_number =
        p->value != NULL && quire_quantity_read(&q, p->value, error, sizeof error);
    const char *unit = is_number ? quire_parameter_unit(p->value) : "";
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "name", p->name);
    quire_json_string(json, "value", p->value);
    quire_json_string(json, "doc", p->doc);
    quire_json_bool(json, "number", is_number);
    quire_json_string(json, "unit", unit);
    /* in the unit of the value, so that the page needs to know none */
    const struct live_range range =
        is_number ? live_range_of(uses, p) : (struct live_range){NAN, NAN, NAN, false};
    quire_json_number(json, "low", range.low);
    quire_json_number(json, "high", range.high);
    quire_json_number(json, "step", range.step);
    quire_json_bool(json, "whole", range.whole);
    add_choices(json, p->choices);
    add_names(json, root, is_number ? NULL : p->value);
    quire_json_close(json, '{');
}

static void
add_parameters(struct quire_json *json, const quire_model *model)
{
    struct live_uses uses = {0};
    quire_json_open(json, "parameters", '[', true);
    if (model != NULL) {
        live_uses_read(&uses, model);
        for (size_t i = 0; i < model->n_parameter; i++) {
            const struct quire_parameter *p = &model->parameter[i];
            if (!live_uses_repeats(&uses, p->name)) {
                add_parameter(json, model->root, &uses, p);
            }
        }
        live_uses_clear(&uses);
    }
    quire_json_close(json, '[');
}

static void
look(struct child *child, quire_diag *diag)
{
    const struct live_order *order = child->order;
    quire_model *model = NULL;
    quire_status status = quire_model_load(&model, order->model, NULL, 0, diag);
    if (status == QUIRE_OK && order->n_setting > 0) {
        quire_model *varied = NULL; /* only for its problems */
        status = quire_model_vary(&varied, model, order->settings, order->n_setting, diag);
        quire_model_destroy(varied);
    }
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, "model");
    quire_json_integer(&json, "status", status);
    quire_json_bool(&json, "readable", model != NULL);
    quire_json_string(&json, "name", model != NULL ? quire_model_name(model) : NULL);
    add_problems(&json, diag);
    add_parameters(&json, model);
    quire_json_open(&json, "files", '[', true);
    for (size_t i = 0; model != NULL && i < quire_model_files(model); i++) {
        quire_json_string(&json, NULL, quire_model_file(model, i, NULL));
    }
    quire_json_close(&json, '[');
    quire_json_close(&json, '{');
    send_line(child, &line);
    quire_model_destroy(model);
}

/* ---- runs ---- */

/* What has moved since the last line: frames after that time. */
static void
add_frames(struct quire_json *json, struct child *child)
{
    struct quire_frames fresh = *quire_record_course(quire_run_record(child->run)).frames;
    while (fresh.n > 0 && fresh.time[0] <= child->told_time) {
        fresh.time++;
        fresh.place += fresh.width;
        fresh.n--;
    }
    if (fresh.n > 0) {
        child->told_time = fresh.time[fresh.n - 1];
        quire_motion_write(json, "frames", &fresh, QUIRE_MOTION_ALL);
    }
}

static bool
progress(void *user, double time, double end_time)
{
    struct child *child = user;
    const double clock = now();
    if (clock - child->told >= PROGRESS_EVERY) {
        child->told = clock;
        struct quire_text line = {0};
        struct quire_json json = begin_line(&line, "progress");
        quire_json_number(&json, "time", time);
        quire_json_number(&json, "end", end_time);
        quire_json_number(&json, "whole", child->whole);
        if (child->order->task == LIVE_RUN) {
            add_frames(&json, child);
        }
        quire_json_close(&json, '{');
        send_line(child, &line);
    }
    return !child->failed;
}

/* the time at which it ended before its own end; NaN: it did not */
static double
until_of(const quire_run *run, const struct live_order *order)
{
    return quire_run_ended_early(run) ? order->until : (double)NAN;
}

/* What was set, as numbers in the units of the file: the page knows no units. */
static void
add_numbers(struct quire_json *json, const struct child *child)
{
    const struct live_order *order = child->order;
    struct live_uses uses = {0};
    quire_json_open(json, "numbers", '{', true);
    if (order->n_setting > 0) {
        live_uses_read(&uses, child->model);
    }
    for (size_t i = 0; i < order->n_setting; i++) {
        const char *unit = live_uses_unit(&uses, order->settings[i].name);
        if (unit != NULL) {
            quire_json_number(json, order->settings[i].name,
                              live_in_unit(order->settings[i].value, unit));
        }
    }
    live_uses_clear(&uses);
    quire_json_close(json, '{');
}

static void
send_result(struct child *child, const quire_run *run, quire_status status, quire_diag *diag)
{
    const char *summary = quire_run_summary_json(run);
    const bool shown = summary[0] != '\0';
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, shown ? "result" : "refused");
    if (shown && child->order->task == LIVE_RUN) {
        const quire_status kept =
            quire_memory_write_picture(&json, "report", quire_run_record(run), diag);
        status = status != QUIRE_OK ? status : kept;
    } else if (shown) {
        quire_memory_add_json(&json, "summary", summary);
    }
    quire_json_integer(&json, "status", status);
    quire_json_number(&json, "seconds", now() - child->started);
    quire_json_number(&json, "until", until_of(run, child->order));
    quire_json_number(&json, "whole", child->whole);
    if (child->order->task == LIVE_RUN) {
        add_numbers(&json, child);
    }
    add_problems(&json, diag);
    quire_json_close(&json, '{');
    send_line(child, &line);
}

/* for plots, tables and drags, while the picture is drawn */
static void
send_rest(struct child *child, const quire_run *run, const struct quire_text *handles,
          quire_diag *diag)
{
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, "rest");
    quire_json_string(&json, "model", child->model->text);
    quire_memory_add_json(&json, "handles", handles->data);
    if (quire_memory_write_rest(&json, quire_run_record(run), diag) == QUIRE_OK) {
        quire_json_close(&json, '{');
        send_line(child, &line);
    }
    quire_text_clear(&line);
}

/* There is something to see while the first run goes on. */
static void
send_start(struct child *child, quire_run *run, quire_diag *diag)
{
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, "start");
    if (quire_memory_write_start(&json, "report", quire_run_result(run), quire_run_start_view(run),
                                 diag) == QUIRE_OK) {
        quire_json_string(&json, "model", child->model->text);
        quire_json_close(&json, '{');
        send_line(child, &line);
    }
    quire_text_clear(&line);
}

static void
run(struct child *child, quire_diag *diag)
{
    const struct live_order *order = child->order;
    quire_run_options options = quire_run_options_default();
    quire_model *model = NULL;
    quire_run *run = NULL;
    struct quire_built_list built = {0};
    struct quire_text handles = {0};
    quire_status status = load(&model, &built, order, NULL, diag);
    options.time_limit = order->time_limit;
    options.progress = progress;
    options.user = child;
    child->model = model;
    if (status == QUIRE_OK) {
        status = quire_run_create(&run, model, &options, diag);
    }
    if (status == QUIRE_OK) {
        child->run = run;
        child->whole = quire_run_end_early(run, order->until);
        if (order->task == LIVE_RUN) {
            struct quire_json json = {.text = &handles, .compact = true};
            quire_record_keep_course(quire_run_record(run));
            child->failed =
                !live_handles_write(&json, NULL, &built, model, quire_run_start_view(run)) ||
                handles.failed || child->failed;
        }
        if (order->start) {
            send_start(child, run, diag);
        }
        quire_run_check(run, diag);
        status = quire_run_execute(run, diag);
        send_result(child, run, status, diag);
        if (handles.data != NULL && quire_run_summary_json(run)[0] != '\0') {
            send_rest(child, run, &handles, diag);
        }
    } else {
        send_status(child, "refused", status, diag);
    }
    quire_text_clear(&handles);
    quire_built_clear(&built);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- cures ---- */

/* The file may have changed while the model was read from it. */
static bool
is_as_known(const struct live_order *order)
{
    char *text = NULL;
    size_t size = 0;
    const bool same =
        quire_file_read(&text, &size, order->model, QUIRE_FILE_LIMIT, NULL) == QUIRE_OK &&
        live_print(LIVE_PRINT, text, size) == order->print;
    free(text);
    return same;
}

static void
send_search(void *user, int runs, int most, const char *answer)
{
    struct child *child = user;
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, "search");
    quire_json_integer(&json, "runs", runs);
    quire_json_integer(&json, "most", most);
    if (answer != NULL) {
        quire_memory_add_json(&json, "answer", answer);
    }
    quire_json_close(&json, '{');
    send_line(child, &line);
}

static bool
goes_on(void *user, double time, double end_time)
{
    (void)time;
    (void)end_time;
    return !((const struct child *)user)->failed;
}

/* of a run that has ended */
static void
search_cures(struct child *child, const quire_run *run, quire_diag *diag)
{
    const struct quire_cures_hearing hearing = {child, send_search, child->order->until};
    quire_cures_options options = quire_cures_options_default();
    struct quire_rerun rerun;
    bool found = false;
    char *answer = NULL;
    options.pictures = true;
    options.progress = goes_on;
    options.user = child;
    quire_status status = quire_rerun_take(&rerun, run, child->model, diag);
    if (status == QUIRE_OK) {
        status = quire_cures_search(&rerun, &options, &hearing, true, &found, &answer, diag);
        quire_rerun_close(&rerun);
    }
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, "cures");
    quire_json_integer(&json, "status", status);
    add_problems(&json, diag);
    if (answer != NULL) {
        quire_memory_add_json(&json, "answer", answer);
    }
    quire_json_close(&json, '{');
    send_line(child, &line);
    quire_free(answer);
}

/* The run that failed is repeated: the page that asks has its picture alone. */
static void
cures(struct child *child, quire_diag *diag)
{
    const struct live_order *order = child->order;
    quire_run_options options = quire_run_options_default();
    quire_model *model = NULL;
    quire_run *run = NULL;
    options.time_limit = order->time_limit;
    options.progress = goes_on;
    options.user = child;
    quire_status status =
        quire_model_load(&model, order->model, order->settings, order->n_setting, diag);
    child->model = model;
    if (status == QUIRE_OK) {
        status = quire_run_create(&run, model, &options, diag);
    }
    if (status == QUIRE_OK) {
        quire_run_end_early(run, order->until);
        status = quire_run_execute(run, diag);
    }
    if (status == QUIRE_OK && is_as_known(order)) {
        search_cures(child, run, diag);
    } else if (status == QUIRE_OK) {
        child->failed = true; /* there is no more to say of that file */
    } else {
        send_status(child, "refused", status, diag);
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
}

/* ---- runs for their verdicts ---- */

static void
send_point(struct child *child, const char *value, const quire_run *run)
{
    struct quire_text line = {0};
    struct quire_json json = begin_line(&line, "point");
    const struct quire_check_entry *failed =
        run != NULL ? quire_result_failed(quire_run_result(run)) : NULL;
    quire_json_string(&json, "value", value);
    quire_json_string(&json, "verdict",
                      run != NULL ? quire_verdict_text(quire_run_verdict(run)) : "refused");
    quire_json_number(&json, "until", run != NULL ? until_of(run, child->order) : (double)NAN);
    quire_json_string(&json, "check", failed != NULL ? failed->name : NULL);
    quire_json_close(&json, '{');
    send_line(child, &line);
}

/* with one value more among the settings, which the model may refuse */
static void
probe_value(struct child *child, const char *value)
{
    const struct live_order *order = child->order;
    const quire_setting setting = {.name = order->parameter, .value = value};
    quire_run_options options = quire_run_options_default();
    quire_model *model = NULL;
    quire_run *run = NULL;
    options.time_limit = order->time_limit;
    if (load(&model, NULL, order, &setting, NULL) == QUIRE_OK &&
        quire_run_create(&run, model, &options, NULL) == QUIRE_OK) {
        quire_record_spare_texts(quire_run_record(run));
        quire_run_end_early(run, order->until);
        quire_run_execute(run, NULL);
    }
    if (is_as_known(order)) {
        send_point(child, value, run);
    } else {
        child->failed = true; /* there is no more to say of that file */
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
}

static void
probe(struct child *child)
{
    const struct live_order *order = child->order;
    for (size_t i = 0; i < order->n_value && !child->failed; i++) {
        probe_value(child, order->value[i]);
    }
}

/* ---- saving ---- */

/* Reads the file that may be saved over: `target`, no link any more. One that is not as it was
 * looked at is refused. */
static quire_status
read_unchanged(char **text, size_t *size, const struct live_order *order, const char *target,
               quire_diag *diag)
{
    struct stat st;
    const quire_status status = quire_file_read(text, size, target, QUIRE_FILE_LIMIT, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    return lstat(target, &st) == 0 && S_ISREG(st.st_mode) &&
                   live_print(LIVE_PRINT, *text, *size) == order->print
               ? QUIRE_OK
               : quire_diag_file_error(diag, target, "it has changed and is not written over", 0);
}

static quire_status
rewrite(const struct live_order *order, const char *target, quire_diag *diag)
{
    char *text = NULL, *again = NULL, *edited = NULL;
    size_t size = 0, edited_size = 0;
    quire_status status = read_unchanged(&text, &size, order, target, diag);
    if (status == QUIRE_OK) {
        status = quire_parameters_rewrite(&edited, &edited_size, text, size, order->model,
                                          order->settings, order->n_setting, diag);
    }
    if (status == QUIRE_OK) { /* that took a while */
        status = read_unchanged(&again, &size, order, target, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_rewrite_save(target, edited, edited_size, diag);
    }
    quire_free(edited);
    free(again);
    free(text);
    return status;
}

/* The file gets values only with which it is a model. */
static void
save(struct child *child, quire_diag *diag)
{
    const struct live_order *order = child->order;
    quire_model *model = NULL;
    char *target = realpath(order->model, NULL);
    quire_status status = load(&model, NULL, order, NULL, diag);
    if (status == QUIRE_OK) {
        status = rewrite(order, target != NULL ? target : order->model, diag);
    }
    send_status(child, status == QUIRE_OK ? "saved" : "refused", status, diag);
    free(target);
    quire_model_destroy(model);
}

int
live_child(const struct live_order *order, int out)
{
    struct child child = {.order = order, .out = out, .started = now(), .told_time = -1};
    quire_diag *diag = quire_diag_create();
    if (diag == NULL) {
        return 0;
    }
    /* of the first run of a page there is nothing else to see */
    child.told = child.started + (order->start ? 0 : PROGRESS_AFTER) - PROGRESS_EVERY;
    switch (order->task) {
    case LIVE_LOOK: look(&child, diag); break;
    case LIVE_PROBE: probe(&child); break;
    case LIVE_SAVE: save(&child, diag); break;
    case LIVE_CURES: cures(&child, diag); break;
    default: run(&child, diag); break;
    }
    quire_diag_destroy(diag);
    return !child.failed;
}
