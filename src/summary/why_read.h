/* What summary.json keeps of the cause of a failed check, read again. */
#ifndef QUIRE_SUMMARY_WHY_READ_H
#define QUIRE_SUMMARY_WHY_READ_H

#include <jansson.h>

#include "result/result.h"

/* Of one of the document's checks; names are borrowed from the document. */
struct quire_why quire_why_read(const json_t *check);

/* One sign of such a cause; false for one of no known kind. */
bool quire_symptom_read(struct quire_symptom *out, const json_t *sign);

#endif
