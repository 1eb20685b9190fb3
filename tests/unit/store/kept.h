/* A small study in a folder of its own, and a store of it. */
#ifndef QUIRE_TESTS_STORE_KEPT_H
#define QUIRE_TESTS_STORE_KEPT_H

#include "store/store.h"

#define KEPT_RUNS 12

struct kept {
    char folder[40], file[64]; /* file: the store's */
    struct doe_work work;
    quire_diag *diag;
};

/* `study` stands in <study> before the responses; NULL: speeds and surfaces, KEPT_RUNS runs. */
void kept_begin(struct kept *self, const char *study);
/* The plan of the same folder with another text. */
void kept_plan(struct kept *self, const char *study);
void kept_end(struct kept *self);

/* Opens the store, which must succeed. */
struct doe_store *kept_open(struct kept *self, bool write);
/* Opens it, which must be refused with `status` and a last problem that has `code` and, somewhere,
 * `words`. */
void kept_refuse(struct kept *self, const struct doe_store_options *options, quire_status status,
                 const char *code, const char *words);
void kept_last_problem(const struct kept *self, const char *code, const char *words);

/* Adds run `index` as passed, with `number` as its first response, and commits. */
quire_status kept_add(const struct kept *self, struct doe_store *store, uint64_t index,
                      enum doe_status status, double number);
/* A store with all runs, closed. */
void kept_fill(struct kept *self);

/* Statements on the file, by a connection of their own. */
void kept_do(const struct kept *self, const char *statements);
long kept_count(const struct kept *self, const char *query);

#endif
