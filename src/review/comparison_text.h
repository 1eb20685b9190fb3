/* A comparison as a table and as JSON. */
#ifndef QUIRE_REVIEW_COMPARISON_TEXT_H
#define QUIRE_REVIEW_COMPARISON_TEXT_H

#include "review/comparison_rows.h"

void quire_comparison_write_text(struct quire_comparison *self);
void quire_comparison_write_json(struct quire_comparison *self);

#endif
