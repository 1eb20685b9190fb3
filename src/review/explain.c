/* The story of a run, from its summary alone. */
#include <quire/describe.h>
#include <quire/explain.h>

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/json_read.h"
#include "kind/event.h"
#include "model/quantity.h"
#include "result/manifest.h"
#include "summary/summary_checks.h"
#include "summary/verdict_text.h"
#include "summary/why_read.h"
#include "text/amount.h"

#define SCHEMA     "quire-explanation-1"
#define MOST_LINES 60 /* of what happened; the rest is in events.csv */

static bool
is(const json_t *object, const char *key, const char *word)
{
    const char *text = quire_json_text_of(object, key);
    return text != NULL && strcmp(text, word) == 0;
}

/* What a file that others wrote may lack. */
static const char *
text_or_unknown(const json_t *object, const char *key)
{
    const char *text = quire_json_text_of(object, key);
    return text != NULL ? text : "?";
}

/* ---- what happened ---- */

/* "page " or "the sheet " */
static void
add_sheet(struct quire_text *out, const json_t *event)
{
    const char *sheet = quire_json_text_of(event, "sheet");
    quire_text_visible(out, sheet != NULL ? sheet : "the sheet");
    quire_text_add(out, " ");
}

static void
add_quoted(struct quire_text *out, const json_t *event, const char *key)
{
    quire_text_add(out, "'");
    quire_text_visible(out, text_or_unknown(event, key));
    quire_text_add(out, "'");
}

static void
add_lead(struct quire_text *out, const json_t *event)
{
    const double path = quire_json_number_of(event, "path");
    if (isfinite(path)) {
        quire_text_format(out, ", leading edge at %s mm", QUIRE_AMOUNT_PLACE(path));
    }
}

static void
add_signal(struct quire_text *out, const json_t *event)
{
    const double speed = quire_json_number_of(event, "value");
    const bool leaves = is(event, "signal", "trail") || is(event, "signal", "free");
    add_sheet(out, event);
    quire_text_add(out, leaves ? "leaves sensor " : "comes to sensor ");
    add_quoted(out, event, "source");
    if (!is(event, "signal", "trail") && !is(event, "signal", "lead")) {
        quire_text_add(out, " (");
        quire_text_visible(out, text_or_unknown(event, "signal"));
        quire_text_add(out, ")");
    }
    if (isfinite(speed)) {
        quire_text_format(out, " at %s mm/s", QUIRE_AMOUNT(1e3 * speed));
    }
}

static void
add_nip(struct quire_text *out, const json_t *event)
{
    const bool entry = is(event, "kind", "nip-entry");
    add_sheet(out, event);
    quire_text_add(out, entry ? "enters nip " : "leaves nip ");
    add_quoted(out, event, "source");
    if (entry && isfinite(quire_json_number_of(event, "value"))) {
        quire_text_format(out, ", its edge at %.0f deg to the path",
                          quire_json_number_of(event, "value") * 180 / 3.14159265358979323846);
    }
}

static void
add_drive(struct quire_text *out, const json_t *event)
{
    quire_text_add(out, "drive ");
    add_quoted(out, event, "source");
    quire_text_add(out, " is set to ");
    for (int i = QUIRE_DRIVE_NONE + 1; i < QUIRE_DRIVE_GIVEN; i++) {
        if (is(event, "signal", quire_drive_attribute[i])) {
            quire_lines_add_quantity(out, quire_json_number_of(event, "value"),
                                     quire_drive_unit[i]);
            quire_text_format(out, " (%s)", quire_drive_attribute[i]);
            return;
        }
    }
    quire_text_add(out, QUIRE_AMOUNT(quire_json_number_of(event, "value")));
}

static void
add_rule(struct quire_text *out, const json_t *event)
{
    quire_text_add(out, "rule ");
    add_quoted(out, event, "source");
    quire_text_add(out, " acts");
    if (quire_json_text_of(event, "detail") != NULL) {
        quire_text_add(out, ": ");
        if (quire_json_text_of(event, "signal") != NULL) {
            quire_text_visible(out, quire_json_text_of(event, "signal"));
            quire_text_add(out, " ");
        }
        quire_text_visible(out, quire_json_text_of(event, "detail"));
    }
}

/* The sort of what a sign was seen at: events have its name alone, the checks that tell the sign
 * have both. NULL: none tells it. */
