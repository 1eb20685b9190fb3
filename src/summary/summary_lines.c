/* The ten lines that a run prints: the verdict first, then what led to it. */
#include <math.h>

#include "kind/event.h"
#include "summary/slip_list.h"
#include "summary/spatial_only.h"
#include "summary/summary.h"
#include "summary/summary_checks.h"
#include "text/amount.h"

#define SHEETS_SHOWN  2
#define SENSORS_SHOWN 4
#define NIPS_SHOWN    4
#define MODES_SHOWN   6
#define NAMES_SHOWN   3
#define ROUND_OFF     1e-9 /* parts of a force that are smaller are none */
#define LEAST_MOMENT  1e-9 /* [N*m]; turns no sheet */
#define DEGREES       (180 / 3.14159265358979323846)

static double
figure_of(struct quire_text *out, const struct quire_summary *summary, const char *object,
          const char *quantity)
{
    struct quire_text name = {0};
    quire_text_format(&name, "%s.%s", object, quantity);
    const double value = name.failed ? (double)NAN : quire_figures_get(summary->figures, name.data);
    quire_text_clear_part(&name, out);
    return value;
}

/* ---- states of rest ---- */

static void
add_rest_verdict(struct quire_text *out, const struct quire_result *result)
{
    const struct quire_rest_result *rest = &result->rest;

    quire_text_format(out, "%s, found in %ld iterations",
                      quire_result_verdict(result) == QUIRE_VERDICT_PASSED ? ": EQUILIBRIUM: stable"
                      : quire_result_verdict(result) == QUIRE_VERDICT_DOUBTFUL
                          ? ": DOUBTFUL: stable equilibrium"
                          : ": NOT EVALUATED: stable equilibrium",
                      rest->iterations);
    if (rest->left > 0) {
        quire_text_format(out, " after %d unstable state%s", rest->left,
                          rest->left > 1 ? "s were left" : " was left");
    }
    if (result->end_time > 0) {
        quire_text_format(out, ", holds and loads as at %.6g s", result->end_time);
    }
    quire_text_add(out, "\n");
}

static void
add_place(struct quire_text *out, const struct quire_summary *summary, const char *sheet,
          const char *end, double x, double y)
{
    struct quire_text name = {0};

    quire_text_format(&name, "%s.angle", end);
    quire_text_format(
        out, "%s at %.6g mm, %.6g mm, direction %.5g deg", quire_edge_name_of_signal(end), 1e3 * x,
        1e3 * y, name.failed ? (double)NAN : figure_of(out, summary, sheet, name.data) * DEGREES);
    quire_text_clear_part(&name, out);
}

static void
add_resting_sheets(struct quire_text *out, const struct quire_summary *summary)
{
    const struct quire_rest_result *rest = &summary->result->rest;
    const struct quire_view *last = summary->last;

    for (size_t i = 0; i < last->n_sheet && i < SHEETS_SHOWN; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(last, i);
        if (!sheet->entered) {
            continue;
        }
        quire_text_visible(out, sheet->name);
        quire_text_add(out, ": ");
        add_place(out, summary, sheet->name, "lead", sheet->lead.x, sheet->lead.y);
        quire_text_add(out, "; ");
        add_place(out, summary, sheet->name, "trail", sheet->trail.x, sheet->trail.y);
        quire_text_add(out, "\n");
    }
    for (size_t i = 0; i < rest->n_reaction && i < 2 * SHEETS_SHOWN; i++) {
        const struct quire_reaction *r = rest->reaction + i;
        const double least = ROUND_OFF * hypot(r->force[0], r->force[1]);
        quire_text_add(out, "  ");
        quire_text_visible(out, r->sheet);
        quire_text_format(out, " is held at its %s with %.5g N, %.5g N", quire_edge_name(r->lead),
                          fabs(r->force[0]) < least ? 0.0 : r->force[0],
                          fabs(r->force[1]) < least ? 0.0 : r->force[1]);
        if (!isnan(r->moment)) {
            quire_text_format(out, " and %.5g N*m", r->moment);
        }
        quire_text_add(out, "\n");
    }
}

