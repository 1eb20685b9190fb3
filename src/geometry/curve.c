#include "geometry/curve.h"

#include <math.h>

#include "geometry/outline.h"
#include "geometry/piece.h"

#define MOST_PIECES 10000
#define SAMPLES     12 /* points of a part that are compared with its biarc */
#define MOST_SPLITS 20 /* halvings */

static double
dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

bool
quire_biarc(struct quire_piece *first, struct quire_piece *second, const double a[2],
            const double ta[2], const double b[2], const double tb[2])
{
    /* doc/theory/geometry.md, section 4: equal tangent lengths d on both sides of the joint */
    const double v[2] = {b[0] - a[0], b[1] - a[1]}, t[2] = {ta[0] + tb[0], ta[1] + tb[1]};
    const double vv = dot(v, v), vt = dot(v, t);
    const double bend[2] = {tb[0] - ta[0], tb[1] - ta[1]}; /* |bend|^2 = 2 (1 - ta tb) */
    const double below = vt + sqrt(vt * vt + dot(bend, bend) * vv);
    if (!(vv > 0.0) || !(below > 0.0)) {
        return false;
    }
    const double d = vv / below, back[2] = {-tb[0], -tb[1]};
    double joint[2];
    for (int i = 0; i < 2; i++) {
        joint[i] = 0.5 * (a[i] + d * ta[i] + b[i] - d * tb[i]);
    }
    if (!quire_piece_tangent_arc(first, a, ta, joint) ||
        !quire_piece_tangent_arc(second, b, back, joint)) {
        return false;
    }
    quire_piece_reverse(second);
    return true;
}

static double
distance_to(const struct quire_piece *piece, const double p[2])
{
    const struct quire_piece_foot foot = quire_piece_foot(piece, p);
    const double *end = foot.along < 0.0 ? piece->from : piece->to;
    const double w[2] = {p[0] - end[0], p[1] - end[1]};
    return foot.along >= 0.0 && foot.along <= piece->length ? fabs(foot.left) : sqrt(dot(w, w));
}

/* The biarc of the part between two parameters, if it is close enough to the curve. */
static bool
fit(struct quire_piece pair[2], const struct quire_curve *curve, double from, double to,
    double tolerance)
{
    double a[2], ta[2], b[2], tb[2];
    curve->at(curve->self, from, a, ta);
    curve->at(curve->self, to, b, tb);
    const double la = sqrt(dot(ta, ta)), lb = sqrt(dot(tb, tb));
    if (!(la > 0.0) || !(lb > 0.0)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        ta[i] /= la;
        tb[i] /= lb;
    }
    if (!quire_biarc(&pair[0], &pair[1], a, ta, b, tb) || pair[0].sweep > M_PI_2 ||
        pair[1].sweep > M_PI_2) {
        return false;
    }
    for (int k = 1; k < SAMPLES; k++) {
        double p[2], dp[2];
        curve->at(curve->self, from + (to - from) * k / SAMPLES, p, dp);
        /* 0.9: the largest deviation may fall between two samples */
        if (!(fmin(distance_to(&pair[0], p), distance_to(&pair[1], p)) <= 0.9 * tolerance)) {
            return false;
        }
    }
    return true;
}

bool
quire_curve_is_full(const struct quire_outline *out)
{
    return out->n + 2 > MOST_PIECES;
}

/* halves parts of the curve until their biarcs fit, from its start on */
quire_status
quire_curve_trace(struct quire_outline *out, const struct quire_curve *curve, double tolerance)
{
    const double smallest = ldexp(1.0, -MOST_SPLITS);
    double from = 0.0, width = 1.0;
    while (from < 1.0) {
        struct quire_piece pair[2];
        if (!fit(pair, curve, from, from + width, tolerance)) {
            width *= 0.5;
            if (width < smallest) {
                return QUIRE_ERROR_INPUT;
            }
            continue;
        }
        if (quire_curve_is_full(out) || quire_outline_add_piece(out, &pair[0]) != QUIRE_OK ||
            quire_outline_add_piece(out, &pair[1]) != QUIRE_OK) {
            return QUIRE_ERROR_LIMIT;
        }
        from += width;
        /* widths are powers of two and `from` a multiple of them: the next part may be twice as
         * wide where that stays so */
        while (width < 1.0 && fmod(from, 2.0 * width) == 0.0 && from + 2.0 * width <= 1.0) {
            width *= 2.0;
        }
    }
    return QUIRE_OK;
}
