/* The closed lists of a diagnosis, with their words in summary.json and events.csv: by which
 * mechanism a check has failed, and which symptoms were seen before. doc/guide/jams.md. */
#ifndef QUIRE_RESULT_CAUSES_H
#define QUIRE_RESULT_CAUSES_H

#include <stdbool.h>

enum quire_mechanism {
    QUIRE_MECHANISM_NONE, /* the facts tell none */
    QUIRE_MECHANISM_STUB,
    QUIRE_MECHANISM_ASTRAY,
    QUIRE_MECHANISM_LOOSE,
    QUIRE_MECHANISM_SPEEDS,
    QUIRE_MECHANISM_SLIP,
    QUIRE_MECHANISM_DRAG,
    QUIRE_MECHANISM_DRIVE,
    QUIRE_MECHANISM_WRAP,
    QUIRE_MECHANISM_TURN,
    QUIRE_MECHANISM_START,
    QUIRE_MECHANISM_CARRIED,
    QUIRE_MECHANISM_DUE,
    QUIRE_MECHANISM_STRANDED,
    QUIRE_MECHANISM_RULE,
    QUIRE_MECHANISMS
};

/* NULL for QUIRE_MECHANISM_NONE. */
const char *quire_mechanism_word(enum quire_mechanism mechanism);
/* QUIRE_MECHANISM_NONE for NULL and for other words. */
enum quire_mechanism quire_mechanism_find(const char *word);

enum quire_symptom_kind {
    QUIRE_SYMPTOM_STEEP,
    QUIRE_SYMPTOM_SLIP,
    QUIRE_SYMPTOM_BEHIND,
    QUIRE_SYMPTOM_SHORT,
    QUIRE_SYMPTOM_LOOSE,
    QUIRE_SYMPTOM_STANDING,
    QUIRE_SYMPTOM_SPEEDS,
    QUIRE_SYMPTOM_DELAY,
    QUIRE_SYMPTOM_CARRIED,
    QUIRE_SYMPTOM_TURNED,
    QUIRE_SYMPTOM_OFF,
    QUIRE_SYMPTOM_AHEAD,
    QUIRE_SYMPTOM_LOST,
    QUIRE_SYMPTOM_CURLED,
    QUIRE_SYMPTOM_COMMAND,
    QUIRE_SYMPTOM_KINDS
};

const char *quire_symptom_word(enum quire_symptom_kind kind);
/* Of its value. */
const char *quire_symptom_unit(enum quire_symptom_kind kind);
/* False for NULL and for other words. */
bool quire_symptom_find(enum quire_symptom_kind *out, const char *word);

/* What a rule does to a drive, a clutch, a nip or a gate, or to all drives. */
enum quire_rule_effect {
    QUIRE_RULE_EFFECT_NONE,
    QUIRE_RULE_EFFECT_STOP,
    QUIRE_RULE_EFFECT_SET,
    QUIRE_RULE_EFFECT_REVERSE,
    QUIRE_RULE_EFFECT_MOVE, /* a gate */
    QUIRE_RULE_EFFECT_OPEN,
    QUIRE_RULE_EFFECT_CLOSE,
    QUIRE_RULE_EFFECT_ENGAGE,
    QUIRE_RULE_EFFECT_DISENGAGE,
    QUIRE_RULE_EFFECT_STOP_ALL,
    QUIRE_RULE_EFFECT_STOP_LAST, /* the last drives that ran */
    QUIRE_RULE_EFFECT_SLOW_ALL,
    QUIRE_RULE_EFFECT_START_ALL,
    QUIRE_RULE_EFFECTS
};

/* NULL for QUIRE_RULE_EFFECT_NONE. */
const char *quire_rule_effect_word(enum quire_rule_effect effect);
/* QUIRE_RULE_EFFECT_NONE for NULL and for other words. */
enum quire_rule_effect quire_rule_effect_find(const char *word);

#endif
