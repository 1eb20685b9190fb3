/* Names in a picture: each at the first of several places where it covers no other. The name of a
 * guide stands on its solid side, never across another guide. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/drawing.h"
#include "geometry/box_index.h"

#define PLACED_MOST 2048
/* of the boxes placed, so many are asked one by one, and a part of those in the index */
#define UNSORTED_MOST   32
#define LINE_SPACING    8.0 /* between two places of a line that names keep off [px] */
#define CHARACTER_WIDTH 6.6 /* of the 12 px font [px] */
#define LINE_HEIGHT     13.0
/* names further than this from their guide are joined to it by a line [px] */
#define LEADER_FROM 12.0
#define LEADER_STEP 3.0 /* between two places of such a line [px] */
#define NAME_MOST   128 /* bytes of a channel's name, longer ones are not written */

struct box {
    double x0, y0, x1, y1;
};

/* What the pieces of guides cover, and between which points they are [px]. */
struct edges {
    struct quire_nearby near;
    double (*end)[2][2];
};

struct labels {
    struct quire_text *out;
    const struct quire_machine *machine;
    const struct quire_scale *scale;
    struct box placed[PLACED_MOST];
    size_t n;
    struct quire_nearby *near; /* the first `sorted` of them; a few new ones are not in it yet */
    size_t sorted;
    struct edges *edge;
};

