/* Nested Latin hypercubes: the first points of each layer are Latin hypercubes themselves. */
#include <string.h>

#include "design/common.h"
#include "design/shuffle.h"
#include "kind/value.h"
#include "math/random.h"
#include "model/problem.h"

#define LAYERS_MOST 10
#define POINTS_MOST 100000

/* what a random number is for; the last word of its place, beside the number of the layer */
enum { IN_SLICE = 4, SHUFFLE, REFINE, PURPOSES = 16 };

struct params {
    struct quire_design_common common;
    const char *layers;
};

struct cube {
    uint64_t layer[LAYERS_MOST]; /* points up to its end (n) */
    size_t n;
    uint64_t points, seed;
    uint32_t *slice; /* (points x columns), by column */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_TEXT(struct params, layers, "layers", QUIRE_REQUIRED,
               "numbers of points, separated by commas, each a multiple of the previous: 8, 32 "
               "means 32 points, the first 8 of which are also a Latin hypercube"),
    QUIRE_FIELD_END,
};

static quire_status
refuse(const struct quire_design_task *task, const char *code, const char *why)
{
    const struct params *p = task->self->params;
    char excerpt[QUIRE_EXCERPT_SIZE];
    return quire_object_error(task->self, task->diag, code, "for example 8, 32",
                              "layers = '%s': %s", quire_excerpt(excerpt, p->layers), why);
}

/* the number at *at, up to a comma or the end; 0: there is none */
static uint64_t
read_number(const char **at)
{
    uint64_t n = 0;
    *at += strspn(*at, " ");
    for (; **at >= '0' && **at <= '9' && n <= POINTS_MOST; ++*at) {
        n = n * 10 + (uint64_t)(**at - '0');
    }
    *at += strspn(*at, " ");
    return **at == ',' || **at == '\0' || n > POINTS_MOST ? n : 0;
}

static quire_status
read_layers(struct cube *c, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    bool more = true;
    for (const char *at = p->layers; more; at++) {
        const uint64_t n = read_number(&at);
        if (n == 0) {
            return refuse(task, "E-NUMBER", "write whole numbers of at least 1");
        }
        if (n > POINTS_MOST) {
            return refuse(task, "E-LIMIT", "at most 100000 points");
        }
        if (c->n == LAYERS_MOST) {
            return refuse(task, "E-LIMIT", "at most 10 layers");
        }
        if (c->n > 0 && (n <= c->layer[c->n - 1] || n % c->layer[c->n - 1] != 0)) {
            return refuse(task, "E-MODEL", "each number must be a multiple of the previous");
        }
        c->layer[c->n++] = n;
        more = *at == ',';
    }
    c->points = c->layer[c->n - 1];
    return QUIRE_OK;
}

/* Layer by layer: each slice is divided; points that are there take one of the parts by chance, new
 * ones the parts that are free, in a random order. */
static void
fill_column(const struct cube *c, size_t column, uint32_t *open, bool *taken)
{
    uint32_t *slice = c->slice + column * c->points;
    uint64_t before = 0;
    for (size_t l = 0; l < c->n; l++) {
        const uint64_t n = c->layer[l], parts = before > 0 ? n / before : 1;
        const uint32_t layer = (uint32_t)l * PURPOSES;
        uint64_t free_ones = 0;
        memset(taken, 0, n * sizeof *taken);
        for (uint64_t i = 0; i < before; i++) {
            const uint32_t word = quire_design_word(c->seed, i, column, REFINE + layer);
            slice[i] = (uint32_t)(slice[i] * parts) + quire_design_below(word, parts);
            taken[slice[i]] = true;
        }
        for (uint64_t s = 0; s < n; s++) {
            if (!taken[s]) {
                open[free_ones++] = (uint32_t)s;
            }
        }
        quire_design_shuffle(open, free_ones, c->seed, column, SHUFFLE + layer);
        memcpy(slice + before, open, free_ones * sizeof *open);
        before = n;
    }
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct cube *c = quire_arena_get(task->arena, 1, sizeof *c);
    if (c == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    c->seed = quire_design_seed(task);
    const quire_status layers = read_layers(c, task);
    status = layers != QUIRE_OK ? layers : status;
    if (status != QUIRE_OK) {
        return status;
    }
    if (c->points * task->n > QUIRE_DESIGN_TABLE_LIMIT) {
        return refuse(task, "E-LIMIT", "too many points for this number of factors");
    }
    uint32_t *open = quire_arena_get(task->arena, c->points, sizeof *open);
    bool *taken = quire_arena_get(task->arena, c->points, sizeof *taken);
    c->slice = quire_arena_get(task->arena, c->points * task->n, sizeof *c->slice);
    if (open == NULL || taken == NULL || c->slice == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (size_t j = 0; j < task->n; j++) {
        fill_column(c, j, open, taken);
    }
    out->points = c->points;
    out->samples = true;
    out->data = c;
    return QUIRE_OK;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct cube *c = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        const uint32_t place[4] = {(uint32_t)point, QUIRE_RANDOM_DESIGN, (uint32_t)j, IN_SLICE};
        const double share =
            ((double)c->slice[j * c->points + point] + quire_random_uniform(c->seed, place)) /
            (double)c->points;
        value[j] = quire_design_at_share(&plan->column[j], share);
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_nested_latin_hypercube = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "nested-latin-hypercube",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "A Latin hypercube whose first points are also a Latin hypercube. A few first runs, or "
            "runs at a finer accuracy, cover the space as evenly as all of them.",
    .example = "<design kind=\"nested-latin-hypercube\" layers=\"8, 32\"/>",
    .source = "P. Z. G. Qian, Nested Latin hypercube designs, Biometrika 96 (2009) 957",
    .ops = &ops,
};
