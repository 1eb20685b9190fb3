#include "machine/subsystem.h"

#include <stdlib.h>
#include <string.h>

#include "machine/system.h"

static void
add_range(struct quire_range *range, int *n, size_t first, size_t length)
{
    if (length == 0) {
        return;
    }
    if (*n > 0 && range[*n - 1].last == first) {
        range[*n - 1].last += length;
    } else {
        range[(*n)++] = (struct quire_range){first, first + length};
    }
}

/* everything, with the padding between the sections: loops without tails */
static void
whole_ranges(struct quire_part *p, const struct quire_layout *l)
{
    add_range(p->all, &p->n_all, 0, l->length);
    add_range(p->q, &p->n_q, 0, l->sheet_length);
    add_range(p->vz, &p->n_vz, 0, l->nv + l->nz);
    add_range(p->z, &p->n_z, 0, l->nz);
}

/* of a sheet that stands still those where the part's own sheets may touch it */
static void
list_grips_of_sheet(struct quire_part *p, const struct quire_sheet *sheet, const bool *still_grip)
{
    const size_t first = (size_t)sheet->grip0, n = (size_t)sheet->n_grip;

    if (still_grip == NULL) {
        add_range(p->grip, &p->n_grip, first, n);
        return;
    }
    for (size_t i = first; i < first + n; i++) {
        add_range(p->grip, &p->n_grip, i, still_grip[i] ? 0 : 1);
    }
}

static void
list_grips(struct quire_part *p, const struct quire_system *sys, const struct quire_membership *of)
{
    QUIRE_EACH(k, p, meeting)
    {
        list_grips_of_sheet(p, sys->sheet + k, p->has_sheet[k] ? NULL : of->still_grip);
    }
    for (int k = 0; k < sys->n_free; k++) {
        add_range(p->grip, &p->n_grip, (size_t)sys->free[k].grip0,
                  p->has_small[sys->free[k].small] ? (size_t)sys->free[k].n_grip : 0);
    }
    for (int k = 0; k < sys->n_encounter; k++) {
        const struct quire_encounter *e = sys->encounter + k;
        add_range(p->grip, &p->n_grip, (size_t)e->grip0,
                  p->has_small[sys->solid[e->solid].small] ? (size_t)e->n_grip : 0);
    }
    QUIRE_EACH(k, p, nip)
    {
        add_range(p->grip, &p->n_grip, (size_t)(sys->nip[k].grip < 0 ? 0 : sys->nip[k].grip),
                  sys->nip[k].grip < 0 ? 0 : 1);
    }
    for (int k = 0; k < sys->n_clutch; k++) {
        const struct quire_clutch *clutch = sys->clutch + k;
        const bool here = clutch->grip >= 0 && p->has_small[sys->change[clutch->which].small];
        add_range(p->grip, &p->n_grip, here ? (size_t)clutch->grip : 0, here ? 1 : 0);
    }
}

static void
list_ranges(struct quire_part *p, const struct quire_system *sys, const struct quire_membership *of)
{
    const struct quire_layout *l = &sys->layout;

    QUIRE_EACH(k, p, sheet)
    {
        add_range(p->q, &p->n_q, sys->sheet[k].x0, sys->sheet[k].size);
    }
    for (int i = 0; i < p->n_q; i++) {
        add_range(p->all, &p->n_all, p->q[i].first, p->q[i].last - p->q[i].first);
        add_range(p->vz, &p->n_vz, p->q[i].first, p->q[i].last - p->q[i].first);
    }
    QUIRE_EACH(k, p, small)
    {
        add_range(p->all, &p->n_all, (size_t)sys->small[k].q0, (size_t)sys->small[k].body.nq);
        add_range(p->vz, &p->n_vz, (size_t)sys->small[k].v0, (size_t)sys->small[k].body.nv);
        add_range(p->z, &p->n_z, (size_t)sys->small[k].z0, (size_t)sys->small[k].body.nz);
    }
    list_grips(p, sys, of);
    for (int across = 0; across < (sys->spatial ? 2 : 1); across++) {
        for (int i = 0; i < p->n_grip; i++) {
            add_range(p->z, &p->n_z,
                      sys->grip_z + (size_t)(across * sys->n_grip) + p->grip[i].first,
                      p->grip[i].last - p->grip[i].first);
        }
    }
    for (int i = 0; i < p->n_z; i++) {
        add_range(p->vz, &p->n_vz, l->nv + p->z[i].first, p->z[i].last - p->z[i].first);
    }
    for (int i = 0; i < p->n_vz; i++) {
        add_range(p->all, &p->n_all, l->v0 + p->vz[i].first, p->vz[i].last - p->vz[i].first);
    }
}

