#include "run/log_events.h"

#include <math.h>

#include "body/nip.h"
#include "model/problem.h"
#include "model/quantity.h"

#include "force/space_sheet.h"
#include "machine/sheet_lines.h"

quire_status
quire_running_log_drive(struct quire_run *run, double t, const struct quire_drive *drive,
                        double value, const char *why)
{
    struct quire_event event = quire_event_at(t, QUIRE_EVENT_DRIVE, drive->object->name);

    event.signal = quire_drive_attribute[drive->quantity];
    event.value = value;
    event.unit = quire_drive_unit[drive->quantity];
    event.detail = why;
    return quire_event_log_add(&run->log, &event);
}

quire_status
quire_running_log_switch(struct quire_run *run, double t, const struct quire_object *what,
                         const char *why, bool on)
{
    const bool nip = what->kind == &quire_kind_nip;
    struct quire_event event =
        quire_event_at(t, nip ? QUIRE_EVENT_NIP : QUIRE_EVENT_CLUTCH, what->name);

    event.signal = nip ? (on ? "opens" : "closes") : on ? "engages" : "lets-go";
    event.detail = why;
    return quire_event_log_add(&run->log, &event);
}

/* until when a drive followed its course: rules that tell it something else have been logged */
static double
follows_until(const struct quire_run *run, const struct quire_drive *drive)
{
    for (size_t i = 0; i < run->log.n; i++) {
        if (run->log.event[i].source == drive->object->name &&
            run->log.event[i].kind == QUIRE_EVENT_DRIVE) {
            return run->log.event[i].time;
        }
    }
    return HUGE_VAL;
}

/* Corners of drives' courses up to t; no step need end at smooth ones. */
static quire_status
log_corners(struct quire_run *run, double t)
{
    quire_status status = QUIRE_OK;

    for (int k = 0; k < run->system->n_drive; k++) {
        const struct quire_drive *drive = run->system->drive + k;
        const double until = fmin(t, follows_until(run, drive));
        for (int i = 0;
             i < drive->course.n && drive->course.corner[i].time <= until && status == QUIRE_OK;
             i++) {
            const struct quire_corner_point *corner = drive->course.corner + i;
            status = quire_running_log_drive(run, corner->time, drive, corner->value,
                                             "as the model says");
        }
    }
    return status;
}

static quire_status
log_release(struct quire_run *run, double t, const struct quire_sheet *sheet, int end)
{
    const int node = end == 0 ? 0 : sheet->chain.n;
    const int stride = sheet->chain.stride;
    double *const *room = run->state->sheet[sheet - run->system->sheet].line;
    const double *q = run->y + sheet->x0, *x = quire_sheet_middle(sheet, q, room[0]) + node;
    const double *v = quire_sheet_middle(sheet, q + run->system->layout.v0, room[1]) + node;
    struct quire_event event = quire_event_at(t, QUIRE_EVENT_RELEASE, sheet->object->name);

    event.signal = end == 0 ? "trail" : "lead";
    event.sheet = sheet->object->name;
    event.x = x[0];
    event.y = x[stride];
    event.value = hypot(v[0], v[stride]);
    event.unit = "m/s";
    event.detail = sheet->hold[end].clamp ? "clamp; speed [m/s]" : "pin; speed [m/s]";
    return quire_event_log_add(&run->log, &event);
}

quire_status
quire_running_log_releases(struct quire_run *run, const struct quire_part *part, double t)
{
    quire_status status = QUIRE_OK;

    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet *sheet = run->system->sheet + k;
        for (int e = 0; e < 2 && status == QUIRE_OK; e++) {
            if (sheet->hold[e].held && fabs(sheet->hold[e].until - t) <= SAME_TIME &&
                run->state->sheet[k].entered) {
                status = log_release(run, t, sheet, e);
            }
        }
    }
    return status;
}

static quire_status
log_verdict(struct quire_run *run, double end, const struct quire_check_entry *entry)
{
    static const char *const word[] = {"passed", "failed", "not evaluated"};
    const struct quire_check_result *r = &entry->result;
    /* there was no jam until the end */
    const bool late = isnan(r->time) || (entry->is_jam && r->verdict == QUIRE_PASSED);
    struct quire_event event =
        quire_event_at(late ? end : r->time, QUIRE_EVENT_VERDICT, entry->name);

    event.sheet = r->sheet;
    event.x = r->x;
    event.y = r->y;
    event.path_distance = r->path_distance;
    event.value = r->value;
    event.unit = r->unit;
    event.detail = word[r->verdict];
    return quire_event_log_add(&run->log, &event);
}

