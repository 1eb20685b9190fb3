/* Turning the results of a run into files that other programs read. */
#ifndef QUIRE_CONVERT_H
#define QUIRE_CONVERT_H

#include <stddef.h>

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats: "vtk" (VTK XML PolyData for ParaView: sheets-0001.vtp, rollers-0001.vtp, ... of each
 * frame, machine.vtp, and trajectory.pvd that names them with their times), "csv" (nodes.csv,
 * rollers.csv) and "svg" (frame-0001.svg, ...). NULL ends the list. */
QUIRE_API const char *const *quire_convert_formats(void);

/* Reads the trajectory of the results in `directory` and writes it in `format` into the folder
 * `output`, which is made where it is missing; NULL: a folder in `directory`, named as the format.
 * Frames of an earlier conversion in that folder are overwritten, and those that were more are
 * removed. *n_frame, which may be NULL, receives the number of frames. QUIRE_ERROR_USAGE for an
 * unknown format; QUIRE_ERROR_FILE when there are no results, when the run did not finish (it then
 * has no trajectory) or a file cannot be read or written. */
QUIRE_API quire_status quire_convert(const char *directory, const char *format, const char *output,
                                     size_t *n_frame, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
