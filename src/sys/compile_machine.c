#include <math.h>
#include <stdio.h>
#include <string.h>

#include "body/roller_motion.h"
#include "model/problem.h"
#include "num/detmath.h"
#include "num/outline.h"
#include "num/piece.h"
#include "shape/trace.h"
#include "sys/sheets.h"
#include "sys/compile.h"
#include "sys/space_sheet.h"
#include "sys/memory.h"
#include "sys/stick.h"
#include "sys/switches.h"

static void
keep_first(struct quire_compile *c, quire_status status)
{
    c->status = quire_status_first(c->status, status);
}

/* ---- paths, drives, sleeves ---- */

static void
compile_drive(struct quire_compile *c, const struct quire_object *object, struct quire_drive *drive)
{
    const struct quire_drive_params *p = object->params;

    drive->object = object;
    drive->name = object->name;
    drive->no_load_speed = p->no_load_speed;
    drive->quantity = quire_drive_given_by(object);
    drive->course = quire_compile_course(c, object, p->given[drive->quantity], offsetof(struct quire_to_params, given) + sizeof(double) * drive->quantity);
}

void
quire_compile_places(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *object;
    const int n_path = quire_compile_count(c->root, "path");

    sys->path = quire_compile_get(c, (size_t)n_path, sizeof *sys->path);
    sys->path_object = quire_compile_get(c, (size_t)n_path, sizeof(void *));
    for (size_t i = 0; c->status == QUIRE_OK && (object = quire_object_next(c->root, "path", &i)) != NULL;) {
        keep_first(c, quire_path_trace(sys->path + sys->n_path, object, c->diag));
        sys->path_object[sys->n_path++] = object;
    }
    sys->drive = quire_compile_get(c, (size_t)quire_compile_count(c->root, "drive"), sizeof *sys->drive);
    for (size_t i = 0; c->status == QUIRE_OK && (object = quire_object_next(c->root, "drive", &i)) != NULL;) {
        compile_drive(c, object, sys->drive + sys->n_drive++);
    }
    sys->sleeve = quire_compile_get(c, (size_t)quire_compile_count(c->root, "sleeve"), sizeof *sys->sleeve);
    for (size_t i = 0; c->status == QUIRE_OK && (object = quire_object_next(c->root, "sleeve", &i)) != NULL;) {
        const struct quire_sleeve_params *p = object->params;
        sys->sleeve[sys->n_sleeve++] = (struct quire_sleeve){.name = p->name, .path = quire_system_path(sys, p->path), .from = p->from,
                                                            .to = p->to, .stiffness = p->stiffness, .damping = p->damping};
    }
}

/* ---- guides ---- */

/* from where to where a guide or channel reaches across */
static void
across_of(const struct quire_object *object, double across[2])
{
    const bool guide = strcmp(object->kind->element, "guide") == 0;
    const struct quire_guide_params *g = guide ? object->params : NULL;
    const struct quire_channel_params *ch = guide ? NULL : object->params;
    const double from = guide ? g->across_from : ch->across_from, to = guide ? g->across_to : ch->across_to;

    across[0] = isnan(from) ? -HUGE_VAL : from;
    across[1] = isnan(to) ? HUGE_VAL : to;
}

/* Whether what lies midway between two outlines, whose mouths mirror each other, runs straight on. */
static bool
straight(const struct quire_outline *left, const struct quire_outline *right, double d[2])
{
    for (size_t i = 0; i < left->n && i < right->n; i++) {
        const struct quire_piece *l = left->piece + i, *r = right->piece + i;
        const double middle[2] = {0.5 * (l->direction[0] + r->direction[0]), 0.5 * (l->direction[1] + r->direction[1])};
        if (i == 0) {
            const double q = 1 / sqrt(middle[0] * middle[0] + middle[1] * middle[1]);
            d[0] = q * middle[0];
            d[1] = q * middle[1];
        }
        if (l->turn * r->turn > 0 || !(fabs(middle[0] * d[1] - middle[1] * d[0]) < 1e-9)) {
            return false;
        }
    }
    return left->n == right->n;
}

