#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/drawing.h"

/* 1 px a millimetre; the walls of a channel at y = +-1.5 mm, in the middle of a picture of 300 px
 * by `height` */
static char *
names_of(const struct quire_polyline *guide, size_t n, double height)
{
    struct quire_polyline copy[4];
    memcpy(copy, guide, n * sizeof *copy);
    const struct quire_machine machine = {.guide = copy, .n_guide = n};
    const struct quire_scale scale = {.factor = 1000.0,
                                      .box = {0.0, -0.0005 * height, 0.3, 0.0005 * height}};
    struct quire_text text = {0};
    quire_drawing_names(&text, &machine, &scale);
    quire_text_add(&text, ""); /* not NULL */
    cr_assert_not(text.failed);
    return text.data;
}

/* where the name stands [px]; false if it does not */
static bool
find(const char *svg, const char *name, double *x, double *y)
{
    char text[64];
    snprintf(text, sizeof text, ">%s</text>", name);
    const char *end = strstr(svg, text);
    if (end == NULL) {
        return false;
    }
    while (strncmp(end, "<text", 5) != 0) {
        end--;
    }
    *x = strtod(strstr(end, " x=\"") + 4, NULL);
    *y = strtod(strstr(end, " y=\"") + 4, NULL) - 4.0; /* of the base line */
    return true;
}

#define LINE(name_, side_, at_, n_)                                                                \
    {                                                                                              \
        .name = (name_), .side = (side_), .at = (at_), .n = (n_)                                   \
    }

static double upper[][2] = {{0.05, 0.0015}, {0.25, 0.0015}},
              lower[][2] = {{0.05, -0.0015}, {0.25, -0.0015}};

Test(drawing_names, walls_of_a_channel_are_named_on_their_solid_sides)
{
    const struct quire_polyline guide[] = {LINE("run.left", -1.0, upper, 2),
                                           LINE("run.right", 1.0, lower, 2)};
    double x, y;
    char *svg = names_of(guide, 2, 100.0);
    cr_assert(find(svg, "run.left", &x, &y));
    cr_assert_lt(y, 48.5 - 6.5); /* the whole line of text above the upper wall */
    cr_assert(find(svg, "run.right", &x, &y));
    cr_assert_gt(y, 51.5 + 6.5);
    cr_assert_null(strstr(svg, "leader"));
    free(svg);
}

Test(drawing_names, the_channel_is_named_once_where_there_is_room_for_one_wall_only)
{
    /* too near for a name between it and the wall */
    static double ceiling[][2] = {{0.0, 0.0115}, {0.3, 0.0115}};
    const struct quire_polyline guide[] = {LINE("run.left", -1.0, upper, 2),
                                           LINE("run.right", 1.0, lower, 2),
                                           LINE("ceiling", -1.0, ceiling, 2)};
    double x, y;
    char *svg = names_of(guide, 3, 100.0);
    cr_assert_not(find(svg, "run.left", &x, &y));
    cr_assert_not(find(svg, "run.right", &x, &y));
    cr_assert(find(svg, "run", &x, &y));
    cr_assert_gt(y, 51.5 + 6.5);
    cr_assert(find(svg, "ceiling", &x, &y));
    cr_assert_lt(y, 38.5 - 6.5);
    free(svg);
}

Test(drawing_names, a_name_further_off_is_joined_to_its_guide)
{
    static double wall[][2] = {{0.14, 0.0}, {0.16, 0.0}},
                  left[][2] = {{0.13, -0.001}, {0.13, -0.026}},
                  right[][2] = {{0.17, -0.001}, {0.17, -0.026}};
    /* a pocket of 40 px under the wall, too narrow for its name of 79 px */
    const struct quire_polyline guide[] = {LINE("long-enough", 1.0, wall, 2),
                                           LINE("", 0.0, left, 2), LINE("", 0.0, right, 2)};
    double x, y, from[2], to[2];
    char *svg = names_of(guide, 3, 200.0);
    cr_assert(find(svg, "long-enough", &x, &y));
    cr_assert_gt(y, 126.0 + 6.5);
    const char *leader = strstr(svg, "class=\"leader\" d=\"M");
    cr_assert_not_null(leader);
    cr_assert_eq(
        sscanf(leader, "class=\"leader\" d=\"M%lf %lfL%lf %lf", &from[0], &from[1], &to[0], &to[1]),
        4);
    cr_assert_float_eq(from[1], 100.0, 0.06); /* on the wall */
    cr_assert(from[0] > 140.0 && from[0] < 160.0);
    cr_assert_float_eq(to[1], y - 6.5, 0.11); /* at the upper edge of the name */
    const double out = from[0] + (to[0] - from[0]) * (126.0 - from[1]) / (to[1] - from[1]);
    /* not through its walls */
    cr_assert(out > 130.0 && out < 170.0, "leaves the pocket at %g", out);
    free(svg);
}

Test(drawing_names, a_guide_without_a_length_or_a_name_has_none)
{
    static double point[][2] = {{0.1, 0.0}, {0.1, 0.0}};
    const struct quire_polyline guide[] = {LINE("point", 1.0, point, 2),
                                           LINE("empty", 1.0, NULL, 0), LINE(NULL, 1.0, lower, 2)};
    char *svg = names_of(guide, 3, 100.0);
    cr_assert(svg == NULL || strstr(svg, "<text") == NULL);
    free(svg);
}
