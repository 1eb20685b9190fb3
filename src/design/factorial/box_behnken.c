/* Box-Behnken: three levels, no corners. */
#include <string.h>

#include "design/common.h"
#include "design/factorial/fraction.h"
#include "model/problem.h"

struct params {
    struct quire_design_common common;
    long centre, blocks;
};

static const struct quire_field fields[] = {
    QUIRE_DESIGN_COMMON(struct params),
    QUIRE_INTEGER(
        struct params, centre, "centre", "1", QUIRE_FROM_TO(0, 1000),
        "number of points at the centre of each block; more than one helps only with noise"),
    QUIRE_INTEGER(struct params, blocks, "blocks", "1", QUIRE_FROM_TO(1, 12),
                  "number of blocks orthogonal to the model: 3 for 4 factors; 2 for 5, 6, 7, 10 "
                  "and 12; 2, 5 or 10 for 9; 2, 6 or 12 for 16"),
    QUIRE_FIELD_END,
};

/* Sets of factors that take all combinations of low and high while the others stay in the middle,
 * of one size, with blanks between them; of 11 factors the fifth of a set is the product of the
 * others. Box and Behnken's table 1; doc/validation/designs.md says how it was checked. */
static const struct table {
    size_t n_factor, n_set, size;
    /* sets stand block by block; or the sign of the product of a set's factors tells the block */
    int set_blocks, sign_blocks;
    const char *sets;
} tables[] = {
    {3, 3, 2, 1, 1, "AB AC BC"},
    {4, 6, 2, 3, 1, "AB CD AD BC AC BD"},
    {5, 10, 2, 2, 1, "AB CD BE AC DE BC AD CE AE BD"},
    {6, 6, 3, 1, 2, "ABD BCE CDF ADE BEF ACF"},
    {7, 7, 3, 1, 2, "DEF AFG BEG ABD CDG ACE BCF"},
    {9, 15, 3, 5, 2, "ADG BEH CFJ ABC DEF GHJ AEJ CDH BFG AFH BDJ CEG ADG BEH CFJ"},
    {10, 10, 4, 1, 2, "BFGK ABEK BCGH BDFJ AHJK CDEK ADGH CEGJ ACFJ DEFH"},
    {11, 11, 5, 1, 1, "CGHJL ADHJK BEJKL ACFKL ABDGL ABCEH BCDFJ CDEGK DEFHL AEFGJ BFGHK"},
    {12, 12, 4, 1, 2, "ABEG BCFH CDGJ DEHK EFJL FGKM AGHL BHJM ACJK BDKL CELM ADFM"},
    {16, 24, 4, 6, 2,
     "ABFJ CDHL EKNO GMPQ BCGK ADEM FLOP HJNQ BEFN DGHP AJKO CLMQ CFGO AEHQ BKLP DJMN ACNP BDOQ "
     "EGJL FHKM DFKQ CEJP "
     "AGLN BHMO"},
};

struct sets {
    const struct table *table;
    int blocks;
    bool by_set, by_sign;
    uint64_t runs;    /* of a set */
    uint64_t centres; /* of a block */
};

static const struct table *
find_table(size_t n_factor)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (tables[i].n_factor == n_factor) {
            return &tables[i];
        }
    }
    return NULL;
}

/* which of the two ways of blocking make so many blocks; false if none do */
static bool
choose_blocks(struct sets *s, long blocks)
{
    const struct table *t = s->table;
    s->blocks = (int)blocks;
    s->by_sign = t->sign_blocks > 1 &&
                 (blocks == t->sign_blocks || blocks == (long)t->set_blocks * t->sign_blocks);
    s->by_set =
        t->set_blocks > 1 && (blocks == t->set_blocks || (s->by_sign && blocks > t->sign_blocks));
    return blocks == 1 || s->by_set || s->by_sign;
}

static quire_status
make(struct quire_design_plan *out, const struct quire_design_task *task)
{
    const struct params *p = task->self->params;
    const quire_status status = quire_design_need_levels(task, 3, 3);
    struct sets *s = quire_arena_get(task->arena, 1, sizeof *s);
    if (s == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    s->table = find_table(task->n);
    if (s->table == NULL) {
        return quire_object_error(
            task->self, task->diag, "E-MODEL", "a central composite design can have any number",
            "Box-Behnken designs exist for 3 to 7, 9 to 12 and 16 factors, not for %zu", task->n);
    }
    if (!choose_blocks(s, p->blocks)) {
        return quire_object_error(
            task->self, task->diag, "E-MODEL",
            "3 for 4 factors; 2 for 5, 6, 7, 10 and 12; 2, 5 or 10 for 9; 2, 6 or 12 for 16",
            "a Box-Behnken design of %zu factors cannot have %ld blocks", task->n, p->blocks);
    }
    s->runs = UINT64_C(1) << (s->table->size < 5 ? s->table->size : 4);
    s->centres = (uint64_t)p->centre;
    out->data = s;
    out->points = s->table->n_set * s->runs + s->centres * (uint64_t)s->blocks;
    out->blocks = s->blocks;
    return status;
}

/* -1 or 1: the i-th factor of a set in run `bits` of it */
static int
sign_of(uint64_t bits, size_t i)
{
    /* of four factors the product is positive if an even number is low */
    const bool odd = __builtin_popcountll(bits) % 2 == 1;
    return i == 4 ? (odd ? -1 : 1) : (bits >> i & 1) != 0 ? 1 : -1;
}

static void
point(const struct quire_design_plan *plan, uint64_t point, struct quire_design_value *value)
{
    const struct sets *s = plan->data;
    const uint64_t set = point / s->runs, bits = point % s->runs;
    const char *factors =
        set < s->table->n_set ? s->table->sets + set * (s->table->size + 1) : NULL;
    for (size_t j = 0; j < plan->n; j++) {
        const char *found =
            factors != NULL ? memchr(factors, quire_fraction_letter((int)j), s->table->size) : NULL;
        const int sign = found != NULL ? sign_of(bits, (size_t)(found - factors)) : 0;
        value[j] = quire_design_at_level(&plan->column[j], sign + 1, 3);
    }
}

static int
block(const struct quire_design_plan *plan, uint64_t point)
{
    const struct sets *s = plan->data;
    const struct table *t = s->table;
    const uint64_t set = point / s->runs;
    if (set >= t->n_set) {
        return s->centres > 0 ? 1 + (int)((point - t->n_set * s->runs) / s->centres) : 1;
    }
    /* the product of the set's factors */
    const bool low = (t->size - (size_t)__builtin_popcountll(point % s->runs)) % 2 == 1;
    const int of_set = s->by_set ? (int)(set / (t->n_set / (size_t)t->set_blocks)) : 0;
    return 1 + (s->by_sign ? 2 * of_set + (low ? 0 : 1) : of_set);
}

static const struct quire_design_ops ops = {.make = make, .point = point, .block = block};

const struct quire_kind quire_kind_design_box_behnken = {
    .family = &quire_family_design,
    .element = "design",
    .selector = "kind",
    .variant = "box-behnken",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "For response surfaces with all quadratic terms of 3 to 7, 9 to 12 or 16 factors at "
            "three levels. It has no corner points, where all factors are extreme together.",
    .example = "<design kind=\"box-behnken\"/>",
    .source = "G. E. P. Box, D. W. Behnken, Some new three level designs for the study of "
              "quantitative variables, Technometrics 2 (1960) 455",
    .ops = &ops,
};
