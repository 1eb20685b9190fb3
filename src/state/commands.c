#include "state/commands.h"

#include "math/smoothstep.h"

static bool
commands_place(enum quire_drive_quantity quantity)
{
    return quantity == QUIRE_DRIVE_ANGLE || quantity == QUIRE_DRIVE_STROKE;
}

/* it acts on what is at rest, too */
static bool
commands_hold(enum quire_drive_quantity quantity)
{
    return quantity == QUIRE_DRIVE_PRESSURE || quantity == QUIRE_DRIVE_VOLTAGE;
}

/* what a rule made of a drive's value and, from `since` on, of its integral; places are reached
 * smoothly */
static void
follow_override(const struct quire_override *o, double t, struct quire_command *c)
{
    const bool on_ramp = o->ramp > 0 && t < o->since + o->ramp;
    const double ramp = on_ramp ? t - o->since : o->ramp;

    c->quantity = o->quantity;
    if (commands_place(o->quantity)) {
        c->value = o->ramp > 0
                       ? quire_step(t, o->since, o->from, o->since + o->ramp, o->value, &c->rate)
                       : o->value;
        return;
    }
    c->value = on_ramp ? o->from + (o->value - o->from) * ((t - o->since) / o->ramp) : o->value;
    c->travel = o->travel + 0.5 * (o->from + c->value) * ramp + c->value * (t - o->since - ramp);
}

void
quire_drive_command(const struct quire_state *st, int index, double t, struct quire_command *c)
{
    const struct quire_drive *drive = st->system->drive + index;
    const struct quire_override *o = st->override + index;
    const bool rated = drive->quantity == QUIRE_DRIVE_STRESS ||
                       drive->quantity == QUIRE_DRIVE_STRETCH || commands_place(drive->quantity) ||
                       commands_hold(drive->quantity);

    c->quantity = drive->quantity;
    c->no_load_speed = drive->no_load_speed;
    c->rate = c->travel = 0;
    if (st->is_static && !rated) {
        c->value = 0;
    } else if (o->active) {
        follow_override(o, t, c);
    } else {
        c->value = quire_course_at(&drive->course, t, rated ? &c->rate : NULL, NULL);
        c->travel = st->system->odometers ? quire_course_integral(&drive->course, t) : 0;
    }
}

bool
quire_drive_is_constant(const struct quire_state *st, int index, double from, double to)
{
    const struct quire_override *o = st->override + index;

    return o->active ? from >= o->since + o->ramp
                     : quire_course_is_constant(&st->system->drive[index].course, from, to);
}

void
quire_commands_update(struct quire_state *st, double t)
{
    QUIRE_EACH(k, st->part, drive)
    {
        quire_drive_command(st, k, t, st->command + k);
    }
}
