#include "contact/law/law_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/law/stick.h"

#define MOST_ITERATIONS 25

/* x = A^-1 x for a small matrix, with pivoting */
static void
solve_small(double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES], double *x, int n)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++) {
            p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
        }
        for (int j = 0; j < n; j++) {
            const double swap = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = swap;
        }
        const double swap = x[k];
        x[k] = x[p];
        x[p] = swap;
        for (int i = k + 1; i < n; i++) {
            const double l = a[i][k] / a[k][k];
            for (int j = k; j < n; j++) {
                a[i][j] -= l * a[k][j];
            }
            x[i] -= l * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            x[k] -= a[k][j] * x[j];
        }
        x[k] /= a[k][k];
    }
}

/* I - gamma d(rate)/dz */
static void
implicit_matrix(double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES],
                double rate_d_state[QUIRE_LAW_STATES][QUIRE_LAW_STATES], int n, double gamma)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            a[i][j] = (i == j ? 1 : 0) - gamma * rate_d_state[i][j];
        }
    }
}

/* one Newton step for z = fixed + gamma rate(z); whether it was small */
static bool
newton_step(double *z, const double *fixed, const double *rate,
            double rate_d_state[QUIRE_LAW_STATES][QUIRE_LAW_STATES], int n, double gamma)
{
    double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES], r[QUIRE_LAW_STATES], size = 0, scale = 0;

    implicit_matrix(a, rate_d_state, n, gamma);
    for (int i = 0; i < n; i++) {
        r[i] = fixed[i] + gamma * rate[i] - z[i];
    }
    solve_small(a, r, n);
    for (int i = 0; i < n; i++) {
        z[i] += r[i];
        size = fmax(size, fabs(r[i]));
        scale = fmax(scale, fabs(z[i]));
    }
    return size <= 1e-14 * scale;
}

/* force derivative through the states: sum over them of d_state * dz, dz = E gamma rate_d */
static double
through_states(double rate_d_state[QUIRE_LAW_STATES][QUIRE_LAW_STATES], const double *d_state,
               const double *rate_d, int n, double gamma)
{
    double a[QUIRE_LAW_STATES][QUIRE_LAW_STATES], dz[QUIRE_LAW_STATES], sum = 0;

    implicit_matrix(a, rate_d_state, n, gamma);
    for (int i = 0; i < n; i++) {
        dz[i] = gamma * rate_d[i];
    }
    solve_small(a, dz, n);
    for (int i = 0; i < n; i++) {
        sum += d_state[i] * dz[i];
    }
    return sum;
}

void
quire_memory_normal(struct quire_state *st, const struct quire_slot *slot, int place,
                    const struct quire_contact_law *law, const struct quire_normal_in *in,
                    struct quire_normal_out *out, double *by_slip)
{
    const int n = slot->n_normal;
    const size_t z0 = quire_slot_z(slot, place, false);
    const double gamma = st->implicit.gamma;
    struct quire_normal_in full = *in;
    double z[QUIRE_LAW_STATES] = {0};

    memset(out, 0, sizeof *out);
    *by_slip = 0;
    quire_memory_note(st, slot->memory0 + place, in);
    full.memory = st->memory + 2 * (slot->memory0 + place);
    full.state = z;
    memcpy(z, gamma > 0 ? st->implicit.out + z0 : st->implicit.now + z0,
           sizeof(double) * (size_t)n);
    law->normal->eval(law->normal_data, &full, out);
    for (int k = 0; gamma > 0 && n > 0 && k < MOST_ITERATIONS; k++) {
        const bool done =
            newton_step(z, st->implicit.fixed + z0, out->rate, out->rate_d_state, n, gamma);
        law->normal->eval(law->normal_data, &full, out);
        if (done) {
            break;
        }
    }
    if (gamma > 0 && n > 0) {
        memcpy(st->implicit.out + z0, z, sizeof(double) * (size_t)n);
        out->d_overlap +=
            through_states(out->rate_d_state, out->d_state, out->rate_d_overlap, n, gamma);
        out->d_closing +=
            through_states(out->rate_d_state, out->d_state, out->rate_d_closing, n, gamma);
        *by_slip = through_states(out->rate_d_state, out->d_state, out->rate_d_slip, n, gamma);
    }
    memcpy(st->rate + z0, out->rate, sizeof(double) * (size_t)n);
}

void
quire_memory_friction(struct quire_state *st, const struct quire_slot *slot, int place,
                      const struct quire_contact_law *law, const struct quire_friction_in *in,
                      struct quire_friction_out *out)
{
    const int n = slot->n_friction;
    const size_t z0 = quire_slot_z(slot, place, true);
    const double gamma = st->implicit.gamma;
    struct quire_friction_in full = *in;
    double z[QUIRE_LAW_STATES] = {0};

    memset(out, 0, sizeof *out);
    full.memory = st->memory + 2 * (slot->memory0 + place) + 1;
    full.state = z;
    memcpy(z, gamma > 0 ? st->implicit.out + z0 : st->implicit.now + z0,
           sizeof(double) * (size_t)n);
    law->friction->eval(law->friction_data, &full, out);
    for (int k = 0; gamma > 0 && n > 0 && k < MOST_ITERATIONS; k++) {
        const bool done =
            newton_step(z, st->implicit.fixed + z0, out->rate, out->rate_d_state, n, gamma);
        law->friction->eval(law->friction_data, &full, out);
        if (done) {
            break;
        }
    }
    if (gamma > 0 && n > 0) {
        memcpy(st->implicit.out + z0, z, sizeof(double) * (size_t)n);
        out->d_slip += through_states(out->rate_d_state, out->d_state, out->rate_d_slip, n, gamma);
        out->d_normal +=
            through_states(out->rate_d_state, out->d_state, out->rate_d_normal, n, gamma);
    }
    memcpy(st->rate + z0, out->rate, sizeof(double) * (size_t)n);
}
