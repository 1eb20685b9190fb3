/* When what flies straight on in a step comes to circles, balls and faces. Inline: asked for each
 * node and each face near it. */
#ifndef QUIRE_CONTACT_FIND_FLIGHT_H
#define QUIRE_CONTACT_FIND_FLIGHT_H

#include <math.h>

#include "state/state.h"

/* Something round ahead of a step, seen across the feed: its place and velocity, how long it goes
 * on. */
struct quire_flight {
    double radius; /* of a sheet's node: half its thickness [m] */
    double beside; /* as far beside a face it still matters [m] */
    double at[2], velocity[2], h;
};

static inline double
quire_flight_dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* When |p + t u| = radius first, of p.p, p.u and u.u: when something comes into a circle or ball,
 * or midway through it if it goes only into a larger one of radius `graze`; infinite: never. */
static inline double
quire_flight_time(double pp, double pu, double uu, double radius, double graze)
{
    if (pu >= 0 || uu <= 0) {
        return HUGE_VAL;
    }
    const double middle = -pu / uu, closest = pp + pu * middle; /* squared */
    if (radius > 0 && closest < radius * radius) {
        return middle - sqrt((radius * radius - closest) / uu);
    }
    return closest < graze * graze ? middle : HUGE_VAL;
}

/* The same of a point p from the centre of a circle, with velocity u. */
static inline double
quire_flight_into(const double p[2], const double u[2], double radius, double graze)
{
    return quire_flight_time(quire_flight_dot(p, p), quire_flight_dot(p, u), quire_flight_dot(u, u),
                             radius, graze);
}

/* when it leaves a circle that it is in */
static inline double
quire_flight_out_of(const double p[2], const double u[2], double radius)
{
    const double a = quire_flight_dot(u, u), b = quire_flight_dot(p, u),
                 c = quire_flight_dot(p, p) - radius * radius;

    return a > 0 && c < 0 ? (sqrt(b * b - a * c) - b) / a : HUGE_VAL;
}

/* When its centre comes to a level; levels grow from before a face to behind it, 0 is its surface
 * [m]. `graze` as above. */
static inline double
quire_flight_to_level(const struct quire_face *face, const struct quire_flight *f, double level,
                      double graze)
{
    const double p[2] = {f->at[0] - face->at[0], f->at[1] - face->at[1]};

    if (face->radius > 0) {
        const double radius = face->radius - face->convex * level,
                     now = sqrt(quire_flight_dot(p, p));
        return now > radius ? quire_flight_into(p, f->velocity, radius,
                                                fmax(face->radius - face->convex * graze, 0))
                            : quire_flight_out_of(p, f->velocity, radius);
    }
    const double rate = -quire_flight_dot(f->velocity, face->normal),
                 left = level + quire_flight_dot(p, face->normal);
    return left * rate > 0 ? left / rate : HUGE_VAL;
}

static inline double
quire_flight_level(const struct quire_face *face, const double at[2])
{
    const double p[2] = {at[0] - face->at[0], at[1] - face->at[1]};

    return face->radius > 0 ? face->convex * (face->radius - sqrt(quire_flight_dot(p, p)))
                            : -quire_flight_dot(p, face->normal);
}

/* whether it does not come within `wide` of a box in its step */
static inline bool
quire_flight_passes_by(const struct quire_flight *f, const double low[2], const double high[2],
                       double wide)
{
    for (int c = 0; c < 2; c++) {
        const double from = f->at[c], to = from + f->h * f->velocity[c];
        if ((from < low[c] - wide && to < low[c] - wide) ||
            (from > high[c] + wide && to > high[c] + wide)) {
            return true;
        }
    }
    return false;
}

/* whether it is beside a box by more than `wide` after time t */
static inline bool
quire_flight_is_beside(const struct quire_flight *f, double t, const double low[2],
                       const double high[2], double wide)
{
    for (int c = 0; c < 2; c++) {
        const double x = f->at[c] + t * f->velocity[c];
        if (x < low[c] - wide || x > high[c] + wide) {
            return true;
        }
    }
    return false;
}

#endif
