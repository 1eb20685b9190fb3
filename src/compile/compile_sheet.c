#include <math.h>

#include "body/hold.h"
#include "body/load.h"
#include "body/nip.h"
#include "body/roller.h"
#include "body/sheet.h"
#include "compile/compile.h"
#include "contact/law/law_state.h"
#include "contact/touch/facing.h"
#include "drive/to.h"
#include "force/switches.h"
#include "geometry/outline.h"
#include "machine/lookup.h"
#include "math/detmath.h"
#include "model/kinds_media.h"
#include "model/order.h"
#include "model/problem.h"
#include "motion/roller_motion.h"
#include "path/places.h"
#include "shape/trace.h"

#define MOST_SEGMENTS 100000  /* of all sheets */
#define MOST_SHEETS   2000    /* each may touch every other */
#define MOST_PAIRS    1000000 /* of a sheet with a roller or guide */

/* ---- the chain ---- */

/* weights of the fixed stations, reckoned from the node before each */
static void
spread_weights(struct quire_sheet *s)
{
    const int n = s->chain.n;

    for (int i = 0; n >= 3 && i <= n; i++) {
        int first;
        const struct station_weights *w = weights_of(i, n, &first);
        /* at the ends one of the three nodes is two away, and counts nothing */
        for (int k = 0; k < 3; k++) {
            const int j = i - 1 + k - first;
            s->station_b[k][i] = j >= 0 && j < 3 ? w->b[j] : 0;
            s->station_d[k][i] = j >= 0 && j < 3 ? w->d[j] : 0;
        }
    }
}

static long
segments_of(const struct quire_compile *c, const struct quire_sheet_params *p)
{
    return p->segments * (c->mesh.refinement > 0 ? c->mesh.refinement : 1);
}

static void
compile_chain(struct quire_compile *c, struct quire_sheet *s, const struct quire_sheet_params *p)
{
    const struct quire_media_params *m = p->media->params;
    struct quire_chain *chain = &s->chain;
    const int n = (int)segments_of(c, p);
    const double t = m->thickness, modulus = p->grain == 0 ? m->modulus_md : m->modulus_cd,
                 given = p->grain == 0 ? m->bending_stiffness_md : m->bending_stiffness_cd;
    /* per width [N m] */
    const double stiffness = isnan(given) ? modulus * t * t * t / 12 : given;
    /* per width [N/m] */
    const double stretch = isnan(modulus) ? 12 * stiffness / (t * t) : modulus * t;

    chain->n = n;
    chain->stride = (int)quire_round_up((size_t)n + 1);
    chain->h = p->length / n;
    chain->ka = stretch * p->width / chain->h;
    chain->kb = stiffness * p->width / chain->h;
    chain->ca = m->axial_damping_time * chain->ka;
    chain->cb = quire_media_relaxation(m) * chain->kb;
    /* of a uniform rod: its inertia is the consistent mass's */
    const double mass = m->grammage * p->width * chain->h;
    const struct quire_rods rods = quire_rods_of(n, mass);
    chain->mass_inner = rods.inner;
    chain->mass_end = rods.end;
    chain->mass_off = rods.off;
    const size_t each = (size_t)chain->stride + 2 * QUIRE_EDGE;
    chain->segment = quire_compile_get(c, each, sizeof(double));
    chain->rest = quire_compile_get(c, each, sizeof(double));
    s->station_length = quire_compile_get(c, (size_t)chain->stride, sizeof(double));
    for (int k = 0; k < 3; k++) {
        s->station_b[k] = quire_compile_get(c, (size_t)chain->stride, sizeof(double));
        s->station_d[k] = quire_compile_get(c, (size_t)chain->stride, sizeof(double));
    }
    s->weight = quire_compile_get(c, (size_t)chain->stride, sizeof(double));
    if (c->status != QUIRE_OK) {
        return;
    }
    chain->segment += QUIRE_EDGE;
    chain->rest += QUIRE_EDGE;
    for (int i = 0; i <= n; i++) {
        const bool inner = i > 0 && i < n;
        chain->segment[i] = i < n ? 1 : 0;
        chain->rest[i] = inner ? p->curl * chain->h : 0;
        s->station_length[i] = inner ? chain->h : 0.5 * chain->h;
        s->weight[i] = inner ? mass : 0.5 * mass;
    }
    spread_weights(s);
    s->length = p->length;
    s->width = p->width;
    s->thickness = t;
    s->half = 0.5 * t;
    s->grammage = m->grammage;
    s->mass = mass * n;
    s->count = 4.0 * (n + 1);
}

/* ---- holds and loads ---- */

static void
compile_hold(struct quire_compile *c, struct quire_sheet *s, const struct quire_object *object,
             bool clamp, double curl)
{
    const struct quire_hold_params *p = object->params;
    const int e = p->end == QUIRE_END_LEAD ? 1 : 0, node = e == 0 ? 0 : s->chain.n;
    struct quire_hold *hold = s->hold + e;

    if (hold->held) {
        c->status = quire_status_first(
            c->status, quire_object_error(object, c->diag, "E-MODEL", "keep one of them",
                                          "this end of the sheet is already held"));
        return;
    }
    hold->held = true;
    const double prescribed = s->ladder != NULL ? 6.0 * s->ladder->m : 4;
    s->count -= s->count > prescribed ? prescribed : 0;
    hold->clamp = clamp;
    hold->until = p->until;
    hold->slides = !isnan(p->slide);
    hold->slide[0] = hold->slides ? quire_cos(p->slide) : 1;
    hold->slide[1] = hold->slides ? quire_sin(p->slide) : 0;
    hold->velocity[0] = p->velocity[0];
    hold->velocity[1] = p->velocity[1];
    hold->shift_x = quire_compile_course(c, object, 0, offsetof(struct quire_to_params, shift[0]));
    hold->shift_y = quire_compile_course(c, object, 0, offsetof(struct quire_to_params, shift[1]));
    hold->turn = (struct quire_course){.start = 0};
    if (clamp) {
        hold->turn = quire_compile_course(c, object, 0, offsetof(struct quire_to_params, turn));
        s->chain.rest[node] = 0.5 * curl * s->chain.h;
    }
}

