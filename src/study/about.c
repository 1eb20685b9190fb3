/* What is known of a study that was read. */
#include <string.h>

#include "model/parameter.h"
#include "study/parts.h"

const char *
quire_study_name(const struct quire_study *study)
{
    return study->params->name;
}

const char *
quire_study_model(const struct quire_study *study)
{
    return study->model_path;
}

const quire_model *
quire_study_read_model(const struct quire_study *study)
{
    return study->model;
}

uint64_t
quire_study_seed(const struct quire_study *study)
{
    return (uint64_t)study->params->seed;
}

const struct quire_design_ops *
quire_study_ops(const struct quire_object *design)
{
    return design->kind->ops;
}

/* attributes of a design may change its layout: the plan's counts as soon as there is one */
static enum quire_design_layout
layout_of(const struct quire_design_plan *plan, const struct quire_object *design)
{
    return plan->ops != NULL ? plan->ops->layout : quire_study_ops(design)->layout;
}

enum quire_design_layout
quire_study_layout(const struct quire_study *study)
{
    return layout_of(&study->design, study->design_object);
}

enum quire_design_layout
quire_study_noise_layout(const struct quire_study *study)
{
    return study->outer_object != NULL ? layout_of(&study->outer, study->outer_object)
                                       : QUIRE_LAYOUT_FREE;
}

enum quire_sampling
quire_study_sampling(const struct quire_study *study)
{
    if (study->n_noise == 0) {
        return QUIRE_SAMPLING_NONE;
    }
    if (study->outer_object != NULL) {
        return study->outer.samples ? QUIRE_SAMPLING_SPREAD : QUIRE_SAMPLING_SET;
    }
    return study->params->draws == QUIRE_DRAWS_COMMON ||
                   quire_study_layout(study) != QUIRE_LAYOUT_FREE
               ? QUIRE_SAMPLING_COMMON
               : QUIRE_SAMPLING_INDEPENDENT;
}

const char *
quire_study_random_blocks(const struct quire_study *study)
{
    return study->design.blocks < 2                       ? NULL
           : study->design.random_blocks != NULL          ? study->design.random_blocks
           : study->params->blocks == QUIRE_BLOCKS_RANDOM ? "block"
                                                          : NULL;
}

uint64_t
quire_study_runs(const struct quire_study *study)
{
    return study->runs;
}

const struct quire_study_variable *
quire_study_variables(const struct quire_study *study, size_t *n)
{
    *n = study->n_factor + study->n_noise;
    return study->variable;
}

const struct quire_study_response *
quire_study_responses(const struct quire_study *study, size_t *n)
{
    *n = study->n_response;
    return study->response;
}

const struct quire_parameter *
quire_study_parameter(const struct quire_study *study, const struct quire_study_own *v)
{
    for (size_t i = 0; i < study->model->n_parameter; i++) {
        if (strcmp(study->model->parameter[i].name, v->seen->name) == 0) {
            return &study->model->parameter[i];
        }
    }
    return NULL;
}
