#include "record/end_state.h"

#include <stdlib.h>

#include "base/sha256.h"
#include "state/numbers.h"

double *
quire_end_state_numbers(const struct quire_state *state, const double *y, size_t *n)
{
    *n = quire_state_numbers(state, y, NULL);
    double *numbers = malloc(sizeof *numbers * (*n + 1));

    if (numbers == NULL) {
        *n = 0;
        return NULL;
    }
    quire_state_numbers(state, y, numbers);
    return numbers;
}

static void
add_doubles(struct quire_sha256 *sha, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        quire_sha256_add_double(sha, value[i]);
    }
}

void
quire_end_state_hash(char hex[65], const struct quire_view *view, const struct quire_result *result)
{
    struct quire_sha256 sha;
    quire_sha256_init(&sha);
    quire_sha256_add_double(&sha, view->time);
    for (size_t i = 0; i < view->n_sheet; i++) {
        const struct quire_sheet_view *sheet = &view->sheet[i];
        if (sheet->entered) {
            add_doubles(&sha, sheet->x, sheet->n_node);
            add_doubles(&sha, sheet->y, sheet->n_node);
            add_doubles(&sha, sheet->vx, sheet->n_node);
            add_doubles(&sha, sheet->vy, sheet->n_node);
        }
        if (sheet->entered && sheet->node != NULL) {
            add_doubles(&sha, sheet->node, 3 * sheet->n_node * sheet->n_column);
            add_doubles(&sha, sheet->node_velocity, 3 * sheet->n_node * sheet->n_column);
        }
    }
    for (size_t i = 0; i < view->n_roller; i++) {
        const struct quire_roller_view *roller = &view->roller[i];
        quire_sha256_add_double(&sha, roller->travel);
        quire_sha256_add_double(&sha, roller->shaft_speed);
    }
    add_doubles(&sha, result->state, result->n_state);
    quire_sha256_finish(&sha, hex);
}
