/* Conversion of the results of a run into files for other programs. */
#ifndef QUIRE_CONVERT_H
#define QUIRE_CONVERT_H

#include <stddef.h>

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The supported formats, ended by NULL. "vtk": VTK XML PolyData for ParaView, with sheets-0001.vtp,
 * rollers-0001.vtp, ... for each frame, machine.vtp, and trajectory.pvd, which lists them with
 * their times. "csv": nodes.csv and rollers.csv. "svg": frame-0001.svg, ... */
QUIRE_API const char *const *quire_convert_formats(void);

/* Converts the trajectory of the results in `directory` to `format`. The files are written to the
 * folder `output`, which is created if it does not exist. Default (NULL): a folder in `directory`
 * named after the format. Frames of an earlier conversion are overwritten, surplus ones deleted.
 * *n_frame receives the number of frames; n_frame may be NULL. QUIRE_ERROR_USAGE: unknown format.
 * QUIRE_ERROR_FILE: there are no results, the run did not finish and so has no trajectory, or a
 * file cannot be read or written. */
QUIRE_API quire_status quire_convert(const char *directory, const char *format, const char *output,
                                     size_t *n_frame, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
