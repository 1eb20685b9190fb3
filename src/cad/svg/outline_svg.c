#include "cad/svg/outline_svg.h"

#include <math.h>

#include "geometry/piece.h"

#define MM     1000.0
#define JOINED 1e-6 /* [m]; pieces that meet this closely are drawn in one stroke */

/* Rounded by floor, which knows no minus zero: equal pictures are equal text. */
static void
add_number(struct quire_text *text, double value)
{
    quire_text_format(text, " %.4f", floor(value * 1e4 + 0.5) / 1e4);
}

static void
add_point(struct quire_text *text, const double p[2])
{
    add_number(text, MM * p[0]);
    add_number(text, -MM * p[1]);
}

/* A leads to the end along a circle; more than half of one is split, since SVG cannot draw a full
 * circle at once. */
static void
add_arc(struct quire_text *text, const struct quire_piece *piece)
{
    const int parts = piece->sweep > 0.9 * M_PI ? 3 : 1;
    for (int k = 1; k <= parts; k++) {
        double to[2] = {piece->to[0], piece->to[1]};
        if (k < parts) {
            quire_piece_at(piece, piece->length * k / parts, to, NULL);
        }
        quire_text_add(text, "A");
        add_number(text, MM * piece->radius);
        add_number(text, MM * piece->radius);
        /* y points down, so that a left turn is counter-clockwise on the screen: sweep flag 0 */
        quire_text_add(text, piece->turn > 0.0 ? " 0 0 0" : " 0 0 1");
        add_point(text, to);
    }
}

void
quire_outline_svg(struct quire_text *text, const struct quire_outline *in)
{
    for (size_t i = 0; i < in->n; i++) {
        const struct quire_piece *piece = &in->piece[i];
        const double *end = i > 0 ? in->piece[i - 1].to : piece->from;
        if (i == 0 || fabs(end[0] - piece->from[0]) > JOINED ||
            fabs(end[1] - piece->from[1]) > JOINED) {
            quire_text_add(text, i == 0 ? "M" : " M");
            add_point(text, piece->from);
        }
        quire_text_add(text, " ");
        if (piece->turn == 0.0) {
            quire_text_add(text, "L");
            add_point(text, piece->to);
        } else {
            add_arc(text, piece);
        }
    }
    if (in->closed && in->n > 0) {
        quire_text_add(text, " Z");
    }
}