static bool
overlap(const struct box *a, const struct box *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

static struct quire_extent
extent_of(const struct box *box)
{
    return (struct quire_extent){{box->x0, box->y0}, {box->x1, box->y1}};
}

/* a box that is tried, and those that there are */
struct try_box {
    const struct box *box, *placed;
};

static bool
covers(const void *user, int placed)
{
    const struct try_box *trial = user;

    return overlap(trial->box, trial->placed + placed);
}

static bool
is_free(const struct labels *labels, const struct box *box)
{
    const struct quire_extent extent = extent_of(box);
    const struct quire_frame_box *all = &labels->scale->box;
    const double width = (all->x1 - all->x0) * labels->scale->factor,
                 height = (all->y1 - all->y0) * labels->scale->factor;
    if (box->x0 < 0.0 || box->y0 < 0.0 || box->x1 > width || box->y1 > height) {
        return false;
    }
    if (quire_nearby_any(labels->near, &extent, covers, &(struct try_box){box, labels->placed})) {
        return false;
    }
    for (size_t i = labels->sorted; i < labels->n; i++) {
        if (overlap(box, &labels->placed[i])) {
            return false;
        }
    }
    return true;
}

static void
sort_boxes(struct labels *labels)
{
    labels->sorted = labels->n;
    labels->near->n = (int)labels->n;
    for (size_t i = 0; i < labels->n; i++) {
        labels->near->extent[i] = extent_of(&labels->placed[i]);
    }
    quire_nearby_sort(labels->near);
}

static void
occupy(struct labels *labels, const struct box *box)
{
    if (labels->n < PLACED_MOST) {
        labels->placed[labels->n++] = *box;
    }
    if (labels->n > labels->sorted + labels->sorted / 16 + UNSORTED_MOST) {
        sort_boxes(labels);
    }
}

/* takes back all but the first n */
static void
vacate(struct labels *labels, size_t n)
{
    labels->n = n;
    if (labels->sorted > n) {
        sort_boxes(labels);
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
    quire_text_format(labels->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class,
                      0.5 * (box->x0 + box->x1), 0.5 * (box->y0 + box->y1) + 4.0);
    quire_text_xml(labels->out, name);
    quire_text_add(labels->out, "</text>\n");
}

/* tries eight directions around (x, y), nearer ones first; when none is free the name is left out,
 * or stands in the first if it must be there */
static void
place(struct labels *labels, const char *name, const char *class, double x, double y, double near,
      bool must)
{
    static const double way[][2] = {{0, -1},     {0, 1},       {1, 0},     {-1, 0},
                                    {0.8, -0.8}, {-0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}};
    struct box box = {0};
    if (name == NULL || name[0] == '\0' || !isfinite(x + y)) {
        return;
    }
    const double half = 0.5 * CHARACTER_WIDTH * (double)characters(name);
    for (int i = 0; i < 32; i++) { /* four rings of eight directions */
        const double *w = way[i % 8], r = near + 9.0 * (i / 8);
        const double cx = x + w[0] * (r + half + 2.0), cy = y + w[1] * (r + 0.5 * LINE_HEIGHT);
        const struct box here = {cx - half, cy - 0.5 * LINE_HEIGHT, cx + half,
                                 cy + 0.5 * LINE_HEIGHT};
        if (is_free(labels, &here)) {
            occupy(labels, &here);
            write_name(labels, name, class, &here);
            return;
        }
        box = i == 0 ? here : box;
    }
    if (must) {
        occupy(labels, &box);
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

/* ---- guides ---- */

/* Where the name of a guide may stand. */
struct spot {
    struct box box;
    double from[2], to[2]; /* from the guide to the box [px] */
    bool leader;           /* too far off to be understood without a line */
};

static double
side_of(const double a[2], const double b[2], const double p[2])
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* two points, and the pieces of guides that may lie between them */
struct try_way {
    const double *from, *to;
    const struct edges *edge;
};

static bool
parts_them(const void *user, int edge)
{
    const struct try_way *way = user;
    const double *a = way->edge->end[edge][0], *b = way->edge->end[edge][1];

    return side_of(a, b, way->from) * side_of(a, b, way->to) < 0.0 &&
           side_of(way->from, way->to, a) * side_of(way->from, way->to, b) <= 0.0;
}

/* whether a guide is between the two points [px] */
static bool
guide_between(const struct labels *labels, const double from[2], const double to[2])
{
    const struct quire_extent extent = {{fmin(from[0], to[0]), fmin(from[1], to[1])},
                                        {fmax(from[0], to[0]), fmax(from[1], to[1])}};

    return quire_nearby_any(&labels->edge->near, &extent, parts_them,
                            &(struct try_way){from, to, labels->edge});
}

static double
spot_length(const struct spot *spot)
{
    return hypot(spot->to[0] - spot->from[0], spot->to[1] - spot->from[1]);
}

/* a small box around the place k of the leader */
static struct box
leader_box(const struct spot *spot, double k)
{
    const double part = k * LEADER_STEP / spot_length(spot);
    const double x = spot->from[0] + part * (spot->to[0] - spot->from[0]);
    const double y = spot->from[1] + part * (spot->to[1] - spot->from[1]);
    return (struct box){x - 1.0, y - 1.0, x + 1.0, y + 1.0};
}

/* the guide itself is there at the start, so the line is looked at only from the third place on */
static bool
leader_is_free(const struct labels *labels, const struct spot *spot)
{
    for (double k = 3.0; k * LEADER_STEP < spot_length(spot); k += 1.0) {
        const struct box box = leader_box(spot, k);
        if (!is_free(labels, &box)) {
            return false;
        }
    }
    return true;
}

/* the box of a name of half the width `half` that keeps `gap` off (x, y), in the direction d */
static bool
try_spot(const struct labels *labels, struct spot *spot, const double at[2], const double d[2],
         double gap, double half)
{
    const double tall = 0.5 * LINE_HEIGHT, away = gap + fabs(d[0]) * half + fabs(d[1]) * tall;
    const double inside = fmin(half / fmax(fabs(d[0]), 1e-9), tall / fmax(fabs(d[1]), 1e-9));
    const double centre[2] = {at[0] + d[0] * away, at[1] + d[1] * away};
    const double start[2] = {at[0] + d[0], at[1] + d[1]}; /* just off the guide itself */
    *spot = (struct spot){
        .box = {centre[0] - half, centre[1] - tall, centre[0] + half, centre[1] + tall},
        .from = {at[0], at[1]},
        .to = {at[0] + d[0] * (away - inside), at[1] + d[1] * (away - inside)},
        .leader = gap > LEADER_FROM,
    };
    return is_free(labels, &spot->box) && !guide_between(labels, start, centre) &&
           (!spot->leader || leader_is_free(labels, spot));
}

/* the point at a part of the guide's length, and the way to the guide's left there [px]; false if
 * the guide has no length */
static bool
guide_at(const struct labels *labels, const struct quire_polyline *guide, double part, double at[2],
         double left[2])
{
    double length = 0.0;
    for (size_t i = 0; i + 1 < guide->n; i++) {
        length +=
            hypot(guide->at[i + 1][0] - guide->at[i][0], guide->at[i + 1][1] - guide->at[i][1]);
    }
    double rest = part * length;
    for (size_t i = 0; i + 1 < guide->n; i++) {
        const double *a = guide->at[i], dx = guide->at[i + 1][0] - a[0],
                     dy = guide->at[i + 1][1] - a[1];
        const double piece = hypot(dx, dy);
        if (piece > 0.0 && rest <= piece) {
            at[0] = quire_scale_x(labels->scale, a[0] + dx * rest / piece);
            at[1] = quire_scale_y(labels->scale, a[1] + dy * rest / piece);
            left[0] = -dy / piece;
            left[1] = -dx / piece; /* y points down on the screen */
            return isfinite(at[0] + at[1] + left[0] + left[1]);
        }
        rest -= piece;
    }
    return false;
}

/* parts of a guide's length where its name is tried, the middle first */
static const double parts[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82};
#define N_PART (sizeof parts / sizeof *parts)

/* all along the guide before further away from it */
static bool
find_spot(const struct labels *labels, struct spot *spot, const struct quire_polyline *guide,
          size_t n_character)
{
    static const double gap[] = {9.0, 12.0, 20.0, 30.0, 42.0, 56.0, 72.0};
    static const double turned[] = {0.0, 0.6, -0.6}; /* of the way off the guide [rad] */
    const double half = 0.5 * CHARACTER_WIDTH * (double)n_character;
    bool there[N_PART];
    double at[N_PART][2], left[N_PART][2];
    for (size_t g = 0; g < sizeof gap / sizeof *gap; g++) {
        for (size_t k = 0; k < N_PART * 6; k++) {
            const double sign = k % 2 == 0 ? 1.0 : -1.0, angle = turned[k / 2 % 3];
            const size_t i = k / 6;
            const double *l = left[i];
            if (g == 0 && k % 6 == 0) {
                there[i] = guide_at(labels, guide, parts[i], at[i], left[i]);
            }
            if (sign * guide->side > 0.0 || !there[i]) {
                continue; /* where sheets run */
            }
            const double c = sign * cos(angle), s = sign * sin(angle);
            const double d[2] = {c * l[0] - s * l[1], s * l[0] + c * l[1]};
            if ((angle == 0.0 || gap[g] > LEADER_FROM) &&
                try_spot(labels, spot, at[i], d, gap[g], half)) {
                return true;
            }
        }
    }
    return false;
}

static void
occupy_spot(struct labels *labels, const struct spot *spot)
{
    occupy(labels, &spot->box);
    for (double k = 0.0; spot->leader && k * LEADER_STEP < spot_length(spot); k += 1.0) {
        const struct box box = leader_box(spot, k);
        occupy(labels, &box);
    }
}

static void
write_spot(struct labels *labels, const char *name, const struct spot *spot)
{
    if (spot->leader) {
        quire_text_format(labels->out, "<path class=\"leader\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                          spot->from[0], spot->from[1], spot->to[0], spot->to[1]);
    }
    write_name(labels, name, "name guide-name", &spot->box);
}

static bool
name_guide(struct labels *labels, const struct quire_polyline *guide, const char *name)
{
    struct spot spot;
    if (name == NULL || name[0] == '\0' || !find_spot(labels, &spot, guide, characters(name))) {
        return false;
    }
    occupy_spot(labels, &spot);
    write_spot(labels, name, &spot);
    return true;
}

/* the bytes of the channel's name if the two guides are its walls, "NAME.left" and "NAME.right";
 * else 0 */
static size_t
channel_name(const struct quire_polyline *left, const struct quire_polyline *right)
{
    const char *dot = left->name != NULL ? strrchr(left->name, '.') : NULL;
    if (dot == NULL || right->name == NULL || strcmp(dot, ".left") != 0) {
        return 0;
    }
    const size_t n = (size_t)(dot - left->name);
    return strncmp(left->name, right->name, n) == 0 && strcmp(right->name + n, ".right") == 0 ? n
                                                                                              : 0;
}

/* both walls or, where there is no room for both, the channel */
static void
name_channel(struct labels *labels, const struct quire_polyline *left,
             const struct quire_polyline *right, size_t n)
{
    const size_t before = labels->n;
    struct spot first, second;
    if (find_spot(labels, &first, left, characters(left->name))) {
        occupy_spot(labels, &first);
        if (find_spot(labels, &second, right, characters(right->name))) {
            occupy_spot(labels, &second);
            write_spot(labels, left->name, &first);
            write_spot(labels, right->name, &second);
            return;
        }
    }
    vacate(labels, before);
    char name[NAME_MOST];
    if (n < sizeof name) {
        snprintf(name, sizeof name, "%.*s", (int)n, left->name);
        if (!name_guide(labels, left, name)) {
            name_guide(labels, right, name);
        }
    }
}

static void
name_guides(struct labels *labels)
{
    const struct quire_machine *machine = labels->machine;
    for (size_t i = 0; i < machine->n_guide; i++) {
        const struct quire_polyline *guide = &machine->guide[i];
        const size_t n = i + 1 < machine->n_guide ? channel_name(guide, guide + 1) : 0;
        if (n > 0) {
            name_channel(labels, guide, guide + 1, n);
            i++;
        } else {
            name_guide(labels, guide, guide->name);
        }
    }
}

/* ---- all names ---- */

static size_t
count_edges(const struct quire_machine *machine)
{
    size_t n = 0;

    for (size_t i = 0; i < machine->n_guide; i++) {
        n += machine->guide[i].n > 0 ? machine->guide[i].n - 1 : 0;
    }
    return n;
}

/* false when memory runs out */
static bool
list_edges(struct edges *edge, const struct quire_machine *machine, const struct quire_scale *scale)
{
    const size_t all = count_edges(machine);
    size_t n = 0;

    edge->end = malloc(sizeof *edge->end * (all + 1));
    if (edge->end == NULL || quire_nearby_create(&edge->near, (int)all) != 0) {
        return false;
    }
    for (size_t i = 0; i < machine->n_guide; i++) {
        const struct quire_polyline *guide = &machine->guide[i];
        for (size_t j = 0; j + 1 < guide->n; j++, n++) {
            struct quire_extent *e = edge->near.extent + n;
            for (int k = 0; k < 2; k++) {
                edge->end[n][k][0] = quire_scale_x(scale, guide->at[j + (size_t)k][0]);
                edge->end[n][k][1] = quire_scale_y(scale, guide->at[j + (size_t)k][1]);
            }
            for (int d = 0; d < 2; d++) {
                e->low[d] = fmin(edge->end[n][0][d], edge->end[n][1][d]);
                e->high[d] = fmax(edge->end[n][0][d], edge->end[n][1][d]);
            }
        }
    }
    quire_nearby_sort(&edge->near);
    return true;
}

static void
name_all(struct labels *labels)
{
    const struct quire_machine *machine = labels->machine;
    const struct quire_scale *scale = labels->scale;
    for (size_t i = 0; i < machine->n_roller; i++) {
        const struct quire_wheel *r = &machine->roller[i];
        if (!r->free) {
            occupy_round(labels, quire_scale_x(scale, r->x), quire_scale_y(scale, r->y),
                         r->radius * scale->factor);
        }
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *s = &machine->sensor[i];
        occupy_round(labels, quire_scale_x(scale, s->x) + 6.0 * s->direction[1],
                     quire_scale_y(scale, s->y) + 6.0 * s->direction[0], 5.0);
    }
    for (size_t i = 0; i < machine->n_guide; i++) {
        occupy_line(labels, &machine->guide[i]);
    }
    for (size_t i = 0; i < machine->n_path; i++) {
        occupy_line(labels, &machine->path[i]);
    }
    for (size_t i = 0; i < machine->n_nip; i++) {
        place_nip(labels, machine, &machine->nip[i]);
    }
    for (size_t i = 0; i < machine->n_roller; i++) {
        const struct quire_wheel *r = &machine->roller[i];
        if (!r->in_nip && !r->free) {
            place(labels, r->name, "name", quire_scale_x(scale, r->x), quire_scale_y(scale, r->y),
                  r->radius * scale->factor + 2.0, true);
        }
    }
    for (size_t i = 0; i < machine->n_sensor; i++) {
        const struct quire_mark *s = &machine->sensor[i];
        place(labels, s->name, "name sensor-name",
              quire_scale_x(scale, s->x) + 6.0 * s->direction[1],
              quire_scale_y(scale, s->y) + 6.0 * s->direction[0], 6.0, true);
    }
    for (size_t i = 0; i < machine->n_pressure; i++) {
        const struct quire_polyline *line = &machine->pressure[i];
        if (line->n > 1) {
            place(
                labels, line->name, "name guide-name",
                0.5 * (quire_scale_x(scale, line->at[0][0]) + quire_scale_x(scale, line->at[1][0])),
                0.5 * (quire_scale_y(scale, line->at[0][1]) + quire_scale_y(scale, line->at[1][1])),
                6.0, true);
        }
    }
    name_guides(labels);
}

void
quire_drawing_names(struct quire_text *out, const struct quire_machine *machine,
                    const struct quire_scale *scale)
{
    struct edges edge = {0};
    struct quire_nearby near = {0};
    struct labels labels = {
        .out = out, .machine = machine, .scale = scale, .near = &near, .edge = &edge};

    if (quire_nearby_create(&near, PLACED_MOST) == 0 && list_edges(&edge, machine, scale)) {
        sort_boxes(&labels);
        name_all(&labels);
    } else {
        out->failed = true;
    }
    quire_nearby_destroy(&near);
    quire_nearby_destroy(&edge.near);
    free(edge.end);
}
