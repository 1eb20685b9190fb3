/* A sheet, roller or guide as points, lines and polygons in space, and how it is written as VTK XML
 * PolyData (text, .vtp). */
#ifndef QUIRE_VTK_MESH_H
#define QUIRE_VTK_MESH_H

#include "text/text.h"

/* Chains of points: of each cell the indices, then where each cell ends among them. */
struct quire_cells {
    size_t *node, *end;
    size_t n_node, cap_node, n, cap;
};

/* A number or vector of each point. */
struct quire_field_values {
    const char *name; /* static */
    size_t size;      /* numbers for each point: 1 or 3 */
    double *value;    /* (n, size) */
};

#define QUIRE_MESH_FIELDS 8

/* Start with {0}. Once memory runs out `failed` is set and additions do nothing. */
struct quire_mesh {
    double *at; /* x, y, z [m] (n, 3) */
    size_t n, cap;
    struct quire_cells line, polygon;
    size_t *line_of, *polygon_of; /* index of the object that each cell belongs to */
    size_t cap_line_of, cap_polygon_of;
    struct quire_field_values field[QUIRE_MESH_FIELDS];
    size_t n_field;
    bool failed;
};

void quire_mesh_clear(struct quire_mesh *self);

/* Adds a point and returns its index. */
size_t quire_mesh_point(struct quire_mesh *self, double x, double y, double z);
/* Adds a line or polygon of object `of` through n points. */
void quire_mesh_line(struct quire_mesh *self, size_t of, const size_t *node, size_t n);
void quire_mesh_polygon(struct quire_mesh *self, size_t of, const size_t *node, size_t n);

/* A field for all points that there are by now, zeroed, to be filled; NULL when memory runs out or
 * there are too many. */
double *quire_mesh_field(struct quire_mesh *self, const char *name, size_t size);

/* The whole file. `object` names what cells belong to: "sheet", "roller". */
void quire_mesh_write(struct quire_text *out, const struct quire_mesh *self, const char *object);

#endif
