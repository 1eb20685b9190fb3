/* Tension: a web hangs slack, or is pulled too hard. */
#include <math.h>

#include "body/sheet.h"
#include "check/around.h"
#include "check/finding.h"
#include "check/scope.h"
#include "model/kinds_media.h"
#include "model/problem.h"
#include "text/amount.h"

#define NO_TENSION 1e-4 /* less is none: a sheet at rest has some of either sign [N] */
#define MOVED      1e-3 /* a web that has gone so far should be pulled, [m] */
#define MOVING     0.02 /* and one that runs so fast [m/s] */
#define CREEP_SAID 0.01 /* of the tension: less need not be said */

struct params {
    struct quire_check_common common;
    const struct quire_object *path;
    double at, smallest, largest, average;
};

/* Of a sheet: what a slow load cell tells. */
struct cell {
    bool begun, judged;
    double time, tension; /* of the last look [s], [N] */
    double from;          /* where its leading edge was at the first look [m] */
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REFERENCE(struct params, path, "path", "path", QUIRE_REQUIRED,
                    "path on which the monitored sheets start"),
    QUIRE_REAL_AS(QUIRE_ALONG, struct params, at, "at", "m", QUIRE_REQUIRED, QUIRE_ANY,
                  "distance along the path at which the tension is measured", NULL),
    QUIRE_REAL(struct params, smallest, "smallest", "N", QUIRE_OPTIONAL, QUIRE_ANY,
               "smallest tension of the whole width; default: no limit, the sheet may be slack",
               "webs run at 5 % to 25 % of their yield or breaking tension"),
    QUIRE_REAL(struct params, largest, "largest", "N", QUIRE_OPTIONAL, QUIRE_ANY,
               "largest tension of the whole width; default: no limit", NULL),
    QUIRE_REAL(struct params, average, "average", "s", "20 ms", QUIRE_NON_NEGATIVE,
               "time constant of the averaging, as in load cells; the check samples every 10 ms",
               NULL),
    QUIRE_FIELD_END,
};

/* The segment of a sheet that lies at a place of its path, the one nearest to the leading edge if
 * there are several. */
struct place {
    double at, last; /* of the node before, towards the leading edge [m] */
    size_t segment;
    bool found;
};

static void
look_at_node(void *user, size_t node, double distance, double height)
{
    struct place *p = user;

    (void)height;
    if (!p->found && p->last >= p->at && distance < p->at) {
        p->segment = node;
        p->found = true;
    }
    p->last = distance;
}

static double
averaged(struct cell *cell, double tension, double time, double average)
{
    const double dt = time - cell->time;

    cell->tension = cell->begun && average > 0
                        ? (average * cell->tension + dt * tension) / (average + dt)
                        : tension;
    cell->time = time;
    return cell->tension;
}

/* A web that lies still, as before its drives start, need not be tight yet: it is judged from when
 * it has been pulled enough, moves or has moved, and at the end of the run. */
static bool
is_judged(const struct params *p, struct cell *cell, const struct quire_sheet_view *s)
{
    cell->from = cell->begun ? cell->from : s->lead.path_distance;
    cell->begun = true;
    cell->judged = cell->judged || cell->tension >= fmax(p->smallest, NO_TENSION) ||
                   fabs(s->lead.path_distance - cell->from) > MOVED ||
                   fabs(s->lead.path_speed) >= MOVING;
    return cell->judged;
}

/* force per width and strain [N/m] */
static double
pull_of(const struct quire_media_params *m, bool across)
{
    const double modulus = across && !isnan(m->modulus_cd) ? m->modulus_cd : m->modulus_md,
                 bending = across && !isnan(m->bending_stiffness_cd) ? m->bending_stiffness_cd
                                                                     : m->bending_stiffness_md;

    return isnan(modulus) ? 12 * bending / (m->thickness * m->thickness) : modulus * m->thickness;
}

/* By how much laws of friction that creep may lower the tension between the nips that hold a sheet,
 * once it is steady [N]: the span is drawn by as much less as they creep, in the time in which it
 * goes through. */
static double
lost_by_creep(const struct quire_view *view, size_t i)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct quire_sheet_params *p = s->object->params;
    const double speed = fabs(s->lead.path_speed);
    double creep = 0, most = HUGE_VAL;
    int n = 0;

    for (size_t k = 0; k < view->n_nip; k++) {
        const struct quire_roller_view *driver = &view->roller[view->nip[k].driver];
        if (quire_around_is_in_nip(view, i, &view->nip[k]) && driver->is_driver) {
            if (!isnan(driver->clutch_slip)) {
                return 0; /* its torque makes the tension, not its speed */
            }
            creep += fabs(driver->creep);
            most = fmin(most, driver->limit);
            n++;
        }
    }
    return n < 2 || !(speed > 0) || p->media == NULL
               ? 0
               : fmin(most, pull_of(p->media->params, p->grain != 0) * s->width * creep / speed);
}

