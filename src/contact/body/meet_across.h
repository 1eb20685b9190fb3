/* A body and a column of a sheet in space: each column meets it as a sheet in the plane does, but
 * friction acts across as well. doc/theory/bodies.md, 3. */
#ifndef QUIRE_CONTACT_BODY_MEET_ACROSS_H
#define QUIRE_CONTACT_BODY_MEET_ACROSS_H

#include "contact/body/body_contact.h"
#include "contact/touch/columns.h"

/* What all columns of a sheet do to a body: the force, and its own part of the matrix. */
struct quire_meet_sums {
    double force[QUIRE_BODY_DOFS], self[QUIRE_BODY_DOFS][QUIRE_BODY_DOFS];
};

/* A column that a body meets, and where what acts is added up. */
struct quire_meet_across {
    const struct quire_column *column;
    const struct quire_ladder *ladder;
    const double *reach; /* from where to where the body reaches in z [m] */
    struct quire_meet_sums *sums;
    const struct quire_slabs *slabs; /* NULL: forces only */
};

/* Adds the forces and, with slabs, the derivatives of one place of the column, whose share is
 * reduced to what the body reaches of the column's strip. */
void quire_meet_across(struct quire_state *state, struct quire_meet *m,
                       const struct quire_meet_across *across, const double *v, double cq,
                       double cv);

#endif
