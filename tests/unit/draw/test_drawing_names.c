#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/drawing.h"

/* 1 px a millimetre; the walls of a channel at y = +-1.5 mm, in the middle of a picture of 300 px
 * by `height` */
static char *
names_of(const struct quire_polyline *guide, size_t n, double height)
{
    static struct quire_polyline copy[256];
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

/* where the n names stand that begin so [px] */
static size_t
find_all(const char *svg, const char *start, double (*at)[2], size_t most)
{
    char text[64];
    size_t n = 0;
    for (size_t i = 0; i < most; i++) {
        snprintf(text, sizeof text, "%s%zu", start, i);
        n += find(svg, text, &at[n][0], &at[n][1]);
    }
    return n;
}

/* more of them than are kept in a list that is gone through */
Test(drawing_names, names_of_many_guides_cover_neither_each_other_nor_guides)
{
    enum { ROW = 14, N = ROW * ROW };
    static double line[N][2][2], at[N][2];
    static char name[N][8];
    static struct quire_polyline guide[N];
    for (size_t i = 0; i < N; i++) {
        const double x = 0.01 + 0.02 * (double)(i % ROW), y = 0.02 * (double)(i / ROW) - 0.13;
        memcpy(line[i], (double[2][2]){{x, y}, {x + 0.012, y + 0.002}}, sizeof line[i]);
        snprintf(name[i], sizeof name[i], "g%zu", i);
        guide[i] = (struct quire_polyline)LINE(name[i], 0.0, line[i], 2);
    }
    char *svg = names_of(guide, N, 300);
    const size_t n = find_all(svg, "g", at, N);
    cr_assert_gt(n, N / 8);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            cr_expect(fabs(at[i][0] - at[j][0]) > 13.0 || fabs(at[i][1] - at[j][1]) > 12.9);
        }
        for (size_t j = 0; j < N; j++) { /* the middle of each guide is outside the name's box */
            const double x = 500.0 * (line[j][0][0] + line[j][1][0]),
                         y = 150.0 - 500.0 * (line[j][0][1] + line[j][1][1]);
            cr_expect(fabs(at[i][0] - x) > 6.6 || fabs(at[i][1] - y) > 6.5);
        }
    }
    free(svg);
}
