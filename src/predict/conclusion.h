/* What a study says, in a few plain sentences: what decides each response, where runs jam, which
 * settings are best (doc/theory/statistics.md, 16). */
#ifndef QUIRE_PREDICT_CONCLUSION_H
#define QUIRE_PREDICT_CONCLUSION_H

#include "predict/optimum.h"

/* Appends lines, each a sentence without a full stop: one where there is one response, else one for
 * each (the first QUIRE_CONCLUSION_RESPONSES of them) and one about jams and the best settings.
 * Where runs have random errors, an effect is stated only if it is significant among all that are
 * looked at (Holm's test at the analysis's confidence; Lenth's margin of all effects where no run
 * was repeated). `best` may be one that was not found. False if memory ran out. */
#define QUIRE_CONCLUSION_RESPONSES 6
bool quire_conclusion(struct quire_text *out, struct quire_predictions *space,
                      const struct quire_optimum *best);

/* The same with predictions and the best settings of its own, as the report of a study has them. */
bool quire_conclude(struct quire_text *out, const struct quire_analysis *analysis);

#endif
