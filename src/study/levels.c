/* Lists of values, and the levels that they are. */
#include <math.h>
#include <string.h>

#include "model/problem.h"
#include "study/parts.h"

#define LEVEL_MOST 1000 /* levels of one variable */

size_t
quire_study_split(struct quire_arena *arena, const struct quire_object *object, const char *name,
                  const char *text, const char *const **out, quire_diag *diag)
{
    size_t n = 1, i = 0;
    *out = NULL;
    for (const char *p = text; *p != '\0'; p++) {
        n += *p == ',' ? 1 : 0;
    }
    if (n > LEVEL_MOST) {
        quire_object_error(object, diag, "E-LIMIT", NULL, "%s lists more than %d values", name,
                           LEVEL_MOST);
        return 0;
    }
    const char **list = quire_arena_get(arena, n, sizeof *list);
    for (const char *p = text; list != NULL && i < n; i++) {
        size_t length = strcspn(p, ",");
        const char *next = p + length + (p[length] == ',' ? 1 : 0);
        while (length > 0 && *p == ' ') {
            p++, length--;
        }
        while (length > 0 && p[length - 1] == ' ') {
            length--;
        }
        if (length == 0) {
            quire_object_error(object, diag, "E-MISSING", NULL,
                               "%s: value %zu of the list is empty", name, i + 1);
            return 0;
        }
        if (length > QUIRE_STUDY_QUANTITY_LIMIT) {
            quire_object_error(object, diag, "E-LIMIT", NULL,
                               "%s: value %zu of the list is longer than %d bytes", name, i + 1,
                               QUIRE_STUDY_QUANTITY_LIMIT);
            return 0;
        }
        if ((list[i] = quire_arena_copy_bytes(arena, p, length)) == NULL) {
            break;
        }
        p = next;
    }
    if (list == NULL || i < n) {
        quire_diag_memory_error(diag);
        return 0;
    }
    *out = list;
    return n;
}

static quire_status
read_quantities(struct quire_study *study, struct quire_study_own *v, const char *const *given,
                quire_diag *diag)
{
    const size_t n = v->seen->n_level;
    const char **text = quire_arena_get(study->arena, n, sizeof *text);
    double *si = quire_arena_get(study->arena, n, sizeof *si);
    if (text == NULL || si == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; i < n; i++) {
        struct quire_study_value value;
        char written[QUIRE_STUDY_TEXT_SIZE];
        double number;
        if (!quire_study_read_value(v, "levels", given[i], &number, diag)) {
            return QUIRE_ERROR_INPUT;
        }
        quire_study_set_number(
            v, number,
            strcmp(quire_study_unit_of(given[i]), v->seen->unit) == 0 ? 17 : QUIRE_STUDY_DIGITS,
            &value, written);
        if (v->seen->logarithmic && !(value.si > 0)) {
            char excerpt[QUIRE_EXCERPT_SIZE];
            return quire_object_error(v->object, diag, "E-RANGE", NULL,
                                      "levels = '%s' must be greater than 0 on a logarithmic scale",
                                      quire_excerpt(excerpt, given[i]));
        }
        si[i] = value.si;
        if ((text[i] = quire_arena_copy(study->arena, written)) == NULL) {
            return quire_diag_memory_error(diag);
        }
    }
    v->seen->level = text;
    v->level_si = si;
    v->seen->low = v->seen->high = si[0];
    for (size_t i = 1; i < n; i++) {
        v->seen->low = fmin(v->seen->low, si[i]);
        v->seen->high = fmax(v->seen->high, si[i]);
    }
    return QUIRE_OK;
}

quire_status
quire_study_read_levels(struct quire_study *study, struct quire_study_own *v, const char *levels,
                        quire_diag *diag)
{
    const char *const *given;
    v->seen->n_level = quire_study_split(study->arena, v->object, "levels", levels, &given, diag);
    if (v->seen->n_level == 0) {
        return QUIRE_ERROR_INPUT;
    }
    v->seen->level = given;
    const quire_status status = v->seen->words ? QUIRE_OK : read_quantities(study, v, given, diag);
    for (size_t i = 1; i < v->seen->n_level && status == QUIRE_OK; i++) {
        for (size_t j = 0; j < i; j++) {
            if (v->level_si != NULL ? v->level_si[i] == v->level_si[j]
                                    : strcmp(given[i], given[j]) == 0) {
                char excerpt[QUIRE_EXCERPT_SIZE];
                return quire_object_error(v->object, diag, "E-DUPLICATE", NULL,
                                          "levels %zu and %zu are the same: '%s'", j + 1, i + 1,
                                          quire_excerpt(excerpt, given[i]));
            }
        }
    }
    return status;
}
