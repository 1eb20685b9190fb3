#include "draw/drawing_solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/detmath.h"

#define ROUND     48 /* corners of an outline */
#define FULL_TURN 6.28318530717958647693
#define AMBIENT   0.45 /* brightness of a side in the shadow */

/* A body in one view. */
struct body {
    enum quire_panel_kind kind;
    const struct quire_scale *scale;
    double centre[3], axis[3][3]; /* to the ends of its half axes */
    unsigned colour;              /* 0xrrggbb */
};

static double
dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
add_point(struct quire_text *out, char command, const struct body *b, const double r[3])
{
    double u, v;

    quire_panel_project(b->kind, r, &u, &v);
    quire_text_format(out, "%c%.2f %.2f", command, quire_scale_x(b->scale, u),
                      quire_scale_y(b->scale, v));
}

static unsigned
colour_of(size_t index)
{
    return (unsigned)strtoul(quire_drawing_colour(index) + 1, NULL, 16);
}

/* the colour, mixed with white */
static void
add_fill(struct quire_text *out, unsigned colour, double brightness)
{
    unsigned mixed[3];

    for (int c = 0; c < 3; c++) {
        const double part = (double)(colour >> (16 - 8 * c) & 0xff);
        mixed[c] = (unsigned)(part + (255 - part) * brightness);
    }
    quire_text_format(out, "fill:#%02x%02x%02x", mixed[0], mixed[1], mixed[2]);
}

/* ---- cuboids ---- */

static void
add_side(struct quire_text *out, const struct body *b, int face, double sign)
{
    static const double corner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
                        light[3] = {0.3, 0.8, 0.5};
    const double *a = b->axis[face], *u = b->axis[(face + 1) % 3], *v = b->axis[(face + 2) % 3];
    const double lit = sign * dot(a, light) / sqrt(dot(a, a));

    quire_text_add(out, "<path class=\"side\" style=\"");
    add_fill(out, b->colour, AMBIENT + (0.9 - AMBIENT) * fmax(lit, 0));
    quire_text_add(out, "\" d=\"");
    for (int i = 0; i < 4; i++) {
        double r[3];
        for (int d = 0; d < 3; d++) {
            r[d] = b->centre[d] + sign * a[d] + corner[i][0] * u[d] + corner[i][1] * v[d];
        }
        add_point(out, i > 0 ? 'L' : 'M', b, r);
    }
    quire_text_add(out, "Z\"/>\n");
}

static void
add_cuboid(struct quire_text *out, const struct body *b)
{
    for (int face = 0; face < 3; face++) {
        const double towards = dot(b->axis[face], quire_panel_viewer(b->kind));
        if (towards != 0) {
            add_side(out, b, face, copysign(1, towards));
        }
    }
}

/* ---- ellipsoids ---- */

/* The outline's points are pictures of those whose normals are square to the view: in the picture,
 * of a point that is farthest along (c, s). */
static void
add_outline(struct quire_text *out, const struct body *b)
{
    double u[3], v[3], at[2];

    for (int k = 0; k < 3; k++) {
        quire_panel_project(b->kind, b->axis[k], u + k, v + k);
    }
    quire_panel_project(b->kind, b->centre, at, at + 1);
    quire_text_add(out, "<path class=\"side\" style=\"");
    add_fill(out, b->colour, 0.75);
    quire_text_add(out, "\" d=\"");
    for (int i = 0; i < ROUND; i++) {
        const double c = quire_cos(FULL_TURN * i / ROUND), s = quire_sin(FULL_TURN * i / ROUND);
        double x = 0, y = 0, size = 0;
        for (int k = 0; k < 3; k++) {
            const double along = c * u[k] + s * v[k];
            x += along * u[k];
            y += along * v[k];
            size += along * along;
        }
        size = size > 0 ? 1 / sqrt(size) : 0;
        quire_text_format(out, "%c%.2f %.2f", i > 0 ? 'L' : 'M',
                          quire_scale_x(b->scale, at[0] + size * x),
                          quire_scale_y(b->scale, at[1] + size * y));
    }
    quire_text_add(out, "Z\"/>\n");
}

