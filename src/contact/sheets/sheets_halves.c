#include "contact/sheets/sheets_halves.h"

#include <stdlib.h>
#include <string.h>

#include "contact/law/constants.h"
#include "state/room.h"

/* ---- which places ---- */

/* places of a sheet that may touch others */
static int
places_of(const struct quire_state *st, int index)
{
    const struct quire_system *sys = st->system;
    int n = 0;

    if (!st->sheet[index].entered || st->near->pair[index] == NULL) {
        return 0;
    }
    QUIRE_EACH_MET(k, st->part, index)
    {
        n += sys->sheet_law[index * sys->n_sheet + k] >= 0 && st->sheet[k].entered
                 ? st->near->pair[index][k].n
                 : 0;
    }
    return n;
}

/* The division must not depend on lists: a sample in between makes them longer or shorter. */
bool
quire_sheets_halve(struct quire_state *st, struct quire_sheets_half half[2])
{
    const struct quire_part *part = st->part;
    int all = 0, before = 0, at = 0;

    if (st->system->n_memory > 0 || part->n_meeting < 2) {
        return false;
    }
    QUIRE_EACH(k, part, meeting)
    {
        all += st->sheet[k].entered ? quire_sheet_stations(st->system->sheet + k) : 0;
    }
    while (at < part->n_meeting - 1 && (at == 0 || 2 * before < all)) {
        const int k = part->meeting[at++];
        before += st->sheet[k].entered ? quire_sheet_stations(st->system->sheet + k) : 0;
    }
    half[0] = (struct quire_sheets_half){.state = st, .which = 0, .first = 0, .last = at};
    half[1] = (struct quire_sheets_half){.which = 1, .first = at, .last = part->n_meeting};
    return true;
}

/* places that may touch */
static int
count_places(const struct quire_state *st, const struct quire_sheets_half *half)
{
    int n = 0;

    for (int i = half->first; i < half->last; i++) {
        n += places_of(st, st->part->meeting[i]);
    }
    return n;
}

/* ---- what sheets of one half do to those of the other ---- */

static bool
create_visit(const struct quire_sheet *sheet, struct quire_near_visit *v)
{
    v->force = calloc(sheet->size, sizeof *v->force);
    if (v->force != NULL &&
        quire_band_create(&v->band, sheet->chain.n + 1, sheet->chain.stride) != 0) {
        free(v->force);
        v->force = NULL;
    }
    return v->force != NULL;
}

struct quire_near_visit *
quire_sheets_visit(const struct quire_sheets_half *half, int sheet)
{
    struct quire_near_visit *v = half->state->near->visit + sheet;

    if (v->force == NULL && !create_visit(half->state->system->sheet + sheet, v)) {
        half->state->failed = true;
        return NULL;
    }
    v->used = true;
    return v;
}

void
quire_near_visits_destroy(struct quire_sheets_near *near)
{
    for (int k = 0; near->visit != NULL && k < near->n_sheet; k++) {
        if (near->visit[k].force != NULL) {
            free(near->visit[k].force);
            quire_band_destroy(&near->visit[k].band);
        }
    }
    free(near->visit);
}

static void
add_visit(struct quire_state *st, int index, struct quire_near_visit *v)
{
    const struct quire_sheet *sheet = st->system->sheet + index;
    const size_t rows = sizeof *v->band.row * (size_t)(sheet->chain.n + 1);
    double *force = st->force + sheet->x0;

    for (size_t i = 0; i < sheet->size; i++) {
        force[i] += v->force[i];
    }
    memset(v->force, 0, sizeof *v->force * sheet->size);
    for (int i = 0; st->part->has_sheet[index] && i <= sheet->chain.n; i++) {
        for (int d = 0; d < 5; d++) {
            st->sheet[index].band.row[i][d] += v->band.row[i][d];
        }
    }
    memset(v->band.row, 0, rows);
    v->used = false;
}

/* ---- lists that both fill ---- */

/* The second half's lists begin behind room for the first one's. */
static void
begin_second(struct quire_state *second, const struct quire_state *st, int places)
{
    *second = *st;
    second->power = (struct quire_powers){.friction = 0};
    second->n_loose = 0;
    second->n_tie += places;
    quire_places_divide(st, second);
}

/* room for all that may touch, so that nothing has to be moved while both write */
static bool
make_room(struct quire_state *st, int places)
{
    while (st->cap_tie < st->n_tie + places) {
        if (!quire_room_enlarge(&st->tie, sizeof *st->tie, st->n_tie, &st->cap_tie)) {
            return false;
        }
    }
    return true;
}

/* Closes the gap between the first half's things and the second's, which begin at `from` and end at
 * *n: the second's are moved, or, where these are many, the gap is filled with what does nothing.
 */
static void
close_gap(void *list, size_t size, int until, int from, int *n, const void *nothing)
{
    char *at = list;

    if (from == until) { /* there is none, perhaps not even a list */
        return;
    }
    if (*n - from <= from - until) {
        memmove(at + size * (size_t)until, at + size * (size_t)from, size * (size_t)(*n - from));
        *n = until + (*n - from);
        return;
    }
    for (int k = until; k < from; k++) {
        memcpy(at + size * (size_t)k, nothing, size);
    }
}

static void
end_second(struct quire_state *st, const struct quire_state *second, int tie0)
{
    static const struct quire_tie no_tie = {.sheet = {-1, -1}};
    const int tie = st->n_tie;

    st->tie = second->tie;
    st->cap_tie = second->cap_tie;
    st->n_tie = second->n_tie;
    st->n_touch = second->n_touch;
    quire_places_unite(st, second);
    close_gap(st->tie, sizeof no_tie, tie, tie0, &st->n_tie, &no_tie);
    quire_powers_add(&st->power, &second->power);
    st->n_loose += second->n_loose;
    st->failed = st->failed || second->failed;
    if (st->too_deep.law == NULL) {
        st->too_deep = second->too_deep;
    }
}

/* ---- both ---- */

struct task {
    struct quire_sheets_half *half;
    void (*of)(void *context, const struct quire_sheets_half *half);
    void *context;
};

static void
do_half(void *self, int which)
{
    struct task *task = self;

    task->of(task->context, task->half + which);
}

void
quire_sheets_do_halves(struct quire_state *st, struct quire_sheets_half half[2],
                       void (*of)(void *context, const struct quire_sheets_half *half),
                       void *context)
{
    struct quire_state second;
    struct task task = {half, of, context};
    int places[2] = {0, 0};
    struct quire_worker *worker = quire_worker_ready(st->worker);
    bool at_once = worker != NULL && !st->record; /* records are in the order of places */

    for (int k = 0; at_once && k < 2; k++) {
        places[k] = count_places(st, half + k);
        at_once = places[k] >= QUIRE_SHEETS_HALF_LEAST;
    }
    at_once = at_once && make_room(st, places[0] + places[1]);
    half[1].state = &second;
    if (!at_once) {
        do_half(&task, 0);
    }
    begin_second(&second, st, at_once ? places[0] : 0);
    const int tie0 = second.n_tie;
    if (at_once) {
        quire_worker_halves(worker, do_half, &task);
    } else {
        do_half(&task, 1);
    }
    end_second(st, &second, tie0);
    QUIRE_EACH(k, st->part, meeting)
    {
        if (st->near->visit[k].used) {
            add_visit(st, k, st->near->visit + k);
        }
    }
}