/* The turn about the line midway between two outlines, or along the only one. */
static struct quire_tilt
tilt_about(struct quire_compile *c, const struct quire_object *object, double angle, const struct quire_outline *left, const struct quire_outline *right)
{
    struct quire_tilt t = {.cosine = 1};
    double d[2] = {1, 0};

    if (!c->sys->spatial || angle == 0 || left->n == 0) {
        return t;
    }
    if (!straight(left, right, d)) {
        keep_first(c, quire_object_error(object, c->diag, "E-MODEL", "make it of straight parts, each with its own tilt", "it bends, and can not be tilted as a whole"));
    }
    for (int k = 0; k < 2; k++) {
        t.at[k] = 0.5 * (left->piece[0].from[k] + right->piece[0].from[k]);
    }
    t.normal[0] = -d[1];
    t.normal[1] = d[0];
    t.cosine = quire_cos(angle);
    t.sine = quire_sin(angle);
    return t;
}

/* Tilts the guides from the first one on, and lets them move. */
static void
tilt_guides(struct quire_system *sys, int first, const struct quire_tilt *tilt, int gate)
{
    for (int k = first; k < sys->n_guide; k++) {
        sys->guide[k].gate = gate;
        sys->guide[k].tilted = tilt->sine != 0;
        sys->guide[k].tilt = *tilt;
    }
}

/* One side of a guide; takes the outline over. */
static void
add_guide(struct quire_compile *c, const struct quire_object *object, const char *name, const char *surface,
          struct quire_outline *outline, double side, double depth, double velocity, int view)
{
    struct quire_system *sys = c->sys;
    struct quire_guide *g = sys->guide + sys->n_guide++;

    *g = (struct quire_guide){.object = object, .name = name, .outline = *outline, .side = side, .depth = depth,
                              .velocity = velocity, .view = view};
    struct quire_side target = QUIRE_NO_SIDE;
    target.curvature = quire_outline_curvature(&g->outline, side);
    g->law = quire_compile_pairs(c, surface, object, &target, true);
    g->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, g->law) : 0;
    memset(outline, 0, sizeof *outline);
    quire_outline_bounds(&g->outline, g->low, g->high);
    across_of(object, g->across);
}

static char *
part_name(struct quire_compile *c, const char *whole, const char *part)
{
    const size_t size = strlen(whole) + strlen(part) + 2;
    char *name = quire_compile_get(c, size, 1);

    if (name != NULL) {
        snprintf(name, size, "%s.%s", whole, part);
    }
    return name;
}

static void
compile_guide(struct quire_compile *c, const struct quire_object *object)
{
    const struct quire_guide_params *p = object->params;
    struct quire_outline middle = {0};
    const int view = c->sys->n_guide_view++, first = c->sys->n_guide, gate = quire_compile_gate(c, object);

    keep_first(c, quire_guide_trace(&middle, object, c->diag));
    if (c->status != QUIRE_OK) {
        quire_outline_clear(&middle);
        return;
    }
    const struct quire_tilt tilt = tilt_about(c, object, p->tilt, &middle, &middle);
    if (p->side != QUIRE_SIDE_BOTH) {
        add_guide(c, object, p->name, p->surface, &middle, p->side == QUIRE_SIDE_LEFT ? 1 : -1, p->thickness, p->velocity, view);
        tilt_guides(c->sys, first, &tilt, gate);
        return;
    }
    for (int k = 0; k < 2; k++) { /* a wall with a face on either side */
        struct quire_outline face = {0};
        const double side = k == 0 ? 1 : -1;
        if (!quire_outline_parallel(&face, &middle, 0, middle.length, 0.5 * side * p->thickness)) {
            keep_first(c, quire_object_error(object, c->diag, "E-MODEL", "make it thinner, or its curves wider",
                                             "half its thickness, %g mm, turns one of its arcs inside out", 500 * p->thickness));
            break;
        }
        face.closed = middle.closed;
        add_guide(c, object, p->name, p->surface, &face, side, 0.5 * p->thickness, p->velocity, view);
    }
    tilt_guides(c->sys, first, &tilt, gate);
    quire_outline_clear(&middle);
}

