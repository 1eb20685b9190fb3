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

static void
draw_adf(struct settings *s, struct draw *at)
{
    set_number(s, "speed", draw_even(at, 200, 400), "mm/s");
    set_number(s, "grammage", draw_even(at, 70, 90), "g/m^2");
    set_number(s, "modulus", draw_even(at, 2, 4), "GPa");
    set_number(s, "curl", draw_even(at, -0.5, 0.5), "m^-1");
    set_number(s, "paper_mu", draw_even(at, 0.38, 0.5), "");
    set_number(s, "roller_mu", draw_even(at, 1.1, 1.4), "");
    set_number(s, "glide", draw_even(at, 0.18, 0.28), "");
    set_number(s, "load", draw_even(at, 3, 6), "N");
    set_number(s, "pages", draw_even(at, 0, 1) < 0.7 ? 2 : 3, "");
}

static void
draw_duplex(struct settings *s, struct draw *at)
{
    set_number(s, "speed", draw_even(at, 400, 600), "mm/s");
    set_number(s, "grammage", draw_even(at, 70, 100), "g/m^2");
    set_number(s, "modulus", draw_even(at, 3, 5), "GPa");
    set_number(s, "curl", draw_even(at, -1.5, 1.5), "m^-1");
    set_number(s, "glide", draw_even(at, 0.15, 0.25), "");
    set_number(s, "grip", draw_even(at, 0.8, 1.1), "");
    set_number(s, "load", draw_even(at, 6, 10), "N");
    set_number(s, "flap_time", draw_even(at, 20, 35), "ms");
}

static void
draw_film(struct settings *s, struct draw *at)
{
    set_number(s, "speed", draw_even(at, 300, 600), "mm/s");
    set_number(s, "thickness", draw_even(at, 0.075, 0.125), "mm");
    set_number(s, "modulus", draw_even(at, 4.5, 5), "GPa");
    set_number(s, "curl", draw_even(at, -4, 4), "m^-1");
    set_number(s, "glide", draw_even(at, 0.18, 0.32), "");
    set_number(s, "grip", draw_even(at, 0.7, 0.9), "");
    set_number(s, "load", draw_even(at, 6, 10), "N");
}

const struct layout_facts layouts[LAYOUTS] = {
    [CPATH] = {.name = "c-path",
               .model = "cpath.xml",
               .draw = draw_cpath,
               .due = 1,
               .travel = 0.366,
               .length = 0.297,
               .eye = 0.352,
               .take = NAN,
               .skew = NAN},
    [NOTES] = {.name = "notes",
               .model = "notes.xml",
               .draw = draw_notes,
               .due = 2,
               .travel = 0.220,
               .length = 0.066,
               .eye = 0.208,
               .take = NAN,
               .skew = 0.035,
               .allowance = 0.01},
    [ADF] = {.name = "adf",
             .model = "adf.xml",
             .draw = draw_adf,
             .due = 1,
             .travel = 0.202,
             .length = 0.297,
             .eye = 0.502,
             .take = 0.400,
             .skew = NAN},
    /* what comes out first is the edge that went in last */
    [DUPLEX] = {.name = "duplex",
                .model = "duplex.xml",
                .draw = draw_duplex,
                .due = 1,
                .travel = 1.150,
                .length = 0.297,
                .eye = 0.215,
                .take = NAN,
                .skew = NAN,
                .turned = true},
    [FILM] = {.name = "film",
              .model = "film.xml",
              .draw = draw_film,
              .due = 1,
              .travel = 0.347,
              .length = 0.240,
              .eye = 0.353,
              .take = NAN,
              .skew = NAN},
};
