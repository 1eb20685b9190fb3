/* Messages between processes and records in shards: frames that a reader can tell from rubbish. */
#ifndef QUIRE_BATCH_IPC_FRAME_H
#define QUIRE_BATCH_IPC_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/text.h"

#define DOE_FRAME_LIMIT ((size_t)1024 * 1024) /* most bytes that a frame may carry */
#define DOE_FRAME_EXTRA 12                    /* bytes of a frame beside those it carries */

/* CRC-32 of IEEE 802.3, by which a torn or damaged frame is known. */
uint32_t doe_crc32(const void *data, size_t size);

/* Appends a frame around `size` bytes: magic, length, bytes, checksum; lowest byte first. */
void doe_frame_add(struct quire_text *out, const void *bytes, size_t size);

enum doe_frame_found {
    DOE_FRAME_WHOLE,   /* *at is set behind it */
    DOE_FRAME_NONE,    /* the bytes end here, or before the frame's end */
    DOE_FRAME_DAMAGED, /* *at is set where the next frame may begin */
};

/* Looks for a frame at bytes + *at; *payload and *length receive what it carries, borrowed from
 * `bytes`. */
enum doe_frame_found doe_frame_next(const char *bytes, size_t size, size_t *at,
                                    const char **payload, size_t *length);

/* ---- what frames carry: numbers and texts one after the other ---- */

void doe_put_u32(struct quire_text *out, uint32_t value);
void doe_put_u64(struct quire_text *out, uint64_t value);
void doe_put_double(struct quire_text *out, double value);
void doe_put_text(struct quire_text *out, const char *text);

/* A reader of the same: once something is missing `failed` is set and all further values are 0 or
 * "". */
struct doe_reader {
    const char *bytes;
    size_t size, at;
    bool failed;
};
uint32_t doe_get_u32(struct doe_reader *in);
uint64_t doe_get_u64(struct doe_reader *in);
double doe_get_double(struct doe_reader *in);
void doe_skip_text(struct doe_reader *in);
/* Copies at most size - 1 bytes of the text and ends it with a NUL. */
void doe_get_text(struct doe_reader *in, char *out, size_t size);

#endif
