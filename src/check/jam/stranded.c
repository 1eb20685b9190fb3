/* Stranded: a sheet that was under way lies where nothing will move it again, with a part of its
 * way still ahead. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "body/nip.h"
#include "check/around.h"
#include "check/branch.h"
#include "check/finding.h"
#include "check/scope.h"
#include "check/under_way.h"
#include "formula/formula.h"
#include "kind/action.h"
#include "kind/sensor.h"
#include "model/order.h"
#include "text/amount.h"

#define BESIDE 0.03 /* a nip whose middle is no farther away may close on a sheet [m] */

struct params {
    struct quire_check_common common;
    double speed, duration;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, speed, "speed", "m/s", "1 mm/s", QUIRE_POSITIVE,
               "speed below which a sheet, or the surface of a belt, is at rest", NULL),
    QUIRE_REAL(struct params, duration, "duration", "s", "50 ms", QUIRE_POSITIVE,
               "time at rest before the end of the run", NULL),
    QUIRE_FIELD_END,
};

struct sheet_memory {
    struct quire_under_way way;
    bool rests;
    double since; /* [s] */
};

/* Where a sheet lies along the path that it follows: its own, that of a branch, or, of one placed
 * by coordinates, the nearest. Distances are times `sign`, -1 of a sheet that is turned round: they
 * rise towards its leading edge. */
struct stretch {
    const struct quire_object *path; /* NULL: it follows none */
    double sign, lead, trail, end;   /* `end`: of the path [m] */
};

/* What lies ahead of a sheet on the path that it follows, and behind it. */
struct ahead {
    const char *sort, *name; /* of the nearest; NULL: nothing */
    double at;               /* along its stretch [m] */
    const struct quire_object *sensor;
    const char *nip[2]; /* the nearest behind the trailing edge, and ahead of the leading edge */
    double nip_at[2];
};

static double
speed_of(const struct quire_view *view, const struct quire_sheet_view *sheet)
{
    const bool astray = sheet->path == NULL || quire_branch_has(view, sheet);

    return fmax(fabs(quire_branch_speed(sheet, false, astray)),
                fabs(quire_branch_speed(sheet, true, astray)));
}

static struct stretch
stretch_along(const struct quire_object *path, const struct quire_outline *outline, double lead,
              double trail, bool turned)
{
    const double sign = turned ? -1 : 1;

    return (struct stretch){path, sign, sign * lead, sign * trail, turned ? 0 : outline->length};
}

/* On another path than its own the trailing edge may not have come yet: it is taken to lie one
 * length behind. */
static struct stretch
stretch_of(const struct quire_view *view, const struct quire_sheet_view *sheet)
{
    struct quire_branch branch;
    double there[2], along[2], way[2];

    if (sheet->path != NULL && !quire_branch_has(view, sheet)) {
        return stretch_along(quire_around_path(sheet), sheet->path, sheet->lead.path_distance,
                             sheet->trail.path_distance, quire_branch_is_turned(sheet, false));
    }
    if (sheet->path != NULL
            ? !quire_branch_of_lead(view, sheet, &branch)
            : !quire_branch_find(view, sheet, sheet->lead.x, sheet->lead.y, &branch)) {
        return (struct stretch){.path = NULL};
    }
    quire_outline_at(branch.outline, branch.at, there, along);
    quire_around_direction(sheet, sheet->lead.x, sheet->lead.y, way);
    const bool turned = along[0] * way[0] + along[1] * way[1] < 0;
    return stretch_along(branch.path, branch.outline, branch.at,
                         branch.at - (turned ? -sheet->length : sheet->length), turned);
}

/* Gone back beyond where it entered, with nothing behind it that could bring it on again. */
static bool
is_lost(const struct quire_object *root, const struct quire_sheet_view *sheet,
        const struct sheet_memory *m, double speed)
{
    const struct quire_object *path = quire_around_path(sheet), *nip;

    if (!(sheet->lead.path_speed < -speed && sheet->trail.path_speed < -speed &&
          sheet->lead.path_distance < m->way.lead - QUIRE_UNDER_WAY)) {
        return false;
    }
    for (size_t i = 0; (nip = quire_object_next_of(root, &quire_kind_nip, &i)) != NULL;) {
        const struct quire_nip_params *p = nip->params;
        if (p->path != path || p->at < sheet->lead.path_distance) {
            return false;
        }
    }
    return true;
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    struct sheet_memory *m = of_sheet;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    (void)memory;
    if (!sheet->entered || quire_around_is_held(sheet, view->time)) {
        m->rests = false;
        return;
    }
    quire_under_way_look(&m->way, sheet);
    const bool rests = m->way.moved && (speed_of(view, sheet) < p->speed ||
                                        is_lost(self->parent, sheet, m, p->speed));
    m->since = rests && m->rests ? m->since : view->time;
    m->rests = rests;
}

/* ---- what could still move it ---- */

