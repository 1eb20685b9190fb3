#include "batch/ipc_frame.h"

#include <string.h>

static const char magic[4] = {'Q', 'D', 'F', '1'};

uint32_t
doe_crc32(const void *data, size_t size)
{
    const unsigned char *p = data;
    uint32_t crc = 0xffffffffu;

    for (size_t i = 0; i < size; i++) {
        crc ^= p[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
        }
    }
    return ~crc;
}

/* ---- numbers and texts ---- */

static void
put_bytes(struct quire_text *out, uint64_t value, int n)
{
    char bytes[8];

    for (int i = 0; i < n; i++) {
        bytes[i] = (char)(unsigned char)(value >> 8 * i & 0xffu);
    }
    quire_text_add_bytes(out, bytes, (size_t)n);
}

static uint64_t
bytes_at(const char *bytes, int n)
{
    uint64_t value = 0;

    for (int i = 0; i < n; i++) {
        value |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    }
    return value;
}

void
doe_put_u32(struct quire_text *out, uint32_t value)
{
    put_bytes(out, value, 4);
}

void
doe_put_u64(struct quire_text *out, uint64_t value)
{
    put_bytes(out, value, 8);
}

void
doe_put_double(struct quire_text *out, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    put_bytes(out, bits, 8);
}

void
doe_put_text(struct quire_text *out, const char *text)
{
    const size_t n = strlen(text);

    put_bytes(out, n, 4);
    quire_text_add_bytes(out, text, n);
}

/* NULL, and the reader has failed, when there are not so many bytes left */
static const char *
take(struct doe_reader *in, size_t n)
{
    if (in->failed || in->size - in->at < n) {
        in->failed = true;
        return NULL;
    }
    in->at += n;
    return in->bytes + in->at - n;
}

uint32_t
doe_get_u32(struct doe_reader *in)
{
    const char *p = take(in, 4);

    return p != NULL ? (uint32_t)bytes_at(p, 4) : 0;
}

uint64_t
doe_get_u64(struct doe_reader *in)
{
    const char *p = take(in, 8);

    return p != NULL ? bytes_at(p, 8) : 0;
}

double
doe_get_double(struct doe_reader *in)
{
    const uint64_t bits = doe_get_u64(in);
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

void
doe_skip_text(struct doe_reader *in)
{
    take(in, doe_get_u32(in));
}

void
doe_get_text(struct doe_reader *in, char *out, size_t size)
{
    const size_t n = doe_get_u32(in);
    const char *p = take(in, n);
    const size_t kept = p == NULL ? 0 : n < size ? n : size - 1;

    if (kept > 0) {
        memcpy(out, p, kept);
    }
    out[kept] = '\0';
}

/* ---- frames ---- */

void
doe_frame_add(struct quire_text *out, const void *bytes, size_t size)
{
    quire_text_add_bytes(out, magic, sizeof magic);
    put_bytes(out, size, 4);
    quire_text_add_bytes(out, bytes, size);
    put_bytes(out, doe_crc32(bytes, size), 4);
}

/* where a frame may begin behind `from`, or the end */
static size_t
next_magic(const char *bytes, size_t size, size_t from)
{
    const char *found = from < size ? memmem(bytes + from, size - from, magic, sizeof magic) : NULL;

    return found != NULL ? (size_t)(found - bytes) : size;
}

enum doe_frame_found
doe_frame_next(const char *bytes, size_t size, size_t *at, const char **payload, size_t *length)
{
    const size_t left = size - *at;

    if (left < sizeof magic && memcmp(bytes + *at, magic, left) == 0) {
        return DOE_FRAME_NONE;
    }
    if (left < sizeof magic || memcmp(bytes + *at, magic, sizeof magic) != 0) {
        *at = next_magic(bytes, size, *at + 1);
        return DOE_FRAME_DAMAGED;
    }
    if (left < sizeof magic + 4) {
        return DOE_FRAME_NONE;
    }
    *length = (size_t)bytes_at(bytes + *at + sizeof magic, 4);
    *payload = bytes + *at + sizeof magic + 4;
    if (*length <= DOE_FRAME_LIMIT && left < *length + DOE_FRAME_EXTRA &&
        next_magic(bytes, size, *at + 1) == size) {
        return DOE_FRAME_NONE; /* torn: nothing follows */
    }
    if (*length > DOE_FRAME_LIMIT || left < *length + DOE_FRAME_EXTRA ||
        bytes_at(*payload + *length, 4) != doe_crc32(*payload, *length)) {
        *at = next_magic(bytes, size, *at + 1);
        return DOE_FRAME_DAMAGED;
    }
    *at += *length + DOE_FRAME_EXTRA;
    return DOE_FRAME_WHOLE;
}
