/* Which SUNDIALS is in use. */
#ifndef QUIRE_INTEG_VERSION_H
#define QUIRE_INTEG_VERSION_H

/* "6.4.1" of the library in use; static storage. */
const char *quire_integ_version(void);

#endif
