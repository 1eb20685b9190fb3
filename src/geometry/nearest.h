/* Distances between points and straight segments in space. */
#ifndef QUIRE_GEOMETRY_NEAREST_H
#define QUIRE_GEOMETRY_NEAREST_H

/* The shortest distance between two segments, each from its first point to its second, which may be
 * one point [m]. Source: minimum of a convex quadratic function over the unit square. */
double quire_nearest_segments(const double a[2][3], const double b[2][3]);

/* The same of a point and a segment. */
double quire_nearest_to_segment(const double point[3], const double segment[2][3]);

#endif
