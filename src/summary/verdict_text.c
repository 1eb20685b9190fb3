#include "summary/verdict_text.h"

#include <math.h>
#include <string.h>

#include "check/around.h"
#include "kind/event.h"
#include "summary/cause_details.h"
#include "text/amount.h"

#define DEGREES  (180 / 3.14159265358979323846)
#define NO_FORCE 1e-3 /* less pushes nothing [N] */
#define STANDS   1e-4 /* what is slower is called still [m/s] */

bool
quire_why_is_known(const struct quire_why *why)
{
    return isfinite(why->path_distance);
}

static void
add_name(struct quire_text *out, const char *sort, const char *name)
{
    quire_text_visible(out, sort != NULL ? sort : "object");
    quire_text_add(out, " '");
    quire_text_visible(out, name != NULL ? name : "?"); /* of files that others wrote */
    quire_text_add(out, "'");
}

/* ---- symptoms ---- */

void
quire_story_add_symptom(struct quire_text *out, const struct quire_symptom *symptom)
{
    switch (symptom->kind) {
    case QUIRE_SYMPTOM_STEEP:
        quire_text_add(out, "the sheet met ");
        add_name(out, symptom->sort, symptom->name);
        quire_text_format(out, " at %.0f deg to the feed", symptom->value * DEGREES);
        break;
    case QUIRE_SYMPTOM_SLIP:
        add_name(out, symptom->sort, symptom->name);
        quire_text_format(out, " began to slip, by up to %s mm/s",
                          QUIRE_AMOUNT(1e3 * fabs(symptom->value)));
        break;
    case QUIRE_SYMPTOM_BEHIND:
        if (symptom->value < 0) {
            quire_text_format(out, "the sheet went back, at up to %s mm/s",
                              QUIRE_AMOUNT(-1e3 * symptom->value));
        } else {
            quire_text_format(out, "the sheet fell below half the drive's speed, down to %s mm/s",
                              QUIRE_AMOUNT(1e3 * symptom->value));
        }
        break;
    case QUIRE_SYMPTOM_SHORT:
        quire_text_format(
            out,
            "the sheet began to buckle; it has been up to %s mm shorter along its path "
            "than it is long",
            QUIRE_AMOUNT(1e3 * symptom->value));
        break;
    case QUIRE_SYMPTOM_SPEEDS:
        quire_text_add(out, "two drives held the sheet, ");
        add_name(out, symptom->sort, symptom->name);
        quire_text_format(out, " %s by %s mm/s", symptom->value < 0 ? "slower" : "faster",
                          QUIRE_AMOUNT(1e3 * fabs(symptom->value)));
        break;
    case QUIRE_SYMPTOM_DELAY:
        quire_text_add(out, "the delay began at ");
        add_name(out, symptom->sort, symptom->name);
        if (symptom->value > 0) {
            quire_text_format(out, ", which cost the sheet %s mm",
                              QUIRE_AMOUNT(1e3 * symptom->value));
        }
        break;
    case QUIRE_SYMPTOM_CARRIED:
        add_name(out, symptom->sort, symptom->name);
        quire_text_format(out, " began to carry it along, at %s mm/s",
                          QUIRE_AMOUNT(1e3 * symptom->value));
        break;
    case QUIRE_SYMPTOM_TURNED:
        quire_text_format(out, "the skew of the sheet began, %s deg until now",
                          QUIRE_AMOUNT(fabs(symptom->value) * DEGREES));
        break;
    case QUIRE_SYMPTOM_LOOSE:
        quire_text_add(out, "no drive held the sheet any more");
        if (symptom->name != NULL) {
            quire_text_add(out, ", though ");
            add_name(out, symptom->sort, symptom->name);
            quire_text_add(out, " should");
        }
        break;
    case QUIRE_SYMPTOM_AHEAD:
        add_name(out, symptom->sort, symptom->name);
        quire_text_format(out, " ran faster than most drives, at %s mm/s",
                          QUIRE_AMOUNT(1e3 * symptom->value));
        break;
    case QUIRE_SYMPTOM_LOST:
        quire_text_format(out, "the sheet began to fall behind its drives, by %s mm until now",
                          QUIRE_AMOUNT(1e3 * symptom->value));
        break;
    case QUIRE_SYMPTOM_CURLED:
        quire_text_format(out, "curl bent the sheet off its path, by %s mm to the %s at last",
                          QUIRE_AMOUNT(1e3 * fabs(symptom->value)),
                          symptom->value > 0 ? "left" : "right");
        break;
    case QUIRE_SYMPTOM_COMMAND:
        add_name(out, symptom->sort, symptom->name);
        quire_text_add(out, " fired");
        break;
    case QUIRE_SYMPTOM_OFF:
        quire_text_add(out, "the sheet went another way at ");
        add_name(out, symptom->sort, symptom->name);
        break;
    default: quire_text_add(out, "the sheet stopped");
    }
}

