/* Records in an order. */
#ifndef QUIRE_STAT_RECORDS_H
#define QUIRE_STAT_RECORDS_H

#include <stdlib.h>

/* Sorts n records; those that are in order already, as runs by their points mostly are, cost
 * neither time nor the copy that qsort() makes. `compare` finds no two equal. */
static inline void
quire_sort_records(void *records, size_t n, size_t size,
                   int (*compare)(const void *a, const void *b))
{
    const char *at = records;
    size_t i = 1;

    while (i < n && compare(at + (i - 1) * size, at + i * size) <= 0) {
        i++;
    }
    if (i < n) {
        qsort(records, n, size, compare);
    }
}

#endif
