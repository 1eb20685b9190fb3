#include <math.h>
#include <string.h>

#include "compile/compile.h"
#include "element/drag.h"
#include "element/pressure.h"
#include "element/spring.h"
#include "geometry/outline.h"
#include "kind/pressure.h"
#include "math/detmath.h"
#include "model/problem.h"
#include "motion/free_motion.h"
#include "path/places.h"

static int
find_sheet(const struct quire_system *sys, const struct quire_object *object)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        if (sys->sheet[k].object == object) {
            return k;
        }
    }
    return -1;
}

static int
find_free(const struct quire_system *sys, const struct quire_object *object)
{
    for (int k = 0; k < sys->n_free; k++) {
        if (sys->free[k].object == object) {
            return k;
        }
    }
    return -1;
}

/* ---- springs ---- */

static struct quire_anchor
anchor_on_sheet(const struct quire_system *sys, int sheet, double along)
{
    const struct quire_sheet *s = sys->sheet + sheet;
    const double place = (isnan(along) ? s->length : along) / s->chain.h;
    const int node = place < s->chain.n - 1 ? (int)place : s->chain.n - 1;

    return (struct quire_anchor){.kind = QUIRE_ANCHOR_SHEET,
                                 .index = sheet,
                                 .free = -1,
                                 .node = node,
                                 .weight = fmin(place - node, 1)};
}

static struct quire_anchor
compile_anchor(const struct quire_system *sys, const struct quire_spring_end *p)
{
    struct quire_anchor a = {.kind = QUIRE_ANCHOR_FIXED, .free = -1};

    for (int d = 0; d < 2; d++) {
        a.at[d] = isnan(p->at[d]) ? 0 : p->at[d];
    }
    if (p->object == NULL) {
        return a;
    }
    if (quire_object_is(p->object, QUIRE_ROLE_SHEET)) {
        return anchor_on_sheet(sys, find_sheet(sys, p->object), p->along);
    }
    a.kind = QUIRE_ANCHOR_BODY;
    a.free = find_free(sys, p->object);
    if (a.free >= 0) {
        a.index = sys->free[a.free].small;
    }
    for (int k = 0; a.free < 0 && k < sys->n_roller; k++) {
        a.index = sys->roller[k].object == p->object ? sys->roller[k].small : a.index;
    }
    return a;
}

static void
compile_spring(struct quire_compile *c, const struct quire_object *object, struct quire_spring *s)
{
    const struct quire_spring_params *p = object->params;

    *s = (struct quire_spring){
        .object = object,
        .stiffness = p->stiffness,
        .damping = p->damping,
        .length = p->length,
        .acts = p->acts,
        .end = {compile_anchor(c->sys, &p->from), compile_anchor(c->sys, &p->to)}};
    if (s->end[0].kind == QUIRE_ANCHOR_BODY && s->end[1].kind == QUIRE_ANCHOR_BODY) {
        quire_compile_join(c, s->end[0].index, s->end[1].index);
    }
    if (s->end[0].kind == QUIRE_ANCHOR_SHEET && s->end[1].kind == QUIRE_ANCHOR_SHEET &&
        (s->end[0].index != s->end[1].index || s->end[0].node - s->end[1].node > 1 ||
         s->end[1].node - s->end[0].node > 1)) {
        quire_compile_note(
            c, quire_object_error(
                   object, c->diag, "E-MODEL",
                   "attach one of its ends to a light disc that a stiff spring holds to the sheet",
                   "a spring cannot join two sheets, or distant places of one, directly"));
    }
}

/* ---- drag ---- */

static void
compile_drag(struct quire_compile *c, const struct quire_object *object, struct quire_drag *drag)
{
    const struct quire_drag_params *p = object->params;
    const int sheet = find_sheet(c->sys, p->on);
    const double area = sheet < 0 ? (isnan(p->area) ? 0 : p->area)
                                  : c->sys->sheet[sheet].length * c->sys->sheet[sheet].width;

    *drag = (struct quire_drag){.name = p->name,
                                .is_sheet = sheet >= 0,
                                .index = sheet >= 0 ? sheet
                                                    : c->sys->free[find_free(c->sys, p->on)].small,
                                .quadratic = {0.5 * p->density * p->coefficient * area,
                                              0.5 * p->density * p->tangential * area},
                                .linear = {p->linear, p->tangential_linear},
                                .wind = {p->wind[0], p->wind[1]}};
}

/* ---- pressures ---- */

static void
bound_pressure(const struct quire_system *sys, struct quire_pressure *p)
{
    double past = 0;

    quire_outline_bounds(&p->guide->outline, p->low, p->high);
    for (int k = 0; k < sys->n_sheet; k++) {
        /* a piece may hang over its ends by half */
        past = fmax(past, p->params->reach + sys->sheet[k].half + sys->sheet[k].chain.h);
    }
    for (int d = 0; d < 2; d++) {
        p->low[d] -= past;
        p->high[d] += past;
    }
}

static void
place_along_guide(struct quire_compile *c, const struct quire_object *object,
                  struct quire_pressure *p)
{
    const struct quire_pressure_params *params = object->params;
    const struct quire_guide *guide = c->sys->guide;

