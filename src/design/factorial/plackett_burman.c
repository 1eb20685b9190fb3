/* Plackett-Burman: main effects of up to n - 1 factors in n runs, n a multiple of four. */
#include <limits.h>
#include <string.h>

#include "design/common.h"
#include "design/factorial/fraction.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long runs;
    bool fold_over;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(
        struct params, runs, "runs", QUIRE_OPTIONAL, QUIRE_FROM_TO(8, 36),
        "number of runs: 8, 12, 16, 20, 24, 32 or 36; default: the smallest sufficient number"),
    QUIRE_BOOLEAN(struct params, fold_over, "fold-over", "no",
                  "yes: all runs are repeated as block 2 with every factor at its opposite level, "
                  "which frees the factors of two-factor interactions"),
    QUIRE_FIELD_END,
};

/* first rows; the others are shifted, each by one to the right, and the last has all factors low */
static const char *const generators[] = {
    "+++-+--",
    "++-+++---+-",
    "++++-+-++--+---",
    "++--++++-+-+----++-",
    "+++++-+-++--++--+-+----",
    "----+-+-+++-++---+++++--++-+--+",
    "-+-+++---+++++-+++--+----+-+-++--+-",
};

static const char *
choose(const struct params *p, size_t n)
{
    for (size_t i = 0; i < sizeof generators / sizeof generators[0]; i++) {
        const size_t length = strlen(generators[i]);
        if (length >= n && (p->runs == LONG_MIN || (long)length + 1 == p->runs)) {
            return generators[i];
        }
    }
    return NULL;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 2, 2);
    const char *row = choose(p, task->n);
    if (row == NULL) {
        return quire_object_error(
            task->self, task->diag, "E-MODEL",
            "runs: 8, 12, 16, 20, 24, 32 or 36, more than the number of factors",
            "no such Plackett-Burman design exists for %zu factors", task->n);
    }
    out->data = row;
    out->blocks = p->fold_over ? 2 : 1;
    out->points = (strlen(row) + 1) * (p->fold_over ? 2 : 1);
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const char *row = plan->data;
    const size_t length = strlen(row), i = (size_t)(point % (length + 1));
    const int fold = point > length ? -1 : 1;
    for (size_t j = 0; j < plan->n; j++) {
        const int sign = i == length ? -1 : row[(j + length - i) % length] == '+' ? 1 : -1;
        value[j] = quire_design_at_sign(&plan->column[j], fold * sign);
    }
}

static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    return point > strlen(plan->data) ? 2 : 1;
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const size_t runs = strlen(plan->data) + 1;
    const bool folded = plan->points > runs, geometric = (runs & (runs - 1)) == 0;
    quire_text_format(
        out, "resolution %s: factors can be estimated separately%s\n", folded ? "IV" : "III",
        folded ? " from each other and from two-factor interactions; two-factor interactions are "
                 "aliased"
        : geometric ? "; each is aliased with whole two-factor interactions"
                    : "; each is partly aliased with all two-factor interactions of other factors");
}

static const struct quire_design_ops ops = {
    .make = make, .point = point, .block = block, .describe = describe};

const struct quire_kind quire_kind_design_plackett_burman = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "plackett-burman",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Screening: main effects of up to 35 two-level factors in few runs, if interactions "
            "are small.",
    .example = "<design kind=\"plackett-burman\" runs=\"12\"/>",
    .source = "R. L. Plackett, J. P. Burman, The design of optimum multifactorial experiments, "
              "Biometrika 33 (1946) 305",
    .ops = &ops,
};
