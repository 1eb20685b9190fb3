/* Version of the library, and rules that apply to all its functions.
 *
 * Pointer arguments must not be NULL, and indices must be in range. Otherwise nothing is changed: a
 * function that returns a status returns QUIRE_ERROR_USAGE, with a message in the diagnostics;
 * other functions return NULL, NaN, 0 or false. Pointers that may be NULL are diag, `user`, and
 * those documented as such. The library cannot check the memory behind a pointer: strings must end
 * with NUL, and arrays must have the stated length.
 *
 * Functions may be called from any thread with a stack of at least 128 kB. Threads may share
 * models; any other object must be used by one thread at a time.
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

/* The version of the library in use, such as "0.1.0". Static string. */
QUIRE_API const char *quire_version(void);

/* Details of the build, one part per line: compiler, SUNDIALS, libxml2, processor class. Static
 * string. */
QUIRE_API const char *quire_version_details(void);

#ifdef __cplusplus
}
#endif
#endif