static void
add_modes(struct quire_text *out, const struct quire_rest_result *rest)
{
    size_t rigid = 0, shown = 0;
    while (rigid < rest->n_mode && !(rest->mode[rigid].eigenvalue > 0.0)) {
        rigid++;
    }
    quire_text_format(out, "modes:");
    if (rigid > 0) {
        quire_text_format(out, " %zu rigid motion%s%s", rigid, rigid > 1 ? "s" : "",
                          rigid < rest->n_mode ? ", then" : "");
    }
    for (size_t i = rigid; i < rest->n_mode && shown < MODES_SHOWN; i++, shown++) {
        quire_text_format(out, "%s %.6g Hz", shown > 0 ? "," : "", rest->mode[i].frequency);
    }
    if (rigid + shown < rest->n_mode) {
        quire_text_format(out, " and %zu more", rest->n_mode - rigid - shown);
    }
    quire_text_add(out, "\n");
}

static void
add_rest_energy(struct quire_text *out, const struct quire_energy_view *e)
{
    quire_text_format(
        out, "energy: elastic %.5g mJ, gravity %.5g mJ, contact %.5g mJ, springs %.5g mJ\n",
        1e3 * e->elastic, 1e3 * e->gravity, 1e3 * e->contact, 1e3 * e->springs);
}

/* ---- all runs ---- */

static const char *
headline(const struct quire_result *result, const struct quire_tally *tally)
{
    switch (quire_result_verdict(result)) {
    case QUIRE_VERDICT_PASSED: return "PASSED";
    case QUIRE_VERDICT_FAILED: return tally->jams > 0 ? "JAM" : "FAILED";
    case QUIRE_VERDICT_DOUBTFUL: return "DOUBTFUL";
    case QUIRE_VERDICT_NOT_EVALUATED: return "NOT EVALUATED";
    default: return "NOT AVAILABLE";
    }
}

static void
add_failure(struct quire_text *out, const struct quire_result *result)
{
    if (result->kind == QUIRE_RUN_TRANSIENT) {
        quire_text_format(out, "the simulation ended at %.6g s: ", result->end_time);
    }
    quire_text_format(out, "%s\n",
                      result->diagnosis[0] != '\0' ? result->diagnosis
                                                   : quire_status_text(result->status));
    quire_text_visible(out, result->diagnosis_text);
    quire_text_add(out, result->diagnosis_text[0] != '\0' ? "\n" : "");
}

/* the names of a few built-in checks that were not evaluated */
static void
add_unevaluated(struct quire_text *out, const struct quire_result *result, size_t n)
{
    const char *before = " (";

    for (size_t i = 0; i < result->n_check && n <= NAMES_SHOWN; i++) {
        const struct quire_check_entry *check = &result->check[i];
        if (check->object == NULL && check->result.verdict == QUIRE_NOT_EVALUATED) {
            quire_text_format(out, "%s%s", before, check->name);
            before = ", ";
        }
    }
    quire_text_add(out, n <= NAMES_SHOWN ? ")" : "");
}

static void
add_verdict(struct quire_text *out, const struct quire_result *result)
{
    const struct quire_tally tally = quire_lines_count_checks(result);

    quire_text_visible(out, quire_model_name(result->model));
    quire_text_format(out, ": %s: ", headline(result, &tally));
    if (!quire_result_complete(result)) {
        add_failure(out, result);
        return;
    }
    char part[128];
    if (tally.failed > 0) {
        quire_text_format(out, "%zu of %zu checks failed", tally.failed, tally.n);
    } else if (quire_result_open_jam(result, part)) {
        quire_text_add(out, "jam not excluded at ");
        quire_text_visible(out, part);
    } else if (quire_result_doubts(result, NULL) > 0) {
        quire_text_format(out, "no check failed, but the results are doubtful");
    } else {
        quire_text_format(out, "%zu of %zu checks passed", tally.passed, tally.n);
    }
    if (tally.open > 0) {
        quire_text_format(out, ", %zu not evaluated", tally.open);
    }
    if (tally.inapplicable > 0) {
        quire_text_format(out, ", %zu not applicable", tally.inapplicable);
    }
    const size_t known = tally.passed + tally.failed + tally.open + tally.inapplicable;
    if (known < tally.n) {
        quire_text_format(out, ", %zu built-in not evaluated", tally.n - known);
        add_unevaluated(out, result, tally.n - known);
    }
    quire_text_format(out, ", %.6g s simulated%s\n", result->end_time,
                      result->end == QUIRE_STOPPED_BY_JAM ? ", stopped by the jam"
                      : result->end == QUIRE_FAILED_AFTER_JAM
                          ? "; after the jam the integration failed"
                      : result->end == QUIRE_STOPPED_BY_RULE ? ", stopped by a rule"
                                                             : "");
}

