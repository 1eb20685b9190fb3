#include "result/failure.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "model/problem.h"

#define TRY                                                                                        \
    "try accuracy=\"fine\", softer contacts, or more damping; filmstrip.svg shows how far it came"

static const struct {
    const char *name, *code, *hint;
} list[] = {
    {"nonfinite-force", "E-NUM-NONFINITE-FORCE",
     "look for a value that is far beyond all others; filmstrip.svg shows how far it came"},
    {"step-too-small", "E-NUM-STEP-TOO-SMALL",
     "try softer contacts, or more damping; filmstrip.svg shows how far it came"},
    {"too-many-steps", "E-NUM-TOO-MANY-STEPS",
     "try softer contacts, or more damping; filmstrip.svg shows how far it came"},
    {"nonlinear-failure", "E-NUM-NONLINEAR-FAILURE", TRY},
    {"singular-matrix", "E-NUM-SINGULAR-MATRIX",
     "look for a stiffness or a mass that is far beyond all others"},
    {"chattering", "E-NUM-CHATTERING", "give that contact more damping"},
    {"event-storm", "E-NUM-EVENT-STORM", "let the rules act less often"},
    {"no-value", "E-NUM-NO-VALUE",
     "test in 'if' whether it exists: a comparison with a missing object is false"},
    {"no-room", "E-NUM-NO-ROOM",
     "let it enter later, or move the one before out of its way faster"},
    {"energy-runaway", "E-NUM-ENERGY-RUNAWAY", TRY},
    {"left-domain", "E-NUM-LEFT-DOMAIN", TRY},
    {"time-budget", "E-NUM-TIME-BUDGET", "allow it more with time-limit, or let it end earlier"},
    {"interrupted", "E-NUM-TIME-BUDGET", NULL},
    {"too-many-events", "E-LIMIT", "let rules and sensors report less, or let it end earlier"},
    {"out-of-memory", "E-NUM-OUT-OF-MEMORY",
     "keep less with a larger sample, or use fewer segments"},
    {"no-equilibrium", "E-NUM-NO-EQUILIBRIUM",
     "hold it with a clamp, a pin or a surface; friction that creeps carries nothing at rest, "
     "stick-slip does"},
    {"branching", "E-NUM-NO-EQUILIBRIUM",
     "hold it with a clamp, a pin or a surface; friction that creeps carries nothing at rest, "
     "stick-slip does"},
    {"unstable", "E-NUM-UNSTABLE",
     "load it less, or let it leave this state with imperfection=\"1e-4\""},
    {"no-modes", "E-NUM-NO-MODES", TRY},
};

quire_status
quire_result_failure(const struct quire_result *result, quire_status status,
                     const struct quire_object *about, const char *text, quire_diag *diag)
{
    const char *said = text != NULL ? text : result->diagnosis_text;

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if (strcmp(result->diagnosis, list[i].name) == 0) {
            if (about != NULL) {
                quire_object_error(about, diag, list[i].code, list[i].hint, "%s", said);
            } else {
                quire_diag_error(diag, list[i].code, (struct quire_place){0}, NULL, list[i].hint,
                                 "%s", said);
            }
            return status;
        }
    }
    return status;
}

quire_status
quire_result_memory(quire_status status, quire_diag *diag)
{
    return status == QUIRE_ERROR_LIMIT && diag != NULL && quire_diag_error_count(diag) == 0
               ? quire_diag_memory_error(diag)
               : status;
}
