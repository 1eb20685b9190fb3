#include "review/suspect_ranks.h"

#include <string.h>

#include "base/arena.h"
#include "body/clutch.h"
#include "model/kinds_contact.h"
#include "model/kinds_settings.h"

/* ---- the numbers of a model, element by element ---- */

static size_t
numbers_of(const struct quire_object *object, const struct quire_field *field, const char **at)
{
    *at = (const char *)object->params + field->offset;
    switch (field->type) {
    case QUIRE_FIELD_REAL: return 1;
    case QUIRE_FIELD_VECTOR: return 2;
    case QUIRE_FIELD_TRIPLE: return 3;
    case QUIRE_FIELD_POINTS: {
        const struct quire_points *points = (const void *)*at;
        *at = (const char *)points->at;
        return 2 * points->n;
    }
    default: return 0;
    }
}

/* Counts only where there is no room yet. */
static void
list(struct quire_numbers *self, const struct quire_object *object)
{
    const size_t own = self->n_object++;
    if (self->object != NULL) {
        self->object[own] = object;
    }
    for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL; f++) {
        const char *at;
        const size_t n = numbers_of(object, f, &at);
        for (size_t i = 0; i < n; i++, self->n++) {
            if (self->object != NULL) {
                memcpy(self->value + self->n, at + i * sizeof(double), sizeof(double));
                self->owner[self->n] = own;
                self->field[self->n] = f;
            }
        }
    }
    for (size_t i = 0; i < object->n_child; i++) {
        list(self, object->child[i]);
    }
}

bool
quire_numbers_list(struct quire_numbers *self, const struct quire_object *root,
                   struct quire_arena *arena)
{
    *self = (struct quire_numbers){0};
    list(self, root);
    struct quire_numbers room = {
        .object = quire_arena_get(arena, self->n_object + 1, sizeof *room.object),
        .value = quire_arena_get(arena, self->n + 1, sizeof *room.value),
        .owner = quire_arena_get(arena, self->n + 1, sizeof *room.owner),
        .field = quire_arena_get(arena, self->n + 1, sizeof *room.field),
    };
    if (room.object == NULL || room.value == NULL || room.owner == NULL || room.field == NULL) {
        return false;
    }
    list(&room, root);
    *self = room;
    return true;
}

/* ---- which elements matter ---- */

/* "n2" of "n2.driver", a roller of it, or of "page.2", a copy: the name means the object. */
static bool
means(const char *name, const struct quire_object *object)
{
    const size_t n = object->name != NULL ? strlen(object->name) : 0;
    return n > 0 && name != NULL && strncmp(name, object->name, n) == 0 &&
           (name[n] == '\0' || name[n] == '.');
}

static size_t
index_of(const struct quire_numbers *numbers, const struct quire_object *object)
{
    size_t i = 0;
    while (i < numbers->n_object && numbers->object[i] != object) {
        i++;
    }
    return i;
}

static void
raise_rank(struct quire_suspect_base *b, const struct quire_object *object, int rank)
{
    const size_t i = object != NULL ? index_of(&b->numbers, object) : b->numbers.n_object;
    if (i >= b->numbers.n_object || b->rank[i] >= rank) {
        return;
    }
    b->rank[i] = rank;
    for (size_t k = 0; k < object->n_child; k++) {
        raise_rank(b, object->child[k], rank);
    }
}

/* The rank of what an element of this rank refers to: what drives a part that is named, and the
 * contact of its surface, are of that part; what else it refers to is near it. */
static int
rank_beside(int rank, const struct quire_object *other)
{
    const bool is_part = other != NULL && (other->kind->family == &quire_family_drive ||
                                           other->kind->family == &quire_family_contact);
    return is_part ? rank : QUIRE_SUSPECT_NEAR;
}

static void
raise_references(struct quire_suspect_base *b, const struct quire_object *object, int rank)
{
    for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL; f++) {
        if (f->type == QUIRE_FIELD_REFERENCE) {
            const struct quire_object *other =
                *(const struct quire_object **)((char *)object->params + f->offset);
            raise_rank(b, other, rank_beside(rank, other));
        }
    }
}

/* Rules that act on a drive, and their delays, are of the part that it drives. */
static void
raise_actions(struct quire_suspect_base *b)
{
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        for (const struct quire_field *f = object->kind->fields;
             object->kind->family == &quire_family_action && f != NULL && f->name != NULL; f++) {
            if (f->type != QUIRE_FIELD_REFERENCE) {
                continue;
            }
            const size_t target = index_of(
                             &b->numbers,
                             *(const struct quire_object **)((char *)object->params + f->offset)),
                         rule = index_of(&b->numbers, object->parent);
            if (target < b->numbers.n_object && rule < b->numbers.n_object) {
                b->rank[i] = b->rank[target] > b->rank[i] ? b->rank[target] : b->rank[i];
                b->rank[rule] = b->rank[i] > b->rank[rule] ? b->rank[i] : b->rank[rule];
            }
        }
    }
}

