/* New values of parameters and attributes in the file that says them. */
#ifndef QUIRE_XML_REWRITE_PARAMETERS_H
#define QUIRE_XML_REWRITE_PARAMETERS_H

#include <stdbool.h>

#include <quire/model.h>
#include <quire/rewrite.h>

/* Whether it is about an attribute of an element: its name is an address (xml/rewrite/addresses.h)
 * and an attribute, "nip[n2]@at". */
bool quire_setting_is_attribute(const quire_setting *setting);

/* The model of `size` bytes at `text` with other values: the 'value' of each <parameter> that is
 * set, the attributes that are addressed, and no byte else are changed; an attribute that its
 * element does not have yet is added behind the others. On success *out is the caller's, to be
 * freed with quire_free(). QUIRE_ERROR_INPUT when a parameter or an element is not said in this
 * file, or the text is no well-formed XML; QUIRE_ERROR_LIMIT when memory runs out. Whether the
 * values may be is not looked at. */
quire_status quire_parameters_rewrite(char **out, size_t *out_size, const char *text, size_t size,
                                      const char *name, const quire_setting *settings,
                                      size_t n_setting, quire_diag *diag);

#endif
