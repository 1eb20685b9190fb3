/* The sections of a DXF: the header tells the unit, blocks and entities are what is drawn. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cad/dxf/dxf_names.h"

#define ITEM_LIMIT 200000 /* entities of a file */

struct looking {
    struct quire_dxf dxf;
    struct quire_dxf_pair next; /* 0, TYPE: where the next entity begins */
    struct quire_dxf_index *out;
    struct quire_dxf_coding coding;
    struct quire_arena *arena; /* of names */
    bool has_entities;
};

/* ---- names ---- */

static int
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : (unsigned char)c;
}

int
quire_dxf_compare(const struct quire_dxf_pair *a, const struct quire_dxf_pair *b)
{
    const size_t n = a->length < b->length ? a->length : b->length;
    for (size_t i = 0; i < n; i++) {
        const int x = lower(a->text[i]), y = lower(b->text[i]);
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return a->length < b->length ? -1 : a->length > b->length;
}

static int
compare_blocks(const void *a, const void *b)
{
    const struct quire_dxf_block *x = a, *y = b;
    return quire_dxf_compare(&x->head.name, &y->head.name);
}

const struct quire_dxf_block *
quire_dxf_find_block(const struct quire_dxf_index *index, const struct quire_dxf_pair *name)
{
    const struct quire_dxf_block key = {.head.name = *name};
    return index->n_block > 0
               ? bsearch(&key, index->block, index->n_block, sizeof key, compare_blocks)
               : NULL;
}

static int
compare_hidden(const void *a, const void *b)
{
    const struct quire_dxf_layer *x = a, *y = b;
    return quire_dxf_compare(&x->name, &y->name);
}

const struct quire_dxf_layer *
quire_dxf_find_hidden(const struct quire_dxf_index *index, const struct quire_dxf_pair *name)
{
    const struct quire_dxf_layer key = {.name = *name};
    return index->n_layer > 0
               ? bsearch(&key, index->layer, index->n_layer, sizeof key, compare_hidden)
               : NULL;
}

/* ---- layers ---- */

static bool
has_layer(const struct quire_dxf_index *index, const struct quire_dxf_item *item, bool inner)
{
    return !item->hidden && item->layer.length > 0 &&
           quire_dxf_find_hidden(index, &item->layer) == NULL &&
           !(inner && quire_dxf_is(&item->layer, "0")); /* there it is that of the INSERT */
}

static int
compare_layers(const void *a, const void *b)
{
    const struct quire_dxf_pair *x = a, *y = b;
    const int order = quire_dxf_compare(x, y);
    return order != 0 ? order : x->line < y->line ? -1 : x->line > y->line;
}

static int
compare_lines(const void *a, const void *b)
{
    const struct quire_dxf_pair *x = a, *y = b;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* every layer where it is named first, in the order of the file */
static size_t
reduce(struct quire_dxf_pair *layer, size_t n)
{
    size_t kept = 0;
    qsort(layer, n, sizeof *layer, compare_layers);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || quire_dxf_compare(&layer[kept - 1], &layer[i]) != 0) {
            layer[kept++] = layer[i];
        }
    }
    qsort(layer, kept, sizeof *layer, compare_lines);
    return kept;
}

const char *const *
quire_dxf_layers(const struct quire_dxf_index *index, struct quire_arena *arena, size_t *n)
{
    const struct quire_dxf_items *const all[2] = {&index->drawn, &index->inner};
    const size_t most = all[0]->n + all[1]->n;
    struct quire_dxf_pair *layer = malloc((most + 1) * sizeof *layer);
    *n = 0;
    if (layer == NULL) {
        return NULL;
    }
    for (size_t k = 0; k < most; k++) {
        const bool inner = k >= all[0]->n;
        const struct quire_dxf_item *item = &all[inner]->item[inner ? k - all[0]->n : k];
        if (has_layer(index, item, inner)) {
            layer[(*n)++] = item->layer;
        }
    }
    *n = reduce(layer, *n);
    const char **name = quire_arena_get(arena, *n + 1, sizeof *name);
    for (size_t i = 0; i < *n && name != NULL; i++) {
        name[i] = quire_arena_copy_bytes(arena, layer[i].text, layer[i].length);
        name = name[i] != NULL ? name : NULL;
    }
    free(layer);
    return name;
}

/* ---- sections ---- */

static quire_status
next(struct looking *l)
{
    return quire_dxf_next(&l->dxf, &l->next);
}

static bool
begins(const struct looking *l, const char *type)
{
    return l->next.code == 0 && quire_dxf_is(&l->next, type);
}

/* to the next pair with code 0 */
static quire_status
skip(struct looking *l)
{
    quire_status status;
    do {
        status = next(l);
    } while (status == QUIRE_OK && l->next.code != 0);
    return status;
}

static quire_status
skip_section(struct looking *l)
{
    quire_status status = QUIRE_OK;
    while (status == QUIRE_OK && !begins(l, "ENDSEC")) {
        status = begins(l, "EOF")
                     ? quire_dxf_error(&l->dxf, l->next.line, NULL, "a section is not ended")
                     : next(l);
    }
    return status;
}

