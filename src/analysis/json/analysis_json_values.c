/* Pieces of an analysis as JSON. */
#include "analysis/json/analysis_json.h"

#include <string.h>

void
quire_json_numbers(struct quire_json *out, const char *key, const double *value, size_t n)
{
    quire_json_open(out, key, '[', true);
    for (size_t i = 0; i < n; i++) {
        quire_json_number(out, NULL, value[i]);
    }
    quire_json_close(out, '[');
}

void
quire_json_interval(struct quire_json *out, const char *key, struct quire_interval i)
{
    quire_json_numbers(out, key, (const double[]){i.low, i.high}, 2);
}

void
quire_json_open_item(struct quire_json *out)
{
    quire_json_break(out, QUIRE_LINE_ITEM);
    quire_json_open(out, NULL, '{', true);
}

void
quire_json_lines(struct quire_json *out, const char *key, struct quire_text *text)
{
    quire_json_break(out, QUIRE_LINE_KEY);
    quire_json_open(out, key, '[', true);
    for (char *at = text->data, *end; at != NULL && (end = strchr(at, '\n')) != NULL;
         at = end + 1) {
        *end = '\0';
        quire_json_break(out, QUIRE_LINE_ITEM);
        quire_json_string(out, NULL, at);
    }
    quire_json_close(out, '[');
}

void
quire_json_count(struct quire_json *out, const char *key, size_t n)
{
    quire_json_integer(out, key, (long)n);
}

void
quire_json_column_name(struct quire_json *out, const struct quire_runs *runs,
                       const size_t *predictor, const struct quire_term *term,
                       const struct quire_regressors *x, size_t column)
{
    struct quire_text name = {0};

    quire_analysis_column(&name, runs, predictor, term, x, column);
    quire_json_string(out, "name", name.data);
    quire_text_clear_part(&name, out->text);
}
