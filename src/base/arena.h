/* Memory that is freed all at once: what a model owns. */
#ifndef QUIRE_BASE_ARENA_H
#define QUIRE_BASE_ARENA_H

#include <stddef.h>

struct quire_arena;

/* NULL when memory runs out. */
struct quire_arena *quire_arena_create(void);
void quire_arena_destroy(struct quire_arena *arena);

/* `n` items of `size` bytes, zeroed and aligned for any type; NULL when memory runs out or n * size
 * overflows. Never NULL for zero bytes otherwise. */
void *quire_arena_get(struct quire_arena *arena, size_t n, size_t size);

/* Copies of text; NULL when memory runs out. */
char *quire_arena_copy(struct quire_arena *arena, const char *text);
char *quire_arena_copy_bytes(struct quire_arena *arena, const char *bytes,
                             size_t size); /* adds a NUL */

#endif
