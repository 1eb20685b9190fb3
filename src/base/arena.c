/* Memory that is freed all at once. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)32768)
#define ALIGNMENT  ((size_t)16)

struct block {
    struct block *next;
    size_t used, size; /* bytes of data */
    bool marked;
    _Alignas(16) char data[];
};

struct quire_arena {
    struct block *first; /* the one that is being filled */
};

struct quire_arena *
quire_arena_create(void)
{
    return calloc(1, sizeof(struct quire_arena));
}

void
quire_arena_destroy(struct quire_arena *arena)
{
    if (arena == NULL) {
        return;
    }
    for (struct block *b = arena->first, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

/* a block with room for `size` bytes; a large piece gets its own block behind the one being filled
 */
static struct block *
add_block(struct quire_arena *arena, size_t size)
{
    const size_t room = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE;
    struct block *b = calloc(1, sizeof *b + room);
    if (b == NULL) {
        return NULL;
    }
    b->size = room;
    if (room == size && arena->first != NULL) {
        b->next = arena->first->next;
        arena->first->next = b;
    } else {
        b->next = arena->first;
        arena->first = b;
    }
    return b;
}

void *
quire_arena_get(struct quire_arena *arena, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > SIZE_MAX / 2) {
        return NULL;
    }
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes == 0) {
        bytes = ALIGNMENT;
    }
    struct block *b = arena->first;
    if (b == NULL || b->size - b->used < bytes) {
        if ((b = add_block(arena, bytes)) == NULL) {
            return NULL;
        }
    }
    void *p = b->data + b->used;
    b->used += bytes;
    return p;
}

char *
quire_arena_copy_bytes(struct quire_arena *arena, const char *bytes, size_t size)
{
    char *p = quire_arena_get(arena, size + 1, 1);
    if (p != NULL) {
        memcpy(p, bytes, size);
        p[size] = '\0';
    }
    return p;
}

char *
quire_arena_copy(struct quire_arena *arena, const char *text)
{
    return quire_arena_copy_bytes(arena, text, strlen(text));
}

/* ---- back to what it was ---- */

struct marked {
    struct block *block;
    size_t used;
    char *bytes; /* (used) */
};

struct quire_arena_mark {
    struct quire_arena *arena;
    size_t n;
    struct marked marked[]; /* (n), in the order of the arena */
};

struct quire_arena_mark *
quire_arena_mark(struct quire_arena *arena)
{
    size_t n = 0;
    for (const struct block *b = arena->first; b != NULL; b = b->next) {
        n++;
    }
    struct quire_arena_mark *mark = calloc(1, sizeof *mark + n * sizeof mark->marked[0]);
    if (mark == NULL) {
        return NULL;
    }
    mark->arena = arena;
    for (struct block *b = arena->first; b != NULL; b = b->next) {
        struct marked *m = &mark->marked[mark->n++];
        *m = (struct marked){.block = b, .used = b->used, .bytes = malloc(b->used)};
        if (m->bytes == NULL) {
            quire_arena_unmark(mark);
            return NULL;
        }
        memcpy(m->bytes, b->data, b->used);
        b->marked = true;
    }
    return mark;
}

void
quire_arena_rewind(const struct quire_arena_mark *mark)
{
    struct quire_arena *arena = mark->arena;
    for (struct block *b = arena->first, *next; b != NULL; b = next) {
        next = b->next;
        if (!b->marked) {
            free(b);
        }
    }
    struct block **link = &arena->first;
    for (size_t i = 0; i < mark->n; i++) {
        const struct marked *m = &mark->marked[i];
        struct block *b = m->block;
        memcpy(b->data, m->bytes, m->used);
        memset(b->data + m->used, 0, b->used - m->used); /* what is taken next is zero */
        b->used = m->used;
        *link = b;
        link = &b->next;
    }
    *link = NULL;
}

void
quire_arena_unmark(struct quire_arena_mark *mark)
{
    for (size_t i = 0; mark != NULL && i < mark->n; i++) {
        mark->marked[i].block->marked = false;
        free(mark->marked[i].bytes);
    }
    free(mark);
}
