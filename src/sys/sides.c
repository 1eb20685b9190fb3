#include "sys/sides.h"

#include <math.h>

#include "sys/contact.h"
#include "sys/space_sheet.h"

/* where a station is, seen from one face */
enum place { BEFORE, BESIDE, INSIDE, BEHIND };

static enum place
place_of(const struct quire_sheet *sheet, const struct quire_guide *guide, const struct quire_face *face, double x, double y)
{
    const double dx = x - face->at[0], dy = y - face->at[1], half = sheet->half, widest = fmax(0.5 * sheet->chain.h, half);
    const double level = face->radius > 0 ? face->convex * (face->radius - sqrt(dx * dx + dy * dy))
                                          : -(dx * face->normal[0] + dy * face->normal[1]);

    for (int e = 0; e < 2; e++) {
        const double u = (x - face->end[e][0]) * face->out[e][0] + (y - face->end[e][1]) * face->out[e][1];
        if (u > (face->taper[e] ? widest : face->past[e])) {
            return BESIDE;
        }
    }
    return level + half + guide->reach <= 0 ? BEFORE : level + half > guide->depth ? BEHIND : INSIDE;
}

/* whether the same station is behind a face that goes on smoothly from this one: then it moves along inside the solid */
static bool
came_along(const struct quire_state *st, int sheet, int face, int node)
{
    const struct quire_system *sys = st->system;
    const struct quire_face *f = sys->face + face;

    for (int e = 0; e < 2; e++) {
        const int next = face + 2 * e - 1;
        if (!f->taper[e] && f->past[e] <= 0 && next >= 0 && next < sys->n_face && sys->face[next].guide == f->guide &&
            quire_sides_is_behind(st, sheet, next, node)) {
            return true;
        }
    }
    return false;
}

static void
settle_sheet(struct quire_state *st, int index)
{
    const struct quire_system *sys = st->system;
    const struct quire_sheet *sheet = sys->sheet + index;
    struct quire_sheet_work *w = st->sheet + index;
    bool any = false;

    for (int k = 0; k < w->n_face; k++) {
        const struct quire_reach *reach = w->face + k;
        const struct quire_face *face = sys->face + reach->target;
        unsigned char *behind = w->behind + (size_t)reach->target * (size_t)sheet->chain.stride;
        for (int i = reach->low; i < reach->high; i++) {
            const enum place at = place_of(sheet, sys->guide + face->guide, face, w->cx[i], w->cy[i]);
            const bool was = behind[i] != 0, is = at == BEHIND || (at == INSIDE && (was || came_along(st, index, reach->target, i)));
            behind[i] = is ? 1 : 0;
            w->n_behind += is - was;
            any = any || at == BEHIND;
        }
    }
    w->may_be_behind = any || w->n_behind > 0;
}

void
quire_sides_settle(struct quire_state *st, const struct quire_part *part, const double *y)
{
    QUIRE_EACH(k, part, sheet) {
        struct quire_sheet_work *w = st->sheet + k;
        const struct quire_sheet *s = st->system->sheet + k;
        if (w->entered && w->may_be_behind && w->n_face > 0) {
            const double *x = quire_sheet_middle(s, y + s->x0, w->line[0]);
            quire_station_points(&s->chain, x, x + s->chain.stride, w);
            settle_sheet(st, k);
        }
    }
}

bool
quire_sides_came_from_behind(const struct quire_state *st, int sheet, int guide, int node)
{
    const struct quire_system *sys = st->system;

    for (int k = 0; st->sheet[sheet].n_behind > 0 && k < sys->n_face; k++) {
        if (sys->face[k].guide == guide && quire_sides_is_behind(st, sheet, k, node)) {
            return true;
        }
    }
    return false;
}
