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
    [QUIRE_MECHANISM_STRANDED] = "stranded",
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
};

const char *
quire_mechanism_word(enum quire_mechanism mechanism)
{
    return mechanism_word[mechanism];
}

enum quire_mechanism
quire_mechanism_find(const char *word)
{
    for (int k = QUIRE_MECHANISM_NONE + 1; word != NULL && k < QUIRE_MECHANISMS; k++) {
        if (strcmp(mechanism_word[k], word) == 0) {
            return (enum quire_mechanism)k;
        }
    }
    return QUIRE_MECHANISM_NONE;
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
