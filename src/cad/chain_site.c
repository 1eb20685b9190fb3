#include "cad/chain_site.h"

#include <math.h>

#include "text/number.h"

double
quire_chain_distance(const double a[2], const double b[2])
{
    const double dx = b[0] - a[0], dy = b[1] - a[1];
    return sqrt(dx * dx + dy * dy);
}

double
quire_chain_drawn(const struct quire_chain_site *c, double length)
{
    return 1e3 * length / c->options->scale;
}

/* the line of the file where what ends, or turns, nearest to a point begins */
static int
line_at(const struct quire_chain_site *c, const double at[2])
{
    const struct quire_drawing *drawing = c->drawing;
    double best = HUGE_VAL;
    int line = 0;
    for (size_t i = 0; i < drawing->n; i++) {
        const struct quire_stroke *stroke = &drawing->stroke[i];
        for (size_t k = stroke->first; k < stroke->first + stroke->n; k++) {
            const struct quire_piece *piece = &drawing->pieces.piece[k];
            const double near =
                fmin(quire_chain_distance(piece->from, at), quire_chain_distance(piece->to, at));
            if (near < best) {
                best = near;
                line = stroke->line;
            }
        }
    }
    return line;
}

const char *
quire_chain_place_words(const struct quire_chain_site *c, const double at[2], char *buffer)
{
    quire_number_format(buffer, QUIRE_CHAIN_PLACE_SIZE,
                        "(%.6g mm, %.6g mm), line %d of the drawing", quire_chain_drawn(c, at[0]),
                        quire_chain_drawn(c, at[1]), line_at(c, at));
    return buffer;
}
