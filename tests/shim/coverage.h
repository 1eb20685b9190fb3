/* Included before every file of the coverage build. A process that leaves by _exit() or by a signal
 * to itself would lose its counters, and one on a machine that fails on purpose (faults.c) could
 * not write them. What must be inlined is so before counters are put in: each copy would have
 * branches of its own. Functions that are not inlined cannot take vectors that only some
 * processors have, so that there is one copy of the kernels. */
#ifndef QUIRE_TESTS_SHIM_COVERAGE_H
#define QUIRE_TESTS_SHIM_COVERAGE_H

#include <dlfcn.h>
#include <gcov.h>
#include <signal.h>
#include <unistd.h>

/* gcc's own destructors, which write the counters, come after those without a priority */
__attribute__((destructor, unused)) static void
quire_coverage_end(void)
{
    void *end = dlsym(RTLD_DEFAULT, "quire_faults_end");

    if (end != NULL) {
        ((void (*)(void))end)();
    }
}

static inline void
quire_coverage_leave(void)
{
    quire_coverage_end();
    __gcov_dump();
}

#define _exit(code)   (quire_coverage_leave(), (_exit)(code))
#define raise(number) (quire_coverage_leave(), (raise)(number))
#define always_inline unused
#define QUIRE_ONE_KERNEL

#endif
