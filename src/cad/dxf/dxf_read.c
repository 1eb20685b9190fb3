/* Reading what is drawn on a layer of a DXF, also by blocks that are inserted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cad/dxf/dxf.h"
#include "text/number.h"

#define PAIRS_LIMIT 1000000 /* numbers of one entity */
/* entities that are looked at in blocks, each time they are inserted */
#define INNER_LIMIT 1000000
#define DEPTH_LIMIT 16 /* blocks within each other */

struct reader {
    struct quire_dxf dxf;
    const struct quire_dxf_index *index;
    struct quire_drawing *out;
    struct quire_dxf_entity entity;
    struct quire_dxf_pair next;   /* the last one that was read */
    struct quire_dxf_pair wanted; /* the layer */
    double unit;                  /* [m] */
    size_t n_inner;               /* entities of blocks so far */
    bool found;                   /* something on the wanted layer */
};

/* ---- one entity ---- */

static bool
tells_form(int code)
{
    return (code >= 10 && code <= 59) || (code >= 70 && code <= 79) || (code >= 90 && code <= 99) ||
           (code >= 210 && code <= 230);
}

static quire_status
keep_pair(struct reader *r, const struct quire_dxf_pair *pair)
{
    struct quire_dxf_entity *entity = &r->entity;
    if (entity->n == entity->capacity) {
        const size_t capacity = entity->capacity > 0 ? 2 * entity->capacity : 32;
        struct quire_dxf_pair *grown = realloc(entity->pair, capacity * sizeof *grown);
        if (grown == NULL) {
            return quire_diag_memory_error(r->dxf.diag);
        }
        entity->pair = grown;
        entity->capacity = capacity;
    }
    if (entity->n == PAIRS_LIMIT) {
        return quire_diag_error(
            r->dxf.diag, "E-LIMIT", quire_drawing_place(r->dxf.options, entity->line),
            r->dxf.options->object, NULL, "one entity has more than %d numbers", PAIRS_LIMIT);
    }
    entity->pair[entity->n++] = *pair;
    return QUIRE_OK;
}

/* the pairs up to the next entity */
static quire_status
collect(struct reader *r)
{
    quire_status status = quire_dxf_next(&r->dxf, &r->next);
    while (status == QUIRE_OK && r->next.code != 0) {
        status = tells_form(r->next.code) ? keep_pair(r, &r->next) : QUIRE_OK;
        status = status == QUIRE_OK ? quire_dxf_next(&r->dxf, &r->next) : status;
    }
    return status;
}

/* the vertices of an old polyline follow it as entities: all become one, its own pairs first. A
 * vertex begins with a pair 0. */
static quire_status
collect_vertices(struct reader *r)
{
    quire_status status = QUIRE_OK;
    while (status == QUIRE_OK && quire_dxf_is(&r->next, "VERTEX")) {
        status = keep_pair(r, &r->next);
        status = status == QUIRE_OK ? collect(r) : status;
    }
    if (status == QUIRE_OK && !quire_dxf_is(&r->next, "SEQEND")) {
        return quire_dxf_error(&r->dxf, r->entity.line, NULL,
                               "the POLYLINE is not ended by a SEQEND");
    }
    return status;
}

static quire_status
take(struct reader *r, const struct quire_dxf_item *item)
{
    struct quire_dxf_entity *entity = &r->entity;
    const size_t most = sizeof entity->type - 1,
                 n = item->type.length < most ? item->type.length : most;
    memcpy(entity->type, item->type.text, n);
    entity->type[n] = '\0';
    entity->line = item->line;
    entity->n = 0;
    r->dxf.at = item->at;
    r->dxf.line = item->line;
    const quire_status status = collect(r);
    return status == QUIRE_OK && quire_dxf_is(&item->type, "POLYLINE") ? collect_vertices(r)
                                                                       : status;
}

/* ---- entities and blocks ---- */