/* the nip or lone roller that had the largest moment on sheets about their middle; `out` fails
 * without memory */
static const char *
strongest(struct quire_text *out, const struct quire_summary *summary, double *moment)
{
    const struct quire_view *last = summary->last;
    const char *best = NULL;
    *moment = 0.0;
    for (size_t i = 0; i < last->n_nip + last->n_roller; i++) {
        const struct quire_roller_view *roller =
            i < last->n_nip ? NULL : &last->roller[i - last->n_nip];
        const char *name = roller == NULL    ? last->nip[i].name
                           : roller->nip < 0 ? roller->name
                                             : NULL;
        const double here = name != NULL ? figure_of(out, summary, name, "steering.max") : 0.0;
        if (here > *moment) {
            best = name;
            *moment = here;
        }
    }
    return best;
}

/* of a spatial sheet: how it lies, and what steered it */
static void
add_place_across(struct quire_text *out, const struct quire_summary *summary,
                 const struct quire_sheet_view *sheet)
{
    double moment;
    const char *by = strongest(out, summary, &moment);
    quire_text_format(out,
                      "  yaw %s deg, largest %s deg; middle at z = %s mm, leading edge at %s mm, "
                      "trailing edge at %s mm",
                      QUIRE_AMOUNT(sheet->yaw * DEGREES),
                      QUIRE_AMOUNT(figure_of(out, summary, sheet->name, "yaw.max") * DEGREES),
                      QUIRE_AMOUNT_PLACE(sheet->shift), QUIRE_AMOUNT_PLACE(sheet->lead.z),
                      QUIRE_AMOUNT_PLACE(sheet->trail.z));
    if (by != NULL && moment > LEAST_MOMENT) {
        quire_text_add(out, "; steered most by ");
        quire_text_visible(out, by);
        quire_text_format(out, ", %.3g N*m", moment);
    }
    quire_text_add(out, "\n");
}

static void
add_absent(struct quire_text *out, const struct quire_sheet_view *sheet)
{
    if (sheet->delivered && sheet->bin != NULL) {
        quire_text_add(out, ": taken out of bin '");
        quire_text_visible(out, sheet->bin);
        quire_text_format(out, "' at %s s\n", QUIRE_AMOUNT_TIME(sheet->delivery.time));
    } else {
        quire_text_add(out, ": not in the machine at the end\n");
    }
}

static void
add_sheets(struct quire_text *out, const struct quire_summary *summary)
{
    const struct quire_view *last = summary->last;
    for (size_t i = 0; i < last->n_sheet && i < SHEETS_SHOWN; i++) {
        const struct quire_sheet_view *sheet = quire_view_sheet(last, i);
        quire_text_visible(out, sheet->name);
        if (!sheet->entered) {
            add_absent(out, sheet);
            continue;
        }
        const bool on_path = isfinite(sheet->lead.path_distance);
        quire_text_add(out, ": leading edge at ");
        quire_lines_add_quantity(out, on_path ? sheet->lead.path_distance : sheet->lead.x, "m");
        quire_text_add(out, ", trailing edge at ");
        quire_lines_add_quantity(out, on_path ? sheet->trail.path_distance : sheet->trail.x, "m");
        quire_text_add(out, on_path ? " of the path, moving at " : " (x), moving at ");
        quire_lines_add_quantity(
            out, on_path ? sheet->lead.path_speed : hypot(sheet->lead.vx, sheet->lead.vy), "m/s");
        if (on_path) {
            quire_text_add(out, "; farthest from the path ");
            quire_lines_add_quantity(out, figure_of(out, summary, sheet->name, "buckle.height.max"),
                                     "m");
        }
        quire_text_add(out, "\n");
        if (last->spatial) {
            add_place_across(out, summary, sheet);
        }
    }
    if (last->n_sheet > SHEETS_SHOWN) {
        const size_t more = last->n_sheet - SHEETS_SHOWN;
        quire_text_format(out, "and %zu more sheet%s\n", more, more > 1 ? "s" : "");
    }
}

