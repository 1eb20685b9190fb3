/* Parts of the spans of a curve along which it touches pieces of guides: of a planar sheet's, or of
 * a line of a sheet in space. They are gathered as they are found, and four of them are evaluated
 * side by side, a lane each, whatever pieces they touch. doc/theory/contact-kernel.md, 4;
 * spatial-contact.md, 3 */
#ifndef QUIRE_CONTACT_GUIDE_STRETCHES_H
#define QUIRE_CONTACT_GUIDE_STRETCHES_H

#include "contact/guide/piece.h"
#include "contact/place/book.h"
#include "contact/place/nodes.h"
#include "contact/place/place.h"

/* How places follow ends of their stretch that move along the sheet: (1 - part) of the first and
 * part of the other; their share follows the length between these. */
struct quire_stretch_ends {
    quire_v4 part;
    quire_v4 per;         /* 1 / length, in the span's parameter; 0: they do not move */
    quire_v4 slope;       /* of the logarithm of the sheet's length for each parameter */
    struct flat by[2][3]; /* either end's parameter by the three nodes [1/m] */
};

/* Those that wait: n of them; what the other lanes have has no meaning. */
struct quire_stretches {
    const struct scatter *c;
    const struct quire_contact_law *law;
    int n;
    const struct quire_face *face[LANES];
    int node[LANES];   /* first of the span's three */
    int side[LANES];   /* touch with this face of the sheet alone; -1: with either */
    quire_v4 from, to; /* in the span's parameter */
    bool fixed;        /* touch with those points of the material that lie there (n_point) */
    bool sided;        /* some do not touch with either */
    bool follows;      /* some ends follow the nodes; else `ends` is not looked at */
    struct quire_stretch_ends ends;
    struct place_powers powers; /* of all until now */
};

extern const struct quire_place_book quire_stretches_book;       /* QUIRE_PLACES_SPANS */
extern const struct quire_place_book quire_space_stretches_book; /* QUIRE_PLACES_COLUMNS */

/* whether derivatives are asked for */
QUIRE_INLINE bool
scatter_has_matrix(const struct scatter *c)
{
    return c->column != NULL ? c->column->slabs != NULL : c->band != NULL;
}

/* Evaluates those that wait: adds what acts and, with a matrix, derivatives. */
void quire_stretches_touch(struct quire_stretches *s);
void quire_space_stretches_touch(struct quire_stretches *s); /* of one of a sheet in space */
/* The ends of the last one follow the nodes: by x and y of its three. */
void quire_stretches_follow(struct quire_stretches *s, const double (*moves)[3][2]);

/* One more: of a law of one face of the sheet, or (side -1) of both, the part of the span around a
 * node from one parameter to the other. */
QUIRE_INLINE void
quire_stretches_add(struct quire_stretches *s, const struct quire_contact_law *law, bool fixed,
                    int side, const struct quire_face *face, int node, double from, double to)
{
    if (s->n == LANES || (s->n > 0 && (s->law != law || s->fixed != fixed))) {
        quire_stretches_touch(s);
    }
    const int k = s->n++;
    s->law = law;
    s->fixed = fixed;
    s->face[k] = face;
    s->node[k] = node - 1;
    s->side[k] = side;
    s->sided = s->sided || side >= 0;
    s->from[k] = from;
    s->to[k] = to;
}

/* Ends with the powers of all of them. */
QUIRE_INLINE void
quire_stretches_end(struct quire_stretches *s)
{
    if (s->n > 0) {
        quire_stretches_touch(s);
    }
    add_place_powers(&s->c->state->power, &s->powers);
}

#endif
