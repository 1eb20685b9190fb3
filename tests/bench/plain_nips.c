/* The plain kernel's nips: where the sheet's curve is nearest to a roller, forces and their
 * derivatives, and idlers condensed into the nodes that they touch. */
#include <math.h>
#include <string.h>

#include "plain.h"
#include "plain_laws.h"

#define RAMP            0.02 /* until drives run [s] */
#define LOAD            8.0
#define RATE            500.0
#define TRAVEL_DAMPING  1.0
#define BEARING_DAMPING 1e-6

static const struct {
    double stiffness; /* [N/m^1.5] */
    double friction, per_threshold;
} rubber = {4.9e7, 1.0, 100};

/* what the point of the curve that is nearest to a roller needs */
struct point {
    int node; /* the first of three */
    bool slides;
    double b[3], d[3], dd[3]; /* weights and their derivatives by the parameter */
};

QUIRE_INLINE void
weigh(struct point *p, int i, double s)
{
    const double r = 1 - s;

    if (i == 1) {
        *p = (struct point){
            0, true, {r * r, s * (2 - 1.5 * s), 0.5 * s * s}, {-2 * r, 2 - 3 * s, s}, {2, -3, 1}};
    } else if (i == SEGMENTS - 1) {
        *p = (struct point){i - 1,
                            true,
                            {0.5 * r * r, r * (2 - 1.5 * r), s * s},
                            {-r, 3 * r - 2, 2 * s},
                            {1, -3, 2}};
    } else {
        *p = (struct point){
            i - 1, true, {0.5 * r * r, 0.5 + s * r, 0.5 * s * s}, {-r, 1 - 2 * s, s}, {1, -2, 1}};
    }
}

QUIRE_INLINE quire_v2
sum3(const double w[3], const double *x, const double *y)
{
    return (quire_v2){w[0] * x[0] + w[1] * x[1] + w[2] * x[2],
                      w[0] * y[0] + w[1] * y[1] + w[2] * y[2]};
}

QUIRE_INLINE double
dot(quire_v2 a, quire_v2 b)
{
    const quire_v2 c = a * b;

    return c[0] + c[1];
}

/* Where each of the rollers was touched last: the search goes on from there, and ends at the same
 * place wherever it begins. */
static struct {
    int node;
    double s;
} last_touch[2 * NIPS];

void
plain_nips_begin(void)
{
    memset(last_touch, 0, sizeof last_touch);
}

/* false where the sheet is far from (cx, cy) */
QUIRE_INLINE bool
find_nearest(const double *y, double cx, double cy, int roller, struct point *p)
{
    const double *px = y + AT_X, *py = y + AT_Y;
    const double reach = RADIUS + 2 * PIECE;
    int i = last_touch[roller].node;
    double s = last_touch[roller].s;

    const double x0 = px[i] - cx, y0 = py[i] - cy;

    if (i < 1 || x0 * x0 + y0 * y0 > reach * reach) {
        double least = HUGE_VAL;
        for (int k = 0; k < NODES; k++) {
            const double x = px[k] - cx, z = py[k] - cy, square = x * x + z * z;
            if (square < least) {
                least = square;
                i = k;
            }
        }
        i = i < 1 ? 1 : i > SEGMENTS - 1 ? SEGMENTS - 1 : i;
        s = 0.5;
        if (least > reach * reach) {
            return false;
        }
    }
    const quire_v2 centre = {cx, cy};
    bool slides = true;
    for (int n = 0; n < 50; n++) {
        weigh(p, i, s);
        const quire_v2 x = sum3(p->b, px + i - 1, py + i - 1) - centre,
                       x1 = sum3(p->d, px + i - 1, py + i - 1),
                       x2 = sum3(p->dd, px + i - 1, py + i - 1);
        const double square = dot(x1, x1), slope = fmax(square + dot(x, x2), 0.2 * square),
                     to = s - dot(x, x1) / slope;
        if (to > 1 && s >= 1 && i < SEGMENTS - 1) {
            i++;
            s = 0;
        } else if (to < 0 && s <= 0 && i > 1) {
            i--;
            s = 1;
        } else if ((to > 1 && s >= 1) || (to < 0 && s <= 0)) {
            slides = false;
            break;
        } else {
            const double before = s;
            s = to > 1 ? 1 : to < 0 ? 0 : to;
            if (fabs(s - before) < 1e-9) {
                break;
            }
        }
    }
    weigh(p, i, s);
    p->slides = slides;
    last_touch[roller].node = i;
    last_touch[roller].s = s;
    return true;
}

