/* Central composite: a cube, a star and the centre, for quadratic response surfaces. */
#include <limits.h>

#include "design/common.h"
#include "design/factorial/fraction.h"
#include "math/detmath.h"
#include "model/problem.h"

enum { FACED, CIRCUMSCRIBED, INSCRIBED };

struct params {
    struct quire_design_common common;
    int star;
    double alpha;
    long centre, star_centre, blocks;
    bool fraction;
};

struct star {
    struct quire_fraction cube;
    double cube_at, star_at; /* coded */
    /* points at the centre: of each block of the cube, of the star's block */
    uint64_t centre, star_centre;
    bool parted; /* the star is a block of its own */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_CHOICE(struct params, star, "star", "faced|circumscribed|inscribed", "faced",
                 "faced: the star points are on the faces of the cube, within low and high; "
                 "circumscribed: the star points are outside low and high; inscribed: the star "
                 "points are at low and high, and the cube inside"),
    QUIRE_REAL(struct params, alpha, "alpha", "", QUIRE_OPTIONAL, QUIRE_FROM_TO(1, 10),
               "distance of the star points from the centre, with the corners of the cube at 1; "
               "not for faced. Default: the fourth root of the number of corners, which makes the "
               "design rotatable; with blocks, the value that makes them orthogonal",
               NULL),
    QUIRE_INTEGER(struct params, centre, "centre", "1", QUIRE_FROM_TO(0, 1000),
                  "number of points at the centre of each block of the cube; more than one helps "
                  "only with noise"),
    QUIRE_INTEGER(struct params, star_centre, "star-centre", QUIRE_OPTIONAL, QUIRE_FROM_TO(0, 1000),
                  "number of points at the centre in the star's block; default: as in each block "
                  "of the cube"),
    QUIRE_INTEGER(struct params, blocks, "blocks", "1", QUIRE_FROM_TO(1, 65),
                  "number of blocks, 2, 3, 5, 9 ...: the star is one block, the cube 1, 2, 4, 8 "
                  "... blocks, which are not aliased with two-factor interactions"),
    QUIRE_BOOLEAN(struct params, fraction, "fraction", "yes",
                  "yes: the cube of five and more factors is a fraction of resolution V, which is "
                  "sufficient for all quadratic terms"),
    QUIRE_FIELD_END,
};

/* the blocks of the cube, whose two-factor interactions must stay free */
static quire_status
part(struct star *s, const struct params *p, const struct quire_design_task *task)
{
    const struct quire_fraction_blocks blocks = {p->blocks - 1, NULL};
    s->parted = p->blocks > 1;
    s->centre = (uint64_t)p->centre;
    if (!s->parted) {
        return p->star_centre == LONG_MIN
                   ? QUIRE_OK
                   : quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                        "star-centre needs blocks; leave it out");
    }
    s->star_centre = (uint64_t)(p->star_centre == LONG_MIN ? p->centre : p->star_centre);
    const quire_status status = quire_fraction_part(&s->cube, &blocks, task);
    if (status == QUIRE_OK && quire_fraction_lost(&s->cube, 2) > 0) {
        return quire_object_error(
            task->self, task->diag, "E-MODEL", "use fewer blocks, or fraction=\"no\"",
            "with %ld blocks two-factor interactions would be aliased with them", p->blocks);
    }
    return status;
}

/* each block has its share of the squares (doc/theory/designs.md, 10) */
static double
orthogonal_distance(const struct star *s, size_t k, double corners)
{
    const double centre = (double)s->centre * quire_fraction_blocks(&s->cube);
    return sqrt(0.5 * corners * (2.0 * (double)k + (double)s->star_centre) / (corners + centre));
}

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
        status = quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                    "this design has 2 to %d factors, not %zu",
                                    QUIRE_FRACTION_FACTORS, task->n);
    }
    if (status == QUIRE_OK && p->star == FACED && !isnan(p->alpha)) {
        status = quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                    "alpha is 1 for a faced star; leave it out");
    }
    if (status != QUIRE_OK) {
        return status;
    }
    quire_fraction_choose(&s->cube, (int)task->n, p->fraction ? 5 : INT_MAX);
    out->points = 1;
    if (!quire_design_multiply(task, &out->points, quire_fraction_points(&s->cube))) {
        return QUIRE_ERROR_LIMIT;
    }
    if ((status = part(s, p, task)) != QUIRE_OK) {
        return status;
    }
    const double corners = (double)out->points, own = s->parted
                                                          ? orthogonal_distance(s, task->n, corners)
                                                          : quire_pow(corners, 0.25);
    const double alpha = p->star == FACED ? 1.0 : isnan(p->alpha) ? own : p->alpha;
    s->cube_at = p->star == INSCRIBED ? 1.0 / alpha : 1.0;
    s->star_at = p->star == INSCRIBED ? 1.0 : alpha;
    out->points +=
        2 * task->n + s->centre * (uint64_t)quire_fraction_blocks(&s->cube) + s->star_centre;
    out->blocks = s->parted ? quire_fraction_blocks(&s->cube) + 1 : 1;
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

/* corners, star, centre points of the cube's blocks one after the other, those of the star */
static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    const struct star *s = plan->data;
    const uint64_t corners = quire_fraction_points(&s->cube), behind = corners + 2 * plan->n;
    const int cube_blocks = quire_fraction_blocks(&s->cube);
    if (!s->parted) {
        return 1;
    }
    if (point < corners) {
        return quire_fraction_block(&s->cube, point);
    }
    const bool of_cube = point >= behind && point - behind < s->centre * (uint64_t)cube_blocks;
    return of_cube ? 1 + (int)((point - behind) / s->centre) : cube_blocks + 1;
}

static void
describe(const struct quire_design_plan *plan, struct quire_text *out)
{
    const struct star *s = plan->data;
    const uint64_t corners = quire_fraction_points(&s->cube);
    quire_text_format(
        out,
        "%llu corners at %.6g, %zu points of the star at %.6g, %llu at the centre (coded units)\n",
        (unsigned long long)corners, s->cube_at, 2 * plan->n, s->star_at,
        (unsigned long long)(plan->points - corners - 2 * plan->n));
    quire_fraction_describe_blocks(&s->cube, out);
    if (s->parted) {
        quire_text_format(
            out, "the star is block %d; a block has %llu points at the centre, the star's %llu\n",
            plan->blocks, (unsigned long long)s->centre, (unsigned long long)s->star_centre);
    }
}

static const struct quire_design_ops ops = {
    .make = make, .point = point, .block = block, .describe = describe};

const struct quire_kind quire_kind_design_central_composite = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "central-composite",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "For response surfaces with all quadratic terms: the corners of a cube, two points on "
            "each axis, and the centre.",
    .example = "<design kind=\"central-composite\" star=\"circumscribed\"/>",
    .source = "G. E. P. Box, K. B. Wilson, On the experimental attainment of optimum conditions, "
              "J. R. Statist. Soc. B 13 (1951) 1",
    .ops = &ops,
};
