/* Sheets in beds of bristles: exact derivatives, the pressure of the law all along, and ends that
 * take and give back what is stored. doc/theory/contact-kernel.md, 14. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "fixtures/contact_parts.h"
#include "fixtures/machine.h"

#define MM 1e-3
#define LAWS(more)                                                                                 \
    "<contact name=\"pile\"><normal law=\"fibre-bed\" half-pressure=\"60 Pa\" " more "/>"          \
    "<friction law=\"directional\" with-coefficient=\"0.2\" against-coefficient=\"0.6\" "          \
    "threshold-velocity=\"0.5 m/s\"/></contact><pair surface=\"pile\" contact=\"pile\"/>"
#define BED(more) "<bristles name=\"b\" guide=\"g\" surface=\"pile\" height=\"3 mm\" " more "/>"

/* the law by itself: height 3 mm, a tenth of it solid [Pa], [J/m^2] */
static double
pressure(double deep)
{
    const double a = 2.7 * MM, y = 1 / (1 - deep / a), half = 1 / (1 - 1.5 * MM / a);

    return 60 * (y * y * y - 1) / (half * half * half - 1);
}

static double
stored(double deep)
{
    double sum = 0;

    for (int k = 0; k < 1000; k++) {
        sum += pressure((k + 0.5) / 1000 * deep) * deep / 1000;
    }
    return sum;
}

static void (*const open[])(struct machine *, const char *) = {machine_open, machine_open_in_space};

Test(bristles, derivatives_equal_differences)
{
    static const char *const bed[] = {
        /* both ends under the sheet; a hollow and a bulging guide */
        GUIDE("", "<line from=\"-40 mm, -2.7 mm\" to=\"90 mm, -2.5 mm\"/>")
            BED("from=\"48 mm\" to=\"86 mm\" lean=\"forward\""),
        GUIDE("", "<arc from=\"-40 mm, 12 mm\" through=\"30 mm, -2.6 mm\" to=\"100 mm, 12 mm\"/>")
            BED("from=\"45 mm\" to=\"120 mm\" lean=\"backward\""),
        GUIDE("", "<arc from=\"-40 mm, -22 mm\" through=\"30 mm, -2.4 mm\" to=\"100 mm, -22 mm\"/>")
            BED("lean=\"forward\""),
        GUIDE("side=\"right\"", "<line from=\"-40 mm, 2.8 mm\" to=\"90 mm, 2.5 mm\"/>")
            BED("from=\"55 mm\" to=\"58 mm\""),
        GUIDE("", "<circle centre=\"30 mm, -22.4 mm\" radius=\"20 mm\"/>") BED("lean=\"forward\""),
        GUIDE("tilt=\"1 deg\"", "<line from=\"-40 mm, -2.7 mm\" to=\"90 mm, -2.5 mm\"/>")
            BED("from=\"48 mm\" to=\"86 mm\" lean=\"forward\""),
        GUIDE("across-from=\"-20 mm\" across-to=\"31 mm\"",
              "<line from=\"-40 mm, -2.7 mm\" to=\"90 mm, -2.5 mm\"/>")
            BED("from=\"48 mm\" to=\"86 mm\" lean=\"forward\""),
        GUIDE("across-from=\"10 mm\" across-to=\"14 mm\"",
              "<line from=\"-40 mm, -2.7 mm\" to=\"90 mm, -2.5 mm\"/>")
            BED("from=\"48 mm\" to=\"86 mm\" lean=\"forward\""),
    };

    for (unsigned k = 0; k < 2 * sizeof bed / sizeof *bed; k++) {
        char parts[4000];
        struct machine m;
        snprintf(parts, sizeof parts, HEAD PLAIN_GLIDE LAWS("damping=\"3 s/m\"") "%s" SHEET,
                 bed[k / 2]);
        open[k % 2](&m, parts);
        machine_shake(&m, 1 + k, 4e-6, 0.05);
        if (k % 2 == 0) {
            machine_drift(&m, 0, 0.3, 0);
        }
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 0), 5, "case %u", k);
        const double error = machine_jacobian_error(&m, 0);
        cr_expect_lt(error, 2e-3, "case %u: %g", k, error);
        m.state->record = true;
        const double exact = machine_jacobian_error(&m, 0);
        cr_expect_lt(exact, 1e-6, "case %u, one by one: %g", k, exact);
        machine_close(&m);
    }
}

