#include "summary/cause_json.h"

#include <math.h>

/* Of a drive that is named. */
static void
write_drive(struct quire_json *json, const struct quire_why *why)
{
    const struct quire_limiter *l = &why->limiter;

    if (why->has_speed) {
        quire_json_number(json, "speed", why->speed);
        quire_json_bool(json, "backward", why->backward);
    }
    if (fabs(why->others[0]) > 0 || fabs(why->others[1]) > 0) {
        quire_json_open(json, "other-speeds", '[', true);
        quire_json_number(json, NULL, why->others[0]);
        quire_json_number(json, NULL, why->others[1]);
        quire_json_close(json, '[');
    }
    if (why->motor > 0) {
        quire_json_number(json, "motor-torque", why->motor);
    }
    if (l->limit > 0) {
        quire_json_open(json, "clutch", '{', true);
        quire_json_string(json, "name", l->name);
        quire_json_number(json, "limit", l->limit);
        quire_json_number(json, "torque", l->torque);
        quire_json_number(json, "slip", l->slip);
        quire_json_close(json, '{');
    }
}

/* Of a guide that is named. */
static void
write_gate(struct quire_json *json, const struct quire_why *why)
{
    if (why->pressing > 0) {
        quire_json_number(json, "pressing", why->pressing);
    }
    if (why->is_gate) {
        quire_json_number(json, "moved", why->moved);
    }
}

static void
write_rule(struct quire_json *json, const struct quire_rule_cause *by_rule)
{
    if (by_rule->rule != NULL) {
        quire_json_open(json, "rule", '{', true);
        quire_json_string(json, "name", by_rule->rule);
        quire_json_string(json, "action", quire_rule_effect_word(by_rule->effect));
        quire_json_number(json, "time", by_rule->time);
        quire_json_close(json, '{');
    }
}

void
quire_cause_json_write(struct quire_json *json, const struct quire_why *why)
{
    if (why->by_sign) {
        quire_json_bool(json, "by-sign", true);
    }
    write_drive(json, why);
    write_gate(json, why);
    write_rule(json, &why->by_rule);
}
