#include "shortage.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static struct {
    bool armed, later;
    long at, n; /* the request that fails; those made so far */
} shortage;

static bool
fails(void)
{
    if (!shortage.armed) {
        return false;
    }
    shortage.n++;
    return shortage.later ? shortage.n >= shortage.at : shortage.n == shortage.at;
}

/* the linker puts these in the place of the functions behind their prefix (tests/local.mk) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *data, size_t size);
char *__real_strdup(const char *text);
void *__real_quire_arena_get(struct quire_arena *arena, size_t n, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *data, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_quire_arena_get(struct quire_arena *arena, size_t n, size_t size);

void *
__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *data, size_t size)
{
    return fails() ? NULL : __real_realloc(data, size);
}

char *
__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

void *
__wrap_quire_arena_get(struct quire_arena *arena, size_t n, size_t size)
{
    return fails() ? NULL : __real_quire_arena_get(arena, n, size);
}

/* the requests of one try, of which the at-th fails; 0: none */
static long
try(quire_status (*task)(quire_diag *diag), long at, bool later)
{
    quire_diag *diag = quire_diag_create();
    bool told = false;

    cr_assert_not_null(diag);
    shortage.armed = true;
    shortage.later = later && at > 0;
    shortage.at = at;
    shortage.n = 0;
    const quire_status status = task(diag);
    shortage.armed = false;
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        told = told || strcmp(quire_diag_get(diag, i)->code, "E-MEMORY") == 0;
    }
    const bool right = status == QUIRE_OK || (at > 0 && status == QUIRE_ERROR_LIMIT && told);
    char text[400] = "";
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, text, sizeof text);
    }
    cr_expect(right, "request %ld%s: status %d, %s", at, later ? " and later ones" : "",
              (int)status, text);
    quire_diag_destroy(diag);
    return shortage.n;
}

void
shortage_sweep(quire_status (*task)(quire_diag *diag), long tries)
{
    const long n = try(task, 0, false), step = n / tries + 1;

    cr_expect_gt(n, 0);
    for (long at = 1; at <= n; at += step) {
        try(task, at, false);
        try(task, at, true);
    }
}