static const char *
sort_of_symptom(const json_t *summary, const json_t *event)
{
    const json_t *checks = json_object_get(summary, "checks");

    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *signs =
            json_object_get(json_object_get(json_array_get(checks, i), "why"), "signs");
        for (size_t k = 0; k < json_array_size(signs); k++) {
            struct quire_symptom symptom;
            if (quire_symptom_read(&symptom, json_array_get(signs, k)) && symptom.name != NULL &&
                is(event, "signal", quire_symptom_word(symptom.kind)) &&
                is(event, "source", symptom.name)) {
                return symptom.sort;
            }
        }
    }
    return NULL;
}

static void
add_symptom(struct quire_text *out, const json_t *summary, const json_t *event)
{
    const char *name = quire_json_text_of(event, "source");
    struct quire_symptom symptom = {.name = name,
                                    .sort = sort_of_symptom(summary, event),
                                    .value = quire_json_number_of(event, "value")};

    if (!quire_symptom_find(&symptom.kind, quire_json_text_of(event, "signal"))) {
        return;
    }
    static const bool needs_name[QUIRE_SYMPTOM_KINDS] = {
        [QUIRE_SYMPTOM_STEEP] = true, [QUIRE_SYMPTOM_SLIP] = true,    [QUIRE_SYMPTOM_SPEEDS] = true,
        [QUIRE_SYMPTOM_DELAY] = true, [QUIRE_SYMPTOM_CARRIED] = true, [QUIRE_SYMPTOM_OFF] = true,
        [QUIRE_SYMPTOM_AHEAD] = true, [QUIRE_SYMPTOM_COMMAND] = true,
    };
    if (!needs_name[symptom.kind] || name != NULL) {
        add_sheet(out, event);
        quire_text_add(out, "- ");
        quire_story_add_symptom(out, &symptom);
    }
}

/* One event as a sentence; nothing for one that tells no story. */
static void
add_event(struct quire_text *out, const json_t *summary, const json_t *event)
{
    if (is(event, "kind", "sensor")) {
        add_signal(out, event);
    } else if (is(event, "kind", "nip-entry") || is(event, "kind", "nip-exit")) {
        add_nip(out, event);
    } else if (is(event, "kind", "touch")) {
        add_sheet(out, event);
        quire_text_add(out, "touches ");
        add_quoted(out, event, "source");
        quire_text_add(out, " for the first time");
        add_lead(out, event);
    } else if (is(event, "kind", "enter")) {
        add_sheet(out, event);
        quire_text_add(out, "enters the machine");
        add_lead(out, event);
    } else if (is(event, "kind", "blocked")) {
        add_sheet(out, event);
        quire_text_add(out, "cannot enter: ");
        add_quoted(out, event, "source");
        quire_text_add(out, " still lies there");
    } else if (is(event, "kind", "release")) {
        add_sheet(out, event);
        quire_text_format(out, "is released at its %s",
                          quire_edge_name(is(event, "signal", "lead")));
    } else if (is(event, "kind", "drive")) {
        add_drive(out, event);
    } else if (is(event, "kind", "rule")) {
        add_rule(out, event);
    } else if (is(event, "kind", "sign")) {
        add_symptom(out, summary, event);
    } else if (is(event, "kind", "verdict") && is(event, "detail", "failed")) {
        add_sheet(out, event);
        quire_text_add(out, "fails the check ");
        add_quoted(out, event, "source");
        add_lead(out, event);
    } else if (is(event, "kind", "verdict") && is(event, "detail", "suspected")) {
        add_sheet(out, event);
        const double depth = quire_json_number_of(event, "value");
        quire_text_add(out, "is suspected to have gone through ");
        add_quoted(out, event, "signal");
        if (depth >= QUIRE_CROSSED_DEPTH) {
            quire_text_format(out, ", %s mm inside", QUIRE_AMOUNT(1e3 * depth));
        }
    } else if (is(event, "kind", "stop")) {
        quire_text_add(out, "the run is stopped by ");
        add_quoted(out, event, "source");
    }
}

