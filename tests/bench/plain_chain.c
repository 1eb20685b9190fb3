/* The plain kernel's chain of nodes, as in doc/theory/sheet.md, 3 and 5. */
#include <math.h>

#include "plain.h"

#define WIDTH      0.21
#define MODULUS    4e9
#define GRAMMAGE   0.08
#define GRAVITY    9.81
#define AXIAL_TIME 4e-6 /* of damping over stiffness [s] */

void
plain_model_init(struct plain_model *m, bool low_damping)
{
    const double time = low_damping ? 1e-4 : 1e-3, mass = GRAMMAGE * WIDTH * PIECE;

    m->axial = MODULUS * WIDTH * THICKNESS / PIECE;
    m->axial_damping = AXIAL_TIME * m->axial;
    m->bending = MODULUS * WIDTH * THICKNESS * THICKNESS * THICKNESS / 12 / PIECE;
    m->bending_damping = time * m->bending;
    m->mass_inner = mass * 2 / 3;
    m->mass_end = mass / 3;
    m->mass_off = mass / 6;
    m->weight = mass * GRAVITY;
}

/* One number for each segment, joint or node. */
struct chain {
    plain_array ex, ey, per_square, pull, turn, moment, from_x, from_y; /* forces */
    plain_array axial[4], ax, ay;                                       /* matrix */
    plain_array own[4], next[4], last[4];
};

static struct chain work ALIGNED;

#ifdef __clang__ /* which warns where it is asked for vectors and finds none */
#define FOR_ALL for (int i = 0; i < STRIDE; i++)
#else
#define FOR_ALL QUIRE_IVDEP for (int i = 0; i < STRIDE; i++)
#endif

/* 1 at inner nodes */
QUIRE_INLINE double
joint(int i)
{
    return i > 0 && i < SEGMENTS ? 1 : 0;
}

static void
turn_sharply(const struct plain_model *m, double *moment, const double *turn)
{
    const double *ex = FROM(work.ex), *ey = FROM(work.ey);

    for (int i = 1; i < SEGMENTS; i++) {
        moment[i] = m->bending * atan2(ex[i - 1] * ey[i] - ey[i - 1] * ex[i],
                                       ex[i - 1] * ex[i] + ey[i - 1] * ey[i]) +
                    m->bending_damping * (turn[i] - turn[i - 1]);
    }
}

/* moments of joints from the tangents of their angles, or from the angles where one is large */
QUIRE_INLINE void
find_moments(const struct plain_model *m)
{
    const double *restrict ex = FROM(work.ex), *restrict ey = FROM(work.ey),
                           *restrict turn = FROM(work.turn);
    double *restrict moment = FROM(work.moment);
    double largest[QUIRE_LANES] ALIGNED = {0};

    for (int k = 0; k < STRIDE; k += QUIRE_LANES) {
        QUIRE_IVDEP
        for (int j = 0; j < QUIRE_LANES; j++) {
            const int i = k + j;
            const double cross = ex[i - 1] * ey[i] - ey[i - 1] * ex[i],
                         dot = ex[i - 1] * ex[i] + ey[i - 1] * ey[i], t = cross / dot, s = t * t,
                         angle =
                             t *
                             (1 - s * (1. / 3 - s * (.2 - s * (1. / 7 - s * (1. / 9 - s / 11)))));
            const double size = (dot > 0 ? s : 1) * joint(i);
            moment[i] =
                (m->bending * angle + m->bending_damping * (turn[i] - turn[i - 1])) * joint(i);
            largest[j] = size > largest[j] ? size : largest[j];
        }
    }
    if (!(quire_largest8(largest) <= 0.04)) {
        turn_sharply(m, moment, turn);
    }
}

/* what segments pull with, and with the matrix its derivatives by their vectors */
QUIRE_INLINE void
stretch(const struct plain_model *m, const double *restrict x, const double *restrict y,
        const double *restrict vx, const double *restrict vy, double g, const bool with_matrix)
{
    double *restrict ex = FROM(work.ex), *restrict ey = FROM(work.ey),
                     *restrict per_square = FROM(work.per_square), *restrict pull = FROM(work.pull),
                     *restrict turn = FROM(work.turn);
    double *restrict xx = FROM(work.axial[0]), *restrict xy = FROM(work.axial[1]),
                     *restrict yx = FROM(work.axial[2]), *restrict yy = FROM(work.axial[3]),
                     *restrict ax = FROM(work.ax), *restrict ay = FROM(work.ay);
    const double ka = m->axial, ca = m->axial_damping, kb = m->bending, cb = m->bending_damping;

    FOR_ALL
    {
        const bool is = i < SEGMENTS;
        const double a = is ? x[i + 1] - x[i] : PIECE, b = is ? y[i + 1] - y[i] : 0,
                     u = is ? vx[i + 1] - vx[i] : 0, v = is ? vy[i + 1] - vy[i] : 0;
        const double square = a * a + b * b, length = sqrt(square), q = 1 / square,
                     per_length = length * q, tx = a * per_length, ty = b * per_length,
                     rate = tx * u + ty * v, tension = ka * (length - PIECE) + ca * rate;
        ex[i] = a;
        ey[i] = b;
        per_square[i] = q;
        pull[i] = tension * per_length;
        turn[i] = (a * v - b * u) * q;
        if (with_matrix) {
            const double gx = (g * ka + ca) * tx + g * ca * (u - rate * tx) * per_length,
                         gy = (g * ka + ca) * ty + g * ca * (v - rate * ty) * per_length,
                         gt = g * pull[i], ha = 2 * a * b * q * q, hb = (b * b - a * a) * q * q,
                         k = (g * kb + cb) * q;
            xx[i] = tx * gx + gt * (1 - tx * tx);
            xy[i] = tx * gy - gt * tx * ty;
            yx[i] = ty * gx - gt * tx * ty;
            yy[i] = ty * gy + gt * (1 - ty * ty);
            ax[i] = is ? -k * b + g * cb * (ha * u + hb * v) : 0;
            ay[i] = is ? k * a + g * cb * (hb * u - ha * v) : 0;
        }
    }
    ex[-1] = PIECE;
}

