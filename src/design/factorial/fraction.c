#include "design/factorial/fraction.h"
#include "design/common.h"

#include <string.h>

#include "model/object.h"
#include "model/problem.h"

#define GREEDY_MOST 5 /* highest resolution for which generators are looked for */

struct quire_design_value
quire_design_at_sign(const struct quire_design_column *column, int sign)
{
    return quire_design_at_level(column, sign > 0 ? 1 : 0, 2);
}

/* ---- the published fractions ---- */

/* generators of the factors behind the first m. Box, Hunter, Hunter, Statistics for Experimenters,
 * 2nd ed. 2005, table 6.22, and NIST/SEMATECH e-Handbook of Statistical Methods, 5.3.3.4.7 */
static const struct {
    int m, k;
    const char *generators;
} published[] = {
    {2, 3, "AB"},
    {3, 4, "ABC"},
    {3, 5, "AB AC"},
    {3, 6, "AB AC BC"},
    {3, 7, "AB AC BC ABC"},
    {4, 5, "ABCD"},
    {4, 6, "ABC BCD"},
    {4, 7, "ABC BCD ACD"},
    {4, 8, "BCD ACD ABC ABD"},
    {4, 9, "ABC BCD ACD ABD ABCD"},
    {4, 10, "ABC BCD ACD ABD ABCD AB"},
    {4, 11, "ABC BCD ACD ABD ABCD AB AC"},
    {4, 12, "ABC ABD ACD BCD ABCD AB AC AD"},
    {4, 13, "ABC ABD ACD BCD ABCD AB AC AD BC"},
    {4, 14, "ABC ABD ACD BCD ABCD AB AC AD BC BD"},
    {4, 15, "ABC ABD ACD BCD ABCD AB AC AD BC BD CD"},
    {5, 6, "ABCDE"},
    {5, 7, "ABCD ABDE"},
    {5, 8, "ABC ABD BCDE"},
    {5, 9, "BCDE ACDE ABDE ABCE"},
    {5, 10, "ABCD ABCE ABDE ACDE BCDE"},
    {5, 11, "ABC BCD CDE ACD ADE BDE"},
    {6, 7, "ABCDEF"},
    {6, 8, "ABCD ABEF"},
    {6, 9, "ABCD ACEF CDEF"},
    {6, 10, "BCDF ACDF ABDE ABCE"},
    {6, 11, "CDE ABCD ABF BDEF ADEF"},
    {7, 8, "ABCDEFG"},
    {7, 9, "ACDFG BCEFG"},
    {7, 10, "ABCG BCDE ACDF"},
    {7, 11, "ABCG BCDE ACDF ABCDEFG"},
};

static bool
take_published(struct quire_fraction *out, int m, int k)
{
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        if (published[i].m == m && published[i].k == k) {
            const char *at = published[i].generators;
            for (int j = m; j < k; j++) {
                out->generator[j] = quire_fraction_word(at, &at);
                at += *at == ' ' ? 1 : 0;
            }
            return true;
        }
    }
    return false;
}

/* ---- others: generators taken greedily ---- */

/* whether `word` is a product of at most `most` of the first n columns */
static bool
is_product(const uint32_t *column, int n, uint32_t word, int most)
{
    if (word == 0) {
        return true;
    }
    for (int i = 0; i < n && most > 0; i++) {
        if (is_product(column, i, word ^ column[i], most - 1)) {
            return true;
        }
    }
    return false;
}

/* Long generators first: their words are long. Only to resolution V: beyond, the search through
 * products would take hours. */
static bool
take_greedily(struct quire_fraction *out, int m, int k, int resolution)
{
    if (resolution > GREEDY_MOST) {
        return false;
    }
    uint32_t column[QUIRE_FRACTION_FACTORS];
    int n = m;
    for (int j = 0; j < m; j++) {
        column[j] = UINT32_C(1) << j;
    }
    for (int length = m; length >= resolution - 1 && n < k; length--) {
        if (resolution == 4 && length % 2 == 0) {
            /* odd generators alone: there are the most of them without words of three letters */
            continue;
        }
        for (uint32_t word = 1; word < UINT32_C(1) << m && n < k; word++) {
            if (__builtin_popcount(word) == length &&
                !is_product(column, n, word, resolution - 2)) {
                out->generator[n] = column[n] = word;
                n++;
            }
        }
    }
    return n == k;
}

void
quire_fraction_choose(struct quire_fraction *out, int k, int resolution)
{
    uint64_t words[QUIRE_FRACTION_FACTORS + 1];
    for (int m = 2; m < k && m <= 16; m++) {
        *out = (struct quire_fraction){.k = k, .m = m, .basic = (UINT32_C(1) << m) - 1};
        if (k - m <= QUIRE_FRACTION_ADDED && (m >= 31 || k < 1 << m) &&
            (take_published(out, m, k) || take_greedily(out, m, k, resolution)) &&
            quire_fraction_words(out, words) >= resolution) {
            return;
        }
    }
    *out = (struct quire_fraction){
        .k = k, .m = k, .basic = k < 32 ? (UINT32_C(1) << k) - 1 : UINT32_MAX};
}

