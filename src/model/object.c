/* Looking around in the tree of objects. */
#include "model/object.h"

#include <quire/model.h>

#include <stdio.h>
#include <string.h>

bool
quire_object_has(const struct quire_object *self, const char *field)
{
    const struct quire_field *fields = self->kind->fields;
    for (size_t i = 0; fields != NULL && fields[i].name != NULL; i++) {
        if (strcmp(fields[i].name, field) == 0) {
            return (self->present >> i & 1u) != 0;
        }
    }
    return false;
}

const char *
quire_object_label(const struct quire_object *self, char *buf, size_t size)
{
    const struct quire_object *named = self->parent;
    while (named != NULL && named->name == NULL) {
        named = named->parent;
    }
    if (self->name != NULL) {
        snprintf(buf, size, "%s '%s'", self->kind->element, self->name);
    } else if (named != NULL && named->parent != NULL) {
        snprintf(buf, size, "%s of %s '%s'", self->kind->element, named->kind->element,
                 named->name);
    } else {
        snprintf(buf, size, "%s", self->kind->element);
    }
    return buf;
}

const struct quire_object *
quire_object_child_of(const struct quire_object *self, const struct quire_kind *kind)
{
    size_t from = 0;
    return quire_object_next_of(self, kind, &from);
}

const struct quire_object *
quire_object_child_in(const struct quire_object *self, const struct quire_family *family)
{
    size_t from = 0;
    return quire_object_next_in(self, family, &from);
}

const struct quire_object *
quire_object_next_of(const struct quire_object *self, const struct quire_kind *kind, size_t *from)
{
    while (*from < self->n_child) {
        const struct quire_object *child = self->child[(*from)++];
        if (child->kind == kind) {
            return child;
        }
    }
    return NULL;
}

const struct quire_object *
quire_object_next_in(const struct quire_object *self, const struct quire_family *family,
                     size_t *from)
{
    while (*from < self->n_child) {
        const struct quire_object *child = self->child[(*from)++];
        if (child->kind->family == family) {
            return child;
        }
    }
    return NULL;
}

const struct quire_object *
quire_object_next_with(const struct quire_object *self, unsigned role, size_t *from)
{
    while (*from < self->n_child) {
        const struct quire_object *child = self->child[(*from)++];
        if (quire_object_is(child, role)) {
            return child;
        }
    }
    return NULL;
}

const char *
quire_model_name(const quire_model *model)
{
    if (model == NULL) {
        return NULL;
    }
    return model->root->name;
}

const char *
quire_object_surface(const struct quire_object *self)
{
    const struct quire_field *field = quire_object_is(self, QUIRE_ROLE_SURFACE)
                                          ? quire_field_find(self->kind->fields, "surface")
                                          : NULL;

    return field != NULL
               ? *(const char *const *)(const void *)((const char *)self->params + field->offset)
               : NULL;
}
