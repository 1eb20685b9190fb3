/* What a fraction can tell apart: its resolution, and the aliases that follow from its defining
 * relation. */
#include "design/factorial/fraction.h"

struct aliases {
    const struct quire_fraction *fraction;
    struct quire_text *out;
    uint32_t effect;
    size_t n;  /* aliases so far */
    bool told; /* on the line of an earlier effect */
};

/* fewer letters first, then by the alphabet */
static bool
comes_before(uint32_t a, uint32_t b)
{
    const int n = __builtin_popcount(a), m = __builtin_popcount(b);
    return n != m ? n < m : ((a ^ b) & -(a ^ b) & a) != 0;
}

static void
note_earlier(void *user, uint32_t word, int sign)
{
    struct aliases *a = user;
    const uint32_t other = word ^ a->effect;
    (void)sign;
    a->told = a->told || (other != 0 && comes_before(other, a->effect));
}

static void
add_alias(void *user, uint32_t word, int sign)
{
    struct aliases *a = user;
    const uint32_t other = word ^ a->effect;
    if (__builtin_popcount(other) <= 2 && other != 0) {
        if (a->n++ == 0) {
            quire_text_add(a->out, "  ");
            quire_fraction_add_word(a->out, a->effect);
        }
        quire_text_add(a->out, sign > 0 ? " = " : " = -");
        quire_fraction_add_word(a->out, other);
    }
}

/* one line for all that are mixed, at the first of them */
static void
describe_effect(const struct quire_fraction *f, uint32_t effect, struct quire_text *out,
                size_t *lines)
{
    struct aliases a = {.fraction = f, .out = out, .effect = effect};
    quire_fraction_each_word(f, note_earlier, &a);
    if (!a.told) {
        quire_fraction_each_word(f, add_alias, &a);
    }
    if (a.n > 0) {
        quire_text_add(out, "\n");
        (*lines)++;
    }
}

static void
describe_aliases(const struct quire_fraction *f, struct quire_text *out)
{
    size_t lines = 0;
    quire_text_add(
        out,
        "aliases of factors and two-factor interactions (effects on the same line are aliased):\n");
    for (int j = 0; j < f->k; j++) {
        describe_effect(f, UINT32_C(1) << j, out, &lines);
    }
    for (int i = 0; i < f->k; i++) {
        for (int j = i + 1; j < f->k; j++) {
            describe_effect(f, UINT32_C(1) << i | UINT32_C(1) << j, out, &lines);
        }
    }
    quire_text_add(out, lines == 0 ? "  none\n" : "");
}

/* I, II, ... of small numbers */
static const char *
roman(int n)
{
    static const char *const text[] = {"",    "I",    "II", "III", "IV", "V",  "VI",
                                       "VII", "VIII", "IX", "X",   "XI", "XII"};
    return n < (int)(sizeof text / sizeof text[0]) ? text[n] : "more than XII";
}

void
quire_fraction_describe(const struct quire_fraction *f, const struct quire_design_column *column,
                        struct quire_text *out)
{
    uint64_t words[QUIRE_FRACTION_FACTORS + 1];
    const int resolution = quire_fraction_words(f, words);
    for (int j = 0; j < f->k; j++) {
        quire_text_format(out, "%s%c: %s", j > 0 ? ", " : "", quire_fraction_letter(j),
                          column[j].name);
        if (f->generator[j] != 0) {
            quire_text_add(out, f->reversed[j] ? " = -" : " = ");
            quire_fraction_add_word(out, f->generator[j]);
        }
    }
    if (resolution == 0) {
        quire_text_add(out, "\nfull factorial: all effects can be estimated separately\n");
        quire_fraction_describe_blocks(f, out);
        return;
    }
    quire_text_format(out, "\nresolution %s\n", roman(resolution));
    describe_aliases(f, out);
    quire_fraction_describe_blocks(f, out);
}
