#include "evaluate/create_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/body/soft.h"
#include "contact/gate/gates.h"
#include "contact/gate/space_gates.h"
#include "contact/sheets/sheets.h"
#include "contact/touch/columns.h"
#include "force/holds.h"
#include "force/space_sheet.h"
#include "solve/solve.h"
#include "state/room.h"

const char *
quire_simd_name(void)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl")) {
        return "avx512";
    }
    if (__builtin_cpu_supports("avx2")) {
        return "avx2";
    }
#endif
    return "baseline";
}

static double *
vector(size_t n)
{
    double *v = aligned_alloc(64, sizeof(double) * (quire_round_up(n) + QUIRE_LANES));

    if (v != NULL) {
        memset(v, 0, sizeof(double) * (quire_round_up(n) + QUIRE_LANES));
    }
    return v;
}

static bool
create_ladder_work(const struct quire_sheet *sheet, struct quire_sheet_work *w)
{
    const struct quire_ladder *l = sheet->ladder;
    bool good = true;

    for (int k = 0; k < 4; k++) {
        w->ladder[k] =
            sheet->clamped[k] != NULL ? quire_ladder_work_create(sheet->clamped[k]) : NULL;
        good = good && (sheet->clamped[k] == NULL || w->ladder[k] != NULL);
    }
    w->slab_factor = quire_slab_factor_create(l->n + 1, l->m);
    return good && w->slab_factor != NULL && quire_slabs_create(&w->slabs, l->n + 1, l->m) == 0;
}

static bool
create_lines(const struct quire_sheet *sheet, struct quire_sheet_work *w)
{
    const size_t stride = 2 * (size_t)sheet->chain.stride,
                 longest = sheet->size > stride ? sheet->size : stride;
    bool good = true;

    for (int k = 0; k < 4; k++) {
        w->line[k] = vector(longest);
        good = good && w->line[k] != NULL;
    }
    return good;
}

static bool
create_sheet_work(const struct quire_system *sys, const struct quire_sheet *sheet,
                  struct quire_sheet_work *w)
{
    const int stride = sheet->chain.stride;

    w->only = w->gate = -1;
    if (quire_chain_work_create(&w->chain, sheet->chain.n, stride) != 0 ||
        quire_band_create(&w->band, sheet->chain.n + 1, stride) != 0 ||
        quire_band_factor_create(&w->factor, sheet->chain.n + 1) != 0) {
        return false;
    }
    if (!create_lines(sheet, w) || (sheet->ladder != NULL && !create_ladder_work(sheet, w))) {
        return false;
    }
    w->enter_time = sheet->enter_time;
    w->entered = !(sheet->enter_time > 0);
    return quire_lists_create(sys, sheet, w) && quire_frames_create(sys, sheet, w) &&
           (sheet->ladder == NULL || (quire_space_work_create(sys, sheet, w) &&
                                      quire_space_gates_create(sys, sheet, w->space)));
}

static void
destroy_sheet_work(const struct quire_system *sys, struct quire_sheet_work *w)
{
    quire_chain_work_destroy(&w->chain);
    quire_band_destroy(&w->band);
    quire_band_factor_destroy(&w->factor);
    quire_slabs_destroy(&w->slabs);
    quire_slab_factor_destroy(w->slab_factor);
    for (int k = 0; k < 4; k++) {
        quire_ladder_work_destroy(w->ladder[k]);
        free(w->line[k]);
    }
    quire_lists_destroy(w);
    quire_frames_destroy(w);
    quire_space_gates_destroy(sys, w->space);
    quire_space_work_destroy(w);
}