/* ---- the cause ---- */

/* of those that drive the sheet */
static bool
is_fastest(const struct quire_why *c)
{
    double named = 0, fastest = 0;

    if (c->has_speed && (fabs(c->others[0]) > 0 || fabs(c->others[1]) > 0)) {
        return fabs(c->speed) >= fmax(fabs(c->others[0]), fabs(c->others[1]));
    }

    for (size_t i = 0; i < c->n_push; i++) {
        fastest = fmax(fastest, c->push[i].speed);
        if (c->push[i].name != NULL && c->name != NULL && strcmp(c->push[i].name, c->name) == 0) {
            named = fmax(named, c->push[i].speed);
        }
    }
    return named >= fastest;
}

/* by the threshold by which checks say that something holds the sheet */
static bool
is_held_back(const struct quire_why *c)
{
    return c->opposing >= QUIRE_HOLDING_FORCE;
}

/* Whether the drive that is named holds the sheet and stands. */
static bool
is_standing(const struct quire_why *c)
{
    for (size_t i = 0; i < c->n_push; i++) {
        if (c->push[i].name != NULL && c->name != NULL && strcmp(c->push[i].name, c->name) == 0) {
            return c->push[i].speed < STANDS;
        }
    }
    return false;
}

/* "sheet 'pile.1' carried it along; nip 'retard' did not hold it back" */
static void
add_carrier(struct quire_text *out, const struct quire_why *c)
{
    add_name(out, "sheet", c->carrier);
    quire_text_add(out, " carried it along; ");
    if (c->name == NULL || c->carrier == NULL || strcmp(c->name, c->carrier) == 0) {
        quire_text_add(out, "nothing held it back");
    } else {
        add_name(out, c->sort, c->name);
        quire_text_add(out, " did not hold it back");
    }
}

/* a sheet's own share is what it started with */
static void
add_share_name(struct quire_text *out, const struct quire_share *share)
{
    if (share->start) {
        quire_text_add(out, "its start");
    } else {
        add_name(out, share->sort, share->name);
    }
}

/* " (62 %), guide 'wall' (31 %)" */
static void
add_shares(struct quire_text *out, const struct quire_why *c)
{
    for (size_t i = 0; i < c->n_share; i++) {
        if (i > 0) {
            quire_text_add(out, ", ");
            add_share_name(out, c->share + i);
        }
        quire_text_format(out, " (%.0f %%)", 100 * c->share[i].share);
    }
}

/* a drive that is itself the cause */
static void
add_drive(struct quire_text *out, const struct quire_why *c)
{
    if (quire_details_gives_way(c)) {
        add_name(out, c->sort, c->name);
        quire_text_add(out, " gives way to the sheet");
        quire_details_add_speed(out, c, ": it ");
    } else if (c->backward) {
        add_name(out, c->sort, c->name);
        quire_details_add_speed(out, c, " ");
    } else if (is_standing(c)) {
        quire_text_add(out, "a stopped drive holds the sheet; check ");
        add_name(out, c->sort, c->name);
        quire_details_add_others(out, c);
    } else {
        quire_text_add(out, "the sheet runs with its drives, without slip; check ");
        add_name(out, c->sort, c->name);
        quire_details_add_speed(out, c, ", which ");
    }
}

