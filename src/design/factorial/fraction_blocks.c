/* Blocks of two-level designs: runs are parted by the signs of effects, which can then not be told
 * from the blocks (doc/theory/designs.md, 11). */
#include "design/factorial/fraction.h"

#include <string.h>

#include "model/object.h"
#include "model/problem.h"

/* basic factors up to which the best blocks are searched: 200 787 choices of 16 blocks */
#define SEARCH_MOST 8

/* ---- which effects are lost ---- */

/* the span of n words, without 0: (2^n - 1) */
static size_t
list_span(const uint32_t *word, int n, uint32_t *span)
{
    size_t count = 0;
    for (int i = 0; i < n; i++) {
        const size_t before = count;
        span[count++] = word[i];
        for (size_t j = 0; j < before; j++) {
            span[count++] = span[j] ^ word[i];
        }
    }
    return count;
}

static bool
is_in(const uint32_t *span, size_t n, uint32_t word)
{
    for (size_t i = 0; i < n; i++) {
        if (span[i] == word) {
            return true;
        }
    }
    return false;
}

/* calls back with the basic word of each effect of one to three factors */
static void
each_effect(const struct quire_fraction *f, void (*visit)(void *user, uint32_t effect, int order),
            void *user)
{
    for (int i = 0; i < f->k; i++) {
        const uint32_t one = UINT32_C(1) << i;
        visit(user, one, 1);
        for (int j = i + 1; j < f->k; j++) {
            const uint32_t two = one | UINT32_C(1) << j;
            visit(user, two, 2);
            for (int k = j + 1; k < f->k; k++) {
                visit(user, two | UINT32_C(1) << k, 3);
            }
        }
    }
}

struct losses {
    const struct quire_fraction *fraction;
    uint32_t span[1 << QUIRE_FRACTION_WORDS];
    size_t n_span;
    uint64_t lost[4];       /* by order */
    struct quire_text *out; /* of two-factor interactions; NULL: none are told */
};

static void
count_loss(void *user, uint32_t effect, int order)
{
    struct losses *l = user;
    if (!is_in(l->span, l->n_span, quire_fraction_basis(l->fraction, effect))) {
        return;
    }
    l->lost[order]++;
    if (l->out != NULL && order == 2) {
        quire_text_add(l->out, l->lost[2] == 1 ? " " : ", ");
        quire_fraction_add_word(l->out, effect);
    }
}

static struct losses
find_losses(const struct quire_fraction *f, struct quire_text *out)
{
    struct losses l = {.fraction = f, .out = out};
    l.n_span = list_span(f->block_word, f->n_block_word, l.span);
    each_effect(f, count_loss, &l);
    return l;
}

uint64_t
quire_fraction_lost(const struct quire_fraction *f, int order)
{
    return find_losses(f, NULL).lost[order];
}

/* ---- given words ---- */

static quire_status
read_block_word(struct quire_fraction *f, const char **at, const struct quire_design_task *task)
{
    const char *start = *at + strspn(*at, " ,"), *end;
    const uint32_t all = f->k < 32 ? (UINT32_C(1) << f->k) - 1 : UINT32_MAX,
                   effect = quire_fraction_word(start, &end);
    const int shown = (int)strcspn(start, ", ") < 40 ? (int)strcspn(start, ", ") : 40;
    uint32_t span[1 << QUIRE_FRACTION_WORDS];
    if (effect == 0 || (*end != '\0' && *end != ',' && *end != ' ')) {
        return quire_object_error(task->self, task->diag, "E-FORMULA", "for example ABC, CDE",
                                  "'%.*s' is not an effect", shown, start);
    }
    if ((effect & ~all) != 0) {
        return quire_object_error(task->self, task->diag, "E-REFERENCE",
                                  "the letters are the factors in the order of the file, without I",
                                  "'%.*s': only %d factors exist", shown, start, f->k);
    }
    if (f->n_block_word == QUIRE_FRACTION_WORDS) {
        return quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                  "at most %d effects can define the blocks", QUIRE_FRACTION_WORDS);
    }
    const uint32_t word = quire_fraction_basis(f, effect);
    if (word == 0 || is_in(span, list_span(f->block_word, f->n_block_word, span), word)) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  "'%.*s' does not divide the blocks further", shown, start);
    }
    f->block_word[f->n_block_word++] = word;
    *at = end + strspn(end, " ,");
    return QUIRE_OK;
}

static quire_status
read_block_words(struct quire_fraction *f, const char *generators,
                 const struct quire_design_task *task)
{
    quire_status status = QUIRE_OK;
    for (const char *at = generators; *at != '\0' && status == QUIRE_OK;) {
        status = read_block_word(f, &at, task);
    }
    if (status == QUIRE_OK && quire_fraction_lost(f, 1) > 0) {
        status = quire_object_error(task->self, task->diag, "E-MODEL",
                                    "use effects whose products are interactions",
                                    "a factor would be aliased with these blocks");
    }
    return status;
}

/* ---- the best words ---- */

/* Basic factors are bits 0 to m - 1 here. */
struct search {
    int m, n;                /* basic factors, words wanted */
    int factor[SEARCH_MOST]; /* of each bit */
    /* effects of one, two and three factors that have this basic word */
    uint32_t loss[1 << SEARCH_MOST][4];
    uint32_t word[QUIRE_FRACTION_WORDS], best[QUIRE_FRACTION_WORDS];
    uint32_t least[4];
    bool found;
};

