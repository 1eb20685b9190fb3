/* The review of a paper path: each rule of catalog/review_rules.c applied to the parts that it is
 * about. */
#include "lint/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "body/nip.h"
#include "catalog/review_rules.h"
#include "geometry/outline.h"
#include "kind/sensor.h"
#include "lint/lint_lead_walk.h"
#include "lint/lint_spans.h"
#include "machine/lookup.h"
#include "math/detmath.h"
#include "motion/roller_motion.h"
#include "path/channels.h"
#include "sensor/bin.h"
#include "text/amount.h"

#define SCHEMA       "quire-review-1"
#define RIGHT_ANGLE  1.57079632679489662
#define PART_SIZE    300
#define NAME_SIZE    160
#define AMOUNTS_SIZE 120

/* A line, with its texts. */
struct entry {
    quire_review_line line;
    const struct quire_object *object;
    char part[PART_SIZE], sheet[NAME_SIZE], value[AMOUNTS_SIZE], limit[AMOUNTS_SIZE];
};

struct quire_review {
    struct entry *entry; /* (n) */
    size_t n, capacity;
    struct quire_text json;
    const struct quire_system *sys; /* while it is made */
    const bool *moved;              /* (n_sheet) */
    bool starved;
};

/* ---- lines ---- */

static quire_review_verdict
judge(const quire_review_line *l)
{
    return l->value < l->wrong_from || l->value > l->wrong_to ? QUIRE_REVIEW_WRONG
           : l->value < l->ok_from || l->value > l->ok_to     ? QUIRE_REVIEW_DOUBTFUL
                                                              : QUIRE_REVIEW_OK;
}

/* How far a value is towards what is wrong, to find the sheet that decides. */
static double
badness(const quire_review_line *l)
{
    const double above = isfinite(l->ok_to) ? (l->value - l->ok_to) / fabs(l->ok_to) : -HUGE_VAL,
                 below =
                     isfinite(l->ok_from) ? (l->ok_from - l->value) / fabs(l->ok_from) : -HUGE_VAL;

    return 1e6 * l->verdict + fmax(above, below);
}

/* The line of this rule and object, a new one if there is none; NULL when memory runs out. */
static struct entry *
find_entry(quire_review *self, const quire_review_rule *rule, const struct quire_object *object)
{
    for (size_t i = 0; i < self->n; i++) {
        if (self->entry[i].line.rule == rule && self->entry[i].object == object) {
            return self->entry + i;
        }
    }
    if (self->n == self->capacity) {
        const size_t capacity = 2 * self->capacity + 32;
        struct entry *more = realloc(self->entry, capacity * sizeof *more);
        if (more == NULL) {
            self->starved = true;
            return NULL;
        }
        self->entry = more;
        self->capacity = capacity;
    }
    self->entry[self->n] = (struct entry){.object = object};
    return self->entry + self->n++;
}

/* `limit`: what the limits of the rule are multiples of. `worst`: what the verdict is at most. */
static void
add(quire_review *self, enum quire_review_number number, const struct quire_object *object,
    const char *part, const struct quire_sheet *sheet, double value, double limit,
    quire_review_verdict worst)
{
    const quire_review_rule *rule = quire_review_rules(NULL) + number;
    quire_review_line line = {.rule = rule,
                              .line = object->place.line,
                              .value = value,
                              .limit = limit,
                              .ok_from = rule->ok_from * limit,
                              .ok_to = rule->ok_to * limit,
                              .wrong_from = rule->wrong_from * limit,
                              .wrong_to =
                                  worst < QUIRE_REVIEW_WRONG ? HUGE_VAL : rule->wrong_to * limit};
    char label[NAME_SIZE];

    line.verdict = judge(&line);
    struct entry *e =
        isfinite(value) && limit > 0 && isfinite(limit) ? find_entry(self, rule, object) : NULL;
    if (e == NULL || (e->line.rule != NULL && badness(&e->line) >= badness(&line))) {
        return;
    }
    e->line = line;
    quire_number_format(e->part, sizeof e->part, "%s",
                        part != NULL ? part : quire_object_label(object, label, sizeof label));
    quire_number_format(e->sheet, sizeof e->sheet, "%s", sheet != NULL ? sheet->object->name : "");
}

