#include "math/mirror_dot.h"

#include "math/kernel.h"

/* products of the nodes of one station: each column with its mirror image first */
QUIRE_INLINE quire_v4
station_product(int m, const double *a, const double *b)
{
    quire_v4 sum = {0, 0, 0, 0}; /* the fourth is another node's */

    for (int j = 0; j < m / 2; j++) {
        const int l = 3 * j, r = 3 * (m - 1 - j);
        sum += quire_load4(a + l) * quire_load4(b + l) + quire_load4(a + r) * quire_load4(b + r);
    }
    if (m % 2 == 1) {
        sum += quire_load4(a + 3 * (m / 2)) * quire_load4(b + 3 * (m / 2));
    }
    return sum;
}

QUIRE_INLINE double
product(int m, int stations, const double *a, const double *b)
{
    const int n = stations - 1;
    quire_v4 even = {0, 0, 0, 0}, odd = {0, 0, 0, 0};

    for (int i = 0; i < n; i += 2) {
        even += station_product(m, a + 3 * m * i, b + 3 * m * i);
        odd += station_product(m, a + 3 * m * (i + 1), b + 3 * m * (i + 1));
    }
    if (n % 2 == 0) {
        even += station_product(m, a + 3 * m * n, b + 3 * m * n);
    }
    const quire_v4 all = even + odd;
    return (all[0] + all[1]) + all[2];
}

QUIRE_CLONES double
quire_mirror_dot(int columns, int stations, const double *a, const double *b)
{
    switch (columns) {
    case 2: return product(2, stations, a, b);
    case 3: return product(3, stations, a, b);
    case 5: return product(5, stations, a, b);
    default: return product(columns, stations, a, b);
    }
}
