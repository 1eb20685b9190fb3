/* What drives command: their courses, or what rules made of them. */
#ifndef QUIRE_STATE_COMMANDS_H
#define QUIRE_STATE_COMMANDS_H

#include "state/state.h"

/* What the drive that a small body hangs on commands; nothing if it hangs on none. */
static inline const struct quire_command *
quire_state_command(const struct quire_state *state, const struct quire_small *small)
{
    static const struct quire_command none = {.quantity = QUIRE_DRIVE_NONE};

    return small->drive >= 0 ? state->command + small->drive : &none;
}

/* What a drive commands at t. */
void quire_drive_command(const struct quire_state *state, int drive, double t,
                         struct quire_command *out);

/* Whether that is the same from one time to another. */
bool quire_drive_is_constant(const struct quire_state *state, int drive, double from, double to);

/* All of the part in the focus, into state->command. */
void quire_commands_update(struct quire_state *state, double t);

#endif