/* ---- along the path ---- */

static void
review_span(void *user, const struct quire_span *span)
{
    quire_review *self = user;
    char part[PART_SIZE], from[NAME_SIZE], to[NAME_SIZE];
    const bool sensor = span->to->kind->family == &quire_family_sensor;

    if (span->to->kind == &quire_kind_bin) {
        return; /* sheets fall into it */
    }
    quire_number_format(part, sizeof part, "%s after %s",
                        quire_object_label(span->to, to, sizeof to),
                        quire_object_label(span->from, from, sizeof from));
    add(self, sensor ? QUIRE_RULE_SENSOR : QUIRE_RULE_SPAN, span->to, part, span->sheet, span->way,
        span->sheet->length, QUIRE_REVIEW_WRONG);
}

/* Of sheets on one path the one with the largest or smallest value. */
static int
extreme(const struct quire_system *sys, const struct quire_outline *path,
        double (*of)(const struct quire_sheet *))
{
    int found = -1;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_sheet *s = sys->sheet + k;
        if (s->path == path && (found < 0 || of(s) > of(sys->sheet + found))) {
            found = k;
        }
    }
    return found;
}

static double
thickness_of(const struct quire_sheet *s)
{
    return s->thickness;
}

static double
stiffness_of(const struct quire_sheet *s)
{
    return s->chain.kb * s->chain.h; /* of its whole width [N m^2] */
}

static double
length_of(const struct quire_sheet *s)
{
    return s->length;
}

static void
review_channels(quire_review *self)
{
    const struct quire_object *channel;

    for (size_t i = 0; (channel = quire_object_next_of(self->sys->model->root, &quire_kind_channel,
                                                       &i)) != NULL;) {
        const struct quire_channel_params *p = channel->params;
        const int k = extreme(self->sys, quire_system_path(self->sys, p->path), thickness_of);
        if (k >= 0) {
            const struct quire_sheet *s = self->sys->sheet + k;
            add(self, QUIRE_RULE_GAP, channel, NULL, s, p->gap, s->thickness, QUIRE_REVIEW_WRONG);
        }
    }
}

/* The tightest arc of a path, which is no corner that is only rounded off; NULL: it is straight. */
static const struct quire_piece *
tightest(const struct quire_outline *path, const struct quire_sheet *s)
{
    const struct quire_piece *found = NULL;

    for (size_t i = 0; i < path->n; i++) {
        const struct quire_piece *p = path->piece + i;
        if (p->radius > 0 && p->length > s->chain.h && p->start + p->length > s->lead &&
            (found == NULL || p->radius < found->radius)) {
            found = p;
        }
    }
    return found;
}

static void
review_bends(quire_review *self)
{
    const struct quire_system *sys = self->sys;

    for (int i = 0; i < sys->n_path; i++) {
        const struct quire_outline *path = sys->path + i;
        const int thick = extreme(sys, path, thickness_of),
                  stiff = extreme(sys, path, stiffness_of);
        const struct quire_piece *arc = thick >= 0 ? tightest(path, sys->sheet + thick) : NULL;
        if (arc == NULL) {
            continue;
        }
        const struct quire_sheet *s = sys->sheet + stiff;
        add(self, QUIRE_RULE_BEND, sys->path_object[i], NULL, sys->sheet + thick,
            sys->sheet[thick].half / arc->radius, 1, QUIRE_REVIEW_WRONG);
        add(self, QUIRE_RULE_BEND_FORCE, sys->path_object[i], NULL, s,
            stiffness_of(s) / (2 * arc->radius * arc->radius),
            quire_lint_push(sys, stiff, arc->start), QUIRE_REVIEW_WRONG);
    }
}

/* ---- drives ---- */

/* The largest speed of a nip's surface along its path, signed; NaN: it is not known before a run
 * [m/s]. */
