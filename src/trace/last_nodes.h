/* The sheets' nodes at the last sample, kept exactly. */
#ifndef QUIRE_TRACE_LAST_NODES_H
#define QUIRE_TRACE_LAST_NODES_H

#include "result/result.h"

struct quire_last_nodes {
    const char **name; /* (n_sheet) */
    size_t *n;         /* nodes of each sheet; 0: not in the machine */
    double **x, **y;
    size_t n_sheet;
};

void quire_last_nodes_clear(struct quire_last_nodes *nodes);

/* Takes the place of what was kept before, of the same sheets. QUIRE_ERROR_LIMIT when memory runs
 * out. */
quire_status quire_last_nodes_keep(struct quire_last_nodes *nodes, const struct quire_view *view);

#endif
