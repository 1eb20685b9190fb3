#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

#include "batch/result_row.h"

/* the check value of CRC-32 as every description of it gives: of the nine digits */
Test(frame, checksum_is_crc_32)
{
    cr_assert(eq(u32, doe_crc32("123456789", 9), 0xcbf43926u));
}

static struct quire_text
three_frames(size_t end[3])
{
    struct quire_text text = {0};
    static const char *const payload[] = {"first", "", "the third QDF1 has the magic in it"};

    for (int i = 0; i < 3; i++) {
        doe_frame_add(&text, payload[i], strlen(payload[i]));
        end[i] = text.size;
    }
    return text;
}

static int
count_whole(const char *bytes, size_t size)
{
    size_t at = 0, length;
    const char *payload;
    int n = 0;

    while (at < size) {
        const enum doe_frame_found found = doe_frame_next(bytes, size, &at, &payload, &length);
        if (found == DOE_FRAME_NONE) {
            break;
        }
        n += found == DOE_FRAME_WHOLE;
    }
    return n;
}

/* wherever writing stops, the frames before are read and nothing else */
Test(frame, torn_end_costs_the_torn_frame_alone)
{
    size_t end[3];
    struct quire_text text = three_frames(end);

    for (size_t size = 0; size <= text.size; size++) {
        cr_assert(eq(int, count_whole(text.data, size),
                     (size >= end[0]) + (size >= end[1]) + (size >= end[2])),
                  "cut at %zu", size);
    }
    quire_text_clear(&text);
}

/* a flipped bit anywhere costs the frame it is in */
Test(frame, damage_costs_the_damaged_frame_alone)
{
    size_t end[3];
    struct quire_text text = three_frames(end);

    for (size_t bit = 0; bit < 8 * end[1]; bit++) {
        text.data[bit / 8] ^= (char)(1 << bit % 8);
        cr_assert(eq(int, count_whole(text.data, text.size), 2), "bit %zu", bit);
        text.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    quire_text_clear(&text);
}

static struct doe_record
some_record(void)
{
    struct doe_record r;

    cr_assert(doe_record_init(&r, 3));
    doe_record_reset(&r, 1234567890123u, "00112233445566778899aabbccddeeff");
    r.status = DOE_JAM;
    strcpy(r.diagnosis, "stall");
    strcpy(r.message, "it stood");
    r.end_time = 0.1;
    r.response[0] = -0.0;
    r.response[2] = 1.0 / 3;
    return r;
}

Test(record, survives_its_frame)
{
    struct doe_record r = some_record(), back;
    struct quire_text bytes = {0};
    char sum[17], sum_back[17];

    cr_assert(doe_record_init(&back, 3));
    doe_record_put(&bytes, &r);
    cr_assert(doe_record_get(&back, bytes.data, bytes.size));
    doe_record_checksum(&r, sum);
    doe_record_checksum(&back, sum_back);
    cr_assert(eq(str, sum, sum_back));
    cr_assert(back.index == r.index && back.response[2] == r.response[2] &&
              isnan(back.response[1]));
    for (size_t size = 0; size < bytes.size; size++) {
        cr_assert(not(doe_record_get(&back, bytes.data, size)), "%zu bytes of %zu", size,
                  bytes.size);
    }
    quire_text_clear(&bytes);
    doe_record_clear(&r);
    doe_record_clear(&back);
}

/* it covers what must be the same again, and not when and where the run was done */
Test(record, checksum_covers_results_alone)
{
    struct doe_record r = some_record();
    char sum[17], other[17];

    doe_record_checksum(&r, sum);
    r.attempt = 3;
    r.wall = 7;
    r.response[0] = 0.0;
    doe_record_checksum(&r, other);
    cr_assert(eq(str, sum, other));
    r.response[2] = nextafter(r.response[2], 1);
    doe_record_checksum(&r, other);
    cr_assert(ne(str, sum, other));
    doe_record_clear(&r);
}