static void
add_mechanism(struct quire_text *out, const struct quire_why *c)
{
    static const struct {
        const char *before, *after; /* around the object's name */
    } sentence[QUIRE_MECHANISMS] = {
        [QUIRE_MECHANISM_LOOSE] = {"nothing drives the sheet; ", " should grip it and does not"},
        [QUIRE_MECHANISM_ASTRAY] = {"the leading edge has missed ", ""},
        [QUIRE_MECHANISM_SPEEDS] = {"two drives of different speeds hold the sheet; ", ""},
        [QUIRE_MECHANISM_SLIP] = {"the drives slip; ", " has too little grip"},
        [QUIRE_MECHANISM_DRAG] = {"the sheet is held back by friction, most in ", ""},
        [QUIRE_MECHANISM_TURN] = {"the sheet was turned by ", ""},
        [QUIRE_MECHANISM_DUE] = {"check the place and the limit of ",
                                 ", and the speed of all drives"},
        [QUIRE_MECHANISM_START] = {"the sheet started like this; check the <start> of ", ""},
    };
    if (c->mechanism == QUIRE_MECHANISM_WRAP) {
        quire_text_add(out, "the sheet goes round a roller");
    } else if (c->mechanism == QUIRE_MECHANISM_STRANDED) {
        quire_text_add(out, "no drive roller and no belt reaches the sheet where it lies");
    } else if (c->mechanism == QUIRE_MECHANISM_NONE) {
        quire_text_add(out, "no known cause fits the facts");
    } else if (c->mechanism == QUIRE_MECHANISM_DUE && is_held_back(c)) {
        quire_text_add(out, "what held the sheet back cost it no time, and no drive is slower than "
                            "the others; check the place and the limit of ");
        add_name(out, c->sort, c->name);
        quire_text_add(out, ", and the speed of all drives");
    } else if (c->branch != NULL) {
        quire_text_add(out, c->back ? "the trailing edge went back along "
                                    : "the leading edge went along ");
        add_name(out, "path", c->branch);
        quire_text_add(out,
                       c->back ? ", not into the branch; check " : ", not along its own; check ");
        add_name(out, c->sort, c->name);
    } else if (c->mechanism == QUIRE_MECHANISM_ASTRAY && c->is_gate) {
        quire_text_add(out, "the leading edge has missed its channel; check ");
        add_name(out, c->sort, c->name);
    } else if (c->mechanism == QUIRE_MECHANISM_CARRIED) {
        add_carrier(out, c);
    } else if (c->mechanism == QUIRE_MECHANISM_RULE) {
        quire_details_add_rule(out, c);
    } else if (c->mechanism == QUIRE_MECHANISM_DRIVE) {
        add_drive(out, c);
    } else if (c->mechanism == QUIRE_MECHANISM_STUB) {
        const bool now = c->held != NULL && c->name != NULL && strcmp(c->name, c->held) == 0;
        quire_text_format(out, "the %s %s stubbed on ", quire_edge_name(!c->back),
                          now ? "is" : "was");
        add_name(out, c->sort, c->name);
    } else {
        if (c->mechanism == QUIRE_MECHANISM_DUE) {
            quire_text_add(out, quire_details_all_alike(c)
                                    ? "nothing held the sheet back, and no drive differs from the "
                                      "others; "
                                    : "nothing that held the sheet back explains the time; ");
        }
        quire_text_add(out, sentence[c->mechanism].before);
        add_name(out, c->sort, c->name);
        quire_text_add(out, sentence[c->mechanism].after);
    }
    if (c->mechanism == QUIRE_MECHANISM_SPEEDS) {
        quire_text_add(out, is_fastest(c) ? " is the faster" : " is the slower");
        quire_details_add_speed(out, c, "; it ");
    }
    if (c->mechanism == QUIRE_MECHANISM_DUE) {
        quire_details_add_all_speeds(out, c);
    }
    if (c->mechanism == QUIRE_MECHANISM_DRAG) {
        quire_details_add_pressing(out, c);
    }
    add_shares(out, c);
}

static void
add_hold(struct quire_text *out, const struct quire_why *c)
{
    if (c->held != NULL) {
        if (c->name != NULL && strcmp(c->name, c->held) == 0) {
            quire_text_format(out, ", which holds the %s with", quire_edge_name(!c->back));
        } else {
            quire_text_add(out, "; ");
            add_name(out, "guide", c->held);
            quire_text_format(out, " holds the %s with", quire_edge_name(!c->back));
        }
        quire_text_format(out, " %s at %.0f deg to the feed",
                          QUIRE_AMOUNT_FORCE(c->opposing, c->drag), c->angle * DEGREES);
    }
    if (c->drag >= QUIRE_HOLDING_FORCE && !(c->drag <= 0.01 * c->opposing)) {
        quire_text_format(out, "; friction on all guides %s",
                          QUIRE_AMOUNT_FORCE(c->drag, c->held != NULL ? c->opposing : 0));
    }
}

