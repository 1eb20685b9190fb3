#include "vtk/vtk_scene.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"

#define ROUND     32 /* corners of a circle */
#define RINGS     16 /* of an ellipsoid, from end to end */
#define FULL_TURN 6.28318530717958647693
#define MICRO     1e-6

/* ---- sheets ---- */

/* A sheet in a frame: its nodes station by station, `size` numbers each. */
struct leaf {
    const struct quire_trajectory *trajectory;
    size_t sheet, frame;
    const int32_t *at;
    size_t n, m, size; /* stations, columns, 2 or 3 */
};

static bool
leaf_of(struct leaf *out, const struct quire_trajectory *t, size_t frame, size_t sheet)
{
    const struct quire_frames *f = &t->frames;
    size_t n;
    const bool spatial = f->column[sheet] > 0;
    const int32_t *line = quire_frames_sheet(f, frame, sheet, &n);
    *out = (struct leaf){.trajectory = t,
                         .sheet = sheet,
                         .frame = frame,
                         .at = spatial ? quire_frames_nodes(f, frame, sheet) : line,
                         .n = quire_frames_node_count(f, sheet),
                         .m = spatial ? f->column[sheet] : 1,
                         .size = spatial ? 3 : 2};
    return out->at != NULL && out->n > 1;
}

static void
place_of(const struct leaf *l, size_t station, size_t column, double at[3])
{
    const int32_t *um = l->at + l->size * (station * l->m + column);
    at[0] = MICRO * um[0];
    at[1] = MICRO * um[1];
    at[2] = l->size == 3 ? MICRO * um[2] : 0.0;
}

/* from the station before to the one behind, and from the first to the last column; the normal is
 * across x along, towards the left face */
