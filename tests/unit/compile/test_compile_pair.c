/* What laws take from the two that touch: effective radius, mass and modulus, area, and a cover's
 * stiffness. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/machine.h"
#include "law/cover.h"
#include "motion/free_motion.h"

#define HERTZ                                                                                      \
    "<contact name=\"c\"><normal law=\"demlab-hertz\" restitution=\"0.5\" damping=\"tti-exact\" "  \
    "distribution=\"%s\"/></contact>"
#define MEDIA(more)                                                                                \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" " more "/>"
#define RUBBER "<surface name=\"rubber\" modulus=\"5 MPa\" poisson-ratio=\"0.4\"/>"
#define PAIR   "<pair contact=\"c\"/>"
#define SHEET(segments, curl)                                                                      \
    "<sheet name=\"s\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"" segments         \
    "\" curl=\"" curl "\"><start from=\"0 mm, 10.1 mm\"/></sheet>"
#define ROLLER "<roller name=\"r\" centre=\"30 mm, 0 mm\" radius=\"10 mm\" surface=\"rubber\" "

/* K = 4/3 E sqrt(R) and eta = sqrt(5) zeta... by the law itself: force at 0.1 mm without and with a
 * rate */
static void
expect_law(const struct machine *m, const int *law, int face, double modulus, double radius,
           double mass)
{
    const struct quire_contact_law *l = m->system->law + law[face];
    const double k = 4.0 / 3 * modulus * sqrt(radius), d = 1e-4, v = 0.1, e = log(0.5);
    struct quire_normal_out out;

    l->normal->eval(l->normal_data, &(struct quire_normal_in){.overlap = d}, &out);
    cr_expect_float_eq(out.force, k * pow(d, 1.5), 1e-9 * k * pow(d, 1.5), "%g, not %g", out.force,
                       k * pow(d, 1.5));
    l->normal->eval(l->normal_data, &(struct quire_normal_in){.overlap = d, .closing = v}, &out);
    const double eta = -sqrt(5) * e * sqrt(mass * k) / sqrt(e * e + 9.8696044010893586),
                 more = eta * pow(d, 0.25) * v;
    cr_expect_float_eq(out.force - k * pow(d, 1.5), more, 1e-9 * more, "%g, not %g",
                       out.force - k * pow(d, 1.5), more);
}

/* point: the node's mass; a fixed roller has none, a sprung one m1 m2/(m1 + m2); the sheet's curl
 * counts on its hollow and its round face */
Test(compile_pair, a_roller_gives_radius_mass_and_modulus)
{
    const double rubber = 5e6 / (1 - 0.16), both = 1 / (1 / rubber + 1 / 2e7),
                 node = 0.08 * 0.1 * 0.005;
    char text[4096];
    struct machine m;

    snprintf(text, sizeof text, HERTZ PAIR RUBBER MEDIA("") ROLLER "/>" SHEET("12", "0 m^-1"),
             "auto");
    machine_open(&m, text);
    expect_law(&m, m.system->roller[0].law, 0, rubber, 0.01, node);
    cr_expect_eq(m.system->roller[0].law[0], m.system->roller[0].law[1]);
    machine_close(&m);

    snprintf(text, sizeof text,
             HERTZ PAIR RUBBER MEDIA("modulus-through=\"20 MPa\"") ROLLER
             "slide=\"90 deg\" load=\"1 N\" mass=\"20 mg\"/>" SHEET("12", "20 m^-1"),
             "auto");
    machine_open(&m, text);
    expect_law(&m, m.system->roller[0].law, 0, both, 1 / (100.0 - 20), node * 2e-5 / (node + 2e-5));
    expect_law(&m, m.system->roller[0].law, 1, both, 1 / (100.0 + 20), node * 2e-5 / (node + 2e-5));
    machine_close(&m);
}

/* line: the mass that belongs to reference-length, whatever the mesh, so that refining changes no
 * restitution */
