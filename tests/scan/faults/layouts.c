/* The machines: what varies in healthy ones, and what they must do. */
#include <math.h>

#include "faults.h"

static void
draw_cpath(struct settings *s, struct draw *at)
{
    const double grammage = draw_even(at, 60, 110);

    set_number(s, "speed", draw_even(at, 200, 400), "mm/s");
    set_number(s, "grammage", grammage, "g/m^2");
    set_number(s, "thickness", grammage / 800, "mm");
    set_number(s, "modulus", draw_even(at, 3, 5), "GPa");
    set_number(s, "curl", draw_even(at, -3, 3), "m^-1");
    set_number(s, "glide", draw_even(at, 0.12, 0.28), "");
    set_number(s, "grip", draw_even(at, 0.7, 1.1), "");
    set_number(s, "load", draw_even(at, 5, 10), "N");
    set_number(s, "gap", draw_even(at, 2.5, 3.5), "mm");
}

static void
draw_notes(struct settings *s, struct draw *at)
{
    set_number(s, "speed", draw_even(at, 1000, 2500), "mm/s");
    set_number(s, "grammage", draw_even(at, 85, 95), "g/m^2");
    set_number(s, "modulus", draw_even(at, 1.5, 5), "GPa");
    set_number(s, "curl", draw_even(at, -3, 3), "m^-1");
    set_number(s, "glide", draw_even(at, 0.12, 0.28), "");
    set_number(s, "grip", draw_even(at, 0.7, 1.1), "");
    set_number(s, "load", draw_even(at, 2, 4), "N");
}

const struct layout_facts layouts[LAYOUTS] = {
    [CPATH] = {"c-path", "cpath.xml", draw_cpath, 1, 0.366, 0.297, 0.352, NAN, NAN, 0},
    [NOTES] = {"notes", "notes.xml", draw_notes, 2, 0.220, 0.066, 0.208, 0.208, 0.035, 0},
};
