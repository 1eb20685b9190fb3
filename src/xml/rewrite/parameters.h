/* New values of parameters in the file that says them. */
#ifndef QUIRE_XML_REWRITE_PARAMETERS_H
#define QUIRE_XML_REWRITE_PARAMETERS_H

#include <quire/model.h>
#include <quire/rewrite.h>

/* The model of `size` bytes at `text` with other values of its parameters: the 'value' of each
 * <parameter> that is set, and no byte else, is changed. On success *out is the caller's, to be
 * freed with quire_free(). QUIRE_ERROR_INPUT when a parameter is not said in this file, or the text
 * is no well-formed XML; QUIRE_ERROR_LIMIT when memory runs out. Whether the values may be is not
 * looked at. */
quire_status quire_parameters_rewrite(char **out, size_t *out_size, const char *text, size_t size,
                                      const char *name, const quire_setting *settings,
                                      size_t n_setting, quire_diag *diag);

#endif
