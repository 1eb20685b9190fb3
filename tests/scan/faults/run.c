/* One run: its verdict, and its record without any check. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "faults.h"

#define PATIENCE 20.0  /* processor time after which a run is given up [s] */
#define AT_LEAD  0.012 /* what presses so near the leading edge may hold it by its slope [m] */
#define LAST     10    /* rows over which forces are averaged */

/* ---- the verdict ---- */

static void
look_for_stubs(struct verdict *v, const quire_model *model)
{
    quire_diag *diag = quire_diag_create();
    quire_model_check(model, diag);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        v->warned = v->warned || strcmp(quire_diag_get(diag, i)->code, "W-STUB") == 0;
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
read_verdict(struct verdict *v, const json_t *summary)
{
    size_t i;
    json_t *check;
    const json_t *first = NULL;
    double earliest = HUGE_VAL;

    keep(v->word, sizeof v->word, summary, "verdict");
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
    keep(v->cause, sizeof v->cause, why, "mechanism");
    keep(v->object, sizeof v->object, why, "name");
    keep(v->check, sizeof v->check, first, "kind");
    v->time = first != NULL ? earliest : (double)NAN;
    v->sign = sign != NULL ? json_number_value(json_object_get(sign, "time")) : (double)NAN;
}

/* ---- the record ---- */

/* The column of this name, without its unit; as many as there are columns if there is none. */
static size_t
find_column(const quire_run *run, const char *object, const char *what)
{
    const size_t n = quire_run_column_count(run);
    char name[128];
    const int length = snprintf(name, sizeof name, "%s.%s", object, what);

    for (size_t c = 0; c < n; c++) {
        const char *of = quire_run_column_name(run, c);
        if (strncmp(of, name, (size_t)length) == 0 && (of[length] == '\0' || of[length] == ' ')) {
            return c;
        }
    }
    return n;
}

static double
value(const quire_run *run, size_t row, size_t column)
{
    return column < quire_run_column_count(run) ? quire_run_value(run, row, column) : (double)NAN;
}

static double *
copy_column(const quire_run *run, double *to, const char *object, const char *what)
{
    const size_t rows = quire_run_row_count(run), c = find_column(run, object, what);
    for (size_t i = 0; i < rows; i++) {
        to[i] = value(run, i, c);
    }
    return to + rows;
}

/* The object of a column that ends so, or "". */
static void
object_of(char to[64], const char *column, const char *ending)
{
    const char *end = strchr(column, ' ');
    const size_t n = end != NULL ? (size_t)(end - column) : strlen(column), e = strlen(ending);

    to[0] = '\0';
    if (n > e && n - e < 64 && strncmp(column + n - e, ending, e) == 0) {
        snprintf(to, 64, "%.*s", (int)(n - e), column);
    }
}

/* Force with which an object holds against the feed, averaged over the last rows: friction of
 * rollers that is against it; drag of guides, and what they press where the leading edge is. */
static double
holding(const quire_run *run, const char *object, const struct record *r)
{
    const size_t drag = find_column(run, object, "drag"), x = find_column(run, object, "x"),
                 y = find_column(run, object, "y"), normal = find_column(run, object, "normal"),
                 friction = find_column(run, object, "friction"),
                 columns = quire_run_column_count(run);
    const size_t from = r->rows > LAST ? r->rows - LAST : 0;
    double sum = 0;

    for (size_t i = from; i < r->rows; i++) {
        const double push = value(run, i, friction), hold = value(run, i, drag);
        sum += isfinite(push) && push < 0 ? -push : 0;
        sum += isfinite(hold) ? fabs(hold) : 0;
        for (size_t c = 0; c < columns && drag < columns; c++) {
            char sheet[64];
            object_of(sheet, quire_run_column_name(run, c), ".lead.x");
            if (sheet[0] != '\0') {
                const double away =
                    hypot(value(run, i, x) - value(run, i, c),
                          value(run, i, y) - value(run, i, find_column(run, sheet, "lead.y")));
                sum += away < AT_LEAD ? value(run, i, normal) : 0;
            }
        }
    }
    return sum / (double)(r->rows - from);
}

static void
read_record(struct record *r, const quire_run *run, bool turned)
{
    const size_t columns = quire_run_column_count(run);
    double most = 0.01, *lead, *trail, *height, *yaw;

    *r = (struct record){.rows = quire_run_row_count(run)};
    for (size_t c = 0; c < columns; c++) {
        char object[64];
        object_of(object, quire_run_column_name(run, c), ".lead.path");
        r->sheets += object[0] != '\0';
    }
    if (r->rows == 0 || r->sheets == 0) {
        r->rows = r->sheets = 0;
        return;
    }
    r->time = malloc(r->rows * sizeof *r->time);
    lead = r->lead = malloc(r->rows * r->sheets * sizeof *lead);
    trail = r->trail = malloc(r->rows * r->sheets * sizeof *trail);
    height = r->height = malloc(r->rows * r->sheets * sizeof *height);
    yaw = r->yaw = malloc(r->rows * r->sheets * sizeof *yaw);
    if (!r->time || !lead || !trail || !height || !yaw) {
        abort();
    }
    for (size_t i = 0; i < r->rows; i++) {
        r->time[i] = quire_run_value(run, i, 0);
    }
    for (size_t c = 0; c < columns; c++) {
        char object[64];
        object_of(object, quire_run_column_name(run, c), ".lead.path");
        if (object[0] != '\0') {
            lead = copy_column(run, lead, object, turned ? "trail.x" : "lead.path");
            trail = copy_column(run, trail, object, turned ? "lead.x" : "trail.path");
            height = copy_column(run, height, object, turned ? "trail.y" : "lead.height");
            yaw = copy_column(run, yaw, object, "yaw");
        }
        object_of(object, quire_run_column_name(run, c), ".normal");
        const double hold = object[0] != '\0' ? holding(run, object, r) : 0;
        if (hold > most) {
            most = hold;
            snprintf(r->holder, sizeof r->holder, "%s", object);
        }
    }
}

void
free_record(struct record *record)
{
    free(record->time);
    free(record->lead);
    free(record->trail);
    free(record->height);
    free(record->yaw);
    *record = (struct record){0};
}

void
run_machine(const struct machine *m, size_t n, bool halt, struct verdict *v, struct record *record)
{
    const char *root = getenv("QUIRE_SRCDIR");
    quire_diag *diag = quire_diag_create();
    quire_model *model = NULL;
    quire_run *run = NULL;
    quire_run_options options = quire_run_options_default();
    struct settings s = m->settings;
    char file[1024];

    /* texts are the copy's own */
    for (size_t i = 0; i < n; i++) {
        s.at[i].value = s.text[i];
    }
    s.n = n;
    if (!halt) {
        set_word(&s, "halt", "no");
    }
    options.time_limit = PATIENCE;
    *v = (struct verdict){.time = (double)NAN, .sign = (double)NAN};
    snprintf(v->word, sizeof v->word, "refused");
    snprintf(file, sizeof file, "%s/tests/scan/models/%s", root != NULL ? root : ".",
             m->layout->model);
    if (quire_model_load(&model, file, s.at, s.n, diag) == QUIRE_OK) {
        look_for_stubs(v, model);
        if (quire_run_create(&run, model, &options, diag) == QUIRE_OK) {
            v->ended = quire_run_execute(run, diag) == QUIRE_OK;
            v->passed = quire_run_passed(run);
            v->failed = quire_run_verdict(run) == QUIRE_VERDICT_FAILED;
            json_t *summary = json_loads(quire_run_summary_json(run), 0, NULL);
            read_verdict(v, summary);
            json_decref(summary);
            if (record != NULL) {
                read_record(record, run, m->layout->turned);
            }
        }
    }
    if (!v->ended) {
        for (size_t i = 0; i < quire_diag_count(diag); i++) {
            const char *code = quire_diag_get(diag, i)->code;
            if (code[0] == 'E') {
                snprintf(v->check, sizeof v->check, "%s", code);
            }
        }
    }
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}