/* the half in front of the ring through the ends of two axes */
static void
add_ring(struct quire_text *out, const struct body *b, int one, int two)
{
    const double *e = b->axis[one], *f = b->axis[two], *viewer = quire_panel_viewer(b->kind);
    const double to_e = dot(e, viewer) / dot(e, e), to_f = dot(f, viewer) / dot(f, f);
    bool drawing = false;

    quire_text_add(out, "<path class=\"ring\" d=\"");
    for (int i = 0; i <= ROUND; i++) {
        const double c = quire_cos(FULL_TURN * i / ROUND), s = quire_sin(FULL_TURN * i / ROUND);
        const bool in_front = c * to_e + s * to_f >= 0;
        double r[3];
        for (int d = 0; d < 3; d++) {
            r[d] = b->centre[d] + c * e[d] + s * f[d];
        }
        if (in_front) {
            add_point(out, drawing ? 'L' : 'M', b, r);
        }
        drawing = in_front;
    }
    quire_text_add(out, "\"/>\n");
}

static void
add_ellipsoid(struct quire_text *out, const struct body *b)
{
    add_outline(out, b);
    for (int k = 0; k < 3; k++) {
        add_ring(out, b, k, (k + 1) % 3);
    }
}

static void
add_ball(struct quire_text *out, const struct body *of, const struct quire_ball_view *ball)
{
    struct body b = *of;

    memset(b.axis, 0, sizeof b.axis);
    for (int k = 0; k < 3; k++) {
        const double part = ball->at[k] / sqrt(dot(of->axis[k], of->axis[k]));
        for (int d = 0; d < 3; d++) {
            b.centre[d] += part * of->axis[k][d];
        }
        b.axis[k][k] = ball->radius;
    }
    add_outline(out, &b);
}

/* ---- all ---- */

/* balls before and behind the middle of the body they belong to are drawn before and after it */
static void
add_solid(struct quire_text *out, const struct body *b, const struct quire_machine *machine,
          const struct quire_shape *shape)
{
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; pass != 1 && i < shape->n_ball; i++) {
            const struct quire_ball_view *ball = &machine->ball[shape->ball + i];
            double towards = 0;
            for (int k = 0; k < 3; k++) {
                towards += ball->at[k] * dot(b->axis[k], quire_panel_viewer(b->kind)) /
                           sqrt(dot(b->axis[k], b->axis[k]));
            }
            if ((towards > 0) == (pass == 2)) {
                add_ball(out, b, ball);
            }
        }
        if (pass == 1 && shape->cuboid) {
            add_cuboid(out, b);
        } else if (pass == 1) {
            add_ellipsoid(out, b);
        }
    }
}

void
quire_drawing_solids(struct quire_text *out, enum quire_panel_kind kind,
                     const struct quire_scale *scale, const struct quire_machine *machine,
                     const struct quire_frames *frames, size_t frame)
{
    const double *viewer = quire_panel_viewer(kind);
    double last = -INFINITY;
    size_t last_index = 0;

    for (size_t k = 0; k < frames->n_solid; k++) { /* the one next to those that are drawn */
        struct body next = {.kind = kind, .scale = scale};
        double nearest = INFINITY;
        size_t index = frames->n_solid;
        for (size_t i = 0; i < frames->n_solid; i++) {
            struct body b = next;
            if (!quire_frames_solid(frames, frame, i, b.centre, b.axis)) {
                continue;
            }
            const double towards = dot(b.centre, viewer);
            if (towards < nearest && (towards > last || (towards == last && i > last_index))) {
                nearest = towards;
                index = i;
            }
        }
        if (index == frames->n_solid) {
            return;
        }
        quire_frames_solid(frames, frame, index, next.centre, next.axis);
        next.colour = colour_of(index);
        add_solid(out, &next, machine, &machine->body[index]);
        last = nearest;
        last_index = index;
    }
}

void
quire_drawing_solids_style(struct quire_text *out)
{
    quire_text_add(out, ".side{stroke:#333;stroke-width:.9;stroke-linejoin:round}.ring{stroke:#333;"
                        "stroke-width:.6;fill:none}\n");
}
