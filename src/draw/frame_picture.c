#include "draw/frame_picture.h"

#include <math.h>

#define WIDTH   1200.0 /* of the picture of a frame [px] */
#define TALLEST 900.0  /* of a planar machine in it [px] */
#define MARGIN  20.0
#define CAPTION 24.0

#define STRIP_WIDTH    900.0 /* of a strip [px] */
#define STRIP_TALLEST  420.0 /* of a planar machine in it [px] */
#define STRIP_FLAT     2.0   /* machines wider than this many heights stand below each other */
#define STRIP_MOMENTS  3     /* of planar machines */
#define STRIP_IN_SPACE 2     /* of spatial ones, which need more room */

/* room for a machine, at most so wide and high; false when there is nothing to be seen */
static bool
lay_out(struct quire_frame_picture *self, const struct quire_trajectory *t, double width,
        double tallest)
{
    *self = (struct quire_frame_picture){.trajectory = t};
    self->spatial =
        t->machine.spatial && quire_panels_lay_out(&self->panels, &t->machine, &t->frames, width);
    if (self->spatial) {
        self->width = self->panels.width;
        self->height = self->panels.height;
        return true;
    }
    struct quire_frame_box *box = &self->scale.box;
    if (!quire_drawing_bounds(box, &t->machine, &t->frames)) {
        return false;
    }
    self->scale.factor = fmin(width / (box->x1 - box->x0), tallest / (box->y1 - box->y0));
    self->width = (box->x1 - box->x0) * self->scale.factor;
    self->height = (box->y1 - box->y0) * self->scale.factor;
    return true;
}

bool
quire_frame_picture_begin(struct quire_frame_picture *self, const struct quire_trajectory *t)
{
    return lay_out(self, t, WIDTH - 2.0 * MARGIN, TALLEST);
}

static void
begin_svg(struct quire_text *out, const struct quire_frame_picture *self, double width,
          double height)
{
    quire_text_format(out,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
                      "xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                      "viewBox=\"0 0 %.0f %.0f\">\n<style>\n",
                      width, height, width, height);
    quire_drawing_style(out);
    if (self->spatial) {
        quire_panels_style(out);
    }
    quire_text_format(out, "</style>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n",
                      width, height);
}

/* what stands still, as often as it is seen */
static void
define_machine(struct quire_text *out, const struct quire_frame_picture *self)
{
    const struct quire_trajectory *t = self->trajectory;
    quire_text_add(out, "<defs>\n");
    if (self->spatial) {
        quire_panels_define(out, &self->panels, &t->machine, &t->frames);
    } else {
        quire_text_add(out, "<g id=\"machine\">\n");
        quire_drawing_machine(out, &t->machine, &self->scale);
        quire_text_add(out, "</g>\n");
    }
    quire_text_add(out, "</defs>\n");
}

static void
add_planar(struct quire_text *out, const struct quire_frame_picture *self, size_t frame)
{
    const struct quire_trajectory *t = self->trajectory;
    quire_drawing_bodies(out, &t->machine, &t->frames, frame, true, &self->scale);
    quire_text_add(out, "<use href=\"#machine\"/>\n");
    quire_drawing_gates(out, &t->machine, &t->frames, frame, &self->scale);
    quire_drawing_bodies(out, &t->machine, &t->frames, frame, false, &self->scale);
    for (size_t i = 0; i < t->frames.n_sheet; i++) {
        size_t n;
        const int32_t *at = quire_frames_sheet(&t->frames, frame, i, &n);
        if (at != NULL && n > 1) {
            quire_drawing_sheet(out, at, n, &self->scale, quire_drawing_colour(i));
        }
    }
}

/* one moment, its corner at x, y */
static void
add_frame(struct quire_text *out, const struct quire_frame_picture *self, size_t frame, double x,
          double y)
{
    const struct quire_trajectory *t = self->trajectory;
    quire_text_format(out, "<g transform=\"translate(%.0f %.0f)\">\n", x, y);
    if (self->spatial) {
        quire_panels_draw(out, &self->panels, &t->machine, &t->frames, frame);
    } else {
        add_planar(out, self, frame);
    }
    quire_text_add(out, "</g>\n");
}

void
quire_frame_picture_write(struct quire_text *out, const struct quire_frame_picture *self,
                          size_t frame)
{
    const struct quire_trajectory *t = self->trajectory;
    begin_svg(out, self, WIDTH, self->height + 2.0 * MARGIN + CAPTION);
    quire_text_format(out, "<text class=\"time\" x=\"%.0f\" y=\"%.0f\">", MARGIN, MARGIN + 10.0);
    quire_text_xml(out, t->model);
    quire_text_format(out, ": %.4f s</text>\n", t->frames.time[frame]);
    define_machine(out, self);
    add_frame(out, self, frame, MARGIN, MARGIN + CAPTION);
    quire_text_add(out, "</svg>\n");
}

/* how many moments stand side by side, and how wide each may be [px] */
static int
strip_columns(const struct quire_trajectory *t, size_t n, double *width)
{
    struct quire_frame_box box;
    const bool beside = n > 1 && !t->machine.spatial &&
                        quire_drawing_bounds(&box, &t->machine, &t->frames) &&
                        box.x1 - box.x0 < STRIP_FLAT * (box.y1 - box.y0);
    const int columns = beside ? (int)n : 1;
    *width = (STRIP_WIDTH - MARGIN) / columns - MARGIN;
    return columns;
}

void
quire_frame_strip_write(struct quire_text *out, const struct quire_trajectory *t)
{
    struct quire_frame_picture picture;
    const size_t most = t->machine.spatial ? STRIP_IN_SPACE : STRIP_MOMENTS,
                 n = t->frames.n < most ? t->frames.n : most;
    double width;
    const int columns = strip_columns(t, n, &width), rows = ((int)n + columns - 1) / columns;
    if (!lay_out(&picture, t, width, STRIP_TALLEST)) {
        return;
    }
    const double right = picture.width + MARGIN, down = picture.height + CAPTION + MARGIN;
    begin_svg(out, &picture, columns * right + MARGIN, rows * down + MARGIN);
    define_machine(out, &picture);
    for (size_t i = 0; i < n; i++) {
        /* the middle of each part of the run */
        const size_t frame = (2 * i + 1) * (t->frames.n - 1) / (2 * n);
        const double x = MARGIN + (double)((int)i % columns) * right,
                     y = MARGIN + (double)((int)i / columns) * down;
        quire_text_format(out, "<text class=\"time\" x=\"%.0f\" y=\"%.0f\">%.3f s</text>\n", x,
                          y + 10.0, t->frames.time[frame]);
        add_frame(out, &picture, frame, x, y + CAPTION);
    }
    quire_text_add(out, "</svg>\n");
}
