#include "coefficient.h"

#include <criterion/criterion.h>
#include <string.h>

const struct quire_coefficient *
coefficient_of(const struct quire_analysis *a, const struct quire_measured_analysis *m,
               const char *name)
{
    for (size_t j = 0; j < m->fit.n; j++) {
        struct quire_text text = {0};
        quire_analysis_column(&text, a->runs, m->predictor, m->term, &m->x, j);
        const bool found = strcmp(text.data, name) == 0;
        quire_text_clear(&text);
        if (found) {
            return &m->fit.coefficient[j];
        }
    }
    cr_assert_fail("no column %s", name);
    return NULL;
}
