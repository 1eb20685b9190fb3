/* From older format versions to newer ones. */
#ifndef QUIRE_XML_REWRITE_UPGRADE_H
#define QUIRE_XML_REWRITE_UPGRADE_H

#include <quire/rewrite.h>

#include "xml/rewrite/upgrade_steps.h"

/* quire_upgrade() by other steps. */
quire_status quire_upgrade_by(const struct quire_version_steps *steps, char **out, size_t *out_size,
                              int from, const char *text, size_t size, const char *name,
                              quire_diag *diag);

#endif
