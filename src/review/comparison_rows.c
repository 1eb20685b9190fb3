#include "review/comparison_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "events/event_log.h"

#define RATIO_TOLERANCE 0.01
/* samples closer than this are of the same moment [s]; series.csv has nine digits */
#define SAME_TIME 1e-9

static json_t *
member(const struct quire_comparison *self, int which, const char *key)
{
    return json_object_get(self->of[which].summary, key);
}

/* whether the numbers differ by more than the tolerance of their kind; `scale` is that of ratios */
static void
judge(struct quire_comparison *self, struct quire_compared_row *row, double scale)
{
    const bool length = strcmp(row->unit, "m") == 0, time = strcmp(row->unit, "s") == 0;
    const double most = length ? self->length : time ? self->time : self->ratio * scale;
    const bool demand = length ? self->demand_length
                        : time ? self->demand_time
                               : self->demand_ratio;

    row->differs = isnan(row->value[0]) != isnan(row->value[1]) || fabs(row->difference) > most;
    self->same_numbers = self->same_numbers && !(row->differs && demand);
}

/* the new row, takes its name; NULL when memory ran out */
static struct quire_compared_row *
add_row(struct quire_comparison *self, enum quire_compared_section section, struct quire_text *name,
        const char *unit, double first, double second)
{
    char *text = quire_text_take(name);
    if (self->n_row == self->capacity) {
        const size_t capacity = 2 * self->capacity + 32;
        struct quire_compared_row *row = realloc(self->row, capacity * sizeof *row);
        self->row = row != NULL ? row : self->row;
        self->capacity = row != NULL ? capacity : self->capacity;
    }
    if (text == NULL || self->n_row == self->capacity) {
        self->failed = true;
        free(text);
        return NULL;
    }
    struct quire_compared_row *row = self->row + self->n_row++;
    *row = (struct quire_compared_row){.section = section,
                                       .name = text,
                                       .unit = unit,
                                       .value = {first, second},
                                       .difference = second - first,
                                       .at = (double)NAN};
    return row;
}

static struct quire_compared_row *
add_named(struct quire_comparison *self, enum quire_compared_section section, const char *name,
          const char *unit, double first, double second)
{
    struct quire_text text = {0};
    quire_text_add(&text, name);
    return add_row(self, section, &text, unit, first, second);
}

static bool
both_are(const json_t *a, const json_t *b, const char *key)
{
    return strcmp(quire_summary_word(a, key), quire_summary_word(b, key)) == 0;
}

/* ---- checks ---- */

static const json_t *
find_check(json_t *list, const json_t *like)
{
    size_t i;
    json_t *check;
    json_array_foreach(list, i, check)
    {
        if (both_are(check, like, "name") && both_are(check, like, "kind")) {
            return check;
        }
    }
    return NULL;
}

static void
compare_checks(struct quire_comparison *self)
{
    const char *none = "not evaluated";
    size_t i;
    json_t *a;
    json_array_foreach(member(self, 0, "checks"), i, a)
    {
        const json_t *b = find_check(member(self, 1, "checks"), a);
        const char *verdict[2] = {quire_summary_word(a, "verdict"),
                                  b != NULL ? quire_summary_word(b, "verdict") : none};
        const bool both = strcmp(verdict[0], none) != 0 && strcmp(verdict[1], none) != 0;
        struct quire_compared_row *row =
            add_named(self, QUIRE_COMPARED_CHECKS, quire_summary_word(a, "name"),
                      quire_summary_word(strcmp(verdict[0], none) != 0 ? a : b, "unit"),
                      quire_summary_number(a, "value"), quire_summary_number(b, "value"));
        if (row == NULL) {
            return;
        }
        row->verdict[0] = verdict[0];
        row->verdict[1] = verdict[1];
        if (both) {
            const double limit = quire_summary_number(a, "limit");
            judge(self, row,
                  fmax(isnan(limit) ? 0 : fabs(limit),
                       fmax(fabs(row->value[0]), fabs(row->value[1]))));
            self->same_verdicts = self->same_verdicts && strcmp(verdict[0], verdict[1]) == 0;
        }
    }
}

/* ---- sensors ---- */

static bool
same_signal(const json_t *a, const json_t *b)
{
    return both_are(a, b, "kind") && both_are(a, b, "source") && both_are(a, b, "signal") &&
           both_are(a, b, "sheet");
}