static void
add_sensors(struct quire_text *out, const struct quire_result *result)
{
    size_t shown = 0;
    for (size_t i = 0; i < result->n_event; i++) {
        const struct quire_event *event = &result->event[i];
        if (event->kind != QUIRE_EVENT_SENSOR || event->source == NULL || event->signal == NULL) {
            continue;
        }
        if (shown++ < SENSORS_SHOWN) {
            quire_text_add(out, shown == 1 ? "sensors: " : ", ");
            quire_text_visible(out, event->source);
            quire_text_add(out, ".");
            quire_text_visible(out, event->signal);
            quire_text_format(out, " %.5g s", event->time);
        }
    }
    if (shown > SENSORS_SHOWN) {
        quire_text_format(out, " and %zu more", shown - SENSORS_SHOWN);
    }
    quire_text_add(out, shown > 0 ? "\n" : "");
}

static void
add_nips(struct quire_text *out, const struct quire_summary *summary)
{
    const struct quire_view *last = summary->last;
    for (size_t i = 0; i < last->n_nip && i < NIPS_SHOWN; i++) {
        const char *name = quire_view_nip(last, i)->name;
        quire_text_add(out, i == 0 ? "nips: " : "; ");
        quire_text_visible(out, name);
        quire_text_add(out, " up to ");
        quire_lines_add_quantity(out, figure_of(out, summary, name, "normal.max"), "N");
        const double slip = figure_of(out, summary, name, "slip.distance"),
                     full = figure_of(out, summary, name, "traction.full");
        if (isfinite(full)) {
            quire_text_add(out, ", slip ");
            quire_lines_add_quantity(out, slip, "m");
        }
        if (full > 0) {
            quire_text_format(out, ", %s %% of the time at its friction limit",
                              QUIRE_AMOUNT(100 * full));
        }
    }
    if (last->n_nip > NIPS_SHOWN) {
        quire_text_format(out, " and %zu more", last->n_nip - NIPS_SHOWN);
    }
    quire_text_add(out, last->n_nip > 0 ? "\n" : "");
}

static void
add_guides(struct quire_text *out, const struct quire_summary *summary)
{
    const struct quire_view *last = summary->last;
    size_t worst = 0;
    double force = 0.0, work = 0.0;
    for (size_t i = 0; i < last->n_guide; i++) {
        const double largest = figure_of(out, summary, last->guide[i].name, "normal.max");
        const double slip_work = figure_of(out, summary, last->guide[i].name, "slip-work");
        work += isfinite(slip_work) ? slip_work : 0.0;
        if (largest > force) {
            worst = i;
            force = largest;
        }
    }
    if (force > 0.0) {
        quire_text_add(out, "guides: largest force ");
        quire_lines_add_quantity(out, force, "N");
        quire_text_add(out, " on ");
        quire_text_visible(out, last->guide[worst].name);
        quire_text_add(out, ", friction work ");
        quire_lines_add_quantity(out, 1e3 * work, "mJ");
        quire_text_add(out, " on all\n");
    }
}