int
quire_cluster_unknowns(const struct quire_system *sys, int cluster)
{
    int n = 0;

    for (int k = 0; k < sys->n_small; k++) {
        n += sys->small[k].cluster == cluster ? sys->small[k].body.nv + sys->small[k].body.nz : 0;
    }
    return n;
}

static bool
is_in(const int *island, int k, int number)
{
    return island == NULL || island[k] == number;
}

static bool
follows(const struct quire_part *p, const struct quire_system *sys, int drive)
{
    QUIRE_EACH(k, p, small)
    {
        if (quire_small_follows(sys->small + k, drive)) {
            return true;
        }
    }
    return false;
}

static struct quire_range *
take_ranges(struct quire_range **at, const struct quire_range *range, int n)
{
    struct quire_range *taken = *at;

    memcpy(taken, range, sizeof *range * (size_t)n);
    *at += n;
    return taken;
}

static int *
take_indices(int **at, const int *index, int n)
{
    int *taken = *at;

    memcpy(taken, index, sizeof *index * (size_t)n);
    *at += n;
    return taken;
}

/* The same in no more room than it needs: there may be as many parts as sheets. */
static int
shrink(struct quire_part *p, size_t smalls, size_t sheets)
{
    const size_t ranges =
        (size_t)p->n_all + (size_t)p->n_q + (size_t)p->n_vz + (size_t)p->n_z + (size_t)p->n_grip;
    const size_t indices = (size_t)p->n_sheet + (size_t)p->n_meeting + (size_t)p->n_small +
                           (size_t)p->n_mover + (size_t)p->n_cluster + (size_t)p->n_nip +
                           (size_t)p->n_slot + (size_t)p->n_roller + (size_t)p->n_drive;
    char *block =
        malloc(ranges * sizeof *p->all + indices * sizeof *p->sheet + smalls + sheets + 1);

    if (block == NULL) {
        return -1;
    }
    struct quire_range *range = (struct quire_range *)(void *)block;
    int *index = (int *)(void *)(range + ranges);
    p->all = take_ranges(&range, p->all, p->n_all);
    p->q = take_ranges(&range, p->q, p->n_q);
    p->vz = take_ranges(&range, p->vz, p->n_vz);
    p->z = take_ranges(&range, p->z, p->n_z);
    p->grip = take_ranges(&range, p->grip, p->n_grip);
    p->sheet = take_indices(&index, p->sheet, p->n_sheet);
    p->meeting = take_indices(&index, p->meeting, p->n_meeting);
    p->small = take_indices(&index, p->small, p->n_small);
    p->mover = take_indices(&index, p->mover, p->n_mover);
    p->cluster = take_indices(&index, p->cluster, p->n_cluster);
    p->nip = take_indices(&index, p->nip, p->n_nip);
    p->slot = take_indices(&index, p->slot, p->n_slot);
    p->roller = take_indices(&index, p->roller, p->n_roller);
    p->drive = take_indices(&index, p->drive, p->n_drive);
    bool *has = (bool *)index;
    memcpy(has, p->has_small, smalls * sizeof *has); /* those of sheets stand behind */
    memcpy(has + smalls, p->has_sheet, sheets * sizeof *has);
    p->has_small = has;
    p->has_sheet = has + smalls;
    free(p->block);
    p->block = block;
    return 0;
}

/* How many there may be of what a part lists. */
struct part_sizes {
    size_t sheets, smalls, slots, clusters, nips, rollers, drives, holders;
};

static struct part_sizes
sizes_of(const struct quire_system *sys, const struct quire_membership *of)
{
    const int apart = of != NULL && of->still_grip != NULL ? sys->n_grip / 2 + 1 : 0;

    return (struct part_sizes){.sheets = (size_t)sys->n_sheet,
                               .smalls = (size_t)sys->n_small,
                               .slots = (size_t)sys->n_slot,
                               .clusters = (size_t)sys->n_cluster,
                               .nips = (size_t)sys->n_nip,
                               .rollers = (size_t)sys->n_roller,
                               .drives = (size_t)sys->n_drive,
                               .holders = (size_t)(sys->n_sheet + sys->n_nip + sys->n_free +
                                                   sys->n_encounter + sys->n_clutch + apart)};
}