static bool
is_signal(const json_t *event)
{
    return strcmp(quire_summary_word(event, "kind"), quire_event_word(QUIRE_EVENT_SENSOR)) == 0;
}

/* how often the sensor had given this signal of this sheet before */
static size_t
times_before(json_t *list, size_t n, const json_t *event)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count += same_signal(json_array_get(list, i), event) ? 1 : 0;
    }
    return count;
}

/* the signal that is as many times the same; NULL: it was not given so often */
static const json_t *
find_signal(json_t *list, const json_t *like, size_t before)
{
    size_t i;
    json_t *event;
    json_array_foreach(list, i, event)
    {
        if (same_signal(event, like) && before-- == 0) {
            return event;
        }
    }
    return NULL;
}

static void
add_signal(struct quire_comparison *self, const json_t *event, size_t before, double first,
           double second)
{
    struct quire_text name = {0};
    quire_text_format(&name, "%s.%s %s", quire_summary_word(event, "source"),
                      quire_summary_word(event, "signal"), quire_summary_word(event, "sheet"));
    if (before > 0) {
        quire_text_format(&name, " (%zu)", before + 1);
    }
    struct quire_compared_row *row =
        add_row(self, QUIRE_COMPARED_SENSORS, &name, "s", first, second);
    if (row != NULL) {
        judge(self, row, 0);
    }
}

static void
compare_sensors(struct quire_comparison *self)
{
    json_t *a = member(self, 0, "events"), *b = member(self, 1, "events");
    size_t i;
    json_t *event;
    json_array_foreach(a, i, event)
    {
        if (is_signal(event)) {
            const size_t before = times_before(a, i, event);
            const json_t *other = find_signal(b, event, before);
            add_signal(self, event, before, quire_summary_number(event, "time"),
                       quire_summary_number(other, "time"));
        }
    }
    json_array_foreach(b, i, event)
    {
        const size_t before = is_signal(event) ? times_before(b, i, event) : 0;
        if (is_signal(event) && find_signal(a, event, before) == NULL) {
            add_signal(self, event, before, (double)NAN, quire_summary_number(event, "time"));
        }
    }
}

/* ---- edges along their paths ---- */

static const struct quire_compared_edge *
find_edge(const struct quire_compared *of, const char *name)
{
    for (size_t k = 0; k < of->n_edge; k++) {
        if (strcmp(of->edge[k].name, name) == 0) {
            return of->edge + k;
        }
    }
    return NULL;
}

/* the moment at which both are farthest apart becomes the row; false: there are no samples that
 * both have */
static bool
farthest(struct quire_compared_row *row, const struct quire_comparison *self, const double *a,
         const double *b, size_t *n_common)
{
    const struct quire_compared *of = self->of;
    double most = -1;
    *n_common = 0;
    for (size_t i = 0, k = 0; i < of[0].n_sample && k < of[1].n_sample;) {
        const double apart = of[1].time[k] - of[0].time[i];
        if (fabs(apart) > SAME_TIME) {
            i += apart > 0 ? 1 : 0;
            k += apart > 0 ? 0 : 1;
            continue;
        }
        ++*n_common;
        if (fabs(b[k] - a[i]) > most) {
            most = fabs(b[k] - a[i]);
            *row = (struct quire_compared_row){
                .value = {a[i], b[k]}, .difference = b[k] - a[i], .at = of[0].time[i]};
        }
        i++;
        k++;
    }
    return most >= 0;
}

static void
compare_edges(struct quire_comparison *self)
{
    for (size_t k = 0; k < self->of[0].n_edge; k++) {
        const struct quire_compared_edge *a = self->of[0].edge + k,
                                         *b = find_edge(self->of + 1, a->name);
        struct quire_compared_row at = {0};
        if (b != NULL && farthest(&at, self, a->place, b->place, &self->n_common)) {
            struct quire_compared_row *row =
                add_named(self, QUIRE_COMPARED_EDGES, a->name, "m", at.value[0], at.value[1]);
            if (row != NULL) {
                row->at = at.at;
                judge(self, row, 0);
            }
        }
    }
}

/* ---- across the feed ---- */

