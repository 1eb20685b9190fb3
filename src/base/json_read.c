#include "base/json_read.h"

#include <math.h>
#include <pthread.h>

/* jansson 2.14 leaves letters out of a text whose buffer cannot grow, without a word, so every
 * failure is remembered. The former function goes on doing the work: a program that uses jansson
 * itself notices nothing. */
static _Thread_local bool memory_failed;
static json_malloc_t former_malloc;
static pthread_once_t start_once = PTHREAD_ONCE_INIT;

static void *
watched_malloc(size_t size)
{
    void *p = former_malloc(size);

    memory_failed = memory_failed || p == NULL;
    return p;
}

static void
start(void)
{
    json_free_t former_free;

    json_get_alloc_funcs(&former_malloc, &former_free);
    json_set_alloc_funcs(watched_malloc, former_free);
}

json_t *
quire_json_read(const char *text, size_t size, size_t flags, bool *starved)
{
    json_error_t error;

    pthread_once(&start_once, start);
    memory_failed = false;
    json_t *value = json_loadb(text, size, flags, &error);
    if (memory_failed) {
        json_decref(value);
        value = NULL;
    }
    if (starved != NULL) {
        *starved = memory_failed;
    }
    return value;
}

const char *
quire_json_text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

double
quire_json_number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}
