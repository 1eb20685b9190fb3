/* A hand-made machine for the tests of the recorders: a path with a turn, two nips, three guides, a
 * sensor and two sheets, whose views at any time are computed, not simulated. */
#ifndef QUIRE_TEST_REC_STAGE_H
#define QUIRE_TEST_REC_STAGE_H

#include "geometry/outline.h"
#include "model/params.h"
#include "record/record.h"

#define STAGE_NODES 31
#define STAGE_SPEED 0.5 /* of the sheets [m/s] */

/* names that break carelessly written CSV, JSON, XML and terminals */
#define STAGE_NASTY "=<s\"1'>&,;\x1b[31m\n"

struct stage {
    struct quire_model model;
    struct quire_model_params model_params;
    struct quire_object root, path, line, arc, sensor;
    struct quire_object *root_child[2];
    struct quire_path_params path_params;
    struct quire_sensor_common sensor_params;
    struct quire_outline outline, guide_outline[3];
    struct quire_view view;
    struct quire_sheet_view sheet[2];
    struct quire_roller_view roller[5];
    struct quire_nip_view nip[2];
    struct quire_guide_view guide[3];
    double x[2][STAGE_NODES], y[2][STAGE_NODES], vx[2][STAGE_NODES], vy[2][STAGE_NODES],
        tension[STAGE_NODES];
    struct quire_event event[4];
    struct quire_check_entry check[3];
    struct quire_result result;
};

/* `nasty`: names as above for the model, a sheet, a nip, a guide and the sensor. */
void stage_begin(struct stage *self, bool nasty);
void stage_end(struct stage *self);

/* Moves the machine to a time; the second sheet enters at 0.2 s. */
void stage_at(struct stage *self, double time);

/* A run from 0 to `end` with samples every `interval` fed to the recorder; returns what end()
 * returned. */
quire_status stage_run(struct stage *self, struct quire_recorder recorder, double end,
                       double interval);

/* Reads a file of a folder whole, to be freed; NULL if it is not there. */
char *stage_read(const char *folder, const char *name);

/* A fresh folder for one test, to be freed. */
char *stage_folder(void);

#endif