/* What is inserted: on layer 0 it goes to that of the INSERT. */
struct around {
    const struct quire_dxf_pair *layer; /* NULL: it is no block */
    struct quire_dxf_placement placement;
    int depth;
};

static quire_status visit_all(struct reader *r, const struct quire_dxf_item *item, size_t n,
                              const struct around *around);

static quire_status
check_insert(struct reader *r, const struct quire_dxf_item *item,
             const struct quire_dxf_block *block, const struct around *around)
{
    const int length = (int)(item->name.length < 80 ? item->name.length : 80);
    if (block == NULL) {
        return quire_dxf_error(&r->dxf, item->line, "was the drawing saved completely?",
                               "the block '%.*s' that is inserted is not in the drawing", length,
                               item->name.text);
    }
    if (around->depth == DEPTH_LIMIT) {
        return quire_dxf_error(&r->dxf, item->line, "explode the block",
                               "the block '%.*s' contains itself, or is nested too deeply", length,
                               item->name.text);
    }
    r->n_inner += block->n;
    return r->n_inner <= INNER_LIMIT
               ? QUIRE_OK
               : quire_diag_error(
                     r->dxf.diag, "E-LIMIT", quire_drawing_place(r->dxf.options, item->line),
                     r->dxf.options->object, "explode the blocks that are needed",
                     "the blocks that are inserted have more than %d entities", INNER_LIMIT);
}

static quire_status
insert(struct reader *r, const struct quire_dxf_item *item, const struct quire_dxf_pair *layer,
       const struct around *around)
{
    const struct quire_dxf_block *block = quire_dxf_find_block(r->index, &item->name);
    struct around inner = {.layer = layer, .depth = around->depth + 1};
    double base[2] = {0.0, 0.0};
    quire_status status = check_insert(r, item, block, around);
    status = status == QUIRE_OK ? take(r, &block->head) : status;
    status = status == QUIRE_OK ? quire_dxf_base_point(base, &r->dxf, &r->entity) : status;
    status = status == QUIRE_OK ? take(r, item) : status;
    status = status == QUIRE_OK ? quire_dxf_insert_place(&inner.placement, &r->dxf, &r->entity,
                                                         base, &around->placement)
                                : status;
    return status == QUIRE_OK ? visit_all(r, r->index->inner.item + block->first, block->n, &inner)
                              : status;
}

static bool
is_wanted(const struct reader *r, const struct quire_dxf_pair *layer)
{
    return r->dxf.options->layer == NULL || quire_dxf_compare(layer, &r->wanted) == 0;
}

/* the layer of an item that is inserted on another; NULL: it is not */
static const struct quire_dxf_pair *
layer_of(const struct quire_dxf_item *item, const struct quire_dxf_pair *outer)
{
    const bool floats = item->layer.length == 0 || quire_dxf_is(&item->layer, "0");
    return outer != NULL && floats ? outer : &item->layer;
}

/* Whether it is on a layer that is not shown. One that is off leaves what blocks have on other
 * layers. */
static bool
is_hidden(const struct reader *r, const struct quire_dxf_item *item,
          const struct quire_dxf_pair *layer)
{
    const struct quire_dxf_layer *hidden = quire_dxf_find_hidden(r->index, layer);
    return item->hidden ||
           (hidden != NULL && (hidden->frozen || !quire_dxf_is(&item->type, "INSERT")));
}

/* Whether a block shows something on the wanted layer. Where it cannot be told it may: whoever
 * inserts it will find out. */
static bool
may_show(struct reader *r, const struct quire_dxf_item *insert, const struct quire_dxf_pair *layer,
         int depth)
{
    const struct quire_dxf_block *block = quire_dxf_find_block(r->index, &insert->name);
    if (block == NULL) {
        return is_wanted(r, layer);
    }
    r->n_inner += block->n;
    bool shown = depth == DEPTH_LIMIT || r->n_inner > INNER_LIMIT;
    for (size_t i = 0; i < block->n && !shown; i++) {
        const struct quire_dxf_item *item = &r->index->inner.item[block->first + i];
        const struct quire_dxf_pair *own = layer_of(item, layer);
        shown = !is_hidden(r, item, own) &&
                (quire_dxf_is(&item->type, "INSERT") ? may_show(r, item, own, depth + 1)
                                                     : is_wanted(r, own));
    }
    return shown;
}