static void
compile_channel(struct quire_compile *c, const struct quire_object *object)
{
    const struct quire_channel_params *p = object->params;
    struct quire_outline left = {0}, right = {0};

    keep_first(c, quire_channel_trace(&left, &right, object, c->diag));
    if (c->status != QUIRE_OK) {
        quire_outline_clear(&left);
        quire_outline_clear(&right);
        return;
    }
    const struct quire_tilt tilt = tilt_about(c, object, p->tilt, &left, &right);
    const int first = c->sys->n_guide;
    add_guide(c, object, part_name(c, p->name, "left"), p->surface, &left, -1, p->thickness, p->velocity, c->sys->n_guide_view++);
    add_guide(c, object, part_name(c, p->name, "right"), p->surface, &right, 1, p->thickness, p->velocity, c->sys->n_guide_view++);
    tilt_guides(c->sys, first, &tilt, 0);
}

/* the box around a face and the solid behind it */
static void
face_bounds(struct quire_face *f, const struct quire_piece *p, double from, double to, double side, double depth)
{
    const double steps = p->radius > 0 ? 16 : 1;

    for (int d = 0; d < 2; d++) {
        f->low[d] = HUGE_VAL;
        f->high[d] = -HUGE_VAL;
    }
    for (int i = 0; i <= (int)steps; i++) {
        double at[2], t[2];
        quire_piece_at(p, from + (to - from) * i / steps, at, t);
        for (int d = 0; d < 2; d++) {
            const double slack = p->radius * 0.02; /* the arc bulges between the sixteenths by less */
            const double behind = at[d] - side * depth * (d == 0 ? -t[1] : t[0]);
            f->low[d] = fmin(f->low[d], fmin(at[d], behind) - slack);
            f->high[d] = fmax(f->high[d], fmax(at[d], behind) + slack);
        }
    }
}

/* the corner at this end of a piece, if there is one */
static const struct quire_corner *
corner_at(const struct quire_corner *list, size_t n, const double at[2])
{
    for (size_t i = 0; i < n; i++) {
        if (fabs(list[i].at[0] - at[0]) < 1e-9 && fabs(list[i].at[1] - at[1]) < 1e-9) {
            return list + i;
        }
    }
    return NULL;
}

/* In a hollow kink the sheet may touch both faces, and each goes on behind the other: a face that ended at the kink would let go at once
 * of an edge pressed into the corner. Beyond this distance an edge would be deeper behind the other face than the solid goes. */
static double
past_kink(double angle, double depth)
{
    const double longest = 20 * depth;

    return angle > 1.5 ? depth : fmin(depth * quire_cos(angle) / quire_sin(angle) + depth, longest);
}

/* one face from (part of) a piece; arcs come in parts of less than half a turn */
static void
add_face(struct quire_compile *c, int guide_index, const struct quire_piece *whole, const struct quire_corners *corners, int part,
         int parts)
{
    struct quire_system *sys = c->sys;
    const struct quire_guide *g = sys->guide + guide_index;
    struct quire_face *f = sys->face + sys->n_face++;

    memset(f, 0, sizeof *f);
    f->guide = guide_index;
    f->radius = whole->radius;
    f->convex = whole->turn * g->side > 0 ? -1 : 1; /* turning towards the sheet's side is hollow */
    for (int d = 0; d < 2; d++) {
        f->at[d] = whole->radius > 0 ? whole->centre[d] : whole->from[d];
    }
    f->normal[0] = -g->side * whole->direction[1];
    f->normal[1] = g->side * whole->direction[0];
    f->level = f->radius > 0 ? f->convex * f->radius : f->at[0] * f->normal[0] + f->at[1] * f->normal[1];
    for (int e = 0; e < 2; e++) {
        double t[2];
        const double sign = e == 0 ? -1 : 1;
        quire_piece_at(whole, whole->length * (part + e) / parts, f->end[e], t);
        f->out[e][0] = sign * t[0];
        f->out[e][1] = sign * t[1];
        if ((e == 0 && part > 0) || (e == 1 && part < parts - 1)) {
            continue;
        }
        const struct quire_corner *kink = corner_at(corners->concave, corners->n_concave, f->end[e]);
        if (corner_at(corners->convex, corners->n_convex, f->end[e]) != NULL) {
            f->taper[e] = true;
        } else if (kink != NULL) {
            f->past[e] = past_kink(kink->angle, g->depth);
        }
    }
    face_bounds(f, whole, whole->length * part / parts, whole->length * (part + 1) / parts, g->side, g->depth);
    for (int e = 0; e < 2; e++) {
        for (int d = 0; d < 2; d++) {
            const double far = f->end[e][d] + f->past[e] * f->out[e][d];
            f->low[d] = fmin(f->low[d], far);
            f->high[d] = fmax(f->high[d], far);
        }
    }
}

