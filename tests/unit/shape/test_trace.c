/* Paths, guides and channel walls as outlines. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "catalog/kinds.h"
#include "geometry/outline.h"
#include "path/places.h"
#include "shape/shapes.h"
#include "shape/trace.h"
#include "shape_object.h"

#define MM     1e-3
#define DEGREE (M_PI / 180.0)

/* A path of 180 mm, a bend to the left, 300 mm; and a channel along it. */
struct machine {
    struct quire_object piece[3], *piece_list[3], path, channel;
};

static void
machine_init(struct machine *machine, double radius)
{
    machine->piece[0] = make_object(&quire_kind_path_line, 11);
    set_real(&machine->piece[0], "length", 180 * MM);
    machine->piece[1] = make_object(&quire_kind_path_arc, 12);
    set_real(&machine->piece[1], "radius", radius);
    set_real(&machine->piece[1], "angle", 90 * DEGREE);
    machine->piece[2] = make_object(&quire_kind_path_line, 13);
    set_real(&machine->piece[2], "length", 300 * MM);
    for (int i = 0; i < 3; i++) {
        machine->piece_list[i] = &machine->piece[i];
    }
    machine->path = make_object(&quire_kind_path, 10);
    machine->path.child = machine->piece_list;
    machine->path.n_child = 3;
    set_vector(&machine->path, "from", 0, 0);
    set_real(&machine->path, "heading", 0);
    machine->channel = make_object(&quire_kind_channel, 20);
    struct quire_channel_params *channel = machine->channel.params;
    channel->name = "turn";
    machine->channel.name = "turn";
    channel->path = &machine->path;
    channel->from = 8 * MM;
    channel->to = 142 * MM;
    channel->gap = 3 * MM;
    channel->mouth = 2 * MM;
    channel->mouth_length = 8 * MM;
}

static void
machine_clear(struct machine *machine)
{
    for (int i = 0; i < 3; i++) {
        free(machine->piece[i].params);
    }
    free(machine->path.params);
    free(machine->channel.params);
}

Test(trace, path_is_its_pieces_one_after_the_other)
{
    struct machine machine;
    struct quire_outline path;
    double end[2];
    machine_init(&machine, 40 * MM);
    cr_assert(eq(int, quire_path_trace(&path, &machine.path, NULL), QUIRE_OK));
    cr_assert(eq(sz, path.n, 3));
    quire_outline_at(&path, path.length, end, NULL);
    cr_assert(epsilon_eq(dbl, end[0], 220 * MM, 1e-15));
    cr_assert(epsilon_eq(dbl, end[1], 340 * MM, 1e-15));
    quire_outline_clear(&path);
    machine_clear(&machine);
}

/* Along a straight path: walls at half the gap, mouths of radius (L^2 + m^2)/(2 m), joined
 * smoothly, symmetric. */
Test(trace, straight_channel_has_parallel_walls_and_round_mouths)
{
    struct machine machine;
    struct quire_outline wall[2];
    const double length = 8 * MM, mouth = 2 * MM,
                 radius = (length * length + mouth * mouth) / (2 * mouth);
    machine_init(&machine, 40 * MM);
    cr_assert(eq(int, quire_channel_trace(&wall[0], &wall[1], &machine.channel, NULL), QUIRE_OK));
    for (int w = 0; w < 2; w++) {
        const double side = w == 0 ? 1.0 : -1.0;
        const struct quire_piece *piece = wall[w].piece;
        cr_assert(eq(sz, wall[w].n, 3));
        cr_assert(epsilon_eq(dbl, piece[0].from[0], 8 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, piece[0].from[1], side * 3.5 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, piece[0].to[0], 16 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, piece[0].to[1], side * 1.5 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, piece[0].radius, radius, 1e-15));
        cr_assert(eq(dbl, piece[0].turn,
                     side)); /* bends away from the path towards its end, read from there */
        cr_assert(epsilon_eq(dbl, piece[0].end_direction[0], 1.0, 1e-14));
        cr_assert(epsilon_eq(dbl, piece[1].to[0], 134 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, piece[2].direction[0], 1.0, 1e-14));
        cr_assert(epsilon_eq(dbl, piece[2].to[0], 142 * MM, 1e-15));
        cr_assert(epsilon_eq(dbl, piece[2].to[1], side * 3.5 * MM, 1e-15));
        /* the path is on the sheet's side of both walls, by half the gap */
        const struct quire_gap gap = quire_outline_gap(&wall[w], -side, (double[2]){80 * MM, 0});
        cr_assert(epsilon_eq(dbl, gap.distance, 1.5 * MM, 1e-16));
        quire_outline_clear(&wall[w]);
    }
    machine_clear(&machine);
}