static void
add_energy(struct quire_text *out, const struct quire_energy_view *e)
{
    const double put_in = e->drives + e->belts + e->loads;
    const double lost =
        e->friction + e->contact_damping + e->sheet_damping + e->bearings + e->elements;
    quire_text_add(out, "energy: work in ");
    quire_lines_add_quantity(out, 1e3 * put_in, "mJ");
    quire_text_add(out, ", dissipated ");
    quire_lines_add_quantity(out, 1e3 * lost, "mJ");
    quire_text_add(out, ", residual ");
    quire_lines_add_quantity(out, e->largest > 0.0 ? 1e2 * fabs(e->residual) / e->largest : 0.0,
                             "%");
    quire_text_add(out, " of the largest term\n");
}

static void
add_solver(struct quire_text *out, const struct quire_result *result)
{
    const struct quire_solver_stats *s = &result->stats;
    if (result->kind != QUIRE_RUN_TRANSIENT) {
        quire_text_format(out, "solver: %ld iterations; %.3g ms of processor time\n", s->iterations,
                          1e3 * s->cpu_seconds);
        return;
    }
    quire_text_format(out, "solver: %s, %ld steps, %ld restarts, %ld failed steps",
                      s->method != NULL ? s->method : "-", s->steps, s->restarts,
                      s->newton_failures + s->error_failures);
    if (s->cpu_seconds > 0.0 && quire_result_complete(result)) {
        quire_text_format(out, "; %.3g s of processor time, %.3g times as fast as real time",
                          s->cpu_seconds, result->end_time / s->cpu_seconds);
    }
    quire_text_add(out, "\n");
    if (result->stiff_interval.share > 0 && quire_result_complete(result)) {
        quire_text_format(out, "  %.0f %% of the steps from %.5g s to %.5g s: ",
                          1e2 * result->stiff_interval.share, result->stiff_interval.from,
                          result->stiff_interval.to);
        quire_text_visible(out, result->stiff_interval.concerns);
        quire_text_add(out, "\n");
    }
}

/* what planar motion leaves out */
static void
add_flat(struct quire_text *out, const struct quire_summary *summary)
{
    struct quire_text left_out = {0};

    if (summary->last != NULL && !summary->last->spatial) {
        quire_flat_describe(&left_out, summary->result->model->root);
    }
    if (left_out.size > 0) {
        quire_text_add(out, "not evaluated in planar motion: ");
        quire_text_visible(out, left_out.data);
        quire_text_add(out, "\n");
    }
    quire_text_clear_part(&left_out, out);
}

void
quire_summary_write_lines(struct quire_text *out, const struct quire_summary *summary)
{
    const struct quire_result *result = summary->result;
    const bool numbers = quire_result_complete(result) && summary->last != NULL;
    if (numbers && result->kind != QUIRE_RUN_TRANSIENT) {
        quire_text_visible(out, quire_model_name(result->model));
        add_rest_verdict(out, result);
    } else {
        add_verdict(out, result);
    }
    if (numbers && result->kind != QUIRE_RUN_TRANSIENT) {
        quire_lines_add_checks(out, result);
        quire_lines_add_doubts(out, result);
        add_resting_sheets(out, summary);
        if (result->rest.n_mode > 0) {
            add_modes(out, &result->rest);
        }
        add_guides(out, summary);
        add_rest_energy(out, &result->energy);
    } else if (numbers) {
        quire_lines_add_checks(out, result);
        quire_lines_add_doubts(out, result);
        quire_lines_add_tunnelling(out, result);
        add_sheets(out, summary);
        quire_slip_add_line(out, summary->last);
        add_sensors(out, result);
        add_nips(out, summary);
        add_guides(out, summary);
        add_energy(out, &result->energy);
    }
    add_solver(out, result);
    add_flat(out, summary);
    if (summary->directory != NULL) {
        quire_text_add(out, "results: ");
        quire_text_visible(out, summary->directory);
        quire_text_add(
            out,
            !numbers ? "/summary.json (incomplete)\n"
            : result->rest.n_mode > 0
                ? "/ (summary.json, modes.csv, mode-shapes.csv, series.csv, filmstrip.svg and "
                  "others)\n"
                : "/ (summary.json, series.csv, events.csv, trajectory.jsonl, filmstrip.svg)\n");
    }
}
