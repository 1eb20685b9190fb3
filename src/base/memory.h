/* How much memory a process may take. */
#ifndef QUIRE_BASE_MEMORY_H
#define QUIRE_BASE_MEMORY_H

/* The least of what the machine has, what limits of the process and of its control groups allow
 * [bytes]; infinite where nothing is known. Memory that is already in use is not subtracted. */
double quire_memory_limit(void);

#endif
