#include "step/stick_history.h"

#include <math.h>
#include <string.h>

#include "contact/law/stick.h"
#include "evaluate/powers.h"
#include "integ/constants.h"

/* where its spring is slack */
static void
slacken(const struct quire_state *st, size_t grip, double *z)
{
    const size_t at = st->system->grip_z + grip;

    z[at] = st->grip[grip].history[QUIRE_LAW_ANCHOR];
    if (st->system->spatial) {
        z[at + (size_t)st->system->n_grip] = st->grip[grip].history[QUIRE_LAW_ANCHOR_ACROSS];
    }
}

/* Of the k-th place where friction holds on: the slide at the last evaluation with the matrix, and
 * as it is after what the velocities have changed by since then, ways not given way; there the law
 * would have to pull with *pulls. */
static void
slide_strained(const struct quire_state *st, int k, const double *since, double gamma,
               const double *fixed, struct quire_place_slides *last, struct quire_slide *before,
               struct quire_slide *after, double *pulls)
{
    *before = quire_places_hold(st, k, NULL)->slide;
    *after = quire_state_slide_after(st, k, since, gamma, last);
    const size_t at = st->system->grip_z + (size_t)(after->grip - st->grip);
    *pulls = after->in.normal < 0 ? -after->in.normal : 0;
    after->in.normal = after->in.normal > 0 ? after->in.normal : 0;
    after->in.slid = fixed[at] + gamma * after->in.slip;
    if (after->in_space) {
        after->slid_across = fixed[at + (size_t)st->system->n_grip] + gamma * after->slip_across;
    }
}

static void
slide_after(const struct quire_state *st, int k, const double *since, double gamma,
            const double *fixed, struct quire_place_slides *last, struct quire_slide *before,
            struct quire_slide *after)
{
    double pulls;

    slide_strained(st, k, since, gamma, fixed, last, before, after, &pulls);
}

void
quire_stick_follow(struct quire_state *st, const double *since, double gamma, const double *fixed,
                   double *z)
{
    struct quire_place_slides last = {.list = NULL};
    struct quire_slide before;

    /* what touches nothing stays where its spring is slack */
    for (int k = 0; k < st->part->n_grip; k++) {
        for (size_t i = st->part->grip[k].first; i < st->part->grip[k].last; i++) {
            slacken(st, i, z);
        }
    }
    st->n_slide = 0;
    for (int k = 0; k < quire_places_holds(st); k++) {
        struct quire_slide after;
        slide_after(st, k, since, gamma, fixed, &last, &before, &after);
        quire_stick_list(st, &after);
    }
    for (int k = 0; k < st->n_slide; k++) {
        quire_stick_give_way(st, st->slide + k, z);
    }
}

/* Friction of a slide along and across [N], and what that of another, `from`, has foreseen for it.
 * The ways follow the slips by gamma. *limit: the larger of what both can hold. */
static void
foresee(const struct quire_slide *from, const struct quire_slide *s, double gamma, double is[2],
        double foreseen[2], double *limit)
{
    const struct quire_slide solved = quire_stick_as_solved(from);
    struct quire_friction_out out, old;
    const double slip = s->in.slip - from->in.slip, normal = s->in.normal - from->in.normal;

    if (!s->in_space) {
        from->law->friction->eval(from->law->friction_data, &solved.in, &old);
        s->law->friction->eval(s->law->friction_data, &s->in, &out);
        *limit = from->turned ? out.limit : fmax(old.limit, out.limit);
        is[0] = out.force;
        foreseen[0] = old.force + (old.d_slip + gamma * old.d_slid) * slip + old.d_normal * normal;
        is[1] = foreseen[1] = 0;
        return;
    }
    struct quire_stick_vector now, then;
    const double across = s->slip_across - from->slip_across;

    quire_stick_eval(&solved, gamma, &then, &old);
    quire_stick_eval(s, gamma, &now, &out);
    *limit = from->turned ? out.limit : fmax(old.limit, out.limit);
    const double pulled =
        then.more * (then.u[0] * slip + then.u[1] * across) + old.d_normal * normal;
    for (int k = 0; k < 2; k++) {
        is[k] = now.f[k];
        foreseen[k] = then.f[k] + then.ratio * (k == 0 ? slip : across) + pulled * then.u[k];
    }
}

