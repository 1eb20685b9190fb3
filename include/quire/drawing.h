/* A machine as a drawing, for CAD programs. */
#ifndef QUIRE_DRAWING_H
#define QUIRE_DRAWING_H

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats: "dxf" (ASCII, AutoCAD 2007, millimetres) and "svg" (to scale, a unit being a
 * millimetre). NULL ends the list. */
QUIRE_API const char *const *quire_drawing_formats(void);

/* Writes what the model shows at the start into the file at `path`: paths, guides, walls of
 * channels, rollers, bodies, sheets and sensors, each on a layer (in an SVG: with an id) of its
 * own, named by its sort and its name: "PATH-main", "GUIDE-upper", "ROLLER-n1.driver".
 * QUIRE_ERROR_USAGE for an unknown format; otherwise as quire_run_create(), or QUIRE_ERROR_FILE. */
QUIRE_API quire_status quire_drawing_export(const quire_model *model, const char *format,
                                            const char *path, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
