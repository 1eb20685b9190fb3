/* The plan as text: what would be run, and what it can separate. */
#include <string.h>

#include "catalog/words.h"
#include "study/parts.h"

#define RUNS_SHOWN 8

static void
describe_variable(const struct quire_study *study, size_t i, struct quire_text *out)
{
    const struct quire_study_variable *v = &study->variable[i];
    const struct quire_study_own *own = &study->own[i];
    const size_t start = out->size;
    quire_text_format(out, "  %s", v->name);
    quire_words_pad(out, start, 22);
    if (own->distribution.family != NULL) {
        quire_text_add(out, own->distribution.family->name);
        const struct quire_noise_params *p = own->object->params;
        for (int k = 0; k < QUIRE_NOISE_ARGUMENTS && own->distribution.family->parameter[k] != NULL;
             k++) {
            quire_text_format(out, "%s %s %s", k > 0 ? "," : "",
                              own->distribution.family->parameter[k], p->argument[k]);
        }
    } else if (v->n_level == 1) {
        quire_text_format(out, "held at %s", v->level[0]);
    } else if (v->n_level > 0) {
        quire_text_format(out, "%zu levels: ", v->n_level);
        for (size_t k = 0; k < v->n_level; k++) {
            quire_text_format(out, "%s%s", k > 0 ? ", " : "", v->level[k]);
        }
    } else if (((const struct quire_factor_params *)own->object->params)->low != NULL) {
        const struct quire_factor_params *p = own->object->params;
        quire_text_format(out, "%s to %s%s", p->low, p->high,
                          v->logarithmic ? ", by equal ratios" : "");
    } else {
        quire_text_add(out, "as the table says");
    }
    quire_text_add(out, "\n");
}

static void
describe_size(const struct quire_study *study, struct quire_text *out)
{
    quire_text_format(out, "%s: %llu run%s", study->params->name, (unsigned long long)study->runs,
                      study->runs == 1 ? "" : "s");
    quire_text_format(out, " = %llu point%s of the %s design", (unsigned long long)study->points,
                      study->points == 1 ? "" : "s", study->design_object->kind->variant);
    for (size_t i = 1; i < study->n_part; i++) {
        quire_text_format(out, "%s %s", i == 1 ? ", augmented by" : " and",
                          study->part[i].object->kind->variant);
    }
    if (study->outer_object != NULL) {
        quire_text_format(out, " x %llu of the outer %s array",
                          (unsigned long long)study->outer_points,
                          study->outer_object->kind->variant);
    }
    if (study->replicates > 1) {
        quire_text_format(out, " x %llu replicates", (unsigned long long)study->replicates);
    }
    quire_text_add(out, "\n");
    if (study->points < study->design.points) {
        quire_text_format(out, "%llu of the design's %llu points are left out by <exclude>\n",
                          (unsigned long long)(study->design.points - study->points),
                          (unsigned long long)study->design.points);
    }
}

static void
describe_runs(const struct quire_study *study, struct quire_text *out)
{
    struct quire_study_run run = {0};
    quire_text_add(out, "\nrun  point");
    for (size_t i = 0; i < study->n_factor + study->n_noise; i++) {
        quire_text_format(out, "  %s", study->variable[i].name);
    }
    quire_text_add(out, "\n");
    for (uint64_t index = 0; index < study->runs && index < RUNS_SHOWN; index++) {
        if (quire_study_run(study, index, &run) != QUIRE_OK) {
            out->failed = true;
            break;
        }
        quire_text_format(out, "%-4llu %-5llu", (unsigned long long)index,
                          (unsigned long long)run.point);
        for (size_t i = 0; i < run.n; i++) {
            quire_text_format(out, "  %s", run.value[i].text);
        }
        quire_text_add(out, "\n");
    }
    if (study->runs > RUNS_SHOWN) {
        quire_text_format(out, "... and %llu more\n",
                          (unsigned long long)(study->runs - RUNS_SHOWN));
    }
    quire_study_run_clear(&run);
}

/* resolution and aliases that a design tells are those of all its points */
static void
describe_design(const struct quire_study *study, struct quire_text *out)
{
    struct quire_text own = {0};
    if (study->points < study->design.points) {
        quire_study_describe_left(study, out);
        return;
    }
    if (study->design.ops->describe != NULL) {
        study->design.ops->describe(&study->design, &own);
    }
    if (own.size > 0) {
        quire_text_add(out, "\n");
        quire_text_add(out, own.data);
    }
    out->failed = out->failed || own.failed;
    quire_text_clear(&own);
}

void
quire_study_describe_plan(const struct quire_study *study, struct quire_text *out)
{
    describe_size(study, out);
    quire_text_add(out, study->n_factor > 0 ? "\nfactors\n" : "\n");
    for (size_t i = 0; i < study->n_factor; i++) {
        describe_variable(study, i, out);
    }
    quire_text_add(out, study->n_noise > 0 ? "noise\n" : "");
    for (size_t i = 0; i < study->n_noise; i++) {
        describe_variable(study, study->n_factor + i, out);
    }
    describe_design(study, out);
    describe_runs(study, out);
}
