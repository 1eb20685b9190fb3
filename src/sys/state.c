#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sys/columns.h"
#include "sys/gates.h"
#include "sys/space_flap.h"
#include "sys/space_gates.h"
#include "sys/rim.h"
#include "sys/sheets.h"
#include "sys/soft.h"
#include "sys/solve.h"
#include "sys/space_sheet.h"

const char *
quire_simd_name(void)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
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
    const size_t stride = 2 * (size_t)sheet->chain.stride, longest = sheet->size > stride ? sheet->size : stride;

    bool good = true;

    for (int k = 0; k < 4; k++) {
        w->ladder[k] = sheet->clamped[k] != NULL ? quire_ladder_work_create(sheet->clamped[k]) : NULL;
        good = good && (sheet->clamped[k] == NULL || w->ladder[k] != NULL);
    }
    w->slab_factor = quire_slab_factor_create(l->n + 1, l->m);
    for (int k = 0; k < 4; k++) {
        w->line[k] = vector(longest);
    }
    return good && w->slab_factor != NULL && w->line[0] != NULL && w->line[1] != NULL && w->line[2] != NULL && w->line[3] != NULL &&
           quire_slabs_create(&w->slabs, l->n + 1, l->m) == 0 && quire_band_create(&w->mirror, l->n + 1, sheet->chain.stride) == 0;
}

static bool
create_sheet_work(const struct quire_system *sys, const struct quire_sheet *sheet, struct quire_sheet_work *w)
{
    const int stride = sheet->chain.stride;

    if (quire_chain_work_create(&w->chain, sheet->chain.n, stride) != 0 || quire_band_create(&w->band, sheet->chain.n + 1, stride) != 0 ||
        quire_band_factor_create(&w->factor, sheet->chain.n + 1) != 0) {
        return false;
    }
    if (sheet->ladder != NULL && !create_ladder_work(sheet, w)) {
        return false;
    }
    w->enter_time = sheet->enter_time;
    w->entered = !(sheet->enter_time > 0);
    return quire_lists_create(sys, sheet, w) && quire_frames_create(sys, sheet, w) && (sheet->ladder == NULL || (quire_space_work_create(sys, sheet, w) && quire_space_gates_create(sys, sheet, w->space)));
}

static void
destroy_sheet_work(const struct quire_system *sys, struct quire_sheet_work *w)
{
    quire_chain_work_destroy(&w->chain);
    quire_band_destroy(&w->band);
    quire_band_factor_destroy(&w->factor);
    quire_slabs_destroy(&w->slabs);
    quire_slab_factor_destroy(w->slab_factor);
    quire_band_destroy(&w->mirror);
    for (int k = 0; k < 4; k++) {
        quire_ladder_work_destroy(w->ladder[k]);
        free(w->line[k]);
    }
    quire_lists_destroy(w);
    quire_frames_destroy(w);
    quire_space_gates_destroy(sys, w->space);
    quire_space_work_destroy(w);
}

/* points of soft rims within reach of laws that act before touch */
static int
rim_touches(const struct quire_system *sys)
{
    int n = 0;

    for (int k = 0; k < sys->n_free; k++) {
        n += sys->free[k].reach > 0 ? 1 : 0;
    }
    for (int k = 0; k < sys->n_meeting; k++) {
        n += sys->law[sys->meeting[k].law].reach > 0 ? 2 : 0; /* twice the handles, where both move */
    }
    return sys->n_soft > 0 ? QUIRE_RIM_POINTS * n : 0;
}

/* most places at which free bodies touch something at once: beyond it observers miss some */
static int
free_touches(const struct quire_system *sys)
{
    return 16 * sys->n_free + sys->n_meeting_place + rim_touches(sys) + 2 * sys->n_solid_touch;
}

/* most places at which blocks touch sheets at once */
static int
laying_touches(const struct quire_system *sys, size_t nodes)
{
    bool blocks = false;

    for (int k = 0; k < sys->n_free; k++) {
        blocks = blocks || sys->free[k].roller < 0;
    }
    return blocks ? 4 * (int)nodes + QUIRE_BLOCK_CORNERS * sys->n_free * sys->n_sheet : 0;
}

/* most places at which pads touch sheets at once: each on two cells, where a sheet passes it twice, and at the stations of a wrap */
static int
pad_touches(const struct quire_system *sys)
{
    double n = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        const struct quire_chain *chain = &sys->sheet[k].chain;
        for (int i = 0; i < sys->n_pad; i++) {
            const double round = 8 + 8 * sys->pad[i].radius / chain->h; /* stations with room to spare */
            n += 4 + 2 * (round < chain->n + 1 ? round : chain->n + 1);
        }
    }
    return (int)n;
}

/* groups of three nodes that gates may touch at once */
static int
gate_touches(const struct quire_system *sys, size_t nodes)
{
    return sys->n_gate * ((int)nodes + sys->n_sheet);
}

/* most places at which edges touch side guides at once */
static int
wall_touches(const struct quire_system *sys)
{
    int stations = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        stations += sys->sheet[k].chain.n + 1;
    }
    return stations * sys->n_wall;
}

/* most stations of sheets that touch other sheets at once: on both faces */
static int
sheet_touches(const struct quire_system *sys, size_t nodes)
{
    return sys->sheets_meet ? 4 * (int)nodes : 0;
}

/* most places on ribs: of each line the stations, on two cells where it passes under a column */
static int
rib_touches(const struct quire_system *sys)
{
    int n = 0;

    for (int k = 0; k < sys->n_sheet; k++) {
        for (int g = 0; g < sys->n_guide; g++) {
            n += 2 * (sys->sheet[k].chain.n + 1) * quire_rib_lines(sys, k, g);
        }
    }
    return n;
}

