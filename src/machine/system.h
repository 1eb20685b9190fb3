/* The compiled machine: const topology and constants, built once from a model (compile/machine.h).
 */
#ifndef QUIRE_MACHINE_SYSTEM_H
#define QUIRE_MACHINE_SYSTEM_H

#include <stdbool.h>

#include "kind/view.h"
#include "machine/body.h"
#include "machine/contact_law.h"
#include "machine/drive.h"
#include "machine/element.h"
#include "machine/guide.h"
#include "machine/layout.h"
#include "machine/pad.h"
#include "machine/roller.h"
#include "machine/sheet.h"
#include "machine/subsystem.h"
#include "model/kinds_settings.h"

struct quire_system {
    const struct quire_model *model;
    bool odometers; /* carriages, gates or rules ask how far drives have driven */
    bool spatial;
    struct quire_layout layout;
    double gravity[2];
    /* somewhat less than the thinnest solid: a step that moves no node farther crosses none [m] */
    double safe_travel;
    /* never NULL: the model's, or the defaults of their kinds */
    const struct quire_run_params *run;
    const struct quire_solver_params *solver;
    struct quire_contact_law *law;
    struct quire_drive *drive;
    struct quire_sheet *sheet;
    struct quire_small *small;
    struct quire_roller *roller;
    /* spatial models: rollers as sheets touch them, those of a roller side by side */
    struct quire_pad *pad;
    struct quire_nip *nip;
    struct quire_switch *change; /* (n_switch) */
    struct quire_lifter *lifter;
    struct quire_clutch *clutch;
    struct quire_guide *guide;
    struct quire_wall *wall;
    struct quire_bed *bed;
    struct quire_gate *gate;
    /* (n_face + n_edge): pieces of guides; then the kinks and the ends of walls at their corners,
     * and pieces of the tips of bristles, which sheets alone meet */
    struct quire_face *face;
    struct quire_corner_contact *corner;
    struct quire_free *free;
    struct quire_soft *soft;
    /* unit vectors to the points of soft rims (QUIRE_RIM_POINTS); NULL without soft bodies */
    double (*rim)[2];
    struct quire_meeting *meeting;
    struct quire_solid *solid;
    struct quire_encounter *encounter;
    struct quire_sleeve *sleeve;
    struct quire_pressure *pressure;
    struct quire_spring *spring;
    struct quire_drag *drag;
    struct quire_slot *slot;
    /* (n_sheet, n_sheet): of two sheets; -1: they pass through each other. NULL in space */
    int *sheet_law;
    bool sheets_meet; /* any of them is there */
    int *sheet_slot;  /* (n_sheet, n_law): -1 where the law remembers nothing of the sheet */
    struct quire_outline *path;
    const struct quire_object **path_object;
    int n_law, n_drive, n_sheet, n_small, n_roller, n_pad, n_nip, n_guide, n_guide_view, n_wall,
        n_bed, n_gate, n_face, n_edge, n_corner, n_sleeve, n_pressure, n_path, n_slot, n_free,
        n_soft, n_meeting, n_meeting_place, n_place, n_solid, n_encounter, n_solid_place, n_spring,
        n_drag, n_switch, n_lifter, n_clutch;
    /* its elements in the order of the model file, in which users know them */
    struct quire_in_file in_file;
    int *tilted; /* guides that are tilted (n_tilted) */
    int n_tilted;
    int n_unknown; /* velocities and states of all small bodies together */
    int n_cluster;
    int n_memory; /* stations with law memories, over all slots */
    /* where the ways slid begin in Z, behind the states of the small bodies: one for each place at
     * which friction may hold on; in space those across n_grip behind */
    size_t grip_z;
    int n_grip;
    void *arena;
};

/* Whether a drive presses on sheets from afar: then it matters to all of them. */
static inline bool
quire_drive_presses(const struct quire_system *system, int drive)
{
    for (int k = 0; k < system->n_pressure; k++) {
        if (system->pressure[k].drive == drive) {
            return true;
        }
    }
    return false;
}

/* Whether a drive moves any gate: then it matters to all sheets. */
static inline bool
quire_drive_moves_gate(const struct quire_system *system, int drive)
{
    for (int k = 0; k < system->n_gate; k++) {
        if (system->gate[k].drive == drive) {
            return true;
        }
    }
    return false;
}

/* Guides as observers see them, rollers, and other sheets: what a sheet may touch. Of two sheets
 * the first touches the second. */
static inline int
quire_touch_targets(const struct quire_system *system)
{
    return system->n_guide_view + system->n_roller + (system->sheets_meet ? system->n_sheet : 0);
}

/* Where a sheet's targets begin in state->touched. */
static inline size_t
quire_touched_row(const struct quire_system *system, int sheet)
{
    return (size_t)sheet * (size_t)quire_touch_targets(system);
}

/* The column of state->touched that tells of a guide, a roller or another sheet; -1: there is none
 * for this. */
static inline int
quire_touched_column(const struct quire_system *system, struct quire_partner target)
{
    return target.kind == QUIRE_PARTNER_GUIDE    ? system->guide[target.index].view
           : target.kind == QUIRE_PARTNER_ROLLER ? system->n_guide_view + target.index
           : target.kind == QUIRE_PARTNER_SHEET
               ? system->n_guide_view + system->n_roller + target.index
               : -1;
}

/* Index in state->wrap of a sheet and a roller; in space, of a sheet and a pad. */
static inline size_t
quire_wrap_of(const struct quire_system *system, int sheet, int target)
{
    return (size_t)sheet * (size_t)(system->spatial ? system->n_pad : system->n_roller) +
           (size_t)target;
}

static inline bool
quire_part_has_slot(const struct quire_part *part, const struct quire_slot *slot)
{
    const int sheet = quire_slot_sheet(slot);

    return sheet >= 0 ? part->has_sheet[sheet] : part->has_small[slot->small];
}

#endif