static void
add_corner(struct quire_compile *c, int guide_index, const struct quire_corner *corner, int first_face)
{
    struct quire_system *sys = c->sys;
    struct quire_corner_contact *k = sys->corner + sys->n_corner++;
    const struct quire_guide *g = sys->guide + guide_index;
    const int face = corner->end && corner->s <= 0.5 * g->outline.length ? 1 : 0; /* which of the two faces is the guide's */

    memset(k, 0, sizeof *k);
    k->guide = guide_index;
    k->end = corner->end;
    for (int d = 0; d < 2; d++) {
        k->at[d] = corner->at[d];
        k->axis[d] = corner->axis[d];
        k->out[0][d] = corner->tangent[face][d];
        k->out[1][d] = corner->tangent[1 - face][d];
    }
    k->face = face == 1 ? first_face : sys->n_face - 1;
    k->gate = fmin(0.1, 0.5 * quire_sin(fmin(corner->angle, 1.5)));
}

static int
parts_of(const struct quire_piece *p)
{
    return p->sweep > 3 ? 1 + (int)(p->sweep / 3) : 1;
}

static void
compile_faces(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    size_t faces = 0, corners = 0;

    for (int k = 0; k < sys->n_guide; k++) {
        for (size_t i = 0; i < sys->guide[k].outline.n; i++) {
            faces += (size_t)parts_of(sys->guide[k].outline.piece + i);
        }
        corners += sys->guide[k].outline.n + 1;
    }
    sys->face = quire_compile_get(c, faces, sizeof *sys->face);
    sys->corner = quire_compile_get(c, corners, sizeof *sys->corner);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_guide; k++) {
        const struct quire_guide *g = sys->guide + k;
        struct quire_corners found;
        const int first_face = sys->n_face;
        keep_first(c, quire_corners_find(&found, &g->outline, g->side));
        if (c->status != QUIRE_OK) {
            return;
        }
        for (size_t i = 0; i < g->outline.n; i++) {
            const int parts = parts_of(g->outline.piece + i);
            for (int part = 0; part < parts; part++) {
                add_face(c, k, g->outline.piece + i, &found, part, parts);
            }
        }
        for (size_t i = 0; i < found.n_convex; i++) {
            add_corner(c, k, found.convex + i, first_face);
        }
        quire_corners_clear(&found);
    }
}

void
quire_compile_guides(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const int n = 2 * (quire_compile_count(c->root, "guide") + quire_compile_count(c->root, "channel")) + quire_compile_count(c->root, "side-guide");

    sys->guide = quire_compile_get(c, (size_t)n, sizeof *sys->guide);
    sys->gate = quire_compile_get(c, (size_t)quire_compile_count(c->root, "guide"), sizeof *sys->gate);
    for (size_t i = 0; c->status == QUIRE_OK && i < c->root->n_child; i++) {
        const struct quire_object *object = c->root->child[i];
        if (strcmp(object->kind->element, "guide") == 0) {
            compile_guide(c, object);
        } else if (strcmp(object->kind->element, "channel") == 0) {
            compile_channel(c, object);
        }
    }
    sys->tilted = quire_compile_get(c, (size_t)sys->n_guide, sizeof *sys->tilted);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_guide; k++) {
        if (sys->guide[k].tilted) {
            sys->tilted[sys->n_tilted++] = k;
        }
    }
    if (c->status == QUIRE_OK && sys->spatial) {
        quire_compile_walls(c);
    }
    if (c->status == QUIRE_OK) {
        compile_faces(c);
    }
    if (c->status == QUIRE_OK) {
        quire_compile_joints(c);
    }
}

/* ---- rollers ---- */

