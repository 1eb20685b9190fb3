/* Contact laws: those of the model, and those of each two that touch. */
#ifndef QUIRE_COMPILE_LAW_COMPILE_LAW_H
#define QUIRE_COMPILE_LAW_COMPILE_LAW_H

#include <math.h>

#include "compile/tools/compile_tools.h"

/* One of two that touch, for laws that take numbers from both. */
struct quire_side {
    double curvature; /* > 0 towards the other [1/m]; NaN: not one */
    double mass;      /* [kg]; NaN: fixed */
    double width;     /* of a sheet [m]; NaN: no sheet */
    double segment, grammage;
    double height, lean; /* of a bed of bristles (enum quire_pair_number); NaN: it is none */
};
#define QUIRE_NO_SIDE                                                                              \
    ((struct quire_side){(double)NAN, (double)NAN, (double)NAN, 0, 0, (double)NAN, (double)NAN})
struct quire_touching {
    const char *name[2]; /* medium or surface, surface */
    struct quire_side side[2];
    double width; /* of a line contact [m]; 0: none */
    bool line;    /* contacts with distribution "auto" are distributed here */
};

/* compile/law/compile_pair.c: the law for these two: the same, or one with what they say. */
int quire_compile_resolve(struct quire_compile *c, int law, const struct quire_touching *touching);
/* A cover is for laws that take its stiffness. */
void quire_compile_check_cover(struct quire_compile *c, const struct quire_contact_law *law,
                               const struct quire_object *contact);
bool quire_compile_is_open(const struct quire_contact_law *law, const struct quire_object *contact);
/* Curvature of a whole outline towards a side; NaN where it varies [1/m]. */
double quire_outline_curvature(const struct quire_outline *outline, double side);

/* compile/law/compile_contact.c: laws, and the law of every sheet (face) with a surface */
void quire_compile_laws(struct quire_compile *c);
/* Law indices of both faces of every sheet with a surface (2 * n_sheet); -1 with an error where no
 * pair fits. */
int *quire_compile_pairs(struct quire_compile *c, const char *surface,
                         const struct quire_object *where, const struct quire_side *other,
                         bool line);
/* Constants of a law from its elements. */
void quire_compile_constants(struct quire_compile *c, struct quire_contact_law *law,
                             const struct quire_object *normal,
                             const struct quire_object *friction);
/* The longest reach before touch among the laws of such a list [m]. */
double quire_compile_reach(const struct quire_system *sys, const int *law);
/* A sheet's face (0 left, 1 right) as laws see it that take numbers from their pair. */
struct quire_side quire_compile_sheet_side(const struct quire_system *sys, int sheet, int face);
/* The law of two surfaces, or of a medium with a surface; -1 where no pair fits, with an error if
 * it is required. face: of the medium, 1 left, 2 right, 0 where both are surfaces. The width of a
 * line contact is the first side's, or none. */
int quire_compile_pair(struct quire_compile *c, const struct quire_touching *two, int face,
                       const struct quire_object *where, bool required);
/* Vertex factors are for guides, overdrive is for rollers. */
void quire_compile_check_factors(struct quire_compile *c);

#endif
