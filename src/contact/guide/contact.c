#include "contact/guide/contact.h"

#include "contact/guide/close_pieces.h"
#include "contact/touch/places.h"

void
quire_contact_forces(const struct scatter *c)
{
    struct quire_sheet_work *w = c->work;

    if (w->n_piece > 0 || w->n_roller > 0) {
        quire_station_points(&c->state->system->sheet[c->sheet].chain, c->x, c->y, w);
    }
    if (w->n_piece > 0 || w->n_corner > 0) {
        quire_close_lists(c);
    }
    if (w->n_piece > 0) {
        quire_face_contacts(c);
    }
    if (w->n_corner > 0) {
        quire_corner_contacts(c);
    }
    if (w->n_roller > 0) {
        quire_roller_contacts(c);
    }
}