static double
speed_of(const struct quire_system *sys, const struct quire_nip *nip)
{
    const struct quire_roller *roller = sys->roller + nip->driver;
    const struct quire_small *small = sys->small + roller->small;
    const struct quire_drive *drive = small->drive >= 0 ? sys->drive + small->drive : NULL;
    const bool shaft = drive != NULL && drive->quantity == QUIRE_DRIVE_SHAFT_SPEED;

    if (drive == NULL || roller->soft >= 0 || roller->free >= 0 ||
        (drive->quantity != QUIRE_DRIVE_SPEED && !shaft) || quire_lint_is_set(sys, drive->object)) {
        return (double)NAN;
    }
    double peak = drive->course.start;
    for (int i = 0; i < drive->course.n; i++) {
        const double value = drive->course.corner[i].value;
        peak = fabs(value) > fabs(peak) ? value : peak;
    }
    return shaft ? fabs(peak) * roller->radius : peak;
}

/* The nip before another one on its path that may hold the same sheet; NULL: none. */
static const struct quire_nip *
nip_before(const struct quire_system *sys, const struct quire_nip *nip, double length)
{
    const struct quire_nip *found = NULL;

    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *other = sys->nip + k;
        if (other->path == nip->path && other->path_distance < nip->path_distance &&
            other->path_distance > nip->path_distance - length &&
            (found == NULL || other->path_distance > found->path_distance)) {
            found = other;
        }
    }
    return found;
}

static void
review_ratio(quire_review *self, const struct quire_nip *nip, double speed)
{
    const int k = extreme(self->sys, nip->path, length_of);
    const struct quire_nip *before =
        k >= 0 ? nip_before(self->sys, nip, self->sys->sheet[k].length) : NULL;
    char part[PART_SIZE];

    if (before != NULL && speed > 0) {
        const double other = speed_of(self->sys, before);
        quire_number_format(part, sizeof part, "nip '%s' after nip '%s'", nip->object->name,
                            before->object->name);
        add(self, QUIRE_RULE_RATIO, nip->object, part, self->sys->sheet + k,
            other > 0 ? speed / other : (double)NAN, 1, QUIRE_REVIEW_WRONG);
    }
}

static void
review_nips(quire_review *self)
{
    for (int k = 0; k < self->sys->n_nip; k++) {
        const struct quire_nip *nip = self->sys->nip + k;
        const double load = ((const struct quire_nip_params *)nip->object->params)->load,
                     speed = speed_of(self->sys, nip);
        if (load > 0) {
            add(self, QUIRE_RULE_LOAD, nip->object, NULL, NULL, load, 1, QUIRE_REVIEW_WRONG);
        }
        /* a nip may well turn sheets back that come from elsewhere */
        const struct quire_sheet *back = quire_lint_backward(self->sys, self->moved, nip);
        if (speed > 0 || back != NULL) {
            add(self, QUIRE_RULE_SPEED, nip->object, NULL, back, speed, 1, QUIRE_REVIEW_WRONG);
        }
        review_ratio(self, nip, speed);
    }
}

/* ---- leading edges ---- */

/* Rollers of nips are these. */
static const struct quire_object *
whole_part(const struct quire_system *sys, const struct quire_object *part)
{
    for (int k = 0; k < sys->n_nip; k++) {
        const struct quire_nip *nip = sys->nip + k;
        if (part == sys->roller[nip->driver].object || part == sys->roller[nip->idler].object) {
            return nip->object;
        }
    }
    return part;
}

static void
review_meeting(void *user, int sheet, const struct quire_lead_meeting *m,
               const struct quire_lead_verdict *v)
{
    quire_review *self = user;
    const struct quire_sheet *s = self->sys->sheet + sheet;
    const struct quire_object *part = whole_part(self->sys, m->object);

    add(self, QUIRE_RULE_ENTRY, part, NULL, s, m->angle, RIGHT_ANGLE - (v->sum - m->angle),
        v->stubs && v->locks ? QUIRE_REVIEW_WRONG : QUIRE_REVIEW_DOUBTFUL);
    if (v->holds > 0) {
        add(self, QUIRE_RULE_DEFLECT, part, NULL, s, v->holds, v->push, QUIRE_REVIEW_WRONG);
    }
}

static void
review_entrance(void *user, int sheet, const struct quire_object *channel, double aside)
{
    quire_review *self = user;

    add(self, QUIRE_RULE_MOUTH, channel, NULL, self->sys->sheet + sheet, aside,
        quire_channel_half(channel->params), QUIRE_REVIEW_WRONG);
}

