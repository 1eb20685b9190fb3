/* Contact of sheets in space with pads and guides. */
#include "sys/system.h"

void
quire_space_contact_forces(struct quire_state *st, int sheet, const double *y, double cq, double cv, bool matrix)
{
    (void)st;
    (void)sheet;
    (void)y;
    (void)cq;
    (void)cv;
    (void)matrix;
}