Test(compile_pair, a_guide_gives_its_curvature)
{
    char text[4096];
    struct machine m;

    for (int fine = 0; fine < 2; fine++) {
        snprintf(text, sizeof text,
                 HERTZ PAIR RUBBER MEDIA(
                     "") "<guide name=\"g\" surface=\"rubber\" side=\"left\"><arc centre=\"30 mm, "
                         "0 mm\" radius=\"10 mm\" start-angle=\"150 deg\" "
                         "angle=\"-120 deg\"/></guide>%s",
                 "auto", fine ? SHEET("48", "0 m^-1") : SHEET("12", "0 m^-1"));
        machine_open(&m, text);
        expect_law(&m, m.system->guide[0].law, 0, 5e6 / (1 - 0.16), 0.01, 0.08 * 0.1 * 0.005);
        machine_close(&m);
    }
}

/* P = K(R) width d^1.5 of a compressible, d^2.5 of an incompressible cover; E = 1 MPa, R = 10 mm, b
 * = 1 mm (closed forms of the independent oracle) */
Test(compile_pair, covers)
{
    const struct quire_cover soft = {QUIRE_COVER_COMPRESSIBLE, 1e6, 0.3, 1e-3, 0},
                             softer = {QUIRE_COVER_COMPRESSIBLE, 1e6, 0.45, 1e-3, 0},
                             bonded = {QUIRE_COVER_INCOMPRESSIBLE, 3e6, 0.5, 2e-3, 0};
    double k, n, error;

    quire_cover_power(&soft, 0.01, &k, &n, &error);
    cr_expect_float_eq(k * pow(2e-5, n), 22.7035319192, 1e-9);
    cr_expect_float_eq(k * pow(1e-4, n), 253.833203503, 1e-8);
    quire_cover_power(&softer, 0.01, &k, &n, &error);
    cr_expect_float_eq(k * pow(2e-5, n), 63.972513585, 1e-8);
    cr_expect_float_eq(k * pow(1e-4, n), 715.234445338, 1e-7);
    quire_cover_power(&bonded, 0.01, &k, &n, &error);
    /* load as the integral of p = G (a^2 - x^2)^2/(8 R b^3), a^2 = 6 R d (Johnson 5.8) */
    const double d = 1e-4, a = sqrt(6 * 0.01 * d);
    double sum = 0;
    for (int i = 0; i < 20000; i++) {
        const double x = a * ((i + 0.5) / 10000 - 1);
        sum += 1e6 * pow(a * a - x * x, 2) / (8 * 0.01 * 8e-9) * a / 10000;
    }
    cr_expect_float_eq(k * pow(d, n), sum, 1e-6 * sum, "%g, not %g", k * pow(d, n), sum);
}

/* The fitted power keeps within the error that it states, which is small over a decade of
 * penetration. */
Test(compile_pair, a_solid_is_fitted)
{
    const struct quire_cover solid = {QUIRE_COVER_SOLID, 3e6, 0.45, 0, 2e-4};
    double k, n, error;

    quire_cover_power(&solid, 0.01, &k, &n, &error);
    cr_expect(n > 1.05 && n < 1.25 && error > 0 && error < 0.02, "%g %g", n, error);
    for (double d = 2e-5; d < 2e-4; d *= 1.1) {
        const double load = k * pow(d, n), back = quire_cover_hertz(&solid, 0.01, load),
                     least = quire_cover_hertz(&solid, 0.01, load * (1 - error)),
                     most = quire_cover_hertz(&solid, 0.01, load * (1 + error));
        cr_expect(least <= d * (1 + 1e-6) && d <= most * (1 + 1e-6), "%g: %g", d, back);
    }
}

/* <cover>: over the sheet's width, and the nip's rollers touch over it too */
Test(compile_pair, a_cover_in_a_contact)
{
    struct machine m;

    machine_open(
        &m, "<contact name=\"c\"><normal law=\"mtt-indentation\"/><cover kind=\"compressible\" "
            "modulus=\"1 MPa\" poisson-ratio=\"0.3\" thickness=\"1 mm\"/>"
            "</contact>" PAIR MEDIA("") ROLLER "/>" SHEET("12", "0 m^-1"));
    const struct quire_contact_law *l = m.system->law + m.system->roller[0].law[0];
    struct quire_normal_out out;
    l->normal->eval(l->normal_data, &(struct quire_normal_in){.overlap = 1e-4}, &out);
    cr_expect_float_eq(out.force, 25.3833203503, 1e-8, "%.12g", out.force);
    machine_close(&m);
}

