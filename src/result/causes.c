#include "result/causes.h"

#include <stddef.h>
#include <string.h>

static const char *const mechanism_word[QUIRE_MECHANISMS] = {
    [QUIRE_MECHANISM_STUB] = "stub",         [QUIRE_MECHANISM_ASTRAY] = "astray",
    [QUIRE_MECHANISM_LOOSE] = "loose",       [QUIRE_MECHANISM_SPEEDS] = "speeds",
    [QUIRE_MECHANISM_SLIP] = "slip",         [QUIRE_MECHANISM_DRAG] = "drag",
    [QUIRE_MECHANISM_DRIVE] = "drive",       [QUIRE_MECHANISM_WRAP] = "wrap",
    [QUIRE_MECHANISM_TURN] = "turn",         [QUIRE_MECHANISM_START] = "start",
    [QUIRE_MECHANISM_CARRIED] = "carried",   [QUIRE_MECHANISM_DUE] = "due",
    [QUIRE_MECHANISM_STRANDED] = "stranded", [QUIRE_MECHANISM_RULE] = "rule",
};

static const struct {
    const char *word, *unit;
} symptom[QUIRE_SYMPTOM_KINDS] = {
    [QUIRE_SYMPTOM_STEEP] = {"steep", "rad"},     [QUIRE_SYMPTOM_SLIP] = {"slip", "m/s"},
    [QUIRE_SYMPTOM_BEHIND] = {"behind", "m/s"},   [QUIRE_SYMPTOM_SHORT] = {"short", "m"},
    [QUIRE_SYMPTOM_LOOSE] = {"loose", "m"},       [QUIRE_SYMPTOM_STANDING] = {"standing", "m/s"},
    [QUIRE_SYMPTOM_SPEEDS] = {"speeds", "m/s"},   [QUIRE_SYMPTOM_DELAY] = {"delay", "m"},
    [QUIRE_SYMPTOM_CARRIED] = {"carried", "m/s"}, [QUIRE_SYMPTOM_TURNED] = {"turned", "rad"},
    [QUIRE_SYMPTOM_OFF] = {"off", "m"},           [QUIRE_SYMPTOM_AHEAD] = {"ahead", "m/s"},
    [QUIRE_SYMPTOM_LOST] = {"lost", "m"},         [QUIRE_SYMPTOM_CURLED] = {"curled", "m"},
    [QUIRE_SYMPTOM_COMMAND] = {"command", ""},
};

static const char *const effect_word[QUIRE_RULE_EFFECTS] = {
    [QUIRE_RULE_EFFECT_STOP] = "stop",         [QUIRE_RULE_EFFECT_SET] = "set",
    [QUIRE_RULE_EFFECT_REVERSE] = "reverse",   [QUIRE_RULE_EFFECT_MOVE] = "move",
    [QUIRE_RULE_EFFECT_OPEN] = "open",         [QUIRE_RULE_EFFECT_CLOSE] = "close",
    [QUIRE_RULE_EFFECT_ENGAGE] = "engage",     [QUIRE_RULE_EFFECT_DISENGAGE] = "disengage",
    [QUIRE_RULE_EFFECT_STOP_ALL] = "stop-all", [QUIRE_RULE_EFFECT_STOP_LAST] = "stop-last",
    [QUIRE_RULE_EFFECT_SLOW_ALL] = "slow-all", [QUIRE_RULE_EFFECT_START_ALL] = "start-all",
};

const char *
quire_mechanism_word(enum quire_mechanism mechanism)
{
    return mechanism_word[mechanism];
}

/* Its place in a list that begins with none; 0 for NULL and for other words. */
static int
find_word(const char *const *list, int n, const char *word)
{
    for (int k = 1; word != NULL && k < n; k++) {
        if (strcmp(list[k], word) == 0) {
            return k;
        }
    }
    return 0;
}

enum quire_mechanism
quire_mechanism_find(const char *word)
{
    return (enum quire_mechanism)find_word(mechanism_word, QUIRE_MECHANISMS, word);
}

const char *
quire_rule_effect_word(enum quire_rule_effect effect)
{
    return effect_word[effect];
}

enum quire_rule_effect
quire_rule_effect_find(const char *word)
{
    return (enum quire_rule_effect)find_word(effect_word, QUIRE_RULE_EFFECTS, word);
}

const char *
quire_symptom_word(enum quire_symptom_kind kind)
{
    return symptom[kind].word;
}

const char *
quire_symptom_unit(enum quire_symptom_kind kind)
{
    return symptom[kind].unit;
}

bool
quire_symptom_find(enum quire_symptom_kind *out, const char *word)
{
    for (int k = 0; word != NULL && k < QUIRE_SYMPTOM_KINDS; k++) {
        if (strcmp(symptom[k].word, word) == 0) {
            *out = (enum quire_symptom_kind)k;
            return true;
        }
    }
    return false;
}