/* ---- generators given ---- */

static quire_status
read_generator(struct quire_fraction *out, const char **at, const struct quire_design_task *task)
{
    const char *p = *at + strspn(*at, " ,"), *start = p, *end;
    const uint32_t all = out->k < 32 ? (UINT32_C(1) << out->k) - 1 : UINT32_MAX,
                   made = quire_fraction_word(p, &end);
    p = end + strspn(end, " ");
    const bool equals = *p == '=';
    p += equals ? 1 : 0;
    p += strspn(p, " ");
    const bool reversed = *p == '-';
    p += reversed ? 1 : 0;
    const uint32_t word = quire_fraction_word(p, &end);
    const int shown = (int)strcspn(start, ",") < 40 ? (int)strcspn(start, ",") : 40;
    if (!equals || __builtin_popcount(made) != 1 || word == 0 ||
        (*end != '\0' && *end != ',' && *end != ' ')) {
        return quire_object_error(task->self, task->diag, "E-FORMULA", "for example D=ABC, E=BCD",
                                  "'%.*s' is not a generator", shown, start);
    }
    if (((made | word) & ~all) != 0) {
        return quire_object_error(task->self, task->diag, "E-REFERENCE",
                                  "the letters are the factors in the order of the file, without I",
                                  "'%.*s': only %d factors exist", shown, start, out->k);
    }
    const int j = __builtin_ctz(made);
    if (out->generator[j] != 0) {
        return quire_object_error(task->self, task->diag, "E-DUPLICATE", NULL,
                                  "'%.*s': factor %c is generated twice", shown, start,
                                  quire_fraction_letter(j));
    }
    out->generator[j] = word;
    out->reversed[j] = reversed;
    out->basic &= ~made;
    out->m--;
    *at = end + strspn(end, " ,");
    return QUIRE_OK;
}

quire_status
quire_fraction_read(struct quire_fraction *out, const char *generators,
                    const struct quire_design_task *task)
{
    const int k = (int)task->n;
    quire_status status = QUIRE_OK;
    *out = (struct quire_fraction){
        .k = k, .m = k, .basic = k < 32 ? (UINT32_C(1) << k) - 1 : UINT32_MAX};
    for (const char *at = generators; *at != '\0' && status == QUIRE_OK;) {
        status = read_generator(out, &at, task);
    }
    for (int j = 0; j < k && status == QUIRE_OK; j++) {
        if ((out->generator[j] & ~out->basic) != 0) {
            status = quire_object_error(
                task->self, task->diag, "E-FORMULA", "use only factors that are not generated",
                "factor %c is generated from a generated factor", quire_fraction_letter(j));
        }
    }
    if (status == QUIRE_OK && k - out->m > QUIRE_FRACTION_ADDED) {
        status = quire_object_error(task->self, task->diag, "E-LIMIT", NULL,
                                    "at most %d factors can be generated", QUIRE_FRACTION_ADDED);
    }
    return status;
}

/* ---- points ---- */

uint32_t
quire_fraction_basis(const struct quire_fraction *f, uint32_t effect)
{
    uint32_t word = 0;
    for (int j = 0; j < f->k; j++) {
        if ((effect >> j & 1) != 0) {
            word ^= f->generator[j] != 0 ? f->generator[j] : UINT32_C(1) << j;
        }
    }
    return word;
}

uint64_t
quire_fraction_points(const struct quire_fraction *f)
{
    return (UINT64_C(1) << f->m) * (f->folded ? 2 : 1);
}

/* the basic factors at high, as bits: point's bits, dealt out from the first */
static uint32_t
high_factors(const struct quire_fraction *f, uint64_t point)
{
    uint32_t high = 0;
    for (int j = 0; j < f->k; j++) {
        if ((f->basic >> j & 1) != 0) {
            high |= (uint32_t)(point & 1) << j;
            point >>= 1;
        }
    }
    return high;
}

int
quire_fraction_block(const struct quire_fraction *f, uint64_t point)
{
    const uint64_t runs = UINT64_C(1) << f->m;
    const uint32_t high = high_factors(f, point % runs);
    int block = point >= runs ? 1 << f->n_block_word : 0;
    for (int i = 0; i < f->n_block_word; i++) {
        block |= (__builtin_popcount(f->block_word[i] & ~high) % 2) << i;
    }
    return 1 + block;
}

int
quire_fraction_blocks(const struct quire_fraction *f)
{
    return (1 << f->n_block_word) * (f->folded ? 2 : 1);
}

int
quire_fraction_sign(const struct quire_fraction *f, uint64_t point, int j)
{
    const uint64_t runs = UINT64_C(1) << f->m;
    const uint32_t word = f->generator[j] != 0 ? f->generator[j] : UINT32_C(1) << j;
    const int low = __builtin_popcount(word & ~high_factors(f, point % runs));
    const bool minus = (low % 2 == 1) != f->reversed[j];
    return minus != (point >= runs) ? -1 : 1;
}
