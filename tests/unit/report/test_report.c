/* What the page holds, decoded by its documented format, against what was to be shown. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/file.h"
#include "report/history.h"
#include "report/motion.h"
#include "report/pack.h"
#include "report/page.h"
#include "result/folder.h"

#define SHOWN_WITHIN 50.0 /* [um], of places */

/* ---- reading what was written ---- */

struct bytes {
    unsigned char *data;
    size_t size, at;
};

static struct bytes
from_base64(const char *text)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct bytes b = {malloc(strlen(text) + 1), 0, 0};
    cr_assert_eq(strlen(text) % 4, 0);
    for (; *text != '\0'; text += 4) {
        unsigned word = 0;
        size_t n = 3;
        for (size_t i = 0; i < 4; i++) {
            const char *found = strchr(digit, text[i]);
            n -= text[i] == '=';
            cr_assert(found != NULL || text[i] == '=');
            word = word << 6 | (text[i] == '=' ? 0 : (unsigned)(found - digit));
        }
        for (size_t i = 0; i < n; i++) {
            b.data[b.size++] = (unsigned char)(word >> (16 - 8 * i));
        }
    }
    return b;
}

static int64_t
next_integer(struct bytes *b)
{
    uint64_t value = 0;
    int shift = 0;
    unsigned char byte;
    do {
        cr_assert(b->at < b->size, "too few bytes");
        byte = b->data[b->at++];
        value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte >= 0x80);
    return value % 2 != 0 ? -(int64_t)(value / 2) - 1 : (int64_t)(value / 2);
}

static json_t *
take_json(struct quire_text *text)
{
    cr_assert_not(text->failed);
    json_t *value = json_loads(text->data, 0, NULL);
    cr_assert_not_null(value, "%.200s", text->data);
    quire_text_clear(text);
    return value;
}

static double
number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* ---- numbers ---- */

Test(report, numbers_of_any_size_come_back)
{
    const int64_t value[] = {0,     -1,   1,         63,        -64,       64,       8191,
                             -8192, 8192, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    const size_t n = sizeof value / sizeof *value;
    struct quire_text packed = {0}, text = {0};
    for (size_t i = 0; i < n; i++) {
        quire_pack_integer(&packed, value[i]);
        if (i == 5) {
            cr_assert_eq(packed.size, 7); /* six of them, all but the last in one byte */
        }
    }
    quire_pack_base64(&text, packed.data, packed.size);
    struct bytes b = from_base64(text.data);
    for (size_t i = 0; i < n; i++) {
        cr_assert_eq(next_integer(&b), value[i], "number %zu", i);
    }
    cr_assert_eq(b.at, b.size);
    free(b.data);
    quire_text_clear(&packed);
    quire_text_clear(&text);
}

/* RFC 4648, 10 */
Test(report, base64_is_that_of_the_standard)
{
    const char *const pair[][2] = {{"f", "Zg=="},         {"fo", "Zm8="},
                                   {"foo", "Zm9v"},       {"foob", "Zm9vYg=="},
                                   {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        struct quire_text text = {0};
        quire_pack_base64(&text, pair[i][0], strlen(pair[i][0]));
        cr_assert_str_eq(text.data, pair[i][1]);
        quire_text_clear(&text);
    }
}

/* ---- places ---- */

/* sheets on a wave that travels, one in space; the second is away for a while, a roller in the end
 */
static void
fill_frames(struct quire_frames *f, size_t n_frame, size_t n_node)
{
    const struct quire_frames_sheet shape[] = {{n_node, 0}, {n_node, 3}};
    cr_assert_eq(quire_frames_shape(f, shape, 2, 1, 1, 0), QUIRE_OK);
    quire_frames_add_gates(f, 2);
    for (size_t frame = 0; frame < n_frame; frame++) {
        cr_assert(quire_frames_append(f, 1e-3 * (double)frame));
        for (size_t i = 0; i < 2 * n_node; i++) {
            const double wave = 1e6 * sin(0.01 * (double)i + 0.3 * (double)frame);
            quire_frames_line_at(f, frame, 0)[i] = (int32_t)wave;
            quire_frames_line_at(f, frame, 1)[i] =
                frame % 3 == 1 ? QUIRE_FRAMES_ABSENT : (int32_t)-wave;
        }
        for (size_t i = 0; i < 9 * n_node && frame % 3 != 1; i++) {
            quire_frames_nodes_at(f, frame, 1)[i] =
                (int32_t)(1e5 * cos(0.1 * (double)i) + 7.0 * (double)frame);
        }
        for (size_t i = 0; i < n_node && frame % 3 != 1; i++) {
            quire_frames_contact_at(f, frame, 1)[i] = (int32_t)(i * frame);
            if (i > 0) {
                quire_frames_tension_at(f, frame, 1)[i - 1] = -(int32_t)(100000 * frame);
            }
        }
        for (size_t i = 0; i < 2 && frame + 1 < n_frame; i++) {
            quire_frames_roller_at(f, frame, 0)[i] = -25000;
        }
        for (size_t i = 0; i < 6; i++) {
            quire_frames_gate_at(f, frame, i / 3)[i % 3] = (int32_t)(frame * (i + 1));
        }
        for (size_t i = 0; i < 8; i++) {
            quire_frames_body_at(f, frame, 0)[i] = (int32_t)(i * i * frame);
        }
    }
}

/* where a span's numbers stand in the frames */
static const int32_t *
place_of(const struct quire_frames *f, size_t frame, const char *kind, size_t of)
{
    const struct {
        const char *kind;
        const int32_t *at;
    } all[] = {
        {"line", quire_frames_line_at(f, frame, of)},
        {"roller", quire_frames_roller_at(f, frame, of)},
        {"body", quire_frames_body_at(f, frame, of)},
        {"nodes", quire_frames_nodes_at(f, frame, of)},
        {"tension", quire_frames_tension_at(f, frame, of)},
        {"contact", quire_frames_contact_at(f, frame, of)},
        {"shift", quire_frames_shifts_at(f, frame) + of},
        {"gate", quire_frames_gate_at(f, frame, of)},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].kind, kind) == 0) {
            return all[i].at;
        }
    }
    return NULL;
}

