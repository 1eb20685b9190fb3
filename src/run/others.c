#include "run/others.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/problem.h"
#include "run/running.h"
#include "sys/loads.h"
#include "sys/space_sheet.h"

#define OTHER 1e-3 /* of a sheet's length: nodes of another state are that far away */

/* ---- nodes ---- */

/* where the x of a node is in the sheet's block, and how far behind it is y */
struct place {
    size_t x, y;
};

static struct place
place_of(const struct quire_sheet *s, int station, int line)
{
    const size_t x = s->ladder != NULL ? (size_t)(station * s->ladder->block + 3 * line) : (size_t)station;

    return (struct place){s->x0 + x, s->x0 + x + (s->ladder != NULL ? 1 : (size_t)s->chain.stride)};
}

/* each line along a sheet at the chord between its ends */
static void
mirror(const struct quire_sheet *s, double *y)
{
    const int n = s->chain.n;

    for (int line = 0; line < quire_sheet_lines(s); line++) {
        const struct place first = place_of(s, 0, line), last = place_of(s, n, line);
        const double at[2] = {y[first.x], y[first.y]}, chord[2] = {y[last.x] - at[0], y[last.y] - at[1]};
        const double length2 = chord[0] * chord[0] + chord[1] * chord[1];
        for (int i = 1; i < n && length2 > 0; i++) {
            const struct place p = place_of(s, i, line);
            const double aside = 2 * (chord[0] * (y[p.y] - at[1]) - chord[1] * (y[p.x] - at[0])) / length2;
            y[p.x] += aside * chord[1];
            y[p.y] -= aside * chord[0];
        }
    }
}

/* how far a sheet's nodes are from where others have them, at most, and there to the left (> 0) or right of its chord */
static double
farthest(const struct quire_sheet *s, const double *here, const double *there, double *left)
{
    const struct place first = place_of(s, 0, 0), last = place_of(s, s->chain.n, 0);
    const double chord[2] = {here[last.x] - here[first.x], here[last.y] - here[first.y]};
    double most = 0;

    for (int i = 0; i <= s->chain.n; i++) {
        for (int line = 0; line < quire_sheet_lines(s); line++) {
            const struct place p = place_of(s, i, line);
            const double dx = there[p.x] - here[p.x], dy = there[p.y] - here[p.y], d = sqrt(dx * dx + dy * dy);
            if (d > most) {
                most = d;
                *left = chord[0] * dy - chord[1] * dx;
            }
        }
    }
    return most;
}

/* ---- states ---- */

static double
potential(const struct quire_run *run, const double *y)
{
    const struct quire_energy_view *e = &quire_observe(run->observer, run->end, y, NULL)->energy;

    return e->elastic + e->gravity + e->contact + e->springs;
}

static bool
is_held(const struct quire_run *run, int k)
{
    const struct quire_sheet *s = run->system->sheet + k;

    return run->state->sheet[k].entered && quire_hold_is_on(s->hold, run->end) && quire_hold_is_on(s->hold + 1, run->end);
}

/* in the state that was looked at last */
static bool
touches_anything(const struct quire_run *run, int k)
{
    const unsigned char *touched = run->state->touched + quire_touched_row(run->system, k);

    for (int i = 0; i < quire_touch_targets(run->system); i++) {
        if (touched[i]) {
            return true;
        }
    }
    return false;
}

static void
tell(struct quire_run *run, int k, const struct quire_other_rest *other, double left, quire_diag *diag)
{
    const struct quire_sheet *s = run->system->sheet + k;

    run->other[run->result.rest.n_other++] = *other;
    quire_object_warning(s->object, diag, "W-ANOTHER-REST",
                         "if that one is meant, let the sheet start near its shape, or bring it there with the courses of its holds",
                         "there is another stable state of rest: in it the sheet lies up to %.3g mm to the %s of here, and the potential energy is "
                         "%.4g J %s", 1e3 * other->distance, left < 0 ? "right" : "left", fabs(other->energy), other->energy < 0 ? "lower" : "higher");
}

/* from the mirror image of sheet k; y is room for a state */
static void
look_from_image(struct quire_run *run, struct quire_equilibrium *found, int k, double *y, quire_diag *diag)
{
    const struct quire_sheet *s = run->system->sheet + k;
    struct quire_other_rest other = {.sheet = s->name};
    double left = 0;

    const double here = potential(run, run->y);
    if (touches_anything(run, k)) {
        return;
    }
    memcpy(y, run->y, sizeof *y * run->system->layout.length);
    mirror(s, y);
    if (!(farthest(s, run->y, y, &left) > OTHER * s->length) || quire_equilibrium_find_from(found, run->end, y) != QUIRE_OK) {
        return;
    }
    other.energy = potential(run, y) - here;
    other.distance = farthest(s, run->y, y, &left);
    if (other.distance > OTHER * s->length && !touches_anything(run, k)) {
        tell(run, k, &other, left, diag);
    }
}

bool
quire_others_find(struct quire_run *run, struct quire_equilibrium *found, quire_diag *diag)
{
    const struct quire_system *sys = run->system;
    const size_t size = sizeof(double) * (sys->layout.length + QUIRE_LANES);
    double *y = aligned_alloc(64, (size + 63) / 64 * 64);

    run->other = calloc((size_t)sys->n_sheet + 1, sizeof *run->other);
    run->result.rest.other = run->other;
    for (int k = 0; y != NULL && run->other != NULL && k < sys->n_sheet; k++) {
        if (is_held(run, k)) {
            memset(y, 0, size);
            look_from_image(run, found, k, y, diag);
        }
    }
    free(y);
    return y != NULL && run->other != NULL;
}
