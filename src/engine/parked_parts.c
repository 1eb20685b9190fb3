#include "engine/parked_parts.h"

#include <stdlib.h>
#include <string.h>

#include "math/kernel.h"
#include "motion/roller_motion.h"

/* rigid rollers that nothing but their drive, their bearings and the other roller of their nip acts
 * on, and whose friction remembers nothing */
static void
find_able(struct quire_parked *p, const struct quire_system *sys)
{
    const bool may = sys->n_free + sys->n_solid + sys->n_spring + sys->n_drag == 0;

    QUIRE_EACH(c, p->part, cluster)
    {
        p->may[c] = may;
        p->led[c] = true;
    }
    for (int k = 0; k < sys->n_small; k++) {
        const struct quire_small *s = sys->small + k;
        p->may[s->cluster] =
            p->may[s->cluster] && s->body.ops == &quire_roller_motion_ops && s->carriage < 0;
        p->led[s->cluster] = p->led[s->cluster] && s->body.nv + s->body.nz == 0;
    }
    for (int k = 0; k < sys->n_slot; k++) {
        if (quire_slot_sheet(sys->slot + k) < 0) {
            p->may[sys->small[sys->slot[k].small].cluster] = false;
        }
    }
    for (int k = 0; k < sys->n_switch; k++) {
        p->may[sys->small[sys->change[k].small].cluster] = false;
    }
    for (int k = 0; k < sys->n_roller; k++) {
        const struct quire_roller *r = sys->roller + k;
        if (r->soft >= 0 || (r->nip >= 0 && sys->nip[r->nip].grip >= 0)) {
            p->may[sys->small[r->small].cluster] = false;
        }
    }
    QUIRE_EACH(c, p->part, cluster)
    {
        p->n_may += p->may[c];
    }
}

/* ---- parts of the part ---- */

static int *
room_for(int n)
{
    return malloc(sizeof(int) * ((size_t)n + 1));
}

/* room for lists of some of the part's bodies; all else is the part's own */
static bool
create_lists(struct quire_part *out, const struct quire_part *part, size_t smalls)
{
    *out = *part;
    out->block = NULL;
    out->small = room_for(part->n_small);
    out->mover = room_for(part->n_mover);
    out->cluster = room_for(part->n_cluster);
    out->nip = room_for(part->n_nip);
    out->roller = room_for(part->n_roller);
    out->has_small = calloc(smalls + 1, sizeof *out->has_small);
    return out->small != NULL && out->mover != NULL && out->cluster != NULL && out->nip != NULL &&
           out->roller != NULL && out->has_small != NULL;
}

static void
destroy_lists(struct quire_part *p)
{
    free(p->small);
    free(p->mover);
    free(p->cluster);
    free(p->nip);
    free(p->roller);
    free(p->has_small);
}

/* those of the part whose clusters have this value in `list` */
void
quire_parked_pick(struct quire_part *out, const struct quire_system *sys,
                  const struct quire_part *part, const bool *list, bool value)
{
    out->n_small = out->n_mover = out->n_cluster = out->n_nip = out->n_roller = 0;
    QUIRE_EACH(k, part, small)
    {
        out->has_small[k] = list[sys->small[k].cluster] == value;
        if (out->has_small[k]) {
            out->small[out->n_small++] = k;
        }
    }
    QUIRE_EACH(k, part, mover)
    {
        if (out->has_small[k]) {
            out->mover[out->n_mover++] = k;
        }
    }
    QUIRE_EACH(c, part, cluster)
    {
        if (list[c] == value) {
            out->cluster[out->n_cluster++] = c;
        }
    }
    QUIRE_EACH(k, part, nip)
    {
        if (out->has_small[sys->roller[sys->nip[k].idler].small]) {
            out->nip[out->n_nip++] = k;
        }
    }
    QUIRE_EACH(k, part, roller)
    {
        if (out->has_small[sys->roller[k].small]) {
            out->roller[out->n_roller++] = k;
        }
    }
}

bool
quire_parked_create(struct quire_parked *p, const struct quire_state *st,
                    const struct quire_part *part, double position_bound, double velocity_bound)
{
    const struct quire_system *sys = st->system;
    const size_t clusters = (size_t)sys->n_cluster + 1, smalls = (size_t)sys->n_small + 1,
                 nv = sys->layout.nv + sys->layout.nz + QUIRE_LANES;

    *p = (struct quire_parked){.part = part,
                               .position_bound = position_bound,
                               .velocity_bound = velocity_bound,
                               .doubt = true};
    if (!(velocity_bound > 0) || part->n_sheet == 0 || part->n_small == 0) {
        return true;
    }
    p->may = calloc(clusters, sizeof *p->may);
    p->is = calloc(clusters, sizeof *p->is);
    p->led = calloc(clusters, sizeof *p->led);
    p->drive = calloc((size_t)sys->n_drive + 1, sizeof *p->drive);
    p->command = calloc((size_t)sys->n_drive + 1, sizeof *p->command);
    p->tried = calloc(clusters, sizeof *p->tried);
    p->clear = calloc(clusters, sizeof *p->clear);
    p->held = calloc(smalls, sizeof *p->held);
    p->speed = calloc(nv, sizeof *p->speed);
    p->earlier = calloc(nv, sizeof *p->earlier);
    p->step = calloc(nv, sizeof *p->step);
    p->y = calloc(sys->layout.length + QUIRE_LANES, sizeof *p->y);
    p->nobody = calloc((size_t)sys->n_sheet + 1, sizeof *p->nobody);
    if (p->may == NULL || p->is == NULL || p->led == NULL || p->drive == NULL ||
        p->command == NULL || p->tried == NULL || p->clear == NULL || p->held == NULL ||
        p->speed == NULL || p->earlier == NULL || p->step == NULL || p->y == NULL ||
        p->nobody == NULL || !create_lists(&p->active, part, smalls) ||
        !create_lists(&p->trial, part, smalls)) {
        return false;
    }
    struct quire_parked_motion *m = &p->motion;
    m->is = calloc(clusters, sizeof *m->is);
    m->command = calloc((size_t)sys->n_drive + 1, sizeof *m->command);
    bool good = m->is != NULL && m->command != NULL;
    for (int i = 0; i < QUIRE_PARKED_MOMENTS; i++) {
        m->moment[i].v = calloc(nv, sizeof *m->moment[i].v);
        good = good && m->moment[i].v != NULL;
    }
    if (!good) {
        return false;
    }
    p->trial.n_sheet = p->trial.n_meeting = p->trial.n_slot = p->trial.n_grip = 0;
    p->trial.has_sheet = p->nobody;
    find_able(p, sys);
    return true;
}

void
quire_parked_destroy(struct quire_parked *p)
{
    if (p->may != NULL) { /* otherwise lists are the part's */
        destroy_lists(&p->active);
        destroy_lists(&p->trial);
    }
    free(p->may);
    free(p->is);
    free(p->led);
    free(p->drive);
    free(p->command);
    free(p->tried);
    free(p->clear);
    free(p->held);
    free(p->speed);
    free(p->earlier);
    free(p->step);
    free(p->y);
    free(p->nobody);
    free(p->motion.is);
    free(p->motion.command);
    for (int i = 0; i < QUIRE_PARKED_MOMENTS; i++) {
        free(p->motion.moment[i].v);
    }
}