/* whether it is a figure of how a sheet stands, such as "page.yaw.max" */
static bool
is_across(const char *name)
{
    static const char *const ending[] = {".yaw",       ".yaw.max",        ".shift",
                                         ".shift.max", ".twist.mean.max", ".squeeze.max"};
    const size_t n = strlen(name);

    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
        const size_t length = strlen(ending[k]);
        if (n > length && strcmp(name + n - length, ending[k]) == 0) {
            return true;
        }
    }
    return false;
}

static void
compare_across(struct quire_comparison *self)
{
    const json_t *other = member(self, 1, "figures"), *units = member(self, 0, "units");
    const char *name;
    json_t *value;
    json_object_foreach(member(self, 0, "figures"), name, value)
    {
        if (!is_across(name) || json_object_get(other, name) == NULL) {
            continue;
        }
        const double second = quire_summary_number(other, name);
        struct quire_compared_row *row =
            add_named(self, QUIRE_COMPARED_ACROSS, name, quire_summary_word(units, name),
                      json_is_number(value) ? json_number_value(value) : (double)NAN, second);
        if (row != NULL) {
            judge(self, row, fmax(fabs(row->value[0]), fabs(second)));
        }
    }
}

/* ---- energy, cost ---- */

static void
compare_energies(struct quire_comparison *self)
{
    json_t *a = member(self, 0, "energy"), *b = member(self, 1, "energy"), *value;
    const double largest =
        fmax(quire_summary_number(a, "largest"), quire_summary_number(b, "largest"));
    const char *key;
    json_object_foreach(a, key, value)
    {
        struct quire_compared_row *row =
            add_named(self, QUIRE_COMPARED_ENERGY, key, "J", quire_summary_number(a, key),
                      quire_summary_number(b, key));
        if (row != NULL) {
            judge(self, row, largest);
        }
    }
}

static void
compare_costs(struct quire_comparison *self)
{
    static const struct {
        const char *object, *key, *name, *unit;
    } list[] = {{"provenance", "solver.cpu-time", "processor time", "s"},
                {"provenance", "solver.real-time-factor", "real-time factor", ""},
                {"solver", "steps", "steps", ""},
                {"solver", "evaluations", "evaluations", ""},
                {"solver", "jacobians", "matrices", ""},
                {"solver", "newton-failures", "Newton failures", ""},
                {"solver", "error-failures", "error failures", ""}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        add_named(self, QUIRE_COMPARED_COST, list[i].name, list[i].unit,
                  quire_summary_number(member(self, 0, list[i].object), list[i].key),
                  quire_summary_number(member(self, 1, list[i].object), list[i].key));
    }
}

/* ---- figures of one alone ---- */

void
quire_comparison_alone(const struct quire_comparison *self, int which,
                       void (*take)(void *user, const char *name, const char *unit, double value),
                       void *user)
{
    const json_t *other = member(self, 1 - which, "figures"), *units = member(self, which, "units");
    const char *name;
    json_t *value;
    json_object_foreach(member(self, which, "figures"), name, value)
    {
        if (json_object_get(other, name) == NULL) {
            take(user, name, quire_summary_word(units, name),
                 json_is_number(value) ? json_number_value(value) : (double)NAN);
        }
    }
}

/* ---- all ---- */

static double
tolerance(double given, double otherwise, bool *demand)
{
    *demand = !isnan(given);
    return *demand ? given : otherwise;
}

void
quire_comparison_fill(struct quire_comparison *self, const quire_compare_options *options)
{
    self->length = tolerance(options->length, QUIRE_PROMISED_LENGTH, &self->demand_length);
    self->time = tolerance(options->time, QUIRE_PROMISED_TIME, &self->demand_time);
    self->ratio = tolerance(options->ratio, RATIO_TOLERANCE, &self->demand_ratio);
    self->same_numbers =
        quire_compared_is_complete(self->of) && quire_compared_is_complete(self->of + 1);
    self->same_verdicts = self->same_numbers && strcmp(quire_compared_verdict(self->of),
                                                       quire_compared_verdict(self->of + 1)) == 0;
    if (self->same_numbers) { /* a run that failed has no numbers */
        compare_checks(self);
        compare_sensors(self);
        compare_edges(self);
        compare_across(self);
        compare_energies(self);
        compare_costs(self);
    }
}
