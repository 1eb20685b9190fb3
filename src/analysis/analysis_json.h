/* What the files that write an analysis as JSON share. */
#ifndef QUIRE_ANALYSIS_ANALYSIS_JSON_H
#define QUIRE_ANALYSIS_ANALYSIS_JSON_H

#include "analysis/analysis_parts.h"

/* "name": of a column of a model */
void quire_json_column_name(struct quire_text *out, const struct quire_runs *runs,
                            const size_t *predictor, const struct quire_term *term,
                            const struct quire_regressors *x, size_t column);
/* Rates of jams: of all, of `most` settings at most, of levels; odds. */
void quire_json_jams(struct quire_text *out, const struct quire_analysis *a, size_t most);
/* By variable: pairs of levels, compared within the draws of noise that both met. */
void quire_json_matched(struct quire_text *out, const struct quire_runs *runs,
                        struct quire_matched *const *matched);

/* "key": */
static inline void
key(struct quire_text *out, const char *name)
{
    quire_text_json_string(out, name);
    quire_text_add(out, ": ");
}

static inline void
number(struct quire_text *out, const char *name, double value)
{
    quire_text_add(out, ", ");
    key(out, name);
    quire_text_json_number(out, value);
}

static inline void
numbers(struct quire_text *out, const char *name, const double *value, size_t n)
{
    quire_text_add(out, ", ");
    key(out, name);
    for (size_t i = 0; i < n; i++) {
        quire_text_add(out, i > 0 ? ", " : "[");
        quire_text_json_number(out, value[i]);
    }
    quire_text_add(out, n > 0 ? "]" : "[]");
}

static inline void
interval(struct quire_text *out, const char *name, struct quire_interval i)
{
    numbers(out, name, (const double[]){i.low, i.high}, 2);
}

static inline void
text(struct quire_text *out, const char *name, const char *value)
{
    quire_text_add(out, ", ");
    key(out, name);
    quire_text_json_string(out, value);
}

static inline void
truth(struct quire_text *out, const char *name, bool value)
{
    quire_text_add(out, ", ");
    key(out, name);
    quire_text_add(out, value ? "true" : "false");
}

/* an item of a list: its separator, and the brace that opens it with a first number */
static inline void
open_item(struct quire_text *out, size_t i, const char *name, double value)
{
    quire_text_add(out, i > 0 ? ",\n    {" : "\n    {");
    key(out, name);
    quire_text_json_number(out, value);
}

#endif
