#include "law/one_way.h"

_Static_assert(sizeof(struct quire_one_way) <= QUIRE_LAW_COMPILED, "compiled law too large");

static const struct quire_holding *
holding_of(const void *compiled)
{
    return &((const struct quire_one_way *)compiled)->holding;
}

/* whether the clutch does not transmit forces of this sign */
static bool
is_other_way(const void *compiled, double force)
{
    return force * ((const struct quire_one_way *)compiled)->way < 0;
}

static void
eval(const void *compiled, const struct quire_friction_in *in, struct quire_friction_out *out)
{
    quire_holding_eval(holding_of(compiled), in, out);
    if (is_other_way(compiled, out->force)) {
        out->force = out->d_slip = out->d_slid = out->d_normal = out->d_factor = 0;
    }
}

/* While the roller overruns a one-way clutch, the spring follows it without load. */
static void
commit(const void *compiled, const struct quire_friction_in *in, struct quire_law_memory *memory)
{
    struct quire_friction_in here = *in;
    struct quire_friction_out out;

    here.memory = memory;
    quire_holding_eval(holding_of(compiled), &here, &out);
    quire_holding_commit(holding_of(compiled), in, memory);
    if (is_other_way(compiled, out.force)) {
        memory->mode = QUIRE_SLIPS;
        memory->history[QUIRE_LAW_ANCHOR] = in->slid;
    }
}

/* no energy is stored in the direction that the clutch does not transmit */
static double
stored(const void *compiled, const struct quire_friction_in *in)
{
    const double stretch = in->slid - in->memory->history[QUIRE_LAW_ANCHOR];

    return is_other_way(compiled, -stretch) ? 0 : quire_holding_stored(holding_of(compiled), in);
}

const struct quire_friction_law quire_one_way_law = {.compiled_size = sizeof(struct quire_one_way),
                                                     .eval = eval,
                                                     .commit = commit,
                                                     .stored = stored};

struct quire_one_way
quire_one_way_clutch(double force, double windup, double time, int way)
{
    const double stiffness = force / windup;

    return (struct quire_one_way){.holding = {.mu = {1, 1},
                                              .stiffness = stiffness,
                                              .damping = time * stiffness,
                                              .stays_wound = true},
                                  .way = way};
}