/* A drive roller, also one that stands, or a belt that moves. */
static bool
is_driven(const struct quire_view *view, size_t sheet, double speed)
{
    for (size_t i = 0; i < view->n_roller; i++) {
        if (view->roller[i].is_driver && quire_around_touches(view, sheet, &view->roller[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < view->n_guide; i++) {
        const struct quire_guide_view *g = &view->guide[i];
        const bool belt = fabs(g->slip) > speed || (g->moves && fabs(g->rate) > 0);
        if (g->sheet == (int)sheet && g->normal > 0 && belt) {
            return true;
        }
    }
    return false;
}

/* Whether another sheet is under way, or may still enter. */
static bool
others_move(const struct quire_view *view, size_t sheet, double speed)
{
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *s = &view->sheet[i];
        const bool comes = !s->entered && !s->delivered && s->enter_time > view->time;
        if (i != sheet && (comes || (s->entered && !s->delivered && speed_of(view, s) > speed))) {
            return true;
        }
    }
    return false;
}

/* Whether an action may move a sheet that no drive roller touches. */
static bool
may_move(const struct quire_action *action, const struct quire_view *view, size_t sheet)
{
    if (action->kind == QUIRE_ACTION_SET_DRIVE) {
        return action->quantity == QUIRE_DRIVE_ANGLE || action->quantity == QUIRE_DRIVE_STROKE ||
               action->quantity == QUIRE_DRIVE_PRESSURE || action->quantity == QUIRE_DRIVE_VOLTAGE;
    }
    for (size_t i = 0; action->kind == QUIRE_ACTION_SWITCH && i < view->n_nip; i++) {
        const struct quire_nip_view *nip = &view->nip[i];
        if (action->target != NULL && action->target->name != NULL &&
            strcmp(action->target->name, nip->name) == 0) {
            return quire_around_reaches(&view->sheet[sheet], nip->x, nip->y, BESIDE);
        }
    }
    return false;
}

/* Whether a formula asks for the time: `time` as a word of its own, not as a part of a name or as
 * that of an event, such as s1.time. */
static bool
has_time(const char *formula)
{
    for (const char *at = formula; (at = strstr(at, "time")) != NULL; at++) {
        const bool begins =
            at == formula || (at[-1] != '.' && at[-1] != '_' && !isalnum((unsigned char)at[-1]));
        if (begins && quire_formula_word(at) == strlen("time") && at[4] != '.') {
            return true;
        }
    }
    return false;
}

/* Whether a rule may yet be set off, or wait, where all has been at rest for so long. */
static bool
may_act(const struct quire_rule_params *rule, const struct quire_view *view, double quiet,
        bool others)
{
    if (!isnan(rule->time)) {
        return rule->time + rule->delay > view->time;
    }
    return others || rule->delay > quiet || !isnan(rule->distance) ||
           (rule->when != NULL && has_time(rule->when));
}

static bool
rules_may_move(const struct quire_object *root, const struct quire_view *view, size_t sheet,
               double quiet, double speed)
{
    const bool others = others_move(view, sheet, speed);
    const struct quire_object *rule;

    for (size_t i = 0; (rule = quire_object_next_in(root, &quire_family_rule, &i)) != NULL;) {
        for (size_t k = 0; may_act(rule->params, view, quiet, others) && k < rule->n_child; k++) {
            struct quire_action action;
            const struct quire_object *child = rule->child[k];
            if (child->kind->family != &quire_family_action) {
                continue;
            }
            ((const struct quire_action_ops *)child->kind->ops)->describe(child, &action);
            if (may_move(&action, view, sheet)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- what lies ahead of it ---- */

static void
offer(struct ahead *ahead, const char *sort, const struct quire_object *object, double at)
{
    if (ahead->sort == NULL || at < ahead->at) {
        ahead->sort = sort;
        ahead->name = object->name;
        ahead->at = at;
        ahead->sensor = object->kind->family == &quire_family_sensor ? object : NULL;
    }
}

static void
look_at_nip(struct ahead *ahead, const struct quire_object *nip, const struct stretch *of)
{
    const double at = of->sign * ((const struct quire_nip_params *)nip->params)->at;

    if (at > of->lead) {
        offer(ahead, "nip", nip, at);
        if (ahead->nip[1] == NULL || at < ahead->nip_at[1]) {
            ahead->nip[1] = nip->name;
            ahead->nip_at[1] = at;
        }
    } else if (at < of->trail && (ahead->nip[0] == NULL || at > ahead->nip_at[0])) {
        ahead->nip[0] = nip->name;
        ahead->nip_at[0] = at;
    }
}

/* Nips and sensors; the end of its path only where the sheet is farther from it than it is long,
 * since trays lie before it. */
static struct ahead
look_ahead(const struct quire_object *root, const struct stretch *of, double length)
{
    const struct quire_object *o;
    struct ahead ahead = {.sort = NULL};

    for (size_t i = 0; (o = quire_object_next_of(root, &quire_kind_nip, &i)) != NULL;) {
        if (((const struct quire_nip_params *)o->params)->path == of->path) {
            look_at_nip(&ahead, o, of);
        }
    }
    for (size_t i = 0; (o = quire_object_next_in(root, &quire_family_sensor, &i)) != NULL;) {
        const struct quire_sensor_common *p = o->params;
        /* into a bin all of the sheet must come */
        const double whole = quire_object_is(o, QUIRE_ROLE_BIN) ? of->lead - of->trail : 0,
                     at = of->sign * p->at + whole;
        if (p->path == of->path && at > of->lead) {
            offer(&ahead, o->kind->element, o, at);
        }
    }
    if (ahead.sort == NULL && of->end > of->lead + length) {
        offer(&ahead, "the end of path", of->path, of->end);
    }
    return ahead;
}

static void
say_where(struct quire_check_result *out, const struct ahead *ahead, const struct stretch *of,
          double length, bool back)
{
    const char *does = back ? "moves back out of the machine," : "lies";

    if (!back && ahead->nip[0] != NULL && ahead->nip[1] != NULL &&
        ahead->nip_at[1] - ahead->nip_at[0] > length) {
        quire_check_say(out,
                        "the sheet lies between nip '%s' and nip '%s', which are %s mm apart; the "
                        "sheet is %s mm long",
                        ahead->nip[0], ahead->nip[1],
                        QUIRE_AMOUNT(1e3 * (ahead->nip_at[1] - ahead->nip_at[0])),
                        QUIRE_AMOUNT(1e3 * length));
    } else {
        quire_check_say(out, "the sheet %s %s mm short of %s '%s'", does,
                        QUIRE_AMOUNT(1e3 * (ahead->at - of->lead)), ahead->sort,
                        ahead->name != NULL ? ahead->name : "");
    }
    quire_check_say(out, "; nothing drives it, and nothing will; leading edge at %s mm",
                    QUIRE_AMOUNT_PLACE(of->sign * of->lead));
}

/* A measure of the time for which it has been at rest. */
static void
look_at_end(const struct quire_object *self, struct quire_finding *finding,
            const struct sheet_memory *m, const struct quire_view *view, size_t i)
{
    const struct params *p = self->params;
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const double quiet = m->rests ? view->time - m->since : 0;
    const struct stretch of = stretch_of(view, sheet);
    if (of.path == NULL) {
        return;
    }
    const struct ahead ahead = look_ahead(self->parent, &of, sheet->length);
    const bool alone = quiet > p->duration && ahead.sort != NULL && !is_driven(view, i, p->speed) &&
                       !quire_around_waits(view, i) &&
                       !rules_may_move(self->parent, view, i, quiet, p->speed);
    if (sheet->path == NULL && !alone) {
        return; /* that it is not stranded here says little of where it should go */
    }
    const struct quire_measure measure = {alone ? quiet : 0, p->duration, sheet->lead.x,
                                          sheet->lead.y, sheet->lead.path_distance};

    if (quire_finding_note(finding, view, i, measure)) {
        struct quire_check_result *out = &finding->worst;
        out->time = m->since;
        out->sensor = ahead.sensor;
        out->place[0] = '\0';
        quire_sentence_add(out->place, sizeof out->place, "%s '%s'", ahead.sort,
                           ahead.name != NULL ? ahead.name : "");
        say_where(out, &ahead, &of, sheet->length, speed_of(view, sheet) >= p->speed);
    }
}

static bool judge(const struct quire_object *self, void *memory, const struct quire_view *view,
                  bool finished, struct quire_check_result *out);

static const struct quire_check_ops ops = {
    .unit = "s",
    .is_jam = true,
    .by_default = true,
    .about = QUIRE_ABOUT_STRANDED,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct sheet_memory),
    .unseen = "no sheet was moved along a path",
    .sample = sample,
    .judge = judge,
};

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    struct quire_finding *finding = memory;

    for (size_t i = 0; finished && i < view->n_sheet; i++) {
        const struct sheet_memory *m = quire_check_memory_of(&ops, memory, i);
        if (m->way.moved && view->sheet[i].entered && !view->sheet[i].delivered) {
            look_at_end(self, finding, m, view, i);
        } else if (m->way.moved && !finding->seen) {
            /* it has been delivered */
            quire_finding_note(
                finding, view, i,
                (struct quire_measure){0, ((const struct params *)self->params)->duration, NAN, NAN,
                                       NAN});
        }
    }
    return quire_finding_decide(self, memory, view, finished, out);
}

const struct quire_kind quire_kind_check_stranded = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "stranded",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "A jam: at the end of the run a sheet that was under way has been at rest for the "
        "duration, or moves back out of the machine; no drive roller touches it and no moving "
        "belt, no rule can still move it, and a nip, a sensor, a bin or more than its own length "
        "of its path lies ahead. A sheet follows its own path, that of a branch that it "
        "has entered, or, if it was placed by coordinates, the nearest. Sheets that have been "
        "delivered (see bin), "
        "that are clamped, pinned or loaded, or that wait in a pile under an earlier sheet, are "
        "ignored. On by default.",
    .equation = "|v| < speed for longer than duration, and nothing drives the sheet",
    .ops = &ops,
    .check = quire_scope_check,
};