/* "; curl of radius 40 mm to the left bends 20 mm without support by 5 mm, and took the leading
 * edge 4.5 mm off its path" */
static void
add_bend(struct quire_text *out, const struct quire_why *c)
{
    const struct quire_bend *bend = &c->bend;

    if (!(fabs(bend->curl) > 0)) {
        return;
    }
    quire_text_format(out,
                      "; its curl of radius %s mm to the %s bends the %s mm without support by %s "
                      "mm, and has taken the %s %s mm off its path",
                      QUIRE_AMOUNT(1e3 / fabs(bend->curl)), bend->curl > 0 ? "left" : "right",
                      QUIRE_AMOUNT(1e3 * bend->length), QUIRE_AMOUNT(1e3 * fabs(bend->deflection)),
                      quire_edge_name(!c->back), QUIRE_AMOUNT(1e3 * fabs(bend->height)));
}

/* "pushes with 2 N", "holds back with 2 N"; what is too little for either does not push */
static void
add_friction(struct quire_text *out, double friction, double most)
{
    if (fabs(friction) < NO_FORCE) {
        quire_text_add(out, " does not push");
    } else {
        quire_text_format(out, " %s with %s", friction < 0 ? "holds back" : "pushes",
                          QUIRE_AMOUNT_FORCE(fabs(friction), most));
    }
}

/* `back`: of a sheet that is driven back; `most`: the largest force of the sentence. The speed of a
 * drive that turns against the others is negative. */
static void
add_push(struct quire_text *out, const struct quire_push *push, bool back, double most)
{
    const double way = back ? -1 : 1,
                 speed = push->back != back && push->speed >= STANDS ? -push->speed : push->speed;

    add_name(out, push->sort, push->name);
    add_friction(out, way * push->friction, most);
    quire_text_format(out, " (pressed on with %s, holds up to %s)",
                      QUIRE_AMOUNT_FORCE(push->normal, most),
                      QUIRE_AMOUNT_FORCE(push->limit, most));
    if (fabs(push->slip) > 0.01 * push->speed) {
        quire_text_format(out, " and slips by %s mm/s at %s mm/s",
                          QUIRE_AMOUNT(1e3 * fabs(push->slip)), QUIRE_AMOUNT(1e3 * speed));
    } else if (push->speed < STANDS) {
        quire_text_add(out, " and is stopped");
    } else {
        quire_text_format(out, " without slip at %s mm/s", QUIRE_AMOUNT(1e3 * speed));
    }
}

static void
add_pushes(struct quire_text *out, const struct quire_why *c)
{
    double most = 0;

    for (size_t i = 0; i < c->n_push; i++) {
        most = fmax(most, fmax(c->push[i].normal, c->push[i].limit));
    }
    for (size_t i = 0; i < c->n_push; i++) {
        quire_text_add(out, i > 0 ? "; " : "");
        add_push(out, c->push + i, c->back, most);
    }
}

void
quire_story_add_why(struct quire_text *out, const struct quire_why *c, const char *indent)
{
    if (!quire_why_is_known(c)) {
        return;
    }
    quire_text_format(out, "%scause: ", indent);
    if (c->by_sign) {
        quire_text_add(out, "by the first sign alone, ");
    }
    if (c->sheet != NULL) {
        quire_text_add(out, "of ");
        add_name(out, "sheet", c->sheet);
        quire_text_add(out, ", ");
    }
    add_mechanism(out, c);
    add_bend(out, c);
    add_hold(out, c);
    quire_details_add(out, c);
    quire_text_format(out, "; %s at %s mm, %s mm\n", quire_edge_name(!c->back),
                      QUIRE_AMOUNT_PLACE(c->x), QUIRE_AMOUNT_PLACE(c->y));
    if (c->n_push > 0) {
        quire_text_format(out, "%sdrives: ", indent);
        add_pushes(out, c);
        quire_text_add(out, "\n");
    }
    if (c->n_symptom > 0) {
        quire_text_format(out, "%sfirst sign: at %s s ", indent,
                          QUIRE_AMOUNT_TIME(c->symptom[0].time));
        quire_story_add_symptom(out, c->symptom);
        quire_text_add(out, "\n");
    }
}
