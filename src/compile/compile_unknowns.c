#include "compile/compile.h"

#include <math.h>

#include "contact/law/law_state.h"
#include "contact/law/stick.h"
#include "contact/sheets/sheets.h"
#include "contact/sheets/space_sheets.h"
#include "force/space_sheet.h"

/* ---- what laws remember ---- */

static void
add_slot(struct quire_compile *c, int sheet, int law)
{
    struct quire_system *sys = c->sys;
    const int places = quire_sheet_places(sys, sheet);
    struct quire_slot *slot = sys->slot + sys->n_slot;

    *slot = (struct quire_slot){.pair.contactor = quire_partner(QUIRE_PARTNER_SHEET, sheet),
                                .small = -1,
                                .meeting = -1,
                                .encounter = -1,
                                .law = law,
                                .n_station = places,
                                .memory0 = sys->n_memory};
    sys->n_memory += places;
    sys->sheet_slot[sheet * sys->n_law + law] = sys->n_slot++;
}

/* a slot for each law that remembers and may act on a face of a sheet; law: of both faces of all
 * sheets */
static void
add_slots(struct quire_compile *c, const int *law)
{
    struct quire_system *sys = c->sys;

    for (int k = 0; k < 2 * sys->n_sheet; k++) {
        if (law[k] >= 0 && sys->sheet_slot[k / 2 * sys->n_law + law[k]] < 0 &&
            quire_law_keeps(sys->law + law[k])) {
            add_slot(c, k / 2, law[k]);
        }
    }
}

/* whether there are slots at all: bodies that may meet are many */
static bool
keeps_any(const struct quire_system *sys)
{
    for (int k = 0; k < sys->n_law; k++) {
        if (quire_law_keeps(sys->law + k)) {
            return true;
        }
    }
    return false;
}

/* Between two of its points a sheet sinks into the roundest guide by no more than this. */
#define SINKS       3e-5 /* [m] */
#define MOST_PANELS 16
#define WIDEST      0.58 /* of a panel between two of its points */

static bool
remembers(const struct quire_system *sys, int guide, int sheet)
{
    const int *law = sys->guide[guide].law + 2 * sheet;

    return (law[0] >= 0 && quire_law_keeps(sys->law + law[0])) ||
           (law[1] >= 0 && quire_law_keeps(sys->law + law[1]));
}

/* How many panels of points a span has, as the roundest guide asks that remembers anything of the
 * sheet; 0: none does. */
static int
count_panels(const struct quire_system *sys, int sheet)
{
    double most = -1; /* curvature [1/m] */

    for (int k = 0; k < sys->n_guide; k++) {
        most = remembers(sys, k, sheet) ? 0 : most;
    }
    for (int k = 0; most >= 0 && k < sys->n_face; k++) {
        const struct quire_face *face = sys->face + k;
        if (face->radius > 0 && face->convex > 0 && remembers(sys, face->guide, sheet)) {
            most = fmax(most, 1 / face->radius);
        }
    }
    if (most < 0) {
        return 0;
    }
    const double least = ceil(WIDEST * sys->sheet[sheet].chain.h * sqrt(most / (8 * SINKS)));
    return least < 1 ? 1 : least < MOST_PANELS ? (int)least : MOST_PANELS;
}

static void
compile_slots(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const size_t pairs = (size_t)sys->n_sheet * (size_t)sys->n_law,
                 bodies =
                     (size_t)(sys->n_free * sys->n_guide_view + sys->n_meeting + sys->n_encounter);

    for (int k = 0; k < sys->n_sheet; k++) {
        sys->sheet[k].n_point = QUIRE_PANEL_POINTS * count_panels(sys, k);
    }
    sys->slot = quire_compile_get(c, pairs + (keeps_any(sys) ? bodies : 0), sizeof *sys->slot);
    sys->sheet_slot = quire_compile_get(c, pairs, sizeof *sys->sheet_slot);
    for (size_t k = 0; c->status == QUIRE_OK && k < pairs; k++) {
        sys->sheet_slot[k] = -1;
    }
    for (int g = 0; c->status == QUIRE_OK && g < sys->n_guide; g++) {
        add_slots(c, sys->guide[g].law);
    }
    for (int r = 0; c->status == QUIRE_OK && r < sys->n_roller; r++) {
        add_slots(c, sys->roller[r].law);
    }
    for (int f = 0; c->status == QUIRE_OK && f < sys->n_free; f++) {
        if (sys->free[f].sheet_law != NULL) {
            add_slots(c, sys->free[f].sheet_law);
        }
    }
    quire_compile_body_slots(c);
    quire_compile_solid_slots(c);
}

/* Numbers the clusters anew, without those that were joined to others, and the unknowns by them.
 * Returns the number of unknowns. */