/* What comes next on a sheet's path behind a place; NULL: nothing. */
static const struct quire_object *
next_part(const struct quire_system *sys, const struct quire_sheet *s, double place, double *at)
{
    const struct quire_object *root = sys->model->root, *found = NULL;

    *at = HUGE_VAL;
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *o = root->child[i], *path = NULL;
        double there = HUGE_VAL;
        if (o->kind == &quire_kind_nip) {
            path = ((const struct quire_nip_params *)o->params)->path;
            there = ((const struct quire_nip_params *)o->params)->at;
        } else if (o->kind == &quire_kind_channel) {
            path = ((const struct quire_channel_params *)o->params)->path;
            there = ((const struct quire_channel_params *)o->params)->from;
        }
        if (path != NULL && quire_system_path(sys, path) == s->path && there > place &&
            there < *at) {
            *at = there;
            found = o;
        }
    }
    return found;
}

/* One that hangs is known to reach nothing before the next part of its path, but not what it falls
 * on. */
static void
review_free_length(void *user, int sheet, const struct quire_object *part, double place,
                   double length, double sag)
{
    quire_review *self = user;
    const struct quire_sheet *s = self->sys->sheet + sheet;
    double at = place;
    const struct quire_object *next =
        part != NULL ? whole_part(self->sys, part) : next_part(self->sys, s, place, &at);

    if (next != NULL && sag > 0) {
        const double bending_length = length / quire_exp(quire_log(sag) / 3);
        add(self, QUIRE_RULE_FREE_LENGTH, next, NULL, s, length + (at - place), bending_length,
            QUIRE_REVIEW_WRONG);
    }
}

/* ---- all of it ---- */

/* The factor from a rule's unit to that in which people read it, and that unit. */
static double
readable(const quire_review_rule *rule, double typical, const char **unit)
{
    static const struct {
        const char *si, *unit;
        double factor;
    } units[] = {{"m", "mm", 1e3}, {"m/s", "mm/s", 1e3}, {"rad", "deg", 90 / RIGHT_ANGLE}};

    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(rule->unit, units[i].si) == 0) {
            *unit = units[i].unit;
            return units[i].factor;
        }
    }
    const bool small = strcmp(rule->unit, "N") == 0 && fabs(typical) < 0.1;
    *unit = small ? "mN" : rule->unit;
    return small ? 1e3 : 1;
}

/* "at most 282 mm": the limit that was crossed, or that would be first. */
static void
write_texts(struct entry *e)
{
    const quire_review_line *l = &e->line;
    const bool wrong = l->verdict == QUIRE_REVIEW_WRONG;
    const double from = wrong ? l->wrong_from : l->ok_from, to = wrong ? l->wrong_to : l->ok_to;
    const char *unit;
    const double factor = readable(l->rule, fmax(fabs(l->value), l->limit), &unit);
    const char *blank = unit[0] != '\0' ? " " : "";

    quire_number_format(e->value, sizeof e->value, "%s%s%s", QUIRE_AMOUNT(factor * l->value), blank,
                        unit);
    if (isfinite(from) && isfinite(to)) {
        quire_number_format(e->limit, sizeof e->limit, "%s to %s%s%s", QUIRE_AMOUNT(factor * from),
                            QUIRE_AMOUNT(factor * to), blank, unit);
    } else {
        quire_number_format(e->limit, sizeof e->limit, "%s %s%s%s",
                            isfinite(to) ? "at most" : "at least",
                            QUIRE_AMOUNT(factor * (isfinite(to) ? to : from)), blank, unit);
    }
}

static int
compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return x->line.rule != y->line.rule ? (x->line.rule < y->line.rule ? -1 : 1)
                                        : quire_place_compare(x->object->place, y->object->place);
}

static void
write_range(struct quire_json *json, const char *key, const quire_review_rule *rule, bool wrong)
{
    struct quire_text range = {0};

    quire_review_range(&range, rule, wrong);
    quire_json_string(json, key, range.data);
    quire_text_clear_part(&range, json->text);
}