/* the largest difference between what the page shows in its k-th frame and the frame that it is */
static double
span_error(struct bytes *b, const json_t *span, double unit, int64_t *last, const int32_t *true_at)
{
    const size_t n = (size_t)number_of(span, "n"), back = (size_t)number_of(span, "back");
    int64_t *value = calloc(n, sizeof *value);
    double most = 0;
    const int64_t there = next_integer(b);
    cr_assert_eq(there, true_at[0] != QUIRE_FRAMES_ABSENT);
    for (size_t i = 0; there == 1 && i < n; i++) {
        last[i] += next_integer(b);
        value[i] = last[i] + (back > 0 && i >= back ? value[i - back] : 0);
        most = fmax(most, fabs(1e6 * unit * (double)value[i] - true_at[i]));
    }
    free(value);
    return most;
}

/* decodes all frames; *n_kept receives how many there are */
static double
motion_error(const struct quire_frames *f, size_t *n_kept)
{
    struct quire_text text = {0};
    struct quire_json json = {.text = &text, .compact = true};
    quire_motion_write(&json, NULL, f, QUIRE_MOTION_ALL);
    json_t *motion = take_json(&text), *spans = json_object_get(motion, "spans"),
           *times = json_object_get(motion, "time");
    struct bytes b = from_base64(json_string_value(json_object_get(motion, "bytes")));
    const size_t n_span = json_array_size(spans);
    int64_t *last = calloc(n_span * f->width, sizeof *last);
    double most = 0;
    *n_kept = json_array_size(times);
    cr_assert_eq(number_of(motion, "of"), (double)f->n);
    for (size_t k = 0; k < *n_kept; k++) {
        const double time = json_number_value(json_array_get(times, k));
        const size_t frame = quire_frames_nearest(f, time);
        cr_assert_float_eq(f->time[frame], time, 1e-12);
        for (size_t i = 0; i < n_span; i++) {
            const json_t *span = json_array_get(spans, i);
            const int32_t *at = place_of(f, frame, json_string_value(json_object_get(span, "kind")),
                                         (size_t)number_of(span, "of"));
            cr_assert_not_null(at);
            most = fmax(most,
                        span_error(&b, span, number_of(motion, "unit"), last + i * f->width, at));
        }
    }
    cr_assert_eq(b.at, b.size);
    free(last);
    free(b.data);
    json_decref(motion);
    return most;
}

Test(report, places_are_shown_as_they_were_recorded)
{
    struct quire_frames f = {0};
    size_t n;
    fill_frames(&f, 7, 21);
    cr_assert_float_eq(motion_error(&f, &n), 0, 1e-6);
    cr_assert_eq(n, 7);
    quire_frames_clear(&f);
}

Test(report, places_of_a_large_run_are_thinned_and_rounded_within_what_may_be_shown)
{
    struct quire_frames f = {0};
    size_t n;
    fill_frames(&f, 401, 2500);
    const struct quire_motion_thinning thinning = quire_motion_thin(&f, QUIRE_MOTION_ALL);
    cr_assert(thinning.stride > 1 && thinning.unit > 1);
    const double error = motion_error(&f, &n);
    cr_assert(error <= SHOWN_WITHIN, "%g um", error);
    cr_assert(error > 0); /* it was rounded */
    cr_assert_eq(n, 400 / thinning.stride + 1);
    quire_frames_clear(&f);
}

/* ---- series ---- */

static char folder[] = "/tmp/quire-report-XXXXXX";

static void
make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
}

static void
remove_folder(void)
{
    char *path = quire_folder_join(folder, QUIRE_HISTORY_FILE);
    unlink(path);
    free(path);
    rmdir(folder);
}

static void
save_series(const char *text)
{
    char *path = quire_folder_join(folder, QUIRE_HISTORY_FILE);
    cr_assert_eq(quire_file_save(path, text, strlen(text), NULL), QUIRE_OK);
    free(path);
}

