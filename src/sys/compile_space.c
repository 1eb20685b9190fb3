/* Rollers as sheets in space touch them. */
#include "sys/compile.h"

void
quire_compile_pads(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    double widest = 0;

    if (!sys->spatial) {
        return;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        widest = fmax(widest, sys->sheet[k].width);
    }
    sys->pad = quire_compile_get(c, (size_t)sys->n_roller, sizeof *sys->pad);
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_roller; k++) {
        sys->pad[sys->n_pad++] = (struct quire_pad){.roller = k, .axis = {0, 0, 1}, .radius = sys->roller[k].radius, .half = 0.5 * widest, .share = 1};
    }
}
