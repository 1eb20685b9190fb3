#include "summary/cause_details.h"

#include <math.h>

#include "check/around.h"
#include "text/amount.h"

#define STANDS    1e-4 /* what is slower is called still [m/s] */
#define CREEPS    0.02 /* in what is slower the direction means nothing [m/s] */
#define ALIKE     0.02 /* of their speed: drives that differ by less have one speed */
#define SLIPS     0.01 /* of the speeds there: a clutch that slips by less holds */
#define AT_LIMIT  0.9  /* of its greatest torque: a clutch is at its limit */
#define GIVES_WAY 0.1  /* of its drive's speed: a clutch that slips by more gives way */

/* ---- speeds ---- */

static bool
has_others(const struct quire_why *why)
{
    return fabs(why->others[0]) > 0 || fabs(why->others[1]) > 0;
}

bool
quire_details_all_alike(const struct quire_why *why)
{
    const double *speed = why->others, most = fmax(fabs(speed[0]), fabs(speed[1]));

    return speed[1] - speed[0] <= ALIKE * most;
}

/* "300 mm/s", "150 mm/s to 300 mm/s" */
static void
add_range(struct quire_text *out, const struct quire_why *why)
{
    if (!quire_details_all_alike(why)) {
        quire_text_format(out, "%s mm/s to ", QUIRE_AMOUNT(1e3 * why->others[0]));
    }
    quire_text_format(out, "%s mm/s", QUIRE_AMOUNT(1e3 * why->others[1]));
}

/* ---- rules ---- */

static void
add_rule_name(struct quire_text *out, const struct quire_rule_cause *command)
{
    quire_text_add(out, "rule '");
    quire_text_visible(out, command->rule);
    quire_text_add(out, "'");
}

void
quire_details_add_rule(struct quire_text *out, const struct quire_why *why)
{
    const struct quire_rule_cause *c = &why->by_rule;

    if (c->rule == NULL) {
        quire_text_add(out, "a rule acted");
    } else if (isnan(c->time)) {
        quire_text_add(out, "no drive has started; ");
        add_rule_name(out, c);
        quire_text_add(out, ", which would start one, never fired");
    } else {
        quire_text_add(out, c->effect == QUIRE_RULE_EFFECT_STOP_LAST
                                ? "the last drives that turned were stopped by "
                            : c->effect == QUIRE_RULE_EFFECT_SLOW_ALL
                                ? "all drives were slowed by "
                                : "all drives were stopped by ");
        add_rule_name(out, c);
        quire_text_format(out, " at %s s", QUIRE_AMOUNT_TIME(c->time));
        if (c->effect == QUIRE_RULE_EFFECT_SLOW_ALL && has_others(why)) {
            quire_text_add(out, ", to ");
            add_range(out, why);
        }
    }
}

static void
add_part(struct quire_text *out, const struct quire_why *why)
{
    quire_text_visible(out, why->sort != NULL ? why->sort : "object");
    quire_text_add(out, " '");
    quire_text_visible(out, why->name != NULL ? why->name : "?"); /* of files that others wrote */
    quire_text_add(out, "'");
}

/* "; rule 'stage' stopped nip 'n2' at 0.37 s", "; rule 'go', which would start nip 'n2', never
 * fired" */
static void
add_command(struct quire_text *out, const struct quire_why *why)
{
    static const struct {
        const char *past, *would;
    } word[QUIRE_RULE_EFFECTS] = {
        [QUIRE_RULE_EFFECT_STOP] = {"stopped", "stop"},
        [QUIRE_RULE_EFFECT_SET] = {"set the speed of", "start"},
        [QUIRE_RULE_EFFECT_REVERSE] = {"reversed", "reverse"},
        [QUIRE_RULE_EFFECT_MOVE] = {"moved", "move"},
        [QUIRE_RULE_EFFECT_OPEN] = {"opened", "open"},
        [QUIRE_RULE_EFFECT_CLOSE] = {"closed", "close"},
        [QUIRE_RULE_EFFECT_ENGAGE] = {"engaged the clutch of", "engage the clutch of"},
        [QUIRE_RULE_EFFECT_DISENGAGE] = {"disengaged the clutch of", "disengage the clutch of"},
    };
    const struct quire_rule_cause *r = &why->by_rule;

    if (r->rule == NULL || word[r->effect].past == NULL) {
        return;
    }
    quire_text_add(out, "; ");
    add_rule_name(out, r);
    if (isnan(r->time)) {
        quire_text_format(out, ", which would %s ", word[r->effect].would);
        add_part(out, why);
        quire_text_add(out, ", never fired");
    } else {
        quire_text_format(out, " %s ", word[r->effect].past);
        add_part(out, why);
        quire_text_format(out, " at %s s", QUIRE_AMOUNT_TIME(r->time));
    }
}

/* ---- a drive ---- */

