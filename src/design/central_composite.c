/* Central composite: a cube, a star and the centre, for quadratic response surfaces. */
#include <limits.h>

#include "design/fraction.h"
#include "model/problem.h"
#include "num/detmath.h"

enum { FACED, CIRCUMSCRIBED, INSCRIBED };

struct params {
    struct quire_design_common common;
    int star;
    double alpha;
    long centre;
    bool fraction;
};

struct star {
    struct quire_fraction cube;
    double cube_at, star_at; /* coded */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_CHOICE(struct params, star, "star", "faced|circumscribed|inscribed", "faced",
                 "faced: the star's points lie on the faces of the cube, all within low and high; circumscribed: they lie outside, beyond low and high; "
                 "inscribed: they lie at low and high, and the cube inside"),
    QUIRE_REAL(struct params, alpha, "alpha", "", QUIRE_OPTIONAL, QUIRE_FROM_TO(1, 10),
               "distance of the star from the centre, where the cube's corners are at 1; without it the fourth root of the number of corners, which makes the "
               "design rotatable; not for faced", NULL),
    QUIRE_INTEGER(struct params, centre, "centre", "1", QUIRE_FROM_TO(0, 1000), "points at the centre; more than one only helps where there is noise"),
    QUIRE_BOOLEAN(struct params, fraction, "fraction", "yes", "the cube of five and more factors is a fraction of resolution V, which is enough for all quadratic terms"),
    QUIRE_FIELD_END,
};

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    quire_status status = quire_design_need_levels(task, 1, 0);
    struct star *s = quire_arena_get(task->arena, 1, sizeof *s);
    if (s == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    if (status == QUIRE_OK && (task->n < 2 || task->n > QUIRE_FRACTION_FACTORS)) {
        status = quire_object_error(task->self, task->diag, "E-MODEL", NULL, "this design has 2 to %d factors, not %zu", QUIRE_FRACTION_FACTORS, task->n);
    }
    if (status == QUIRE_OK && p->star == FACED && !isnan(p->alpha)) {
        status = quire_object_error(task->self, task->diag, "E-MODEL", NULL, "alpha is 1 for a faced star; leave it out");
    }
    if (status != QUIRE_OK) {
        return status;
    }
    quire_fraction_choose(&s->cube, (int)task->n, p->fraction ? 5 : INT_MAX);
    out->points = 1;
    if (!quire_design_multiply(task, &out->points, quire_fraction_points(&s->cube))) {
        return QUIRE_ERROR_LIMIT;
    }
    const double alpha = p->star == FACED ? 1.0 : isnan(p->alpha) ? quire_pow((double)out->points, 0.25) : p->alpha;
    s->cube_at = p->star == INSCRIBED ? 1.0 / alpha : 1.0;
    s->star_at = p->star == INSCRIBED ? 1.0 : alpha;
    out->points += 2 * task->n + (uint64_t)p->centre;
    out->data = s;
    return QUIRE_OK;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct star *s = plan->data;
    const uint64_t corners = quire_fraction_points(&s->cube);
    for (size_t j = 0; j < plan->n; j++) {
        double coded = 0.0;
        if (point < corners) {
            coded = s->cube_at * quire_fraction_sign(&s->cube, point, (int)j);
        } else if ((point - corners) / 2 == j) {
            coded = (point - corners) % 2 == 0 ? -s->star_at : s->star_at;
        }
        value[j] = (struct quire_design_value){.sort = QUIRE_DESIGN_CODED, .coded = coded};
    }
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct star *s = plan->data;
    const uint64_t corners = quire_fraction_points(&s->cube);
    quire_text_format(out, "%llu corners at %.6g, %zu points of the star at %.6g, %llu at the centre (coded units)\n", (unsigned long long)corners,
                      s->cube_at, 2 * plan->n, s->star_at, (unsigned long long)(plan->points - corners - 2 * plan->n));
}

static const struct quire_design_ops ops = {.make = make, .point = point, .describe = describe};

const struct quire_kind quire_kind_design_central_composite = {
    .family = "design",
    .element = "design",
    .selector = "kind",
    .variant = "central-composite",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "For response surfaces with all quadratic terms: the corners of a cube, two points on each axis, and the centre.",
    .example = "<design kind=\"central-composite\" star=\"circumscribed\"/>",
    .source = "G. E. P. Box, K. B. Wilson, On the experimental attainment of optimum conditions, J. R. Statist. Soc. B 13 (1951) 1",
    .ops = &ops,
};