static void
say_creep(struct quire_check_result *out, const struct quire_view *view, size_t i, double tension)
{
    const double lost = lost_by_creep(view, i);

    if (lost > CREEP_SAID * fabs(tension)) {
        out->note[0] = '\0';
        quire_sentence_add(
            out->note, sizeof out->note,
            "its nips creep: without, the tension may be higher by up to %s; use the "
            "friction law stick-slip",
            QUIRE_AMOUNT_FORCE(lost, 0));
    }
}

static void
note(const struct params *p, struct quire_finding *finding, const struct quire_view *view, size_t i,
     size_t segment, double tension)
{
    const struct quire_sheet_view *s = &view->sheet[i];
    tension = fabs(tension) < NO_TENSION ? 0 : tension;
    const bool low = isnan(p->largest) || tension - p->smallest <= p->largest - tension;
    const double limit = low ? p->smallest : p->largest;
    /* what fails is too large: of what is too small, the negatives */
    const struct quire_measure m = {low ? -tension : tension, low ? -limit : limit, s->x[segment],
                                    s->y[segment], p->at};

    if (quire_finding_note(finding, view, i, m)) {
        finding->worst.place[0] = '\0'; /* the place along the path says all */
        quire_check_say(&finding->worst, "it is %s there, with %s",
                        low ? "slack" : "pulled too hard", QUIRE_AMOUNT_FORCE(tension, 0));
    }
    if (finding->worst.value == m.value) {
        say_creep(&finding->worst, view, i, tension);
    }
    if (low && finding->worst.value == m.value && finding->worst.limit == m.limit) {
        finding->worst.value = tension;
        finding->worst.limit = limit;
    }
    finding->worst.lowest = p->smallest;
    finding->worst.highest = p->largest;
}

static struct place
find_place(const struct params *p, const struct quire_sheet_view *s)
{
    struct place place = {.at = p->at, .last = -HUGE_VAL};

    if (s->entered && s->tension != NULL && s->path != NULL && quire_around_path(s) == p->path) {
        quire_around_walk(s, look_at_node, &place);
    }
    return place;
}

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    const struct params *p = self->params;
    const struct quire_sheet_view *s = &view->sheet[i];
    const struct place place = find_place(p, s);

    if (place.found) {
        const double tension =
            averaged(of_sheet, s->tension[place.segment], view->time, p->average);
        if (is_judged(p, of_sheet, s) || tension > p->largest) {
            note(p, memory, view, i, place.segment, tension);
        }
    }
}

/* Of a web that was never pulled, what it has at the end counts. */
static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    for (size_t i = 0; finished && i < view->n_sheet; i++) {
        const struct cell *cell = quire_check_of_sheet(self, memory, i);
        const struct place place = find_place(self->params, &view->sheet[i]);
        if (cell->begun && !cell->judged && place.found) {
            note(self->params, memory, view, i, place.segment, cell->tension);
        }
    }
    return quire_finding_decide(self, memory, view, finished, out);
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const quire_status scope = quire_scope_check(self, diag);

    if (scope != QUIRE_OK) {
        return scope;
    }
    if (isnan(p->smallest) && isnan(p->largest)) {
        return quire_object_error(self, diag, "E-MISSING", "give 'smallest', 'largest' or both",
                                  "the tension has no limit");
    }
    return p->smallest > p->largest
               ? quire_object_error(self, diag, "E-RANGE", NULL,
                                    "'smallest' must not be greater than 'largest'")
               : QUIRE_OK;
}

static const struct quire_check_ops ops = {
    .unit = "N",
    .about = QUIRE_ABOUT_TENSION,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct cell),
    .unseen = "no sheet was at this position of the path",
    .sample = sample,
    .judge = judge,
};

const struct quire_kind quire_kind_check_tension = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "tension",
    .size = sizeof(struct params),
    .fields = fields,
    .help =
        "The averaged tension of a sheet at a position of its path must stay within limits. A "
        "slack web loops and wanders; one with too much tension slips, stretches or tears. A sheet "
        "is monitored from the arrival of its leading edge until its trailing edge has passed, "
        "but for its smallest tension not before it has reached that, runs at 20 mm/s or has moved "
        "by 1 mm: a web "
        "that lies still before its drives start does not fail. One that does neither is judged "
        "at the end. A tension equal to a limit is allowed. "
        "Tension is that of the whole width and positive; pushed sheets have negative tension.",
    .equation = "T' = (t - T) / average; smallest <= T <= largest",
    .ops = &ops,
    .check = check,
};
