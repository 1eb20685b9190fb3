#include "base/worker.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#include "base/clock.h"

#define AWAKE         1e-3  /* how long a worker without work looks for more before it sleeps [s] */
#define LOOKS         128   /* between two looks at the clock */
#define LOOKS_ALONE   16384 /* some 0.2 ms, after which the other has probably no processor */
#define FIRST_REST    5e-3  /* how long one thread does all then, twice as long each time, */
#define LONGEST_REST  0.5   /* up to this [s] */
#define BYTES_OF_LINE 64    /* of a cache, which processors hand over as a whole */

struct quire_worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    /* the present task; written before `asked` is raised */
    void (*half)(void *context, int which);
    void *context;
    bool quits;
    bool woken;         /* by the present work: to wake up takes its time */
    double rest, until; /* how long it is left alone, until when [s] */
    /* how many tasks were given, and how many are done */
    _Alignas(BYTES_OF_LINE) atomic_long asked;
    _Alignas(BYTES_OF_LINE) atomic_long done;
    atomic_bool asleep;
};

int
quire_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static void
pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

bool
quire_worker_await(const atomic_long *what, long least)
{
    int n = 0;

    while (atomic_load_explicit(what, memory_order_acquire) < least) {
        if (n < LOOKS_ALONE) {
            n++;
            pause_briefly();
        } else {
            sched_yield();
        }
    }
    return n == LOOKS_ALONE;
}

struct quire_worker *
quire_worker_ready(struct quire_worker *w)
{
    return w != NULL && (w->rest <= 0 || quire_clock_wall() >= w->until) ? w : NULL;
}

void
quire_worker_was_late(struct quire_worker *w)
{
    if (w->woken) {
        return;
    }
    const double now = quire_clock_wall();
    const bool again = w->rest > 0 && now < w->until + 2 * w->rest;

    w->rest = again ? 2 * w->rest : FIRST_REST;
    w->rest = w->rest < LONGEST_REST ? w->rest : LONGEST_REST;
    w->until = now + w->rest;
}

/* false: none within the time in which it is worth while to stay awake */
static bool
found_awake(const struct quire_worker *w, long more_than)
{
    const double start = quire_clock_wall();

    while (quire_clock_wall() < start + AWAKE) {
        for (int k = 0; k < LOOKS; k++) {
            if (atomic_load_explicit(&w->asked, memory_order_acquire) > more_than) {
                return true;
            }
            pause_briefly();
        }
    }
    return false;
}

static void
wait_asleep(struct quire_worker *w, long more_than)
{
    pthread_mutex_lock(&w->lock);
    /* in one order with the caller's `asked`: one of both sees what the other wrote */
    atomic_store(&w->asleep, true);
    while (atomic_load(&w->asked) <= more_than) {
        pthread_cond_wait(&w->wake, &w->lock);
    }
    atomic_store(&w->asleep, false);
    pthread_mutex_unlock(&w->lock);
}

static void *
work(void *self)
{
    struct quire_worker *w = self;

    for (long n = 0;; n++) {
        if (!found_awake(w, n)) {
            wait_asleep(w, n);
        }
        if (w->quits) {
            return NULL;
        }
        w->half(w->context, 1);
        atomic_store_explicit(&w->done, n + 1, memory_order_release);
    }
}

static long
ask(struct quire_worker *w)
{
    const long n = atomic_load_explicit(&w->asked, memory_order_relaxed) + 1;

    atomic_store(&w->asked, n);
    w->woken = atomic_load(&w->asleep);
    if (w->woken) {
        pthread_mutex_lock(&w->lock);
        pthread_cond_signal(&w->wake);
        pthread_mutex_unlock(&w->lock);
    }
    return n;
}

/* Signals are the caller's: the thread is begun with all of them blocked. */
static bool
begin_thread(struct quire_worker *w)
{
    sigset_t all, before;

    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) {
        return false;
    }
    const int error = pthread_create(&w->thread, NULL, work, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

struct quire_worker *
quire_worker_create(void)
{
    struct quire_worker *w = aligned_alloc(BYTES_OF_LINE, sizeof *w);

    if (w == NULL) {
        return NULL;
    }
    *w = (struct quire_worker){.quits = false};
    if (pthread_mutex_init(&w->lock, NULL) != 0) {
        free(w);
        return NULL;
    }
    if (pthread_cond_init(&w->wake, NULL) != 0) {
        pthread_mutex_destroy(&w->lock);
        free(w);
        return NULL;
    }
    if (!begin_thread(w)) {
        pthread_cond_destroy(&w->wake);
        pthread_mutex_destroy(&w->lock);
        free(w);
        return NULL;
    }
    return w;
}

void
quire_worker_destroy(struct quire_worker *w)
{
    if (w == NULL) {
        return;
    }
    w->quits = true;
    ask(w);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void
quire_worker_halves(struct quire_worker *w, void (*half)(void *context, int which), void *context)
{
    if (w == NULL) {
        half(context, 0);
        half(context, 1);
        return;
    }
    w->half = half;
    w->context = context;
    const long n = ask(w);
    half(context, 0);
    if (quire_worker_await(&w->done, n)) {
        quire_worker_was_late(w);
    }
}