/* K = 4/3 E sqrt(R), TTI-exact damping of the effective mass, of a law by itself */
static void
expect_hertz(const struct machine *m, int law, double radius, double mass)
{
    expect_law(m, &law, 0, 5e6 / (2 * (1 - 0.16)), radius, mass);
}

#define BALL(name, radius, mass, x)                                                                \
    "<disc name=\"" name "\" surface=\"rubber\" radius=\"" radius "\" mass=\"" mass                \
    "\" centre=\"" x ", 0 mm\"/>"

/* two discs: 1/R = 1/R1 + 1/R2, m = m1 m2/(m1 + m2); on a roller, on a plane, over and in a circle
 */
Test(compile_pair, discs_and_what_they_meet)
{
    char text[4096];
    struct machine m;

    snprintf(text, sizeof text,
             HERTZ PAIR RUBBER BALL("a", "10 mm", "10 g", "0 mm")
                 BALL("b", "30 mm", "30 g",
                      "100 mm") "<roller name=\"fixed\" centre=\"300 mm, 0 mm\" radius=\"20 mm\" "
                                "surface=\"rubber\"/>"
                                "<roller name=\"sprung\" centre=\"400 mm, 0 mm\" radius=\"20 mm\" "
                                "surface=\"rubber\" slide=\"90 deg\" load=\"1 N\" mass=\"10 g\"/>"
                                "<guide name=\"flat\" surface=\"rubber\"><line from=\"-50 mm, -60 "
                                "mm\" to=\"50 mm, -60 mm\"/></guide>"
                                "<guide name=\"drum\" surface=\"rubber\" side=\"left\"><circle "
                                "centre=\"0 mm, -300 mm\" radius=\"40 mm\"/></guide>"
                                "<guide name=\"bowl\" surface=\"rubber\" side=\"left\"><circle "
                                "centre=\"0 mm, 0 mm\" radius=\"900 mm\" turn=\"left\"/></guide>",
             "auto");
    machine_open(&m, text);
    const struct quire_system *sys = m.system;
    cr_assert(sys->n_meeting == 5 && sys->n_free == 2, "%d", sys->n_meeting);
    for (int k = 0; k < sys->n_meeting; k++) {
        const struct quire_meeting *it = sys->meeting + k;
        const bool small = strcmp(sys->free[it->free].object->name, "a") == 0;
        const double radius = small ? 0.01 : 0.03, mass = small ? 0.01 : 0.03;
        if (it->target.kind == QUIRE_PARTNER_FREE) {
            expect_hertz(&m, it->law, 0.01 * 0.03 / 0.04, 0.01 * 0.03 / 0.04);
        } else {
            const bool fixed = strcmp(sys->roller[it->target.index].name, "fixed") == 0;
            expect_hertz(&m, it->law, radius * 0.02 / (radius + 0.02),
                         fixed ? mass : mass * 0.01 / (mass + 0.01));
        }
    }
    for (int k = 0; k < 2; k++) {
        const struct quire_free *disc = sys->free + k;
        const double r = *disc->motion->radius;
        for (int g = 0; g < sys->n_guide; g++) {
            const char *guide = sys->guide[g].name;
            const double on = strcmp(guide, "flat") == 0   ? 0
                              : strcmp(guide, "drum") == 0 ? 1 / 0.04
                                                           : -1 / 0.9;
            expect_hertz(&m, disc->law[g], 1 / (1 / r + on), disc->motion->mass);
        }
    }
    machine_close(&m);
}

/* k = pi/2 Y mean-radius: the mean of two round ones, twice the radius on a wall */
static void
expect_rod(const struct machine *m, int law, double mean)
{
    const struct quire_contact_law *l = m->system->law + law;
    const double k = 0.5 * 3.14159265358979323846 * 1e7 * mean, d = 1e-4;
    struct quire_normal_out out;

    l->normal->eval(l->normal_data, &(struct quire_normal_in){.overlap = d}, &out);
    cr_expect_float_eq(out.force, k * d, 1e-9 * k * d, "%g, not %g", out.force, k * d);
}

