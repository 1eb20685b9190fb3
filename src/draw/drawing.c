#include "draw/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/decimal.h"

#define HATCH_SPACING 9.0 /* [px] */
#define HATCH_LENGTH  5.0 /* [px] */

double
quire_scale_x(const struct quire_scale *scale, double x)
{
    return (x - scale->box.x0) * scale->factor;
}

double
quire_scale_y(const struct quire_scale *scale, double y)
{
    return (scale->box.y1 - y) * scale->factor;
}

/* ---- looks ---- */

const char *
quire_drawing_colour(size_t sheet)
{
    static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73",
                                          "#cc79a7", "#e69f00", "#56b4e9"};
    return palette[sheet % (sizeof palette / sizeof *palette)];
}

void
quire_drawing_style(struct quire_text *out)
{
    quire_text_add(
        out,
        "text{font-family:\"DejaVu "
        "Sans\",Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#333}\n"
        ".title{font-size:20px;font-weight:bold}.passed{fill:#00704f}.failed{fill:#b3261e}\n"
        ".time{font-size:14px;font-weight:bold}.note{fill:#555}\n"
        ".name{text-anchor:middle;fill:#222;stroke:#fff;stroke-width:3px;stroke-linejoin:round;"
        "paint-order:stroke}\n"
        ".sensor-name{fill:#7a4b00}.guide-name{fill:#777}.leader{stroke:#b0b0b0;stroke-width:.7}\n"
        "path{fill:none}.path{stroke:#8a9bb0;stroke-width:.9;stroke-dasharray:5 3}\n"
        ".guide{stroke:#4a4a4a;stroke-width:1.4;stroke-linejoin:round}.hatch{stroke:#9a9a9a;stroke-"
        "width:.7}\n"
        ".roller{fill:#f1f1f1;stroke:#666;stroke-width:1}.driven{fill:#dfe7ee}\n"
        ".centre{stroke:#666;stroke-width:.8}.turn{stroke:#333;stroke-width:1.1;stroke-linecap:"
        "round}\n"
        ".sensor{fill:#e69f00;stroke:#7a4b00;stroke-width:.6}\n"
        ".body{fill:#e8e2d6;stroke:#5b4a2f;stroke-width:1.2;stroke-linejoin:round}\n"
        ".sheet{stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}\n"
        ".bar{stroke:#333;stroke-width:1.2}.frame{fill:#fcfcfb;stroke:#ddd}\n"
        ".fault{stroke:#b3261e;stroke-width:2;fill:none}\n");
}

/* ---- bounds ---- */

static void
include(struct quire_frame_box *box, double x, double y, double around)
{
    if (isfinite(x) && isfinite(y) && isfinite(around)) {
        box->x0 = fmin(box->x0, x - around);
        box->x1 = fmax(box->x1, x + around);
        box->y0 = fmin(box->y0, y - around);
        box->y1 = fmax(box->y1, y + around);
    }
}

static void
include_nodes(struct quire_frame_box *box, const int32_t *at, size_t n)
{
    int32_t low[2] = {at[0], at[1]}, high[2] = {at[0], at[1]};
    for (size_t i = 1; i < n; i++) {
        for (size_t d = 0; d < 2; d++) {
            const int32_t here = at[2 * i + d];
            low[d] = here < low[d] ? here : low[d];
            high[d] = here > high[d] ? here : high[d];
        }
    }
    include(box, 1e-6 * low[0], 1e-6 * low[1], 0.0);
    include(box, 1e-6 * high[0], 1e-6 * high[1], 0.0);
}

/* guides that move, in a frame */
static void
include_gates(struct quire_frame_box *box, const struct quire_machine *machine,
              const struct quire_frames *frames, size_t frame)
{
    for (size_t i = 0; i < machine->n_guide; i++) {
        struct quire_polyline moved = {.n = 0};
        if (machine->guide[i].moves &&
            quire_polyline_moved(&moved, &machine->guide[i], frames, frame)) {
            for (size_t j = 0; j < moved.n; j++) {
                include(box, moved.at[j][0], moved.at[j][1], 0.0);
            }
        }
        free(moved.at);
    }
}