static void
frame_of(const struct leaf *l, size_t station, size_t column, double normal[3])
{
    double a[3], b[3], e[3] = {0, 0, 1}, length = 0;
    place_of(l, station > 0 ? station - 1 : 0, column, a);
    place_of(l, station + 1 < l->n ? station + 1 : station, column, b);
    const double t[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    if (l->m > 1) {
        place_of(l, station, 0, a);
        place_of(l, station, l->m - 1, b);
        for (int c = 0; c < 3; c++) {
            e[c] = b[c] - a[c];
        }
    }
    for (int c = 0; c < 3; c++) {
        normal[c] = e[(c + 1) % 3] * t[(c + 2) % 3] - e[(c + 2) % 3] * t[(c + 1) % 3];
        length += normal[c] * normal[c];
    }
    for (int c = 0; c < 3; c++) {
        normal[c] = length > 0 ? normal[c] / sqrt(length) : 0;
    }
}

/* the sheet in a frame, or where it is not there in this one */
static struct leaf
leaf_near(const struct leaf *l, size_t frame)
{
    struct leaf other;
    return frame < l->trajectory->frames.n && leaf_of(&other, l->trajectory, frame, l->sheet)
               ? other
               : *l;
}

static void
velocity_of(const struct leaf *before, const struct leaf *behind, size_t station, size_t column,
            double v[3])
{
    const double *time = before->trajectory->frames.time,
                 dt = time[behind->frame] - time[before->frame];
    double a[3], b[3];
    place_of(before, station, column, a);
    place_of(behind, station, column, b);
    for (int c = 0; c < 3; c++) {
        v[c] = dt > 0 ? (b[c] - a[c]) / dt : 0;
    }
}

/* turn of the direction from segment to segment over their length */
static double
curvature_of(const struct leaf *l, size_t station, size_t column, const double normal[3])
{
    double a[3], b[3], c[3], first = 0, second = 0, bend = 0;
    if (station == 0 || station + 1 == l->n) {
        return 0;
    }
    place_of(l, station - 1, column, a);
    place_of(l, station, column, b);
    place_of(l, station + 1, column, c);
    for (int k = 0; k < 3; k++) {
        first += (b[k] - a[k]) * (b[k] - a[k]);
        second += (c[k] - b[k]) * (c[k] - b[k]);
    }
    first = sqrt(first);
    second = sqrt(second);
    for (int k = 0; k < 3 && first > 0 && second > 0; k++) {
        bend += ((c[k] - b[k]) / second - (b[k] - a[k]) / first) * normal[k];
    }
    return first + second > 0 ? bend / (0.5 * (first + second)) : 0;
}

static double
newtons(int32_t micro)
{
    return micro == QUIRE_FRAMES_ABSENT ? 0.0 : MICRO * micro;
}

/* the mean of the segments on both sides */
static double
tension_of(const struct leaf *l, size_t station)
{
    const int32_t *tension = quire_frames_tension_at(&l->trajectory->frames, l->frame, l->sheet);
    const size_t before = station > 0 ? station - 1 : 0,
                 behind = station + 1 < l->n ? station : station - 1;
    return 0.5 * (newtons(tension[before]) + newtons(tension[behind]));
}

static void
add_cells(struct quire_mesh *out, const struct leaf *l, size_t first)
{
    for (size_t i = 0; i + 1 < l->n; i++) {
        for (size_t j = 0; j + 1 < l->m; j++) {
            const size_t at = first + i * l->m + j;
            quire_mesh_polygon(out, l->sheet,
                               (const size_t[]){at, at + 1, at + l->m + 1, at + l->m}, 4);
        }
        if (l->m == 1) {
            quire_mesh_line(out, l->sheet, (const size_t[]){first + i, first + i + 1}, 2);
        }
    }
}

static void
add_leaf(struct quire_mesh *out, const struct leaf *l)
{
    const size_t first = out->n;
    for (size_t i = 0; i < l->n * l->m; i++) {
        double at[3];
        place_of(l, i / l->m, i % l->m, at);
        quire_mesh_point(out, at[0], at[1], at[2]);
    }
    add_cells(out, l, first);
}

struct fields {
    double *velocity, *normal_speed, *curvature, *tension, *contact;
};

static void
fill_fields(const struct fields *f, const struct leaf *l, size_t at)
{
    const int32_t *contact = quire_frames_contact_at(&l->trajectory->frames, l->frame, l->sheet);
    const struct leaf before = leaf_near(l, l->frame > 0 ? l->frame - 1 : 0),
                      behind = leaf_near(l, l->frame + 1);
    for (size_t i = 0; i < l->n; i++) {
        for (size_t j = 0; j < l->m; j++, at++) {
            double normal[3], *v = f->velocity + 3 * at;
            frame_of(l, i, j, normal);
            velocity_of(&before, &behind, i, j, v);
            f->normal_speed[at] = v[0] * normal[0] + v[1] * normal[1] + v[2] * normal[2];
            f->curvature[at] = curvature_of(l, i, j, normal);
            f->tension[at] = tension_of(l, i);
            if (l->size == 3) {
                f->contact[at] = newtons(contact[i]);
            }
        }
    }
}

void
quire_scene_sheets(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame)
{
    struct leaf l;
    for (size_t i = 0; i < t->frames.n_sheet; i++) {
        if (leaf_of(&l, t, frame, i)) {
            add_leaf(out, &l);
        }
    }
    struct fields f = {.velocity = quire_mesh_field(out, "velocity", 3),
                       .normal_speed = quire_mesh_field(out, "normal_speed", 1),
                       .curvature = quire_mesh_field(out, "curvature", 1),
                       .tension = quire_mesh_field(out, "tension", 1)};
    if (t->machine.spatial) {
        f.contact = quire_mesh_field(out, "contact_force", 1);
    }
    size_t at = 0;
    for (size_t i = 0; i < t->frames.n_sheet && !out->failed; i++) {
        if (leaf_of(&l, t, frame, i)) {
            fill_fields(&f, &l, at);
            at += l.n * l.m;
        }
    }
}

/* ---- rollers and bodies ---- */

static void
add_ring(struct quire_mesh *out, const double centre[3], const double u[3], const double v[3],
         size_t node[ROUND])
{
    for (size_t i = 0; i < ROUND; i++) {
        const double c = quire_cos(FULL_TURN * (double)i / ROUND),
                     s = quire_sin(FULL_TURN * (double)i / ROUND);
        node[i] =
            quire_mesh_point(out, centre[0] + c * u[0] + s * v[0], centre[1] + c * u[1] + s * v[1],
                             centre[2] + c * u[2] + s * v[2]);
    }
}

/* `at` is where its roller is */
static void
add_cylinder(struct quire_mesh *out, size_t of, const struct quire_disc *d, const double at[2])
{
    const double *a = d->axis;
    double u[3], v[3];
    size_t ring[2][ROUND];
    quire_disc_plane(d, u, v);
    for (int c = 0; c < 3; c++) {
        u[c] *= d->radius;
        v[c] *= d->radius;
    }
    for (int end = 0; end < 2; end++) {
        const double by = end == 0 ? -d->half : d->half;
        const double centre[3] = {at[0] + d->at[0] + by * a[0], at[1] + d->at[1] + by * a[1],
                                  d->at[2] + by * a[2]};
        add_ring(out, centre, u, v, ring[end]);
        quire_mesh_polygon(out, of, ring[end], ROUND);
    }
    for (size_t i = 0; i < ROUND; i++) {
        const size_t next = (i + 1) % ROUND;
        quire_mesh_polygon(
            out, of, (const size_t[]){ring[0][i], ring[0][next], ring[1][next], ring[1][i]}, 4);
    }
}

static void
add_roller(struct quire_mesh *out, const struct quire_trajectory *t, size_t index, size_t frame)
{
    const int32_t *um = quire_frames_roller(&t->frames, frame, index);
    const struct quire_wheel *roller = &t->machine.roller[index];
    const double at[2] = {MICRO * um[0], MICRO * um[1]};
    size_t ring[ROUND];
    if (um[0] == QUIRE_FRAMES_ABSENT || um[1] == QUIRE_FRAMES_ABSENT) {
        return;
    }
    for (size_t i = 0; i < roller->n_disc; i++) {
        const struct quire_disc disc = quire_disc_shifted(
            &t->machine.disc[roller->disc + i], quire_frames_shift(&t->frames, frame, index));
        add_cylinder(out, index, &disc, at);
    }
    if (roller->n_disc == 0 && !roller->soft) { /* the outline of a soft one is among the bodies */
        add_ring(out, (const double[]){at[0], at[1], 0}, (const double[]){roller->radius, 0, 0},
                 (const double[]){0, roller->radius, 0}, ring);
        quire_mesh_polygon(out, index, ring, ROUND);
    }
}

/* a block by its corners; a disc, which may be an ellipse, by where two diameters of it end */
static void
add_body(struct quire_mesh *out, const struct quire_machine *machine, size_t index,
         const int32_t um[8])
{
    size_t node[ROUND], n = 4;
    double x[4], y[4];
    for (size_t i = 0; i < 4; i++) {
        if (um[2 * i] == QUIRE_FRAMES_ABSENT || um[2 * i + 1] == QUIRE_FRAMES_ABSENT) {
            return;
        }
        x[i] = MICRO * um[2 * i];
        y[i] = MICRO * um[2 * i + 1];
    }
    if (machine->body[index].radius > 0) {
        const double centre[3] = {0.5 * (x[0] + x[2]), 0.5 * (y[0] + y[2]), 0};
        add_ring(out, centre, (const double[]){x[0] - centre[0], y[0] - centre[1], 0},
                 (const double[]){x[1] - centre[0], y[1] - centre[1], 0}, node);
        n = ROUND;
    } else {
        for (size_t i = 0; i < 4; i++) {
            node[i] = quire_mesh_point(out, x[i], y[i], 0);
        }
    }
    quire_mesh_polygon(out, machine->n_roller + index, node, n);
}

/* from the second of its axes to the other end, ring by ring */
static void
add_ellipsoid(struct quire_mesh *out, size_t of, const double centre[3], double axis[3][3])
{
    size_t before[ROUND], ring[ROUND];
    for (size_t i = 0; i <= RINGS; i++) {
        const double along = quire_cos(0.5 * FULL_TURN * (double)i / RINGS),
                     across = quire_sin(0.5 * FULL_TURN * (double)i / RINGS);
        double at[3], u[3], v[3];
        for (int d = 0; d < 3; d++) {
            at[d] = centre[d] + along * axis[1][d];
            u[d] = across * axis[2][d];
            v[d] = across * axis[0][d];
        }
        add_ring(out, at, u, v, ring);
        for (size_t j = 0; i > 0 && j < ROUND; j++) {
            const size_t next = (j + 1) % ROUND;
            quire_mesh_polygon(out, of,
                               (const size_t[]){before[j], ring[j], ring[next], before[next]}, 4);
        }
        for (size_t j = 0; j < ROUND; j++) {
            before[j] = ring[j];
        }
    }
}

static void
add_cuboid(struct quire_mesh *out, size_t of, const double centre[3], double axis[3][3])
{
    size_t node[8];
    for (size_t i = 0; i < 8; i++) {
        double r[3];
        for (int d = 0; d < 3; d++) {
            r[d] = centre[d] + (i & 1 ? 1 : -1) * axis[0][d] + (i & 2 ? 1 : -1) * axis[1][d] +
                   (i & 4 ? 1 : -1) * axis[2][d];
        }
        node[i] = quire_mesh_point(out, r[0], r[1], r[2]);
    }
    for (size_t face = 0; face < 6; face++) {
        const size_t k = face / 2, e = (size_t)1 << (k + 1) % 3, f = (size_t)1 << (k + 2) % 3,
                     from = face % 2 << k;
        const size_t there[4] = {node[from], node[from | e], node[from | e | f], node[from | f]};
        const size_t back[4] = {there[0], there[3], there[2], there[1]};
        quire_mesh_polygon(out, of, face % 2 ? there : back, 4); /* normals point outwards */
    }
}

static void
add_solid(struct quire_mesh *out, const struct quire_trajectory *t, size_t index, size_t frame)
{
    const struct quire_machine *m = &t->machine;
    const struct quire_shape *shape = &m->body[index];
    const size_t of = m->n_roller + index;
    double centre[3], axis[3][3];
    if (!quire_frames_solid(&t->frames, frame, index, centre, axis)) {
        return;
    }
    if (shape->cuboid) {
        add_cuboid(out, of, centre, axis);
    } else {
        add_ellipsoid(out, of, centre, axis);
    }
    for (size_t i = 0; i < shape->n_ball; i++) {
        const struct quire_ball_view *ball = &m->ball[shape->ball + i];
        double at[3] = {centre[0], centre[1], centre[2]}, own[3][3];
        for (int k = 0; k < 3; k++) {
            const double *a = axis[k], inverse = 1 / sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
            for (int d = 0; d < 3; d++) {
                at[d] += ball->at[k] * inverse * a[d];
                own[k][d] = ball->radius * inverse * a[d];
            }
        }
        add_ellipsoid(out, of, at, own);
    }
}

void
quire_scene_rollers(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame)
{
    for (size_t i = 0; i < t->machine.n_roller; i++) {
        add_roller(out, t, i, frame);
    }
    for (size_t i = 0; i < t->frames.n_solid; i++) {
        add_solid(out, t, i, frame);
    }
    for (size_t i = t->frames.n_solid; i < t->machine.n_body; i++) {
        add_body(out, &t->machine, i, quire_frames_body(&t->frames, frame, i));
    }
}

/* ---- guides ---- */

static void
add_wall(struct quire_mesh *out, size_t of, const struct quire_polyline *line, double reach)
{
    const double from = fmax(line->across[0], -reach), to = fmin(line->across[1], reach);
    size_t before[2] = {0, 0};
    for (size_t i = 0; i < line->n && from < to; i++) {
        const double *at = line->at[i], *rise = line->rise;
        const size_t here[2] = {
            quire_mesh_point(out, at[0] + from * rise[0], at[1] + from * rise[1], from),
            quire_mesh_point(out, at[0] + to * rise[0], at[1] + to * rise[1], to)};
        if (i > 0) {
            quire_mesh_polygon(out, of, (const size_t[]){before[0], before[1], here[1], here[0]},
                               4);
        }
        before[0] = here[0];
        before[1] = here[1];
    }
}

/* a side guide */
static void
add_fence(struct quire_mesh *out, size_t of, const struct quire_polyline *line)
{
    size_t before[2] = {0, 0};
    for (size_t i = 0; i < line->n_rim; i++) {
        size_t here[2];
        for (int k = 0; k < 2; k++) {
            const double *at = line->rim[i][k];
            here[k] = quire_mesh_point(out, at[0], at[1], at[2]);
        }
        if (i > 0) {
            quire_mesh_polygon(out, of, (const size_t[]){before[0], before[1], here[1], here[0]},
                               4);
        }
        before[0] = here[0];
        before[1] = here[1];
    }
}

static void
add_line(struct quire_mesh *out, size_t of, const struct quire_polyline *line)
{
    for (size_t i = 0; i < line->n; i++) {
        const size_t here = quire_mesh_point(out, line->at[i][0], line->at[i][1], 0);
        if (i > 0) {
            quire_mesh_line(out, of, (const size_t[]){here - 1, here}, 2);
        }
    }
}

static void
add_guide(struct quire_mesh *out, size_t of, const struct quire_polyline *line, double reach)
{
    if (line->n_rim > 0) {
        add_fence(out, of, line);
    } else if (reach > 0) {
        add_wall(out, of, line, reach);
    } else {
        add_line(out, of, line);
    }
}

void
quire_scene_gates(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame)
{
    const struct quire_machine *m = &t->machine;
    for (size_t i = 0; i < m->n_guide; i++) {
        struct quire_polyline moved = {.n = 0};
        if (m->guide[i].moves && quire_polyline_moved(&moved, &m->guide[i], &t->frames, frame)) {
            add_guide(out, i, &moved, quire_machine_reach(m, &t->frames));
        }
        free(moved.at);
    }
}

void
quire_scene_guides(struct quire_mesh *out, const struct quire_trajectory *t)
{
    const struct quire_machine *m = &t->machine;
    for (size_t i = 0; i < m->n_guide; i++) {
        if (!m->guide[i].moves) {
            add_guide(out, i, &m->guide[i], quire_machine_reach(m, &t->frames));
        }
    }
    for (size_t i = 0; i < m->n_path; i++) {
        add_line(out, m->n_guide + i, &m->path[i]);
    }
}
