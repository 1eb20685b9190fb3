/* Export of a machine as a drawing for CAD programs. */
#ifndef QUIRE_DRAWING_H
#define QUIRE_DRAWING_H

#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The supported formats, ended by NULL. "dxf": ASCII, AutoCAD 2007, in millimetres. "svg": to
 * scale, 1 unit = 1 mm. */
QUIRE_API const char *const *quire_drawing_formats(void);

/* Writes the machine at t = 0 to the file `path`: paths, guides, channel walls, rollers, bodies,
 * sheets and sensors. Each object has its own layer (in SVG: its own id), named after its type and
 * name: "PATH-main", "GUIDE-upper", "ROLLER-n1.driver". QUIRE_ERROR_USAGE: unknown format.
 * QUIRE_ERROR_FILE: the file cannot be written. Other errors as for quire_run_create(). */
QUIRE_API quire_status quire_drawing_export(const quire_model *model, const char *format,
                                            const char *path, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
