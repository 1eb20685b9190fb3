#include "result/figures.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void
quire_figures_clear(struct quire_figures *self)
{
    for (size_t i = 0; i < self->n; i++) {
        free(self->at[i].name);
    }
    free(self->at);
    *self = (struct quire_figures){NULL, 0, 0, QUIRE_OK};
}

/* index of the first figure whose name is not below `name` */
static size_t
lower_bound(const struct quire_figures *self, const char *name)
{
    size_t from = 0, to = self->n;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (strcmp(self->at[middle].name, name) < 0) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

const struct quire_figure *
quire_figures_find(const struct quire_figures *self, const char *name)
{
    const size_t i = lower_bound(self, name);
    return i < self->n && strcmp(self->at[i].name, name) == 0 ? &self->at[i] : NULL;
}

double
quire_figures_get(const struct quire_figures *self, const char *name)
{
    const struct quire_figure *figure = quire_figures_find(self, name);
    return figure != NULL ? figure->value : (double)NAN;
}

static bool
make_room(struct quire_figures *self)
{
    if (self->n < self->capacity) {
        return true;
    }
    const size_t capacity = self->capacity > 0 ? 2 * self->capacity : 64;
    struct quire_figure *at = realloc(self->at, capacity * sizeof *at);
    if (at == NULL) {
        return false;
    }
    self->at = at;
    self->capacity = capacity;
    return true;
}

static char *
joined(const char *object, const char *quantity)
{
    const size_t a = object != NULL ? strlen(object) + 1 : 0, b = strlen(quantity);
    char *name = malloc(a + b + 1);
    if (name == NULL) {
        return NULL;
    }
    if (a > 0) {
        memcpy(name, object, a - 1);
        name[a - 1] = '.';
    }
    memcpy(name + a, quantity, b + 1);
    return name;
}

static void
set(struct quire_figures *self, const char *object, const char *quantity, const char *unit,
    double value, bool replace)
{
    char *name = joined(object, quantity);
    if (name == NULL || !make_room(self)) {
        self->status = QUIRE_ERROR_LIMIT;
        free(name);
        return;
    }
    const size_t i = lower_bound(self, name);
    if (i < self->n && strcmp(self->at[i].name, name) == 0) {
        free(name);
        if (replace) {
            self->at[i].value = value;
        }
        return;
    }
    memmove(self->at + i + 1, self->at + i, (self->n - i) * sizeof *self->at);
    self->at[i] = (struct quire_figure){.name = name, .unit = unit, .value = value};
    self->n++;
}

void
quire_figures_set(struct quire_figures *self, const char *object, const char *quantity,
                  const char *unit, double value)
{
    set(self, object, quantity, unit, value, true);
}

void
quire_figures_set_first(struct quire_figures *self, const char *object, const char *quantity,
                        const char *unit, double value)
{
    set(self, object, quantity, unit, value, false);
}
