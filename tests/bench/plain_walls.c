/* The plain kernel's walls: parallels of the path that open in mouths before and behind each nip.
 * The law acts along the sheet's curve, at points of Gauss's rule, and as a whole at its ends. */
#include <math.h>

#include "plain.h"
#include "plain_laws.h"

#define GAP_HALF 1.5e-3

static const double wall_stiffness = 1e6; /* [N/m^1.5] */

/* Two points of Gauss's rule on each span of the curve. */
#define POINTS 2
struct span_point {
    double b[3]; /* weights of the three nodes */
    double stiffness;
};
#define LOW                  0.21132486540518711775
#define HIGH                 0.78867513459481288225
#define wall_stiffness_share (0.5 * 1e6 * PIECE / 5e-3)
#define INNER(s)                                                                                   \
    {                                                                                              \
        {0.5 * (1 - (s)) * (1 - (s)), 0.5 + (s) * (1 - (s)), 0.5 * (s) * (s)},                     \
            wall_stiffness_share                                                                   \
    }
#define FIRST(s)                                                                                   \
    {                                                                                              \
        {(1 - (s)) * (1 - (s)), (s) * (2 - 1.5 * (s)), 0.5 * (s) * (s)},                           \
            wall_stiffness_share *(2 - (s))                                                        \
    }
#define LAST(s)                                                                                    \
    {                                                                                              \
        {0.5 * (1 - (s)) * (1 - (s)), (1 - (s)) * (2 - 1.5 * (1 - (s))), (s) * (s)},               \
            wall_stiffness_share *(1 + (s))                                                        \
    }
static const struct span_point inner_span[POINTS] = {INNER(LOW), INNER(HIGH)},
                               first_span[POINTS] = {FIRST(LOW), FIRST(HIGH)},
                               last_span[POINTS] = {LAST(LOW), LAST(HIGH)};

#define MOUTH_FROM   12e-3 /* from the nip [m] */
#define MOUTH_LENGTH 8e-3
#define MOUTH        1.5e-3
#define MOUTH_RADIUS ((MOUTH_LENGTH * MOUTH_LENGTH + MOUTH * MOUTH) / (2 * MOUTH))
#define CLEARANCE    (GAP_HALF - HALF)

/* how far the sheet's face is behind a wall, and the direction out of it */
QUIRE_INLINE double
depth_in_wall(double x, double y, double *nx, double *ny)
{
    double s, off, lx, ly; /* along the path, to its left, and that direction */

    if (y >= TURN_RADIUS) {
        s = STRAIGHT + ARC + y - TURN_RADIUS;
        off = STRAIGHT + TURN_RADIUS - x;
        lx = -1;
        ly = 0;
    } else if (x <= STRAIGHT) {
        s = x;
        off = y;
        lx = 0;
        ly = 1;
    } else { /* no mouth there: where along the turn does not matter */
        const double rx = STRAIGHT - x, ry = TURN_RADIUS - y, r = sqrt(rx * rx + ry * ry);
        s = STRAIGHT;
        off = TURN_RADIUS - r;
        lx = rx / r;
        ly = ry / r;
    }
    const double side = copysign(1, off), beyond = fabs(off) - CLEARANCE;
    if (!(beyond > 0)) {
        return 0;
    }
    for (int k = 0; k < NIPS; k++) {
        static const double at[NIPS] = {0, 0.15, 0.29};
        const double along = s - at[k], away = fabs(along);
        if (away < MOUTH_FROM) {
            return 0;
        }
        if (away < MOUTH_FROM + MOUTH_LENGTH) {
            const double u = copysign(MOUTH_FROM + MOUTH_LENGTH - away, -along),
                         w = fabs(off) - GAP_HALF - MOUTH_RADIUS, r = sqrt(u * u + w * w),
                         out = side * w / r, forth = u / r;
            *nx = out * lx + forth * ly;
            *ny = out * ly - forth * lx;
            return MOUTH_RADIUS + HALF - r;
        }
    }
    *nx = -side * lx;
    *ny = -side * ly;
    return beyond;
}

/* the force on a point whose face is deep in a wall with the normal n, and its derivatives by the
 * point's velocity, times -g */
