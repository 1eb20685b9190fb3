#include "compile/compile.h"

#include <math.h>

#include "body/free.h"
#include "body/nip.h"
#include "body/roller.h"
#include "body/solid.h"
#include "force/switches.h"
#include "geometry/outline.h"
#include "machine/lookup.h"
#include "math/detmath.h"
#include "motion/roller_motion.h"
#include "path/places.h"

#define MOST_ROLLERS 6000
#define MOST_BODIES  1000    /* that move freely */
#define MOST_PAIRS   4000000 /* of one with another, a roller or a guide, which it may all touch */

struct quire_side
quire_compile_roller_side(const struct quire_compile *c, const struct quire_roller *roller)
{
    const struct quire_roller_params *p = roller->object->params;
    struct quire_side side = QUIRE_NO_SIDE;

    side.curvature = 1 / p->radius;
    side.mass = c->motion[roller->small].slides && p->mass > 0 ? p->mass : (double)NAN;
    return side;
}

/* what all rollers share; the caller places it */
static struct quire_roller_motion *
add_roller(struct quire_compile *c, const struct quire_object *object,
           const struct quire_roller_params *p, const char *name, int cluster, bool slides)
{
    struct quire_system *sys = c->sys;
    struct quire_roller *roller = sys->roller + sys->n_roller++;
    struct quire_small *small = sys->small + sys->n_small;
    struct quire_roller_motion *m = c->motion + sys->n_small;

    *roller = (struct quire_roller){.object = object,
                                    .name = name,
                                    .small = sys->n_small++,
                                    .radius = p->radius,
                                    .nip = -1,
                                    .clutch = -1,
                                    .free = -1,
                                    .soft = -1};
    m->slides = slides;
    const struct quire_side target = quire_compile_roller_side(c, roller);
    roller->law = quire_compile_pairs(c, p->surface, object, &target, false);
    roller->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, roller->law) : 0;
    small->cluster = cluster;
    small->drive = quire_drive_index(sys, p->drive);
    small->carriage = -1;
    small->body = (struct quire_body){.ops = &quire_roller_motion_ops, .self = m, .name = name};
    m->radius = &roller->radius;
    m->nominal_radius = isnan(p->nominal_radius) ? p->radius : p->nominal_radius;
    m->turn = 1;
    m->spins = small->drive < 0 || sys->drive[small->drive].quantity == QUIRE_DRIVE_TORQUE;
    m->mass = fmax(p->mass, QUIRE_MASSLESS);
    m->inertia = fmax(p->inertia, QUIRE_MASSLESS * p->radius * p->radius);
    m->bearing_torque = p->bearing_torque;
    m->bearing_damping = p->bearing_damping;
    m->least = -HUGE_VAL;
    m->most = HUGE_VAL;
    m->spin = p->spin;
    quire_compile_clutch(c, roller, m);
    return m;
}

static void
compile_roller(struct quire_compile *c, const struct quire_object *object)
{
    const struct quire_roller_params *p = object->params;
    struct quire_roller_motion *m =
        add_roller(c, object, p, p->name, c->sys->n_cluster++, !isnan(p->slide));

    if (p->path != NULL) {
        const struct quire_outline *path = quire_system_path(c->sys, p->path);
        double at[2], t[2];
        const double side = p->side == QUIRE_SIDE_LEFT ? 1 : -1;
        quire_outline_at(path, p->at, at, t);
        for (int d = 0; d < 2; d++) {
            const double normal = d == 0 ? -t[1] : t[0];
            m->placed[d] = at[d] + normal * (p->offset + side * p->radius);
        }
        m->turn = side; /* on the left a counter-clockwise roller feeds along the path */
    } else {
        m->placed[0] = p->centre[0];
        m->placed[1] = p->centre[1];
        m->turn = p->sense == 1 ? -1 : 1;
    }
    if (m->slides) {
        m->closing[0] = quire_cos(p->slide);
        m->closing[1] = quire_sin(p->slide);
        m->load = p->load;
        m->rate = p->rate;
        m->damping = p->damping;
        m->least = isnan(p->closed_stop) ? -HUGE_VAL : -p->closed_stop;
        m->most = isnan(p->max_gap) ? HUGE_VAL : p->max_gap;
        m->stop_stiffness = p->stop_stiffness;
        m->travel = p->travel;
    }
}

/* the law between the two rollers of a nip, if it takes numbers from its pair */
static int
resolve_nip(struct quire_compile *c, const struct quire_nip *nip)
{
    const struct quire_system *sys = c->sys;
    const int at[2] = {nip->driver, nip->idler};
    struct quire_touching touching = {.side = {QUIRE_NO_SIDE, QUIRE_NO_SIDE}};

    for (int k = 0; k < sys->n_sheet; k++) { /* rollers have no width of their own */
        touching.width = fmax(touching.width, sys->sheet[k].width);
    }

    for (int k = 0; k < 2; k++) {
        const struct quire_roller *roller = sys->roller + at[k];
        const struct quire_roller_motion *m = c->motion + roller->small;
        touching.name[k] = ((const struct quire_roller_params *)roller->object->params)->surface;
        touching.side[k] = quire_compile_roller_side(c, roller);
        touching.side[k].mass = m->slides ? m->mass : (double)NAN;
    }
    return quire_compile_resolve(c, nip->law, &touching);
}

