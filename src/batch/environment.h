/* Where a study is run: folders, the host, the lock that one coordinator holds. */
#ifndef QUIRE_BATCH_ENVIRONMENT_H
#define QUIRE_BATCH_ENVIRONMENT_H

#include <stdbool.h>

#include <quire/diag.h>

/* "directory/name"; NULL when memory runs out. */
char *doe_join(const char *directory, const char *name);

/* The host's name; static storage. */
const char *doe_host(void);

/* SHA-256 of the program file that runs, "" where it cannot be read; static storage. Costs a tenth
 * of a second when it is first asked for. */
const char *doe_program_hash(void);

/* The network file system on which a folder lies ("nfs"), NULL for a local one; and the same from
 * the number by which statfs() tells file systems apart. */
const char *doe_network_file_system(const char *directory);
const char *doe_network_file_system_of(long type);

/* A lock on a study's folder. It goes with the process that holds it, whatever way that ends. */
struct doe_lock {
    int fd; /* -1: none */
};

/* QUIRE_ERROR_FILE when another process holds it, telling which, on which host and since when. */
quire_status doe_lock_take(struct doe_lock *self, const char *directory, quire_diag *diag);
void doe_lock_drop(struct doe_lock *self);

#endif
