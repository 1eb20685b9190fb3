/* Inside: a sheet that was under way lies still in a nip when the run ends. */
#include <math.h>

#include "check/around.h"
#include "check/finding.h"
#include "check/scope.h"
#include "check/under_way.h"
#include "text/amount.h"

struct params {
    struct quire_check_common common;
    double speed, drive_speed;
};

static const struct quire_field fields[] = {
    QUIRE_CHECK_COMMON(struct params),
    QUIRE_CHECK_SCOPE(struct params),
    QUIRE_REAL(struct params, speed, "speed", "m/s", "1 mm/s", QUIRE_POSITIVE,
               "speed below which a sheet is at rest", NULL),
    QUIRE_REAL(struct params, drive_speed, "drive-speed", "m/s", "20 mm/s", QUIRE_POSITIVE,
               "surface speed above which a drive roller counts as turning", NULL),
    QUIRE_FIELD_END,
};

static void
sample(const struct quire_object *self, void *memory, void *of_sheet, const struct quire_view *view,
       size_t i)
{
    (void)self;
    (void)memory;
    if (view->sheet[i].entered && view->sheet[i].path != NULL) {
        quire_under_way_look(of_sheet, &view->sheet[i]);
    }
}

static bool judge(const struct quire_object *self, void *memory, const struct quire_view *view,
                  bool finished, struct quire_check_result *out);

static const struct quire_check_ops ops = {
    .unit = "m/s",
    .by_default = true,
    .memory_size = sizeof(struct quire_finding),
    .memory_per_sheet = sizeof(struct quire_under_way),
    .sample = sample,
    .judge = judge,
};

/* The nip in which a sheet lies; NULL if there is none, or if a drive roller that stands holds
 * it there on purpose. */
static const struct quire_nip_view *
nip_of(const struct quire_view *view, size_t sheet, double drive_speed)
{
    const struct quire_nip_view *found = NULL;
    for (size_t i = 0; i < view->n_nip; i++) {
        const struct quire_nip_view *nip = &view->nip[i];
        /* a tail that has gone by its middle is out, though its rollers still touch it */
        if (!quire_around_is_in_nip(view, sheet, nip) ||
            nip->path_distance < view->sheet[sheet].trail.path_distance) {
            continue;
        }
        const struct quire_roller_view *driver = &view->roller[nip->driver];
        if (driver->is_driver && fabs(driver->surface_speed) < drive_speed) {
            return NULL;
        }
        found = nip;
    }
    return found;
}

/* A measure that fails when it is positive: by how much the sheet is too slow. */
static void
look_at_end(const struct params *p, struct quire_finding *finding, const struct quire_view *view,
            size_t i)
{
    const struct quire_sheet_view *sheet = &view->sheet[i];
    const struct quire_nip_view *nip = nip_of(view, i, p->drive_speed);
    if (nip == NULL || quire_around_is_held(sheet, view->time) || quire_around_waits(view, i)) {
        return;
    }
    const double speed = fmax(fabs(sheet->lead.path_speed), fabs(sheet->trail.path_speed));
    const struct quire_measure measure = {-speed, -p->speed, sheet->lead.x, sheet->lead.y,
                                          sheet->lead.path_distance};
    if (quire_finding_note(finding, view, i, measure)) {
        struct quire_check_result *out = &finding->worst;
        out->place[0] = '\0';
        quire_sentence_add(out->place, sizeof out->place, "nip '%s'", nip->name);
        quire_check_say(out,
                        "the sheet is still inside: it is in nip '%s' and moves at %s mm/s, "
                        "leading edge at %s mm",
                        nip->name, QUIRE_AMOUNT(1e3 * speed),
                        QUIRE_AMOUNT_PLACE(sheet->lead.path_distance));
        quire_check_say_held(out, view, i);
    }
}

static bool
judge(const struct quire_object *self, void *memory, const struct quire_view *view, bool finished,
      struct quire_check_result *out)
{
    bool moved = false;
    for (size_t i = 0; finished && i < view->n_sheet; i++) {
        const struct quire_under_way *m = quire_check_memory_of(&ops, memory, i);
        moved = moved || m->moved;
        if (m->moved && !view->sheet[i].delivered) {
            look_at_end(self->params, memory, view, i);
        }
    }
    const struct quire_finding *finding = memory;
    const bool decided =
        quire_finding_judge(finding, view, finished, "no sheet on a path was moved", out);
    if (finished && moved && !finding->seen) {
        *out = quire_check_result_none(); /* all that moved have left the nips */
        out->verdict = QUIRE_PASSED;
        out->time = view->time;
    } else if (finding->seen) {
        out->value = -out->value; /* speeds, not their negatives, are what one reads */
        out->limit = out->lowest = -out->limit;
        out->highest = (double)NAN;
    }
    return decided;
}

const struct quire_kind quire_kind_check_inside = {
    .family = &quire_family_check,
    .element = "check",
    .selector = "kind",
    .variant = "inside",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Fails if a sheet that has been fed is at rest in a nip at the end of the run. A nip "
            "whose drive roller is stopped has parked the sheet on purpose and does not fail. "
            "Sheets that are clamped, pinned or loaded, or that wait in a pile under an earlier "
            "sheet, are ignored. On by default.",
    .ops = &ops,
    .check = quire_scope_check,
};
