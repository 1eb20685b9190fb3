/* Reading in two parts: what depends on no setting, and the rest. */
#ifndef QUIRE_XML_READ_READING_H
#define QUIRE_XML_READ_READING_H

#include "xml/tree/reader.h"

/* Makes the model from the bytes of its file, parses them, and puts in what is included and what
 * instances stand for: nothing here depends on the reader's settings. True if all went well;
 * problems are in the reader's diag, not sorted yet. */
bool quire_reading_begin(struct quire_reader *r, const char *bytes, size_t size, const char *name);

/* The rest: with r->status QUIRE_OK r->model is a model that can be used, and r->arena owns it.
 * Sorts the problems from index `first` on. */
void quire_reading_finish(struct quire_reader *r, size_t first);

/* Frees the lists, which a model does not need. */
void quire_reading_clear(struct quire_reader *r);

/* Refuses too many settings. */
quire_status quire_reading_check_settings(size_t n_setting, quire_diag *diag);

#endif