/* Calls `add` for the events that tell a story, until `most`; returns how many were left out. */
static size_t
each_event(const json_t *summary, size_t most,
           void (*add)(void *user, const json_t *event, const char *sentence), void *user)
{
    const json_t *events = json_object_get(summary, "events");
    size_t told = 0, left = (size_t)json_integer_value(json_object_get(summary, "events-left-out"));
    for (size_t i = 0; i < json_array_size(events); i++) {
        struct quire_text sentence = {0};
        const json_t *event = json_array_get(events, i);
        add_event(&sentence, summary, event);
        if (sentence.size > 0 && told++ < most) {
            add(user, event, sentence.data);
        } else {
            left += sentence.size > 0;
        }
        quire_text_clear(&sentence);
    }
    return left;
}

/* ---- to read ---- */

static void
add_line(void *user, const json_t *event, const char *sentence)
{
    struct quire_text *out = user;
    quire_text_format(out, "  %8.4f s  %s\n", quire_json_number_of(event, "time"), sentence);
}

static bool
failed(const json_t *check)
{
    return is(check, "verdict", "failed");
}

static void
add_failures(struct quire_text *out, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks");
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        if (!failed(check)) {
            continue;
        }
        const struct quire_why why = quire_why_read(check);
        quire_text_visible(out, text_or_unknown(check, "name"));
        quire_text_format(
            out, " failed at %s s: ", QUIRE_AMOUNT_TIME(quire_json_number_of(check, "time")));
        quire_text_visible(out, quire_json_text_of(check, "cause") != NULL
                                    ? quire_json_text_of(check, "cause")
                                    : "");
        quire_text_add(out, "\n");
        quire_story_add_why(out, &why, "  ");
    }
}

/* what makes values of checks doubtful, whether they failed or not */
static void
add_notes(struct quire_text *out, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks");
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        if (quire_json_text_of(check, "note") != NULL) {
            quire_text_add(out, "note on ");
            quire_text_visible(out, text_or_unknown(check, "name"));
            quire_text_add(out, ": ");
            quire_text_visible(out, quire_json_text_of(check, "note"));
            quire_text_add(out, "\n");
        }
    }
}

static double
number_or_nan(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* The check that has least left, of those that have a limit. */
static void
add_tightest(struct quire_text *out, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks"), *tight = NULL;
    double least = HUGE_VAL;
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        const double share =
            quire_json_number_of(check, "margin") / fabs(quire_json_number_of(check, "limit"));
        if (is(check, "verdict", "passed") && share < least) {
            least = share;
            tight = check;
        }
    }
    if (tight != NULL) {
        const char *unit = quire_json_text_of(tight, "unit");
        const json_t *allowed = json_object_get(tight, "allowed");
        quire_text_add(out, "nearest to its limit: ");
        quire_text_visible(out, text_or_unknown(tight, "name"));
        quire_text_add(out, ", ");
        quire_lines_add_quantity(out, quire_json_number_of(tight, "value"), unit);
        quire_text_add(out, ", allowed ");
        quire_lines_add_allowed(out, number_or_nan(json_array_get(allowed, 0)),
                                number_or_nan(json_array_get(allowed, 1)), unit);
        quire_text_add(out, ", passed by ");
        quire_lines_add_quantity(out, quire_json_number_of(tight, "margin"), unit);
        quire_text_add(out, "\n");
    }
}

static void
add_parameters(struct quire_text *out, const json_t *summary, const char *directory)
{
    json_t *parameters = json_object_get(json_object_get(summary, "manifest"), "parameters"),
           *value;
    const char *name, *first = NULL;
    json_object_foreach(parameters, name, value)
    {
        quire_text_add(out, first == NULL ? "parameters: " : ", ");
        quire_text_visible(out, name);
        first = first == NULL ? name : first;
    }
    if (first != NULL) {
        quire_text_add(out, "\nhow far from another verdict: quire explain ");
        quire_text_visible(out, directory);
        quire_text_add(out, " --margin NAME\n");
    }
}

