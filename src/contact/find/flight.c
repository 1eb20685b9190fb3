#include "contact/find/flight.h"

double
quire_flight_into(const double p[2], const double u[2], double radius, double graze)
{
    const double a = quire_flight_dot(u, u), b = quire_flight_dot(p, u);

    if (b >= 0 || a <= 0) {
        return HUGE_VAL;
    }
    const double middle = -b / a, closest = quire_flight_dot(p, p) + b * middle; /* squared */
    if (radius > 0 && closest < radius * radius) {
        return middle - sqrt((radius * radius - closest) / a);
    }
    return closest < graze * graze ? middle : HUGE_VAL;
}

/* when it leaves a circle that it is in */
static double
time_out_of(const double p[2], const double u[2], double radius)
{
    const double a = quire_flight_dot(u, u), b = quire_flight_dot(p, u),
                 c = quire_flight_dot(p, p) - radius * radius;

    return a > 0 && c < 0 ? (sqrt(b * b - a * c) - b) / a : HUGE_VAL;
}

double
quire_flight_to_level(const struct quire_face *face, const struct quire_flight *f, double level,
                      double graze)
{
    const double p[2] = {f->at[0] - face->at[0], f->at[1] - face->at[1]};

    if (face->radius > 0) {
        const double radius = face->radius - face->convex * level,
                     now = sqrt(quire_flight_dot(p, p));
        return now > radius ? quire_flight_into(p, f->velocity, radius,
                                                fmax(face->radius - face->convex * graze, 0))
                            : time_out_of(p, f->velocity, radius);
    }
    const double rate = -quire_flight_dot(f->velocity, face->normal),
                 left = level + quire_flight_dot(p, face->normal);
    return left * rate > 0 ? left / rate : HUGE_VAL;
}

double
quire_flight_level(const struct quire_face *face, const double at[2])
{
    const double p[2] = {at[0] - face->at[0], at[1] - face->at[1]};

    return face->radius > 0 ? face->convex * (face->radius - sqrt(quire_flight_dot(p, p)))
                            : -quire_flight_dot(p, face->normal);
}

bool
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

bool
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