QUIRE_INLINE void
add_pulls(double *restrict fx, double *restrict fy)
{
    const double *restrict ex = FROM(work.ex), *restrict ey = FROM(work.ey),
                           *restrict q = FROM(work.per_square), *restrict pull = FROM(work.pull),
                           *restrict moment = FROM(work.moment);
    double *restrict px = FROM(work.from_x), *restrict py = FROM(work.from_y);

    FOR_ALL
    {
        const double shear = (moment[i + 1] - moment[i]) * q[i];
        px[i] = i < SEGMENTS ? pull[i] * ex[i] + shear * ey[i] : 0;
        py[i] = i < SEGMENTS ? pull[i] * ey[i] - shear * ex[i] : 0;
    }
    FOR_ALL
    {
        fx[i] += px[i] - px[i - 1];
        fy[i] += py[i] - py[i - 1];
    }
}

/* derivatives of what each segment pulls with, by its own vector and by those beside it, times g */
QUIRE_INLINE void
differentiate(double g)
{
    const double *restrict ex = FROM(work.ex), *restrict ey = FROM(work.ey),
                           *restrict per_square = FROM(work.per_square),
                           *restrict ax = FROM(work.ax), *restrict ay = FROM(work.ay),
                           *restrict moment = FROM(work.moment);
#define OUT(array, k) *restrict array##k = FROM(work.array[k])
    double OUT(own, 0), OUT(own, 1), OUT(own, 2), OUT(own, 3), OUT(next, 0), OUT(next, 1),
        OUT(next, 2), OUT(next, 3), OUT(last, 0), OUT(last, 1), OUT(last, 2), OUT(last, 3);
    const double OUT(axial, 0), OUT(axial, 1), OUT(axial, 2), OUT(axial, 3);
#undef OUT

    FOR_ALL
    {
        const double f = i < SEGMENTS ? g : 0, q = per_square[i], nx = ey[i] * q, ny = -ex[i] * q,
                     ha = 2 * ex[i] * ey[i] * q * q, hb = (ey[i] * ey[i] - ex[i] * ex[i]) * q * q,
                     shear = g * (moment[i + 1] - moment[i]), behind = joint(i),
                     ahead = joint(i + 1), both = behind + ahead;
        own0[i] = f * (axial0[i] - both * nx * ax[i] - shear * ha);
        own1[i] = f * (axial1[i] - both * nx * ay[i] - shear * hb);
        own2[i] = f * (axial2[i] - both * ny * ax[i] - shear * hb);
        own3[i] = f * (axial3[i] - both * ny * ay[i] + shear * ha);
        next0[i] = f * ahead * nx * ax[i + 1];
        next1[i] = f * ahead * nx * ay[i + 1];
        next2[i] = f * ahead * ny * ax[i + 1];
        next3[i] = f * ahead * ny * ay[i + 1];
        last0[i] = f * behind * nx * ax[i - 1];
        last1[i] = f * behind * nx * ay[i - 1];
        last2[i] = f * behind * ny * ax[i - 1];
        last3[i] = f * behind * ny * ay[i - 1];
    }
}

QUIRE_INLINE void
put_blocks(const struct plain_model *m, struct plain_matrix *matrix)
{
    for (int k = 0; k < 4; k++) {
        const bool diagonal = k == 0 || k == 3;
        const double inner = diagonal ? m->mass_inner : 0, off = diagonal ? m->mass_off : 0;
        const double *restrict own = FROM(work.own[k]), *restrict next = FROM(work.next[k]),
                               *restrict last = FROM(work.last[k]);
        double *restrict a = FROM(matrix->block[0][k]), *restrict b = FROM(matrix->block[1][k]),
                         *restrict c = FROM(matrix->block[2][k]),
                         *restrict d = FROM(matrix->block[3][k]),
                         *restrict e = FROM(matrix->block[4][k]);
        FOR_ALL
        {
            a[i] = -last[i - 1];
            b[i] = off + last[i] + last[i - 1] - own[i - 1];
            c[i] = inner - last[i] + own[i] + own[i - 1] - next[i - 1];
            d[i] = off - own[i] + next[i] + next[i - 1];
            e[i] = -next[i];
        }
        if (diagonal) {
            c[0] += m->mass_end - inner;
            c[SEGMENTS] += m->mass_end - inner;
        }
    }
}

QUIRE_INLINE void
find_forces(const struct plain_model *m, const double *restrict y, double *restrict force, double g,
            struct plain_matrix *matrix, const bool with_matrix)
{
    FOR_ALL
    {
        force[BY_X + i] = 0;
        force[BY_Y + i] = i < NODES ? -m->weight : 0;
    }
    force[BY_Y] = force[BY_Y + SEGMENTS] = -0.5 * m->weight;
    stretch(m, y + AT_X, y + AT_Y, y + AT_VX, y + AT_VY, g, with_matrix);
    find_moments(m);
    add_pulls(force + BY_X, force + BY_Y);
    if (with_matrix) {
        differentiate(g);
        put_blocks(m, matrix);
    }
}

QUIRE_CLONES void
plain_chain(const struct plain_model *model, const double *y, double *force, double g,
            struct plain_matrix *matrix)
{
    if (matrix != NULL) {
        find_forces(model, y, force, g, matrix, true);
    } else {
        find_forces(model, y, force, g, NULL, false);
    }
}
