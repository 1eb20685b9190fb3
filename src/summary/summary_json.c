/* summary.json (doc/formats.md). */
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <quire/version.h>

#include "events/event_log.h"
#include "model/kinds_settings.h"
#include "summary/cause_json.h"
#include "summary/slip_list.h"
#include "summary/spatial_only.h"
#include "summary/summary.h"
#include "summary/verdict_text.h"

#define EVENTS_MOST 1000 /* in summary.json; events.csv has them all */

static const char *
verdict_word(enum quire_check_verdict verdict)
{
    return verdict == QUIRE_PASSED   ? "passed"
           : verdict == QUIRE_FAILED ? "failed"
                                     : "not evaluated";
}

static const char *
kind_word(enum quire_run_kind kind)
{
    return kind == QUIRE_RUN_EQUILIBRIUM ? "equilibrium"
           : kind == QUIRE_RUN_MODES     ? "modes"
                                         : "transient";
}

static const char *
end_word(const struct quire_result *result)
{
    if (result->end == QUIRE_ENDED && result->kind != QUIRE_RUN_TRANSIENT) {
        return "equilibrium";
    }
    switch (result->end) {
    case QUIRE_ENDED: return "end time";
    case QUIRE_STOPPED_BY_RULE: return "rule";
    case QUIRE_STOPPED_BY_JAM: return "jam";
    case QUIRE_FAILED_AFTER_JAM: return "failure after jam";
    default: return "failure";
    }
}

static void
write_object(struct quire_json *json, const char *sort, const char *name)
{
    quire_json_string(json, "sort", sort);
    quire_json_string(json, "name", name);
}