QUIRE_INLINE void
push_back(double depth, double nx, double ny, double vx, double vy, double stiffness, double g,
          double force[2], double by[4])
{
    double slope;
    const double tx = -ny, ty = nx;
    const struct push p = push_of(stiffness, depth, -(nx * vx + ny * vy));
    const double mu = rub(0.2, 100, tx * vx + ty * vy, &slope), cx = nx - mu * tx,
                 cy = ny - mu * ty, d = g * (g * p.by_depth + p.by_closing),
                 e = g * slope * p.normal;

    force[0] = p.normal * cx;
    force[1] = p.normal * cy;
    by[0] = d * cx * nx + e * tx * tx;
    by[1] = d * cx * ny + e * tx * ty;
    by[2] = d * cy * nx + e * ty * tx;
    by[3] = d * cy * ny + e * ty * ty;
}

QUIRE_INLINE void
touch_end(const double *y, int i, double *force, double g, struct plain_matrix *matrix,
          const bool with_matrix)
{
    double f[2], by[4], nx = 0, ny = 0;
    const double depth = depth_in_wall(y[AT_X + i], y[AT_Y + i], &nx, &ny);

    if (!(depth > 0)) {
        return;
    }
    push_back(depth, nx, ny, y[AT_VX + i], y[AT_VY + i], wall_stiffness, g, f, by);
    force[BY_X + i] += f[0];
    force[BY_Y + i] += f[1];
    for (int k = 0; with_matrix && k < 4; k++) {
        FROM(matrix->block[2][k])[i] += by[k];
    }
}

QUIRE_INLINE double
sum3(const double b[3], const double *x)
{
    return b[0] * x[0] + b[1] * x[1] + b[2] * x[2];
}

QUIRE_INLINE void
touch_span(const double *restrict y, int i, const struct span_point *point, double *restrict force,
           double g, struct plain_matrix *matrix, const bool with_matrix)
{
    const double *at = y + i - 1;
    double sum[3][2] = {{0}};
    quire_v4 blocks[3][3] = {{{0}}};
    bool touches = false;

    for (int k = 0; k < POINTS; k++) {
        const double *b = point[k].b;
        double f[2], by[4], nx = 0, ny = 0;
        const double depth = depth_in_wall(sum3(b, at + AT_X), sum3(b, at + AT_Y), &nx, &ny);
        if (!(depth > 0)) {
            continue;
        }
        touches = true;
        push_back(depth, nx, ny, sum3(b, at + AT_VX), sum3(b, at + AT_VY), point[k].stiffness, g, f,
                  by);
        const quire_v4 block = {by[0], by[1], by[2], by[3]};
        for (int j = 0; j < 3; j++) {
            sum[j][0] += b[j] * f[0];
            sum[j][1] += b[j] * f[1];
            for (int l = 0; with_matrix && l < 3; l++) {
                blocks[j][l] += (b[j] * b[l]) * block;
            }
        }
    }
    for (int j = 0; touches && j < 3; j++) {
        force[BY_X + i - 1 + j] += sum[j][0];
        force[BY_Y + i - 1 + j] += sum[j][1];
        for (int l = 0; with_matrix && l < 3; l++) {
            for (int c = 0; c < 4; c++) {
                FROM(matrix->block[l - j + 2][c])[i - 1 + j] += blocks[j][l][c];
            }
        }
    }
}

QUIRE_INLINE void
touch_walls(const double *restrict y, double *restrict force, double g, struct plain_matrix *matrix,
            const bool with_matrix)
{
    static plain_array off ALIGNED;
    double *restrict away = FROM(off);
    const double *restrict px = y + AT_X, *restrict py = y + AT_Y;

    /* chords between nodes come nearer to the inner wall of the turn than these */
    const double near = CLEARANCE - 0.1e-3;
    QUIRE_IVDEP
    for (int i = 0; i < STRIDE; i++) {
        const double rx = STRAIGHT - px[i], ry = TURN_RADIUS - py[i],
                     turned = TURN_RADIUS - sqrt(rx * rx + ry * ry);
        away[i] = fabs(ry <= 0 ? TURN_RADIUS + rx : rx >= 0 ? py[i] : turned);
    }
    for (int i = 1; i < SEGMENTS; i++) {
        if (away[i - 1] > near || away[i] > near || away[i + 1] > near) {
            touch_span(y, i,
                       i == 1              ? first_span
                       : i == SEGMENTS - 1 ? last_span
                                           : inner_span,
                       force, g, matrix, with_matrix);
        }
    }
    touch_end(y, 0, force, g, matrix, with_matrix);
    touch_end(y, SEGMENTS, force, g, matrix, with_matrix);
}

QUIRE_CLONES void
plain_walls(const double *y, double *force, double g, struct plain_matrix *matrix)
{
    if (matrix != NULL) {
        touch_walls(y, force, g, matrix, true);
    } else {
        touch_walls(y, force, g, NULL, false);
    }
}
