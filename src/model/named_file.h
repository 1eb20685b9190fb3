/* Files that attributes name, such as drawings: QUIRE_FILE fields of a model point to one. */
#ifndef QUIRE_MODEL_NAMED_FILE_H
#define QUIRE_MODEL_NAMED_FILE_H

#include "kind/field.h"

/* What was found in the file by the object that needed it first. */
struct quire_looked {
    bool done;
    quire_status status; /* what was reported then */
    void *found;         /* in the model's arena */
};

struct quire_named_file {
    struct quire_source source; /* its first member */
    struct quire_looked *looked;
};

static inline struct quire_looked *
quire_source_looked(const struct quire_source *source)
{
    return ((const struct quire_named_file *)(const void *)source)->looked;
}

#endif
