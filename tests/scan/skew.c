/* Machines that skew the sheet. */
#include "scan.h"

#include <math.h>

static const char *
draw_columns(struct draw *at)
{
    const double part = draw_even(at, 0, 1);

    return part < 0.6 ? "2" : part < 0.85 ? "3" : "5"; /* most machines are run with two */
}

static void
draw_skewed(struct row *row, struct draw at)
{
    struct settings *s = &row->settings;
    const double grammage = draw_even(&at, 60, 300), density = draw_even(&at, 700e3, 1000e3);

    row->segments = floor(draw_even(&at, 40, 121));
    set_number(s, "grammage", grammage, "g/m^2");
    set_number(s, "thickness", 1e3 * grammage / density, "mm");
    set_number(s, "modulus", draw_even(&at, 2, 7), "GPa");
    set_number(s, "across", draw_even(&at, 0.3, 1), "");
    set_number(s, "damping", draw_log(&at, 0.03, 0.5), "");
    set_number(s, "yaw", draw_even(&at, -1, 1), "deg");
    set_number(s, "load", draw_even(&at, 3, 8), "N");
    set_number(s, "load_ratio", draw_log(&at, 0.5, 2), "");
    set_number(s, "wear", draw_even(&at, -0.01, 0.01), "");
    set_number(s, "mu_left", draw_even(&at, 0.3, 1.2), "");
    set_number(s, "mu_right", draw_even(&at, 0.3, 1.2), "");
    set_number(s, "threshold", draw_log(&at, 2, 20), "mm/s");
    set_number(s, "glide_mu", draw_log(&at, 0.05, 0.4), "");
    set_number(s, "speed", draw_even(&at, 0.2, 1), "m/s");
    set_number(s, "gap", draw_even(&at, 2, 5), "mm");
    set_number(s, "segments", row->segments, "");
    set_word(s, "columns", draw_columns(&at));
}

const struct scan_kind skew_scan = {"skew", "skew.xml", draw_skewed};
