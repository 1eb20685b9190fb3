#include "kind/field.h"

#include <string.h>

const struct quire_field *
quire_field_find(const struct quire_field *table, const char *name)
{
    for (const struct quire_field *f = table; f != NULL && f->name != NULL; f++) {
        if (strcmp(f->name, name) == 0) {
            return f;
        }
    }
    return NULL;
}
