#include "force/terms.h"

/* Every sort of force, in the order in which they are added up, on which bits depend. A new one is
 * one line here: X(name) stands for quire_term_name, which its file defines. OF_BODY(name) besides:
 * it has stored_of_body(); that is asked for each body in each step, so the others are passed over
 * without a look. */
/* clang-format off */
#define QUIRE_FORCE_TERMS(X, OF_BODY)                                                              \
    X(loads)                                                                                       \
    X(sheet_drag)                                                                                  \
    X(sleeves)                                                                                     \
    X(pressures)                                                                                   \
    X(jets)                                                                                        \
    X(springs)                                                                                     \
    X(body_drag)                                                                                   \
    X(lifters) OF_BODY(lifters)                                                                    \
    X(clutches)
/* clang-format on */

#define NONE(name)
#define DECLARE(name) extern const struct quire_force_term quire_term_##name;
QUIRE_FORCE_TERMS(DECLARE, NONE)

#define ROW(name) &quire_term_##name,
static const struct quire_force_term *const row[] = {QUIRE_FORCE_TERMS(ROW, NONE)},
                                            *const of_body[] = {QUIRE_FORCE_TERMS(NONE, ROW)};

enum { N_ROW = sizeof row / sizeof row[0], N_OF_BODY = sizeof of_body / sizeof of_body[0] };

void
quire_terms_on_planar(const struct scatter *c, double t, const double *y)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->on_planar != NULL) {
            row[k]->on_planar(c, t, y);
        }
    }
}

void
quire_terms_on_spatial(struct quire_state *st, int sheet, double t, const double *y, double cq,
                       double cv, bool matrix)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->on_spatial != NULL) {
            row[k]->on_spatial(st, sheet, t, y, cq, cv, matrix);
        }
    }
}

void
quire_terms_on_rollers(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->on_rollers != NULL) {
            row[k]->on_rollers(st, y, cq, cv, matrix);
        }
    }
}

void
quire_terms_on_bodies(struct quire_state *st, const double *y, double cq, double cv, bool matrix)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->on_bodies != NULL) {
            row[k]->on_bodies(st, y, cq, cv, matrix);
        }
    }
}

void
quire_terms_planar_work(const struct quire_state *st, int sheet, double t, const double *y,
                        const double *d, double *work)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->planar_work != NULL) {
            row[k]->planar_work(st, sheet, t, y, d, work);
        }
    }
}

void
quire_terms_spatial_work(const struct quire_state *st, int sheet, double t, const double *y,
                         const double *d, double *work)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->spatial_work != NULL) {
            row[k]->spatial_work(st, sheet, t, y, d, work);
        }
    }
}

double
quire_terms_stored_of_body(const struct quire_state *st, int small, double q)
{
    double sum = 0;

    for (int k = 0; k < N_OF_BODY; k++) {
        sum += of_body[k]->stored_of_body(st, small, q);
    }
    return sum;
}

void
quire_terms_stored(struct quire_state *st, const double *y, double *energy, double *force)
{
    for (int k = 0; k < N_ROW; k++) {
        if (row[k]->stored != NULL) {
            row[k]->stored(st, y, energy, force);
        }
    }
}

bool
quire_terms_join(const struct quire_system *sys, int sheet, int cluster)
{
    bool any = false;

    for (int k = 0; k < N_ROW; k++) {
        any = any || (row[k]->joins != NULL && row[k]->joins(sys, sheet, cluster));
    }
    return any;
}

bool
quire_terms_move(const struct quire_system *sys, int sheet)
{
    bool any = false;

    for (int k = 0; k < N_ROW; k++) {
        any = any || (row[k]->moves != NULL && row[k]->moves(sys, sheet));
    }
    return any;
}
