/* What a verdict knows, in sentences of an engineer. */
#ifndef QUIRE_SUMMARY_VERDICT_TEXT_H
#define QUIRE_SUMMARY_VERDICT_TEXT_H

#include "result/result.h"
#include "text/text.h"

/* A chain has facts to tell. */
bool quire_why_is_known(const struct quire_why *why);

/* "the sheet met guide 'lip' at 88 deg to the feed" */
void quire_story_add_symptom(struct quire_text *out, const struct quire_symptom *symptom);

/* Sentences that name the cause, what holds and pushes the sheet and the first sign, with `indent`
 * before each line. Nothing for a chain without facts. */
void quire_story_add_why(struct quire_text *out, const struct quire_why *why, const char *indent);

#endif
