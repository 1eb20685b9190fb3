/* What a sheet is in space: the ladder's constants from the sheet and its medium. */
#include <math.h>

#include "sys/compile.h"

#define SHEAR_POISSON 0.3 /* of paper in its plane, sqrt(nu_md nu_cd) */

/* Shear modulus of a sheet in its plane from the two moduli in it, G = sqrt(E_MD E_CD)/(2 (1 + sqrt(nu_MD nu_CD))). Source: W. S. Campbell,
 * Aust. J. Appl. Sci. 12 (1961) 356, found to hold for machine-made papers by G. A. Baum, D. C. Brennan, C. C. Habeger, Tappi J. 64(8) (1981) 97. */
static double
shear_modulus(double md, double cd)
{
    return sqrt(md * cd) / (2 * (1 + SHEAR_POISSON));
}

/* membrane and bending stiffness per width from a modulus, a measured bending stiffness, or both */
static void
stiffnesses(double modulus, double given, double t, double *stretch, double *bend)
{
    *bend = isnan(given) ? modulus * t * t * t / 12 : given;
    *stretch = isnan(modulus) ? 12 * *bend / (t * t) : modulus * t;
}

static bool
is_told(double modulus, double stiffness)
{
    return !isnan(modulus) || !isnan(stiffness);
}

void
quire_compile_ladder(struct quire_compile *c, struct quire_sheet *s, const struct quire_sheet_params *p)
{
    const struct quire_media_params *m = p->media->params;
    const double t = m->thickness;
    struct quire_ladder *ladder = quire_compile_get(c, 1, sizeof *ladder);
    double stretch[2], bend[2]; /* machine direction, cross direction */

    if (ladder == NULL) {
        return;
    }
    stiffnesses(m->modulus_md, m->bending_stiffness_md, t, &stretch[0], &bend[0]);
    stretch[1] = stretch[0];
    bend[1] = bend[0];
    if (is_told(m->modulus_cd, m->bending_stiffness_cd)) {
        stiffnesses(m->modulus_cd, m->bending_stiffness_cd, t, &stretch[1], &bend[1]);
    }
    const int along = p->grain == 0 ? 0 : 1;
    const double shear = isnan(m->shear_modulus) ? shear_modulus(stretch[0], stretch[1]) / t : m->shear_modulus, relaxation = quire_media_relaxation(m);
    *ladder = (struct quire_ladder){.n = s->chain.n, .m = (int)p->columns, .length = p->length, .width = p->width, .grammage = m->grammage,
                                    .stretch_md = stretch[along], .stretch_cd = stretch[1 - along], .shear = shear * t,
                                    .bend_md = bend[along], .bend_cd = bend[1 - along], .twist = shear * t * t * t / 3,
                                    .damp_membrane = m->axial_damping_time, .damp_bend = relaxation, .damp_twist = relaxation, .curl_md = p->curl, .curl_cd = p->curl_across};
    s->ladder = ladder;
    s->size = (3 * (size_t)ladder->m * (size_t)(ladder->n + 1) + 15) / 16 * 16;
}