/* room for one more item; each array grows by doubling, and with the file */
static quire_status
make_room(struct looking *l, void **items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity) {
        return QUIRE_OK;
    }
    const size_t more = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(*items, more * size);
    if (grown == NULL) {
        return quire_diag_memory_error(l->dxf.diag);
    }
    *items = grown;
    *capacity = more;
    return QUIRE_OK;
}

/* ---- header ---- */

static quire_status
take_variable(struct looking *l, const struct quire_dxf_pair *variable)
{
    struct quire_dxf_index *out = l->out;
    if (quire_dxf_is(variable, "$INSUNITS")) {
        return quire_dxf_number(&l->dxf, &l->next, &out->units);
    }
    if (quire_dxf_is(variable, "$MEASUREMENT")) {
        return quire_dxf_number(&l->dxf, &l->next, &out->measurement);
    }
    if (quire_dxf_is(variable, "$ACADVER")) {
        quire_dxf_coding_version(&l->coding, &l->next);
    } else if (quire_dxf_is(variable, "$DWGCODEPAGE")) {
        quire_dxf_coding_page(&l->coding, &l->next);
    }
    return QUIRE_OK;
}

static quire_status
look_at_header(struct looking *l)
{
    struct quire_dxf_pair variable = {.length = 0};
    quire_status status = next(l);
    while (status == QUIRE_OK && l->next.code != 0) {
        if (l->next.code == 9) {
            variable = l->next;
        } else {
            status = take_variable(l, &variable);
        }
        status = status == QUIRE_OK ? next(l) : status;
    }
    return status == QUIRE_OK ? skip_section(l) : status;
}

/* ---- layers that are not shown ---- */

static quire_status
decode(struct looking *l, struct quire_dxf_pair *name)
{
    return quire_dxf_decode(name, &l->coding, l->arena) ? QUIRE_OK
                                                        : quire_diag_memory_error(l->dxf.diag);
}

/* off: its colour is negative; frozen: bit 0 of its flags */
static quire_status
look_at_layer(struct looking *l)
{
    struct quire_dxf_index *out = l->out;
    struct quire_dxf_layer layer = {.frozen = false};
    double flags = 0.0, colour = 0.0;
    quire_status status = next(l);
    while (status == QUIRE_OK && l->next.code != 0) {
        switch (l->next.code) {
        case 2: layer.name = l->next; break;
        case 62: status = quire_dxf_number(&l->dxf, &l->next, &colour); break;
        case 70: status = quire_dxf_number(&l->dxf, &l->next, &flags); break;
        default: break;
        }
        status = status == QUIRE_OK ? next(l) : status;
    }
    layer.frozen = fmod(flags, 2.0) == 1.0;
    if (status != QUIRE_OK || !(layer.frozen || colour < 0.0)) {
        return status;
    }
    status = decode(l, &layer.name);
    status = status == QUIRE_OK ? make_room(l, (void **)&out->layer, out->n_layer,
                                            &out->layer_capacity, sizeof layer)
                                : status;
    if (status == QUIRE_OK) {
        out->layer[out->n_layer++] = layer;
    }
    return status;
}

static quire_status
look_at_tables(struct looking *l)
{
    quire_status status = skip(l);
    while (status == QUIRE_OK && !begins(l, "ENDSEC") && !begins(l, "EOF")) {
        status = begins(l, "LAYER") ? look_at_layer(l) : skip(l);
    }
    if (l->out->n_layer > 0) {
        qsort(l->out->layer, l->out->n_layer, sizeof *l->out->layer, compare_hidden);
    }
    return status == QUIRE_OK ? skip_section(l) : status;
}

/* ---- entities ---- */

/* up to the next pair with code 0 */
static quire_status
look_at_item(struct looking *l, struct quire_dxf_item *item)
{
    *item = (struct quire_dxf_item){.at = l->dxf.at, .line = l->next.line, .type = l->next};
    quire_status status = next(l);
    for (; status == QUIRE_OK && l->next.code != 0; status = next(l)) {
        switch (l->next.code) {
        case 8: item->layer = l->next; break;
        case 2: item->name = item->name.length > 0 ? item->name : l->next; break;
        case 60:
        case 67: item->hidden = item->hidden || quire_dxf_is(&l->next, "1"); break;
        default: break;
        }
    }
    status = status == QUIRE_OK ? decode(l, &item->layer) : status;
    return status == QUIRE_OK ? decode(l, &item->name) : status;
}

static quire_status
keep_item(struct looking *l, struct quire_dxf_items *out, const struct quire_dxf_item *item)
{
    if (out->n == ITEM_LIMIT) {
        return quire_diag_error(
            l->dxf.diag, "E-LIMIT", quire_drawing_place(l->dxf.options, item->line),
            l->dxf.options->object, NULL, "the drawing has more than %d entities", ITEM_LIMIT);
    }
    const quire_status status =
        make_room(l, (void **)&out->item, out->n, &out->capacity, sizeof *item);
    if (status == QUIRE_OK) {
        out->item[out->n++] = *item;
    }
    return status;
}