quire_status
quire_state_create(struct quire_state **out, const struct quire_system *sys)
{
    struct quire_state *st = calloc(1, sizeof *st);
    bool good = st != NULL;
    size_t nodes = 0;

    *out = NULL;
    if (st == NULL) {
        return QUIRE_ERROR_LIMIT;
    }
    for (int k = 0; k < sys->n_sheet; k++) {
        nodes += (size_t)(sys->sheet[k].chain.n + 1) * (size_t)quire_sheet_lines(sys->sheet + k);
    }
    st->system = sys;
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
    st->dense = vector((size_t)(sys->n_unknown * sys->n_unknown));
    /* every node of every sheet may touch each of a few rollers, and guides besides */
    st->cap_coupling = (int)(4 * nodes) + 4 * sys->n_roller + 4 * sys->n_spring + laying_touches(sys, nodes) + gate_touches(sys, nodes) + 16;
    st->coupling = malloc(sizeof *st->coupling * (size_t)st->cap_coupling);
    st->cap_space_coupling = pad_touches(sys) + quire_space_flap_couplings(sys);
    st->space_coupling = malloc(sizeof *st->space_coupling * ((size_t)st->cap_space_coupling + 1));
    st->cap_touch = (int)(8 * nodes) + 4 * sys->n_roller + 64 + free_touches(sys) + laying_touches(sys, nodes) + pad_touches(sys) + wall_touches(sys) + rib_touches(sys) + 4 * gate_touches(sys, nodes);
    st->cap_touch += sheet_touches(sys, nodes);
    st->touch = malloc(sizeof *st->touch * (size_t)st->cap_touch);
    st->cap_space_flow = sys->spatial ? st->cap_touch : 0;
    st->space_flow = malloc(sizeof *st->space_flow * ((size_t)st->cap_space_flow + 1));
    st->space_change = aligned_alloc(64, (sizeof *st->space_change * ((size_t)st->cap_space_flow + 1) + 63) / 64 * 64);
    st->space_hold = aligned_alloc(64, (sizeof *st->space_hold * ((sys->n_grip > 0 ? (size_t)st->cap_space_flow : 0) + 1) + 63) / 64 * 64);
    st->memory = calloc(2 * (size_t)sys->n_memory + 1, sizeof *st->memory);
    st->seen = calloc((size_t)sys->n_memory + 1, 1);
    st->motion = calloc((size_t)sys->n_memory + 1, sizeof *st->motion);
    st->grip = calloc((size_t)sys->n_grip + 1, sizeof *st->grip);
    st->gripped = calloc((size_t)sys->n_grip + 1, 1);
    st->rolling = calloc((size_t)sys->n_grip + 1, sizeof *st->rolling);
    st->slide = malloc(sizeof *st->slide * (size_t)st->cap_touch);
    const int drives = sys->n_gate > 0 ? free_touches(sys) : 0; /* of gates that bodies touch, one for each place */
    st->cap_flow_pair = QUIRE_BODY_DOFS * (st->cap_coupling + free_touches(sys) + drives + 2 * sys->n_solid_touch) + 6 * (laying_touches(sys, nodes) + sheet_touches(sys, nodes));
    st->flow_pair = aligned_alloc(64, (sizeof *st->flow_pair * (size_t)st->cap_flow_pair + 63) / 64 * 64);
    st->cap_flow = st->cap_touch + drives;
    st->flow = aligned_alloc(64, (sizeof *st->flow * (size_t)st->cap_flow + 63) / 64 * 64);
    st->touched = calloc((size_t)(quire_touch_targets(sys) * sys->n_sheet) + 1, 1);
    st->own = vector(sys->layout.nv);
    st->rubbing = vector(sys->layout.nv);
    st->force = vector(sys->layout.nv + sys->layout.nz);
    good = st->override != NULL && st->change != NULL && st->command != NULL && st->sheet != NULL && st->carrier != NULL && st->pose != NULL && st->gate != NULL && st->shape != NULL && st->pressed != NULL && st->squeeze != NULL && st->dense != NULL &&
           st->coupling != NULL && st->touch != NULL && st->touched != NULL && st->flow != NULL && st->flow_pair != NULL && st->memory != NULL && st->seen != NULL && st->motion != NULL && st->grip != NULL && st->gripped != NULL &&
           st->rolling != NULL && st->slide != NULL && st->space_coupling != NULL && st->rubbing != NULL && st->space_flow != NULL && st->space_change != NULL && st->space_hold != NULL && st->force != NULL && st->own != NULL;
    for (int k = 0; good && k < sys->n_sheet; k++) {
        good = create_sheet_work(sys, sys->sheet + k, st->sheet + k);
    }
    good = good && quire_part_create(&st->whole, sys, NULL, NULL, 0) == 0;
    st->part = &st->whole;
    if (good) {
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
    free(st->dense);
    free(st->coupling);
    free(st->space_coupling);
    free(st->rubbing);
    free(st->touch);
    free(st->space_flow);
    free(st->space_change);
    free(st->space_hold);
    free(st->touched);
    free(st->flow);
    free(st->flow_pair);
    free(st->memory);
    free(st->seen);
    free(st->motion);
    free(st->grip);
    free(st->gripped);
    free(st->rolling);
    free(st->slide);
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
        s->body.ops->start(s->body.self, y + s->q0, y + sys->layout.v0 + s->v0, y + sys->layout.z0 + s->z0);
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