static void
compile_load(struct quire_compile *c, struct quire_sheet *s, const struct quire_object *object,
             bool moment)
{
    const struct quire_load_params *p = object->params;
    struct quire_load *load = s->load + s->n_load++;
    const double at = isnan(p->at) ? s->length : p->at, place = at / s->chain.h;
    int i = (int)place;

    if (at > s->length) {
        c->status = quire_status_first(
            c->status, quire_object_error(object, c->diag, "E-RANGE", NULL,
                                          "at = %g mm is beyond the sheet's length of %g mm",
                                          1e3 * at, 1e3 * s->length));
        return;
    }
    if (!moment && fabs(p->across) > 0.5 * s->width) { /* not where it is absent */
        c->status = quire_status_first(
            c->status,
            quire_object_error(object, c->diag, "E-RANGE", NULL,
                               "across = %g mm is beyond half the sheet's width of %g mm",
                               1e3 * p->across, 1e3 * s->width));
        return;
    }
    i = i > s->chain.n - 1 ? s->chain.n - 1 : i;
    load->across = moment ? (double)NAN : p->across;
    load->is_moment = moment;
    load->node = i;
    load->weight[1] = place - i;
    load->weight[0] = 1 - load->weight[1];
    load->force[0] = p->force[0];
    load->force[1] = p->force[1];
    load->torque = p->torque;
    load->factor =
        quire_compile_course(c, object, p->factor, offsetof(struct quire_to_params, factor));
}

static void
compile_sheet(struct quire_compile *c, const struct quire_object *object, struct quire_sheet *s)
{
    const struct quire_sheet_params *p = object->params;

    s->object = object;
    compile_chain(c, s, p);
    s->size = 2 * (size_t)s->chain.stride;
    if (c->sys->spatial) {
        quire_compile_ladder(c, s, p);
    }
    s->load = quire_compile_get(c,
                                (size_t)(quire_compile_count(object, &quire_kind_load) +
                                         quire_compile_count(object, &quire_kind_moment)),
                                sizeof *s->load);
    for (size_t i = 0; c->status == QUIRE_OK && i < object->n_child; i++) {
        const struct quire_object *child = object->child[i];
        if (quire_object_is(child, QUIRE_ROLE_HOLD)) {
            compile_hold(c, s, child, child->kind == &quire_kind_clamp, p->curl);
        }
    }
    for (int moment = 0; moment < 2; moment++) {
        const struct quire_kind *kind = moment ? &quire_kind_moment : &quire_kind_load;
        const struct quire_object *child = NULL;
        while (c->status == QUIRE_OK &&
               (child = quire_object_following(object, kind, child)) != NULL) {
            compile_load(c, s, child, moment);
        }
    }
    if (s->ladder != NULL) {
        quire_compile_clamped_ladders(c, s);
    }
}

/* what they need grows with their segments, of which each sheet may have many; nothing is asked for
 * before they are counted */
static void
count_segments(struct quire_compile *c)
{
    const struct quire_object *object;
    long segments = 0, sheets = 0;

    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_sheet, &i)) != NULL;) {
        const struct quire_sheet_params *p = object->params;
        if (++sheets > MOST_SHEETS) {
            c->status =
                quire_object_error(object, c->diag, "E-LIMIT", "use fewer sheets, or several runs",
                                   "there are more than %d sheets", MOST_SHEETS);
            return;
        }
        segments += segments_of(c, p);
        if (segments > MOST_SEGMENTS) {
            c->status = quire_object_error(
                object, c->diag, "E-LIMIT", "use fewer segments, or fewer sheets",
                "all sheets together have more than %d segments", MOST_SEGMENTS);
        }
    }
}

/* each sheet may touch each of them */
static void
count_pairs(struct quire_compile *c)
{
    const long sheets = quire_compile_count(c->root, &quire_kind_sheet),
               rollers = 2L * quire_compile_count(c->root, &quire_kind_nip) +
                         quire_compile_count(c->root, &quire_kind_roller),
               guides = 2L * quire_compile_count(c->root, &quire_kind_channel) +
                        quire_compile_count(c->root, &quire_kind_guide) +
                        quire_compile_count(c->root, &quire_kind_bristles);

    if (c->status == QUIRE_OK && sheets * (rollers + guides) > MOST_PAIRS) {
        c->status = quire_object_error(
            c->root, c->diag, "E-LIMIT", "use fewer sheets, or several runs",
            "%ld sheets with %ld rollers and guides are %ld pairs; at most %d are possible", sheets,
            rollers + guides, sheets * (rollers + guides), MOST_PAIRS);
    }
}

void
quire_compile_sheets(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *object;
    size_t at = 0;

    count_segments(c);
    count_pairs(c);
    sys->sheet = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_sheet),
                                   sizeof *sys->sheet);
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_sheet, &i)) != NULL;) {
        struct quire_sheet *s = sys->sheet + sys->n_sheet++;
        compile_sheet(c, object, s);
        s->x0 = at;
        at += s->size;
    }
    sys->layout.sheet_length = at;
}
