/* Power flows and their sums. */
#ifndef QUIRE_STATE_POWERS_H
#define QUIRE_STATE_POWERS_H

/* Power flows at one evaluation [W]; `integrator` is the mean of a step, with which the formula
 * itself takes energy out. */
struct quire_powers {
    double drives, belts, loads, friction, contact, bearings, sheet, integrator;
    double elements; /* dampers of springs, drag */
    /* with which shares of contacts that change make stored energy of nothing; the ledger takes it
     * out of `contact` */
    double given;
};

/* sum += p, and p *= by: each flow. */
void quire_powers_add(struct quire_powers *sum, const struct quire_powers *p);
void quire_powers_scale(struct quire_powers *p, double by);

#endif