/* the vertices of an old polyline belong to it */
static quire_status
look_at_entity(struct looking *l, struct quire_dxf_items *out)
{
    struct quire_dxf_item item;
    quire_status status = look_at_item(l, &item);
    if (status == QUIRE_OK && quire_dxf_is(&item.type, "POLYLINE")) {
        while (status == QUIRE_OK && begins(l, "VERTEX")) {
            status = skip(l);
        }
    }
    return status == QUIRE_OK ? keep_item(l, out, &item) : status;
}

static quire_status
look_at_entities(struct looking *l)
{
    quire_status status = skip(l);
    l->has_entities = true;
    while (status == QUIRE_OK && !begins(l, "ENDSEC") && !begins(l, "EOF")) {
        status = look_at_entity(l, &l->out->drawn);
    }
    return status == QUIRE_OK ? skip_section(l) : status;
}

/* ---- blocks ---- */

static quire_status
keep_block(struct looking *l, const struct quire_dxf_block *block)
{
    struct quire_dxf_index *out = l->out;
    const quire_status status =
        make_room(l, (void **)&out->block, out->n_block, &out->block_capacity, sizeof *block);
    if (status == QUIRE_OK) {
        out->block[out->n_block++] = *block;
    }
    return status;
}

static quire_status
look_at_block(struct looking *l)
{
    struct quire_dxf_block block = {.first = l->out->inner.n};
    quire_status status = look_at_item(l, &block.head);
    while (status == QUIRE_OK && !begins(l, "ENDBLK") && !begins(l, "ENDSEC") &&
           !begins(l, "EOF")) {
        status = look_at_entity(l, &l->out->inner);
    }
    block.n = l->out->inner.n - block.first;
    return status == QUIRE_OK ? keep_block(l, &block) : status;
}

static quire_status
look_at_blocks(struct looking *l)
{
    quire_status status = skip(l);
    while (status == QUIRE_OK && !begins(l, "ENDSEC") && !begins(l, "EOF")) {
        status = begins(l, "BLOCK") ? look_at_block(l) : skip(l);
    }
    if (l->out->n_block > 0) {
        qsort(l->out->block, l->out->n_block, sizeof *l->out->block, compare_blocks);
    }
    return status == QUIRE_OK ? skip_section(l) : status;
}

/* ---- all ---- */

static const struct {
    const char *name;
    quire_status (*look)(struct looking *l);
} sections[] = {
    {"HEADER", look_at_header},
    {"TABLES", look_at_tables},
    {"BLOCKS", look_at_blocks},
    {"ENTITIES", look_at_entities},
};

static quire_status
look_at_section(struct looking *l)
{
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (quire_dxf_is(&l->next, sections[i].name)) {
            return sections[i].look(l);
        }
    }
    return skip_section(l);
}

static quire_status
look_at_file(struct looking *l)
{
    quire_status status = next(l);
    while (status == QUIRE_OK && !begins(l, "EOF")) {
        const bool is_section = begins(l, "SECTION");
        status = next(l);
        if (status == QUIRE_OK && is_section && l->next.code == 2) {
            status = look_at_section(l);
        }
    }
    if (status == QUIRE_OK && !l->has_entities) {
        return quire_dxf_error(&l->dxf, 0, "is it a DXF in ASCII?",
                               "the drawing has no section ENTITIES");
    }
    return status;
}

/* an array moves from the heap into the arena; NULL when memory runs out */
static void *
settle(void *heap, size_t n, size_t size, struct quire_arena *arena)
{
    void *copy = quire_arena_get(arena, n, size);
    if (copy != NULL && n > 0) {
        memcpy(copy, heap, n * size);
    }
    free(heap);
    return copy;
}

quire_status
quire_dxf_look(struct quire_dxf_index **out, const char *bytes, size_t size,
               const struct quire_drawing_options *options, struct quire_arena *arena,
               quire_diag *diag)
{
    struct quire_dxf_index *index = *out = quire_arena_get(arena, 1, sizeof *index);
    struct looking l = {.dxf = {.at = bytes, .end = bytes + size, .options = options, .diag = diag},
                        .out = index,
                        .coding = quire_dxf_coding_begin(),
                        .arena = arena};
    if (index == NULL) {
        return quire_diag_memory_error(diag);
    }
    index->end = l.dxf.end;
    index->units = index->measurement = (double)NAN;
    const quire_status status = look_at_file(&l);
    memcpy(index->unknown_page, l.coding.unknown, sizeof index->unknown_page);
    quire_dxf_coding_end(&l.coding);
    struct quire_dxf_items *drawn = &index->drawn, *inner = &index->inner;
    drawn->item = settle(drawn->item, drawn->n, sizeof *drawn->item, arena);
    inner->item = settle(inner->item, inner->n, sizeof *inner->item, arena);
    index->block = settle(index->block, index->n_block, sizeof *index->block, arena);
    index->layer = settle(index->layer, index->n_layer, sizeof *index->layer, arena);
    const bool good =
        drawn->item != NULL && inner->item != NULL && index->block != NULL && index->layer != NULL;
    return status == QUIRE_OK && !good ? quire_diag_memory_error(diag) : status;
}