int
quire_drive_index(const struct quire_system *sys, const struct quire_object *drive)
{
    for (int k = 0; drive != NULL && k < sys->n_drive; k++) {
        if (sys->drive[k].object == drive) {
            return k;
        }
    }
    return -1;
}

/* what all rollers share; the caller places it */
static struct quire_roller_motion *
add_roller(struct quire_compile *c, const struct quire_object *object, const struct quire_roller_params *p, const char *name,
           int cluster, bool slides)
{
    struct quire_system *sys = c->sys;
    struct quire_roller *roller = sys->roller + sys->n_roller++;
    struct quire_small *small = sys->small + sys->n_small;
    struct quire_roller_motion *m = c->motion + sys->n_small;

    *roller = (struct quire_roller){.object = object, .name = name, .small = sys->n_small++, .radius = p->radius, .nip = -1,
                                    .clutch = -1, .free = -1, .soft = -1};
    struct quire_side target = QUIRE_NO_SIDE;
    target.curvature = 1 / p->radius;
    target.mass = slides && p->mass > 0 ? p->mass : (double)NAN;
    roller->law = quire_compile_pairs(c, p->surface, object, &target, false);
    roller->reach = c->status == QUIRE_OK ? quire_compile_reach(sys, roller->law) : 0;
    small->cluster = cluster;
    small->drive = quire_drive_index(sys, p->drive);
    small->carriage = -1;
    small->body = (struct quire_body){.ops = &quire_roller_motion_ops, .self = m, .name = name};
    m->radius = p->radius;
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
    struct quire_roller_motion *m = add_roller(c, object, p, p->name, c->sys->n_cluster++, !isnan(p->slide));

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
    m->slides = !isnan(p->slide);
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
        touching.side[k].curvature = 1 / roller->radius;
        touching.side[k].mass = m->slides ? m->mass : (double)NAN;
    }
    return quire_compile_resolve(c, nip->law, &touching);
}

static void
compile_nip(struct quire_compile *c, const struct quire_object *object)
{
    struct quire_system *sys = c->sys;
    const struct quire_nip_params *p = object->params;
    const struct quire_object *driver = quire_object_child(object, "driver"), *idler = quire_object_child(object, "idler");
    const struct quire_roller_params *pd = driver->params, *pi = idler->params;
    struct quire_nip *nip = sys->nip + sys->n_nip;
    const int cluster = sys->n_cluster++;
    double at[2], t[2];
    const double side = pd->side == QUIRE_SIDE_LEFT ? 1 : -1;

    *nip = (struct quire_nip){.object = object, .name = p->name, .driver = sys->n_roller, .idler = sys->n_roller + 1, .law = -1,
                              .path_distance = p->at, .path = quire_system_path(sys, p->path)};
    struct quire_roller_motion *d = add_roller(c, driver, pd, part_name(c, p->name, "driver"), cluster, false);
    struct quire_roller_motion *i = add_roller(c, idler, pi, part_name(c, p->name, "idler"), cluster, true);
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
    i->slides = true;
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
    } else if (sys->n_sheet > 0) {
        nip->law = sys->roller[nip->driver].law[0];
        for (int k = 0; nip->law >= 0 && k < nip->law; k++) { /* the contact itself, not as a sheet has it */
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

/* ---- what laws remember ---- */

static void
add_slot(struct quire_compile *c, int sheet, int law, size_t *z)
{
    struct quire_system *sys = c->sys;
    const struct quire_contact_law *l = sys->law + law;
    const int places = quire_sheet_places(sys, sheet);
    struct quire_slot *slot = sys->slot + sys->n_slot;

    *slot = (struct quire_slot){.sheet = sheet, .small = -1, .meeting = -1, .law = law, .n_station = places, .n_normal = l->normal->n_state,
                                .n_friction = l->friction != NULL ? l->friction->n_state : 0, .z0 = *z, .memory0 = sys->n_memory};
    *z += (size_t)(places * (slot->n_normal + slot->n_friction));
    sys->n_memory += places;
    sys->has_states = sys->has_states || slot->n_normal + slot->n_friction > 0;
    sys->sheet_slot[sheet * sys->n_law + law] = sys->n_slot++;
}

/* a slot for each law that remembers and may act on a face of a sheet; law: of both faces of all sheets */
static void
add_slots(struct quire_compile *c, const int *law, size_t *z)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; k < 2 * sys->n_sheet; k++) {
        if (law[k] >= 0 && sys->sheet_slot[k / 2 * sys->n_law + law[k]] < 0 && quire_law_keeps(sys->law + law[k]) > 0) {
            add_slot(c, k / 2, law[k], z);
        }
    }
}