/* What a touch gives to the nodes and to the idler, b_j f + d_j m, and its derivatives by
 * velocities times g as forms: those by node j are b_j (first two numbers) + d_j (last two). */
struct touch {
    struct point at;
    double nx, ny; /* from the roller to the sheet */
    double fx, fy; /* on the sheet */
    double along;  /* of it along the surface */
    double mx, my; /* friction acts on the sheet's face: by its moment */
    double px, py; /* of the moment 1 */
    quire_v4 dfx, dfy, dmx, dmy, dalong, ds;
    double by_spin; /* of `along` by the roller's spin */
};

/* a roller turns with the path's direction where the sheet is, `sense` times counterclockwise */
QUIRE_INLINE bool
touch_roller(const double *y, double cx, double cy, double ux, double uy, double surface,
             double sense, int roller, double g, struct touch *out, const bool with_matrix)
{
    struct point *p = &out->at;

    if (!find_nearest(y, cx, cy, roller, p)) {
        return false;
    }
    const double *px = y + AT_X + p->node, *py = y + AT_Y + p->node, *qx = y + AT_VX + p->node,
                 *qy = y + AT_VY + p->node;
    const quire_v2 x = sum3(p->b, px, py) - (quire_v2){cx, cy},
                   v = sum3(p->b, qx, qy) - (quire_v2){ux, uy};
    const double distance = sqrt(dot(x, x)), depth = RADIUS + HALF - distance;
    if (!(depth > 0)) {
        return false;
    }
    const quire_v2 n = x / distance, t = {-n[1], n[0]};
    const quire_v2 x1 = sum3(p->d, px, py), v1 = sum3(p->d, qx, qy);
    const double vn = dot(n, v), vt = dot(t, v), per_square = 1 / dot(x1, x1),
                 turning = (x1[0] * v1[1] - x1[1] * v1[0]) * per_square;
    const struct push push = push_of(rubber.stiffness, depth, -vn);
    double slope;
    const double mu = rub(rubber.friction, rubber.per_threshold,
                          vt - HALF * turning - sense * surface, &slope),
                 along = -mu * push.normal;
    out->nx = n[0];
    out->ny = n[1];
    out->along = along;
    out->fx = push.normal * n[0] + along * t[0];
    out->fy = push.normal * n[1] + along * t[1];
    out->px = -x1[1] * per_square;
    out->py = x1[0] * per_square;
    out->mx = -HALF * along * out->px;
    out->my = -HALF * along * out->py;
    if (!with_matrix) {
        return true;
    }
    const quire_v2 x2 = sum3(p->dd, px, py), v2 = sum3(p->dd, qx, qy);
    const quire_v4 on_x = {1, 0, 0, 0}, on_y = {0, 1, 0, 0}, way_x = {0, 0, 1, 0},
                   way_y = {0, 0, 0, 1};
    quire_v4 ds = {0};
    if (p->slides) {
        const double f = -g / fmax(dot(x1, x1) + dot(x, x2), 0.05 * dot(x1, x1));
        ds = (quire_v4){f * x1[0], f * x1[1], f * x[0], f * x[1]};
    }
    const quire_v4 dx = g * on_x + x1[0] * ds, dy = g * on_y + x1[1] * ds, du = on_x + v1[0] * ds,
                   dv = on_y + v1[1] * ds, turn = (t[0] * dx + t[1] * dy) * (1 / distance);
    const quire_v4 dx1 = g * way_x + x2[0] * ds, dy1 = g * way_y + x2[1] * ds,
                   du1 = way_x + v2[0] * ds, dv1 = way_y + v2[1] * ds,
                   stretch = (2 * per_square) * (x1[0] * dx1 + x1[1] * dy1),
                   dturning = per_square * (dx1 * v1[1] - dy1 * v1[0] + x1[0] * dv1 - x1[1] * du1) -
                              turning * stretch;
    const quire_v4 dvn = n[0] * du + n[1] * dv + vt * turn, dvt = t[0] * du + t[1] * dv - vn * turn,
                   dnormal = -push.by_depth * (n[0] * dx + n[1] * dy) - push.by_closing * dvn,
                   dalong = -(slope * push.normal) * (dvt - HALF * dturning) - mu * dnormal;
    out->dfx = g * (n[0] * dnormal + t[0] * dalong - out->fy * turn);
    out->dfy = g * (n[1] * dnormal + t[1] * dalong + out->fx * turn);
    out->dmx =
        (-g * HALF) * (out->px * dalong - along * per_square * dy1 - along * out->px * stretch);
    out->dmy =
        (-g * HALF) * (out->py * dalong + along * per_square * dx1 - along * out->py * stretch);
    out->dalong = g * dalong;
    out->ds = g * ds;
    out->by_spin = g * sense * slope * push.normal * RADIUS;
    return true;
}