/* What the elements of a rank refer to, and the contacts of their surfaces. */
static void
raise_what_is_near(struct quire_suspect_base *b, const struct quire_object *root)
{
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        if (b->rank[i] < QUIRE_SUSPECT_NEAR) {
            continue;
        }
        raise_references(b, object, b->rank[i]);
        const char *surface = quire_object_surface(object);
        const struct quire_object *pair;
        for (size_t k = 0; surface != NULL &&
                           (pair = quire_object_next_of(root, &quire_kind_pair, &k)) != NULL;) {
            const struct quire_pair_params *p = pair->params;
            if (p->surface != NULL && strcmp(p->surface, surface) == 0) {
                raise_rank(b, p->contact, rank_beside(b->rank[i], p->contact));
            }
        }
    }
}

/* Parts that watch, and how the machine is calculated. */
static bool
is_apart(const struct quire_object *object)
{
    const struct quire_family *f = object->kind->family;
    for (const struct quire_object *o = object; o != NULL; o = o->parent) {
        if (o->kind == &quire_kind_settings) {
            return true;
        }
    }
    return f == &quire_family_check || f == &quire_family_sensor;
}

/* of an element whose name the cause gives, or does not */
static int
rank_of_name(const struct quire_culprits *c, const struct quire_object *object)
{
    for (size_t k = 0; k < c->n; k++) {
        if (means(c->name[k], object)) {
            return k < c->n_cause   ? QUIRE_SUSPECT_CAUSE
                   : k < c->n_named ? QUIRE_SUSPECT_NAMED
                                    : QUIRE_SUSPECT_NEAR;
        }
    }
    return means(c->sheet, object) && quire_object_is(object, QUIRE_ROLE_SHEET)
               ? QUIRE_SUSPECT_NEAR
               : QUIRE_SUSPECT_OTHER;
}

static void
find_ranks(struct quire_suspect_base *b, const struct quire_object *root,
           const struct quire_culprits *culprits)
{
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        b->rank[i] = is_apart(object) ? 0 : rank_of_name(culprits, object);
    }
    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        for (size_t k = 0; b->rank[i] >= QUIRE_SUSPECT_NEAR && k < object->n_child; k++) {
            raise_rank(b, object->child[k], b->rank[i]);
        }
    }
    raise_what_is_near(b, root);
    raise_actions(b);
}

/* ---- what is kept of the elements ---- */

static size_t
turn_of(const struct quire_object *object)
{
    const struct quire_object *parent = object->parent;
    size_t turn = 0;

    if (parent == NULL || parent->parent == NULL) {
        return 0;
    }
    for (size_t i = 0; i < parent->n_child && parent->child[i] != object; i++) {
        turn += parent->child[i]->kind == object->kind;
    }
    return turn;
}

static void
keep_elements(struct quire_suspect_base *b)
{
    size_t part = 0;

    for (size_t i = 0; i < b->numbers.n_object; i++) {
        const struct quire_object *object = b->numbers.object[i];
        part = object->parent != NULL && object->parent->parent == NULL ? i : part;
        b->part[i] = part;
        b->kind[i] = object->kind;
        b->turn[i] = turn_of(object);
    }
}

bool
quire_suspect_base_find(struct quire_suspect_base *b, const struct quire_object *root,
                        const struct quire_culprits *culprits)
{
    if (!quire_numbers_list(&b->numbers, root, b->arena)) {
        return false;
    }
    const size_t n = b->numbers.n_object + 1;
    b->rank = quire_arena_get(b->arena, n, sizeof *b->rank);
    b->part = quire_arena_get(b->arena, n, sizeof *b->part);
    b->kind = quire_arena_get(b->arena, n, sizeof *b->kind);
    b->turn = quire_arena_get(b->arena, n, sizeof *b->turn);
    b->by_other = quire_arena_get(b->arena, b->numbers.n + 1, sizeof *b->by_other);
    b->mechanism = culprits->mechanism;
    if (b->rank == NULL || b->part == NULL || b->kind == NULL || b->turn == NULL ||
        b->by_other == NULL) {
        return false;
    }
    find_ranks(b, root, culprits);
    keep_elements(b);
    return true;
}

bool
quire_suspect_is_apt(const struct quire_suspect_base *b, size_t object)
{
    const struct quire_family *f = b->kind[object]->family;
    const bool grips = f == &quire_family_body || f == &quire_family_contact ||
                       f == &quire_family_normal || f == &quire_family_friction,
               moves = f == &quire_family_rule || f == &quire_family_action ||
                       f == &quire_family_drive || f == &quire_family_drive_to ||
                       b->kind[object] == &quire_kind_clutch;

    switch (b->mechanism) {
    case QUIRE_MECHANISM_SPEEDS:
    case QUIRE_MECHANISM_DRIVE:
    case QUIRE_MECHANISM_DUE: return moves;
    case QUIRE_MECHANISM_LOOSE:
    case QUIRE_MECHANISM_SLIP:
    case QUIRE_MECHANISM_CARRIED: return grips;
    default: return true;
    }
}
