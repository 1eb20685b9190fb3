/* Stretches of lines of sheets in space. */
#define QUIRE_PLACE_SPACE
#include "contact/guide/stretch_book.h"
#include "contact/guide/stretch_touch.h"

const struct quire_place_book quire_space_stretches_book = {powers, forces, slides, rubs};

QUIRE_CLONES void
quire_space_stretches_touch(struct quire_stretches *s)
{
    touch_four(s);
}
