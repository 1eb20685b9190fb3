/* The work of forces along a path of which a few places are known. */
#ifndef QUIRE_MATH_PATH_WORK_H
#define QUIRE_MATH_PATH_WORK_H

#define QUIRE_PATH_PLACES 4

/* The forces f_i and powers p_i at the times t[0] > t[1] > ..., n of them (2 to 4), and the ways
 * d_j from the place at t[j + 1] to that at t[j]: weights of the products f_i d_j and of p_i, whose
 * sums are the work from t[1] to t[0] along the polynomials of degree n - 1 through all of them.
 * Where forces are linear in the place that of f_i d_j is exact, however coarse the path. */
void quire_path_weights(int n, const double *t,
                        double weight[QUIRE_PATH_PLACES][QUIRE_PATH_PLACES - 1],
                        double time[QUIRE_PATH_PLACES]);

/* Weights of values at these times, whose sum is the derivative at time t of the polynomial of
 * degree n - 1 through them. */
void quire_path_slope(int n, const double *times, double t, double slope[QUIRE_PATH_PLACES]);

#endif
