/* What normal laws remember: modes and history variables. They stay with the places of a sheet
 * (struct quire_slot), on whatever with the same contact these touch. What touches in a point
 * remembers for the pair: corners of guides and blocks, and rollers that are not wrapped. Theory:
 * doc/theory/contact-kernel.md. */
#ifndef QUIRE_CONTACT_LAW_LAW_STATE_H
#define QUIRE_CONTACT_LAW_LAW_STATE_H

#include "machine/sheet_lines.h"
#include "state/state.h"

/* What a law sees where nothing is remembered, such as between the two rollers of a nip, and before
 * the start. */
static const struct quire_law_memory no_memory;

/* What a normal law sees that remembers at this place of a slot; NULL: nowhere. */
static inline struct quire_normal_in
quire_normal_at(const struct quire_state *st, const struct quire_slot *slot, int place,
                double overlap, double closing)
{
    return (struct quire_normal_in){.overlap = overlap,
                                    .closing = closing,
                                    .memory = slot != NULL ? st->memory + slot->memory0 + place
                                                           : &no_memory};
}

/* The slot of a sheet with a law of this system; NULL if it remembers nothing. */
static inline const struct quire_slot *
quire_slot_of(const struct quire_system *sys, int sheet, const struct quire_contact_law *law)
{
    const int slot = sys->sheet_slot[sheet * sys->n_law + (int)(law - sys->law)];

    return slot < 0 ? NULL : sys->slot + slot;
}

/* Whether a law remembers anything of a sheet, or its friction holds on. */
static inline bool
quire_keeps_at_sheet(const struct quire_system *sys, int sheet, const struct quire_contact_law *law)
{
    return quire_law_holds(law) || quire_slot_of(sys, sheet, law) != NULL;
}

/* What the friction of a law holds on to, at this place of state->grip; NULL: to nothing. */
static inline struct quire_law_memory *
quire_law_grip(const struct quire_state *st, const struct quire_contact_law *law, int place)
{
    return quire_law_holds(law) ? st->grip + place : NULL;
}

/* The places of a slot of a sheet: the stations of each of its lines (in space its columns), face 0
 * left, 1 right, for rollers that are wrapped and blocks; those of the ends for guides, too; */
static inline int
quire_station_place(const struct quire_system *sys, int sheet, int line, int face, int node)
{
    return (2 * line + face) * (sys->sheet[sheet].chain.n + 1) + node;
}

/* then rollers, or in space each pad on each cell of the sheet; */
static inline int
quire_roller_place(const struct quire_system *sys, int sheet, int roller)
{
    return quire_station_place(sys, sheet, quire_sheet_lines(sys->sheet + sheet), 0, roller);
}

static inline int
quire_pad_place(const struct quire_system *sys, int sheet, int pad, int cell)
{
    return quire_roller_place(sys, sheet, pad * (sys->sheet[sheet].ladder->m - 1) + cell);
}

/* then the corners of guides, for each line; */
static inline int
quire_corner_place(const struct quire_system *sys, int sheet, int line, int corner)
{
    const int lines = quire_sheet_lines(sys->sheet + sheet);

    return quire_roller_place(sys, sheet, lines > 1 ? sys->n_pad * (lines - 1) : sys->n_roller) +
           line * sys->n_corner + corner;
}

/* then corners of blocks. */
static inline int
quire_block_place(const struct quire_system *sys, int sheet, int block, int corner)
{
    return quire_corner_place(sys, sheet, quire_sheet_lines(sys->sheet + sheet), 0) +
           QUIRE_BLOCK_CORNERS * block + corner;
}

/* then the points of the curve at which guides touch each line, around an inner node. */
static inline int
quire_point_place(const struct quire_system *sys, int sheet, int line, int face, int node,
                  int point)
{
    const struct quire_sheet *s = sys->sheet + sheet;

    return quire_block_place(sys, sheet, sys->n_free, 0) +
           ((2 * line + face) * (s->chain.n - 1) + node - 1) * s->n_point + point;
}

static inline int
quire_sheet_places(const struct quire_system *sys, int sheet)
{
    return quire_point_place(sys, sheet, quire_sheet_lines(sys->sheet + sheet), 0, 1, 0);
}

/* Notes how deep a place is; where two things touch there, of the deeper one. */
static inline void
quire_memory_note(struct quire_state *st, int at, const struct quire_normal_in *in)
{
    struct quire_motion *motion = st->motion + at;

    if (!st->seen[at]) {
        *motion = (struct quire_motion){in->overlap, in->closing, 0};
        st->seen[at] = 1;
    } else if (in->overlap > motion->overlap) {
        motion->overlap = in->overlap;
        motion->closing = in->closing;
    }
}

#endif