static void
compile_slots(struct quire_compile *c, size_t *z)
{
    struct quire_system *sys = c->sys;
    const size_t pairs = (size_t)(sys->n_sheet * sys->n_law);

    sys->slot = quire_compile_get(c, pairs + (size_t)(sys->n_free * sys->n_guide_view + sys->n_meeting + sys->n_encounter), sizeof *sys->slot);
    sys->sheet_slot = quire_compile_get(c, pairs, sizeof *sys->sheet_slot);
    for (size_t k = 0; c->status == QUIRE_OK && k < pairs; k++) {
        sys->sheet_slot[k] = -1;
    }
    for (int g = 0; c->status == QUIRE_OK && g < sys->n_guide; g++) {
        add_slots(c, sys->guide[g].law, z);
    }
    for (int r = 0; c->status == QUIRE_OK && r < sys->n_roller; r++) {
        add_slots(c, sys->roller[r].law, z);
    }
    for (int f = 0; c->status == QUIRE_OK && f < sys->n_free; f++) {
        if (sys->free[f].sheet_law != NULL) {
            add_slots(c, sys->free[f].sheet_law, z);
        }
    }
    quire_compile_body_slots(c, z);
    quire_compile_solid_slots(c, z);
}

void
quire_compile_join(struct quire_compile *c, int small_a, int small_b)
{
    struct quire_system *sys = c->sys;
    const int kept = sys->small[small_a].cluster, joined = sys->small[small_b].cluster;

    for (int k = 0; k < sys->n_small; k++) {
        sys->small[k].cluster = sys->small[k].cluster == joined ? kept : sys->small[k].cluster;
    }
}

/* Numbers the clusters anew, without those that were joined to others, and the unknowns by them. Returns the number of unknowns. */
static int
number_unknowns(struct quire_system *sys)
{
    int clusters = 0, unknown = 0;

    for (int old = 0; old < sys->n_cluster; old++) {
        bool any = false;
        for (int k = 0; k < sys->n_small; k++) {
            struct quire_small *s = sys->small + k;
            if (s->cluster == old) {
                s->cluster = clusters;
                s->first = unknown;
                unknown += s->body.nv + s->body.nz;
                any = true;
            }
        }
        clusters += any ? 1 : 0;
    }
    sys->n_cluster = clusters;
    return unknown;
}

/* ---- where friction holds on ---- */

/* A place for each station of a sheet on either face, and one for each roller that has a point contact with it: as long as it rolls, what
 * is held passes on along the sheet. In space each column has its stations, and each pad has a place on each cell. A nip's rollers have one between them, and free bodies one wherever they may touch. */
static void
compile_grips(struct quire_compile *c, size_t *z)
{
    struct quire_system *sys = c->sys;
    bool any = false;

    for (int k = 0; k < sys->n_law; k++) {
        any = any || quire_law_holds(sys->law + k);
        sys->breaks = sys->breaks || (quire_law_holds(sys->law + k) && sys->law[k].friction->breaks(sys->law[k].friction_data));
    }
    for (int k = 0; any && k < sys->n_sheet; k++) {
        struct quire_sheet *s = sys->sheet + k;
        s->grip0 = sys->n_grip;
        s->n_grip = quire_sheet_grips(sys, s);
        s->sheet_grip = s->grip0 + s->n_grip;
        s->n_grip += sys->sheets_meet ? 2 * quire_sheet_stations(s) : 0;
        sys->n_grip += s->n_grip;
    }
    for (int k = 0; any && k < sys->n_free; k++) {
        struct quire_free *f = sys->free + k;
        f->grip0 = sys->n_grip;
        f->n_grip = sys->n_guide_view == 0 ? 0 : (k + 1 < sys->n_free ? sys->free[k + 1].place[0] : sys->n_place) - f->place[0];
        for (int i = 0; i < sys->n_meeting; i++) {
            if (sys->meeting[i].free == k) {
                sys->meeting[i].grip = f->grip0 + f->n_grip;
                f->n_grip += sys->meeting[i].n_place;
            }
        }
        f->sheet_grip = f->grip0 + f->n_grip;
        f->n_grip += f->sheet_law != NULL ? QUIRE_BLOCK_CORNERS * sys->n_sheet : 0;
        sys->n_grip += f->n_grip;
    }
    for (int k = 0; k < sys->n_nip; k++) {
        struct quire_nip *nip = sys->nip + k;
        nip->grip = nip->law >= 0 && quire_law_holds(sys->law + nip->law) ? sys->n_grip++ : -1;
    }
    quire_compile_solid_grips(c);
    sys->grip_z = *z;
    *z += (size_t)(sys->spatial ? 2 * sys->n_grip : sys->n_grip);
}