/* the forms of the j-th node's force */
QUIRE_INLINE void
on_node(const struct touch *touch, int j, quire_v4 *x, quire_v4 *y)
{
    const double b = touch->at.b[j], d = touch->at.d[j], dd = touch->at.dd[j];

    *x = b * touch->dfx + d * touch->dmx + (d * touch->fx + dd * touch->mx) * touch->ds;
    *y = b * touch->dfy + d * touch->dmy + (d * touch->fy + dd * touch->my) * touch->ds;
}

QUIRE_INLINE void
add_touch(const struct touch *touch, double *force, struct plain_matrix *matrix,
          const bool with_matrix)
{
    const struct point *p = &touch->at;

    for (int j = 0; j < 3; j++) {
        force[BY_X + p->node + j] += p->b[j] * touch->fx + p->d[j] * touch->mx;
        force[BY_Y + p->node + j] += p->b[j] * touch->fy + p->d[j] * touch->my;
        if (!with_matrix) {
            continue;
        }
        quire_v4 x, y;
        on_node(touch, j, &x, &y);
        for (int l = 0; l < 3; l++) {
            plain_array *block = matrix->block[l - j + 2];
            const int i = p->node + j;
            FROM(block[0])[i] -= p->b[l] * x[0] + p->d[l] * x[2];
            FROM(block[1])[i] -= p->b[l] * x[1] + p->d[l] * x[3];
            FROM(block[2])[i] -= p->b[l] * y[0] + p->d[l] * y[2];
            FROM(block[3])[i] -= p->b[l] * y[1] + p->d[l] * y[3];
        }
    }
}

/* an idler's own block of the matrix, by rows of travel and spin */
struct own {
    double a[2][2];
};

/* rows and columns of an idler that touches, and what it has of its own by that */
QUIRE_INLINE void
couple(const struct touch *touch, const struct plain_nip *nip, struct own *own,
       struct plain_idler *idler)
{
    const struct point *p = &touch->at;
    const double nx = nip->nx, ny = nip->ny, tx = -touch->ny, ty = touch->nx;
    const quire_v4 row[2] = {nx * touch->dfx + ny * touch->dfy, RADIUS * touch->dalong};
    const double spin_x = touch->by_spin * tx, spin_y = touch->by_spin * ty;

    idler->touches = true;
    idler->node = p->node;
    for (int j = 0; j < 3; j++) {
        quire_v4 x, y;
        on_node(touch, j, &x, &y);
        idler->columns[0][2 * j] = nx * x[0] + ny * x[1];
        idler->columns[0][2 * j + 1] = nx * y[0] + ny * y[1];
        idler->columns[1][2 * j] = p->d[j] * HALF * touch->by_spin * touch->px - p->b[j] * spin_x;
        idler->columns[1][2 * j + 1] =
            p->d[j] * HALF * touch->by_spin * touch->py - p->b[j] * spin_y;
        for (int k = 0; k < 2; k++) {
            idler->rows[k][2 * j] = p->b[j] * row[k][0] + p->d[j] * row[k][2];
            idler->rows[k][2 * j + 1] = p->b[j] * row[k][1] + p->d[j] * row[k][3];
        }
    }
    for (int k = 0; k < 2; k++) {
        own->a[k][0] -= nx * row[k][0] + ny * row[k][1];
    }
    own->a[0][1] += nx * spin_x + ny * spin_y;
    own->a[1][1] += RADIUS * touch->by_spin;
}