/* Round the bend, mouths on the bend included: never nearer than half the gap, opened by the mouth
 * at both ends, smooth. */
Test(trace, curved_channel_opens_at_both_ends)
{
    for (int k = 0; k < 4; k++) {
        struct machine machine;
        struct quire_outline path, wall[2];
        machine_init(&machine, 40 * MM);
        struct quire_channel_params *channel = machine.channel.params;
        channel->from = (158 + 11 * k) * MM;
        channel->to = (285 - 17 * k) * MM;
        quire_path_trace(&path, &machine.path, NULL);
        cr_assert(
            eq(int, quire_channel_trace(&wall[0], &wall[1], &machine.channel, NULL), QUIRE_OK));
        for (int w = 0; w < 2; w++) {
            const double side = w == 0 ? 1.0 : -1.0;
            for (int i = 0; i <= 400; i++) {
                double p[2], s, left;
                quire_outline_at(&wall[w], wall[w].length * i / 400, p, NULL);
                quire_outline_project(&path, p, -1.0, &s, &left);
                cr_assert(ge(dbl, side * left, 1.5 * MM - 1e-9));
                cr_assert(le(dbl, side * left, 3.5 * MM + 1e-9));
                if (i % 400 == 0) {
                    cr_assert(epsilon_eq(dbl, side * left, 3.5 * MM, 1e-14));
                    cr_assert(epsilon_eq(dbl, s, i == 0 ? channel->from : channel->to, 1e-14));
                }
                if (s > channel->from + 8.1 * MM && s < channel->to - 8.1 * MM) {
                    cr_assert(epsilon_eq(dbl, side * left, 1.5 * MM, 1e-14));
                }
            }
            for (size_t i = 1; i < wall[w].n; i++) {
                const double *u = wall[w].piece[i - 1].end_direction,
                             *v = wall[w].piece[i].direction;
                cr_assert(epsilon_eq(dbl, u[0] * v[0] + u[1] * v[1], 1.0, 1e-12));
            }
            quire_outline_clear(&wall[w]);
        }
        quire_outline_clear(&path);
        machine_clear(&machine);
    }
}

Test(trace, channel_without_mouths_is_the_parallel)
{
    struct machine machine;
    struct quire_outline wall[2];
    machine_init(&machine, 40 * MM);
    struct quire_channel_params *channel = machine.channel.params;
    channel->mouth = 0.0;
    channel->to = 300 * MM;
    cr_assert(eq(int, quire_channel_trace(&wall[0], &wall[1], &machine.channel, NULL), QUIRE_OK));
    cr_assert(epsilon_eq(dbl, wall[1].length - wall[0].length, 3 * MM * 90 * DEGREE, 1e-15));
    quire_outline_clear(&wall[0]);
    quire_outline_clear(&wall[1]);
    machine_clear(&machine);
}

Test(trace, channel_may_consist_of_its_mouths)
{
    struct machine machine;
    struct quire_outline wall[2];
    machine_init(&machine, 40 * MM);
    struct quire_channel_params *channel = machine.channel.params;
    channel->to = channel->from + 2 * channel->mouth_length;
    cr_assert(eq(int, quire_channel_trace(&wall[0], &wall[1], &machine.channel, NULL), QUIRE_OK));
    cr_assert(eq(sz, wall[0].n, 2));
    quire_outline_clear(&wall[0]);
    quire_outline_clear(&wall[1]);
    machine_clear(&machine);
}

/* The inner wall of a bend of 1.4 mm at a gap of 3 mm has no radius left. */
Test(trace, channel_tells_which_radius_and_gap_do_not_fit)
{
    struct machine machine;
    struct quire_outline wall[2];
    quire_diag *diag = quire_diag_create();
    machine_init(&machine, 1.4 * MM);
    struct quire_channel_params *channel = machine.channel.params;
    channel->to = 220 * MM;
    cr_assert(eq(int, quire_channel_trace(&wall[0], &wall[1], &machine.channel, diag),
                 QUIRE_ERROR_INPUT));
    check_problem(diag, "E-MODEL", 20, "radius of the path is 1.4 mm");
    cr_assert(strstr(quire_diag_get(diag, 0)->text, "gap 3 mm") != NULL);
    cr_assert(strstr(quire_diag_get(diag, 0)->text, "left wall") != NULL);
    cr_assert(eq(sz, wall[0].n + wall[1].n, 0));
    quire_diag_destroy(diag);
    machine_clear(&machine);
}