bool
quire_drawing_bounds(struct quire_frame_box *box, const struct quire_machine *machine,
                     const struct quire_frames *frames)
{
    *box = (struct quire_frame_box){INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < machine->n_guide; i++) {
        for (size_t j = 0; (!machine->guide[i].moves || frames->n == 0) && j < machine->guide[i].n;
             j++) {
            include(box, machine->guide[i].at[j][0], machine->guide[i].at[j][1], 0.0);
        }
    }
    for (size_t i = 0; i < machine->n_roller; i++) {
        if (!machine->roller[i].free) {
            include(box, machine->roller[i].x, machine->roller[i].y, machine->roller[i].radius);
        }
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        include(box, machine->sensor[i].x, machine->sensor[i].y, 0.0);
    }
    for (size_t frame = 0; frame < frames->n; frame++) {
        include_gates(box, machine, frames, frame);
        for (size_t i = 0; i < frames->n_sheet; i++) {
            size_t n;
            const int32_t *at = quire_frames_sheet(frames, frame, i, &n);
            if (at != NULL) {
                include_nodes(box, at, n);
            }
        }
        for (size_t i = 0; i < frames->n_body; i++) {
            const int32_t *at = quire_frames_body(frames, frame, i);
            for (size_t j = 0;
                 j < 4 && at[2 * j] != QUIRE_FRAMES_ABSENT && at[2 * j + 1] != QUIRE_FRAMES_ABSENT;
                 j++) {
                include(box, 1e-6 * at[2 * j], 1e-6 * at[2 * j + 1], 0.0);
            }
        }
    }
    if (!(box->x1 >= box->x0)) {
        return false;
    }
    /* something to see around the outermost things, and no line for a box */
    const double margin = 0.02 * fmax(box->x1 - box->x0, box->y1 - box->y0) + 1e-3;
    *box = (struct quire_frame_box){box->x0 - margin, box->y0 - margin, box->x1 + margin,
                                    box->y1 + margin};
    return true;
}

/* ---- the machine ---- */

/* to a hundredth of a pixel; a picture has thousands of these */
static void
add_hundredths(struct quire_text *out, double value)
{
    const int64_t hundredths = (int64_t)(value < 0 ? value * 100 - 0.5 : value * 100 + 0.5),
                  size = hundredths < 0 ? -hundredths : hundredths;

    char text[QUIRE_DECIMAL_SIZE + 4] = "-", *at = text + (hundredths < 0);
    at += quire_decimal_write_integer(at, size / 100);
    at[0] = '.';
    at[1] = (char)('0' + size / 10 % 10);
    at[2] = (char)('0' + size % 10);
    quire_text_add_bytes(out, text, (size_t)(at + 3 - text));
}

static void
add_place(struct quire_text *out, char command, double x, double y)
{
    quire_text_add_char(out, command);
    add_hundredths(out, x);
    quire_text_add_char(out, ' ');
    add_hundredths(out, y);
}

static void
add_polyline(struct quire_text *out, const struct quire_polyline *line,
             const struct quire_scale *scale, const char *class)
{
    if (line->n < 2) {
        return;
    }
    quire_text_format(out, "<path class=\"%s\" d=\"", class);
    for (size_t i = 0; i < line->n; i++) {
        add_place(out, i > 0 ? 'L' : 'M', quire_scale_x(scale, line->at[i][0]),
                  quire_scale_y(scale, line->at[i][1]));
    }
    quire_text_add(out, "\"/>\n");
}

/* short strokes into the solid behind the guide, slanting backwards */
static void
add_hatch(struct quire_text *out, const struct quire_polyline *line,
          const struct quire_scale *scale)
{
    /* left of the line is where the sheet runs */
    const double into = line->side >= 0.0 ? -1.0 : 1.0;
    /* distance of the next stroke from the piece's start [px] */
    double next = 0.5 * HATCH_SPACING;
    bool any = false;
    for (size_t i = 0; line->side != 0.0 && i + 1 < line->n; i++) {
        const double *a = line->at[i], *b = line->at[i + 1];
        const double length = hypot(b[0] - a[0], b[1] - a[1]) * scale->factor;
        const double tx = (b[0] - a[0]) * scale->factor / length,
                     ty = (b[1] - a[1]) * scale->factor / length;
        for (; next < length; next += HATCH_SPACING) {
            const double x = quire_scale_x(scale, a[0]) + tx * next,
                         y = quire_scale_y(scale, a[1]) - ty * next;
            const double dx = -0.6 * tx - into * ty, dy = -0.6 * ty + into * tx; /* machine axes */
            quire_text_add(out, any ? "" : "<path class=\"hatch\" d=\"");
            add_place(out, 'M', x, y);
            add_place(out, 'l', HATCH_LENGTH * dx, -HATCH_LENGTH * dy);
            any = true;
        }
        next -= length;
    }
    quire_text_add(out, any ? "\"/>\n" : "");
}