/* the values of a column as the page decodes them; to be freed */
static double *
column_shown(const struct quire_history *h, size_t which, double *step)
{
    struct quire_text text = {0};
    struct quire_json json = {.text = &text, .compact = true};
    quire_history_write(&json, NULL, h);
    json_t *series = take_json(&text);
    struct bytes b = from_base64(json_string_value(json_object_get(series, "bytes")));
    double *value = calloc(h->n_row, sizeof *value);
    for (size_t i = 0; i < h->n; i++) {
        const json_t *column = json_array_get(json_object_get(series, "columns"), i);
        int64_t code = 0;
        cr_assert_str_eq(json_string_value(json_object_get(column, "name")), h->name[i]);
        for (size_t row = 0; row < h->n_row; row++) {
            code += next_integer(&b);
            if (i == which) {
                *step = number_of(column, "step");
                value[row] =
                    code == 0 ? (double)NAN : number_of(column, "low") + (double)(code - 1) * *step;
            }
        }
    }
    cr_assert_eq(b.at, b.size);
    free(b.data);
    json_decref(series);
    return value;
}

TestSuite(history, .init = make_folder, .fini = remove_folder);

Test(history, values_gaps_and_names_come_back)
{
    struct quire_history h;
    double step, want[] = {1.5, NAN, -3, 0.123456};
    save_series(
        "time [s],\"a\"\"b,c.slip [m/s]\",nothing [N]\n0,1.5,\n0.1,,\n0.2,-3,\n0.3,0.123456,\n");
    cr_assert_eq(quire_history_load(&h, folder, NULL), QUIRE_OK);
    cr_assert_eq(h.n, 3);
    cr_assert_eq(h.n_row, 4);
    cr_assert_str_eq(h.name[1], "a\"b,c.slip [m/s]");
    double *shown = column_shown(&h, 1, &step);
    for (size_t i = 0; i < 4; i++) {
        cr_assert(isnan(want[i]) ? isnan(shown[i]) : fabs(shown[i] - want[i]) <= 0.51 * step,
                  "row %zu: %g", i, shown[i]);
    }
    cr_assert(step < 1e-4);
    free(shown);
    shown = column_shown(&h, 2, &step);
    cr_assert(isnan(shown[0]) && isnan(shown[3]));
    free(shown);
    quire_history_clear(&h);
}

/* one sample alone is high: it is there in what is shown, near its time */
Test(history, long_series_keep_their_extremes)
{
    const size_t n = 100000, high = 71234;
    struct quire_text text = {0};
    struct quire_history h;
    double step, most = 0, when = 0;
    quire_text_add(&text, "time [s],a [N]\n");
    for (size_t i = 0; i < n; i++) {
        quire_text_format(&text, "%zue-3,%d\n", i, i == high ? 7 : (int)(i % 2));
    }
    save_series(text.data);
    quire_text_clear(&text);
    cr_assert_eq(quire_history_load(&h, folder, NULL), QUIRE_OK);
    cr_assert_eq(h.n_sample, n);
    cr_assert(h.bucket > 1 && h.n_row < 10000);
    double *time = column_shown(&h, 0, &step), *value = column_shown(&h, 1, &step);
    for (size_t i = 0; i < h.n_row; i++) {
        if (value[i] > most) {
            most = value[i];
            when = time[i];
        }
    }
    cr_assert_float_eq(most, 7, 1e-3);
    cr_assert_float_eq(when, 1e-3 * (double)high, 1e-3 * (double)h.bucket + 100.0 / 65533);
    free(time);
    free(value);
    quire_history_clear(&h);
}

Test(history, what_is_no_series_is_refused_at_its_line)
{
    const char *const bad[] = {"",
                               "x,y\n",
                               "time [s],a [N]\n0\n",
                               "time [s],a [N]\n0,1,2\n",
                               "time [s],a [N]\n0,nan\n",
                               "time [s],a [N]\n0,1\n1,2 \n",
                               "time [s],a [N]\n0,1\n1,2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct quire_history h;
        save_series(bad[i]);
        cr_assert_eq(quire_history_load(&h, folder, NULL), QUIRE_ERROR_FILE, "%zu", i);
    }
}

/* ---- the page ---- */

Test(report, data_end_no_element)
{
    static const unsigned char style[] = "b{}", body[] = "<body></body>", script[] = "f()";
    const struct quire_page_parts parts = {{style, 3}, {body, 13}, {script, 3}, NULL};
    struct quire_text data = {0}, page = {0};
    quire_text_add(&data, "{\"name\":\"</script><script>1\"}");
    quire_page_write(&page, &parts, "a<b>&\"c", &data);
    cr_assert_not_null(strstr(page.data, "{\"name\":\"\\u003c/script>\\u003cscript>1\"}"));
    cr_assert_not_null(strstr(page.data, "<title>a&lt;b&gt;&amp;"));
    cr_assert_null(strstr(page.data, "<script>1"));
    cr_assert_not_null(strstr(page.data, "<style>b{}</style>"));
    cr_assert_not_null(strstr(page.data, "<script>f()</script>"));
    quire_text_clear(&data);
    quire_text_clear(&page);
}
