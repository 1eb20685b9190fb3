/* A trajectory as the page holds it: every place in every frame, as steps from the place before and
 * from the frame before. */
#ifndef QUIRE_REPORT_MOTION_H
#define QUIRE_REPORT_MOTION_H

#include "base/json.h"
#include "trace/frames.h"

/* Numbers of a frame that are there or absent together, such as a sheet's nodes. Written as JSON
 * with the letters of these members. */
struct quire_motion_span {
    /* "line", "roller", "body", "nodes", "tension", "contact", "shift", "solid", "gate" */
    const char *kind;
    size_t of;       /* which sheet, roller, ... */
    size_t first, n; /* place in a frame */
    size_t back;     /* a number is written less the one so many places before; 0: as it is */
};

/* What is said of a trajectory: frames are left out beyond so many numbers, places are rounded to
 * whole units. */
struct quire_motion_thinning {
    size_t stride; /* every stride-th frame, and the last, are kept */
    int32_t unit;  /* of places [um], forces [uN], angles of gates [urad] */
};
/* About `most` frames are kept if there are more of them. */
struct quire_motion_thinning quire_motion_thin(const struct quire_frames *frames, size_t most);

#define QUIRE_MOTION_ALL SIZE_MAX /* as `most` */

/* Writes an object: "unit" [m, N], "of" (how many frames there were), "time", "spans",
 * "bytes". `bytes` is base64 of variable-length numbers (pack.h): frame by frame and span by span a
 * 0 where it is absent, otherwise a 1 and its numbers in units, each less the number `back` places
 * before it, and less the same in the frame in which the span was there last. */
void quire_motion_write(struct quire_json *json, const char *key, const struct quire_frames *frames,
                        size_t most);

#endif