static const double *
steady_mass(struct quire_compile *c, const struct quire_body *body)
{
    double *mass = body->ops->steady && body->nv > 0 ? quire_compile_get(c, (size_t)(body->nv * body->nv), sizeof *mass) : NULL;

    if (mass != NULL) {
        body->ops->mass(body->self, NULL, mass);
    }
    return mass;
}

void
quire_compile_rollers(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const size_t nips = (size_t)quire_compile_count(c->root, "nip"), discs = (size_t)quire_compile_count(c->root, "disc"),
                 rollers = 2 * nips + (size_t)quire_compile_count(c->root, "roller"),
                 bodies = discs + (size_t)quire_compile_count(c->root, "block") + (size_t)quire_compile_count(c->root, "solid");

    sys->roller = quire_compile_get(c, rollers + discs, sizeof *sys->roller);
    sys->small = quire_compile_get(c, rollers + bodies + (size_t)sys->n_gate, sizeof *sys->small);
    sys->free = quire_compile_get(c, bodies, sizeof *sys->free);
    sys->nip = quire_compile_get(c, nips, sizeof *sys->nip);
    c->motion = quire_compile_get(c, rollers, sizeof *c->motion);
    quire_compile_switches(c, nips, rollers);
    for (size_t i = 0; c->status == QUIRE_OK && i < c->root->n_child; i++) {
        const struct quire_object *object = c->root->child[i];
        if (strcmp(object->kind->element, "nip") == 0) {
            compile_nip(c, object);
        } else if (strcmp(object->kind->element, "roller") == 0) {
            compile_roller(c, object);
        }
    }
    quire_compile_lifters(c);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_small; k++) {
        const struct quire_roller_motion *m = sys->small[k].body.self;
        sys->small[k].body.nq = sys->small[k].body.nv = (m->slides ? 1 : 0) + (m->spins ? 1 : 0);
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_clutch; k++) {
        sys->clutch[k].spin = sys->small[sys->clutch[k].small].body.nv - 1;
    }
    quire_compile_bodies(c);
    quire_compile_solids(c);
    quire_compile_soft(c);
    quire_compile_elements(c);
    quire_compile_flaps(c);
}

void
quire_compile_unknowns(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    int q = 0, v = 0, z = 0;
    const int base = (int)sys->layout.sheet_length;
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_small; k++) {
        struct quire_small *s = sys->small + k;
        s->q0 = base + q;
        s->v0 = base + v;
        s->z0 = z;
        s->body.mass = steady_mass(c, &s->body);
        s->count = 2 * s->body.nv + s->body.nz;
        q += s->body.nq;
        v += s->body.nv;
        z += s->body.nz;
    }
    size_t states = (size_t)z;
    sys->slot_z = states;
    if (c->status == QUIRE_OK) {
        compile_slots(c, &states);
        compile_grips(c, &states);
    }
    sys->n_unknown = number_unknowns(sys);
    sys->layout.nq = quire_round_up(sys->layout.sheet_length + (size_t)q);
    sys->layout.nv = quire_round_up(sys->layout.sheet_length + (size_t)v);
    sys->layout.nz = quire_round_up(states);
    sys->layout.v0 = sys->layout.nq;
    sys->layout.z0 = sys->layout.nq + sys->layout.nv;
    sys->layout.length = sys->layout.z0 + sys->layout.nz;
}
