/* Names in a picture: each at the first of several places where it covers no other. */
#include <math.h>
#include <string.h>

#include "rec/drawing.h"

#define PLACED_MOST 2048
#define LINE_SPACING 8.0 /* between two places of a line that names keep off [px] */
#define CHARACTER_WIDTH 6.6 /* of the 12 px font [px] */
#define LINE_HEIGHT 13.0

struct box {
    double x0, y0, x1, y1;
};

struct labels {
    struct quire_text *out;
    const struct quire_scale *scale;
    struct box placed[PLACED_MOST];
    size_t n;
};

static bool
overlap(const struct box *a, const struct box *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

static bool
is_free(const struct labels *labels, const struct box *box)
{
    const struct quire_frame_box *all = &labels->scale->box;
    const double width = (all->x1 - all->x0) * labels->scale->factor, height = (all->y1 - all->y0) * labels->scale->factor;
    if (box->x0 < 0.0 || box->y0 < 0.0 || box->x1 > width || box->y1 > height) {
        return false;
    }
    for (size_t i = 0; i < labels->n; i++) {
        if (overlap(box, &labels->placed[i])) {
            return false;
        }
    }
    return true;
}

static void
occupy(struct labels *labels, const struct box *box)
{
    if (labels->n < PLACED_MOST) {
        labels->placed[labels->n++] = *box;
    }
}

static size_t
characters(const char *name)
{
    size_t n = 0;
    for (; *name != '\0'; name++) {
        n += (*name & 0xC0) != 0x80; /* not a continuation byte of UTF-8 */
    }
    return n;
}

static void
write_name(struct labels *labels, const char *name, const char *class, const struct box *box)
{
    occupy(labels, box);
    quire_text_format(labels->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, 0.5 * (box->x0 + box->x1),
                      0.5 * (box->y0 + box->y1) + 4.0);
    quire_text_xml(labels->out, name);
    quire_text_add(labels->out, "</text>\n");
}

/* tries eight directions around (x, y), nearer ones first; when none is free the name is left out, or stands in the first if it
 * must be there */
static void
place(struct labels *labels, const char *name, const char *class, double x, double y, double near, bool must)
{
    static const double way[][2] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {0.8, -0.8}, {-0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}};
    const double half = 0.5 * CHARACTER_WIDTH * (double)characters(name);
    struct box box = {0};
    if (name == NULL || name[0] == '\0' || !isfinite(x + y)) {
        return;
    }
    for (int i = 0; i < 32; i++) { /* four rings of eight directions */
        const double *w = way[i % 8], r = near + 9.0 * (i / 8);
        const double cx = x + w[0] * (r + half + 2.0), cy = y + w[1] * (r + 0.5 * LINE_HEIGHT);
        const struct box here = {cx - half, cy - 0.5 * LINE_HEIGHT, cx + half, cy + 0.5 * LINE_HEIGHT};
        if (is_free(labels, &here)) {
            write_name(labels, name, class, &here);
            return;
        }
        box = i == 0 ? here : box;
    }
    if (must) {
        write_name(labels, name, class, &box);
    }
}

static void
occupy_round(struct labels *labels, double x, double y, double r)
{
    const struct box box = {x - r, y - r, x + r, y + r};
    if (isfinite(x + y + r)) {
        occupy(labels, &box);
    }
}

/* names keep off the line */
static void
occupy_line(struct labels *labels, const struct quire_polyline *line)
{
    for (size_t i = 0; i + 1 < line->n; i++) {
        const double *a = line->at[i], *b = line->at[i + 1];
        const double length = hypot(b[0] - a[0], b[1] - a[1]) * labels->scale->factor;
        const double parts = fmin(ceil(length / LINE_SPACING), 500.0);
        for (double k = 0.0; k < parts; k += 1.0) {
            occupy_round(labels, quire_scale_x(labels->scale, a[0] + (b[0] - a[0]) * k / parts),
                         quire_scale_y(labels->scale, a[1] + (b[1] - a[1]) * k / parts), 1.5);
        }
    }
}

/* above or below the upper or lower roller of the nip, whichever is free */
static void
place_nip(struct labels *labels, const struct quire_machine *machine, const struct quire_mark *nip)
{
    const double x = quire_scale_x(labels->scale, nip->x), y = quire_scale_y(labels->scale, nip->y);
    double reach = 0.0;
    for (size_t i = 0; i < machine->n_roller; i++) {
        const struct quire_wheel *roller = &machine->roller[i];
        const double away = hypot(roller->x - nip->x, roller->y - nip->y);
        if (roller->in_nip && away < 1.2 * roller->radius) {
            reach = fmax(reach, (away + roller->radius) * labels->scale->factor);
        }
    }
    place(labels, nip->name, "name", x, y, reach + 2.0, true);
}

void
quire_drawing_names(struct quire_text *out, const struct quire_machine *machine, const struct quire_scale *scale)
{
    struct labels labels = {.out = out, .scale = scale};
    for (size_t i = 0; i < machine->n_roller; i++) {
        const struct quire_wheel *r = &machine->roller[i];
        occupy_round(&labels, quire_scale_x(scale, r->x), quire_scale_y(scale, r->y), r->radius * scale->factor);
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *s = &machine->sensor[i];
        occupy_round(&labels, quire_scale_x(scale, s->x) + 6.0 * s->direction[1], quire_scale_y(scale, s->y) + 6.0 * s->direction[0], 5.0);
    }
    for (size_t i = 0; i < machine->n_guide; i++) {
        occupy_line(&labels, &machine->guide[i]);
    }
    for (size_t i = 0; i < machine->n_path; i++) {
        occupy_line(&labels, &machine->path[i]);
    }
    for (size_t i = 0; i < machine->n_nip; i++) {
        place_nip(&labels, machine, &machine->nip[i]);
    }
    for (size_t i = 0; i < machine->n_roller; i++) {
        const struct quire_wheel *r = &machine->roller[i];
        if (!r->in_nip) {
            place(&labels, r->name, "name", quire_scale_x(scale, r->x), quire_scale_y(scale, r->y), r->radius * scale->factor + 2.0,
                  true);
        }
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *s = &machine->sensor[i];
        place(&labels, s->name, "name sensor-name", quire_scale_x(scale, s->x) + 6.0 * s->direction[1],
              quire_scale_y(scale, s->y) + 6.0 * s->direction[0], 6.0, true);
    }
    for (size_t i = 0; i < machine->n_guide; i++) {
        const struct quire_polyline *guide = &machine->guide[i];
        if (guide->n > 0) {
            const double *middle = guide->at[guide->n / 2], *before = guide->at[guide->n > 1 ? guide->n / 2 - 1 : 0];
            const double x = guide->n == 2 ? 0.5 * (middle[0] + before[0]) : middle[0];
            const double y = guide->n == 2 ? 0.5 * (middle[1] + before[1]) : middle[1];
            place(&labels, guide->name, "name guide-name", quire_scale_x(scale, x), quire_scale_y(scale, y), 9.0, false);
        }
    }
}
