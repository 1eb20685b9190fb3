/* Reading DXF files in ASCII: pairs of a group code and a value, each on a line. */
#ifndef QUIRE_CAD_DXF_DXF_H
#define QUIRE_CAD_DXF_DXF_H

#include "cad/drawing.h"

struct quire_arena;
struct quire_dxf_index;

/* As quire_drawing_take(), of a DXF. */
quire_status quire_dxf_read(struct quire_drawing *out, const struct quire_dxf_index *index,
                            const struct quire_drawing_options *options, quire_diag *diag);

/* ---- pairs (dxf_scan.c) ---- */

struct quire_dxf_pair {
    int code;         /* what the value is */
    int line;         /* of the value in the file, from 1 */
    const char *text; /* the value, without the blanks around it: not ended by a NUL */
    size_t length;
};

struct quire_dxf {
    const char *at, *end; /* what is not read yet */
    int line;             /* lines that are read */
    bool broken;          /* the pairs cannot be followed any farther */
    const struct quire_drawing_options *options;
    quire_diag *diag;
};

/* The next pair. E-DRAWING at the end of the file, which a pair 0, EOF should have told, and where
 * there is no group code. */
quire_status quire_dxf_next(struct quire_dxf *dxf, struct quire_dxf_pair *pair);

/* Whether the value is this word. */
bool quire_dxf_is(const struct quire_dxf_pair *pair, const char *word);

/* The value as a number; reports what is none. */
quire_status quire_dxf_number(const struct quire_dxf *dxf, const struct quire_dxf_pair *pair,
                              double *out);

/* Adds E-DRAWING at a line. */
quire_status quire_dxf_error(const struct quire_dxf *dxf, int line, const char *hint,
                             const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- what is in a file (dxf_index.c) ---- */

/* An entity as the file has it, not looked at closely yet. */
struct quire_dxf_item {
    const char *at;                          /* the pairs behind 0, TYPE */
    int line;                                /* of TYPE */
    struct quire_dxf_pair type, layer, name; /* length 0: none; of a block's INSERT, or BLOCK */
    bool hidden;                             /* in paper space, or invisible */
};

struct quire_dxf_items {
    struct quire_dxf_item *item; /* (n) */
    size_t n, capacity;
};

/* A block: its entities are items first, first + 1, ..., first + n - 1 of `inner`. */
struct quire_dxf_block {
    struct quire_dxf_item head;
    size_t first, n;
};

/* A layer that is not shown, with what is on it; if it is frozen, with all of the blocks that are
 * inserted on it. */
struct quire_dxf_layer {
    struct quire_dxf_pair name;
    bool frozen;
};

struct quire_dxf_index {
    const char *end;               /* of the file */
    double units, measurement;     /* $INSUNITS, $MEASUREMENT; NaN: it does not say */
    char unknown_page[32];         /* a code page that is not known; "" */
    struct quire_dxf_layer *layer; /* (n_layer), by name: those that are off or frozen */
    size_t n_layer, layer_capacity;
    struct quire_dxf_items drawn;  /* those of the section ENTITIES, in the order of the file */
    struct quire_dxf_items inner;  /* those of blocks */
    struct quire_dxf_block *block; /* (n_block), by name */
    size_t n_block, block_capacity;
};

/* Runs through the file once; *out is in the arena. All that is reported concerns the whole file.
 */
quire_status quire_dxf_look(struct quire_dxf_index **out, const char *bytes, size_t size,
                            const struct quire_drawing_options *options, struct quire_arena *arena,
                            quire_diag *diag);

/* The block with this name; NULL if there is none. */
const struct quire_dxf_block *quire_dxf_find_block(const struct quire_dxf_index *index,
                                                   const struct quire_dxf_pair *name);

/* The layer with this name if it is off or frozen; otherwise NULL. */
const struct quire_dxf_layer *quire_dxf_find_hidden(const struct quire_dxf_index *index,
                                                    const struct quire_dxf_pair *name);

/* The names of the layers that something is drawn on, in the order of the file, in the arena; NULL
 * when memory runs out. */
const char *const *quire_dxf_layers(const struct quire_dxf_index *index, struct quire_arena *arena,
                                    size_t *n);

/* The order of names of layers and blocks, which do not tell small letters from capital ones. As
 * strcmp(). */
int quire_dxf_compare(const struct quire_dxf_pair *a, const struct quire_dxf_pair *b);

/* ---- units (dxf_unit.c) ---- */

/* The unit of the drawing [m], by the options or else by $INSUNITS; E-UNIT where there is none. */
quire_status quire_dxf_settle_unit(double *out, const struct quire_dxf_index *index,
                                   const struct quire_drawing_options *options, quire_diag *diag);

/* ---- entities (dxf_entity.c) ---- */

/* An entity with what its form follows from. */
struct quire_dxf_entity {
    char type[32];
    int line;
    struct quire_dxf_pair *pair; /* (n): those with numbers that tell its form */
    size_t n, capacity;
};

/* Where its coordinates lie. */
struct quire_dxf_placement {
    double unit; /* of the drawing [m] */
    double m[6]; /* from the entity's coordinates to those of the drawing [m]: geometry/affine.h */
    bool inner;  /* it is in a block */
};

/* Adds the entity's lines. Reports entities that cannot be used; texts, dimensions and the like
 * have no lines. */
quire_status quire_dxf_entity_add(struct quire_drawing *out, const struct quire_dxf *dxf,
                                  const struct quire_dxf_entity *entity,
                                  const struct quire_dxf_placement *placement);

/* ---- blocks (dxf_insert.c) ---- */

/* Where an INSERT puts the coordinates of its block, whose base point is `base`. */
quire_status quire_dxf_insert_place(struct quire_dxf_placement *out, const struct quire_dxf *dxf,
                                    const struct quire_dxf_entity *insert, const double base[2],
                                    const struct quire_dxf_placement *around);

/* The base point of a block. */
quire_status quire_dxf_base_point(double out[2], const struct quire_dxf *dxf,
                                  const struct quire_dxf_entity *block);

#endif
