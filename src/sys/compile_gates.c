/* What lets guides move. */
#include <string.h>

#include "model/problem.h"
#include "sys/compile.h"

static bool
moves(enum quire_drive_quantity quantity, bool turns)
{
    return turns ? quantity == QUIRE_DRIVE_ANGLE || quantity == QUIRE_DRIVE_SHAFT_SPEED
                 : quantity == QUIRE_DRIVE_STROKE || quantity == QUIRE_DRIVE_SPEED;
}

static void
refuse(struct quire_compile *c, const struct quire_object *object, const char *hint, const char *what)
{
    c->status = quire_status_first(c->status, quire_object_error(object, c->diag, "E-MODEL", hint, "%s", what));
}

int
quire_compile_gate(struct quire_compile *c, const struct quire_object *guide)
{
    struct quire_system *sys = c->sys;
    const struct quire_object *pivot = quire_object_child(guide, "pivot"), *object = pivot != NULL ? pivot : quire_object_child(guide, "slide");

    if (object == NULL) {
        return 0;
    }
    const struct quire_gate_params *p = object->params;
    struct quire_gate *gate = sys->gate + sys->n_gate;
    *gate = (struct quire_gate){.object = object, .name = guide->name, .turns = pivot != NULL, .at = {p->at[0], p->at[1]},
                                .drive = quire_drive_index(sys, p->drive)};
    if (!gate->turns) {
        const double length = sqrt(p->at[0] * p->at[0] + p->at[1] * p->at[1]);
        gate->at[0] /= length;
        gate->at[1] /= length;
    }
    if (!moves(sys->drive[gate->drive].quantity, gate->turns)) {
        refuse(c, object, gate->turns ? "give the drive by 'angle' or 'shaft-speed'" : "give the drive by 'stroke' or 'speed'",
               gate->turns ? "its drive gives no angle for its pivot" : "its drive gives no way along its slide");
    }
    if (sys->spatial) {
        refuse(c, object, "simulate it in planar motion, or leave the guide at rest", "guides move in planar motion alone as yet");
    }
    return ++sys->n_gate;
}

/* from the pivot to what is farthest of a guide and its solid */
static double
arm_of(const struct quire_gate *gate, const struct quire_guide *guide)
{
    const double x = fmax(fabs(guide->low[0] - gate->at[0]), fabs(guide->high[0] - gate->at[0]));
    const double y = fmax(fabs(guide->low[1] - gate->at[1]), fabs(guide->high[1] - gate->at[1]));

    return gate->turns ? sqrt(x * x + y * y) + guide->depth : 1;
}

void
quire_compile_gate_limits(struct quire_compile *c)
{
    const struct quire_system *sys = c->sys;

    for (int k = 0; k < sys->n_guide; k++) {
        struct quire_gate *gate = sys->guide[k].gate > 0 ? sys->gate + sys->guide[k].gate - 1 : NULL;
        if (gate != NULL) {
            gate->arm = fmax(gate->arm, arm_of(gate, sys->guide + k));
        }
    }
    for (int k = 0; k < sys->n_guide; k++) {
        const struct quire_guide *guide = sys->guide + k;
        for (int i = 0; guide->gate > 0 && i < 2 * sys->n_sheet; i++) {
            if (guide->law[i] >= 0 && quire_law_keeps(sys->law + guide->law[i]) > 0) {
                refuse(c, guide->object, "give its pair laws that remember nothing", "laws do not remember on guides that move as yet");
                break;
            }
        }
    }
}