Test(compile_pair, mean_radius_of_discs_and_solids)
{
    struct machine m;
    const char *law = "<contact name=\"c\"><normal law=\"hooke-scale-invariant\" "
                      "youngs-modulus=\"10 MPa\"/></contact>" PAIR RUBBER;
    char text[4096];

    snprintf(text, sizeof text,
             "%s" BALL("a", "10 mm", "10 g", "0 mm")
                 BALL("b", "30 mm", "30 g",
                      "100 mm") "<roller name=\"r\" centre=\"300 mm, 0 mm\" radius=\"20 mm\" "
                                "surface=\"rubber\"/>"
                                "<guide name=\"flat\" surface=\"rubber\"><line from=\"-50 mm, -60 "
                                "mm\" to=\"50 mm, -60 mm\"/></guide>"
                                "<guide name=\"drum\" surface=\"rubber\" side=\"left\"><circle "
                                "centre=\"0 mm, -300 mm\" radius=\"40 mm\"/></guide>"
                                "<guide name=\"bowl\" surface=\"rubber\" side=\"left\"><circle "
                                "centre=\"0 mm, 0 mm\" radius=\"900 mm\" turn=\"left\"/></guide>",
             law);
    machine_open(&m, text);
    const struct quire_system *sys = m.system;
    cr_assert_eq(sys->n_meeting, 3);
    for (int k = 0; k < sys->n_meeting; k++) {
        const struct quire_meeting *it = sys->meeting + k;
        const double r = *sys->free[it->free].motion->radius;
        expect_rod(&m, it->law, it->target.kind == QUIRE_PARTNER_FREE ? 0.02 : 0.5 * (r + 0.02));
    }
    for (int g = 0; g < sys->n_guide; g++) {
        const double r = *sys->free[0].motion->radius;
        expect_rod(&m, sys->free[0].law[g],
                   strcmp(sys->guide[g].name, "drum") == 0 ? 0.5 * (r + 0.04) : 2 * r);
    }
    machine_close(&m);
}

/* the same pair as two balls in space and as two discs in the plane */
Test(compile_pair, discs_take_what_balls_take)
{
    static const char *const laws[] = {
        "demlab-hertz\" restitution=\"0.5",
        "hooke-scale-invariant\" youngs-modulus=\"10 MPa\" damping=\"1 N*s/m"};

    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        struct machine plane, space;
        struct quire_normal_out one, other;
        char text[4096];
        const struct quire_normal_in in = {.overlap = 1e-4, .closing = 0.2};
        snprintf(text, sizeof text,
                 "<contact name=\"c\"><normal law=\"%s\"/></contact>" PAIR RUBBER BALL(
                     "a", "10 mm", "10 g", "0 mm") BALL("b", "30 mm", "30 g", "100 mm"),
                 laws[i]);
        machine_open(&plane, text);
        snprintf(text, sizeof text,
                 "<contact name=\"c\"><normal law=\"%s\"/></contact>" PAIR RUBBER
                 "<solid name=\"a\" surface=\"rubber\" mass=\"10 g\" centre=\"0 mm, 0 mm, 0 "
                 "mm\"><ball radius=\"10 mm\"/></solid>"
                 "<solid name=\"b\" surface=\"rubber\" mass=\"30 g\" centre=\"100 mm, 0 mm, 0 "
                 "mm\"><ball radius=\"30 mm\"/></solid>",
                 laws[i]);
        machine_open_in_space(&space, text);
        cr_assert(plane.system->n_meeting == 1 && space.system->n_encounter == 1);
        const struct quire_contact_law *a = plane.system->law + plane.system->meeting[0].law,
                                       *b = space.system->law + space.system->encounter[0].law[0];
        a->normal->eval(a->normal_data, &in, &one);
        b->normal->eval(b->normal_data, &in, &other);
        cr_expect(one.force > 0 && one.force == other.force, "%g %g", one.force, other.force);
        machine_close(&space);
        machine_close(&plane);
    }
}