/* A mouth that ends in a bend away from its wall would cut into the channel first. */
Test(trace, channel_refuses_a_mouth_that_does_not_open)
{
    struct machine machine;
    struct quire_outline wall[2];
    quire_diag *diag = quire_diag_create();
    machine_init(&machine, 40 * MM);
    struct quire_channel_params *channel = machine.channel.params;
    channel->mouth = 0.5 * MM;
    channel->mouth_length = 40 * MM;
    channel->to = 200 * MM;
    cr_assert(eq(int, quire_channel_trace(&wall[0], &wall[1], &machine.channel, diag),
                 QUIRE_ERROR_INPUT));
    check_problem(diag, "E-MODEL", 20, "would not open by 0.5 mm");
    quire_diag_destroy(diag);
    machine_clear(&machine);
}

/* Lines between points, given as x, y, x, y. */
static void
guide_init(struct quire_object *guide, struct quire_object *line, struct quire_object **list,
           const double (*at)[4], size_t n)
{
    *guide = make_object(&quire_kind_guide, 30);
    for (size_t i = 0; i < n; i++) {
        line[i] = make_object(&quire_kind_shape_line, 31 + (int)i);
        set_vector(&line[i], "from", at[i][0], at[i][1]);
        set_vector(&line[i], "to", at[i][2], at[i][3]);
        list[i] = &line[i];
    }
    guide->child = list;
    guide->n_child = n;
}

static void
guide_clear(struct quire_object *guide)
{
    for (size_t i = 0; i < guide->n_child; i++) {
        free(guide->child[i]->params);
    }
    free(guide->params);
}

Test(trace, guide_joins_shapes_that_nearly_meet)
{
    const double at[3][4] = {
        {0, 0, 10 * MM, 0}, {10 * MM, 0.5e-6, 10 * MM, 5 * MM}, {10 * MM, 5 * MM, 0, 0}};
    struct quire_object guide, line[3], *list[3];
    struct quire_outline out;
    guide_init(&guide, line, list, at, 3);
    cr_assert(eq(int, quire_guide_trace(&out, &guide, NULL), QUIRE_OK));
    cr_assert(eq(sz, out.n, 3));
    for (size_t i = 1; i < out.n; i++) {
        cr_assert(eq(dbl, out.piece[i].from[0], out.piece[i - 1].to[0]));
        cr_assert(eq(dbl, out.piece[i].from[1], out.piece[i - 1].to[1]));
        cr_assert(epsilon_eq(dbl, out.piece[i].start,
                             out.piece[i - 1].start + out.piece[i - 1].length, 1e-17));
    }
    cr_assert(epsilon_eq(dbl, out.piece[1].length, 5 * MM, 1e-17));
    cr_assert(out.closed);
    quire_outline_clear(&out);
    guide_clear(&guide);
}

Test(trace, guide_tells_both_points_of_a_gap)
{
    const double at[2][4] = {{0, 0, 10 * MM, 0}, {10.5 * MM, 0, 10 * MM, 5 * MM}};
    struct quire_object guide, line[2], *list[2];
    struct quire_outline out;
    quire_diag *diag = quire_diag_create();
    guide_init(&guide, line, list, at, 2);
    cr_assert(eq(int, quire_guide_trace(&out, &guide, diag), QUIRE_ERROR_INPUT));
    check_problem(diag, "E-MODEL", 32, "(10.5 mm, 0 mm)");
    cr_assert(strstr(quire_diag_get(diag, 0)->text, "(10 mm, 0 mm)") != NULL);
    cr_assert(eq(sz, out.n, 0));
    quire_diag_destroy(diag);
    guide_clear(&guide);
}

Test(trace, guide_of_a_circle_is_closed_and_of_two_lines_is_not)
{
    const double at[2][4] = {{0, 0, 10 * MM, 0}, {10 * MM, 0, 10 * MM, 5 * MM}};
    struct quire_object guide, line[2], *list[2], circle, *circle_list[1] = {&circle};
    struct quire_outline out;
    guide_init(&guide, line, list, at, 2);
    cr_assert(eq(int, quire_guide_trace(&out, &guide, NULL), QUIRE_OK));
    cr_assert(not(out.closed));
    quire_outline_clear(&out);
    guide_clear(&guide);

    guide_init(&guide, line, circle_list, at, 0);
    circle = make_object(&quire_kind_shape_circle, 31);
    set_vector(&circle, "centre", 0, 0);
    set_real(&circle, "radius", 4 * MM);
    guide.n_child = 1;
    cr_assert(eq(int, quire_guide_trace(&out, &guide, NULL), QUIRE_OK));
    cr_assert(out.closed);
    cr_assert(epsilon_eq(dbl, out.length, 8 * M_PI * MM, 1e-17));
    quire_outline_clear(&out);
    guide_clear(&guide);
}
