#include "review/cure_picture.h"

#include <math.h>

#include "draw/drawing.h"

#define HALF_WIDTH  0.09 /* of the box [m] */
#define HALF_HEIGHT 0.06
#define MICRO       1e-6

/* A line while it is cut at the box. */
struct pen {
    struct quire_json *json;
    struct quire_frame_box box;
    bool down;
};

static struct quire_frame_box
box_around(const struct quire_machine *machine, const struct quire_frames *frames,
           const struct quire_cure_place *place)
{
    struct quire_frame_box box = {0};
    if (isfinite(place->x) && isfinite(place->y)) {
        return (struct quire_frame_box){place->x - HALF_WIDTH, place->y - HALF_HEIGHT,
                                        place->x + HALF_WIDTH, place->y + HALF_HEIGHT};
    }
    return quire_drawing_bounds(&box, machine, frames) ? box : (struct quire_frame_box){0};
}

static void
add_number(struct quire_json *json, double metres)
{
    quire_json_integer(json, NULL, lround(metres / MICRO));
}

/* whether the box around two points meets that of the picture */
static bool
is_seen(const struct quire_frame_box *box, const double a[2], const double b[2])
{
    return fmax(a[0], b[0]) >= box->x0 && fmin(a[0], b[0]) <= box->x1 &&
           fmax(a[1], b[1]) >= box->y0 && fmin(a[1], b[1]) <= box->y1;
}

static void
lift(struct pen *pen)
{
    if (pen->down) {
        quire_json_close(pen->json, '[');
    }
    pen->down = false;
}

static void
draw(struct pen *pen, const double a[2], const double b[2])
{
    if (!is_seen(&pen->box, a, b)) {
        lift(pen);
        return;
    }
    if (!pen->down) {
        quire_json_open(pen->json, NULL, '[', true);
        add_number(pen->json, a[0]);
        add_number(pen->json, a[1]);
        pen->down = true;
    }
    add_number(pen->json, b[0]);
    add_number(pen->json, b[1]);
}

/* a point of a guide where its gate is in a frame */
static void
place_point(double out[2], const struct quire_polyline *guide, const struct quire_frames *frames,
            size_t frame, size_t i)
{
    const int32_t *pose = guide->moves && guide->gate < frames->n_gate
                              ? quire_frames_gate_at(frames, frame, guide->gate)
                              : NULL;
    const double x = guide->at[i][0], y = guide->at[i][1];
    if (pose == NULL || pose[0] == QUIRE_FRAMES_ABSENT) {
        out[0] = x;
        out[1] = y;
        return;
    }
    const double c = cos(MICRO * pose[2]), s = sin(MICRO * pose[2]);
    out[0] = MICRO * pose[0] + c * x - s * y;
    out[1] = MICRO * pose[1] + s * x + c * y;
}

static void
draw_guides(struct pen *pen, const struct quire_machine *machine, const struct quire_frames *frames,
            size_t frame)
{
    for (size_t g = 0; g < machine->n_guide; g++) {
        const struct quire_polyline *guide = &machine->guide[g];
        double a[2], b[2];
        for (size_t i = 0; i + 1 < guide->n; i++) {
            place_point(a, guide, frames, frame, i);
            place_point(b, guide, frames, frame, i + 1);
            draw(pen, a, b);
        }
        lift(pen);
    }
}

static void
draw_rollers(struct pen *pen, const struct quire_machine *machine,
             const struct quire_frames *frames, size_t frame)
{
    for (size_t i = 0; i < machine->n_roller && i < frames->n_roller; i++) {
        const int32_t *at = quire_frames_roller(frames, frame, i);
        const double r = machine->roller[i].radius, x = MICRO * at[0], y = MICRO * at[1];
        if (at[0] != QUIRE_FRAMES_ABSENT &&
            is_seen(&pen->box, (double[]){x - r, y - r}, (double[]){x + r, y + r})) {
            quire_json_open(pen->json, NULL, '[', true);
            add_number(pen->json, x);
            add_number(pen->json, y);
            add_number(pen->json, r);
            quire_json_close(pen->json, '[');
        }
    }
}

static void
draw_sheets(struct pen *pen, const struct quire_frames *frames, size_t frame)
{
    for (size_t s = 0; s < frames->n_sheet; s++) {
        size_t n = 0;
        const int32_t *at = quire_frames_sheet(frames, frame, s, &n);
        for (size_t i = 0; at != NULL && i + 1 < n; i++) {
            const int32_t *p = at + 2 * i;
            draw(pen, (double[]){MICRO * p[0], MICRO * p[1]},
                 (double[]){MICRO * p[2], MICRO * p[3]});
        }
        lift(pen);
    }
}

void
quire_cure_picture_write(struct quire_json *json, const struct quire_machine *machine,
                         const struct quire_frames *frames, const struct quire_cure_place *place)
{
    struct pen pen = {.json = json, .box = box_around(machine, frames, place)};
    const size_t frame = quire_frames_nearest(frames, place->time);
    quire_json_open(json, NULL, '{', true);
    quire_json_number(json, "time", frames->n > 0 ? frames->time[frame] : (double)NAN);
    quire_json_open(json, "box", '[', true);
    add_number(json, pen.box.x0);
    add_number(json, pen.box.y0);
    add_number(json, pen.box.x1);
    add_number(json, pen.box.y1);
    quire_json_close(json, '[');
    quire_json_open(json, "guides", '[', true);
    draw_guides(&pen, machine, frames, frame);
    quire_json_close(json, '[');
    quire_json_open(json, "rollers", '[', true);
    draw_rollers(&pen, machine, frames, frame);
    quire_json_close(json, '[');
    quire_json_open(json, "sheets", '[', true);
    draw_sheets(&pen, frames, frame);
    quire_json_close(json, '[');
    quire_json_close(json, '{');
}
