/* What tests over all kinds share. */
#ifndef QUIRE_TESTS_CATALOG_TABLES_H
#define QUIRE_TESTS_CATALOG_TABLES_H

#include "base/arena.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "kind/value.h"

#define EACH_KIND(item)                                                                            \
    for (const struct quire_kind *item = table_next(NULL); item != NULL; item = table_next(item))

#define EACH_FIELD(field, item)                                                                    \
    for (const struct quire_field *field = (item)->fields; field->name != NULL; field++)

/* The kind behind another one in the catalog; the first behind NULL, NULL behind the last. */
const struct quire_kind *table_next(const struct quire_kind *kind);

/* "normal mtt-step" or "sheet", for messages; static storage. */
const char *table_label(const struct quire_kind *kind);

/* A parameter struct in which every field has its default, and required ones a plain good value. */
struct table_instance {
    struct quire_arena *arena;
    void *params;
};
struct table_instance table_instance_create(const struct quire_kind *kind);
void table_instance_destroy(struct table_instance *self);

/* A good value for a field as it would stand in a file; heap. Exponents of units are looked up in the instance. */
char *table_good_text(const struct quire_kind *kind, const struct quire_field *field,
                      const struct table_instance *instance);
/* A number with the field's unit; heap. */
char *table_number_text(const struct quire_kind *kind, const struct quire_field *field,
                        const struct table_instance *instance, double value);

/* The code of the first problem that reading this text gives; "" if there is none. Static storage. */
const char *table_read_code(const struct quire_kind *kind, const struct quire_field *field,
                            struct table_instance *instance, const char *text);

#endif