quire_status
quire_state_create(struct quire_state **out, const struct quire_system *sys)
{
    struct quire_state *st = calloc(1, sizeof *st);
    bool good = st != NULL;

    *out = NULL;
    if (st == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    st->system = sys;
    st->stumbled = -1;
    st->override = calloc((size_t)(sys->n_drive + sys->n_switch) + 1, sizeof *st->override);
    st->change = calloc((size_t)sys->n_switch + 1, sizeof *st->change);
    st->command = calloc((size_t)sys->n_drive + 1, sizeof *st->command);
    st->sheet = calloc((size_t)sys->n_sheet + 1, sizeof *st->sheet);
    st->carrier = calloc((size_t)sys->n_small + 1, sizeof *st->carrier);
    st->pose = calloc((size_t)sys->n_free + 1, sizeof *st->pose);
    st->gate = calloc((size_t)sys->n_gate + 1, sizeof *st->gate);
    st->pressed = calloc(2 * (size_t)sys->n_pressure + 1, sizeof *st->pressed);
    st->squeeze = calloc((size_t)sys->n_soft + 1, sizeof *st->squeeze);
    st->shape = calloc((size_t)sys->n_soft + 1, sizeof *st->shape);
    st->wrap = calloc(quire_wrap_of(sys, sys->n_sheet, 0) + 1, sizeof *st->wrap);
    st->memory = calloc((size_t)sys->n_memory + 1, sizeof *st->memory);
    st->set = calloc((size_t)sys->n_memory + 1, 1);
    st->seen = calloc((size_t)sys->n_memory + 1, 1);
    st->motion = calloc((size_t)sys->n_memory + 1, sizeof *st->motion);
    st->grip = calloc((size_t)sys->n_grip + 1, sizeof *st->grip);
    st->slide = calloc((size_t)sys->n_grip + 1, sizeof *st->slide);
    st->slide_of = calloc((size_t)sys->n_grip + 1, sizeof *st->slide_of);
    st->gripped = calloc((size_t)sys->n_grip + 1, 1);
    st->slid = calloc((size_t)sys->n_grip + 1, sizeof *st->slid);
    st->rolling = calloc((size_t)sys->n_grip + 1, sizeof *st->rolling);
    st->touched = calloc(quire_touched_row(sys, sys->n_sheet) + 1, 1);
    st->own = vector(sys->layout.nv);
    st->force = vector(sys->layout.nv + sys->layout.nz);
    st->earlier = vector(sys->layout.nv);
    good = st->override != NULL && st->change != NULL && st->command != NULL && st->sheet != NULL &&
           st->carrier != NULL && st->pose != NULL && st->gate != NULL && st->shape != NULL &&
           st->pressed != NULL && st->squeeze != NULL && st->touched != NULL && st->wrap != NULL &&
           st->memory != NULL && st->set != NULL && st->seen != NULL && st->motion != NULL &&
           st->grip != NULL && st->slide != NULL && st->slide_of != NULL && st->earlier != NULL &&
           st->gripped != NULL && st->rolling != NULL && st->slid != NULL && st->force != NULL &&
           st->own != NULL && quire_room_create(st);
    for (int k = 0; good && k < sys->n_sheet; k++) {
        good = create_sheet_work(sys, sys->sheet + k, st->sheet + k);
    }
    good = good && quire_part_create(&st->whole, sys, NULL, 0) == 0;
    st->part = &st->whole;
    if (good) {
        for (size_t k = 0; k < quire_wrap_of(sys, sys->n_sheet, 0); k++) {
            st->wrap[k] = -1;
        }
        st->rate = st->force + sys->layout.nv;
        good = quire_solve_create(st) == 0 && quire_sheets_create(st) == 0;
    }
    if (!good) {
        quire_state_destroy(st);
        return QUIRE_ERROR_LIMIT;
    }
    *out = st;
    return QUIRE_OK;
}

void
quire_state_destroy(struct quire_state *st)
{
    if (st == NULL) {
        return;
    }
    for (int k = 0; st->sheet != NULL && k < st->system->n_sheet; k++) {
        destroy_sheet_work(st->system, st->sheet + k);
    }
    quire_worker_destroy(st->worker);
    quire_solve_destroy(st);
    quire_sheets_destroy(st);
    quire_part_destroy(&st->whole);
    free(st->override);
    free(st->change);
    free(st->command);
    free(st->sheet);
    free(st->carrier);
    free(st->pose);
    free(st->gate);
    free(st->shape);
    free(st->pressed);
    free(st->squeeze);
    quire_room_destroy(st);
    quire_places_destroy(st);
    free(st->earlier);
    free(st->touched);
    free(st->wrap);
    free(st->memory);
    free(st->set);
    free(st->seen);
    free(st->motion);
    free(st->grip);
    free(st->slide);
    free(st->slide_of);
    free(st->gripped);
    free(st->slid);
    free(st->rolling);
    free(st->force);
    free(st->own);
    free(st);
}

static void
place(const struct quire_system *sys, int index, double *y, bool moving)
{
    const struct quire_sheet *sheet = sys->sheet + index;
    const size_t stride = (size_t)sheet->chain.stride;
    double *x = y + sheet->x0, *v = y + sys->layout.v0 + sheet->x0;

    if (sheet->ladder != NULL) {
        memcpy(x, sheet->start, sizeof *x * sheet->size);
        for (size_t i = 0; i < sheet->size; i++) {
            v[i] = moving ? sheet->start_v[i] : 0;
        }
        return;
    }
    for (int i = 0; i <= sheet->chain.n; i++) {
        x[i] = sheet->start_x[i];
        x[stride + (size_t)i] = sheet->start_y[i];
        v[i] = moving ? sheet->start_vx[i] : 0;
        v[stride + (size_t)i] = moving ? sheet->start_vy[i] : 0;
    }
}

void
quire_state_start(const struct quire_state *st, double *y)
{
    const struct quire_system *sys = st->system;

    memset(y, 0, sizeof(double) * sys->layout.length);
    for (int k = 0; k < sys->n_sheet; k++) {
        place(sys, k, y, st->sheet[k].entered);
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        s->body.ops->start(s->body.self, y + s->q0, y + sys->layout.v0 + s->v0,
                           y + sys->layout.z0 + s->z0);
    }
    quire_state_sync(st, 0, y);
}

void
quire_state_enter(struct quire_state *st, int sheet, double *y)
{
    st->sheet[sheet].entered = true;
    place(st->system, sheet, y, true);
    quire_state_sync(st, st->sheet[sheet].enter_time, y);
}

void
quire_state_leave(struct quire_state *st, int sheet, double t, double *y)
{
    st->sheet[sheet].entered = false;
    st->sheet[sheet].enter_time = (double)NAN; /* it does not come back */
    place(st->system, sheet, y, false);
    quire_state_sync(st, t, y);
}
