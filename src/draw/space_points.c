#include "draw/space_points.h"

#include <math.h>
#include <stdlib.h>

#include "math/detmath.h"

#define FULL_TURN 6.28318530717958647693

/* both ends of a roller's disc */
void
quire_points_of_disc(const struct quire_wheel *roller, const struct quire_disc *d,
                     quire_point_fn *fn, void *user)
{
    const double *a = d->axis;
    double p[3], q[3];
    quire_disc_plane(d, p, q);
    const double centre[3] = {roller->x + d->at[0], roller->y + d->at[1], d->at[2]};
    for (int i = 0; i < 2 * QUIRE_DISC_CORNERS; i++) {
        const double c = d->radius * quire_cos(FULL_TURN * i / QUIRE_DISC_CORNERS),
                     s = d->radius * quire_sin(FULL_TURN * i / QUIRE_DISC_CORNERS);
        const double by = i < QUIRE_DISC_CORNERS ? -d->half : d->half;
        const double r[3] = {centre[0] + c * p[0] + s * q[0] + by * a[0],
                             centre[1] + c * p[1] + s * q[1] + by * a[1],
                             centre[2] + c * p[2] + s * q[2] + by * a[2]};
        fn(user, r);
    }
}

/* the part of a guide's strip that lies within reach; false if none does */
bool
quire_guide_strip(const struct quire_polyline *guide, double reach, double across[2])
{
    across[0] = fmax(guide->across[0], -reach);
    across[1] = fmin(guide->across[1], reach);
    return across[0] < across[1];
}

/* where a point of a guide's line is at z */
void
quire_guide_point(const struct quire_polyline *guide, const double at[2], double z, double r[3])
{
    r[0] = at[0] + z * guide->rise[0];
    r[1] = at[1] + z * guide->rise[1];
    r[2] = z;
}

static void
each_of_guide(const struct quire_polyline *guide, double reach, quire_point_fn *fn, void *user)
{
    double across[2];

    for (size_t j = 0; quire_guide_strip(guide, reach, across) && j < 2 * guide->n; j++) {
        double r[3];
        quire_guide_point(guide, guide->at[j / 2], across[j % 2], r);
        fn(user, r);
    }
}

/* guides that move, where they are in each frame */
void
quire_points_of_gates(const struct quire_machine *machine, const struct quire_frames *frames,
                      double reach, quire_point_fn *fn, void *user)
{
    for (size_t i = 0; i < machine->n_guide * frames->n; i++) {
        struct quire_polyline moved = {.n = 0};
        if (machine->guide[i / frames->n].moves &&
            quire_polyline_moved(&moved, &machine->guide[i / frames->n], frames, i % frames->n)) {
            each_of_guide(&moved, reach, fn, user);
        }
        free(moved.at);
    }
}

void
quire_points_of_machine(const struct quire_machine *machine, double reach, quire_point_fn *fn,
                        void *user)
{
    for (size_t i = 0; i < machine->n_guide; i++) {
        if (!machine->guide[i].moves) {
            each_of_guide(&machine->guide[i], reach, fn, user);
        }
        for (size_t j = 0; j < 2 * machine->guide[i].n_rim; j++) {
            fn(user, machine->guide[i].rim[j / 2][j % 2]);
        }
    }
}

/* one that a carriage moves is at many places */
static void
each_of_roller(const struct quire_machine *machine, size_t roller, double shift, quire_point_fn *fn,
               void *user)
{
    const struct quire_wheel *r = &machine->roller[roller];
    for (size_t j = 0; j < r->n_disc; j++) {
        const struct quire_disc disc = quire_disc_shifted(&machine->disc[r->disc + j], shift);
        quire_points_of_disc(r, &disc, fn, user);
    }
}

/* a corner of the cuboid around it */
static void
each_of_solid(const struct quire_frames *frames, size_t frame, size_t solid, size_t corner,
              quire_point_fn *fn, void *user)
{
    double r[3], axis[3][3];

    if (quire_frames_solid(frames, frame, solid, r, axis)) {
        for (int k = 0; k < 3; k++) {
            for (int d = 0; d < 3; d++) {
                r[d] += corner >> k & 1 ? axis[k][d] : -axis[k][d];
            }
        }
        fn(user, r);
    }
}

void
quire_points_of_frames(const struct quire_machine *machine, const struct quire_frames *frames,
                       quire_point_fn *fn, void *user)
{
    for (size_t i = 0; i < machine->n_roller; i++) {
        const size_t n = i < frames->n_roller && quire_frames_shifts(frames, i) ? frames->n : 1;
        for (size_t frame = 0; frame < n; frame++) {
            each_of_roller(machine, i, n > 1 ? quire_frames_shift(frames, frame, i) : 0, fn, user);
        }
    }
    for (size_t frame = 0; frame < frames->n; frame++) {
        for (size_t i = 0; i < 8 * frames->n_solid; i++) {
            each_of_solid(frames, frame, i / 8, i % 8, fn, user);
        }
        for (size_t i = 0; i < frames->n_sheet; i++) {
            const int32_t *at = quire_frames_nodes(frames, frame, i);
            for (size_t j = 0;
                 at != NULL && j < quire_frames_node_count(frames, i) * frames->column[i];
                 j++, at += 3) {
                fn(user, (const double[]){1e-6 * at[0], 1e-6 * at[1], 1e-6 * at[2]});
            }
        }
    }
}