/* Whether the drive that is named runs as all others do. */
static bool
is_alike(const struct quire_why *why)
{
    const double within = ALIKE * fabs(why->speed);

    return fabs(why->others[0] - why->speed) <= within &&
           fabs(why->others[1] - why->speed) <= within;
}

void
quire_details_add_speed(struct quire_text *out, const struct quire_why *why, const char *before)
{
    const bool stands = fabs(why->speed) < STANDS;

    if (!why->has_speed || (stands && !has_others(why))) {
        return;
    }
    quire_text_add(out, before);
    if (stands) {
        quire_text_add(out, "is stopped");
    } else {
        const bool signs = why->backward || fabs(why->speed) >= CREEPS;
        quire_text_format(out, "turns%s at %s mm/s", why->backward ? " backward," : "",
                          QUIRE_AMOUNT(1e3 * (signs ? why->speed : fabs(why->speed))));
    }
    if (has_others(why) && is_alike(why)) {
        quire_text_add(out, ", as the others do");
    } else if (has_others(why)) {
        quire_text_add(out, stands ? ", the others turn at " : ", the others at ");
        add_range(out, why);
    }
}

void
quire_details_add_others(struct quire_text *out, const struct quire_why *why)
{
    if (why->has_speed && has_others(why)) {
        quire_text_add(out, "; the others turn at ");
        add_range(out, why);
    }
}

void
quire_details_add_all_speeds(struct quire_text *out, const struct quire_why *why)
{
    if (has_others(why)) {
        quire_text_add(out, ", which turn at ");
        add_range(out, why);
    }
}

/* ---- clutches ---- */

/* By a rule, or since one has not acted: such a clutch carries nothing. */
static bool
is_disengaged(const struct quire_why *why)
{
    return why->by_rule.effect == QUIRE_RULE_EFFECT_DISENGAGE ||
           why->by_rule.effect == QUIRE_RULE_EFFECT_ENGAGE;
}

bool
quire_details_gives_way(const struct quire_why *why)
{
    const struct quire_limiter *l = &why->limiter;
    const double drive = why->speed + l->slip;

    return !is_disengaged(why) && l->limit > 0 && l->slip * drive > GIVES_WAY * drive * drive;
}

static void
add_clutch_name(struct quire_text *out, const struct quire_limiter *l)
{
    quire_text_add(out, "; its clutch ");
    if (l->name != NULL) {
        quire_text_add(out, "'");
        quire_text_visible(out, l->name);
        quire_text_add(out, "' ");
    }
}

static void
add_motor(struct quire_text *out, const struct quire_why *why)
{
    if (why->motor > 0) {
        quire_text_format(out, "; its drive has a torque of %s mN*m",
                          QUIRE_AMOUNT(1e3 * why->motor));
    }
}

/* "; its clutch 'lim' slips by 250 mm/s at 0.4 mN*m, its limit", or "; its clutch 'lim' holds with
 * 2 mN*m of at most 300 mN*m" */
static void
add_limiter(struct quire_text *out, const struct quire_why *why)
{
    const struct quire_limiter *l = &why->limiter;
    const double speed = fmax(fmax(fabs(why->speed), fabs(why->speed + l->slip)),
                              fmax(fabs(why->others[0]), fabs(why->others[1])));

    if (!(l->limit > 0)) {
        return;
    }
    add_clutch_name(out, l);
    if (fabs(l->slip) > SLIPS * speed && l->torque >= AT_LIMIT * l->limit) {
        quire_text_format(out, "slips by %s mm/s at %s mN*m, its limit",
                          QUIRE_AMOUNT(1e3 * fabs(l->slip)), QUIRE_AMOUNT(1e3 * l->limit));
    } else {
        quire_text_format(out, "%s with %s mN*m of at most %s mN*m",
                          fabs(l->slip) > SLIPS * speed ? "slips" : "holds",
                          QUIRE_AMOUNT(1e3 * l->torque), QUIRE_AMOUNT(1e3 * l->limit));
    }
}

/* ---- gates ---- */

void
quire_details_add_pressing(struct quire_text *out, const struct quire_why *why)
{
    if (why->pressing >= QUIRE_HOLDING_FORCE) {
        quire_text_format(out, " (pressing with %s)", QUIRE_AMOUNT_FORCE(why->pressing, 0));
    }
}

static void
add_gate(struct quire_text *out, const struct quire_why *why)
{
    const bool never = isnan(why->moved);

    if (!why->is_gate || (!never && why->by_rule.rule != NULL)) {
        return;
    }
    quire_text_add(out, "; ");
    add_part(out, why);
    if (never) {
        quire_text_add(out, " has not moved since the start");
    } else {
        quire_text_format(out, " moved last at %s s", QUIRE_AMOUNT_TIME(why->moved));
    }
}

void
quire_details_add(struct quire_text *out, const struct quire_why *why)
{
    add_gate(out, why);
    if (why->mechanism != QUIRE_MECHANISM_RULE) {
        add_command(out, why);
    }
    if (!is_disengaged(why)) {
        add_limiter(out, why);
    }
    add_motor(out, why);
}
