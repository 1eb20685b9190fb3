/* Contacts of the toolkits as contacts of a model. */
#ifndef QUIRE_EXCHANGE_IMPORT_MTT_CONTACT_H
#define QUIRE_EXCHANGE_IMPORT_MTT_CONTACT_H

#include "exchange/import_mtt_write.h"

/* The entity of that sort and name; NULL: none. */
const struct quire_mtt_entity *quire_mtt_find(const struct quire_mtt_import *m, int sort,
                                              const char *name);

/* `segment`: the Segment Length of the sheets; 0: there are none [m]. */
void quire_mtt_write_contact(struct quire_mtt_import *m, const struct quire_mtt_entity *e,
                             double segment);

/* The surface of a roller or guide is called as its contact. */
void quire_mtt_add_surface(struct quire_mtt_import *m, const struct quire_mtt_entity *e);

#endif
