/* The joints of a chain: its pieces share points there and, where they nearly do, tangents; what
 * remains of corners and crossings is told. */
#ifndef QUIRE_CAD_CHAIN_JOINTS_H
#define QUIRE_CAD_CHAIN_JOINTS_H

#include "cad/chain_site.h"

/* The pieces lie one after the other, their ends within the reach of a joint. */
quire_status quire_chain_join(const struct quire_chain_site *c, struct quire_outline *out);

#endif
