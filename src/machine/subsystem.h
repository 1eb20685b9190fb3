/* Parts of a machine: the sheets and small bodies that one integrator advances together, and where
 * their values stand in the state vector. Everything that loops over sheets or bodies in an
 * evaluation or a step loops over those of the state's present part. */
#ifndef QUIRE_MACHINE_SUBSYSTEM_H
#define QUIRE_MACHINE_SUBSYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/layout.h"

struct quire_system;

struct quire_part {
    int *sheet, n_sheet; /* indices in the system, rising */
    /* those, and sheets that it does not move but may touch: they stand still for it; rising */
    int *meeting, n_meeting;
    /* its bodies, and those for which nothing is solved: any sheet may touch them */
    int *small, n_small;
    int *mover, n_mover; /* of these, those with velocities or states */
    int *cluster, n_cluster, *nip, n_nip, *slot, n_slot;
    int *roller, n_roller; /* those that may move out of their place */
    int *drive, n_drive;   /* those that its bodies hang on; in the whole, all */
    /* (system->n_small), (system->n_sheet): which are among them */
    bool *has_small, *has_sheet;
    /* its entries of y = [Q | V | Z]; of Q, sheets alone; of [V | Z]; and of Z */
    struct quire_range *all, *q, *vz, *z;
    /* its places where friction may hold on: of state->grip */
    struct quire_range *grip;
    int n_all, n_q, n_vz, n_z, n_grip;
    void *block;
};

/* QUIRE_EACH(k, part, sheet) { ... }: k is each of the part's sheets in turn. */
#define QUIRE_EACH(k_, part_, what_)                                                               \
    for (int k_##_at = 0, k_ = 0;                                                                  \
         k_##_at < (part_)->n_##what_ && (k_ = (part_)->what_[k_##_at], true); k_##_at++)

/* QUIRE_EACH_MET(b, part, a) { ... }: b is each sheet that a, one of those that meet, is held
 * against: any for a sheet of the part; the part's own for one that stands still. */
#define QUIRE_EACH_MET(b_, part_, a_)                                                              \
    for (int b_##_at = 0, b_ = 0;                                                                  \
         (part_)->has_sheet[a_]                                                                    \
             ? b_##_at < (part_)->n_meeting && (b_ = (part_)->meeting[b_##_at], true)              \
             : b_##_at < (part_)->n_sheet && (b_ = (part_)->sheet[b_##_at], true);                 \
         b_##_at++)

/* Which part each sheet and each cluster of small bodies belongs to, by number. */
struct quire_membership {
    const int *of_sheet, *of_cluster;
    const bool *still; /* (n_sheet): it stands still for its part; NULL: none */
    /* (n_grip): a place of such a sheet where the part's own sheets do not touch; NULL if none */
    const bool *still_grip;
};

/* How many unknowns the small bodies of a cluster have. */
int quire_cluster_unknowns(const struct quire_system *system, int cluster);

/* The part of this number, or everything where `of` is NULL. 0, or -1 when memory runs out. */
int quire_part_create(struct quire_part *out, const struct quire_system *system,
                      const struct quire_membership *of, int number);
void quire_part_destroy(struct quire_part *part);

#endif
