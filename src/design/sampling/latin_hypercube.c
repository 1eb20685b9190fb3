/* Latin hypercube: in each factor alone the points lie evenly, one in each of n slices. */
#include <string.h>

#include "design/common.h"
#include "design/shuffle.h"
#include "math/random.h"
#include "model/problem.h"

/* points up to which permutations are kept as tables, which are perfectly random */
#define TABLE_MOST   4096
#define MAXIMIN_MOST 2000     /* points of a maximin design */
#define MAXIMIN_WORK 40000000 /* distances between coordinates that the search may look at */

enum { PLAIN, CENTRED, MAXIMIN };

struct params {
    struct quire_design_common common;
    long points;
    int criterion;
};

/* what a random number is for; the last word of its place */
enum { IN_SLICE, SHUFFLE, ROUND, SEARCH };

struct cube {
    uint64_t n, slices;
    uint64_t seed;
    int criterion;
    uint32_t *slice; /* (n x columns), by column; NULL: from the index */
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(struct params, points, "points", QUIRE_REQUIRED, QUIRE_FROM_TO(1, 1e9),
                  "number of points n; ten per factor is a good start"),
    QUIRE_CHOICE(
        struct params, criterion, "criterion", "plain|centred|maximin", "plain",
        "position of the points in their slices. plain: random; centred: in the middle; maximin: "
        "centred, and combined so that points are far apart; at most 2000 points"),
    QUIRE_FIELD_END,
};

/* ---- permutations without a table ---- */

/* A Feistel network permutes [0, 4^half); what it takes out of [0, n) goes through it again until
 * it is back. */
static uint64_t
permuted(uint64_t seed, size_t column, uint64_t n, uint64_t i)
{
    int half = 1;
    while (UINT64_C(1) << (2 * half) < n) {
        half++;
    }
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        for (uint32_t round = 0; round < 8; round++) {
            const uint64_t left = i >> half, right = i & mask;
            i = right << half |
                ((left ^ quire_design_word(seed, right, column, ROUND + 16 * (round + 1))) & mask);
        }
    } while (i >= n);
    return i;
}

/* ---- maximin: points that are near each other are pushed apart ---- */

/* sum of 1/d^10 over all other points: nearly the nearest alone counts (Morris and Mitchell, J.
 * Statist. Plann. Inference 43 (1995) 381) */
static double
crowding(const struct cube *c, size_t k, uint64_t a, uint64_t except)
{
    double sum = 0.0;
    for (uint64_t i = 0; i < c->n; i++) {
        double square = 0.0;
        if (i == a || i == except) {
            continue; /* a swap leaves the distance of the two as it is */
        }
        for (size_t j = 0; j < k; j++) {
            const double d = (double)c->slice[j * c->n + i] - (double)c->slice[j * c->n + a];
            square += d * d;
        }
        const double fourth = square * square;
        sum += 1.0 / (fourth * fourth * square);
    }
    return sum;
}

static void
swap(const struct cube *c, size_t column, uint64_t a, uint64_t b)
{
    uint32_t *s = c->slice + column * c->n;
    const uint32_t kept = s[a];
    s[a] = s[b];
    s[b] = kept;
}

/* exchanges of two slices of one factor, kept when they help */
static void
spread(const struct cube *c, size_t k, uint64_t seed)
{
    const uint64_t tries = MAXIMIN_WORK / (4 * c->n * k);
    for (uint64_t t = 0; t < tries && c->n > 2 && k > 1; t++) {
        const size_t column = quire_design_below(quire_design_word(seed, t, 0, SEARCH), k);
        const uint64_t a = quire_design_below(quire_design_word(seed, t, 1, SEARCH), c->n),
                       b = quire_design_below(quire_design_word(seed, t, 2, SEARCH), c->n);
        if (a == b) {
            continue;
        }
        const double before = crowding(c, k, a, b) + crowding(c, k, b, a);
        swap(c, column, a, b);
        if (crowding(c, k, a, b) + crowding(c, k, b, a) >= before) {
            swap(c, column, a, b);
        }
    }
}

/* ---- beside points that are there ---- */

/* the slice of `slices` in which a point lies; of a level, one of its slices that is free */
static uint64_t
slice_of(const struct quire_design_column *column, const struct quire_design_value *value,
         uint64_t slices, const bool *taken)
{
    if (value->sort == QUIRE_DESIGN_CODED) {
        const double place = floor(0.5 * (value->coded + 1.0) * (double)slices);
        return place < 0 ? 0 : place < (double)slices ? (uint64_t)place : slices - 1;
    }
    uint64_t slice = (uint64_t)value->level * slices / (uint64_t)column->levels;
    while (slice + 1 < slices && taken[slice]) {
        slice++;
    }
    return slice;
}