/* the block's inverse, and what the nodes feel of the idler's motion */
QUIRE_INLINE void
condense(const struct own *own, struct plain_idler *idler, struct plain_matrix *matrix)
{
    const double a = own->a[0][0], b = own->a[0][1], c = own->a[1][0], d = own->a[1][1],
                 per_determinant = 1 / (a * d - b * c);
    double *e = idler->inverse;

    e[0] = d * per_determinant;
    e[1] = -b * per_determinant;
    e[2] = -c * per_determinant;
    e[3] = a * per_determinant;
    for (int l = 0; idler->touches && l < 6; l++) {
        const double travel = e[0] * idler->rows[0][l] + e[1] * idler->rows[1][l],
                     turn = e[2] * idler->rows[0][l] + e[3] * idler->rows[1][l];
        for (int j = 0; j < 6; j++) {
            FROM(matrix->block[l / 2 - j / 2 + 2][2 * (j % 2) + l % 2])
            [idler->node + j / 2] -= idler->columns[0][j] * travel + idler->columns[1][j] * turn;
        }
    }
}

/* spring, bearing, and the driver that an idler meets where no sheet is between */
QUIRE_INLINE void
hold_idler(double travel, double speed, double spin, double surface, double g, double *along,
           double *turning, struct own *own)
{
    *along = -(LOAD + RATE * travel) - TRAVEL_DAMPING * speed;
    *turning = -BEARING_DAMPING * spin;
    *own = (struct own){{{IDLER_MASS + g * (TRAVEL_DAMPING + g * RATE), 0},
                         {0, IDLER_INERTIA + g * BEARING_DAMPING}}};
    if (travel < 0) {
        double slope;
        const struct push push = push_of(rubber.stiffness, -travel, -speed);
        const double mu = rub(rubber.friction, rubber.per_threshold, spin * RADIUS - surface,
                              &slope),
                     by_travel = g * (g * push.by_depth + push.by_closing);
        *along += push.normal;
        *turning -= mu * push.normal * RADIUS;
        own->a[0][0] += by_travel;
        own->a[1][0] -= mu * RADIUS * by_travel;
        own->a[1][1] += g * slope * RADIUS * RADIUS * push.normal;
    }
}

QUIRE_INLINE void
touch_nips(double t, const double *y, double *force, double g, struct plain_matrix *matrix,
           const bool with_matrix)
{
    const double u = t < RAMP ? t / RAMP : 1, ramp = u * u * (3 - 2 * u);

    for (int k = 0; k < NIPS; k++) {
        const struct plain_nip *nip = plain_nip + k;
        const double travel = y[AT_TRAVEL + k], speed = y[AT_SPEED + k], spin = y[AT_SPIN + k],
                     surface = ramp * nip->speed, far = RADIUS + travel;
        struct own own;
        struct touch touch;
        struct plain_idler *idler = with_matrix ? matrix->idler + k : NULL;
        hold_idler(travel, speed, spin, surface, g, force + BY_TRAVEL + k, force + BY_TURN + k,
                   &own);
        if (touch_roller(y, nip->x - RADIUS * nip->nx, nip->y - RADIUS * nip->ny, 0, 0, surface, -1,
                         2 * k, g, &touch, with_matrix)) {
            add_touch(&touch, force, matrix, with_matrix);
        }
        if (with_matrix) {
            idler->touches = false;
        }
        if (touch_roller(y, nip->x + far * nip->nx, nip->y + far * nip->ny, speed * nip->nx,
                         speed * nip->ny, RADIUS * spin, 1, 2 * k + 1, g, &touch, with_matrix)) {
            add_touch(&touch, force, matrix, with_matrix);
            force[BY_TRAVEL + k] -= touch.fx * nip->nx + touch.fy * nip->ny;
            force[BY_TURN + k] -= touch.along * RADIUS;
            if (with_matrix) {
                couple(&touch, nip, &own, idler);
            }
        }
        if (with_matrix) {
            condense(&own, idler, matrix);
        }
    }
}

QUIRE_CLONES void
plain_nips(double t, const double *y, double *force, double g, struct plain_matrix *matrix)
{
    if (matrix != NULL) {
        touch_nips(t, y, force, g, matrix, true);
    } else {
        touch_nips(t, y, force, g, NULL, false);
    }
}
