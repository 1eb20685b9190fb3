/* A trajectory's machine and frames as meshes. */
#ifndef QUIRE_VTK_VTK_SCENE_H
#define QUIRE_VTK_VTK_SCENE_H

#include "trace/trajectory_read.h"
#include "vtk/mesh.h"

/* The sheets of a frame: surfaces of spatial ones, lines of planar ones, at their nodes, with
 * fields in SI units: `velocity`, by differences from frame to frame; `normal_speed`, its part
 * along the sheet's normal, towards its left face; `curvature` along the sheet, positive towards
 * that face, from places that are right to half a micrometre; of spatial sheets `tension`, over the
 * whole width, and `contact_force`, of all that touches the station, over the whole width. */
void quire_scene_sheets(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame);

/* The rollers of a frame, and free bodies: cylinders in spatial models, else discs in the plane z =
 * 0. Bodies are counted on after rollers. */
void quire_scene_rollers(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame);

/* Guides that move, where they are in a frame. */
void quire_scene_gates(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame);

/* Guides that do not, as far as they reach across beside sheets and rollers, lines where there are
 * none; paths are counted on after guides. */
void quire_scene_guides(struct quire_mesh *out, const struct quire_trajectory *t);

#endif