/* the points that are there (n x columns), and room to mark slices (slices) */
struct beside {
    const struct quire_design_value *value;
    size_t n;
    bool *taken;
};

/* slices of a column in which there is no point yet, in `slice`, which has room for all; returns
 * how many */
static uint64_t
list_free(const struct quire_design_task *task, size_t column, uint64_t slices,
          const struct beside *b, uint32_t *slice)
{
    uint64_t n = 0;
    memset(b->taken, 0, slices * sizeof *b->taken);
    for (size_t i = 0; i < b->n; i++) {
        b->taken[slice_of(&task->column[column], &b->value[i * task->n + column], slices,
                          b->taken)] = true;
    }
    for (uint64_t i = 0; i < slices; i++) {
        if (!b->taken[i]) {
            slice[n++] = (uint32_t)i;
        }
    }
    return n;
}

/* ---- the design ---- */

/* permutations of all slices, or of those that are free; as more are free than are needed where
 * points share a slice, chance takes its choice */
static quire_status
fill_slices(struct cube *c, const struct quire_design_task *task)
{
    struct beside beside = {.taken = quire_arena_get(task->arena, c->slices, sizeof *beside.taken)};
    uint32_t *open = quire_arena_get(task->arena, c->slices, sizeof *open);
    beside.value = quire_design_list_earlier(task, &beside.n);
    c->slice = quire_arena_get(task->arena, c->n * task->n, sizeof *c->slice);
    if (beside.value == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    if (beside.taken == NULL || open == NULL || c->slice == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    for (size_t j = 0; j < task->n; j++) {
        quire_design_shuffle(open, list_free(task, j, c->slices, &beside, open), c->seed, j,
                             SHUFFLE);
        memcpy(c->slice + j * c->n, open, c->n * sizeof *open);
    }
    return QUIRE_OK;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 1, QUIRE_DESIGN_POINT_LIMIT);
    struct cube *c = quire_arena_get(task->arena, 1, sizeof *c);
    if (c == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    const uint64_t earlier = quire_design_earlier_points(task),
                   slices = earlier + (uint64_t)p->points;
    *c = (struct cube){(uint64_t)p->points, slices, quire_design_seed(task), p->criterion, NULL};
    if (p->criterion == MAXIMIN && p->points > MAXIMIN_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", "take criterion=\"plain\"",
                                  "a maximin design has at most %d points", MAXIMIN_MOST);
    }
    const bool listed = c->slices <= TABLE_MOST && c->n * task->n <= QUIRE_DESIGN_TABLE_LIMIT;
    if (earlier > 0 && !listed) {
        return quire_object_error(
            task->self, task->diag, "E-LIMIT", "use a Sobol' design for any size",
            "a Latin hypercube can augment designs of up to %d points in total", TABLE_MOST);
    }
    if (listed && fill_slices(c, task) != QUIRE_OK) {
        return QUIRE_ERROR_LIMIT;
    }
    if (p->criterion == MAXIMIN && c->slice != NULL) {
        spread(c, task->n, c->seed);
    }
    out->points = c->n;
    out->samples = true;
    out->data = c;
    return status;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct cube *c = plan->data;
    for (size_t j = 0; j < plan->n; j++) {
        const uint64_t slice =
            c->slice != NULL ? c->slice[j * c->n + point] : permuted(c->seed, j, c->n, point);
        const uint32_t place[4] = {(uint32_t)point, QUIRE_RANDOM_DESIGN, (uint32_t)j, IN_SLICE};
        const double within = c->criterion == PLAIN ? quire_random_uniform(c->seed, place) : 0.5;
        value[j] =
            quire_design_at_share(&plan->column[j], ((double)slice + within) / (double)c->slices);
    }
}

static const struct quire_design_ops ops = {.make = make, .point = point};

const struct quire_kind quire_kind_design_latin_hypercube = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "latin-hypercube",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "n random points, spread evenly for each factor alone. If it augments other designs, "
            "its points use empty slices. For response surfaces of any shape and for the effect of "
            "scatter.",
    .example = "<design kind=\"latin-hypercube\" points=\"60\" criterion=\"maximin\"/>",
    .source = "M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21 (1979) 239",
    .ops = &ops,
};
