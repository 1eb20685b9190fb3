#include "vtk/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* significant ones: a nanometre in a metre, far below what is known of any machine */
#define DIGITS 9

static void
clear_cells(struct quire_cells *cells)
{
    free(cells->node);
    free(cells->end);
    *cells = (struct quire_cells){0};
}

void
quire_mesh_clear(struct quire_mesh *self)
{
    free(self->at);
    clear_cells(&self->line);
    clear_cells(&self->polygon);
    free(self->line_of);
    free(self->polygon_of);
    for (size_t i = 0; i < self->n_field; i++) {
        free(self->field[i].value);
    }
    *self = (struct quire_mesh){0};
}

/* makes room for `wanted` numbers of `size` bytes; false when memory runs out */
static bool
reserve(struct quire_mesh *self, void *list, size_t *cap, size_t wanted, size_t size)
{
    void **data = list;
    if (self->failed) {
        return false;
    }
    if (wanted <= *cap) {
        return true;
    }
    const size_t more = 2 * wanted + 64;
    void *grown = more < SIZE_MAX / size ? realloc(*data, more * size) : NULL;
    if (grown == NULL) {
        self->failed = true;
        return false;
    }
    *data = grown;
    *cap = more;
    return true;
}

size_t
quire_mesh_point(struct quire_mesh *self, double x, double y, double z)
{
    if (!reserve(self, &self->at, &self->cap, self->n + 1, 3 * sizeof *self->at)) {
        return 0;
    }
    double *at = self->at + 3 * self->n;
    at[0] = x;
    at[1] = y;
    at[2] = z;
    return self->n++;
}

static void
add_cell(struct quire_mesh *self, struct quire_cells *cells, size_t **of, size_t *cap_of,
         size_t object, const size_t *node, size_t n)
{
    if (reserve(self, &cells->node, &cells->cap_node, cells->n_node + n, sizeof *cells->node) &&
        reserve(self, &cells->end, &cells->cap, cells->n + 1, sizeof *cells->end) &&
        reserve(self, of, cap_of, cells->n + 1, sizeof **of)) {
        memcpy(cells->node + cells->n_node, node, n * sizeof *node);
        cells->n_node += n;
        cells->end[cells->n] = cells->n_node;
        (*of)[cells->n++] = object;
    }
}

void
quire_mesh_line(struct quire_mesh *self, size_t of, const size_t *node, size_t n)
{
    add_cell(self, &self->line, &self->line_of, &self->cap_line_of, of, node, n);
}

void
quire_mesh_polygon(struct quire_mesh *self, size_t of, const size_t *node, size_t n)
{
    add_cell(self, &self->polygon, &self->polygon_of, &self->cap_polygon_of, of, node, n);
}

double *
quire_mesh_field(struct quire_mesh *self, const char *name, size_t size)
{
    double *value = self->failed || self->n_field == QUIRE_MESH_FIELDS
                        ? NULL
                        : calloc(self->n * size + 1, sizeof *value);
    if (value == NULL) {
        self->failed = true;
        return NULL;
    }
    self->field[self->n_field++] = (struct quire_field_values){name, size, value};
    return value;
}

/* ---- the file ---- */

/* what is not finite is nothing in it */
static void
add_reals(struct quire_text *out, const char *name, const double *value, size_t n, size_t size)
{
    quire_text_format(
        out,
        "<DataArray type=\"Float64\" Name=\"%s\" NumberOfComponents=\"%zu\" format=\"ascii\">\n",
        name, size);
    for (size_t i = 0; i < n * size; i++) {
        const double finite = isfinite(value[i]) ? value[i] : 0.0;
        quire_text_rounded(out, &finite, 1, DIGITS);
        quire_text_add_char(out, (i + 1) % size == 0 ? '\n' : ' ');
    }
    quire_text_add(out, "</DataArray>\n");
}

static void
add_indices(struct quire_text *out, const char *name, const size_t *value, size_t n)
{
    quire_text_format(out, "<DataArray type=\"Int64\" Name=\"%s\" format=\"ascii\">\n", name);
    for (size_t i = 0; i < n; i++) {
        quire_text_integer(out, (int64_t)value[i]);
        quire_text_add_char(out, (i + 1) % 16 == 0 || i + 1 == n ? '\n' : ' ');
    }
    quire_text_add(out, "</DataArray>\n");
}

static void
add_cells(struct quire_text *out, const char *element, const struct quire_cells *cells)
{
    quire_text_format(out, "<%s>\n", element);
    add_indices(out, "connectivity", cells->node, cells->n_node);
    add_indices(out, "offsets", cells->end, cells->n);
    quire_text_format(out, "</%s>\n", element);
}

/* in VTK's order: lines before polygons */
static void
add_objects(struct quire_text *out, const struct quire_mesh *self, const char *object)
{
    quire_text_format(out, "<CellData>\n<DataArray type=\"Int64\" Name=\"%s\" format=\"ascii\">\n",
                      object);
    for (size_t i = 0; i < self->line.n + self->polygon.n; i++) {
        quire_text_integer(out, (int64_t)(i < self->line.n ? self->line_of[i]
                                                           : self->polygon_of[i - self->line.n]));
        quire_text_add_char(out, '\n');
    }
    quire_text_add(out, "</DataArray>\n</CellData>\n");
}

void
quire_mesh_write(struct quire_text *out, const struct quire_mesh *self, const char *object)
{
    out->failed = out->failed || self->failed;
    if (out->failed) {
        return;
    }
    quire_text_format(out,
                      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
                      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
                      "<PolyData>\n<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"0\" "
                      "NumberOfLines=\"%zu\" NumberOfStrips=\"0\" "
                      "NumberOfPolys=\"%zu\">\n<Points>\n",
                      self->n, self->line.n, self->polygon.n);
    add_reals(out, "Points", self->at, self->n, 3);
    quire_text_add(out, "</Points>\n<PointData>\n");
    for (size_t i = 0; i < self->n_field; i++) {
        add_reals(out, self->field[i].name, self->field[i].value, self->n, self->field[i].size);
    }
    quire_text_add(out, "</PointData>\n");
    add_objects(out, self, object);
    add_cells(out, "Lines", &self->line);
    add_cells(out, "Polys", &self->polygon);
    quire_text_add(out, "</Piece>\n</PolyData>\n</VTKFile>\n");
}