/* the sheet whose cause it is */
static const char *
sheet_of_why(const struct quire_check_entry *entry)
{
    return entry->why.sheet != NULL ? entry->why.sheet : entry->result.sheet;
}

/* Whether an earlier verdict on the same sheet had the same symptom. */
static bool
was_logged(const struct quire_check_entry *entry, size_t n, const struct quire_check_entry *now,
           const struct quire_symptom *symptom)
{
    for (size_t k = 0; k < n; k++) {
        const struct quire_why *why = &entry[k].why;
        for (size_t j = 0; j < why->n_symptom && entry[k].turn < now->turn &&
                           sheet_of_why(entry + k) == sheet_of_why(now);
             j++) {
            if (why->symptom[j].kind == symptom->kind &&
                fabs(why->symptom[j].time - symptom->time) <= 0) {
                return true;
            }
        }
    }
    return false;
}

/* What led to a verdict, and what it was put down to. */
static quire_status
log_why(struct quire_run *run, double end, const struct quire_check_entry *entry, size_t n,
        const struct quire_check_entry *now)
{
    const struct quire_check_result *r = &now->result;
    const struct quire_why *why = &now->why;
    quire_status status = QUIRE_OK;

    for (size_t k = 0; k < why->n_symptom && status == QUIRE_OK; k++) {
        const struct quire_symptom *symptom = why->symptom + k;
        struct quire_event event = quire_event_at(symptom->time, QUIRE_EVENT_SIGN, symptom->name);
        event.signal = quire_symptom_word(symptom->kind);
        event.sheet = sheet_of_why(now);
        event.value = symptom->value;
        event.unit = quire_symptom_unit(symptom->kind);
        status =
            was_logged(entry, n, now, symptom) ? QUIRE_OK : quire_event_log_add(&run->log, &event);
    }
    if (status == QUIRE_OK && why->mechanism != QUIRE_MECHANISM_NONE) {
        struct quire_event event =
            quire_event_at(isnan(r->time) ? end : r->time, QUIRE_EVENT_CAUSE, why->name);
        event.signal = quire_mechanism_word(why->mechanism);
        event.sheet = sheet_of_why(now);
        event.x = why->x;
        event.y = why->y;
        event.path_distance = why->path_distance;
        event.value = why->held != NULL ? why->opposing : (double)NAN;
        event.unit = "N";
        event.detail = now->name;
        status = quire_event_log_add(&run->log, &event);
    }
    return status;
}

static quire_status
log_tunnelling(struct quire_run *run)
{
    size_t n;
    const struct quire_tunnelling *found = quire_penetration_found(run->penetration, &n);
    quire_status status = QUIRE_OK;

    for (size_t i = 0; i < n && status == QUIRE_OK; i++) {
        struct quire_event event = quire_event_at(found[i].time, QUIRE_EVENT_VERDICT, "tunnelling");
        event.signal = found[i].target;
        event.sheet = found[i].sheet;
        event.x = found[i].x;
        event.y = found[i].y;
        event.value = found[i].depth;
        event.unit = "m";
        event.detail = "suspected";
        status = quire_event_log_add(&run->log, &event);
    }
    return status;
}

static const struct quire_check_entry *
of_turn(const struct quire_check_entry *entry, size_t n, size_t turn)
{
    size_t i = 0;

    while (i + 1 < n && entry[i].turn != turn) {
        i++;
    }
    return entry + i;
}

quire_status
quire_running_log_end(struct quire_run *run, double t)
{
    const struct quire_check_entry *jam = quire_checks_jam(run->checks);
    quire_status status = log_corners(run, t);
    size_t n;
    const struct quire_check_entry *entry = quire_checks_entries(run->checks, &n);

    for (size_t turn = 0; turn < n && status == QUIRE_OK; turn++) {
        const struct quire_check_entry *now = of_turn(entry, n, turn);
        status = log_verdict(run, t, now);
        status = quire_status_first(status, log_why(run, t, entry, n, now));
    }
    status = quire_status_first(status, log_tunnelling(run));
    if (status == QUIRE_OK && run->stopped && run->result.end == QUIRE_STOPPED_BY_JAM &&
        jam != NULL) {
        struct quire_event event = quire_event_at(t, QUIRE_EVENT_STOP, jam->name);
        event.detail = "a jam";
        status = quire_event_log_add(&run->log, &event);
    }
    return status;
}