static void
write_json(quire_review *self)
{
    struct quire_json json = {.text = &self->json};

    quire_json_open(&json, NULL, '{', false);
    quire_json_string(&json, "schema", SCHEMA);
    quire_json_string(&json, "verdict", quire_review_word(quire_review_worst(self)));
    quire_json_open(&json, "lines", '[', false);
    for (size_t i = 0; i < self->n; i++) {
        const quire_review_line l = quire_review_at(self, i);
        quire_json_open(&json, NULL, '{', true);
        quire_json_string(&json, "rule", l.rule->name);
        quire_json_string(&json, "part", l.part);
        quire_json_integer(&json, "line", l.line);
        quire_json_string(&json, "sheet", l.sheet);
        quire_json_string(&json, "verdict", quire_review_word(l.verdict));
        quire_json_number(&json, "value", l.value);
        quire_json_number(&json, "ok-from", l.ok_from);
        quire_json_number(&json, "ok-to", l.ok_to);
        quire_json_number(&json, "wrong-from", l.wrong_from);
        quire_json_number(&json, "wrong-to", l.wrong_to);
        quire_json_string(&json, "unit", l.rule->unit);
        quire_json_close(&json, '{');
    }
    quire_json_close(&json, '[');

    size_t n;
    const quire_review_rule *rule = quire_review_rules(&n);
    quire_json_open(&json, "rules", '[', false);
    for (size_t i = 0; i < n; i++) {
        quire_json_open(&json, NULL, '{', false);
        quire_json_string(&json, "rule", rule[i].name);
        quire_json_string(&json, "title", rule[i].title);
        quire_json_string(&json, "formula", rule[i].formula);
        write_range(&json, "ok", rule + i, false);
        write_range(&json, "wrong", rule + i, true);
        quire_json_string(&json, "cure", rule[i].cure);
        quire_json_string(&json, "source", rule[i].source);
        quire_json_close(&json, '{');
    }
    quire_json_close(&json, '[');
    quire_json_close(&json, '{');
    quire_text_add(&self->json, "\n");
}

quire_review *
quire_review_new(void)
{
    return calloc(1, sizeof(quire_review));
}

bool
quire_review_fill(quire_review *self, const struct quire_system *sys)
{
    const struct quire_lead_watch watch = {review_meeting, review_entrance, review_free_length,
                                           self};
    bool *moved = quire_lint_moved(sys);

    self->sys = sys;
    self->moved = moved;
    if (moved == NULL) {
        return false;
    }
    if (quire_lint_feeds(sys)) {
        self->starved = !quire_lint_spans(sys, moved, review_span, self) ||
                        !quire_lint_walk(sys, &watch) || self->starved;
    }
    review_channels(self);
    review_bends(self);
    review_nips(self);
    for (size_t i = 0; i < self->n; i++) {
        write_texts(self->entry + i);
    }
    if (self->n > 0) {
        qsort(self->entry, self->n, sizeof *self->entry, compare_entries);
    }
    write_json(self);
    free(moved);
    self->sys = NULL;
    self->moved = NULL;
    return !self->starved && !self->json.failed;
}

/* ---- the public face ---- */

void
quire_review_destroy(quire_review *self)
{
    if (self != NULL) {
        quire_text_clear(&self->json);
        free(self->entry);
        free(self);
    }
}

size_t
quire_review_count(const quire_review *self)
{
    return self != NULL ? self->n : 0;
}

quire_review_line
quire_review_at(const quire_review *self, size_t i)
{
    if (i >= quire_review_count(self)) {
        return (quire_review_line){0};
    }
    const struct entry *e = self->entry + i;
    quire_review_line line = e->line;
    line.part = e->part;
    line.sheet = e->sheet[0] != '\0' ? e->sheet : NULL;
    line.value_text = e->value;
    line.limit_text = e->limit;
    return line;
}

quire_review_verdict
quire_review_worst(const quire_review *self)
{
    quire_review_verdict worst = QUIRE_REVIEW_OK;

    for (size_t i = 0; i < quire_review_count(self); i++) {
        const quire_review_verdict own = self->entry[i].line.verdict;
        worst = own > worst ? own : worst;
    }
    return worst;
}

const char *
quire_review_word(quire_review_verdict verdict)
{
    return verdict == QUIRE_REVIEW_OK         ? "ok"
           : verdict == QUIRE_REVIEW_DOUBTFUL ? "doubtful"
                                              : "wrong";
}

const char *
quire_review_json(const quire_review *self)
{
    return self != NULL && self->json.data != NULL ? self->json.data : "";
}
