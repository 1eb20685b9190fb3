/* Phrases for statuses. */
#include <quire/status.h>

const char *
quire_status_text(quire_status status)
{
    switch (status) {
    case QUIRE_OK: return "done";
    case QUIRE_ERROR_USAGE: return "wrong usage";
    case QUIRE_ERROR_INPUT: return "input refused";
    case QUIRE_ERROR_NUMERIC: return "the simulation could not finish";
    case QUIRE_ERROR_FILE: return "a file cannot be opened, read or written";
    case QUIRE_ERROR_LIMIT: return "a limit of memory, time or size is reached";
    case QUIRE_ERROR_INTERNAL: return "internal error";
    }
    return "unknown status";
}
