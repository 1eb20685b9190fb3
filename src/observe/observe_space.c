#include "observe/observe_space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/space/space_walls.h"
#include "observe/space_shape.h"

enum { MID_LINE = 6 }; /* x, y, z, vx, vy, vz */

struct quire_space_observer {
    const struct quire_system *system;
    double **mid;     /* MID_LINE (n + 1) of each sheet (n_sheet) */
    double **contact; /* (n_sheet, n + 1) */
    /* moment of each roller, then of each guide, on each sheet [N m] (n_sheet, n_roller +
     * n_guide_view) */
    double *steering;
    double *middle;             /* z of each roller's middle [m] (n_roller) */
    struct quire_pad_view *pad; /* as the system's (n_pad) */
};

static size_t
n_steering(const struct quire_system *sys)
{
    return (size_t)(sys->n_roller + sys->n_guide_view);
}

struct quire_space_observer *
quire_space_observer_create(const struct quire_system *sys)
{
    struct quire_space_observer *o = calloc(1, sizeof *o);
    const size_t n_sheet = (size_t)sys->n_sheet;

    if (o == NULL) {
        return NULL;
    }
    o->system = sys;
    o->mid = calloc(n_sheet + 1, sizeof *o->mid);
    o->contact = calloc(n_sheet + 1, sizeof *o->contact);
    o->steering = calloc(n_sheet * n_steering(sys) + 1, sizeof *o->steering);
    o->middle = calloc((size_t)sys->n_roller + 1, sizeof *o->middle);
    o->pad = calloc((size_t)sys->n_pad + 1, sizeof *o->pad);
    bool good = o->mid != NULL && o->contact != NULL && o->steering != NULL && o->middle != NULL &&
                o->pad != NULL;
    for (size_t k = 0; good && k < n_sheet; k++) {
        const size_t n = (size_t)sys->sheet[k].chain.n + 1;
        o->mid[k] = calloc(MID_LINE * n, sizeof **o->mid);
        o->contact[k] = calloc(n, sizeof **o->contact);
        good = o->mid[k] != NULL && o->contact[k] != NULL;
    }
    if (!good) {
        quire_space_observer_destroy(o);
        return NULL;
    }
    for (int i = 0; i < sys->n_pad; i++) {
        o->middle[sys->pad[i].roller] += sys->pad[i].share * sys->pad[i].at[2];
    }
    return o;
}

void
quire_space_observer_destroy(struct quire_space_observer *o)
{
    if (o == NULL) {
        return;
    }
    for (int k = 0; k < o->system->n_sheet; k++) {
        if (o->mid != NULL) {
            free(o->mid[k]);
        }
        if (o->contact != NULL) {
            free(o->contact[k]);
        }
    }
    free(o->mid);
    free(o->contact);
    free(o->steering);
    free(o->middle);
    free(o->pad);
    free(o);
}

void
quire_space_observe_motion(struct quire_space_observer *o, int k, const double *y,
                           struct quire_sheet_view *v)
{
    const struct quire_system *sys = o->system;
    const struct quire_sheet *s = sys->sheet + k;
    const size_t n = (size_t)s->chain.n + 1;
    double *mid = o->mid[k];

    v->n_column = (size_t)s->ladder->m;
    v->node = y + s->x0;
    v->node_velocity = v->node + sys->layout.v0;
    quire_space_mean(s->ladder, v->node, mid, mid + n, mid + 2 * n);
    quire_space_mean(s->ladder, v->node_velocity, mid + 3 * n, mid + 4 * n, mid + 5 * n);
    v->x = mid;
    v->y = mid + n;
    v->z = mid + 2 * n;
    v->vx = mid + 3 * n;
    v->vy = mid + 4 * n;
    v->vz = mid + 5 * n;
    v->contact = o->contact[k];
}

void
quire_space_observe_begin(struct quire_space_observer *o, struct quire_roller_view *roller,
                          struct quire_sheet_view *sheet)
{
    const struct quire_system *sys = o->system;

    for (int i = 0; i < sys->n_pad; i++) {
        struct quire_roller_view *r = roller + sys->pad[i].roller;
        const struct quire_pad moved =
                                   quire_pad_shifted(sys->pad + i, isnan(r->shift) ? 0 : r->shift),
                               *p = &moved;
        o->pad[i] = (struct quire_pad_view){.at = {r->x + p->at[0], r->y + p->at[1], p->at[2]},
                                            .axis = {p->axis[0], p->axis[1], p->axis[2]},
                                            .radius = p->radius,
                                            .half = p->half};
        if (r->n_pad++ == 0) {
            r->pad = o->pad + i;
        }
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        memset(o->contact[k], 0, sheet[k].n_node * sizeof **o->contact);
    }
    memset(o->steering, 0, (size_t)sys->n_sheet * n_steering(sys) * sizeof *o->steering);
}

/* The whole force on the sheet: along the tangent t of its mid-line as seen along z, and along z.
 */
