/* Error bars as a table to read, and within summary.json. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "review/error_bars.h"

/* ---- the table ---- */

/* a value and its bar, lengths in millimetres */
static void
add_value(struct quire_text *out, double value, double bar, const char *unit)
{
    const bool length = strcmp(unit, "m") == 0;
    const double factor = length ? 1e3 : 1;
    const char *shown = length ? "mm" : unit;

    quire_text_format(out, "%.7g", factor * value);
    if (isinf(bar)) {
        quire_text_add(out, " +- ?");
    } else {
        quire_text_format(out, " +- %.2g", factor * bar);
    }
    quire_text_add(out, shown[0] != '\0' ? " " : "");
    quire_text_add(out, shown);
}

static void
add_name(struct quire_text *out, const char *name, size_t width)
{
    const size_t before = out->size;
    quire_text_add(out, "  ");
    quire_text_visible(out, name);
    while (out->size < before + width + 4 && !out->failed) {
        quire_text_add_char(out, ' ');
    }
}

static void
add_limit(struct quire_text *out, double limit, const char *before, const char *unit)
{
    if (isfinite(limit)) {
        const bool length = strcmp(unit, "m") == 0;
        quire_text_format(out, "%s%.5g %s", before, length ? 1e3 * limit : limit,
                          length ? "mm" : unit);
    }
}

static void
add_check(struct quire_text *out, const struct quire_bar_row *row, size_t width)
{
    add_name(out, row->name, width);
    quire_text_add(out, row->verdict);
    if (isfinite(row->value)) {
        quire_text_add(out, ", ");
        add_value(out, row->value, row->bar, row->unit);
        add_limit(out, row->lowest, ", at least ", row->unit);
        add_limit(out, row->highest, ", at most ", row->unit);
    }
    if (row->other != NULL) {
        quire_text_format(out, ": NOT RESOLVED, %s in another run", row->other);
    } else if (row->unresolved) {
        quire_text_add(out, ": NOT RESOLVED, within the error bar");
    }
    quire_text_add(out, "\n");
}

static size_t
widest(const struct quire_bar_row *row, size_t n)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t width = strlen(row[i].name);
        most = width > most ? width : most;
    }
    return most;
}

static void
add_runs(struct quire_text *out, const struct quire_error_bars *self)
{
    quire_text_format(out, "error bars of %zu runs: tolerance of positions, segments\n",
                      self->n_run);
    for (size_t i = 0; i < self->n_run; i++) {
        const struct quire_bar_run *run = self->run + i;
        quire_text_format(out, "  %.3g um, ", 1e6 * run->tolerance);
        if (run->refinement > 1) {
            quire_text_format(out, "%d times as many", run->refinement);
        } else {
            quire_text_add(out, "as the model says");
        }
        if (run->summary != NULL) {
            const char *verdict = json_string_value(json_object_get(run->summary, "verdict"));
            quire_text_format(out, ": %s\n", verdict != NULL ? verdict : "-");
        } else {
            quire_text_add(out, ": failed to come to its end: ");
            quire_text_visible(out, run->failure);
            quire_text_add(out, "\n");
        }
    }
}

static void
write_text(struct quire_error_bars *self)
{
    struct quire_text *out = &self->text;
    const size_t of_checks = widest(self->check, self->n_check),
                 of_figures = widest(self->figure, self->n_figure);

    add_runs(out, self);
    quire_text_add(out, self->n_check > 0 ? "checks\n" : "");
    for (size_t i = 0; i < self->n_check; i++) {
        add_check(out, self->check + i, of_checks);
    }
    quire_text_add(out, self->n_figure > 0 ? "figures\n" : "");
    for (size_t i = 0; i < self->n_figure; i++) {
        const struct quire_bar_row *row = self->figure + i;
        add_name(out, row->name, of_figures);
        add_value(out, row->value, row->bar, row->unit);
        quire_text_add(out, "\n");
    }
    quire_text_format(out, "with error bars: %s", quire_verdict_text(self->verdict));
    if (self->reason[0] != '\0') {
        quire_text_add(out, ": not resolved: ");
        quire_text_visible(out, self->reason);
    }
    quire_text_add(out, "\n");
}

/* ---- in the summary ---- */

static void
write_runs(struct quire_json *json, const struct quire_error_bars *self)
{
    quire_json_open(json, "runs", '[', false);
    for (size_t i = 0; i < self->n_run; i++) {
        const struct quire_bar_run *run = self->run + i;
        quire_json_open(json, NULL, '{', true);
        quire_json_number(json, "position-tolerance", run->tolerance);
        quire_json_integer(json, "refinement", run->refinement);
        quire_json_string(json, "verdict",
                          run->summary != NULL
                              ? json_string_value(json_object_get(run->summary, "verdict"))
                              : quire_verdict_text(QUIRE_VERDICT_NONE));
        quire_json_string(json, "failure", run->summary == NULL ? run->failure : NULL);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
write_row(struct quire_json *json, const struct quire_bar_row *row)
{
    quire_json_number(json, "value", row->value);
    quire_json_number(json, "bar", row->bar);
    quire_json_string(json, "unit", row->unit);
}

static void
write_bars(struct quire_json *json, const struct quire_error_bars *self)
{
    quire_json_open(json, "error-bars", '{', false);
    quire_json_string(json, "verdict", quire_verdict_text(self->verdict));
    quire_json_bool(json, "resolved", self->reason[0] == '\0');
    quire_json_string(json, "reason", self->reason[0] != '\0' ? self->reason : NULL);
    write_runs(json, self);
    quire_json_open(json, "checks", '[', false);
    for (size_t i = 0; i < self->n_check; i++) {
        const struct quire_bar_row *row = self->check + i;
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "name", row->name);
        quire_json_string(json, "verdict", row->verdict);
        quire_json_bool(json, "resolved", !row->unresolved);
        write_row(json, row);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
    quire_json_open(json, "figures", '{', false);
    for (size_t i = 0; i < self->n_figure; i++) {
        quire_json_open(json, self->figure[i].name, '{', true);
        write_row(json, self->figure + i);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '{');
    quire_json_close(json, '{');
}

/* the document is one object: the member becomes its last */
static void
write_summary(struct quire_error_bars *self, const char *summary)
{
    const char *end = strrchr(summary, '}');
    struct quire_json json = {.text = &self->summary, .depth = 1, .filled = {true}};

    if (end == NULL) {
        self->summary.failed = true;
        return;
    }
    while (end > summary && end[-1] == '\n') {
        end--;
    }
    quire_text_add_bytes(&self->summary, summary, (size_t)(end - summary));
    write_bars(&json, self);
    quire_json_close(&json, '{');
    quire_text_add(&self->summary, "\n");
}

void
quire_error_bars_write(struct quire_error_bars *self, const char *summary)
{
    write_text(self);
    write_summary(self, summary);
}