/* ... on a flap that a drive moves, and on one that a spring holds */
Test(bristles, derivatives_on_gates_equal_differences)
{
    static const char *const pivot[] = {
        "<drive name=\"turn\" angle=\"0.02 rad\"/>" GUIDE(
            "", "<line from=\"-40 mm, -2.7 mm\" to=\"90 mm, -2.5 mm\"/><pivot at=\"30 mm, -2.6 "
                "mm\" drive=\"turn\"/>"),
        GUIDE("", "<line from=\"-40 mm, -2.7 mm\" to=\"90 mm, -2.5 mm\"/><pivot at=\"30 mm, -2.6 "
                  "mm\" inertia=\"1e-7 kg*m^2\" mass=\"2 g\" centre=\"40 mm, -3 mm\" "
                  "stiffness=\"0.02 N*m/rad\"/>"),
    };

    for (unsigned k = 0; k < 4; k++) {
        char parts[4000];
        struct machine m;
        snprintf(parts, sizeof parts,
                 HEAD PLAIN_GLIDE LAWS("damping=\"3 s/m\"") "%s" BED(
                     "from=\"48 mm\" to=\"86 mm\" lean=\"forward\"") SHEET,
                 pivot[k / 2]);
        open[k % 2](&m, parts);
        machine_shake(&m, 1 + k, 4e-6, 0.05);
        cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 0), 5, "case %u", k);
        m.state->record = true;
        const double exact = machine_jacobian_error(&m, 0);
        cr_expect_lt(exact, 1e-8, "case %u: %g", k, exact);
        machine_close(&m);
    }
}

/* sums of forces on the sheet along x and y [N]; what is stored [J] */
struct action {
    double x, y, stored;
};

static struct action
act(const char *parts, int space)
{
    struct action a = {0, 0, 0};
    struct machine m;

    open[space](&m, parts);
    cr_expect_gt(machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 0), 0);
    for (int k = 0; k < m.state->n_touch; k++) {
        const struct quire_touch *t = m.state->touch + k;
        a.x += t->force * t->normal[0];
        a.y += t->force * t->normal[1];
        a.stored += t->stored;
    }
    machine_close(&m);
    return a;
}

/* A straight sheet on a long bed is pressed all along, up to its very ends. */
Test(bristles, press_with_the_pressure_of_the_law)
{
    for (int k = 0; k < 12; k++) {
        const double deep = (0.1 + 0.2 * (k / 2)) * MM;
        char parts[3000];
        snprintf(parts, sizeof parts,
                 HEAD PLAIN_GLIDE LAWS("")
                     SHEET GUIDE("", "<line from=\"-40 mm, %.17g m\" to=\"120 mm, %.17g m\"/>")
                         BED(""),
                 deep - 3.05 * MM, deep - 3.05 * MM);
        const struct action a = act(parts, k % 2);
        const double force = 60 * MM * 100 * MM * pressure(deep),
                     energy = 60 * MM * 100 * MM * stored(deep);
        cr_expect_float_eq(a.y, force, 1e-9 * force, "%g mm: %g N, not %g N", deep / MM, a.y,
                           force);
        cr_expect_float_eq(a.stored, energy, 1e-6 * energy, "%g mm: %g J, not %g J", deep / MM,
                           a.stored, energy);
        cr_expect_lt(fabs(a.x), 1e-12 * force);
    }
}

/* A sheet that lies half-way into a bed is pushed out by what each length of it would store. */
Test(bristles, push_out_at_their_ends_by_what_they_store)
{
    for (int k = 0; k < 16; k++) {
        const double deep = 1.1 * MM, way = k / 4 * 0.9 * MM;
        const int end = k / 2 % 2;
        char parts[3000];
        snprintf(parts, sizeof parts,
                 HEAD PLAIN_GLIDE LAWS("")
                     SHEET GUIDE("", "<line from=\"-70 mm, %.17g m\" to=\"130 mm, %.17g m\"/>")
                         BED("%s=\"%.17g m\""),
                 deep - 3.05 * MM, deep - 3.05 * MM, end == 0 ? "from" : "to",
                 100 * MM + (end == 0 ? way : -way));
        const struct action a = act(parts, k % 2);
        const double force = (end == 0 ? -1 : 1) * 100 * MM * stored(deep);
        cr_expect_float_eq(a.x, force, 2e-3 * fabs(force), "%g mm, %d: %g N, not %g N", way / MM,
                           end, a.x, force);
    }
}

/* What passes behind the guide on which they stand is not touched. */
Test(bristles, touch_nothing_behind_their_guide)
{
    for (int k = 0; k < 6; k++) {
        const double below = (2.1 + 2 * k) * MM; /* the guide is 2 mm thick */
        char parts[3000];
        struct machine m;
        snprintf(parts, sizeof parts,
                 HEAD PLAIN_GLIDE LAWS("")
                     SHEET GUIDE("", "<line from=\"-40 mm, %.17g m\" to=\"120 mm, %.17g m\"/>")
                         BED(""),
                 below, below);
        open[k % 2](&m, parts);
        cr_expect_eq(machine_touches(&m, QUIRE_PARTNER_GUIDE, 1, 0), 0, "%g mm", below / MM);
        machine_close(&m);
    }
}
