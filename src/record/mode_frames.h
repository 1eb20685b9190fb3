/* The shapes of vibrations as frames of a picture. */
#ifndef QUIRE_RECORD_MODE_FRAMES_H
#define QUIRE_RECORD_MODE_FRAMES_H

#include "result/result.h"
#include "trace/frames.h"

/* The state of rest `last`, then each mode, large enough to be seen. QUIRE_ERROR_LIMIT when memory
 * runs out. */
quire_status quire_mode_frames(struct quire_frames *shapes, const struct quire_rest_result *rest,
                               const struct quire_view *last);

#endif
