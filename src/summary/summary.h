/* What a run comes to: figures, summary.json and the readable lines. */
#ifndef QUIRE_SUMMARY_SUMMARY_H
#define QUIRE_SUMMARY_SUMMARY_H

#include "result/figures.h"
#include "result/manifest.h"
#include "result/result.h"
#include "result/verdict.h"
#include "text/text.h"

#define QUIRE_SUMMARY_SCHEMA "quire-summary-1"

/* Sets the figures of events, checks, energy and solver, or of the state of rest `last`; and those
 * that differ from one run to the next. */
void quire_summary_figures(const struct quire_result *result, const struct quire_view *last,
                           struct quire_figures *figures, struct quire_figures *provenance);

/* What the writers below are made from; all borrowed. */
struct quire_summary {
    const struct quire_result *result;
    const struct quire_figures *figures, *provenance;
    const struct quire_view *last; /* NULL if the run did not get so far */
    const struct quire_kept_options *options;
    const char *directory; /* where the files are; NULL: there are none */
    const char *end_state; /* hash; "" if there is none */
};

void quire_summary_write_json(struct quire_text *out, const struct quire_summary *summary);
void quire_summary_write_lines(struct quire_text *out, const struct quire_summary *summary);

#endif
