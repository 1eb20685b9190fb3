#include "law_trials.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/examples.h"

static void
add_trial(struct trials *to, quire_law *law, const struct quire_law_memory *memory,
          const char *name, const char *remembers)
{
    cr_assert(to->n < TRIALS);
    struct trial *t = &to->trial[to->n++];
    *t = (struct trial){.law = law, .memory = *memory};
    snprintf(t->name, sizeof t->name, "%.150s%s", name, remembers);
}

/* A law that remembers is tried as at the start, closed, and with each number that it captures at
 * the size of a contact's. */
static void
add_law(struct trials *to, quire_law *law, const char *name)
{
    const struct quire_normal_law *normal = law->normal;
    struct quire_law_memory memory = law->memory;
    add_trial(to, law, &memory, name, "");
    if (normal == NULL || normal->n_mode == 0) {
        return;
    }
    memory.mode = QUIRE_LAW_CLOSED;
    add_trial(to, law, &memory, name, ", closed");
    for (size_t i = 0; i < QUIRE_LAW_CAPTURED && normal->captured[i].name != NULL; i++) {
        memory.captured[i] = strcmp(normal->captured[i].unit, "m") == 0 ? 5e-5 : 0.05;
        add_trial(to, law, &memory, name, ", remembering");
    }
}

static void
add_laws_of_model(struct trials *to, const quire_model *model, const char *family)
{
    quire_diag *diag = quire_diag_create();
    const struct quire_object *contact;
    for (size_t i = 0; (contact = quire_object_next(model->root, "contact", &i)) != NULL;) {
        const struct quire_object *object = quire_object_child(contact, family);
        quire_law *law;
        char name[100];
        /* else it waits for what touches */
        if (object != NULL && quire_object_child(contact, "cover") == NULL) {
            cr_assert_eq(quire_law_from_object(&law, object, NULL, diag), QUIRE_OK);
            snprintf(name, sizeof name, "%s of %s", object->kind->variant, contact->name);
            add_law(to, law, name);
        }
    }
    quire_diag_destroy(diag);
}

static quire_model *
model_with_every_element(void)
{
    char path[4096];
    quire_model *model = NULL;
    quire_diag *diag = quire_diag_create();
    snprintf(path, sizeof path, "%s/tests/data/models/good-every-element.xml",
             getenv("QUIRE_SRCDIR"));
    cr_assert_eq(quire_model_load(&model, path, NULL, 0, diag), QUIRE_OK);
    quire_diag_destroy(diag);
    return model;
}

struct trials
trials_of(const char *family, const struct sample *sample, size_t n)
{
    struct trials all = {.n = 0};
    for (size_t i = 0; i < n; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s: %.150s", sample[i].kind->variant, sample[i].settings);
        add_law(&all, law_make(sample[i].kind, sample[i].settings), name);
    }
    quire_model *const models[] = {model_with_every_element(), example_model()};
    for (size_t i = 0; i < COUNT(models); i++) {
        add_laws_of_model(&all, models[i], family);
        quire_model_destroy(models[i]);
    }
    return all;
}

void
trials_free(struct trials *all)
{
    for (size_t i = 0; i < all->n; i++) {
        if (i == 0 || all->trial[i].law != all->trial[i - 1].law) {
            quire_law_destroy(all->trial[i].law);
        }
    }
}

bool
trials_have(const struct trials *all, const struct quire_kind *kind)
{
    for (size_t i = 0; i < all->n; i++) {
        if (all->trial[i].law->kind == kind) {
            return true;
        }
    }
    return false;
}

/* overlaps count from where a law begins to act */
static double
begins(const struct trial *t)
{
    return t->law->normal->reach != NULL ? -t->law->normal->reach(t->law->compiled) : 0;
}

struct quire_normal_out
trial_normal(const struct trial *t, double overlap, double closing)
{
    const struct quire_normal_in in = {
        .overlap = begins(t) + overlap, .closing = closing, .memory = &t->memory};
    struct quire_normal_out out;
    t->law->normal->eval(t->law->compiled, &in, &out);
    return out;
}

double
trial_stored(const struct trial *t, double overlap)
{
    return quire_normal_stored(
        t->law->normal, t->law->compiled,
        &(struct quire_normal_in){.overlap = begins(t) + overlap, .memory = &t->memory});
}

/* Knuth's MMIX generator */
double
random_unit(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) * 0x1p-53;
}

/* either sign, any size */
double
random_any(uint64_t *state)
{
    const double size = exp((random_unit(state) - 0.5) * 1400.0);
    return random_unit(state) < 0.5 ? -size : size;
}

bool
same_number(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a <= b && a >= b);
}

bool
matches_differences(double derivative, double wide, double narrow, double floor)
{
    const double error = fabs(wide - narrow) + 1e-6 * fabs(narrow) + floor;
    return fabs(derivative - narrow) <= error;
}
