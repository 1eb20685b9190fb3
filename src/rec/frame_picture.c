#include "rec/frame_picture.h"

#include <math.h>

#define WIDTH 1200.0   /* of the picture [px] */
#define TALLEST 900.0  /* of a planar machine [px] */
#define MARGIN 20.0
#define CAPTION 24.0

bool
quire_frame_picture_begin(struct quire_frame_picture *self, const struct quire_trajectory *t)
{
    const double width = WIDTH - 2.0 * MARGIN;
    *self = (struct quire_frame_picture){.trajectory = t};
    self->spatial = t->machine.spatial && quire_panels_lay_out(&self->panels, &t->machine, &t->frames, width);
    if (self->spatial) {
        self->height = self->panels.height + 2.0 * MARGIN + CAPTION;
        return true;
    }
    struct quire_frame_box *box = &self->scale.box;
    if (!quire_drawing_bounds(box, &t->machine, &t->frames)) {
        return false;
    }
    self->scale.factor = fmin(width / (box->x1 - box->x0), TALLEST / (box->y1 - box->y0));
    self->height = (box->y1 - box->y0) * self->scale.factor + 2.0 * MARGIN + CAPTION;
    return true;
}

static void
add_planar(struct quire_text *out, const struct quire_frame_picture *self, size_t frame)
{
    const struct quire_trajectory *t = self->trajectory;
    quire_drawing_bodies(out, &t->machine, &t->frames, frame, true, &self->scale);
    quire_drawing_machine(out, &t->machine, &self->scale);
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

void
quire_frame_picture_write(struct quire_text *out, const struct quire_frame_picture *self, size_t frame)
{
    const struct quire_trajectory *t = self->trajectory;
    quire_text_format(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                           "viewBox=\"0 0 %.0f %.0f\">\n<style>\n", WIDTH, self->height, WIDTH, self->height);
    quire_drawing_style(out);
    if (self->spatial) {
        quire_panels_style(out);
    }
    quire_text_format(out, "</style>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n<text class=\"time\" x=\"%.0f\" y=\"%.0f\">",
                      WIDTH, self->height, MARGIN, MARGIN + 10.0);
    quire_text_xml(out, t->model);
    quire_text_format(out, ": %.4f s</text>\n", t->frames.time[frame]);
    if (self->spatial) {
        quire_text_add(out, "<defs>\n");
        quire_panels_define(out, &self->panels, &t->machine, &t->frames);
        quire_text_add(out, "</defs>\n");
    }
    quire_text_format(out, "<g transform=\"translate(%.0f %.0f)\">\n", MARGIN, MARGIN + CAPTION);
    if (self->spatial) {
        quire_panels_draw(out, &self->panels, &t->machine, &t->frames, frame);
    } else {
        add_planar(out, self, frame);
    }
    quire_text_add(out, "</g>\n</svg>\n");
}