static void
write_pushes(struct quire_json *json, const struct quire_why *why)
{
    quire_json_open(json, "drives", '[', false);
    for (size_t i = 0; i < why->n_push; i++) {
        const struct quire_push *push = &why->push[i];
        quire_json_open(json, NULL, '{', true);
        write_object(json, push->sort, push->name);
        quire_json_number(json, "normal", push->normal);
        quire_json_number(json, "friction", push->friction);
        quire_json_number(json, "limit", push->limit);
        quire_json_number(json, "slip", push->slip);
        quire_json_number(json, "speed", push->speed);
        quire_json_number(json, "path", push->at);
        quire_json_bool(json, "back", push->back);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
write_symptoms(struct quire_json *json, const struct quire_why *why)
{
    quire_json_open(json, "signs", '[', false);
    for (size_t i = 0; i < why->n_symptom; i++) {
        const struct quire_symptom *symptom = &why->symptom[i];
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "what", quire_symptom_word(symptom->kind));
        quire_json_number(json, "time", symptom->time);
        write_object(json, symptom->sort, symptom->name);
        quire_json_number(json, "value", symptom->value);
        quire_json_string(json, "unit", quire_symptom_unit(symptom->kind));
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

/* of what turned the sheet alone */
static void
write_shares(struct quire_json *json, const struct quire_why *why)
{
    if (why->n_share == 0) {
        return;
    }
    quire_json_open(json, "shares", '[', false);
    for (size_t i = 0; i < why->n_share; i++) {
        quire_json_open(json, NULL, '{', true);
        write_object(json, why->share[i].sort, why->share[i].name);
        quire_json_number(json, "share", why->share[i].share);
        quire_json_bool(json, "start", why->share[i].start);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
write_bend(struct quire_json *json, const struct quire_bend *bend)
{
    if (!(fabs(bend->curl) > 0)) {
        return;
    }
    quire_json_open(json, "curl", '{', true);
    quire_json_number(json, "curvature", bend->curl);
    quire_json_number(json, "free-length", bend->length);
    quire_json_number(json, "deflection", bend->deflection);
    quire_json_number(json, "height", bend->height);
    quire_json_close(json, '{');
}

static void
write_why(struct quire_json *json, const struct quire_why *why)
{
    if (!quire_why_is_known(why)) {
        return;
    }
    quire_json_open(json, "why", '{', false);
    quire_json_string(json, "mechanism", quire_mechanism_word(why->mechanism));
    write_object(json, why->sort, why->name);
    quire_json_number(json, "x", why->x);
    quire_json_number(json, "y", why->y);
    quire_json_number(json, "path", why->path_distance);
    quire_json_string(json, "edge", quire_why_edge(why));
    quire_json_number(json, "edge-speed", why->edge_speed);
    quire_json_string(json, "held-by", why->held);
    quire_json_number(json, "opposing", why->held != NULL ? why->opposing : (double)NAN);
    quire_json_number(json, "angle", why->angle);
    quire_json_number(json, "drag", why->drag);
    quire_json_number(json, "compression", why->compression);
    write_bend(json, &why->bend);
    if (why->branch != NULL) {
        quire_json_string(json, "went-along", why->branch);
    }
    if (why->carrier != NULL) {
        quire_json_string(json, "carried-by", why->carrier);
    }
    if (why->sheet != NULL) {
        quire_json_string(json, "sheet", why->sheet);
    }
    quire_cause_json_write(json, why);
    write_pushes(json, why);
    write_symptoms(json, why);
    write_shares(json, why);
    quire_json_close(json, '{');
}

/* both ends of what is allowed; null: that end is open */
static void
write_allowed(struct quire_json *json, const struct quire_check_result *r)
{
    if (isfinite(r->lowest) || isfinite(r->highest)) {
        quire_json_open(json, "allowed", '[', true);
        quire_json_number(json, NULL, r->lowest);
        quire_json_number(json, NULL, r->highest);
        quire_json_close(json, '[');
    }
    if (isfinite(r->worst_time)) {
        quire_json_number(json, "worst-time", r->worst_time);
        quire_json_string(json, "worst-sheet", r->worst_sheet);
    }
}

static void
write_checks(struct quire_json *json, const struct quire_result *result)
{
    quire_json_open(json, "checks", '[', false);
    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *check = &result->check[i];
        const struct quire_check_result *r = &check->result;
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "name", check->name);
        quire_json_string(json, "kind", check->kind);
        quire_json_bool(json, "jam", check->is_jam);
        quire_json_bool(json, "default", check->object == NULL);
        quire_json_string(json, "verdict", verdict_word(r->verdict));
        quire_json_number(json, "time", r->time);
        quire_json_string(json, "sheet", r->sheet);
        quire_json_number(json, "value", r->value);
        quire_json_number(json, "limit", r->limit);
        quire_json_number(json, "margin", r->margin);
        quire_json_string(json, "unit", r->unit);
        write_allowed(json, r);
        quire_json_number(json, "x", r->x);
        quire_json_number(json, "y", r->y);
        quire_json_number(json, "path", r->path_distance);
        quire_json_string(json, "place", r->place[0] != '\0' ? r->place : NULL);
        quire_json_string(json, "cause", r->cause[0] != '\0' ? r->cause : NULL);
        if (r->note[0] != '\0') {
            quire_json_string(json, "note", r->note);
        }
        if (r->verdict == QUIRE_FAILED) {
            write_why(json, &check->why);
        }
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

/* files of machines without sheets on each other stay as they were */
static void
write_interfaces(struct quire_json *json, const struct quire_view *last)
{
    struct quire_slip_entry entry;
    size_t first = 0;

    if (!quire_slip_next(last, &first, &entry)) {
        return;
    }
    quire_json_open(json, "interfaces", '[', false);
    for (size_t i = 0; quire_slip_next(last, &i, &entry);) {
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "sheet", entry.sheet);
        quire_json_string(json, "on", entry.sort);
        quire_json_string(json, "name", entry.name);
        quire_json_number(json, "slip", entry.slip);
        quire_json_number(json, "creep", entry.creep);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
write_event(struct quire_json *json, const struct quire_event *event)
{
    quire_json_open(json, NULL, '{', true);
    quire_json_number(json, "time", event->time);
    quire_json_string(json, "kind", quire_event_word(event->kind));
    quire_json_string(json, "source", event->source);
    quire_json_string(json, "signal", event->signal);
    quire_json_string(json, "sheet", event->sheet);
    quire_json_number(json, "x", event->x);
    quire_json_number(json, "y", event->y);
    quire_json_number(json, "path", event->path_distance);
    quire_json_number(json, "value", event->value);
    if (isfinite(event->value) && event->unit != NULL) {
        quire_json_string(json, "unit", event->unit);
    }
    quire_json_string(json, "detail", event->detail);
    if (event->in_space) {
        quire_json_number(json, "z", event->z);
        quire_json_number(json, "yaw", event->yaw);
    }
    quire_json_close(json, '{');
}

static void
write_events(struct quire_json *json, const struct quire_result *result)
{
    const size_t n = result->n_event < EVENTS_MOST ? result->n_event : EVENTS_MOST;
    quire_json_open(json, "events", '[', false);
    for (size_t i = 0; i < n; i++) {
        write_event(json, &result->event[i]);
    }
    quire_json_close(json, '[');
    quire_json_integer(json, "events-left-out", (long)(result->n_event - n));
}

static void
write_doubts(struct quire_json *json, const struct quire_result *result)
{
    struct quire_doubt doubt[QUIRE_DOUBTS];
    const size_t n = quire_result_doubts(result, doubt);

    quire_json_open(json, "doubts", '[', false);
    for (size_t i = 0; i < n; i++) {
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "kind", doubt[i].kind);
        quire_json_string(json, "text", doubt[i].text);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
    char part[128];
    if (quire_result_open_jam(result, part)) {
        quire_json_string(json, "jam-not-excluded-at", part);
    }
}

static void
write_tunnelling(struct quire_json *json, const struct quire_result *result)
{
    quire_json_open(json, "tunnelling", '[', false);
    for (size_t i = 0; i < result->n_tunnelling; i++) {
        const struct quire_tunnelling *t = &result->tunnelling[i];
        quire_json_open(json, NULL, '{', true);
        quire_json_number(json, "time", t->time);
        quire_json_string(json, "sheet", t->sheet);
        quire_json_string(json, "target", t->target);
        quire_json_number(json, "x", t->x);
        quire_json_number(json, "y", t->y);
        quire_json_number(json, "depth", t->depth);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
write_figures(struct quire_json *json, const struct quire_figures *figures)
{
    quire_json_open(json, "figures", '{', false);
    for (size_t i = 0; i < figures->n; i++) {
        quire_json_number(json, figures->at[i].name, figures->at[i].value);
    }
    quire_json_close(json, '{');
    quire_json_open(json, "units", '{', false);
    for (size_t i = 0; i < figures->n; i++) {
        if (figures->at[i].unit[0] != '\0') {
            quire_json_string(json, figures->at[i].name, figures->at[i].unit);
        }
    }
    quire_json_close(json, '{');
}

static void
write_energy(struct quire_json *json, const struct quire_energy_view *e)
{
    const struct {
        const char *name;
        double value;
    } list[] = {
        {"initial", e->initial},
        {"drives", e->drives},
        {"belts", e->belts},
        {"loads", e->loads},
        {"kinetic", e->kinetic},
        {"elastic", e->elastic},
        {"gravity", e->gravity},
        {"contact", e->contact},
        {"springs", e->springs},
        {"friction", e->friction},
        {"contact-damping", e->contact_damping},
        {"given", e->given},
        {"sheet-damping", e->sheet_damping},
        {"elements", e->elements},
        {"bearings", e->bearings},
        {"integrator", e->integrator},
        {"residual", e->residual},
        {"largest", e->largest},
        {"spurious", e->spurious},
        {"bound", e->bound},
    };
    quire_json_open(json, "energy", '{', false);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        quire_json_number(json, list[i].name, list[i].value);
    }
    quire_json_close(json, '{');
}

static void
write_solver(struct quire_json *json, const struct quire_result *result)
{
    const struct quire_solver_stats *stats = &result->stats;
    const struct quire_stiff_interval *interval = &result->stiff_interval;

    quire_json_open(json, "solver", '{', false);
    quire_json_string(json, "method", stats->method);
    quire_json_integer(json, "order", stats->order);
    quire_json_number(json, "position-tolerance", stats->position_tolerance);
    quire_json_number(json, "velocity-tolerance", stats->velocity_tolerance);
    quire_json_number(json, "step-error", stats->step_error);
    quire_json_integer(json, "steps", stats->steps);
    quire_json_integer(json, "evaluations", stats->rhs);
    quire_json_integer(json, "jacobians", stats->jacobians);
    quire_json_integer(json, "iterations", stats->iterations);
    quire_json_integer(json, "newton-failures", stats->newton_failures);
    quire_json_integer(json, "error-failures", stats->error_failures);
    quire_json_integer(json, "restarts", stats->restarts);
    quire_json_integer(json, "watchdog", stats->watchdog);
    if (interval->share > 0) {
        quire_json_open(json, "crowded", '{', true);
        quire_json_number(json, "from", interval->from);
        quire_json_number(json, "to", interval->to);
        quire_json_number(json, "share", interval->share);
        quire_json_string(json, "concerns", interval->concerns);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '{');
}

/* what may differ when the same run is repeated */
static void
write_provenance(struct quire_json *json, const struct quire_summary *summary)
{
    const time_t now = time(NULL);
    struct tm utc;
    char text[64] = "", host[256] = "";
    if (gmtime_r(&now, &utc) != NULL) {
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    if (gethostname(host, sizeof host - 1) != 0) {
        host[0] = '\0';
    }
    quire_json_open(json, "provenance", '{', false);
    quire_json_string(json, "written", text);
    quire_json_string(json, "host", host);
    quire_json_string(json, "processor-class", summary->result->stats.simd);
    quire_json_string(json, "details", quire_version_details());
    quire_manifest_write_files(json, summary->result->model);
    for (size_t i = 0; i < summary->provenance->n; i++) {
        quire_json_number(json, summary->provenance->at[i].name, summary->provenance->at[i].value);
    }
    quire_json_close(json, '{');
}

static void
write_end(struct quire_json *json, const struct quire_result *result)
{
    quire_json_open(json, "end", '{', true);
    quire_json_string(json, "reason", end_word(result));
    quire_json_number(json, "time", result->end_time);
    quire_json_close(json, '{');
    if (result->diagnosis[0] == '\0') {
        quire_json_string(json, "diagnosis", NULL);
        return;
    }
    quire_json_open(json, "diagnosis", '{', false);
    quire_json_string(json, "code", result->diagnosis);
    quire_json_string(json, "text", result->diagnosis_text);
    quire_json_close(json, '{');
}

static void
write_flat(struct quire_json *json, const struct quire_summary *summary)
{
    struct quire_text left_out = {0};

    if (summary->last != NULL && !summary->last->spatial) {
        quire_flat_describe(&left_out, summary->result->model->root);
    }
    if (left_out.size > 0) {
        quire_json_string(json, "not-evaluated", left_out.data);
    }
    quire_text_clear(&left_out);
}

/* files of planar runs stay as they were before there was another motion */
static void
write_motion(struct quire_json *json, const struct quire_summary *summary)
{
    if (summary->last != NULL && summary->last->spatial) {
        quire_json_string(json, "motion", "spatial");
    }
}

void
quire_summary_write_json(struct quire_text *out, const struct quire_summary *summary)
{
    const struct quire_result *result = summary->result;
    const bool complete = quire_result_complete(result);
    struct quire_json json = {.text = out};
    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", QUIRE_SUMMARY_SCHEMA);
    quire_json_string(&json, "kind", kind_word(result->kind));
    write_motion(&json, summary);
    quire_json_string(&json, "verdict", quire_verdict_text(quire_result_verdict(result)));
    quire_json_bool(&json, "complete", complete);
    write_end(&json, result);
    write_flat(&json, summary);
    if (complete) { /* a failed run yields no numbers */
        write_checks(&json, result);
        write_figures(&json, summary->figures);
        write_energy(&json, &result->energy);
        write_doubts(&json, result);
        write_tunnelling(&json, result);
        write_interfaces(&json, summary->last);
        write_events(&json, result);
        write_solver(&json, result);
    }
    quire_manifest_write(&json, result->model, summary->options, summary->end_state);
    write_provenance(&json, summary);
    quire_json_close(&json, '{');
    quire_text_add(out, "\n");
}
