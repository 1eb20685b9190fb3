#include "integ/version.h"

#include <sundials/sundials_version.h>

const char *
quire_integ_version(void)
{
    static char version[25];

    if (SUNDIALSGetVersion(version, sizeof version) != 0) {
        return "unknown";
    }
    return version;
}
