/* What a cause is put down to where the facts at a failure fit none of the mechanisms. */
#ifndef QUIRE_CAUSE_CONCLUSION_H
#define QUIRE_CAUSE_CONCLUSION_H

#include "result/result.h"

/* Of a cause without a mechanism: by its first sign that was seen at a part; else by what holds the
 * edge that goes first, a drive that slips, or one that stands. */
void quire_conclusion_add(struct quire_why *out);

#endif
