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

/* Notes what the arena holds, bytes and all. There is one mark of an arena at most, to be freed
 * with quire_arena_unmark() before the arena is destroyed. NULL when memory runs out. */
struct quire_arena_mark;
struct quire_arena_mark *quire_arena_mark(struct quire_arena *arena);
/* Frees what was taken after the mark, and puts each byte that was taken before it back to what it
 * was then, at the address that it had. Takes no memory. */
void quire_arena_rewind(const struct quire_arena_mark *mark);
void quire_arena_unmark(struct quire_arena_mark *mark);

#endif
