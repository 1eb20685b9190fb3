#include "step/law_history.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "contact/law/law_state.h"
#include "evaluate/evaluate.h"
#include "evaluate/law_probe.h"
#include "step/stick_history.h"

/* The next of n places, from this one on, with a flag in one of two lists; n: none. Few have one.
 */
static int
next_place(const unsigned char *one, const unsigned char *two, int place, int n)
{
    for (; place + 8 <= n; place += 8) {
        uint64_t flags[2];
        memcpy(flags, one + place, sizeof *flags);
        memcpy(flags + 1, two + place, sizeof *flags);
        if ((flags[0] | flags[1]) != 0) {
            break;
        }
    }
    while (place < n && one[place] == 0 && two[place] == 0) {
        place++;
    }
    return place;
}

void
quire_memory_observe(struct quire_state *st, const struct quire_part *part, double t,
                     const double *y)
{
    bool placed = false;

    QUIRE_EACH(k, part, slot)
    {
        const struct quire_slot *slot = st->system->slot + k;
        const unsigned char *seen = st->seen + slot->memory0;
        const int n = st->system->law[slot->law].normal->commit != NULL ? slot->n_station : 0;
        bool here = false;
        for (int i = next_place(seen, seen, 0, n); i < n; i = next_place(seen, seen, i + 1, n)) {
            struct quire_motion *motion = st->motion + slot->memory0 + i;
            if (!placed) {
                quire_state_place(st, t, y);
                placed = true;
            }
            if (!here && quire_slot_sheet(slot) >= 0 &&
                (st->system->spatial || st->system->n_gate > 0)) {
                quire_probe_update(st, quire_slot_sheet(slot), y);
            }
            here = true;
            const struct quire_normal_in in = quire_probe(st, slot, y, i);
            if (in.overlap > QUIRE_NOWHERE) { /* else at a corner: it stays as it was seen last */
                motion->overlap = in.overlap;
                motion->closing = in.closing;
            }
        }
    }
}

void
quire_memory_keep(const struct quire_state *st, const struct quire_part *part, unsigned char *seen,
                  struct quire_motion *motion)
{
    QUIRE_EACH(k, part, slot)
    {
        const struct quire_slot *slot = st->system->slot + k;
        const int n = slot->n_station;
        memcpy(seen, st->seen + slot->memory0, (size_t)n);
        for (int i = next_place(seen, seen, 0, n); i < n; i = next_place(seen, seen, i + 1, n)) {
            motion[i] = st->motion[slot->memory0 + i];
        }
        seen += n;
        motion += n;
    }
}

/* Commits at one place, which moved so or is no longer touched (NULL). Returns the energy lost [J].
 */
static double
commit_place(const struct quire_contact_law *law, const struct quire_motion *motion, double since,
             struct quire_law_memory *memory)
{
    const struct quire_normal_in in = {.overlap = motion != NULL ? motion->overlap : QUIRE_NOWHERE,
                                       .closing = motion != NULL ? motion->closing : 0,
                                       .memory = memory};
    /* what is stored may depend on the memory */
    const bool may_lose = motion != NULL && law->normal->stored_at != NULL;
    const double before = may_lose ? law->normal->stored_at(law->normal_data, &in) : 0;

    law->normal->commit(law->normal_data, &in, since, memory);
    return may_lose ? motion->share * (before - law->normal->stored_at(law->normal_data, &in)) : 0;
}

double
quire_memory_commit(struct quire_state *st, const struct quire_part *part,
                    const unsigned char *seen, const struct quire_motion *motion, double since)
{
    double lost = 0;

    QUIRE_EACH(k, part, slot)
    {
        const struct quire_slot *slot = st->system->slot + k;
        const struct quire_contact_law *law = st->system->law + slot->law;
        unsigned char *set = st->set + slot->memory0;
        const int n = law->normal->commit != NULL ? slot->n_station : 0;
        for (int i = next_place(seen, set, 0, n); i < n; i = next_place(seen, set, i + 1, n)) {
            struct quire_law_memory *memory = st->memory + slot->memory0 + i;
            lost += commit_place(law, seen[i] ? motion + i : NULL, since, memory);
            set[i] = memory->mode != 0;
        }
        seen += slot->n_station;
        motion += slot->n_station;
    }
    return lost;
}

const struct quire_object *
quire_slide_text(const struct quire_system *sys, const struct quire_slide *s, char *text,
                 size_t size)
{
    const struct quire_partner_label target = quire_partner_label(sys, s->pair.target);
    const int sheet = quire_partner_index(s->pair.contactor, QUIRE_PARTNER_SHEET);

    if (s->law == NULL || s->pair.contactor.kind == QUIRE_PARTNER_NONE || target.name == NULL) {
        snprintf(text, size, "contact '%s'", s->law == NULL ? "" : s->law->name);
        return NULL;
    }
    if (sheet < 0) {
        snprintf(text, size, "contact '%s' of %s '%s'", s->law->name, target.kind, target.name);
    } else {
        snprintf(text, size, "contact '%s' between sheet '%s' and %s '%s'", s->law->name,
                 sys->sheet[sheet].object->name, target.kind, target.name);
    }
    return target.object;
}
