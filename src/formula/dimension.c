/* Dimensions: whether two agree, and what people call them. */
#include "formula/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/number.h"

/* exponents come from sums of short decimals, so they agree far better than this or not at all */
#define SAME 1e-9

static bool
same(double a, double b)
{
    return fabs(a - b) < SAME;
}

/* nothing but angle and time is there */
static bool
angle_counts(struct quire_dimension d)
{
    return same(d.kg, 0) && same(d.m, 0) && same(d.A, 0);
}

bool
quire_dimension_fits(struct quire_dimension have, struct quire_dimension want)
{
    return same(have.kg, want.kg) && same(have.m, want.m) && same(have.s, want.s) &&
           same(have.A, want.A) && (!angle_counts(want) || same(have.rad, want.rad));
}

/* clang-format off */
static const struct {
    struct quire_dimension d;
    const char *name, *example;
} names[] = {
    {{0, 0, 0, 0, 0}, "a plain number", "0.5"},
    {{0, 1, 0, 0, 0}, "a length", "10 mm"},
    {{0, 2, 0, 0, 0}, "an area", "10 mm^2"},
    {{0, 3, 0, 0, 0}, "a volume", "10 mm^3"},
    {{0, -1, 0, 0, 0}, "a curvature (one per length)", "0.5 m^-1"},
    {{0, 0, 1, 0, 0}, "a time", "20 ms"},
    {{0, 0, -1, 0, 0}, "a frequency", "160 Hz"},
    {{0, 0, 0, 1, 0}, "an angle", "90 deg"},
    {{0, 0, -1, 1, 0}, "a rotational speed", "300 rpm"},
    {{0, 0, -2, 1, 0}, "a rotational acceleration", "10 rad/s^2"},
    {{0, 1, -1, 0, 0}, "a speed", "500 mm/s"},
    {{0, 1, -2, 0, 0}, "an acceleration", "9.80665 m/s^2"},
    {{0, 1, -3, 0, 0}, "a jerk (rate of acceleration)", "10 m/s^3"},
    {{1, 0, 0, 0, 0}, "a mass", "20 g"},
    {{1, -2, 0, 0, 0}, "a mass per area", "80 g/m^2"},
    {{1, -3, 0, 0, 0}, "a density", "800 kg/m^3"},
    {{1, -1, 0, 0, 0}, "a mass per length", "17 g/m"},
    {{1, 2, 0, 0, 0}, "a moment of inertia", "1e-6 kg*m^2"},
    {{1, 1, -2, 0, 0}, "a force", "8 N"},
    {{1, 2, -2, 0, 0}, "a torque or an energy", "20 mN*m"},
    {{1, 2, -3, 0, 0}, "a power", "5 W"},
    {{1, 0, -2, 0, 0}, "a force per length (stiffness)", "500 N/m"},
    {{1, 0, -1, 0, 0}, "a damping (force per speed)", "2 N*s/m"},
    {{1, -1, -1, 0, 0}, "a viscosity (or damping per length)", "10 N*s/m^2"},
    {{1, 2, -1, 0, 0}, "a rotational damping", "1e-4 N*m*s"},
    {{1, -1, -2, 0, 0}, "a pressure (force per area)", "4 GPa"},
    {{1, 3, -2, 0, 0}, "a bending stiffness", "1e-4 N*m^2"},
    {{-1, -1, 2, 0, 0}, "one per force", "1e-3 N^-1"},
    {{0, -1, 1, 0, 0}, "a time per length", "0.1 s/m"},
    {{1, -2, -2, 0, 0}, "a pressure per length", "200 kPa/m"},
    {{1, 2, -3, 0, -1}, "a voltage", "800 V"},
    {{0, -2, 1, 0, 1}, "a charge per area", "20 uC/m^2"},
};
/* clang-format on */

static int
find_name(struct quire_dimension d)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (quire_dimension_fits(d, names[i].d)) {
            return (int)i;
        }
    }
    return -1;
}

const char *
quire_dimension_name(struct quire_dimension d)
{
    const int i = find_name(d);
    return i < 0 ? NULL : names[i].name;
}

const char *
quire_dimension_example(struct quire_dimension d)
{
    const int i = find_name(d);
    return i < 0 ? NULL : names[i].example;
}

const char *
quire_dimension_write(char buf[QUIRE_DIMENSION_SIZE], struct quire_dimension d)
{
    const double exponent[] = {d.kg, d.m, d.s, d.rad, d.A};
    static const char *const base[] = {"kg", "m", "s", "rad", "A"};
    size_t used = 0;
    buf[0] = '\0';
    for (int i = 0; i < 5; i++) {
        const double e = round(exponent[i] * 1e9) / 1e9;
        char power[QUIRE_NUMBER_SIZE + 1] = "^";
        if (same(e, 0)) {
            continue;
        }
        quire_number_write(power + 1, e);
        used += (size_t)snprintf(buf + used, QUIRE_DIMENSION_SIZE - used, "%s%s%s",
                                 used > 0 ? "*" : "", base[i], same(e, 1) ? "" : power);
    }
    return buf;
}

const char *
quire_dimension_symbol(char buf[QUIRE_DIMENSION_SIZE], struct quire_dimension d)
{
    static const struct {
        struct quire_dimension dimension;
        const char *unit;
    } known[] = {{{1, 1, -2, 0, 0}, "N"},
                 {{1, 0, -2, 0, 0}, "N/m"},
                 {{1, -1, -2, 0, 0}, "Pa"},
                 {{1, 2, -2, 0, 0}, "J"},
                 {{1, 2, -3, 0, 0}, "W"}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (memcmp(&known[i].dimension, &d, sizeof d) == 0) {
            quire_number_format(buf, QUIRE_DIMENSION_SIZE, "%s", known[i].unit);
            return buf;
        }
    }
    return quire_dimension_write(buf, d);
}
