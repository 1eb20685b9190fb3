#include "machine.h"

#include <criterion/criterion.h>
#include <math.h>
#include <quire/model.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "force/space_sheet.h"
#include "replace.h"

static void
start(struct machine *m)
{
    const struct quire_layout *l = &m->system->layout;

    cr_assert_eq(quire_state_create(&m->state, m->system), QUIRE_OK);
    m->n = l->nv + l->nz;
    m->y = aligned_alloc(64, sizeof(double) * (l->length + QUIRE_LANES));
    cr_assert_not_null(m->y);
    quire_state_start(m->state, m->y);
}

static void
open_as(struct machine *m, const char *parts, const char *motion)
{
    const char *head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><model version=\"1\" "
                       "name=\"test\" motion=";
    const size_t size = strlen(head) + strlen(parts) + 40;
    char *text = malloc(size);
    quire_diag *diag = quire_diag_create();

    memset(m, 0, sizeof *m);
    cr_assert(text != NULL && diag != NULL);
    const int length = snprintf(text, size, "%s\"%s\">%s</model>", head, motion, parts);
    quire_status status =
        quire_model_parse(&m->model, text, (size_t)length, "test.xml", NULL, 0, diag);
    if (status == QUIRE_OK) {
        status = quire_system_create(&m->system, m->model, diag);
    }
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char line[512];
        quire_diag_format(diag, i, line, sizeof line);
        cr_log_warn("%s", line);
    }
    cr_assert_eq(status, QUIRE_OK, "the model is refused");
    quire_diag_destroy(diag);
    free(text);
    start(m);
}

void
machine_open(struct machine *m, const char *parts)
{
    open_as(m, parts, "planar");
}

void
machine_open_in_space(struct machine *m, const char *parts)
{
    open_as(m, parts, "spatial");
}

void
machine_close(struct machine *m)
{
    free(m->y);
    quire_state_destroy(m->state);
    quire_system_destroy(m->system);
    quire_model_destroy(m->model);
}

void
machine_replace(struct machine *m, int small, const struct quire_body *body)
{
    free(m->y);
    quire_state_destroy(m->state);
    system_replace(m->system, small, body);
    start(m);
}

int
machine_sheet(const struct machine *m, int sheet)
{
    return sheet < m->system->n_sheet ? m->system->in_file.sheet[sheet] : -1;
}

int
machine_roller(const struct machine *m, int roller)
{
    return roller < m->system->n_roller ? m->system->in_file.roller[roller] : -1;
}

int
machine_guide(const struct machine *m, int guide)
{
    for (int k = 0; k < m->system->n_guide_view; k++) {
        for (int i = 0; i < m->system->n_guide; i++) {
            if (m->system->guide[i].view == m->system->in_file.guide[k] && guide-- == 0) {
                return i;
            }
        }
    }
    return -1;
}

/* a target's index in the system */
static int
target_of(const struct machine *m, enum quire_target target, int index)
{
    switch (target) {
    case QUIRE_TARGET_ROLLER: return machine_roller(m, index);
    case QUIRE_TARGET_GUIDE: return machine_guide(m, index);
    case QUIRE_TARGET_SHEET: return machine_sheet(m, index);
    case QUIRE_TARGET_NIP: return index < m->system->n_nip ? m->system->in_file.nip[index] : -1;
    case QUIRE_TARGET_BODY: break;
    }
    return index;
}

struct nodes
machine_nodes(const struct machine *m, int sheet, double *y)
{
    cr_assert_lt(sheet, m->system->n_sheet);
    const struct quire_sheet *s = m->system->sheet + machine_sheet(m, sheet);
    double *x = y + s->x0, *v = x + m->system->layout.v0;

    return (struct nodes){x, x + s->chain.stride, v, v + s->chain.stride, s->chain.n};
}

double
machine_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 23) - 1;
}

void
machine_shake(struct machine *m, unsigned seed, double shift, double speed)
{
    for (int k = 0; k < m->system->n_sheet; k++) {
        const struct quire_sheet *sheet = m->system->sheet + machine_sheet(m, k);
        const struct nodes s = machine_nodes(m, k, m->y);
        double *q = m->y + sheet->x0, *v = q + m->system->layout.v0;
        for (int i = 0; sheet->ladder != NULL && i < 3 * sheet->ladder->m * (s.n + 1); i++) {
            q[i] += shift * machine_random(&seed);
            v[i] += speed * machine_random(&seed);
        }
        for (int i = 0; sheet->ladder == NULL && i <= s.n; i++) {
            s.x[i] += shift * machine_random(&seed);
            s.y[i] += shift * machine_random(&seed);
            s.vx[i] += speed * machine_random(&seed);
            s.vy[i] += speed * machine_random(&seed);
        }
    }
}