static quire_status
visit(struct reader *r, const struct quire_dxf_item *item, const struct around *around)
{
    const struct quire_dxf_pair *layer = layer_of(item, around->layer);
    const bool inserts = quire_dxf_is(&item->type, "INSERT");
    if (is_hidden(r, item, layer) ||
        !(inserts ? may_show(r, item, layer, around->depth) : is_wanted(r, layer))) {
        return QUIRE_OK;
    }
    if (inserts) {
        return insert(r, item, layer, around);
    }
    r->found = true;
    const quire_status status = take(r, item);
    return status == QUIRE_OK
               ? quire_dxf_entity_add(r->out, &r->dxf, &r->entity, &around->placement)
               : status;
}

/* all problems of entities are told */
static quire_status
visit_all(struct reader *r, const struct quire_dxf_item *item, size_t n,
          const struct around *around)
{
    quire_status worst = QUIRE_OK;
    for (size_t i = 0; i < n; i++) {
        const quire_status one = visit(r, &item[i], around);
        worst = worst != QUIRE_OK ? worst : one;
        if (one == QUIRE_ERROR_LIMIT) {
            return one;
        }
        if (quire_diag_may_stop(r->dxf.diag, worst)) {
            return worst;
        }
    }
    return worst;
}

/* ---- all ---- */

static quire_status
report_layer(const struct reader *r)
{
    const struct quire_drawing_options *options = r->dxf.options;
    struct quire_arena *arena = quire_arena_create();
    size_t n = 0;
    const char *const *layer = arena != NULL ? quire_dxf_layers(r->index, arena, &n) : NULL;
    quire_status status;
    if (layer == NULL) {
        status = quire_diag_memory_error(r->dxf.diag);
    } else if (options->layer == NULL) {
        status = quire_dxf_error(&r->dxf, 0, NULL, "nothing is drawn in it");
    } else if (quire_dxf_find_hidden(r->index, &r->wanted) != NULL) {
        status = quire_dxf_error(&r->dxf, 0, "switch it on in the CAD program",
                                 "the layer '%.80s' is off or frozen: nothing on it is drawn",
                                 options->layer);
    } else {
        char what[100];
        quire_number_format(what, sizeof what, "%s%s%snothing is drawn on a layer",
                            r->index->unknown_page[0] != '\0' ? "the code page '" : "",
                            r->index->unknown_page,
                            r->index->unknown_page[0] != '\0' ? "' is not known, and " : "");
        status = quire_drawing_report_layer(layer, n, what, options, r->dxf.diag);
    }
    quire_arena_destroy(arena);
    return status;
}

static quire_status
read_all(struct reader *r)
{
    quire_status status = quire_dxf_settle_unit(&r->unit, r->index, r->dxf.options, r->dxf.diag);
    if (status != QUIRE_OK) {
        return status;
    }
    const double unit = r->unit * r->dxf.options->scale;
    const struct around plain = {.placement = {unit, {unit, 0.0, 0.0, unit, 0.0, 0.0}, false}};
    status = visit_all(r, r->index->drawn.item, r->index->drawn.n, &plain);
    return status == QUIRE_OK && !r->found ? report_layer(r) : status;
}

quire_status
quire_dxf_read(struct quire_drawing *out, const struct quire_dxf_index *index,
               const struct quire_drawing_options *options, quire_diag *diag)
{
    struct reader r = {
        .dxf = {.end = index->end, .options = options, .diag = diag}, .index = index, .out = out};
    if (options->layer != NULL) {
        r.wanted.text = options->layer;
        r.wanted.length = strlen(options->layer);
    }
    const quire_status status = read_all(&r);
    free(r.entity.pair);
    return status;
}
