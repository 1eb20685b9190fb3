/* Everything that touches one sheet. */
#ifndef QUIRE_CONTACT_GUIDE_CONTACT_H
#define QUIRE_CONTACT_GUIDE_CONTACT_H

#include "contact/law/constants.h"
#include "contact/place/book.h"
#include "contact/touch/places.h"
#include "contact/touch/wraps.h"

/* Makes the lists of nodes near each target, good until a node or a roller has moved by the margin.
 */
void quire_candidates_update(struct quire_state *state, int sheet, const double *y);
/* The same for one curve of a sheet, with nodes at (x, y), in its own `work`; true where they were
 * made anew. */
bool quire_candidates_follow(struct quire_state *state, int sheet, struct quire_sheet_work *work,
                             const double *x, const double *y);

/* Adds the forces (and, with a band, the derivatives) of rollers, guides and corners on a sheet. */
void quire_contact_forces(const struct scatter *c);

/* Whether a law of the guide has states or modes: these stay with points of the sheet's material,
 * and it acts there, and where the sheet meets corners. */
static inline bool
quire_guide_remembers(const struct quire_system *sys, const struct quire_guide *guide, int sheet)
{
    bool any = false;

    for (int k = 0; k < 2; k++) {
        const int law = guide->law[2 * sheet + k];
        any = any || (law >= 0 && quire_slot_of(sys, sheet, sys->law + law) != NULL);
    }
    return any;
}

/* Whether the law between a sheet and a roller has no memory and is the same on both faces. */
static inline bool
quire_roller_forgets(const struct quire_system *sys, const struct quire_roller *roller, int sheet)
{
    const int *law = roller->law + 2 * sheet;

    return law[0] == law[1] && law[0] >= 0 &&
           !quire_keeps_at_sheet(sys, sheet, sys->law + law[0]) && !(roller->reach > 0);
}

/* Largest number of places at which a folded sheet touches a roller. */
#define QUIRE_FOLD_PLACES 48

/* What touches, of each sort of target; the stations' points must be there. */
void quire_roller_contacts(const struct scatter *c);
void quire_face_contacts(const struct scatter *c);
void quire_corner_contacts(const struct scatter *c);

/* How far the sheet follows a roller at its position, and the stored energies; needs the positions
 * of bodies. */
struct wrap_now quire_roller_wrap(const struct scatter *c, const struct quire_candidates *nodes);

/* What a law's place at a corner sees of the sheet where that is deeper than `in`; the lists of
 * what is near must be those of the nodes. */
void quire_corner_gap_at(const struct scatter *c, const struct quire_contact_law *law, int corner,
                         struct quire_normal_in *in);

/* of rollers: QUIRE_PLACES_ROLLERS */
extern const struct quire_place_book quire_rollers_book;

#endif