/* an arrow inside the roller, the way its surface turns */
static void
add_turn(struct quire_text *out, double x, double y, double radius, double turn)
{
    const double r = 0.62 * radius, head = fmin(4.5, 0.45 * radius);
    if (radius < 5.0) {
        return; /* nobody would see it */
    }
    /* three quarters of a circle from lower left; on the screen y points down, so counter-clockwise
     * is sweep 0 */
    const double from = turn > 0.0 ? 3.9269908169872414 : -0.7853981633974483,
                 by = turn > 0.0 ? 4.71238898038469 : -4.71238898038469;
    const double to = from + by;
    const double ex = x + r * cos(to), ey = y - r * sin(to);
    quire_text_format(out, "<path class=\"turn\" d=\"M%.2f %.2fA%.2f %.2f 0 1 %d %.2f %.2f",
                      x + r * cos(from), y - r * sin(from), r, r, turn > 0.0 ? 0 : 1, ex, ey);
    /* the head's two strokes, 30 degrees either side of where it came from */
    for (int side = -1; side <= 1; side += 2) {
        const double back = to - turn * 1.5707963267948966 + side * 0.6;
        quire_text_format(out, "M%.2f %.2fl%.2f %.2f", ex, ey, head * cos(back), -head * sin(back));
    }
    quire_text_add(out, "\"/>\n");
}

static void
add_roller(struct quire_text *out, const struct quire_wheel *roller,
           const struct quire_scale *scale)
{
    const double x = quire_scale_x(scale, roller->x), y = quire_scale_y(scale, roller->y),
                 r = roller->radius * scale->factor;
    const double mark = fmin(3.0, 0.3 * r);
    if (!isfinite(x + y + r)) {
        return;
    }
    if (!roller->soft) {
        quire_text_format(out, "<circle class=\"roller%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n",
                          roller->turn != 0.0 ? " driven" : "", x, y, r);
    }
    quire_text_format(out, "<path class=\"centre\" d=\"M%.2f %.2fh%.2fM%.2f %.2fv%.2f\"/>\n",
                      x - mark, y, 2.0 * mark, x, y - mark, 2.0 * mark);
    if (roller->turn != 0.0) {
        add_turn(out, x, y, r, roller->turn);
    }
}

/* a small triangle that points at the path from its right side */
static void
add_sensor(struct quire_text *out, const struct quire_mark *sensor, const struct quire_scale *scale)
{
    const double x = quire_scale_x(scale, sensor->x), y = quire_scale_y(scale, sensor->y);
    const double tx = sensor->direction[0], ty = -sensor->direction[1]; /* on the screen */
    /* to the right of it, there */
    const double rx = -ty, ry = tx;
    if (isfinite(x + y)) {
        quire_text_format(out, "<path class=\"sensor\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>\n",
                          x + 2.0 * rx, y + 2.0 * ry, x + 10.0 * rx + 4.0 * tx,
                          y + 10.0 * ry + 4.0 * ty, x + 10.0 * rx - 4.0 * tx,
                          y + 10.0 * ry - 4.0 * ty);
    }
}

static void
add_guide(struct quire_text *out, const struct quire_polyline *line,
          const struct quire_scale *scale)
{
    add_hatch(out, line, scale);
    add_polyline(out, line, scale, "guide");
}

void
quire_drawing_gates(struct quire_text *out, const struct quire_machine *machine,
                    const struct quire_frames *frames, size_t frame,
                    const struct quire_scale *scale)
{
    for (size_t i = 0; i < machine->n_guide; i++) {
        struct quire_polyline moved;
        if (!machine->guide[i].moves) {
            continue;
        }
        if (quire_polyline_moved(&moved, &machine->guide[i], frames, frame)) {
            add_guide(out, &moved, scale);
        } else {
            out->failed = true;
        }
        free(moved.at);
    }
}

/* outlines of pressures without a guide, with their style, since few pictures have any */
static void
add_pressure(struct quire_text *out, const struct quire_polyline *line,
             const struct quire_scale *scale)
{
    if (line->n > 1) {
        quire_text_add(out, "<path style=\"fill:#56b4e9;fill-opacity:.3;stroke:#0072b2;"
                            "stroke-width:.8\" d=\"");
        for (size_t i = 0; i < line->n; i++) {
            add_place(out, i > 0 ? 'L' : 'M', quire_scale_x(scale, line->at[i][0]),
                      quire_scale_y(scale, line->at[i][1]));
        }
        quire_text_add(out, "\"/>\n");
    }
}

void
quire_drawing_machine(struct quire_text *out, const struct quire_machine *machine,
                      const struct quire_scale *scale)
{
    for (size_t i = 0; i < machine->n_path; i++) {
        add_polyline(out, &machine->path[i], scale, "path");
    }
    for (size_t i = 0; i < machine->n_pressure; i++) {
        add_pressure(out, &machine->pressure[i], scale);
    }
    for (size_t i = 0; i < machine->n_guide; i++) {
        if (!machine->guide[i].moves) {
            add_guide(out, &machine->guide[i], scale);
        }
    }
    for (size_t i = 0; i < machine->n_roller; i++) {
        if (!machine->roller[i].free) {
            add_roller(out, &machine->roller[i], scale);
        }
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        add_sensor(out, &machine->sensor[i], scale);
    }
}

