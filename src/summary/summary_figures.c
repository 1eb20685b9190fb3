/* Figures from a result's events, checks, energy and solver statistics. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/detmath.h"
#include "summary/summary.h"
#include "text/text.h"

#define FULL_TURN (2 * 3.14159265358979323846) /* [rad] */

/* "s1.lead.time" is the first sheet's; "s1.lead.page2.time" belongs to that sheet; each is the
 * first time */
static void
set_event(struct quire_figures *figures, const struct quire_event *event, const char *signal,
          const char *value_name, const char *value_unit)
{
    struct quire_text name = {0};
    for (int with_sheet = 0; with_sheet < (event->sheet != NULL ? 2 : 1); with_sheet++) {
        quire_text_clear(&name);
        quire_text_format(&name, "%s.%s%s%s", event->source, signal, with_sheet ? "." : "",
                          with_sheet ? event->sheet : "");
        if (name.failed) {
            figures->status = QUIRE_ERROR_LIMIT;
            break;
        }
        quire_figures_set_first(figures, name.data, "time", "s", event->time);
        if (value_name != NULL) {
            quire_figures_set_first(figures, name.data, value_name, value_unit, event->value);
        }
        if (event->in_space) {
            quire_figures_set_first(figures, name.data, "z", "m", event->z);
            quire_figures_set_first(figures, name.data, "yaw", "rad", event->yaw);
        }
    }
    quire_text_clear(&name);
}

static void
set_events(struct quire_figures *figures, const struct quire_result *result)
{
    for (size_t i = 0; i < result->n_event; i++) {
        const struct quire_event *event = &result->event[i];
        if (event->source == NULL) {
            continue;
        }
        if (event->kind == QUIRE_EVENT_SENSOR && event->signal != NULL) {
            set_event(figures, event, event->signal, "speed", "m/s");
        } else if (event->kind == QUIRE_EVENT_NIP_ENTRY) {
            set_event(figures, event, "entry", "angle", "rad");
        } else if (event->kind == QUIRE_EVENT_NIP_EXIT) {
            set_event(figures, event, "exit", NULL, NULL);
        } else if (event->kind == QUIRE_EVENT_RULE) {
            set_event(figures, event, "rule", NULL, NULL);
        }
    }
}

/* Whether a check came out worse than another: failed, or by a smaller margin. */
static bool
is_worse(const struct quire_check_entry *a, const struct quire_check_entry *b)
{
    const double x = a->result.margin, y = b->result.margin;
    const bool failed = a->result.verdict == QUIRE_FAILED,
               other = b->result.verdict == QUIRE_FAILED;

    return failed != other
               ? failed
               : x < y || (!(x > y) && (isnan(x) != isnan(y) ? isnan(y) : a->turn < b->turn));
}

/* Several checks of a kind that have no names share their figures, which are those of the worst. */
static bool
is_worst_of_name(const struct quire_result *result, const struct quire_check_entry *check)
{
    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *other = &result->check[i];
        if (other != check && other->result.verdict != QUIRE_NOT_EVALUATED &&
            strcmp(other->name, check->name) == 0 && is_worse(other, check)) {
            return false;
        }
    }
    return true;
}

static void
set_checks(struct quire_figures *figures, const struct quire_result *result)
{
    const struct quire_check_entry *jam = NULL;
    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *check = &result->check[i];
        const struct quire_check_result *r = &check->result;
        if (r->verdict != QUIRE_NOT_EVALUATED && is_worst_of_name(result, check)) {
            quire_figures_set(figures, check->name, "failed", "",
                              r->verdict == QUIRE_FAILED ? 1.0 : 0.0);
            quire_figures_set(figures, check->name, "value", r->unit != NULL ? r->unit : "",
                              r->value);
            quire_figures_set(figures, check->name, "margin", r->unit != NULL ? r->unit : "",
                              r->margin);
        }
        if (check->is_jam && r->verdict == QUIRE_FAILED &&
            (jam == NULL || quire_check_failed_before(check, jam))) {
            jam = check;
        }
    }
    quire_figures_set(figures, "jam", "failed", "", jam != NULL ? 1.0 : 0.0);
    if (jam != NULL) {
        quire_figures_set(figures, "jam", "time", "s", jam->result.time);
        quire_figures_set(figures, "jam", "path", "m", jam->result.path_distance);
    }
}

/* of a sheet that came into a bin */
static void
set_delivery(struct quire_figures *figures, const struct quire_sheet_view *sheet, bool spatial)
{
    const struct quire_delivery_view *d = &sheet->delivery;

    if (sheet->delivered && sheet->bin != NULL && !isnan(d->time)) {
        quire_figures_set(figures, sheet->name, "delivered.time", "s", d->time);
        quire_figures_set(figures, sheet->name, "delivered.speed", "m/s", d->speed);
        quire_figures_set(figures, sheet->name, "delivered.curl", "m^-1", d->curl);
        if (spatial) {
            quire_figures_set(figures, sheet->name, "delivered.z", "m", d->shift);
            quire_figures_set(figures, sheet->name, "delivered.yaw", "rad", d->yaw);
        }
    }
}

