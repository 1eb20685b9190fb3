/* Which Quire this is, and what all functions of the library promise.
 *
 * A pointer that a function needs must not be NULL, and an index must be one of those there are.
 * Where it is otherwise nothing is harmed: a function that returns a status returns
 * QUIRE_ERROR_USAGE, with a message in the diagnosis; others return NULL, NaN, 0 or false. Pointers
 * that may be NULL are the diagnosis, `user`, and those of which it is said. What a pointer leads
 * to cannot be checked: a text must end, an array have the length that is given.
 *
 * Functions may be called from any thread with a stack of 128 kB or more. Models may be shared
 * between threads, other objects are of one at a time.
 *
 * The library does not print and does not end the program. */
#ifndef QUIRE_VERSION_H
#define QUIRE_VERSION_H

#include <quire/status.h>

#define QUIRE_VERSION_MAJOR 0
#define QUIRE_VERSION_MINOR 1
#define QUIRE_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0" of the library in use; static storage. */
QUIRE_API const char *quire_version(void);

/* One line for each part: compiler, SUNDIALS, libxml2, processor class. Static storage. */
QUIRE_API const char *quire_version_details(void);

#ifdef __cplusplus
}
#endif
#endif
