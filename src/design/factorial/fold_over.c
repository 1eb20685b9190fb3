/* Fold-over: the points before once more, with some factors or all at their other ends. */
#include <string.h>

#include "design/factorial/names.h"
#include "kind/design.h"
#include "kind/value.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    const char *factors;
};

struct fold {
    struct quire_design_plan of;
    bool *turned; /* (n) */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_TEXT(struct params, factors, "factors", QUIRE_OPTIONAL,
               "factors to reverse, separated by commas. Default: all, which frees factors of "
               "two-factor interactions; one alone frees that factor and all its interactions"),
    QUIRE_FIELD_END,
};

static quire_status
turn_factors(const struct quire_design_task *task, const char *names, bool *turned)
{
    quire_status status = QUIRE_OK;
    for (size_t j = 0; j < task->n; j++) {
        turned[j] = names == NULL;
    }
    for (const char *at = names, *comma; at != NULL; at = comma != NULL ? comma + 1 : NULL) {
        comma = strchr(at, ',');
        size_t factor = 0;
        status = quire_status_first(status, quire_design_name(&factor, task, at, strcspn(at, ",")));
        turned[factor] = turned[factor] || status == QUIRE_OK;
    }
    return status;
}

/* words have another end if there are two of them; what a table or the model says has none */
static quire_status
check_ends(const struct quire_design_task *task, const struct fold *f)
{
    struct quire_design_value *value = quire_arena_get(task->arena, task->n, sizeof *value);
    quire_status status = QUIRE_OK;
    if (value == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (uint64_t i = 0; i < f->of.points && status == QUIRE_OK; i++) {
        f->of.ops->point(&f->of, i, value);
        for (size_t j = 0; j < task->n && status == QUIRE_OK; j++) {
            const struct quire_design_column *c = &task->column[j];
            const bool ends =
                value[j].sort == QUIRE_DESIGN_CODED ||
                (value[j].sort == QUIRE_DESIGN_LEVEL && (c->ordered || c->levels <= 2));
            if (f->turned[j] && !ends) {
                status = quire_object_error(
                    task->self, task->diag, "E-MODEL",
                    "only factors with 'low' and 'high', or with levels, can be reversed",
                    "factor '%s' has no opposite level at point %llu", c->name,
                    (unsigned long long)i);
            }
        }
    }
    return status;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    struct fold *f = quire_arena_get(task->arena, 1, sizeof *f);
    if (f == NULL ||
        (f->turned = quire_arena_get(task->arena, task->n, sizeof *f->turned)) == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    if (task->earlier == NULL) {
        return quire_object_error(
            task->self, task->diag, "E-MODEL",
            "write a design with augments=\"yes\" after the design to be folded over",
            "there are no points to fold over");
    }
    if (task->earlier->points > QUIRE_DESIGN_TABLE_LIMIT) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "at most %d points can be folded over", QUIRE_DESIGN_TABLE_LIMIT);
    }
    f->of = *task->earlier;
    out->points = f->of.points;
    out->data = f;
    const quire_status status = turn_factors(task, p->factors, f->turned);
    return status == QUIRE_OK ? check_ends(task, f) : status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct fold *f = plan->data;
    f->of.ops->point(&f->of, point, value);
    for (size_t j = 0; j < plan->n; j++) {
        if (f->turned[j] && value[j].sort == QUIRE_DESIGN_CODED) {
            value[j].coded = -value[j].coded;
        } else if (f->turned[j]) {
            value[j].level = plan->column[j].levels - 1 - value[j].level;
        }
    }
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct fold *f = plan->data;
    size_t n = 0;
    for (size_t j = 0; j < plan->n; j++) {
        if (f->turned[j]) {
            quire_text_format(out, "%s %s", n++ > 0 ? "," : "turned:", plan->column[j].name);
        }
    }
    quire_text_add(out, "\neffects with an odd number of these factors are freed of effects with "
                        "an even number, and vice versa\n");
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_fold_over = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "fold-over",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Repeats the points before it with all factors, or some, at their opposite levels. It "
            "augments a fraction, a Plackett-Burman design or any other design, to separate "
            "aliased effects.",
    .example = "<design kind=\"fold-over\" augments=\"block\"/>",
    .source = "G. E. P. Box, J. S. Hunter, W. G. Hunter, Statistics for Experimenters, 2nd ed., "
              "Wiley 2005, 6.10",
    .ops = &ops,
};
