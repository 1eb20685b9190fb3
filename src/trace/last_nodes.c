#include "trace/last_nodes.h"

#include <stdlib.h>
#include <string.h>

void
quire_last_nodes_clear(struct quire_last_nodes *nodes)
{
    for (size_t i = 0; i < nodes->n_sheet; i++) {
        free(nodes->x[i]);
        free(nodes->y[i]);
    }
    free(nodes->name);
    free(nodes->n);
    free(nodes->x);
    free(nodes->y);
    *nodes = (struct quire_last_nodes){0};
}

/* room for the nodes of all sheets */
static quire_status
prepare(struct quire_last_nodes *nodes, const struct quire_view *view)
{
    quire_last_nodes_clear(nodes);
    nodes->name = calloc(view->n_sheet + 1, sizeof *nodes->name);
    nodes->n = calloc(view->n_sheet + 1, sizeof *nodes->n);
    nodes->x = calloc(view->n_sheet + 1, sizeof *nodes->x);
    nodes->y = calloc(view->n_sheet + 1, sizeof *nodes->y);
    if (nodes->name == NULL || nodes->n == NULL || nodes->x == NULL || nodes->y == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < view->n_sheet; i++) {
        const size_t bytes = view->sheet[i].n_node * sizeof(double);
        nodes->n_sheet = i + 1;
        nodes->name[i] = view->sheet[i].name;
        nodes->x[i] = malloc(bytes + 1);
        nodes->y[i] = malloc(bytes + 1);
        if (nodes->x[i] == NULL || nodes->y[i] == NULL) {
            quire_last_nodes_clear(nodes);
            return QUIRE_ERROR_LIMIT;
        }
    }
    return QUIRE_OK;
}

quire_status
quire_last_nodes_keep(struct quire_last_nodes *nodes, const struct quire_view *view)
{
    if (nodes->n_sheet != view->n_sheet && prepare(nodes, view) != QUIRE_OK) {
        return QUIRE_ERROR_LIMIT;
    }
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = &view->sheet[i];
        const size_t bytes = sheet->n_node * sizeof(double);
        nodes->n[i] = sheet->entered ? sheet->n_node : 0;
        if (sheet->entered) {
            memcpy(nodes->x[i], sheet->x, bytes);
            memcpy(nodes->y[i], sheet->y, bytes);
        }
    }
    return QUIRE_OK;
}
