/* A scalar product that does not depend on from which side a strip of nodes is looked at. */
#ifndef QUIRE_MATH_MIRROR_DOT_H
#define QUIRE_MATH_MIRROR_DOT_H

/* Of vectors that hold three numbers for each of `columns` nodes at each of `stations` stations,
 * one station behind the other: the same to the last bit if the columns of both are reversed. One
 * number behind each may be read. */
double quire_mirror_dot(int columns, int stations, const double *a, const double *b);

#endif
