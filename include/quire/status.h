/* What a call of the library came to. */
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

/* The values are the exit codes of the command `quire`, so that a program which embeds the library
 * can pass them on. 1 is no status: it is the command's "done, but a check failed". */
typedef enum quire_status {
    QUIRE_OK = 0,
    QUIRE_ERROR_USAGE = 2,   /* the call or command line makes no sense */
    QUIRE_ERROR_INPUT = 3,   /* a model was read and refused; the diagnosis says where and why */
    QUIRE_ERROR_NUMERIC = 4, /* the simulation could not finish */
    /* a file cannot be opened, read or written, or is not a regular file */
    QUIRE_ERROR_FILE = 5,
    QUIRE_ERROR_LIMIT = 6,     /* memory, time or size limit reached */
    QUIRE_ERROR_INTERNAL = 70, /* a bug in Quire */
} quire_status;

/* A short English phrase for `status`; static storage. */
QUIRE_API const char *quire_status_text(quire_status status);

#ifdef __cplusplus
}
#endif
#endif
