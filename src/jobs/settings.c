#include "jobs/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

#define SAME 1e-9 /* numbers that differ by less, relatively, are one */

bool
doe_settings_begin(struct doe_settings *self, const struct doe_work *work)
{
    *self = (struct doe_settings){.work = work, .arena = quire_arena_create()};
    while (self->n_factor < work->n_variable &&
           work->variable[self->n_factor].role == QUIRE_STUDY_FACTOR) {
        self->n_factor++;
    }
    return self->arena != NULL && doe_run_init(&self->run, work);
}

void
doe_settings_clear(struct doe_settings *self)
{
    doe_run_clear(&self->run);
    free(self->si);
    free(self->text);
    free(self->slot);
    if (self->arena != NULL) {
        quire_arena_destroy(self->arena);
    }
    *self = (struct doe_settings){0};
}

/* ---- adding */

/* FNV-1a of all texts */
static size_t
hash_of(const struct doe_settings *s, const char *const *text)
{
    uint64_t hash = 14695981039346656037U;

    for (size_t i = 0; i < s->n_factor; i++) {
        for (const char *c = text[i];; c++) {
            hash = (hash ^ (unsigned char)*c) * 1099511628211U;
            if (*c == '\0') {
                break;
            }
        }
    }
    return (size_t)(hash ^ hash >> 32);
}

static bool
is_at(const struct doe_settings *s, size_t setting, const char *const *text)
{
    for (size_t i = 0; i < s->n_factor; i++) {
        if (strcmp(s->text[setting * s->n_factor + i], text[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* where a setting is in the hash table, or belongs */
static size_t
slot_of(const struct doe_settings *s, const char *const *text)
{
    size_t at = hash_of(s, text) & (s->room - 1);

    while (s->slot[at] != 0 && !is_at(s, s->slot[at] - 1, text)) {
        at = (at + 1) & (s->room - 1);
    }
    return at;
}

static bool
grow(struct doe_settings *s)
{
    const size_t capacity = s->capacity > 0 ? 2 * s->capacity : 64;
    double *si = realloc(s->si, (capacity * s->n_factor + 1) * sizeof *si);
    s->si = si != NULL ? si : s->si;
    const char **text = realloc(s->text, (capacity * s->n_factor + 1) * sizeof *text);
    s->text = text != NULL ? text : s->text;
    size_t *slot = calloc(2 * capacity, sizeof *slot);

    if (si == NULL || text == NULL || slot == NULL) {
        free(slot);
        return false;
    }
    free(s->slot);
    s->slot = slot;
    s->room = 2 * capacity;
    s->capacity = capacity;
    for (size_t k = 0; k < s->n; k++) {
        s->slot[slot_of(s, s->text + k * s->n_factor)] = k + 1;
    }
    return true;
}

quire_status
doe_settings_add(struct doe_settings *s, uint64_t run, quire_diag *diag)
{
    const quire_status status = doe_work_values(s->work, run, &s->run, diag);

    if (status != QUIRE_OK) {
        return status;
    }
    if (s->n == s->capacity && !grow(s)) {
        return quire_diag_memory_error(diag);
    }
    const char **text = s->text + s->n * s->n_factor; /* behind the last one */
    for (size_t i = 0; i < s->n_factor; i++) {
        text[i] = s->run.of.value[i].text;
        s->si[s->n * s->n_factor + i] = s->run.of.value[i].si;
    }
    const size_t at = slot_of(s, text);
    if (s->slot[at] != 0) {
        return QUIRE_OK;
    }
    for (size_t i = 0; i < s->n_factor; i++) {
        text[i] = quire_arena_copy(s->arena, text[i]);
        if (text[i] == NULL) {
            return quire_diag_memory_error(diag);
        }
    }
    s->slot[at] = ++s->n;
    return QUIRE_OK;
}

quire_status
doe_settings_add_plan(struct doe_settings *s, quire_diag *diag)
{
    quire_status status = QUIRE_OK;

    for (uint64_t i = 0; status == QUIRE_OK && i < s->work->n_run; i++) {
        status = doe_settings_add(s, i, diag);
    }
    return status;
}

/* ---- matching */

bool
doe_settings_are_one(const struct doe_settings *s, size_t factor)
{
    for (size_t k = 1; k < s->n; k++) {
        if (strcmp(s->text[k * s->n_factor + factor], s->text[factor]) != 0) {
            return false;
        }
    }
    return true;
}

/* of one factor, in its range; 0 if both are the same */
static double
distance(const struct doe_settings *s, size_t setting, size_t i, double si, const char *word)
{
    const struct quire_study_variable *v = &s->work->variable[i];
    const double own = s->si[setting * s->n_factor + i], range = fabs(v->high - v->low);

    if (word != NULL) {
        return strcmp(word, s->text[setting * s->n_factor + i]) == 0 ? 0 : 1;
    }
    const double apart = fabs(si - own), size = fmax(fabs(si), fabs(own));
    return isnan(si) || apart <= SAME * size ? 0 : apart / (range > 0 ? range : size);
}

size_t
doe_settings_find(const struct doe_settings *s, const double *si, const char *const *word,
                  size_t *nearest)
{
    double least = HUGE_VAL;

    *nearest = SIZE_MAX;
    for (size_t k = 0; k < s->n; k++) {
        double sum = 0;
        for (size_t i = 0; i < s->n_factor; i++) {
            const double d = distance(s, k, i, si[i], word[i]);
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            *nearest = k;
        }
        if (!(sum > 0)) {
            return k;
        }
    }
    return SIZE_MAX;
}

void
doe_settings_name(struct quire_text *out, const struct doe_settings *s, size_t setting)
{
    for (size_t i = 0; i < s->n_factor; i++) {
        quire_text_format(out, "%s%s=%s", i > 0 ? ", " : "", s->work->variable[i].name,
                          s->text[setting * s->n_factor + i]);
    }
}
