#include "report/motion.h"

#include <stdlib.h>

#include "report/pack.h"

#define NUMBERS_MOST 6000000 /* in all frames together; two to three bytes each */
#define NUMBERS_FINE 210000  /* more than these are rounded */
#define UNIT_COARSE  10      /* [um] */

struct spans {
    struct quire_motion_span *span;
    size_t n, capacity;
    bool failed;
};

static void
add_span(struct spans *s, const char *kind, size_t of, size_t first, size_t n, size_t back)
{
    if (s->n == s->capacity) {
        const size_t capacity = 2 * s->capacity + 16;
        struct quire_motion_span *grown = realloc(s->span, capacity * sizeof *grown);
        if (grown == NULL) {
            s->failed = true;
            return;
        }
        s->span = grown;
        s->capacity = capacity;
    }
    if (n > 0) {
        s->span[s->n++] = (struct quire_motion_span){kind, of, first, n, back};
    }
}

/* index of a frame's number */
static size_t
index_of(const struct quire_frames *f, const int32_t *at)
{
    return (size_t)(at - f->place);
}

static void
list_spans(struct spans *s, const struct quire_frames *f)
{
    for (size_t i = 0; i < f->n_sheet; i++) {
        add_span(s, "line", i, index_of(f, quire_frames_line_at(f, 0, i)),
                 2 * quire_frames_node_count(f, i), 2);
    }
    for (size_t i = 0; i < f->n_roller; i++) {
        add_span(s, "roller", i, index_of(f, quire_frames_roller_at(f, 0, i)), 2, 0);
    }
    for (size_t i = 0; i < f->n_body; i++) {
        add_span(s, "body", i, index_of(f, quire_frames_body_at(f, 0, i)), 8, 0);
    }
    for (size_t i = 0; i < f->n_sheet; i++) {
        const size_t n = quire_frames_node_count(f, i), m = f->column[i];
        add_span(s, "tension", i, index_of(f, quire_frames_tension_at(f, 0, i)), n > 0 ? n - 1 : 0,
                 0);
        if (m > 0) {
            add_span(s, "nodes", i, index_of(f, quire_frames_nodes_at(f, 0, i)), 3 * n * m, 3 * m);
            add_span(s, "contact", i, index_of(f, quire_frames_contact_at(f, 0, i)), n, 0);
        }
    }
    for (size_t i = 0; quire_frames_has_shifts(f) && i < f->n_roller; i++) {
        add_span(s, "shift", i, index_of(f, quire_frames_shifts_at(f, 0)) + i, 1, 0);
    }
    for (size_t i = 0; i < f->n_solid; i++) {
        add_span(s, "solid", i, index_of(f, quire_frames_solid_at(f, 0, i)), QUIRE_FRAMES_SOLID, 0);
    }
    for (size_t i = 0; i < f->n_gate; i++) {
        add_span(s, "gate", i, index_of(f, quire_frames_gate_at(f, 0, i)), QUIRE_FRAMES_POSE, 0);
    }
}

struct quire_motion_thinning
quire_motion_thin(const struct quire_frames *frames, size_t most)
{
    struct quire_motion_thinning thinning = {1, 1};
    while ((frames->width * (frames->n / thinning.stride + 1) > NUMBERS_MOST ||
            frames->n / thinning.stride > most) &&
           thinning.stride < frames->n) {
        thinning.stride *= 2;
    }
    thinning.unit = frames->width * (frames->n / thinning.stride) > NUMBERS_FINE ? UNIT_COARSE : 1;
    return thinning;
}

static bool
is_kept(const struct quire_frames *f, const struct quire_motion_thinning *thinning, size_t frame)
{
    return frame % thinning->stride == 0 || frame + 1 == f->n;
}

static bool
is_there(const int32_t *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (at[i] == QUIRE_FRAMES_ABSENT) {
            return false;
        }
    }
    return true;
}

/* to the nearest whole unit, halves away from zero */
static int64_t
rounded(int32_t value, int32_t unit)
{
    const int64_t half = unit / 2;
    return value >= 0 ? (value + half) / unit : -((half - (int64_t)value) / unit);
}

/* `last` holds what was written of the span when it was there last */
static void
pack_span(struct quire_text *bytes, const struct quire_motion_span *span, const int32_t *at,
          int32_t unit, int64_t *last)
{
    quire_pack_integer(bytes, 1);
    for (size_t i = 0; i < span->n; i++) {
        const bool stepped = span->back > 0 && i >= span->back;
        const int64_t value =
            rounded(at[i], unit) - (stepped ? rounded(at[i - span->back], unit) : 0);
        quire_pack_integer(bytes, value - last[i]);
        last[i] = value;
    }
}

static void
pack_frames(struct quire_text *bytes, const struct quire_frames *f, const struct spans *s,
            const struct quire_motion_thinning *thinning)
{
    int64_t *last = calloc(f->width + 1, sizeof *last);
    bytes->failed = bytes->failed || last == NULL;
    for (size_t frame = 0; last != NULL && frame < f->n; frame++) {
        for (size_t i = 0; is_kept(f, thinning, frame) && i < s->n; i++) {
            const struct quire_motion_span *span = &s->span[i];
            const int32_t *at = f->place + frame * f->width + span->first;
            if (is_there(at, span->n)) {
                pack_span(bytes, span, at, thinning->unit, last + span->first);
            } else {
                quire_pack_integer(bytes, 0);
            }
        }
    }
    free(last);
}

static void
write_spans(struct quire_json *json, const struct spans *s)
{
    quire_json_open(json, "spans", '[', true);
    for (size_t i = 0; i < s->n; i++) {
        const struct quire_motion_span *span = &s->span[i];
        quire_json_open(json, NULL, '{', true);
        quire_json_string(json, "kind", span->kind);
        quire_json_integer(json, "of", (long)span->of);
        quire_json_integer(json, "n", (long)span->n);
        quire_json_integer(json, "back", (long)span->back);
        quire_json_close(json, '{');
    }
    quire_json_close(json, '[');
}

static void
write_times(struct quire_json *json, const struct quire_frames *f,
            const struct quire_motion_thinning *thinning)
{
    quire_json_open(json, "time", '[', true);
    for (size_t frame = 0; frame < f->n; frame++) {
        if (is_kept(f, thinning, frame)) {
            quire_json_begin(json, NULL);
            quire_text_rounded(json->text, &f->time[frame], 1, 12);
        }
    }
    quire_json_close(json, '[');
}

void
quire_motion_write(struct quire_json *json, const char *key, const struct quire_frames *frames,
                   size_t most)
{
    const struct quire_motion_thinning thinning = quire_motion_thin(frames, most);
    struct quire_text bytes = {0};
    struct spans spans = {0};
    list_spans(&spans, frames);
    pack_frames(&bytes, frames, &spans, &thinning);
    quire_json_open(json, key, '{', true);
    quire_json_begin(json, "unit");
    quire_text_format(json->text, "%de-6", (int)thinning.unit);
    quire_json_integer(json, "of", (long)frames->n);
    write_times(json, frames, &thinning);
    write_spans(json, &spans);
    quire_pack_json(json, "bytes", &bytes);
    quire_json_close(json, '{');
    json->text->failed = json->text->failed || spans.failed;
    quire_text_clear(&bytes);
    free(spans.span);
}
