/* Line contact of a covered or solid roller, per width, as stiffness and exponent of the elastic
 * force. doc/theory/contact.md, 2.11. */
#ifndef QUIRE_LAW_COVER_H
#define QUIRE_LAW_COVER_H

enum quire_cover_kind { QUIRE_COVER_COMPRESSIBLE, QUIRE_COVER_INCOMPRESSIBLE, QUIRE_COVER_SOLID };

struct quire_cover {
    int kind;
    double modulus, poisson_ratio; /* of the cover or of the solid [Pa] */
    double thickness;              /* of a cover [m] */
    double largest;                /* of a solid: the largest penetration to be met [m] */
};

/* P' = stiffness * penetration^exponent [N/m] of a line contact with this effective radius [m]. A
 * solid (Hertz) is fitted in the logarithms from a tenth of the largest penetration to it; *error
 * is the largest relative error there, 0 for covers. */
void quire_cover_power(const struct quire_cover *cover, double radius, double *stiffness,
                       double *exponent, double *error);

/* Penetration of a solid half-space by a cylinder of this radius with the load P' [N/m], between
 * the contact and a depth of twice the radius (Johnson 1985): P'(1 - nu^2)/(pi E) (2 ln(4 R/a) -
 * 1), a^2 = 4 P' R (1 - nu^2)/(pi E). */
double quire_cover_hertz(const struct quire_cover *cover, double radius, double load);

#endif