static uint32_t
dense(const struct search *s, uint32_t word)
{
    uint32_t out = 0;
    for (int i = 0; i < s->m; i++) {
        out |= (word >> s->factor[i] & 1) << i;
    }
    return out;
}

static uint32_t
sparse(const struct search *s, uint32_t word)
{
    uint32_t out = 0;
    for (int i = 0; i < s->m; i++) {
        out |= (word >> i & 1) << s->factor[i];
    }
    return out;
}

struct filling {
    struct search *search;
    const struct quire_fraction *fraction;
};

static void
fill_loss(void *user, uint32_t effect, int order)
{
    const struct filling *f = user;
    f->search->loss[dense(f->search, quire_fraction_basis(f->fraction, effect))][order]++;
}

static bool
is_less(const uint32_t a[4], const uint32_t b[4])
{
    return a[2] != b[2] ? a[2] < b[2] : a[3] < b[3];
}

/* Each space of words has one basis in which the highest bit of a word is in no other: words by
 * falling highest bits (lead). */
static void
choose_word(struct search *s, int n, int lead, const uint32_t *span, size_t n_span,
            const uint32_t lost[4])
{
    if (n == s->n) {
        s->found = true;
        memcpy(s->least, lost, sizeof s->least);
        memcpy(s->best, s->word, sizeof s->best);
        return;
    }
    for (uint32_t word = (UINT32_C(1) << lead) - 1; word > 0; word--) {
        const int high = 31 - __builtin_clz(word);
        uint32_t next[1 << QUIRE_FRACTION_WORDS], more[4];
        bool fits = high >= s->n - n - 1;
        for (int i = 0; i < n && fits; i++) {
            fits = (s->word[i] >> high & 1) == 0;
        }
        if (!fits) {
            continue;
        }
        s->word[n] = word;
        memcpy(more, lost, sizeof more);
        memcpy(next, span, n_span * sizeof *next);
        const size_t n_next = list_span(s->word, n + 1, next);
        for (size_t i = n_span; i < n_next; i++) {
            for (int order = 1; order <= 3; order++) {
                more[order] += s->loss[next[i]][order];
            }
        }
        if (more[1] == 0 && (!s->found || is_less(more, s->least))) {
            choose_word(s, n + 1, high, next, n_next, more);
        }
    }
}

static quire_status
find_block_words(struct quire_fraction *f, long blocks, const struct quire_design_task *task)
{
    struct search *s = quire_arena_get(task->arena, 1, sizeof *s);
    const uint32_t none[4] = {0};
    uint32_t span[1 << QUIRE_FRACTION_WORDS] = {0};
    if (s == NULL) {
        return quire_diag_memory_error(task->diag);
    }
    if (f->m > SEARCH_MOST) {
        return quire_object_error(task->self, task->diag, "E-LIMIT",
                                  "give the effects that define the blocks in block-generators",
                                  "blocks are found automatically for up to %d runs only",
                                  1 << SEARCH_MOST);
    }
    for (int j = 0; j < f->k; j++) {
        if ((f->basic >> j & 1) != 0) {
            s->factor[s->m++] = j;
        }
    }
    s->n = __builtin_ctzl((unsigned long)blocks);
    each_effect(f, fill_loss, &(struct filling){s, f});
    if (s->n <= s->m) {
        choose_word(s, 0, s->m, span, 0, none);
    }
    for (int i = 0; i < s->n && s->found; i++) {
        f->block_word[f->n_block_word++] = sparse(s, s->best[i]);
    }
    return s->found ? QUIRE_OK
                    : quire_object_error(task->self, task->diag, "E-MODEL",
                                         "use fewer blocks, or more runs",
                                         "%ld blocks of %llu runs cannot be separated from factors",
                                         blocks, (unsigned long long)quire_fraction_points(f));
}

/* ---- public ---- */

quire_status
quire_fraction_part(struct quire_fraction *f, const struct quire_fraction_blocks *b,
                    const struct quire_design_task *task)
{
    f->n_block_word = 0;
    if (b->generators != NULL && b->blocks != 1) {
        return quire_object_error(task->self, task->diag, "E-MODEL", NULL,
                                  "give either blocks or block-generators");
    }
    if ((b->blocks & (b->blocks - 1)) != 0) {
        return quire_object_error(task->self, task->diag, "E-RANGE", NULL,
                                  "blocks = %ld must be 2, 4, 8, 16, 32 or 64", b->blocks);
    }
    return b->generators != NULL ? read_block_words(f, b->generators, task)
           : b->blocks > 1       ? find_block_words(f, b->blocks, task)
                                 : QUIRE_OK;
}

void
quire_fraction_describe_blocks(const struct quire_fraction *f, struct quire_text *out)
{
    if (f->n_block_word == 0) {
        return;
    }
    quire_text_format(out, "%d blocks by the signs of", 1 << f->n_block_word);
    for (int i = 0; i < f->n_block_word; i++) {
        quire_text_add(out, i > 0 ? ", " : " ");
        quire_fraction_add_word(out, f->block_word[i]);
    }
    quire_text_add(out, "; two-factor interactions aliased with them:");
    const struct losses l = find_losses(f, out);
    quire_text_format(out, "%s; of three: %llu\n", l.lost[2] == 0 ? " none" : "",
                      (unsigned long long)l.lost[3]);
}
