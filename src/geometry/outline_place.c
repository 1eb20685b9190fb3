#include <math.h>

#include "geometry/outline.h"

static double
distance(const double a[2], const double b[2])
{
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    return sqrt(dx * dx + dy * dy);
}

/* The point of the outline before (way -1) or after (+1) `s` whose chord to `at` is `link`: stepped
 * to, then halved, chords being at most as long as arcs. */
static bool
find_next(const struct quire_outline *path, const double at[2], double link, double way, double *s)
{
    double near_s = *s + way * link, point[2]; /* chord <= link */
    double far_s = near_s;                     /* chord >= link */
    quire_outline_at(path, near_s, point, NULL);
    if (fabs(distance(at, point) - link) <= 1e-15 * (1.0 + link)) {
        *s = near_s;
        return true;
    }
    for (int i = 0; distance(at, point) < link; i++) {
        if (i == 32) { /* four links of path for one link of chord */
            return false;
        }
        near_s = far_s;
        far_s += way * 0.125 * link;
        quire_outline_at(path, far_s, point, NULL);
    }
    for (int i = 0; i < 60 && way * (far_s - near_s) > 0.0; i++) {
        const double middle = 0.5 * (near_s + far_s);
        quire_outline_at(path, middle, point, NULL);
        if (distance(at, point) < link) {
            near_s = middle;
        } else {
            far_s = middle;
        }
    }
    *s = far_s;
    return true;
}

bool
quire_outline_place(const struct quire_outline *path, double lead, double length, size_t n_node,
                    double *x, double *y)
{
    if (n_node < 2 || !(length > 0.0)) {
        return false;
    }
    const double link = length / (double)(n_node - 1);
    double s = lead, at[2];
    quire_outline_at(path, lead, at, NULL);
    x[n_node - 1] = at[0];
    y[n_node - 1] = at[1];
    for (size_t i = n_node - 1; i-- > 0;) {
        if (!find_next(path, at, link, -1.0, &s)) {
            return false;
        }
        quire_outline_at(path, s, at, NULL);
        x[i] = at[0];
        y[i] = at[1];
    }
    return true;
}

bool
quire_outline_lay(const struct quire_outline *path, double length, size_t n_node, double *x,
                  double *y, double *along)
{
    if (n_node < 2 || !(length > 0.0)) {
        return false;
    }
    const double link = length / (double)(n_node - 1);
    double s = 0.0, at[2];
    for (size_t i = 0; i < n_node; i++) {
        if (i > 0 && !find_next(path, at, link, 1.0, &s)) {
            return false;
        }
        quire_outline_at(path, s, at, NULL);
        x[i] = at[0];
        y[i] = at[1];
        along[i] = s;
    }
    return true;
}