/* Its lists in one block of memory, the ranges first. */
static void
lay_out(struct quire_part *p, const struct part_sizes *n, char *at, size_t ranges)
{
    struct quire_range *range = (struct quire_range *)(void *)at;

    p->block = at;
    p->all = range;
    p->q = p->all + 2 * n->sheets + 3 * n->smalls + n->slots + 2 * n->holders + 2;
    p->vz = p->q + n->sheets + 1;
    p->z = p->vz + n->sheets + n->smalls + n->slots + 2 * n->holders + 2;
    p->grip = p->z + n->smalls + n->slots + 2 * n->holders + 2;
    int *index = (int *)(void *)(range + ranges);
    p->sheet = index;
    p->meeting = p->sheet + n->sheets;
    p->small = p->meeting + n->sheets;
    p->mover = p->small + n->smalls;
    p->cluster = p->mover + n->smalls;
    p->nip = p->cluster + n->clusters;
    p->slot = p->nip + n->nips;
    p->roller = p->slot + n->slots;
    p->drive = p->roller + n->rollers;
    p->has_small = (bool *)(p->drive + n->drives);
    p->has_sheet = p->has_small + n->smalls;
}

/* its sheets, and its bodies with those for which nothing is solved */
static void
list_bodies(struct quire_part *p, const struct quire_system *sys, const struct quire_membership *of,
            int number)
{
    for (int k = 0; k < sys->n_sheet; k++) {
        if (!is_in(of != NULL ? of->of_sheet : NULL, k, number)) {
            continue;
        }
        p->meeting[p->n_meeting++] = k;
        if (of == NULL || of->still == NULL || !of->still[k]) {
            p->has_sheet[k] = true;
            p->sheet[p->n_sheet++] = k;
        }
    }
    const int *of_cluster = of != NULL ? of->of_cluster : NULL;
    for (int k = 0; k < sys->n_cluster; k++) {
        if (is_in(of_cluster, k, number)) {
            p->cluster[p->n_cluster++] = k;
        }
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        if (is_in(of_cluster, s->cluster, number) || quire_cluster_unknowns(sys, s->cluster) == 0) {
            p->has_small[k] = true;
            p->small[p->n_small++] = k;
            if (s->body.nv + s->body.nz > 0) {
                p->mover[p->n_mover++] = k;
            }
        }
    }
}

/* what acts between them */
static void
list_links(struct quire_part *p, const struct quire_system *sys, const struct quire_membership *of,
           int number)
{
    for (int k = 0; k < sys->n_roller; k++) {
        if (p->has_small[sys->roller[k].small] && sys->small[sys->roller[k].small].body.nv > 0) {
            p->roller[p->n_roller++] = k;
        }
    }
    for (int k = 0; k < sys->n_drive; k++) {
        if (of == NULL || follows(p, sys, k) || quire_drive_moves_gate(sys, k) ||
            quire_drive_presses(sys, k)) {
            p->drive[p->n_drive++] = k;
        }
    }
    for (int k = 0; k < sys->n_nip; k++) {
        if (is_in(of != NULL ? of->of_cluster : NULL,
                  sys->small[sys->roller[sys->nip[k].idler].small].cluster, number)) {
            p->nip[p->n_nip++] = k;
        }
    }
    for (int k = 0; k < sys->n_slot; k++) {
        if (quire_part_has_slot(p, sys->slot + k)) {
            p->slot[p->n_slot++] = k;
        }
    }
}

int
quire_part_create(struct quire_part *p, const struct quire_system *sys,
                  const struct quire_membership *of, int number)
{
    const struct part_sizes n = sizes_of(sys, of);
    const size_t indices = 2 * n.sheets + 2 * n.smalls + n.slots + n.clusters + n.nips + n.rollers +
                           n.drives,
                 ranges = 4 * n.sheets + 5 * n.smalls + 3 * n.slots + 7 * n.holders + 8;
    char *at =
        malloc(ranges * sizeof *p->all + indices * sizeof *p->sheet + n.smalls + n.sheets + 1);

    memset(p, 0, sizeof *p);
    if (at == NULL) {
        return -1;
    }
    lay_out(p, &n, at, ranges);
    memset(p->has_small, 0, n.smalls + n.sheets); /* and those of sheets behind */
    list_bodies(p, sys, of, number);
    list_links(p, sys, of, number);
    if (of == NULL) {
        whole_ranges(p, &sys->layout);
        add_range(p->grip, &p->n_grip, 0, (size_t)sys->n_grip);
    } else {
        list_ranges(p, sys, of);
    }
    if (shrink(p, n.smalls, n.sheets) != 0) {
        quire_part_destroy(p);
        return -1;
    }
    return 0;
}

void
quire_part_destroy(struct quire_part *p)
{
    free(p->block);
    memset(p, 0, sizeof *p);
}
