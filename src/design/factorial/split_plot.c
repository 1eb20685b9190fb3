/* Split plots: factors that are hard to change are set once for a whole plot, the others within it
 * (doc/theory/designs.md, 14). */
#include <string.h>

#include "design/common.h"
#include "design/factorial/names.h"
#include "design/shuffle.h"
#include "model/problem.h"

#define POINTS_MOST 1000000

/* what a random number is for; the last word of its place */
enum { SHUFFLE_PLOTS = 32, SHUFFLE_WITHIN };

struct params {
    struct quire_design_common common;
    const char *hard;
    long plots, levels;
};

struct plots {
    bool *hard;        /* (n) */
    long levels;       /* of ranges */
    uint64_t within;   /* points of a whole plot */
    uint32_t *plot;    /* its combination of the hard factors (plots) */
    uint32_t *subplot; /* and of the others, of each point (points) */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_TEXT(
        struct params, hard, "hard", QUIRE_REQUIRED,
        "hard-to-change factors, separated by commas; they are set once for each whole plot"),
    QUIRE_INTEGER(struct params, plots, "plots", "2", QUIRE_FROM_TO(1, 1000),
                  "number of whole plots of each combination of the hard factors; their "
                  "differences give the error of the hard factors"),
    QUIRE_INTEGER(struct params, levels, "levels", "2", QUIRE_FROM_TO(2, 100),
                  "number of evenly spaced levels of factors with 'low' and 'high'"),
    QUIRE_FIELD_END,
};

static uint64_t
levels_of(const struct quire_design_column *column, const struct plots *s)
{
    return (uint64_t)(column->levels > 0 ? column->levels : s->levels);
}

static quire_status
find_hard(const struct quire_design_task *task, const char *names, bool *hard)
{
    quire_status status = QUIRE_OK;
    size_t n = 0;
    for (const char *at = names, *comma; at != NULL; at = comma != NULL ? comma + 1 : NULL) {
        comma = strchr(at, ',');
        size_t factor = 0;
        status = quire_status_first(status, quire_design_name(&factor, task, at, strcspn(at, ",")));
        hard[factor] = hard[factor] || status == QUIRE_OK;
    }
    for (size_t j = 0; j < task->n; j++) {
        n += hard[j];
    }
    return status != QUIRE_OK || n < task->n
               ? status
               : quire_object_error(
                     task->self, task->diag, "E-MODEL", "use full-factorial, or name fewer factors",
                     "all factors are hard to change: no factor varies within a whole plot");
}

/* combinations of the hard factors, or of the others */
static uint64_t
count(const struct quire_design_task *task, const struct plots *s, bool hard)
{
    uint64_t n = 1;
    for (size_t j = 0; j < task->n && n <= POINTS_MOST; j++) {
        n *= s->hard[j] == hard ? levels_of(&task->column[j], s) : 1;
    }
    return n;
}

/* whole plots in a random order, and the points of each */
static quire_status
put_in_order(struct plots *s, const struct quire_design_task *task, uint64_t plots,
             uint64_t settings)
{
    const uint64_t seed = quire_design_seed(task);
    s->plot = quire_arena_get(task->arena, plots, sizeof *s->plot);
    s->subplot = quire_arena_get(task->arena, plots * s->within, sizeof *s->subplot);
    if (s->plot == NULL || s->subplot == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (uint64_t i = 0; i < plots; i++) {
        s->plot[i] = (uint32_t)(i % settings);
        for (uint64_t k = 0; k < s->within; k++) {
            s->subplot[i * s->within + k] = (uint32_t)k;
        }
        quire_design_shuffle(s->subplot + i * s->within, s->within, seed, (size_t)i,
                             SHUFFLE_WITHIN);
    }
    quire_design_shuffle(s->plot, plots, seed, 0, SHUFFLE_PLOTS);
    return QUIRE_OK;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct plots *s = quire_arena_get(task->arena, 1, sizeof *s);
    if (s == NULL || (s->hard = quire_arena_get(task->arena, task->n, sizeof *s->hard)) == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    s->levels = p->levels;
    status = quire_status_first(status, find_hard(task, p->hard, s->hard));
    if (status != QUIRE_OK) {
        return status;
    }
    const uint64_t settings = count(task, s, true), plots = settings * (uint64_t)p->plots;
    s->within = count(task, s, false);
    if (settings > POINTS_MOST || s->within > POINTS_MOST || plots * s->within > POINTS_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "a split plot has at most %d points", POINTS_MOST);
    }
    out->points = plots * s->within;
    out->blocks = (int)plots;
    out->random_blocks = "whole plot";
    out->data = s;
    return put_in_order(s, task, plots, settings);
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct plots *s = plan->data;
    uint64_t setting = s->plot[point / s->within], sub = s->subplot[point];
    for (size_t j = 0; j < plan->n; j++) {
        const uint64_t n = levels_of(&plan->column[j], s);
        uint64_t *of = s->hard[j] ? &setting : &sub;
        value[j] = quire_design_at_level(&plan->column[j], (long)(*of % n), (long)n);
        *of /= n;
    }
}

static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    const struct plots *s = plan->data;
    return (int)(point / s->within) + 1;
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct plots *s = plan->data;
    quire_text_format(out, "%d whole plots of %llu points; in each of them the same:", plan->blocks,
                      (unsigned long long)s->within);
    for (size_t j = 0; j < plan->n; j++) {
        if (s->hard[j]) {
            quire_text_format(out, " %s", plan->column[j].name);
        }
    }
    quire_text_add(out, "\n");
}

static const struct quire_design_ops ops = {
    .make = make, .point = point, .block = block, .describe = describe};

const struct quire_kind quire_kind_design_split_plot = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "split-plot",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "For hard-to-change factors, for example rollers. They are set once for a whole plot, "
            "within which all combinations of the other factors are run. Whole plots are run in "
            "random order, as are the points of each. Reports judge hard factors by the "
            "differences between whole plots.",
    .equation = "y = X b + u(whole plot) + e, by restricted maximum likelihood",
    .example = "<design kind=\"split-plot\" hard=\"radius\" plots=\"3\"/>",
    .source = "B. Jones, C. J. Nachtsheim, Split-plot designs: what, why, and how, J. Qual. "
              "Technol. 41 (2009) 340",
    .ops = &ops,
};
