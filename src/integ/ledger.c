#include "integ/ledger.h"

#include <cvode/cvode.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/body/soft.h"
#include "force/space_sheet.h"

static bool
make_motion(struct quire_ledger *self, const struct quire_rooms *rooms)
{
    const struct quire_layout *l = &self->state->system->layout;
    const size_t each = l->nv + l->nz + QUIRE_LANES;
    size_t own = 0;

    for (int k = 0; k < self->part->n_vz; k++) {
        own += self->part->vz[k].last - self->part->vz[k].first;
    }
    self->motion.block = calloc(2 * own + 1, sizeof(double));
    self->motion.mean = rooms == NULL ? calloc(2 * each, sizeof(double)) : NULL;
    if (self->motion.block == NULL || (rooms == NULL && self->motion.mean == NULL)) {
        return false;
    }
    self->motion.v = self->motion.block;
    self->motion.a = self->motion.v + own;
    self->motion.v_mean = rooms == NULL ? self->motion.mean : rooms->given;
    self->motion.a_mean = rooms == NULL ? self->motion.v_mean + each : rooms->history;
    return true;
}

bool
quire_ledger_create(struct quire_ledger *self, struct quire_state *state,
                    const struct quire_norm *norm, const struct quire_newton *newton, void *cvode,
                    N_Vector spare, const struct quire_rooms *rooms)
{
    *self =
        (struct quire_ledger){.state = state,
                              .part = norm->part,
                              .newton = newton,
                              .cvode = cvode,
                              .spare = spare,
                              .packing = &norm->packing,
                              .unpacked_spare = rooms != NULL ? rooms->spare : NV_DATA_S(spare)};
    return make_motion(self, rooms);
}

void
quire_ledger_destroy(struct quire_ledger *self)
{
    free(self->motion.block);
    free(self->motion.mean);
}

/* ---- flows ---- */

static double
sheet_power(const struct quire_ledger *self, double t, const double *y)
{
    const struct quire_state *st = self->state;
    double power = 0;

    QUIRE_EACH(k, self->part, sheet)
    {
        const struct quire_sheet *s = st->system->sheet + k;
        const struct quire_chain *c = &s->chain;
        const double *vx = y + st->system->layout.v0 + s->x0;
        if (st->sheet[k].entered && s->ladder != NULL) {
            power += quire_space_sheet_dissipation(st, k, t, y);
        } else if (st->sheet[k].entered) {
            power += quire_chain_dissipation(c, &st->sheet[k].chain, vx, vx + c->stride);
        }
    }
    return power;
}

/* at a state that no step has evaluated */
static struct quire_powers
powers_at(struct quire_ledger *self, double t, const double *y)
{
    struct quire_state *st = self->state;
    const struct quire_part *focus = st->part;

    quire_state_focus(st, self->part);
    quire_state_forces(st, t, y);
    st->n_forces--; /* only the solver's own are counted */
    struct quire_powers power = st->power;
    power.contact -= power.given;
    power.sheet = sheet_power(self, t, y);
    quire_state_focus(st, focus);
    return power;
}

/* velocities and accelerations where the error of a step of this order acts, and those at its end
 * for the next step */
static QUIRE_CLONES void
mean_motion(struct quire_ledger *self, const double *y, int order)
{
    const double *restrict v = y + self->state->system->layout.v0, *restrict a = quire_newton_rates(
                                                                       self->newton);
    const double late = self->moved ? 1.0 / (order + 2) : 1, early = 1 - late,
                 inverse = 1 / self->newton->gamma;
    double *restrict v_mean = self->motion.v_mean, *restrict a_mean = self->motion.a_mean;
    size_t done = 0;

    for (int k = 0; k < self->part->n_vz; k++) {
        const size_t first = self->part->vz[k].first, n = self->part->vz[k].last - first;
        double *restrict v_end = self->motion.v + done, *restrict a_end = self->motion.a + done;
        QUIRE_IVDEP
        for (size_t i = 0; i < n; i++) {
            const double rate = inverse * a[first + i];
            v_mean[first + i] = late * v[first + i] + early * v_end[i];
            a_mean[first + i] = late * rate + early * a_end[i];
            v_end[i] = v[first + i];
            a_end[i] = rate;
        }
        done += n;
    }
    self->moved = true;
}

/* `spare` laid out as y, which may be written into */
static void
unpack_spare(struct quire_ledger *self)
{
    quire_unpack(self->packing, NV_DATA_S(self->spare), self->unpacked_spare);
}

