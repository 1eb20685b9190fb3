#include "stat/model/status.h"

const char *
quire_model_status_text(enum quire_model_status status)
{
    switch (status) {
    case QUIRE_MODEL_FINE: return "nothing is wrong";
    case QUIRE_MODEL_MEMORY: return "memory ran out";
    case QUIRE_MODEL_NOT_FINITE: return "a response is not a finite number";
    case QUIRE_MODEL_NOT_POSITIVE: return "a response is zero or negative";
    case QUIRE_MODEL_CONSTANT: return "the response is the same in all runs";
    case QUIRE_MODEL_SATURATED:
        return "the runs are too few for the terms: none is left to judge by";
    case QUIRE_MODEL_EXACT: return "the model gives the response without any residual";
    case QUIRE_MODEL_SINGULAR: return "terms depend on others in these runs";
    case QUIRE_MODEL_RANGE: return "a number is outside of its range";
    case QUIRE_MODEL_FEW_GROUPS: return "a random factor has fewer than two groups";
    case QUIRE_MODEL_GROUPS_ARE_RUNS: return "a random factor has a group for each run";
    case QUIRE_MODEL_GROUPS_ARE_TERMS: return "the terms determine the groups of a random factor";
    case QUIRE_MODEL_SAME_GROUPS: return "two random factors have the same groups";
    case QUIRE_MODEL_NO_OPTIMUM:
        return "the variances of the random factors are not identified by these runs";
    }
    return "unknown";
}