static double
unforeseen(const struct quire_slide *from, const struct quire_slide *s, double gamma, double *limit)
{
    double is[2], foreseen[2];

    foresee(from, s, gamma, is, foreseen, limit);
    const double x = is[0] - foreseen[0], y = is[1] - foreseen[1];
    return sqrt(x * x + y * y);
}

static double
largest_normal(const struct quire_state *st)
{
    double most = 0;

    for (int k = 0; k < quire_places_holds(st); k++) {
        most = fmax(most, quire_places_hold(st, k, NULL)->slide.in.normal);
    }
    return most;
}

double
quire_stick_mismatch(const struct quire_state *st, const double *since, double gamma,
                     const double *fixed)
{
    struct quire_place_slides last = {.list = NULL};
    const double light = QUIRE_STICK_LIGHT * largest_normal(st);
    double most = 0;

    for (int k = 0; k < quire_places_holds(st); k++) {
        struct quire_slide before, after;
        double limit;
        slide_after(st, k, since, gamma, fixed, &last, &before, &after);
        if (fmax(before.in.normal, after.in.normal) > light) {
            const double force = unforeseen(&before, &after, gamma, &limit);
            most = force > 0 ? fmax(most, force / limit) : most;
        }
    }
    return most;
}

/* where two sheets are in the list, -1: there is no room for them. Places of one pair follow each
 * other. */
static int
find_between(struct quire_stick_between *between, int *n, int most, int first, int second)
{
    int k = *n - 1;

    while (k >= 0 && !(between[k].first == first && between[k].second == second)) {
        k--;
    }
    if (k < 0 && *n < most) {
        k = (*n)++;
        between[k] = (struct quire_stick_between){.first = first, .second = second};
    }
    return k;
}

static void
mark_loose(void *strain, int sheet)
{
    struct quire_stick_strain *of = strain;

    of[sheet].loose = true;
}

static void
add_strain(int sheet, const struct quire_stick_strain *more, struct quire_stick_strain *strain)
{
    if (sheet >= 0) {
        strain[sheet].limit += more->limit;
        strain[sheet].pressed += more->pressed;
        strain[sheet].lifted += more->lifted;
        strain[sheet].given += more->given;
        strain[sheet].eased += more->eased;
    }
}

int
quire_stick_strains(const struct quire_state *st, const double *since, double gamma,
                    const double *fixed, const bool *moves, struct quire_stick_strain *strain,
                    struct quire_stick_between *between, int most)
{
    struct quire_place_slides last = {.list = NULL};
    int n = 0;

    for (int k = 0; k < quire_places_holds(st); k++) {
        struct quire_slide before, after;
        struct quire_stick_strain place = {0};
        double is[2], pull[2];
        slide_strained(st, k, since, gamma, fixed, &last, &before, &after, &place.lifted);
        foresee(&before, &after, gamma, is, pull, &place.limit);
        place.limit *= after.share;
        place.pressed = after.share * before.in.normal;
        place.lifted *= after.share;
        const int a = quire_partner_index(after.pair.contactor, QUIRE_PARTNER_SHEET),
                  b = quire_partner_index(after.pair.target, QUIRE_PARTNER_SHEET);
        const bool by_others = a >= 0 && (moves[a] || (b >= 0 && moves[b]));
        place.given = by_others ? place.pressed : 0;
        place.eased = by_others ? fmax(place.pressed - after.share * after.in.normal, 0) : 0;
        add_strain(a, &place, strain);
        add_strain(b, &place, strain);
        if (a < 0 || by_others) {
            continue;
        }
        const int at = b < 0 ? find_between(between, &n, most, a, -1)
                             : find_between(between, &n, most, a < b ? a : b, a < b ? b : a);
        if (at < 0) {
            return -1;
        }
        /* of two sheets the second one is pulled the other way across */
        double *to = between[at].pull[quire_places_hold(st, k, NULL)->quarter];
        to[0] += after.share * pull[0];
        to[1] += (b >= 0 && a > b ? -1 : 1) * after.share * pull[1];
        between[at].limit += place.limit;
    }
    /* friction that does not hold on lets sheets creep */
    quire_state_mark_rubbed(st, mark_loose, strain);
    return n;
}

