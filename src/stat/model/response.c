#include "stat/model/response.h"

#include <math.h>
#include <stdbool.h>

enum quire_model_status
quire_response_check(const double *y, size_t m, size_t *at)
{
    bool differs = false;

    for (size_t i = 0; i < m; i++) {
        if (!isfinite(y[i])) {
            if (at != NULL) {
                *at = i;
            }
            return QUIRE_MODEL_NOT_FINITE;
        }
        differs = differs || y[i] != y[0];
    }
    return differs ? QUIRE_MODEL_FINE : QUIRE_MODEL_CONSTANT;
}