static void
force_of(const struct quire_touch *t, const double axis[3], double *along, double *across)
{
    const double n[3] = {t->normal[0], t->normal[1], t->space.normal_z};
    const double rolling[3] = {axis[1] * n[2] - axis[2] * n[1], axis[2] * n[0] - axis[0] * n[2],
                               axis[0] * n[1] - axis[1] * n[0]};
    double f[3];

    for (int c = 0; c < 3; c++) {
        f[c] = t->force * n[c] + t->friction * rolling[c] + t->space.lateral * axis[c];
    }
    *along = f[0] * t->tangent[0] + f[1] * t->tangent[1];
    *across = f[2];
}

static void
add_to_roller(const struct quire_space_observer *o, const struct quire_touch *t, double along,
              double across, struct quire_roller_view *r)
{
    const double ahead = (t->x - r->x) * t->tangent[0] + (t->y - r->y) * t->tangent[1];
    const double middle = o->middle[t->pair.target.index] +
                          (isnan(r->shift) ? 0 : r->shift * o->system->pad[t->space.pad].axis[2]);

    r->lateral += across;
    r->slip_lateral += t->force * t->space.slip_lateral;
    r->moment += (t->space.z - middle) * along - ahead * across;
    if (t->space.pad >= 0) {
        o->pad[t->space.pad].normal += t->force;
    }
}

/* the frame's axis at a touch on a guide, which has a wall if it is a side guide: elsewhere what it
 * is extruded along */
static void
axis_of_guide(const struct quire_guide *guide, const struct quire_wall_view *wall,
              const struct quire_touch *t, double axis[3])
{
    struct quire_beside b;

    axis[0] = guide->tilted ? -guide->tilt.sine * guide->tilt.normal[0] : 0;
    axis[1] = guide->tilted ? -guide->tilt.sine * guide->tilt.normal[1] : 0;
    axis[2] = guide->tilted ? guide->tilt.cosine : 1;
    if (wall != NULL) {
        quire_wall_beside(wall, (const double[]){t->x, t->y, t->space.z}, &b);
        axis[0] = -wall->side * b.along[1];
        axis[1] = wall->side * b.along[0];
        axis[2] = 0;
    }
}

void
quire_space_observe_touch(struct quire_space_observer *o, const struct quire_touch *t,
                          const struct quire_sheet_view *sheet, struct quire_roller_view *roller,
                          struct quire_guide_view *guide)
{
    static const double z[3] = {0, 0, 1};
    const struct quire_system *sys = o->system;
    const int k = t->pair.contactor.index, index = t->pair.target.index;
    const struct quire_ladder *l = sys->sheet[k].ladder;
    const struct quire_sheet_view *v = sheet + k;
    const double at = quire_space_along(l, v, t->x, t->y), station = floor(at / l->h + 0.5);
    const bool is_roller = t->pair.target.kind == QUIRE_PARTNER_ROLLER;
    const int view = is_roller ? 0 : sys->guide[index].view;
    const struct quire_wall_view *wall = is_roller ? NULL : guide[view].wall;
    double along, across, upright[3];

    if (!is_roller) {
        axis_of_guide(sys->guide + index, wall, t, upright);
    }
    force_of(t,
             !is_roller          ? upright
             : t->space.pad >= 0 ? sys->pad[t->space.pad].axis
                                 : z,
             &along, &across);
    o->contact[k][(size_t)fmin(fmax(station, 0), l->n)] += t->force;
    const double moment = (t->space.z - v->shift) * along - (at - 0.5 * l->length) * across;
    o->steering[(size_t)k * n_steering(sys) + (size_t)(is_roller ? index : sys->n_roller + view)] +=
        moment;
    if (is_roller) {
        add_to_roller(o, t, along, across, roller + index);
        roller[index].steering += moment;
    } else {
        guide[view].lateral += across;
    }
}

static void
steer(struct quire_sheet_view *v, const char *sort, const char *name, double moment)
{
    if (fabs(moment) > fabs(v->steering)) {
        v->steered_sort = sort;
        v->steered_by = name;
        v->steering = moment;
    }
}

void
quire_space_observe_end(struct quire_space_observer *o, struct quire_sheet_view *sheet,
                        struct quire_roller_view *roller, const struct quire_nip_view *nip,
                        const struct quire_guide_view *guide)
{
    const struct quire_system *sys = o->system;

    for (int k = 0; k < sys->n_sheet; k++) {
        const double *by = o->steering + (size_t)k * n_steering(sys);
        sheet[k].moment = by;
        sheet[k].steered_sort = sheet[k].steered_by = NULL;
        sheet[k].steering = 0;
        for (int i = 0; i < sys->n_nip; i++) {
            steer(sheet + k, "nip", nip[i].name, by[nip[i].driver] + by[nip[i].idler]);
        }
        for (int i = 0; i < sys->n_roller; i++) {
            if (roller[i].nip < 0) {
                steer(sheet + k, "roller", roller[i].name, by[i]);
            }
        }
        for (int i = 0; i < sys->n_guide_view; i++) {
            steer(sheet + k, "guide", guide[i].name, by[sys->n_roller + i]);
        }
    }
    for (int i = 0; i < sys->n_roller; i++) {
        roller[i].slip_lateral =
            roller[i].normal > 0 ? roller[i].slip_lateral / roller[i].normal : 0;
    }
}
