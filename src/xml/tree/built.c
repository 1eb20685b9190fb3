#include "xml/tree/built.h"

#include <stdlib.h>

bool
quire_built_note(struct quire_built_list *self, struct quire_object *object,
                 const struct quire_node *node)
{
    if (self == NULL) {
        return true;
    }
    if (self->n == self->capacity) {
        const size_t capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
        struct quire_built *more = realloc(self->built, capacity * sizeof *more);
        if (more == NULL) {
            return false;
        }
        self->built = more;
        self->capacity = capacity;
    }
    self->built[self->n++] = (struct quire_built){object, node};
    return true;
}

void
quire_built_clear(struct quire_built_list *self)
{
    free(self->built);
    *self = (struct quire_built_list){0};
}
