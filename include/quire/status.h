/* Status codes of library functions. */
#ifndef QUIRE_STATUS_H
#define QUIRE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(QUIRE_NO_VISIBILITY)
#define QUIRE_API __attribute__((visibility("default")))
#else
#define QUIRE_API
#endif

/* The values are the exit codes of the command `quire`, so that an embedding program can return
 * them. 1 is not a status: the command uses it for a completed run with a failed check. */
typedef enum quire_status {
    QUIRE_OK = 0,
    QUIRE_ERROR_USAGE = 2,   /* invalid call or command line */
    QUIRE_ERROR_INPUT = 3,   /* the model was read but is invalid; diag has the reasons */
    QUIRE_ERROR_NUMERIC = 4, /* the simulation could not finish */
    /* a file cannot be opened, read or written, or is not a regular file */
    QUIRE_ERROR_FILE = 5,
    QUIRE_ERROR_LIMIT = 6,     /* limit of memory, time or size reached */
    QUIRE_ERROR_INTERNAL = 70, /* defect in Quire */
} quire_status;

/* A short English phrase for `status`. Static string. */
QUIRE_API const char *quire_status_text(quire_status status);

#ifdef __cplusplus
}
#endif
#endif
