/* Why an analysis of a model came to nothing. */
#ifndef QUIRE_STAT_MODEL_STATUS_H
#define QUIRE_STAT_MODEL_STATUS_H

enum quire_model_status {
    QUIRE_MODEL_FINE,
    QUIRE_MODEL_MEMORY,
    QUIRE_MODEL_NOT_FINITE,
    QUIRE_MODEL_NOT_POSITIVE,
    QUIRE_MODEL_CONSTANT,
    QUIRE_MODEL_SATURATED,
    QUIRE_MODEL_EXACT,
    QUIRE_MODEL_SINGULAR,
    QUIRE_MODEL_RANGE,
    QUIRE_MODEL_FEW_GROUPS,
    QUIRE_MODEL_GROUPS_ARE_RUNS,
    QUIRE_MODEL_GROUPS_ARE_TERMS,
    QUIRE_MODEL_SAME_GROUPS,
    QUIRE_MODEL_NO_OPTIMUM
};

/* What is wrong, as the end of a sentence: "the response is the same in all runs". */
const char *quire_model_status_text(enum quire_model_status status);

#endif