void
machine_drift(struct machine *m, int sheet, double vx, double vy)
{
    const struct nodes s = machine_nodes(m, sheet, m->y);

    for (int i = 0; i <= s.n; i++) {
        s.vx[i] += vx;
        s.vy[i] += vy;
    }
}

/* the small body that has this unknown, and which of its velocities or states it is */
static const struct quire_small *
small_of(const struct machine *m, size_t unknown, int *which)
{
    const struct quire_layout *l = &m->system->layout;

    for (int k = 0; k < m->system->n_small; k++) {
        const struct quire_small *s = m->system->small + k;
        *which = (int)unknown - (unknown < l->nv ? s->v0 : (int)l->nv + s->z0);
        if (*which >= 0 && *which < (unknown < l->nv ? s->body.nv : s->body.nz)) {
            return s;
        }
    }
    return NULL;
}

size_t
machine_position(const struct machine *m, size_t unknown)
{
    int which;
    const struct quire_small *s =
        unknown < m->system->layout.sheet_length ? NULL : small_of(m, unknown, &which);

    return s != NULL ? (size_t)(s->q0 + which) : unknown;
}

int
machine_touches(struct machine *m, enum quire_target target, int index, int sheet)
{
    int n = 0;

    sheet = sheet >= 0 ? machine_sheet(m, sheet) : sheet;
    index = target_of(m, target, index);
    m->state->record = true;
    cr_assert(quire_state_forces(m->state, 0, m->y));
    m->state->record = false;
    for (int k = 0; k < m->state->n_touch; k++) {
        const struct quire_touch *t = m->state->touch + k;
        n += t->target == target && t->index == index && t->sheet == sheet && t->force > 0;
    }
    return n;
}

double
machine_traction(const struct machine *m)
{
    double most = 0;

    for (int k = 0; k < m->state->n_touch; k++) {
        const struct quire_touch *t = m->state->touch + k;
        most = t->limit > 0 ? fmax(most, fabs(t->friction) / t->limit) : most;
    }
    return most;
}

/* ---- matrices ---- */

struct dense {
    double *a;
    size_t n;
};

static void
add(void *user, size_t row, size_t column, double value)
{
    struct dense *d = user;

    cr_assert(row < d->n && column < d->n);
    d->a[row * d->n + column] += value;
}

void
machine_matrix(struct machine *m, double t, double cq, double cv, double *dense)
{
    struct dense d = {dense, m->n};

    memset(dense, 0, sizeof(double) * m->n * m->n);
    cr_assert(quire_state_matrix(m->state, t, m->y, cq, cv));
    quire_state_entries(m->state, add, &d);
}

void
machine_mass(struct machine *m, double t, double *dense)
{
    struct dense d = {dense, m->n};

    memset(dense, 0, sizeof(double) * m->n * m->n);
    quire_state_mass_entries(m->state, t, m->y, add, &d);
}

/* ---- differences ---- */

/* moves an unknown's position (order 0) or velocity, or a state, by d */
static void
nudge(const struct machine *m, size_t unknown, bool position, double d, double *y)
{
    const struct quire_layout *l = &m->system->layout;
    int which = 0;
    const struct quire_small *s = unknown < l->sheet_length ? NULL : small_of(m, unknown, &which);

    if (!position) {
        y[l->v0 + unknown] += d;
    } else if (s != NULL && s->body.ops->kinematics != NULL) {
        double v[QUIRE_BODY_DOFS] = {0}, q[QUIRE_BODY_DOFS + QUIRE_BODY_STATES] = {0};
        v[which] = d;
        s->body.ops->kinematics(s->body.self, y + s->q0, v, q);
        for (int i = 0; i < s->body.nq; i++) {
            y[s->q0 + i] += q[i];
        }
    } else {
        y[machine_position(m, unknown)] += d;
    }
}

