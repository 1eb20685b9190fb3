/* What the formulas of rules may ask for, by name. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/logic_parts.h"
#include "kind/sensor.h"
#include "text/suggest.h"

/* own quantities have negative indices */
static int
own_index(size_t k)
{
    return -1 - (int)k;
}

static void
offer_name(void *suggest, const char *name)
{
    quire_suggest_offer(suggest, name);
}

static void
suggest_name(struct quire_logic *self, const char *text, char *error, size_t size)
{
    struct quire_suggest near;
    char unknown[100], hint[250];

    snprintf(unknown, sizeof unknown, "%.*s", (int)strcspn(text, " ()<>=!,*/+"), text);
    near = quire_suggest_begin(unknown);
    for (size_t k = 0; k < self->n_own; k++) {
        quire_suggest_offer(&near, self->own[k].name);
    }
    if (self->world.list != NULL) {
        self->world.list(self->world.user, self->of_sheet, offer_name, &near);
    }
    const char *nearest = quire_suggest_hint(&near, hint, sizeof hint);
    snprintf(error, size, "there is nothing called '%s'%s%s", unknown, nearest != NULL ? "; " : "",
             nearest != NULL ? nearest : "");
}

bool
quire_logic_find_name(void *user, const char *text, size_t *length, struct quire_formula_name *out,
                      char *error, size_t size)
{
    struct quire_logic *self = user;
    size_t best = 0, asked = self->n_own;
    bool found = self->world.find != NULL &&
                 self->world.find(self->world.user, text, length, self->of_sheet, out, error, size);

    best = found ? *length : 0;
    for (size_t k = 0; k < self->n_own; k++) {
        const struct quire_own *own = self->own + k;
        const size_t n = strlen(own->name);
        if (n > best && strncmp(text, own->name, n) == 0) {
            best = n;
            asked = k;
            *out = (struct quire_formula_name){
                .index = own_index(k), .dimension = own->dimension, .words = own->words};
        }
    }
    *length = best;
    if (asked < self->n_own) {
        self->own[asked].asked = true;
    }
    if (best == 0 && quire_formula_lacked_memory(error)) {
        return false;
    }
    if (best == 0) {
        suggest_name(self, text, error, size);
    } else {
        error[0] = '\0';
    }
    return best > 0;
}

static double
get_value(void *user, int index)
{
    struct quire_logic *self = user;

    return index < 0 ? self->own[-1 - index].value
                     : self->world.get(self->world.user, index, self->sheet);
}

double
quire_logic_value_of(struct quire_logic *self, const struct quire_formula *formula,
                     const char *sheet)
{
    self->sheet = sheet;
    return quire_formula_value(formula, get_value, self);
}

/* takes over `name`; false if that is NULL */
static bool
add_own(struct quire_logic *self, const struct quire_own *own, char *name)
{
    self->own[self->n_own] = *own;
    self->own[self->n_own].name = name;
    self->n_own += name != NULL ? 1 : 0;
    return name != NULL;
}

/* "SENSOR.QUIRE_ENTRY_SIGNAL.WHAT"; NULL when memory ran out */
static char *
signal_name(const struct quire_object *sensor, int signal, const char *what)
{
    const char *word = ((const struct quire_sensor_ops *)sensor->kind->ops)->signal[signal];
    const size_t size = strlen(sensor->name) + strlen(word) + strlen(what) + 3;
    char *name = malloc(size);

    if (name != NULL) {
        snprintf(name, size, "%s.%s.%s", sensor->name, word, what);
    }
    return name;
}

static bool
add_signals(struct quire_logic *self, const struct quire_object *sensor)
{
    const struct quire_sensor_ops *ops = sensor->kind->ops;
    bool good = true;

    for (int k = 0; good && sensor->name != NULL && k < ops->n_signal; k++) {
        good = add_own(self, &(struct quire_own){.sensor = sensor, .signal = k},
                       signal_name(sensor, k, "count")) &&
               add_own(self,
                       &(struct quire_own){
                           .sensor = sensor, .signal = k, .value = NAN, .dimension = {.s = 1}},
                       signal_name(sensor, k, "time"));
    }
    return good;
}

quire_status
quire_logic_gather_names(struct quire_logic *self, const struct quire_object *root)
{
    bool good = true;

    self->own = calloc((1 + 2 * QUIRE_SENSOR_SIGNALS) * (root->n_child + 1), sizeof *self->own);
    for (size_t i = 0; self->own != NULL && good && i < root->n_child; i++) {
        const struct quire_object *o = root->child[i];
        if (o->kind->family == &quire_family_sensor) {
            good = add_signals(self, o);
        } else if (o->kind == &quire_kind_variable) {
            const struct quire_variable_params *p = o->params;
            struct quire_quantity q = {0};
            char error[200];
            quire_quantity_read(&q, p->value, error, sizeof error);
            good = add_own(
                self, &(struct quire_own){.object = o, .value = q.value, .dimension = q.dimension},
                strdup(o->name));
        } else if (o->kind == &quire_kind_state) {
            const struct quire_state_params *p = o->params;
            const int start = p->start != NULL
                                  ? quire_formula_word_number(p->values, p->start, strlen(p->start))
                                  : 0;
            good =
                add_own(self, &(struct quire_own){.object = o, .value = start, .words = p->values},
                        strdup(o->name));
        }
    }
    return self->own != NULL && good ? QUIRE_OK : QUIRE_ERROR_LIMIT;
}
