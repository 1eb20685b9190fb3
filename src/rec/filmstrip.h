/* filmstrip.svg: the machine with its names, then the sheets at several moments. */
#ifndef QUIRE_REC_FILMSTRIP_H
#define QUIRE_REC_FILMSTRIP_H

#include "base/text.h"
#include "rec/frames.h"
#include "rec/machine.h"
#include "rec/result.h"

/* Writes nothing when there is nothing to be seen. */
void quire_filmstrip_write(struct quire_text *out, const struct quire_machine *machine,
                           const struct quire_frames *frames, const struct quire_result *result);

#endif
