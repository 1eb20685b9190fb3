#include "summary/spatial_only.h"

#include <string.h>

#include "body/roller.h"
#include "body/solid.h"
#include "path/places.h"

/* attributes that make no difference at 0 or where they name nothing, and elements that are not
 * there, in planar motion */
static const char *const attribute[] = {"yaw",   "tilt",  "across",      "across-from", "across-to",
                                        "crown", "taper", "curl-across", "carriage"};
static const struct quire_kind *const kind[] = {&quire_kind_tyre, &quire_kind_side_guide,
                                                &quire_kind_solid};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

struct found {
    const struct quire_object *first;
    size_t n;
};

static bool
says(const struct quire_object *object, const char *name)
{
    for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL; f++) {
        const char *member = (const char *)object->params + f->offset;
        if (f->type == QUIRE_FIELD_REAL && strcmp(f->name, name) == 0) {
            const double value = *(const double *)(const void *)member;
            return value < 0 || value > 0;
        }
        if (f->type == QUIRE_FIELD_REFERENCE && strcmp(f->name, name) == 0) {
            return *(const struct quire_object *const *)(const void *)member != NULL;
        }
    }
    return false;
}

static void
look(const struct quire_object *object, struct found *by_attribute, struct found *by_kind)
{
    for (size_t i = 0; i < object->n_child; i++) {
        const struct quire_object *child = object->child[i];
        for (size_t k = 0; k < COUNT(kind); k++) {
            if (child->kind == kind[k]) {
                by_kind[k].first = by_kind[k].n++ == 0 ? child : by_kind[k].first;
            }
        }
        for (size_t k = 0; k < COUNT(attribute) && child->kind != &quire_kind_tyre &&
                           child->kind != &quire_kind_side_guide;
             k++) {
            if (says(child, attribute[k])) {
                by_attribute[k].first = by_attribute[k].n++ == 0 ? child : by_attribute[k].first;
            }
        }
        look(child, by_attribute, by_kind);
    }
}

static void
add(struct quire_text *out, const char *word, const struct found *found)
{
    char label[200];

    if (found->n == 0) {
        return;
    }
    if (out->size > 0) {
        quire_text_add(out, ", ");
    }
    quire_text_format(out, "%s (%s", word, quire_object_label(found->first, label, sizeof label));
    if (found->n > 1) {
        quire_text_format(out, " and %zu more", found->n - 1);
    }
    quire_text_add(out, ")");
}

void
quire_flat_describe(struct quire_text *out, const struct quire_object *model)
{
    struct found by_attribute[COUNT(attribute)] = {{NULL, 0}}, by_kind[COUNT(kind)] = {{NULL, 0}};

    look(model, by_attribute, by_kind);
    for (size_t k = 0; k < COUNT(attribute); k++) {
        add(out, attribute[k], by_attribute + k);
    }
    for (size_t k = 0; k < COUNT(kind); k++) {
        add(out, kind[k]->element, by_kind + k);
    }
}