static void
add_story(struct quire_text *out, const json_t *summary, const char *directory)
{
    const json_t *end = json_object_get(summary, "end"),
                 *model = json_object_get(json_object_get(summary, "manifest"), "model");
    quire_text_visible(out, text_or_unknown(model, "name"));
    quire_text_add(out, ": ");
    quire_text_visible(out, text_or_unknown(summary, "verdict"));
    quire_text_format(out, ", ended at %.6g s by ", quire_json_number_of(end, "time"));
    quire_text_visible(out, text_or_unknown(end, "reason"));
    const char *diagnosis = quire_json_text_of(json_object_get(summary, "diagnosis"), "text");
    if (diagnosis != NULL) {
        quire_text_add(out, ": ");
        quire_text_visible(out, diagnosis);
    }
    quire_text_add(out, "\nwhat happened:\n");
    const size_t left = each_event(summary, MOST_LINES, add_line, out);
    if (left > 0) {
        quire_text_format(out, "  and %zu more events, in events.csv\n", left);
    }
    add_failures(out, summary);
    add_tightest(out, summary);
    add_notes(out, summary);
    add_parameters(out, summary, directory);
}

/* ---- for programs ---- */

static void
write_event(void *user, const json_t *event, const char *sentence)
{
    struct quire_json *json = user;
    quire_json_open(json, NULL, '{', true);
    quire_json_number(json, "time", quire_json_number_of(event, "time"));
    quire_json_string(json, "kind", quire_json_text_of(event, "kind"));
    quire_json_string(json, "sheet", quire_json_text_of(event, "sheet"));
    quire_json_string(json, "text", sentence);
    quire_json_close(json, '{');
}

static void
write_failure(struct quire_json *json, const json_t *check)
{
    const struct quire_why why = quire_why_read(check);
    struct quire_text told = {0};
    quire_story_add_why(&told, &why, "");
    quire_json_open(json, NULL, '{', true);
    quire_json_string(json, "check", quire_json_text_of(check, "name"));
    quire_json_string(json, "kind", quire_json_text_of(check, "kind"));
    quire_json_string(json, "sheet", quire_json_text_of(check, "sheet"));
    quire_json_number(json, "time", quire_json_number_of(check, "time"));
    quire_json_number(json, "path", quire_json_number_of(check, "path"));
    quire_json_string(json, "place", quire_json_text_of(check, "place"));
    quire_json_string(json, "mechanism", quire_mechanism_word(why.mechanism));
    quire_json_string(json, "object", why.name);
    quire_json_number(json, "first-sign", why.n_symptom > 0 ? why.symptom[0].time : (double)NAN);
    quire_json_string(json, "cause", quire_json_text_of(check, "cause"));
    quire_json_string(json, "text", told.data);
    quire_json_close(json, '{');
    quire_text_clear(&told);
}

static void
write_story(struct quire_text *out, const json_t *summary)
{
    const json_t *checks = json_object_get(summary, "checks");
    struct quire_json json = {.text = out};
    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", SCHEMA);
    quire_json_string(
        &json, "model",
        quire_json_text_of(json_object_get(json_object_get(summary, "manifest"), "model"), "name"));
    quire_json_string(&json, "verdict", quire_json_text_of(summary, "verdict"));
    quire_json_number(&json, "end", quire_json_number_of(json_object_get(summary, "end"), "time"));
    quire_json_open(&json, "story", '[', false);
    const size_t left = each_event(summary, (size_t)-1, write_event, &json);
    quire_json_close(&json, '[');
    quire_json_integer(&json, "events-left-out", (long)left);
    quire_json_open(&json, "failures", '[', false);
    for (size_t i = 0; i < json_array_size(checks); i++) {
        if (failed(json_array_get(checks, i))) {
            write_failure(&json, json_array_get(checks, i));
        }
    }
    quire_json_close(&json, '[');
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}

quire_status
quire_explain(const char *directory, bool as_json, char **text, quire_diag *diag)
{
    if (directory == NULL || text == NULL) {
        if (text != NULL) {
            *text = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_manifest manifest;
    struct quire_text out = {0};
    *text = NULL;
    const quire_status status = quire_manifest_load(&manifest, directory, diag);
    if (status != QUIRE_OK) {
        return status;
    }
    json_t *summary =
        quire_json_read(manifest.summary, strlen(manifest.summary), JSON_REJECT_DUPLICATES, NULL);
    if (summary != NULL && as_json) {
        write_story(&out, summary);
    } else if (summary != NULL) {
        add_story(&out, summary, directory);
    }
    json_decref(summary);
    quire_manifest_clear(&manifest);
    *text = quire_text_take(&out);
    return *text != NULL && **text != '\0' ? QUIRE_OK : quire_diag_memory_error(diag);
}
