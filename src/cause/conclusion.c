#include "cause/conclusion.h"

#include <math.h>

#include "cause/drives.h"
#include "cause/limits.h"

static enum quire_mechanism
mechanism_of(enum quire_symptom_kind kind)
{
    switch (kind) {
    case QUIRE_SYMPTOM_STEEP: return QUIRE_MECHANISM_STUB;
    case QUIRE_SYMPTOM_SLIP: return QUIRE_MECHANISM_SLIP;
    case QUIRE_SYMPTOM_LOOSE: return QUIRE_MECHANISM_LOOSE;
    case QUIRE_SYMPTOM_SPEEDS: return QUIRE_MECHANISM_SPEEDS;
    case QUIRE_SYMPTOM_DELAY:
    case QUIRE_SYMPTOM_AHEAD: return QUIRE_MECHANISM_DRIVE;
    case QUIRE_SYMPTOM_OFF: return QUIRE_MECHANISM_ASTRAY;
    case QUIRE_SYMPTOM_CARRIED: return QUIRE_MECHANISM_CARRIED;
    case QUIRE_SYMPTOM_COMMAND: return QUIRE_MECHANISM_RULE;
    default: return QUIRE_MECHANISM_NONE;
    }
}

/* False: no sign was seen at a part. */
static bool
by_first_sign(struct quire_why *out)
{
    for (size_t k = 0; k < out->n_symptom; k++) {
        const struct quire_symptom *sign = out->symptom + k;
        if (sign->name != NULL && mechanism_of(sign->kind) != QUIRE_MECHANISM_NONE) {
            quire_why_blame(out, mechanism_of(sign->kind), sign->sort, sign->name);
            return true;
        }
    }
    return false;
}

static void
by_what_is_there(struct quire_why *out)
{
    const struct quire_push *slips = quire_drives_slipping(out->push, out->n_push),
                            *slow = quire_drives_slowest(out->push, out->n_push);

    if (out->held != NULL) {
        quire_why_blame(
            out, out->angle >= QUIRE_DIAGNOSIS_STEEP ? QUIRE_MECHANISM_STUB : QUIRE_MECHANISM_DRAG,
            "guide", out->held);
    } else if (slips != NULL) {
        quire_why_blame(out, QUIRE_MECHANISM_SLIP, slips->sort, slips->name);
    } else if (slow != NULL && slow->speed < QUIRE_DIAGNOSIS_DRIVEN) {
        quire_why_blame(out, QUIRE_MECHANISM_DRIVE, slow->sort, slow->name);
    }
}

void
quire_conclusion_add(struct quire_why *out)
{
    if (out->mechanism != QUIRE_MECHANISM_NONE || !isfinite(out->path_distance)) {
        return;
    }
    if (by_first_sign(out)) {
        out->by_sign = true;
    } else {
        by_what_is_there(out);
    }
}