static void
compile_nip(struct quire_compile *c, const struct quire_object *object)
{
    struct quire_system *sys = c->sys;
    const struct quire_nip_params *p = object->params;
    const struct quire_object *driver = quire_object_child_of(object, &quire_kind_driver),
                              *idler = quire_object_child_of(object, &quire_kind_idler);
    const struct quire_roller_params *pd = driver->params, *pi = idler->params;
    struct quire_nip *nip = sys->nip + sys->n_nip;
    const int cluster = sys->n_cluster++;
    double at[2], t[2];
    const double side = pd->side == QUIRE_SIDE_LEFT ? 1 : -1;

    *nip = (struct quire_nip){.object = object,
                              .driver = sys->n_roller,
                              .idler = sys->n_roller + 1,
                              .law = -1,
                              .path_distance = p->at,
                              .path = quire_system_path(sys, p->path)};
    struct quire_roller_motion *d =
        add_roller(c, driver, pd, quire_compile_part_name(c, p->name, "driver"), cluster, false);
    struct quire_roller_motion *i =
        add_roller(c, idler, pi, quire_compile_part_name(c, p->name, "idler"), cluster, true);
    sys->roller[nip->driver].nip = sys->roller[nip->idler].nip = sys->n_nip;
    sys->roller[nip->driver].is_driver = true;
    quire_outline_at(nip->path, p->at, at, t);
    for (int k = 0; k < 2; k++) {
        const double normal = k == 0 ? -t[1] : t[0];
        d->placed[k] = at[k] + normal * side * pd->radius;
        i->placed[k] = at[k] - normal * side * pi->radius;
        i->closing[k] = normal * side;
    }
    d->turn = side;
    i->turn = -side;
    i->load = p->load;
    i->rate = p->rate;
    i->damping = p->damping;
    i->least = p->closed_stop > 0 ? p->closed_stop : -HUGE_VAL;
    i->most = isnan(p->max_gap) ? HUGE_VAL : p->max_gap;
    i->stop_stiffness = pi->stop_stiffness;
    i->travel = pi->travel;
    if (p->roller_contact != NULL) {
        for (int k = 0; k < sys->n_law; k++) {
            nip->law = nip->law < 0 && c->contact[k] == p->roller_contact ? k : nip->law;
        }
    } else if (sys->n_sheet > 0 && c->status == QUIRE_OK) {
        nip->law = sys->roller[nip->driver].law[0];
        /* the contact itself, not as a sheet has it */
        for (int k = 0; nip->law >= 0 && k < nip->law; k++) {
            nip->law = c->contact[k] == c->contact[nip->law] ? k : nip->law;
        }
    }
    if (nip->law >= 0) {
        nip->law = resolve_nip(c, nip);
    }
    if (nip->law < 0 && !(i->least > -HUGE_VAL)) {
        i->least = 0;
    }
    sys->n_nip++;
}

bool
quire_compile_rollers(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const size_t nips = (size_t)quire_compile_count(c->root, &quire_kind_nip),
                 discs = (size_t)quire_compile_count(c->root, &quire_kind_disc),
                 rollers = 2 * nips + (size_t)quire_compile_count(c->root, &quire_kind_roller),
                 bodies = discs + (size_t)quire_compile_count(c->root, &quire_kind_block) +
                          (size_t)quire_compile_count(c->root, &quire_kind_solid);

    if (rollers > MOST_ROLLERS) {
        c->status = quire_object_error(
            c->root, c->diag, "E-LIMIT", "remove rollers that no sheet reaches",
            "there are %zu rollers, including those of nips; at most %d are possible", rollers,
            MOST_ROLLERS);
        return false;
    }
    if (bodies > MOST_BODIES) {
        c->status = quire_object_error(
            c->root, c->diag, "E-LIMIT", "remove some of them",
            "there are %zu discs, blocks and solids; at most %d are possible", bodies, MOST_BODIES);
        return false;
    }
    const size_t pairs = bodies * (bodies + rollers + (size_t)sys->n_guide);
    if (pairs > MOST_PAIRS) {
        c->status =
            quire_object_error(c->root, c->diag, "E-LIMIT", "remove some of them",
                               "%zu discs, blocks and solids with each other and %zu rollers "
                               "and guides are %zu pairs; at most %d are possible",
                               bodies, rollers + (size_t)sys->n_guide, pairs, MOST_PAIRS);
        return false;
    }
    sys->roller = quire_compile_get(c, rollers + discs, sizeof *sys->roller);
    sys->small = quire_compile_get(c, rollers + bodies + (size_t)sys->n_gate, sizeof *sys->small);
    sys->free = quire_compile_get(c, bodies, sizeof *sys->free);
    sys->nip = quire_compile_get(c, nips, sizeof *sys->nip);
    c->motion = quire_compile_get(c, rollers, sizeof *c->motion);
    quire_compile_switches(c, nips, rollers);
    for (size_t i = 0; c->status == QUIRE_OK && i < c->root->n_child; i++) {
        const struct quire_object *object = c->root->child[i];
        if (object->kind == &quire_kind_nip) {
            compile_nip(c, object);
        } else if (object->kind == &quire_kind_roller) {
            compile_roller(c, object);
        }
    }
    quire_compile_lifters(c);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_small; k++) {
        const struct quire_roller_motion *m = sys->small[k].body.self;
        sys->small[k].body.nq = sys->small[k].body.nv = (m->slides ? 1 : 0) + (m->spins ? 1 : 0);
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_clutch; k++) {
        struct quire_clutch *clutch = sys->clutch + k;
        clutch->spin = sys->small[quire_switched_body(sys, clutch->which)].body.nv - 1;
    }
    return true;
}
