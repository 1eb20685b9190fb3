/* What the files that write an analysis as JSON share. All is flat, with line breaks where they
 * help the eye. */
#ifndef QUIRE_ANALYSIS_JSON_ANALYSIS_JSON_H
#define QUIRE_ANALYSIS_JSON_ANALYSIS_JSON_H

#include "analysis/analysis_parts.h"
#include "base/json.h"
#include "predict/prediction.h"

/* Columns of the document at which lines begin. */
#define QUIRE_LINE_KEY  2 /* keys of the document */
#define QUIRE_LINE_PART 3 /* of a response */
#define QUIRE_LINE_ITEM 4 /* items of their lists */

/* Appends the whole as JSON; with `most` runs at most, evenly taken. */
void quire_analysis_json(struct quire_text *out, const struct quire_analysis *analysis,
                         size_t most);

/* analysis_json_values.c: pieces of the document */

void quire_json_numbers(struct quire_json *out, const char *key, const double *value, size_t n);
void quire_json_interval(struct quire_json *out, const char *key, struct quire_interval i);
void quire_json_count(struct quire_json *out, const char *key, size_t n);
/* an item of a list, on a line of its own */
void quire_json_open_item(struct quire_json *out);
/* the lines of a text, a string each; the text is spent */
void quire_json_lines(struct quire_json *out, const char *key, struct quire_text *text);
/* "name": of a column of a model */
void quire_json_column_name(struct quire_json *out, const struct quire_runs *runs,
                            const size_t *predictor, const struct quire_term *term,
                            const struct quire_regressors *x, size_t column);

/* analysis_json_optimum.c */

/* What predictions of response k are made of, beside the columns of its model. */
void quire_json_prediction(struct quire_json *out, const struct quire_predictions *space, size_t k);
void quire_json_goal(struct quire_json *out, const struct quire_goal *goal);
/* The region that was run, the best settings in it, and what is concluded from all. */
void quire_json_optimum(struct quire_json *out, struct quire_predictions *space);

/* analysis_json_measured.c: nothing where nothing was measured */
void quire_json_measured(struct quire_json *out, const struct quire_runs *runs);

/* analysis_json_mixed.c: of a response that has one */
void quire_json_mixed(struct quire_json *out, const struct quire_analysis *a,
                      const struct quire_measured_analysis *m);

/* analysis_json_sensitivity.c: Morris's and Sobol' indices of a response. Method and rows of the
 * whole are those of the first; factors and noise may have different ones. */
void quire_json_sensitivity(struct quire_json *out, const struct quire_runs *runs,
                            const struct quire_measured_analysis *m);

/* analysis_json_jams.c */

/* Rates of jams: of all, of `most` settings at most, of levels; odds. */
void quire_json_jams(struct quire_json *out, const struct quire_analysis *a, size_t most);
/* By variable: pairs of levels, compared within the draws of noise that both met. */
void quire_json_matched(struct quire_json *out, const char *key, const struct quire_runs *runs,
                        struct quire_matched *const *matched);

#endif
