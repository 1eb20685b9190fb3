/* Which Quire this is. */
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
