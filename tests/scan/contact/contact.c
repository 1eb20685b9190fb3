/* Whether contact is right, whatever the mesh, on models drawn by a seed and on sweeps:
 *     contact [--only=KIND,...] [--models=N] [--seed=N] [--jobs=N] [--first=N] [--motion=spatial]
 *     contact --list
 *     contact --only=KIND --show=N
 * Prints a table "figure | asked | measured | ok" of each kind, and ends with 1 when a figure is
 * not reached. --models is how many of each kind instead of as many as the whole scan draws;
 * --motion=spatial runs planar models in space; --show prints model N, as it can be run by hand. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "net.h"

static const struct net_kind *const kinds[] = {
    &net_walls,       &net_gates,       &net_space_walls,  &net_space_gates, &net_lips,
    &net_thresholds,  &net_glide,       &net_rest,         &net_rope,        &net_slot,
    &net_press,       &net_slopes,      &net_space_slopes, &net_energy,      &net_space_energy,
    &net_sticky_lips, &net_impact_lips, &net_bends,        &net_flat,        &net_crowned,
    &net_behind,      &net_joints};
#define KINDS     (sizeof kinds / sizeof *kinds)
#define MOST_JOBS 64

struct options {
    const char *only;
    unsigned seed, first, models, jobs;
};

/* ---- workers: results and the next number lie in memory that they share ---- */

struct shared {
    unsigned next;
    struct drawn of[];
};

static void
work(const struct net_kind *kind, const struct options *o, struct shared *shared, unsigned n)
{
    for (unsigned i; (i = __atomic_fetch_add(&shared->next, 1, __ATOMIC_RELAXED)) < n;) {
        kind->run(&shared->of[i], o->seed, o->first + i);
        shared->of[i].done = true;
    }
}

static void
run_all(const struct net_kind *kind, const struct options *o, struct shared *shared, unsigned n)
{
    pid_t worker[MOST_JOBS];
    unsigned workers = 0;

    fflush(stdout);
    for (; workers < o->jobs && workers < n; workers++) {
        worker[workers] = fork();
        if (worker[workers] == 0) {
            work(kind, o, shared, n);
            _exit(0);
        } else if (worker[workers] < 0) {
            break;
        }
    }
    for (unsigned k = 0; k < workers; k++) {
        waitpid(worker[k], NULL, 0);
    }
    work(kind, o, shared, n); /* what is left where no worker could be had */
}

static bool
scan(const struct net_kind *kind, const struct options *o)
{
    const unsigned n = o->models > 0 ? o->models : kind->models;
    const size_t size = sizeof(struct shared) + n * sizeof(struct drawn);
    struct shared *shared =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const time_t started = time(NULL);

    if (shared == MAP_FAILED) {
        fputs("contact: no memory\n", stderr);
        return false;
    }
    printf("%s: %s, %u models from %u on, seed %u\n", kind->name, kind->about, n, o->first,
           o->seed);
    run_all(kind, o, shared, n);
    const bool good = kind->judge(shared->of, n);
    printf("  %.0f s\n", difftime(time(NULL), started));
    munmap(shared, size);
    return good;
}

/* ---- what is asked for ---- */

static bool
is_wanted(const struct options *o, const struct net_kind *kind)
{
    const size_t length = strlen(kind->name);

    for (const char *p = o->only; p != NULL && *p != '\0'; p += strspn(p, ", ")) {
        const size_t n = strcspn(p, ", ");
        if (n == length && strncmp(p, kind->name, n) == 0) {
            return true;
        }
        p += n;
    }
    return o->only == NULL;
}

static bool
all_known(const struct options *o)
{
    for (const char *p = o->only; p != NULL && *p != '\0'; p += strspn(p, ", ")) {
        const size_t n = strcspn(p, ", ");
        bool known = false;
        for (size_t k = 0; k < KINDS; k++) {
            known = known || (strlen(kinds[k]->name) == n && strncmp(p, kinds[k]->name, n) == 0);
        }
        if (!known) {
            fprintf(stderr, "contact: there is no kind '%.*s': see --list\n", (int)n, p);
            return false;
        }
        p += n;
    }
    return true;
}

static int
show(const struct options *o, unsigned number)
{
    struct text t;

    for (size_t k = 0; k < KINDS; k++) {
        if (is_wanted(o, kinds[k])) {
            kinds[k]->write(&t, o->seed, number);
            fwrite(t.at, 1, t.n, stdout);
        }
    }
    return 0;
}

static int
list(void)
{
    for (size_t k = 0; k < KINDS; k++) {
        printf("%-16s %s, %u models\n", kinds[k]->name, kinds[k]->about, kinds[k]->models);
    }
    return 0;
}

/* models include what the tree has of papers and surfaces */
static void
find_library(void)
{
    const char *top = getenv("QUIRE_SRCDIR");
    char folder[1024];

    snprintf(folder, sizeof folder, "%s/models", top != NULL ? top : ".");
    setenv("QUIRE_LIBRARY_PATH", folder, 0);
}

int
main(int argc, char **argv)
{
    static const struct option known[] = {{"only", required_argument, NULL, 'o'},
                                          {"models", required_argument, NULL, 'm'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"jobs", required_argument, NULL, 'j'},
                                          {"first", required_argument, NULL, 'f'},
                                          {"show", required_argument, NULL, 'n'},
                                          {"motion", required_argument, NULL, 't'},
                                          {"list", no_argument, NULL, 'l'},
                                          {NULL, 0, NULL, 0}};
    struct options o = {.seed = 1, .jobs = 1};
    long shown = -1;
    bool good = draw_works();

    for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (c) {
        case 'o': o.only = optarg; break;
        case 'm': o.models = (unsigned)strtoul(optarg, NULL, 10); break;
        case 's': o.seed = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'j': o.jobs = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'f': o.first = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'n': shown = strtol(optarg, NULL, 10); break;
        case 't': net_motion = optarg; break;
        case 'l': return list();
        default: return 2;
        }
    }
    if (optind < argc || o.jobs < 1 || o.jobs > MOST_JOBS || !all_known(&o)) {
        return 2;
    }
    if (shown >= 0) {
        return show(&o, (unsigned)shown);
    }
    find_library();
    puts("figure | asked | measured | ok");
    for (size_t k = 0; k < KINDS; k++) {
        if (is_wanted(&o, kinds[k])) {
            good = scan(kinds[k], &o) && good;
        }
    }
    return good ? 0 : 1;
}