/* Energy that the formula takes out in the step just made, as a mean power (doc/theory/energy.md,
 * 4). */
static double
formula_loss(struct quire_ledger *self, double t, const double *y)
{
    const double gamma = self->newton->gamma;
    int order = 0;

    CVodeGetLastOrder(self->cvode, &order);
    mean_motion(self, y, order);
    if (CVodeGetEstLocalErrors(self->cvode, self->spare) != 0) {
        return 0;
    }
    unpack_spare(self);
    return -quire_state_error_energy(self->state, t, y, self->motion.v_mean, self->motion.a_mean,
                                     self->unpacked_spare, gamma) /
           gamma;
}

static bool
any_hold(const struct quire_system *sys, const struct quire_part *part)
{
    QUIRE_EACH(k, part, sheet)
    {
        if (sys->sheet[k].hold[0].held || sys->sheet[k].hold[1].held) {
            return true;
        }
    }
    return false;
}

void
quire_ledger_close(struct quire_ledger *self, double t, double latest, const double *y)
{
    struct quire_state *st = self->state;
    const struct quire_newton *nw = self->newton;
    const double looked = fmin(t, latest);

    self->reached = t;
    self->loose = st->n_loose > 0;
    if (nw != NULL && !st->system->has_states) {
        const bool first = nw->fresh && !st->system->spatial;
        self->now = first ? quire_state_powers_after(st, nw->r, nw->gamma)
                          : quire_state_powers_corrected(st, nw->since, nw->r, nw->gamma);
        quire_soft_powers(st, y, &self->now);
    } else if (nw != NULL) {
        quire_state_forces(st, looked, y);
        st->n_forces--;
        self->now = st->power;
        quire_powers_give(st, &self->now);
    } else {
        quire_state_matrix(st, looked, y, 1, 1); /* the generic solver's own are parts of one */
        st->n_matrix--;
        self->now = st->power;
        quire_powers_give(st, &self->now);
    }
    self->now.sheet = sheet_power(self, looked, y);
    self->now.integrator = nw != NULL ? formula_loss(self, looked, y) : 0;
    if (any_hold(st->system, self->part) && CVodeGetDky(self->cvode, t, 1, self->spare) == 0) {
        unpack_spare(self);
        self->now.loads += quire_state_hold_power(st, looked, y, self->unpacked_spare);
    }
}

/* ---- what comes to its end within a step ---- */

#define NEGLIGIBLE 1e-3  /* of a part of a step */
#define LEAST_WORK 1e-10 /* [J] */
#define HALVINGS   12

static double
contact_at(struct quire_ledger *self, double t)
{
    if (CVodeGetDky(self->cvode, t, 0, self->spare) != 0) {
        return 0;
    }
    unpack_spare(self);
    return powers_at(self, t, self->unpacked_spare).contact;
}

static void
add_part(struct quire_ledger *self, double t, double work)
{
    const int n = self->n_lost;

    self->lost[n].t = t;
    self->lost[n].work = work + (n > 0 ? self->lost[n - 1].work : 0);
    self->n_lost++;
}

/* flows at both ends and in the middle of a part of a step */
struct stretch {
    double from, to;
    double start, middle, end;
};

/* later: stretches that are still to come, of two parts at least */
static void
refine(struct quire_ledger *self, const struct stretch *s, int halvings, int later)
{
    const double h = s->to - s->from, middle = 0.5 * (s->from + s->to);
    const double first = contact_at(self, s->from + 0.25 * h),
                 second = contact_at(self, s->from + 0.75 * h);
    const double whole = h / 6 * (s->start + 4 * s->middle + s->end),
                 left = h / 12 * (s->start + 4 * first + s->middle),
                 right = h / 12 * (s->middle + 4 * second + s->end);

    if (halvings == 0 || self->n_lost + 4 + 2 * later > QUIRE_LEDGER_PARTS ||
        fabs(left + right - whole) <= NEGLIGIBLE * fabs(left + right) + LEAST_WORK) {
        add_part(self, middle, left);
        add_part(self, s->to, right);
        return;
    }
    refine(self, &(struct stretch){s->from, middle, s->start, first, s->middle}, halvings - 1,
           later + 1);
    refine(self, &(struct stretch){middle, s->to, s->middle, second, s->end}, halvings - 1, later);
}

/* Where a law's force is cut nothing holds the step down, and what is stored there may be lost
 * within a small part of it. */