/* the grip takes over what the law remembers along u */
static void
draw_along(const struct quire_slide *s, const double u[2], const struct quire_law_memory *memory)
{
    const double x = s->grip->history[QUIRE_LAW_ANCHOR],
                 y = s->grip->history[QUIRE_LAW_ANCHOR_ACROSS];
    const double drawn = memory->history[QUIRE_LAW_ANCHOR] - (u[0] * x + u[1] * y);

    *s->grip = *memory;
    s->grip->history[QUIRE_LAW_ANCHOR] = x + drawn * u[0];
    s->grip->history[QUIRE_LAW_ANCHOR_ACROSS] = y + drawn * u[1];
}

static void
commit(const struct quire_slide *s, double elapsed)
{
    struct quire_law_memory memory;
    double u[2], by_slip;

    if (!s->in_space) {
        struct quire_friction_in in = s->in;
        in.elapsed = elapsed;
        s->law->friction->commit(s->law->friction_data, &in, s->grip);
        return;
    }
    quire_stick_pull(s, 0, u, &by_slip);
    struct quire_friction_in in = quire_stick_along(s, u, &memory);
    in.elapsed = elapsed;
    s->law->friction->commit(s->law->friction_data, &in, &memory);
    draw_along(s, u, &memory);
}

void
quire_stick_commit(struct quire_state *st, const struct quire_part *part,
                   const struct quire_slide *slide, int n, double elapsed)
{
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            st->gripped[i] = 0;
        }
    }
    for (int k = 0; k < n; k++) {
        st->gripped[slide[k].grip - st->grip] = 1;
        st->rolling[slide[k].grip - st->grip] = slide[k].rolling;
        commit(slide + k, elapsed);
        memcpy(slide[k].grip->way, slide[k].way, sizeof slide[k].way);
    }
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            st->grip[i].mode = st->gripped[i] ? st->grip[i].mode : 0;
            st->rolling[i] = st->gripped[i] ? st->rolling[i] : 0;
            if (!st->gripped[i]) {
                memset(st->grip[i].way, 0, sizeof st->grip[i].way);
            }
        }
    }
}

double
quire_stick_longest_step(const struct quire_state *st, const struct quire_part *part)
{
    const struct quire_system *sys = st->system;
    /* in steps of 0.1 s sheets that friction holds on to others that rest creep by up to 1 um/s,
     * until those wake up and slide */
    const bool beside_resting = part->n_grip > 0 && part->n_meeting > part->n_sheet;
    double least = beside_resting ? QUIRE_REST_EVERY : HUGE_VAL;

    QUIRE_EACH(k, part, sheet)
    {
        const struct quire_sheet *s = sys->sheet + k;
        const int grip = s->grip0 + 2 * (s->chain.n + 1);
        int nip = -1; /* the first that holds it */
        double creep = 0;
        for (int r = 0; part->n_grip > 0 && s->ladder == NULL && r < sys->n_roller &&
                        grip + r < s->grip0 + s->n_grip;
             r++) {
            const int other = sys->roller[r].nip;
            if (other < 0 || !(st->rolling[grip + r] > 0) || st->grip[grip + r].mode == 0) {
                continue;
            }
            creep = fmax(creep, st->rolling[grip + r]);
            if (nip >= 0 && other != nip) {
                /* rolling is speed / (2 ka h) */
                least = fmin(least, QUIRE_ROLLING_STEP / (2 * s->chain.ka * creep));
            }
            nip = nip < 0 ? other : nip;
        }
    }
    return least;
}

void
quire_stick_rest(const struct quire_state *st, const struct quire_part *part, double *z)
{
    for (int k = 0; k < part->n_grip; k++) {
        for (size_t i = part->grip[k].first; i < part->grip[k].last; i++) {
            if (!st->gripped[i]) {
                slacken(st, i, z);
            }
        }
    }
}
