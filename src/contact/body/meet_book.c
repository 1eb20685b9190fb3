#include "contact/body/meet_book.h"

/* what there is after a step; over gamma */
static void
after(const struct kept_meet *m, const double *d, double gamma, double all[KEPT_ALL])
{
    double step[QUIRE_KEPT_MOST];

    for (int i = 0; i < m->n; i++) {
        step[i] = m->at[i] < 0 ? 0 : d[m->at[i]] / gamma;
    }
    for (int k = 0; k < (m->in_space ? KEPT_ALL : KEPT_LATERAL); k++) {
        all[k] = m->now[k];
        for (int i = 0; i < m->n; i++) {
            all[k] += m->by[k][i] * step[i];
        }
    }
    if (!m->in_space) {
        all[KEPT_LATERAL] = all[KEPT_ACROSS] = 0;
    }
}

static void
powers(const struct quire_state *st, const struct quire_place_list *list, const double *d,
       double gamma, struct quire_powers *to)
{
    (void)st;
    for (int k = 0; k < list->n; k++) {
        const struct kept_meet *m = (const struct kept_meet *)list->item + k;
        double all[KEPT_ALL];
        after(m, d, gamma, all);
        to->friction -= all[KEPT_FRICTION] * all[KEPT_SLIP] + all[KEPT_LATERAL] * all[KEPT_ACROSS];
        to->belts += all[KEPT_FRICTION] * m->belt;
        to->contact += all[KEPT_LOST] * all[KEPT_CLOSING];
        to->drives += all[KEPT_DRIVES];
    }
}

static void
forces(const struct quire_state *st, const struct quire_place_list *list, double gamma,
       double *force)
{
    (void)st;
    for (int k = 0; k < list->n; k++) {
        const struct kept_meet *m = (const struct kept_meet *)list->item + k;
        for (int i = 0; i < m->n; i++) {
            if (m->at[i] < 0) {
                continue;
            }
            double sum = m->now[KEPT_FRICTION] * m->by[KEPT_SLIP][i] -
                         m->now[KEPT_LOST] * m->by[KEPT_CLOSING][i];
            if (m->in_space) {
                sum += m->now[KEPT_LATERAL] * m->by[KEPT_ACROSS][i];
            }
            force[m->at[i]] += sum / gamma;
        }
    }
}

static void
slides(const struct quire_state *st, const struct quire_place_list *list, int k, const double *d,
       double gamma, struct quire_place_slides *to)
{
    const struct kept_meet *m = (const struct kept_meet *)list->item + k;
    double all[KEPT_ALL];

    (void)st;
    after(m, d, gamma, all);
    to->slip[0] = all[KEPT_SLIP] - m->now[KEPT_SLIP];
    to->across[0] = all[KEPT_ACROSS] - m->now[KEPT_ACROSS];
    to->normal[0] = all[KEPT_NORMAL];
}

/* what bodies do to sheets counts as held */
static bool
rubs(const struct quire_place_list *list, int k, int sheet[2])
{
    (void)list;
    (void)k;
    (void)sheet;
    return false;
}

const struct quire_place_book quire_meet_book = {powers, forces, slides, rubs};
