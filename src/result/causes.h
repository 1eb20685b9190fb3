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
enum quire_deed {
    QUIRE_DEED_NONE,
    QUIRE_DEED_STOP,
    QUIRE_DEED_SET,
    QUIRE_DEED_REVERSE,
    QUIRE_DEED_MOVE, /* a gate */
    QUIRE_DEED_OPEN,
    QUIRE_DEED_CLOSE,
    QUIRE_DEED_ENGAGE,
    QUIRE_DEED_DISENGAGE,
    QUIRE_DEED_STOP_ALL,
    QUIRE_DEED_STOP_LAST, /* the last drives that ran */
    QUIRE_DEED_SLOW_ALL,
    QUIRE_DEED_START_ALL,
    QUIRE_DEEDS
};

/* NULL for QUIRE_DEED_NONE. */
const char *quire_deed_word(enum quire_deed deed);
/* QUIRE_DEED_NONE for NULL and for other words. */
enum quire_deed quire_deed_find(const char *word);

#endif