void
quire_drawing_sheet(struct quire_text *out, const int32_t *at, size_t n,
                    const struct quire_scale *scale, const char *colour)
{
    double x = quire_scale_x(scale, 1e-6 * at[0]), y = quire_scale_y(scale, 1e-6 * at[1]);
    quire_text_format(out, "<path class=\"sheet\" stroke=\"%s\" d=\"", colour);
    add_place(out, 'M', x, y);
    for (size_t i = 1; i < n; i++) {
        const double next_x = quire_scale_x(scale, 1e-6 * at[2 * i]),
                     next_y = quire_scale_y(scale, 1e-6 * at[2 * i + 1]);
        if (i > 1) {
            add_place(out, 'Q', x, y);
        }
        add_place(out, i > 1 ? ' ' : 'L', 0.5 * (x + next_x), 0.5 * (y + next_y));
        x = next_x;
        y = next_y;
    }
    add_place(out, 'L', x, y);
    quire_text_add(out, "\"/>\n");
}

/* an ellipse, from where two conjugate diameters of it end */
static void
add_ellipse(struct quire_text *out, const char *class, double cx, double cy, const double x[4],
            const double y[4])
{
    const double k = 0.5522847498307936; /* 4/3 (sqrt(2) - 1): a quarter as one cubic curve */

    quire_text_format(out, "<path class=\"%s\" d=\"M%.2f %.2f", class, x[0], y[0]);
    for (int i = 0; i < 4; i++) {
        const int next = (i + 1) & 3;
        quire_text_format(out, "C%.2f %.2f %.2f %.2f %.2f %.2f", x[i] + k * (x[next] - cx),
                          y[i] + k * (y[next] - cy), x[next] + k * (x[i] - cx),
                          y[next] + k * (y[i] - cy), x[next], y[next]);
    }
    quire_text_add(out, "Z\"/>\n");
}

/* the polygon through four points, or the circle of a disc with a mark that turns with it; `at`
 * holds four pairs [um] */
static void
draw_body(struct quire_text *out, const int32_t *at, const struct quire_shape *shape,
          const struct quire_scale *scale)
{
    double x[4], y[4];
    for (int i = 0; i < 4; i++) {
        if (at[2 * i] == QUIRE_FRAMES_ABSENT || at[2 * i + 1] == QUIRE_FRAMES_ABSENT) {
            return;
        }
        x[i] = quire_scale_x(scale, 1e-6 * at[2 * i]);
        y[i] = quire_scale_y(scale, 1e-6 * at[2 * i + 1]);
    }
    const double cx = 0.5 * (x[0] + x[2]), cy = 0.5 * (y[0] + y[2]);
    if (shape->of_roller) {
        add_ellipse(out, shape->driven ? "roller driven" : "roller", cx, cy, x, y);
    } else if (shape->soft) {
        add_ellipse(out, "body", cx, cy, x, y);
        quire_text_format(out, "<path class=\"body\" d=\"M%.2f %.2fL%.2f %.2f\"/>\n", cx, cy, x[0],
                          y[0]);
    } else if (shape->radius > 0.0) {
        quire_text_format(out, "<circle class=\"body\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", cx,
                          cy, shape->radius * scale->factor);
        quire_text_format(out, "<path class=\"body\" d=\"M%.2f %.2fL%.2f %.2f\"/>\n", cx, cy, x[0],
                          y[0]);
    } else {
        quire_text_format(
            out, "<path class=\"body\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>\n", x[0],
            y[0], x[1], y[1], x[2], y[2], x[3], y[3]);
    }
}

void
quire_drawing_bodies(struct quire_text *out, const struct quire_machine *machine,
                     const struct quire_frames *frames, size_t frame, bool rollers,
                     const struct quire_scale *scale)
{
    for (size_t i = 0; i < frames->n_body; i++) {
        if (machine->body[i].of_roller == rollers) {
            draw_body(out, quire_frames_body(frames, frame, i), &machine->body[i], scale);
        }
    }
}

void
quire_drawing_bar(struct quire_text *out, double x, double y, double width, double factor)
{
    const double ideal = width / factor * 1e3; /* [mm] */
    const double decade = pow(10.0, floor(log10(ideal)));
    const double step = ideal / decade >= 5.0 ? 5.0 : ideal / decade >= 2.0 ? 2.0 : 1.0;
    const double length = step * decade, pixels = length * 1e-3 * factor;
    quire_text_format(out, "<path class=\"bar\" d=\"M%.2f %.2fv6m0 -3h%.2fm0 -3v6\"/>\n", x,
                      y - 3.0, pixels);
    quire_text_format(out, "<text class=\"note\" x=\"%.2f\" y=\"%.2f\">%.10g mm</text>\n",
                      x + pixels + 6.0, y + 4.0, length);
}
