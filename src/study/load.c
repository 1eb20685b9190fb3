/* Reading a study: the file, its model, the variables, the design, one after the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "design/common.h"
#include "model/problem.h"
#include "study/parts.h"
#include "xml/read/read.h"

/* "samples/a4-turn/" of a path; "" without a folder */
static const char *
folder_of(struct quire_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return quire_arena_copy_bytes(arena, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
}

/* text NULL: from the file */
static quire_status
read_file(struct quire_study *study, const char *path, const char *text, size_t size,
          quire_diag *diag)
{
    struct quire_catalog *catalog = quire_arena_get(study->arena, 1, sizeof *catalog);
    study->folder = folder_of(study->arena, path);
    if (catalog == NULL || study->folder == NULL) {
        return quire_diag_memory_error(diag);
    }
    *catalog = *quire_catalog_all();
    catalog->root = "study";
    const quire_status status =
        text != NULL ? quire_xml_read(&study->file, catalog, text, size, path, NULL, 0, diag)
                     : quire_xml_load(&study->file, catalog, path, NULL, 0, diag);
    if (status == QUIRE_OK) {
        study->params = study->file->root->params;
    }
    return status;
}

static quire_status
read_model(struct quire_study *study, quire_diag *diag)
{
    const quire_status status =
        quire_design_path(&study->model_path, study->arena, study->file->root, study->folder,
                          study->params->model, diag);
    return status == QUIRE_OK ? quire_model_load(&study->model, study->model_path, NULL, 0, diag)
                              : status;
}

/* ---- variables ---- */

static void
add_variable(struct quire_study *study, size_t i, struct quire_object *object,
             enum quire_study_role role, const char *name)
{
    object->name = name; /* so that messages say whose problem it is */
    study->variable[i] = (struct quire_study_variable){.name = name,
                                                       .role = role,
                                                       .unit = "",
                                                       .low = (double)NAN,
                                                       .high = (double)NAN,
                                                       .step = (double)NAN};
    study->own[i] = (struct quire_study_own){.object = object,
                                             .seen = &study->variable[i],
                                             .first = (double)NAN,
                                             .last = (double)NAN,
                                             .step = (double)NAN,
                                             .spread = 1.0};
}

/* Of one level: it is held. A table of points has a column of each factor, whatever is in it. */
static bool
is_held(const struct quire_object *root, const struct quire_object *factor)
{
    const struct quire_factor_params *p = factor->params;
    const struct quire_object *design;
    bool table = false;

    for (size_t i = 0; (design = quire_object_next_in(root, &quire_family_design, &i)) != NULL;) {
        table = table || quire_study_ops(design)->says_all;
    }
    return !table && p->levels != NULL && strchr(p->levels, ',') == NULL;
}

/* factors first, those that are held behind the others, then noise */
static void
add_variables(struct quire_study *study, enum quire_study_role role, bool held)
{
    const struct quire_object *root = study->file->root;
    for (size_t i = 0; i < root->n_child; i++) {
        struct quire_object *object = root->child[i];
        const size_t n = study->n_factor + study->n_noise;
        if (role == QUIRE_STUDY_FACTOR && object->kind == &quire_kind_factor &&
            is_held(root, object) == held) {
            add_variable(study, n, object, role,
                         ((const struct quire_factor_params *)object->params)->parameter);
            study->n_factor++;
            study->n_designed += !held;
        } else if (role == QUIRE_STUDY_NOISE && object->kind->family == &quire_family_noise) {
            add_variable(study, n, object, role,
                         ((const struct quire_noise_params *)object->params)->parameter);
            study->n_noise++;
        }
    }
}

static quire_status
list_variables(struct quire_study *study, quire_diag *diag)
{
    const size_t most = study->file->root->n_child;
    study->variable = quire_arena_get(study->arena, most, sizeof *study->variable);
    study->own = quire_arena_get(study->arena, most, sizeof *study->own);
    if (study->variable == NULL || study->own == NULL) {
        return quire_diag_memory_error(diag);
    }
    add_variables(study, QUIRE_STUDY_FACTOR, false);
    add_variables(study, QUIRE_STUDY_FACTOR, true);
    add_variables(study, QUIRE_STUDY_NOISE, false);
    return QUIRE_OK;
}

static quire_status
read_variables(struct quire_study *study, quire_diag *diag)
{
    quire_status status = list_variables(study, diag);
    if (status == QUIRE_OK) {
        status = quire_study_check_parameters(study, diag);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        const quire_status one = quire_study_read_variable(study, i, diag);
        status = one != QUIRE_OK ? one : status;
    }
    return status == QUIRE_OK ? quire_study_try_levels(study, diag) : status;
}

/* ---- designs ---- */

/* designs spread their points over factors; without any there is one point */
static quire_status
check_without_factors(const struct quire_study *study, quire_diag *diag)
{
    if (study->n_noise == 0 && study->n_factor == 0) {
        return quire_object_error(
            study->file->root, diag, "E-MISSING", NULL,
            "a child <factor> or <noise> is missing: the study varies nothing");
    }
    if (study->n_part > 1) {
        return quire_object_error(study->part[1].object, diag, "E-MODEL",
                                  "more replicates are more runs",
                                  "without factors there is one point, which nothing augments");
    }
    if (!quire_study_ops(study->design_object)->needs_no_factors) {
        return quire_object_error(
            study->design_object, diag, "E-MODEL",
            "kind=\"full-factorial\" replicates=\"100\" draws the noise of 100 runs",
            "there is no <factor> for a %s design to vary", study->design_object->kind->variant);
    }
    return QUIRE_OK;
}

static quire_status
check_augmentation(const struct quire_study *study, const struct quire_object *object,
                   quire_diag *diag)
{
    const struct quire_design_common *common = object->params;
    const struct quire_object *first = study->design_object;
    if (common->of == 1) {
        return quire_object_error(object, diag, "E-MODEL", NULL, "an outer array augments nothing");
    }
    if (first == NULL) {
        return quire_object_error(object, diag, "E-MODEL",
                                  "the design that it augments must be before it",
                                  "there is no design yet that it could augment");
    }
    if (common->replicates > 1) {
        return quire_object_error(
            object, diag, "E-MODEL", NULL,
            "replicates are those of the design at line %d, for all points; leave them out",
            first->place.line);
    }
    const bool first_is_free = quire_study_ops(first)->layout == QUIRE_LAYOUT_FREE;
    if (!first_is_free || quire_study_ops(object)->layout != QUIRE_LAYOUT_FREE) {
        return quire_object_error(object, diag, "E-MODEL",
                                  "ask for more of its points, or begin another study",
                                  "indices of a %s design follow from the order of its points, so "
                                  "that others cannot be added to them",
                                  first_is_free ? object->kind->variant : first->kind->variant);
    }
    return QUIRE_OK;
}

/* the first of the factors, the outer array, or one that augments */
static quire_status
take_design(struct quire_study *study, const struct quire_object *object, quire_diag *diag)
{
    const struct quire_design_common *common = object->params;
    const struct quire_object **place =
        common->of == 1 ? &study->outer_object : &study->design_object;
    if (common->augments != QUIRE_AUGMENTS_NOTHING) {
        study->part[study->n_part++].object = object;
        return check_augmentation(study, object, diag);
    }
    if (*place != NULL) {
        return quire_object_error(
            object, diag, "E-DUPLICATE",
            common->of == 1 ? NULL
                            : "a second design is the outer array, with of=\"noise\", or adds "
                              "points, with augments=\"yes\"",
            "there is a design of %s already, at line %d",
            common->of == 1 ? "the noise" : "the factors", (*place)->place.line);
    }
    *place = object;
    if (common->of != 1) {
        study->part[study->n_part++].object = object;
    }
    return QUIRE_OK;
}

static quire_status
find_designs(struct quire_study *study, quire_diag *diag)
{
    const struct quire_object *root = study->file->root, *object;
    study->part = quire_arena_get(study->arena, root->n_child, sizeof *study->part);
    if (study->part == NULL) {
        return quire_diag_memory_error(diag);
    }
    for (size_t i = 0; (object = quire_object_next_in(root, &quire_family_design, &i)) != NULL;) {
        const quire_status status = take_design(study, object, diag);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    if (study->design_object == NULL) {
        return quire_object_error(
            root, diag, "E-MISSING",
            study->n_factor == 0
                ? "without factors add <design kind=\"full-factorial\"/>, which is one point"
                : NULL,
            "there is a design of the noise, but none of the factors");
    }
    if (study->n_designed == 0) {
        return check_without_factors(study, diag);
    }
    if (study->outer_object != NULL && study->n_noise == 0) {
        return quire_object_error(study->outer_object, diag, "E-MISSING", NULL,
                                  "an outer array needs <noise>");
    }
    return QUIRE_OK;
}

static quire_status
read_all(struct quire_study *study, const char *path, const char *text, size_t size,
         quire_diag *diag)
{
    quire_status status = read_file(study, path, text, size, diag);
    if (status == QUIRE_OK) {
        status = read_model(study, diag);
    }
    if (status != QUIRE_OK) {
        return status;
    }
    const quire_status variables = read_variables(study, diag),
                       responses = quire_study_read_responses(study, diag);
    status =
        quire_status_first(variables, quire_status_first(responses, find_designs(study, diag)));
    if (status == QUIRE_OK) {
        status = quire_study_read_correlations(study, diag);
    }
    if (status == QUIRE_OK) {
        status = quire_study_make_plan(study, diag);
    }
    return status == QUIRE_OK ? quire_study_check_noise(study, diag) : status;
}

/* ---- public ---- */

quire_status
quire_study_load(struct quire_study **out, const char *path, quire_diag *diag)
{
    return quire_study_read(out, path, NULL, 0, diag);
}

quire_status
quire_study_read(struct quire_study **out, const char *path, const char *text, size_t size,
                 quire_diag *diag)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_study *study = arena != NULL ? quire_arena_get(arena, 1, sizeof *study) : NULL;
    *out = NULL;
    if (study == NULL) {
        quire_arena_destroy(arena);
        return quire_diag_memory_error(diag);
    }
    study->arena = arena;
    const quire_status status = read_all(study, path, text, size, diag);
    if (status == QUIRE_OK) {
        *out = study;
    } else {
        quire_study_destroy(study);
    }
    return status;
}

void
quire_study_destroy(struct quire_study *study)
{
    if (study != NULL) {
        for (size_t i = 0; i < study->left.n; i++) {
            quire_formula_destroy(study->left.formula[i]);
        }
        for (size_t i = 0; i < study->n_response; i++) {
            quire_formula_destroy(study->response[i].formula);
        }
        free(study->left.before);
        quire_xml_free(study->file);
        quire_model_destroy(study->model);
        quire_arena_destroy(study->arena);
    }
}
