/* What is seen of a cured run: the machine and its sheets near the place of the failure, when that
 * was. */
#ifndef QUIRE_REVIEW_CURE_PICTURE_H
#define QUIRE_REVIEW_CURE_PICTURE_H

#include "base/json.h"
#include "trace/frames.h"
#include "trace/machine_outline.h"

/* Of the failure that is cured; NaN: it has no place. */
struct quire_cure_place {
    double time, x, y; /* [s], [m] */
};

/* Writes an object of whole micrometres: "box" (x, y of its lower left and
 * upper right corners), what is in it of "guides" and "sheets" (lists of x, y), and "rollers" (x,
 * y, radius); and "time" of the frame [s]. Without a place the box is around all. */
void quire_cure_picture_write(struct quire_json *json, const struct quire_machine *machine,
                              const struct quire_frames *frames,
                              const struct quire_cure_place *place);

#endif
