/* What a sheet is in space: the ladder's constants from the sheet and its medium. */
#include <math.h>
#include <string.h>

#include "body/sheet.h"
#include "compile/compile.h"
#include "math/detmath.h"
#include "model/kinds_media.h"
#include "model/problem.h"

#define LEAST_SEGMENTS 4
#define SHEAR_POISSON  0.3 /* of paper in its plane, sqrt(nu_md nu_cd) */

double
quire_media_relaxation(const struct quire_media_params *m)
{
    return m->damping_ratio / (3.14159265358979323846 * m->damping_frequency);
}

/* Shear modulus of a sheet in its plane from the two moduli in it, G = sqrt(E_MD E_CD)/(2 (1 +
 * sqrt(nu_MD nu_CD))). Source: W. S. Campbell, Aust. J. Appl. Sci. 12 (1961) 356, found to hold for
 * machine-made papers by G. A. Baum, D. C. Brennan, C. C. Habeger, Tappi J. 64(8) (1981) 97. */
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
quire_compile_ladder(struct quire_compile *c, struct quire_sheet *s,
                     const struct quire_sheet_params *p)
{
    const struct quire_media_params *m = p->media->params;
    const double t = m->thickness;
    struct quire_ladder *ladder = quire_compile_get(c, 1, sizeof *ladder);
    double stretch[2], bend[2]; /* machine direction, cross direction */

    if (ladder == NULL) {
        return;
    }
    if (s->chain.n < LEAST_SEGMENTS) {
        c->status = quire_object_error(s->object, c->diag, "E-MODEL", NULL,
                                       "in spatial models a sheet needs at least %d segments",
                                       LEAST_SEGMENTS);
        return;
    }
    const int columns = c->mesh.columns > 0 ? c->mesh.columns : (int)p->columns;
    if (columns < 3 && (p->curl_across < 0 || p->curl_across > 0)) {
        c->status = quire_object_error(s->object, c->diag, "E-MODEL", "use 3 columns or more",
                                       "'curl-across' needs a sheet that can bend across");
        return;
    }
    stiffnesses(m->modulus_md, m->bending_stiffness_md, t, &stretch[0], &bend[0]);
    stretch[1] = stretch[0];
    bend[1] = bend[0];
    if (is_told(m->modulus_cd, m->bending_stiffness_cd)) {
        stiffnesses(m->modulus_cd, m->bending_stiffness_cd, t, &stretch[1], &bend[1]);
    }
    const int along = p->grain == 0 ? 0 : 1;
    const double shear = isnan(m->shear_modulus) ? shear_modulus(stretch[0], stretch[1]) / t
                                                 : m->shear_modulus,
                 relaxation = quire_media_relaxation(m);
    *ladder = (struct quire_ladder){.n = s->chain.n,
                                    .m = columns,
                                    .length = s->length,
                                    .width = s->width,
                                    .grammage = s->grammage,
                                    .stretch_md = stretch[along],
                                    .stretch_cd = stretch[1 - along],
                                    .shear = shear * t,
                                    .bend_md = bend[along],
                                    .bend_cd = bend[1 - along],
                                    .twist = shear * t * t * t / 3,
                                    .damp_membrane = m->axial_damping_time,
                                    .damp_bend = relaxation,
                                    .damp_twist = relaxation,
                                    .curl_md = p->curl,
                                    .curl_cd = p->curl_across};
    quire_ladder_prepare(ladder);
    s->ladder = ladder;
    s->size = (ladder->size + 15) / 16 * 16;
    s->count = 6.0 * ladder->m * (ladder->n + 1);
}

/* a clamp may let go, so that each of those that there are may be on or off */
void
quire_compile_clamped_ladders(struct quire_compile *c, struct quire_sheet *s)
{
    const int clamps = (s->hold[0].clamp ? 1 : 0) + (s->hold[1].clamp ? 2 : 0);

    s->clamped[0] = s->ladder;
    for (int k = 1; k < 4; k++) {
        s->clamped[k] = (k & ~clamps) == 0 ? quire_compile_get(c, 1, sizeof *s->ladder) : NULL;
        if (s->clamped[k] != NULL) {
            *s->clamped[k] = *s->ladder;
            s->clamped[k]->clamped[0] = k & 1;
            s->clamped[k]->clamped[1] = k / 2;
            quire_ladder_prepare(s->clamped[k]);
        }
    }
}

double
quire_ladder_across(const struct quire_ladder *l, int column)
{
    return 0.5 * (2 * column - (l->m - 1)) * l->w;
}

void
quire_compile_column_start(struct quire_compile *c, struct quire_sheet *s, int column,
                           const struct quire_start_params *p)
{
    const struct quire_ladder *l = s->ladder;
    const double sine = quire_sin(p->yaw),
                 across = quire_ladder_across(l, column) * quire_cos(p->yaw);

    if (s->start == NULL) {
        s->start = quire_compile_get(c, s->size, sizeof *s->start);
        s->start_v = quire_compile_get(c, s->size, sizeof *s->start_v);
    }
    for (int i = 0; c->status == QUIRE_OK && i <= l->n; i++) {
        const int k = 3 * (i * l->m + column);
        const double along = 0.5 * (2 * i - l->n) * l->h; /* from the middle of the sheet */
        s->start[k] = s->start_x[i];
        s->start[k + 1] = s->start_y[i];
        s->start[k + 2] = (p->across - along * sine) + across;
        s->start_v[k] = s->start_vx[i];
        s->start_v[k + 1] = s->start_vy[i];
    }
}
