/* Formulas: arithmetic and comparisons with units, of numbers that are known when they are read and
 * of quantities that are not. */
#ifndef QUIRE_FORMULA_FORMULA_H
#define QUIRE_FORMULA_FORMULA_H

#include "formula/expression.h"

/* What a name stands for. */
struct quire_formula_name {
    /* `value` is its value; otherwise `index` is given to quire_formula_value's get() */
    bool known;
    double value; /* SI */
    int index;
    struct quire_dimension dimension;
    /* its values have names, "idle, feeding": it stands for the number of one, from 0, and can only
     * be compared with them; NULL: it is a number */
    const char *words;
};

/* Finds the name at the start of `text` and says how long it is. Returns false, with a reason in
 * `error` (size bytes), when there is none. */
struct quire_formula_names {
    bool (*find)(void *user, const char *text, size_t *length, struct quire_formula_name *out,
                 char *error, size_t size);
    void *user;
};

struct quire_formula;

/* Reads `text`: numbers with units, names, pi, + - * / ^, parentheses, the functions abs, min, max,
 * sqrt, sin, cos, tan, asin, acos, atan2, exp, log, round, floor, ceil; with `logic` also
 * comparisons (< <= > >= = !=; below, above), and, or, not, and choices (a > b ? a : b). Dimensions
 * are checked; the exponent of a quantity with a unit must be known, and may be a fraction. A unit
 * follows its number after a blank and has no spaces. *out is the caller's, to be freed with
 * quire_formula_destroy(). On failure returns false with the reason in `error`, which may be that
 * there was no memory. */
bool quire_formula_read(struct quire_formula **out, const char *text, bool logic,
                        const struct quire_formula_names *names, char *error, size_t size);
/* Says so in `error`, which is no mistake in the text, and whether it says so. */
void quire_formula_lack_memory(char *error, size_t size);
bool quire_formula_lacked_memory(const char *error);
void quire_formula_destroy(struct quire_formula *formula);

/* true or false, not a quantity */
bool quire_formula_is_logical(const struct quire_formula *formula);
struct quire_dimension quire_formula_dimension(const struct quire_formula *formula);
/* Whether it holds nothing but known numbers; then *value is what it comes to. */
bool quire_formula_is_known(const struct quire_formula *formula, double *value);

/* Its value, SI; of logical ones 1 or 0. A comparison with NaN, a quantity that is not there, is
 * false. */
double quire_formula_value(const struct quire_formula *formula,
                           double (*get)(void *user, int index), void *user);

/* Whether the quantity of this index is the only one it asks for, so that it changes with that
 * alone. */
bool quire_formula_asks_for_alone(const struct quire_formula *formula, int index);
/* Whether it asks for any of this index or a greater one. */
bool quire_formula_asks_from(const struct quire_formula *formula, int least);
/* The numbers that it holds, SI, in the order of its text; how many. `out` may be NULL. */
size_t quire_formula_numbers(const struct quire_formula *formula, double *out);

/* Reads the number at the start of `text`, with its unit if one follows, and sets *end behind it.
 * With `logic`, and, or, above and below are no units. */
bool quire_formula_number(struct quire_quantity *out, const char *text, const char **end,
                          bool logic, char *error, size_t size);

/* The number of a word of this length in a list such as "idle, run", from 0; -1 if it is not there.
 */
int quire_formula_word_number(const char *words, const char *word, size_t length);

/* The length of the name at `text` of letters, digits and underscores, not starting with a digit; 0
 * if there is none. */
size_t quire_formula_word(const char *text);

#endif
