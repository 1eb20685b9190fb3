/* Primitive polynomials and first direction numbers of Sobol' sequences, dimensions 2 to 1024: for
 * each the polynomial with all its coefficients as bits, x^s + ... + 1, then m_1 ... m_s. The table
 * is made of joe_kuo.txt, which tells whose numbers these are and their licence. */
#ifndef QUIRE_DESIGN_SAMPLING_JOE_KUO_H
#define QUIRE_DESIGN_SAMPLING_JOE_KUO_H

#include <stdint.h>

extern const uint16_t quire_joe_kuo[];

#endif