/* derivative of all forces and rates by one unknown: central differences of fourth order */
static void
difference(struct machine *m, double t, size_t unknown, bool position, double d, double *out)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
    const size_t length = m->system->layout.length;
    double *y = aligned_alloc(64, sizeof(double) * (length + QUIRE_LANES));

    cr_assert_not_null(y);
    memset(out, 0, sizeof(double) * m->n);
    for (int k = 0; k < 4; k++) {
        memcpy(y, m->y, sizeof(double) * length);
        nudge(m, unknown, position, at[k] * d, y);
        cr_assert(quire_state_forces(m->state, t, y));
        for (size_t i = 0; i < m->n; i++) {
            out[i] += weight[k] / d * m->state->force[i];
        }
    }
    free(y);
}

struct held {
    struct machine *m;
    double *columns; /* by column (n, n) */
    size_t n;
};

/* forces count only where a node is not held */
static void
clear_held(void *user, const struct quire_held *held)
{
    struct held *h = user;

    for (size_t j = 0; j < h->n; j++) {
        quire_held_prescribe(h->m->system, held, (double[2]){0, 0}, h->columns + j * h->n);
    }
}

/* which body an unknown belongs to; -1: padding or a sheet that is not there */
static int
body_of(const struct machine *m, size_t unknown)
{
    int which;

    for (int k = 0; k < m->system->n_sheet; k++) {
        const struct quire_sheet *s = m->system->sheet + k;
        if (unknown >= s->x0 && unknown < s->x0 + s->size) {
            const size_t at = unknown - s->x0;
            const bool is_node = s->ladder != NULL
                                     ? at < (size_t)(s->ladder->block * (s->ladder->n + 1))
                                     : at % (size_t)s->chain.stride <= (size_t)s->chain.n;
            return m->state->sheet[k].entered && is_node ? k : -1;
        }
    }
    const struct quire_small *s = small_of(m, unknown, &which);
    return s != NULL ? m->system->n_sheet + (int)(s - m->system->small) : -1;
}

static double
compare(struct machine *m, double t, bool position)
{
    const size_t n = m->n, nv = m->system->layout.nv;
    double *a = malloc(sizeof(double) * n * n), *mass = malloc(sizeof(double) * n * n),
           *numeric = malloc(sizeof(double) * n * n), *noise = calloc(n, sizeof(double)), worst = 0,
           most = 0;
    struct held held = {m, numeric, n};

    cr_assert(a != NULL && mass != NULL && numeric != NULL && noise != NULL);
    machine_matrix(m, t, position ? 1 : 0, position ? 0 : 1, a);
    machine_mass(m, t, mass);
    for (size_t i = 0; i < n; i++) { /* a few roundings of the force, in its difference */
        noise[i] = 1e-15 * fabs(m->state->force[i]) / (position ? 2e-7 : 2e-6);
    }
    for (size_t j = 0; j < n; j++) {
        double *column = numeric + j * n;
        memset(column, 0, sizeof(double) * n);
        if (body_of(m, j) >= 0 && !(position && j >= nv)) {
            const bool turns = j >= m->system->layout.sheet_length;
            difference(m, t, j, position, position ? 2e-7 : turns ? 1e-4 : 2e-6, column);
        }
        for (size_t i = 0; i < n; i++) {
            most = fmax(most, fabs(column[i]));
        }
    }
    quire_state_held(m->state, t, clear_held, &held);
    for (size_t i = 0; i < n; i++) {
        const int own = body_of(m, i);
        for (int other = 0; own >= 0 && other < m->system->n_sheet + m->system->n_small; other++) {
            double scale = 1e-5 * most, error = noise[i];
            size_t at = 0;
            for (size_t j = 0; j < n; j++) {
                if (body_of(m, j) != other || (position && j >= nv)) {
                    continue;
                }
                const double exact = mass[i * n + j] - a[i * n + j],
                             e = fabs(exact - numeric[j * n + i]);
                scale = fmax(scale, fabs(exact));
                at = e > error ? j : at;
                error = e <= error ? error : isnan(e) ? HUGE_VAL : e;
            }
            if (error > noise[i] && error / scale > 1e-6) {
                cr_log_info("row %zu column %zu (bodies %d, %d) by %s: %.12g, differences %.12g", i,
                            at, own, other, position ? "position" : "velocity",
                            mass[i * n + at] - a[i * n + at], numeric[at * n + i]);
            }
            worst = fmax(worst, error > noise[i] ? error / scale : 0);
        }
    }
    free(a);
    free(mass);
    free(numeric);
    free(noise);
    return worst;
}

double
machine_jacobian_error(struct machine *m, double t)
{
    return fmax(compare(m, t, true), compare(m, t, false));
}
