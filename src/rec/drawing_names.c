/* Names in a picture: each at the first of several places where it covers no other. */
#include <math.h>
#include <string.h>

#include "rec/drawing.h"

#define PLACED_MOST 256
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

/* tries eight directions around (x, y), nearer ones first; leaves the name out when none is free */
static void
place(struct labels *labels, const char *name, const char *class, double x, double y, double near)
{
    static const double way[][2] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {0.8, -0.8}, {-0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}};
    const double half = 0.5 * CHARACTER_WIDTH * (double)characters(name);
    for (int ring = 0; name[0] != '\0' && isfinite(x + y) && ring < 3; ring++) {
        for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
            const double r = near + 9.0 * ring;
            const double cx = x + way[i][0] * (r + half + 2.0), cy = y + way[i][1] * (r + 0.5 * LINE_HEIGHT);
            const struct box box = {cx - half, cy - 0.5 * LINE_HEIGHT, cx + half, cy + 0.5 * LINE_HEIGHT};
            if (is_free(labels, &box)) {
                occupy(labels, &box);
                quire_text_format(labels->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, cx, cy + 4.0);
                quire_text_xml(labels->out, name);
                quire_text_add(labels->out, "</text>\n");
                return;
            }
        }
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
    place(labels, nip->name, "name", x, y, reach + 2.0);
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
    for (size_t i = 0; i < machine->n_nip; i++) {
        place_nip(&labels, machine, &machine->nip[i]);
    }
    for (size_t i = 0; i < machine->n_roller; i++) {
        const struct quire_wheel *r = &machine->roller[i];
        if (!r->in_nip) {
            place(&labels, r->name, "name", quire_scale_x(scale, r->x), quire_scale_y(scale, r->y), r->radius * scale->factor + 2.0);
        }
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *s = &machine->sensor[i];
        place(&labels, s->name, "name sensor-name", quire_scale_x(scale, s->x) + 6.0 * s->direction[1],
              quire_scale_y(scale, s->y) + 6.0 * s->direction[0], 6.0);
    }
    for (size_t i = 0; i < machine->n_guide; i++) {
        const struct quire_polyline *guide = &machine->guide[i];
        if (guide->n > 0) {
            const double *middle = guide->at[guide->n / 2], *before = guide->at[guide->n > 1 ? guide->n / 2 - 1 : 0];
            const double x = guide->n == 2 ? 0.5 * (middle[0] + before[0]) : middle[0];
            const double y = guide->n == 2 ? 0.5 * (middle[1] + before[1]) : middle[1];
            place(&labels, guide->name, "name guide-name", quire_scale_x(scale, x), quire_scale_y(scale, y), 9.0);
        }
    }
}
