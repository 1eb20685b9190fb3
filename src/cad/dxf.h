/* Reading DXF files in ASCII: pairs of a group code and a value, each on a line. */
#ifndef QUIRE_CAD_DXF_H
#define QUIRE_CAD_DXF_H

#include "cad/drawing.h"

/* As quire_drawing_read(), of a DXF. */
quire_status quire_dxf_read(struct quire_drawing *out, const char *bytes, size_t size,
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
    bool broken;          /* the pairs can not be followed any farther */
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

/* ---- entities (dxf_entity.c) ---- */

/* An entity as it stands in the file. */
struct quire_dxf_entity {
    char type[32];
    int line;
    struct quire_dxf_pair *pair; /* (n): those with numbers that tell its form */
    size_t n, capacity;
};

/* Adds the entity's lines, `unit` [m] being that of the drawing. Reports entities that can not be
 * used; texts, dimensions and the like have no lines. */
quire_status quire_dxf_entity_add(struct quire_drawing *out, const struct quire_dxf *dxf,
                                  const struct quire_dxf_entity *entity, double unit);

#endif
