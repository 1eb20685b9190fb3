/* Events of a run. */
#ifndef QUIRE_KIND_EVENT_H
#define QUIRE_KIND_EVENT_H

#include <stdbool.h>
#include <string.h>

/* Kinds of events, with the words of events.csv (quire_event_word() in events/event_log.h). */
#define QUIRE_EVENTS(X)                                                                            \
    X(SENSOR, "sensor")   /* a signal of one */                                                    \
    X(ENTER, "enter")     /* a sheet */                                                            \
    X(BLOCKED, "blocked") /* a sheet, by another one where it should enter */                      \
    X(NIP_ENTRY, "nip-entry")                                                                      \
    X(NIP_EXIT, "nip-exit")                                                                        \
    X(TOUCH, "touch")                                                                              \
    X(GATE_STOP, "gate-stop")                                                                      \
    X(CLUTCH, "clutch") /* slips, locks, or is switched */                                         \
    X(NIP, "nip")       /* is switched */                                                          \
    X(RELEASE, "release")                                                                          \
    X(DRIVE, "drive") /* has another course */                                                     \
    X(RULE, "rule")   /* acts */                                                                   \
    X(STOP, "stop")                                                                                \
    X(VERDICT, "verdict")                                                                          \
    X(SIGN, "sign")   /* of what led to a verdict */                                               \
    X(CAUSE, "cause") /* of a verdict */

#define QUIRE_EVENT_KIND(kind, word) QUIRE_EVENT_##kind,
enum quire_event_kind { QUIRE_EVENTS(QUIRE_EVENT_KIND) };
#undef QUIRE_EVENT_KIND

/* One line of events.csv. Names are borrowed from the model or static. */
struct quire_event {
    double time;
    enum quire_event_kind kind;
    const char *source;   /* sensor, rule, nip, guide, ... */
    const char *signal;   /* "lead", "trail", ... or NULL */
    const char *sheet;    /* or NULL */
    double x, y;          /* where; NaN if nowhere */
    double path_distance; /* NaN if none */
    /* speed at a sensor, overlap at touch, attack angle [rad] at nip entry, ...; NaN if none */
    double value;
    const char *unit;   /* of `value`, SI; NULL: it has none */
    const char *detail; /* a few words, or NULL */
    bool in_space;      /* an edge of a spatial sheet at a sensor: */
    double z, yaw;      /* of its middle [m]; of the edge [rad] */
};

/* Names of a sheet's edges in messages. */
static inline const char *
quire_edge_name(bool lead)
{
    return lead ? "leading edge" : "trailing edge";
}

/* Of the signals "lead" and "trail"; NULL for others. */
static inline const char *
quire_edge_name_of_signal(const char *signal)
{
    const bool lead = strcmp(signal, "lead") == 0;

    return lead || strcmp(signal, "trail") == 0 ? quire_edge_name(lead) : NULL;
}

#endif
