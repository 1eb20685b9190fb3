/* What tests over all kinds share. */
#ifndef QUIRE_TESTS_CATALOG_TABLES_H
#define QUIRE_TESTS_CATALOG_TABLES_H

#include "base/arena.h"
#include "catalog/catalog.h"
#include "kind/value.h"
#include "model/object.h"
#include "text/text.h"

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

/* A good value for a field as it would stand in a file; heap. Exponents of units are looked up in
 * the instance. */
char *table_good_text(const struct quire_kind *kind, const struct quire_field *field,
                      const struct table_instance *instance);
/* A number with the field's unit; heap. */
char *table_number_text(const struct quire_kind *kind, const struct quire_field *field,
                        const struct table_instance *instance, double value);

/* The code of the first problem that reading this text gives; "" if there is none. Static storage.
 */
const char *table_read_code(const struct quire_kind *kind, const struct quire_field *field,
                            struct table_instance *instance, const char *text);

/* The kind of this family and element (the first variant). */
const struct quire_kind *table_kind(const char *family, const char *element);

/* Makes an object from attributes such as "length=297 mm; width=210 mm" and gives it to parent
 * (unless NULL) as a child. References stay NULL. The checks are not called. It lives as long as
 * the arena. */
struct quire_object *table_object(struct quire_arena *arena, struct quire_object *parent,
                                  const char *family, const char *element, const char *attributes);

/* What the kind's check says about an object: "E-RANGE 'to' must be greater ..." of its first
 * problem, "" if it is content. Static storage. */
const char *table_check(const struct quire_object *object);

/* A row of a test of checks without children: attributes, and what the report must begin with and
 * contain. */
struct table_case {
    const char *attributes, *code, *words;
};
void table_try(const char *family, const char *element, const struct table_case *row, size_t n);

#endif
