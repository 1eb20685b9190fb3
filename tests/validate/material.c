/* The materials of the cases; nu = 0, so that B = E t^3/12. */
#include "validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct material materials[] = {
    {"paper80", 1.0e-4, 4.0e9, 0.080},
    {"film25", 2.5e-5, 4.5e9, 0.03475},
    {"card300", 3.5e-4, 5.0e9, 0.300},
};

const struct material *
material_find(const char *name)
{
    for (size_t i = 0; i < sizeof materials / sizeof *materials; i++) {
        if (strcmp(materials[i].name, name) == 0) {
            return materials + i;
        }
    }
    fprintf(stderr, "validate: no material %s\n", name);
    exit(1);
}

double
material_bending(const struct material *m)
{
    return m->modulus * m->thickness * m->thickness * m->thickness / 12;
}

void
set_material(struct settings *s, const struct material *m)
{
    set_number(s, "grammage", m->grammage, "kg/m^2");
    set_number(s, "thickness", m->thickness, "m");
    set_number(s, "modulus", m->modulus, "Pa");
}
