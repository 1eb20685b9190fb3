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

/* How many unknowns the small bodies of a cluster have. */
int quire_cluster_unknowns(const struct quire_system *system, int cluster);

/* The part made of sheets and clusters of small bodies with island[k] == number, or of everything
 * where both are NULL. 0, or -1 when memory runs out. */
int quire_part_create(struct quire_part *out, const struct quire_system *system,
                      const int *island_of_sheet, const int *island_of_cluster, int number);
void quire_part_destroy(struct quire_part *part);

#endif