static int
number_unknowns(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    int clusters = 0, unknown = 0;
    struct {
        int unknowns, number, first;
    } *old = quire_compile_get(c, (size_t)sys->n_cluster + 1, sizeof *old);

    for (int k = 0; c->status == QUIRE_OK && k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        old[s->cluster].unknowns += s->body.nv + s->body.nz;
        old[s->cluster].number = 1; /* there is any */
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_cluster; k++) {
        old[k].first = unknown;
        unknown += old[k].unknowns;
        clusters += old[k].number;
        old[k].number = clusters - 1;
    }
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_small; k++) {
        struct quire_small *s = sys->small + k;
        const int was = s->cluster;
        s->first = old[was].first;
        old[was].first += s->body.nv + s->body.nz;
        s->cluster = old[was].number;
    }
    sys->n_cluster = clusters;
    return unknown;
}

/* ---- where friction holds on ---- */

/* how many columns the sheet has that has the most */
static int
most_lines(const struct quire_system *sys)
{
    int most = 1;

    for (int k = 0; k < sys->n_sheet; k++) {
        const int lines = quire_sheet_lines(sys->sheet + k);
        most = lines > most ? lines : most;
    }
    return most;
}

/* where a sheet may meet others */
static int
places_on_sheets(const struct quire_sheet *sheet)
{
    return sheet->ladder != NULL ? quire_space_sheet_places(sheet) : quire_sheet_stations(sheet);
}

/* A place for each station of a sheet on either face, and one for each roller that has a point
 * contact with it: as long as it rolls, what is held passes on along the sheet. In space each
 * column has its stations, and each pad has a place on each cell. A nip's rollers have one between
 * them, and free bodies one wherever they may touch. */
static void
compile_grips(struct quire_compile *c, size_t *z)
{
    struct quire_system *sys = c->sys;
    bool any = false;

    for (int k = 0; k < sys->n_law; k++) {
        any = any || quire_law_holds(sys->law + k);
    }
    for (int k = 0; any && k < sys->n_sheet; k++) {
        struct quire_sheet *s = sys->sheet + k;
        s->grip0 = sys->n_grip;
        s->n_grip = quire_sheet_grips(sys, s);
        s->sheet_grip = s->grip0 + s->n_grip;
        s->n_grip += sys->sheets_meet ? 2 * places_on_sheets(s) : 0;
        sys->n_grip += s->n_grip;
    }
    const int lines = most_lines(sys);
    for (int k = 0; any && k < sys->n_free; k++) {
        struct quire_free *f = sys->free + k;
        f->grip0 = sys->n_grip;
        f->n_grip =
            sys->n_guide_view == 0
                ? 0
                : (k + 1 < sys->n_free ? sys->free[k + 1].place[0] : sys->n_place) - f->place[0];
        for (int i = 0; i < sys->n_meeting; i++) {
            if (sys->meeting[i].free == k) {
                sys->meeting[i].grip = f->grip0 + f->n_grip;
                f->n_grip += sys->meeting[i].n_place;
            }
        }
        f->sheet_grip = f->grip0 + f->n_grip;
        f->n_grip += f->sheet_law != NULL ? QUIRE_BLOCK_CORNERS * sys->n_sheet * lines : 0;
        sys->n_grip += f->n_grip;
    }
    for (int k = 0; k < sys->n_nip; k++) {
        struct quire_nip *nip = sys->nip + k;
        nip->grip = nip->law >= 0 && quire_law_holds(sys->law + nip->law) ? sys->n_grip++ : -1;
    }
    for (int k = 0; k < sys->n_clutch; k++) {
        sys->clutch[k].grip = sys->clutch[k].creep > 0 ? -1 : sys->n_grip++;
    }
    quire_compile_solid_grips(c);
    sys->grip_z = *z;
    *z += (size_t)(sys->spatial ? 2 * sys->n_grip : sys->n_grip);
}

static const double *
steady_mass(struct quire_compile *c, const struct quire_body *body)
{
    double *mass = body->ops->steady && body->nv > 0
                       ? quire_compile_get(c, (size_t)(body->nv * body->nv), sizeof *mass)
                       : NULL;

    if (mass != NULL) {
        body->ops->mass(body->self, NULL, mass);
    }
    return mass;
}

void
quire_compile_unknowns(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    int q = 0, v = 0, z = 0;
    const int base = (int)sys->layout.sheet_length;
    for (int k = 0; c->status == QUIRE_OK && k < sys->n_small; k++) {
        struct quire_small *s = sys->small + k;
        s->q0 = base + q;
        s->v0 = base + v;
        s->z0 = z;
        s->body.mass = steady_mass(c, &s->body);
        s->count = 2 * s->body.nv + s->body.nz;
        q += s->body.nq;
        v += s->body.nv;
        z += s->body.nz;
    }
    size_t states = (size_t)z;
    if (c->status == QUIRE_OK) {
        compile_slots(c);
        compile_grips(c, &states);
    }
    sys->n_unknown = number_unknowns(c);
    sys->layout.nq = quire_round_up(sys->layout.sheet_length + (size_t)q);
    sys->layout.nv = quire_round_up(sys->layout.sheet_length + (size_t)v);
    sys->layout.nz = quire_round_up(states);
    sys->layout.v0 = sys->layout.nq;
    sys->layout.z0 = sys->layout.nq + sys->layout.nv;
    sys->layout.length = sys->layout.z0 + sys->layout.nz;
}