    while (guide->object != params->guide) {
        guide++;
    }
    const bool closed = guide->outline.closed;
    p->guide = guide;
    p->across[0] = guide->across[0];
    p->across[1] = guide->across[1];
    p->from = !isnan(params->from) ? params->from : closed ? -HUGE_VAL : 0;
    p->to = !isnan(params->to) ? params->to : closed ? HUGE_VAL : guide->outline.length;
    bound_pressure(c->sys, p);
    if (params->to > guide->outline.length * (1 + 1e-9)) {
        quire_compile_note(
            c, quire_object_error(object, c->diag, "E-RANGE", NULL,
                                  "'to' is beyond the end of guide '%s', which is %g mm long",
                                  guide->name, 1e3 * guide->outline.length));
    }
    if (((const struct quire_guide_params *)params->guide->params)->side == QUIRE_SIDE_BOTH) {
        quire_compile_note(c, quire_object_error(object, c->diag, "E-MODEL",
                                                 "give the guide a 'side' other than both",
                                                 "guide '%s' has two sides", guide->name));
    } else if (guide->gate >= 0 || guide->tilted) {
        quire_compile_note(
            c, quire_object_error(object, c->diag, "E-MODEL", "use a fixed guide without tilt",
                                  "guide '%s' %s, which is not supported here", guide->name,
                                  guide->gate >= 0 ? "moves" : "is tilted"));
    }
}

static void
compile_pressure(struct quire_compile *c, const struct quire_object *object,
                 struct quire_pressure *p)
{
    const struct quire_pressure_params *params = object->params;

    *p =
        (struct quire_pressure){.object = object,
                                .ops = object->kind->ops,
                                .params = params,
                                .across = {isnan(params->across[0]) ? -HUGE_VAL : params->across[0],
                                           isnan(params->across[1]) ? HUGE_VAL : params->across[1]},
                                .supply = isnan(params->supply) ? 0 : params->supply,
                                .drive = quire_drive_index(c->sys, params->drive)};
    if (params->guide != NULL) {
        place_along_guide(c, object, p);
    }
    if (p->ops->compile != NULL) {
        void *compiled = quire_compile_get(c, 1, p->ops->compiled_size);
        if (compiled != NULL) {
            p->ops->compile(params, compiled);
        }
        p->compiled = compiled;
    }
}

static void
compile_pressures(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;

    sys->pressure = quire_compile_get(c, c->root->n_child, sizeof *sys->pressure);
    for (size_t k = 0; k < c->root->n_child && c->status == QUIRE_OK; k++) {
        if (c->root->child[k]->kind->family == &quire_family_pressure) {
            compile_pressure(c, c->root->child[k], sys->pressure + sys->n_pressure++);
        }
    }
}

void
quire_compile_elements(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *object;

    sys->spring = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_spring),
                                    sizeof *sys->spring);
    sys->drag = quire_compile_get(c, (size_t)quire_compile_count(c->root, &quire_kind_drag),
                                  sizeof *sys->drag);
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_spring, &i)) != NULL;) {
        compile_spring(c, object, sys->spring + sys->n_spring++);
    }
    for (size_t i = 0; c->status == QUIRE_OK &&
                       (object = quire_object_next_of(c->root, &quire_kind_drag, &i)) != NULL;) {
        compile_drag(c, object, sys->drag + sys->n_drag++);
    }
    compile_pressures(c);
}

/* where an end is at t = 0 */
static void
anchor_at_start(const struct quire_compile *c, const struct quire_anchor *a, double at[2])
{
    const struct quire_system *sys = c->sys;

    memcpy(at, a->at, 2 * sizeof *at);
    if (a->kind == QUIRE_ANCHOR_SHEET) {
        const struct quire_sheet *s = sys->sheet + a->index;
        at[0] = (1 - a->weight) * s->start_x[a->node] + a->weight * s->start_x[a->node + 1];
        at[1] = (1 - a->weight) * s->start_y[a->node] + a->weight * s->start_y[a->node + 1];
    } else if (a->kind == QUIRE_ANCHOR_BODY) {
        const struct quire_small *s = sys->small + a->index;
        double q[QUIRE_BODY_POSITIONS] = {0}, v[QUIRE_BODY_DOFS] = {0}, z[QUIRE_BODY_STATES] = {0};
        const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};
        struct quire_carrier carrier;
        s->body.ops->start(s->body.self, q, v, z);
        s->body.ops->carrier(s->body.self, &none, q, v, &carrier);
        const double angle = a->free >= 0 ? sys->free[a->free].motion->start[QUIRE_FREE_ANGLE] : 0,
                     cs = quire_cos(angle), sn = quire_sin(angle);
        at[0] = carrier.centre[0] + cs * a->at[0] - sn * a->at[1];
        at[1] = carrier.centre[1] + sn * a->at[0] + cs * a->at[1];
    }
}

void
quire_compile_spring_lengths(struct quire_compile *c)
{
    for (int k = 0; k < c->sys->n_spring; k++) {
        struct quire_spring *s = c->sys->spring + k;
        if (isnan(s->length)) {
            double at[2][2];
            anchor_at_start(c, s->end, at[0]);
            anchor_at_start(c, s->end + 1, at[1]);
            s->length = sqrt((at[1][0] - at[0][0]) * (at[1][0] - at[0][0]) +
                             (at[1][1] - at[0][1]) * (at[1][1] - at[0][1]));
        }
    }
}
