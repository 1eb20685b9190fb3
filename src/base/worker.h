/* A second thread for one run: work that falls into two halves is done by it and by the caller at
 * once. */
#ifndef QUIRE_BASE_WORKER_H
#define QUIRE_BASE_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>

/* Processors that this process may use, at least 1. */
int quire_processors(void);

struct quire_worker;

/* NULL when there is no memory or no thread to be had. It belongs to one caller at a time, and not
 * to a process that was forked from the caller's. */
struct quire_worker *quire_worker_create(void);
void quire_worker_destroy(struct quire_worker *worker);

/* Calls half(context, 0) here and half(context, 1) in the worker, and returns when both are done.
 * What was written before is seen by both, what they wrote is seen afterwards. Without a worker
 * (NULL) they are called one after the other. The caller asks quire_worker_ready() before. */
void quire_worker_halves(struct quire_worker *worker, void (*half)(void *context, int which),
                         void *context);

/* Waits until *what is at least `least`, by looking again and again: for what another processor is
 * about to do. What was written before that is seen. True if it took so long that the other thread
 * has probably no processor. */
bool quire_worker_await(const atomic_long *what, long least);

/* The worker, or NULL while it has no processor of its own: where others want the processors, two
 * threads that wait for each other take longer than one. */
struct quire_worker *quire_worker_ready(struct quire_worker *worker);
/* Reports that quire_worker_await() returned true: the worker is left alone for a while, unless it
 * had to be woken. */
void quire_worker_was_late(struct quire_worker *worker);

#endif