void
quire_ledger_refine(struct quire_ledger *self)
{
    const struct quire_system *sys = self->state->system;
    const double h = self->reached - self->start;
    const bool ends = sys->n_free + sys->n_solid > 0 && fabs(self->before.contact) > 0 &&
                      !(fabs(self->now.contact) > 0);

    if (!(h > 0) || !(self->loose || self->was_loose || ends)) {
        return;
    }
    self->n_lost = 0;
    refine(self,
           &(struct stretch){self->start, self->reached, self->before.contact,
                             contact_at(self, self->start + 0.5 * h), self->now.contact},
           HALVINGS, 0);
}

/* What flows at the end of the whole step says nothing: there bodies may be deep in what they touch
 * at t. */
void
quire_ledger_cut(struct quire_ledger *self, double t, double looked, const double *y)
{
    const double loss = self->now.integrator;

    self->now = powers_at(self, looked, y);
    self->now.integrator = loss;
    self->loose = self->state->n_loose > 0;
    self->reached = t;
    if (self->n_lost > 0) {
        self->n_lost = 0;
        quire_ledger_refine(self);
    }
}

/* ---- work ---- */

/* by how much what has flown grows with the flows at the start of the step before, at the start and
 * at the end of the last one [s] */
struct shares {
    double earlier, start, end;
};

/* The flows change by a parabola through the last three ends of steps, or linearly where there are
 * but two or the step has grown much (doc/theory/energy.md, 2). */
static struct shares
shares_of(const struct quire_ledger *self, double t)
{
    const double dt = t - self->start, h = self->reached - self->start, h0 = self->span_earlier;
    const double late = h > 0 ? 0.5 * dt * dt / h : 0;

    if (!(h > 0 && h0 > 0.25 * h)) { /* so far on a parabola would be a guess */
        return (struct shares){0, dt - late, late};
    }
    const double bend = dt * dt * (dt / 3 - 0.5 * h) / (h + h0);
    return (struct shares){bend / h0, dt - late - bend * (1 / h + 1 / h0), late + bend / h};
}

/* what contacts have lost since the last step began */
static double
lost_in_parts(const struct quire_ledger *self, double t)
{
    double from = self->start, work = 0;
    int k = 0;

    while (k < self->n_lost - 1 && t > self->lost[k].t) {
        from = self->lost[k].t;
        work = self->lost[k++].work;
    }
    return work + (self->lost[k].work - work) * (t - from) / (self->lost[k].t - from);
}

struct quire_powers
quire_ledger_work(const struct quire_ledger *self, double t)
{
    const struct shares by = shares_of(self, t);
    const struct quire_powers *e = &self->earlier, *a = &self->before, *b = &self->now;
    struct quire_powers w = self->done;

    w.drives += by.earlier * e->drives + by.start * a->drives + by.end * b->drives;
    w.belts += by.earlier * e->belts + by.start * a->belts + by.end * b->belts;
    w.loads += by.earlier * e->loads + by.start * a->loads + by.end * b->loads;
    w.friction += by.earlier * e->friction + by.start * a->friction + by.end * b->friction;
    w.contact += self->n_lost > 0
                     ? lost_in_parts(self, t)
                     : by.earlier * e->contact + by.start * a->contact + by.end * b->contact;
    w.bearings += by.earlier * e->bearings + by.start * a->bearings + by.end * b->bearings;
    w.sheet += by.earlier * e->sheet + by.start * a->sheet + by.end * b->sheet;
    w.integrator += (t - self->start) * b->integrator;
    w.elements += by.earlier * e->elements + by.start * a->elements + by.end * b->elements;
    w.given += by.earlier * e->given + by.start * a->given + by.end * b->given;
    return w;
}

void
quire_ledger_begin(struct quire_ledger *self, double t)
{
    self->done = quire_ledger_work(self, t);
    self->span_earlier = t == self->reached ? t - self->start : 0;
    self->earlier = self->before;
    self->before = self->now;
    self->start = self->reached = t;
    self->was_loose = self->loose;
    self->n_lost = 0;
}

void
quire_ledger_open(struct quire_ledger *self, double t, const double *y)
{
    self->done = quire_ledger_work(self, t);
    self->now = self->before = powers_at(self, t, y);
    self->loose = self->state->n_loose > 0;
    self->start = self->reached = t;
    self->n_lost = 0;
    self->moved = false;
}

void
quire_ledger_forget(struct quire_ledger *self)
{
    self->moved = false;
}
