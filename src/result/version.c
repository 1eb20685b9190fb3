#include <quire/version.h>

#include <stdio.h>
#include <threads.h>

#include "integ/integrator.h"
#include "xml/text/version.h"

#define TEXT_OF(x) #x
#define DIGITS(x)  TEXT_OF(x)
#define VERSION_TEXT                                                                               \
    DIGITS(QUIRE_VERSION_MAJOR) "." DIGITS(QUIRE_VERSION_MINOR) "." DIGITS(QUIRE_VERSION_PATCH)

#if defined(__clang__)
#define COMPILER                                                                                   \
    "clang " DIGITS(__clang_major__) "." DIGITS(__clang_minor__) "." DIGITS(__clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " DIGITS(__GNUC__) "." DIGITS(__GNUC_MINOR__) "." DIGITS(__GNUC_PATCHLEVEL__)
#else
#define COMPILER "unknown"
#endif

static char details[512];
static once_flag details_once = ONCE_FLAG_INIT;

/* the widest vectors the processor has; results do not depend on them, the time they take does */
static const char *
processor_class(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) {
        return "x86-64, avx512";
    }
    return __builtin_cpu_supports("avx2") ? "x86-64, avx2" : "x86-64, baseline";
#else
    return "baseline";
#endif
}

static void
write_details(void)
{
    (void)snprintf(details, sizeof details,
                   "compiler: %s\nSUNDIALS: %s\nlibxml2: %s\nprocessor: %s\n", COMPILER,
                   quire_integ_version(), quire_xml_version(), processor_class());
}

const char *
quire_version(void)
{
    return VERSION_TEXT;
}

const char *
quire_version_details(void)
{
    call_once(&details_once, write_details);
    return details;
}