static void
set_energy(struct quire_figures *figures, const struct quire_energy_view *energy)
{
    quire_figures_set(figures, "energy", "initial", "J", energy->initial);
    quire_figures_set(figures, "energy", "largest", "J", energy->largest);
    quire_figures_set(figures, "energy", "spurious", "J", energy->spurious);
    quire_figures_set(figures, "energy", "bound", "J", energy->bound);
    quire_figures_set(figures, "energy", "residual", "J", energy->residual);
    quire_figures_set(figures, "energy", "residual.relative", "",
                      energy->largest > 0.0 ? fabs(energy->residual) / energy->largest : 0.0);
}

static void
set_solver(struct quire_figures *figures, const struct quire_solver_stats *stats)
{
    const struct {
        const char *name;
        long count;
    } list[] = {
        {"steps", stats->steps},
        {"evaluations", stats->rhs},
        {"jacobians", stats->jacobians},
        {"iterations", stats->iterations},
        {"newton-failures", stats->newton_failures},
        {"error-failures", stats->error_failures},
        {"restarts", stats->restarts},
        {"watchdog", stats->watchdog},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        quire_figures_set(figures, "solver", list[i].name, "", (double)list[i].count);
    }
}

/* direction of both ends of a sheet, turned on from the first to the last segment */
static void
set_directions(struct quire_figures *figures, const struct quire_sheet_view *sheet)
{
    double first = (double)NAN, angle = 0;

    for (size_t i = 0; i + 1 < sheet->n_node; i++) {
        const double here =
            quire_atan2(sheet->y[i + 1] - sheet->y[i], sheet->x[i + 1] - sheet->x[i]);
        const double turn = here - angle;
        if (i == 0) {
            first = angle = here;
        } else {
            angle += turn - FULL_TURN * floor(turn / FULL_TURN + 0.5);
        }
    }
    quire_figures_set(figures, sheet->name, "trail.angle", "rad", first);
    quire_figures_set(figures, sheet->name, "lead.angle", "rad", angle);
}

/* the first of a sheet without a number, as mostly there is one */
static void
set_others(struct quire_figures *figures, const struct quire_rest_result *rest)
{
    size_t rank = 0;

    for (size_t i = 0; i < rest->n_other; i++) {
        const struct quire_other_rest *other = rest->other + i;
        char number[24] = "", name[60];
        rank = i > 0 && strcmp(other->sheet, rest->other[i - 1].sheet) == 0 ? rank + 1 : 1;
        if (rank > 1) {
            snprintf(number, sizeof number, "%zu.", rank);
        }
        snprintf(name, sizeof name, "other-rest.%senergy", number);
        quire_figures_set(figures, other->sheet, name, "J", other->energy);
        snprintf(name, sizeof name, "other-rest.%sdistance", number);
        quire_figures_set(figures, other->sheet, name, "m", other->distance);
    }
}

static void
set_rest(struct quire_figures *figures, const struct quire_result *result,
         const struct quire_view *last)
{
    const struct quire_rest_result *rest = &result->rest;

    for (size_t i = 0; last != NULL && i < last->n_sheet; i++) {
        if (last->sheet[i].entered) {
            set_directions(figures, last->sheet + i);
        }
    }
    for (size_t i = 0; i < rest->n_reaction; i++) {
        const struct quire_reaction *r = rest->reaction + i;
        quire_figures_set(figures, r->sheet, r->lead ? "lead.reaction.x" : "trail.reaction.x", "N",
                          r->force[0]);
        quire_figures_set(figures, r->sheet, r->lead ? "lead.reaction.y" : "trail.reaction.y", "N",
                          r->force[1]);
        if (!isnan(r->moment)) {
            quire_figures_set(figures, r->sheet,
                              r->lead ? "lead.reaction.moment" : "trail.reaction.moment", "N*m",
                              r->moment);
        }
    }
    for (size_t i = 0; i < rest->n_mode; i++) {
        char name[40];
        snprintf(name, sizeof name, "modes.%zu", i + 1);
        quire_figures_set(figures, name, "frequency", "Hz", rest->mode[i].frequency);
        quire_figures_set(figures, name, "eigenvalue", "rad^2/s^2", rest->mode[i].eigenvalue);
    }
    set_others(figures, rest);
    quire_figures_set(figures, "equilibrium", "iterations", "", (double)rest->iterations);
    quire_figures_set(figures, "equilibrium", "unstable-states", "", (double)rest->left);
}

void
quire_summary_figures(const struct quire_result *result, const struct quire_view *last,
                      struct quire_figures *figures, struct quire_figures *provenance)
{
    const double cpu = result->stats.cpu_seconds;
    quire_figures_set(provenance, "solver", "cpu-time", "s", cpu);
    if (!quire_result_complete(result)) {
        return; /* a failed run yields no numbers */
    }
    if (result->kind != QUIRE_RUN_TRANSIENT) {
        set_rest(figures, result, last);
        return;
    }
    quire_figures_set(provenance, "solver", "real-time-factor", "",
                      cpu > 0.0 ? result->end_time / cpu : (double)NAN);
    set_events(figures, result);
    set_checks(figures, result);
    set_energy(figures, &result->energy);
    set_solver(figures, &result->stats);
    for (size_t i = 0; last != NULL && i < last->n_sheet; i++) {
        quire_figures_set(figures, last->sheet[i].name, "creep", "m", last->sheet[i].creep);
        set_delivery(figures, &last->sheet[i], last->spatial);
    }
    quire_figures_set(figures, "run", "end", "s", result->end_time);
    quire_figures_set(figures, "run", "tunnelling", "", (double)result->n_tunnelling);
}
