/* The form of an entity as it is worked out: its numbers by their codes, and where its points lie.
 */
#ifndef QUIRE_CAD_DXF_DXF_FORM_H
#define QUIRE_CAD_DXF_DXF_FORM_H

#include "cad/dxf/dxf.h"

/* Heights and tilts beyond this make an entity one in space [m], [1]. */
#define QUIRE_DXF_FLAT 1e-6

struct quire_dxf_form {
    const struct quire_dxf *dxf;
    const struct quire_dxf_entity *entity;
    double unit; /* [m] */
    const struct quire_dxf_placement *placement;
    double mirror; /* -1: x runs to the left in the entity's own coordinates; otherwise +1 */
    struct quire_outline *out;
};

#define quire_dxf_form_error(j, ...) quire_dxf_error((j)->dxf, (j)->entity->line, __VA_ARGS__)

/* The first number with this code; `fallback` where there is none, which must be finite unless the
 * number may be missing. */
quire_status quire_dxf_form_number(const struct quire_dxf_form *j, int code, double fallback,
                                   double *out);

/* The first numbers with these n codes, none of which may be missing. */
quire_status quire_dxf_form_numbers(const struct quire_dxf_form *j, const int *code, size_t n,
                                    double *out);

/* From the entity's own coordinates to those of the drawing [m]; the same for directions, which are
 * checked. */
void quire_dxf_form_place(const struct quire_dxf_form *j, double x, double y, double out[2]);
quire_status quire_dxf_form_place_vector(const struct quire_dxf_form *j, double x, double y,
                                         double out[2]);

/* quire_drawing_check_point() of a point of the drawing [m]; of one as the entity has it. */
quire_status quire_dxf_form_check_point(const struct quire_dxf_form *j, const double at[2],
                                        int line);
quire_status quire_dxf_form_check_place(const struct quire_dxf_form *j, const double p[2],
                                        int line);

/* The point with the codes `code` and `code` + 10, of the drawing [m]. */
quire_status quire_dxf_form_point(const struct quire_dxf_form *j, int code, double at[2]);

/* Says that the entity does not lie in the plane of the drawing. */
quire_status quire_dxf_form_space_error(const struct quire_dxf_form *j);

/* The plane of the entity: upright, or seen from behind as after mirroring; and its heights, the
 * numbers with these n codes, in which its points must agree. */
quire_status quire_dxf_form_plane(struct quire_dxf_form *j, const int *height, size_t n);

/* What is to be said of what an outline's or curve's function says; "the LINE has no length". */
quire_status quire_dxf_form_added(const struct quire_dxf_form *j, quire_status status,
                                  const char *what);

#endif
