/* Stretches of a planar sheet, and how they wait. */
#include "contact/guide/stretches.h"

#include "contact/guide/stretch_book.h"
#include "contact/guide/stretch_touch.h"

const struct quire_place_book quire_stretches_book = {powers, forces, slides, rubs};

static QUIRE_CLONES void
touch_in_plane(struct quire_stretches *s)
{
    touch_four(s);
}

void
quire_stretches_touch(struct quire_stretches *s)
{
    if (s->c->column != NULL) {
        quire_space_stretches_touch(s);
    } else {
        touch_in_plane(s);
    }
    s->n = 0;
    s->sided = s->follows = false;
}

void
quire_stretches_follow(struct quire_stretches *s, const double (*moves)[3][2])
{
    struct quire_stretch_ends *to = &s->ends;
    const int k = s->n - 1;

    if (!s->follows) {
        memset(to, 0, sizeof *to);
        s->follows = true;
    }
    to->per[k] = 1 / (s->to[k] - s->from[k]);
    for (int e = 0; e < 2; e++) {
        for (int l = 0; l < 3; l++) {
            to->by[e][l].x[k] = moves[e][l][0];
            to->by[e][l].y[k] = moves[e][l][1];
        }
    }
}
