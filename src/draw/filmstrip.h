/* filmstrip.svg: the machine with its names, then the sheets at several moments. */
#ifndef QUIRE_DRAW_FILMSTRIP_H
#define QUIRE_DRAW_FILMSTRIP_H

#include "result/result.h"
#include "text/text.h"
#include "trace/frames.h"
#include "trace/machine_outline.h"

/* Writes nothing when there is nothing to be seen. */
void quire_filmstrip_write(struct quire_text *out, const struct quire_machine *machine,
                           const struct quire_frames *frames, const struct quire_result *result);

#endif
