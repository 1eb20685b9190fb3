#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define GROUPS "/proc/self/cgroup"
#define TREE   "/sys/fs/cgroup"
#define LINE   512 /* longest name of a group that is read, with its file */

static double
of_machine(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);

    return pages > 0 && size > 0 ? (double)pages * (double)size : HUGE_VAL;
}

static double
of_process(int resource)
{
    struct rlimit limit;

    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
               ? (double)limit.rlim_cur
               : HUGE_VAL;
}

/* the number in a file; infinite where there is none, as for "max" */
static double
number_in(const char *path)
{
    FILE *f = fopen(path, "rb");
    double number = 0;
    int n = 0, c;

    while (f != NULL && (c = fgetc(f)) >= '0' && c <= '9') {
        number = 10 * number + (c - '0');
        n++;
    }
    if (f != NULL) {
        fclose(f);
    }
    return n > 0 ? number : HUGE_VAL;
}

/* of the group with this name, which begins with a slash, and all around it */
static double
of_group(char *name)
{
    double least = HUGE_VAL;

    for (char *end = name + strlen(name); end != NULL; end = strrchr(name, '/')) {
        char path[2 * LINE];
        *end = '\0';
        snprintf(path, sizeof path, TREE "%s/memory.max", name);
        least = fmin(least, number_in(path));
    }
    return least;
}

/* control groups of the second version have one line, "0::/name" */
static double
of_groups(void)
{
    FILE *f = fopen(GROUPS, "rb");
    char line[LINE];
    double least = HUGE_VAL;

    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::/", 4) == 0) {
            least = of_group(line + 3);
        }
    }
    if (f != NULL) {
        fclose(f);
    }
    return least;
}

double
quire_memory_limit(void)
{
    return fmin(fmin(of_machine(), of_groups()),
                fmin(of_process(RLIMIT_AS), of_process(RLIMIT_DATA)));
}
