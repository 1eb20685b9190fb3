/* Memory that is put back to a mark. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#define LARGE 100000 /* [bytes]: a block of its own */

/* fills the arena with pieces of both sorts, and writes to them */
static void
take(struct quire_arena *arena, int n, char filler)
{
    for (int i = 0; i < n; i++) {
        const size_t size = i % 7 == 3 ? LARGE : (size_t)(50 + 31 * i);
        char *p = quire_arena_get(arena, size, 1);
        cr_assert(ne(ptr, p, NULL));
        for (size_t k = 0; k < size; k++) {
            cr_assert(p[k] == 0, "what is taken is zero");
        }
        memset(p, filler, size);
    }
}

Test(arena, goes_back_to_its_mark_again_and_again)
{
    struct quire_arena *arena = quire_arena_create();
    take(arena, 40, 'a');
    char *small = quire_arena_copy(arena, "small"), *large = quire_arena_get(arena, LARGE, 1);
    memset(large, 'l', LARGE);
    struct quire_arena_mark *mark = quire_arena_mark(arena);
    char *first = NULL;
    cr_assert(ne(ptr, mark, NULL));
    for (int round = 0; round < 5; round++) {
        char *next = quire_arena_copy(arena, "next");
        first = first == NULL ? next : first;
        cr_expect(eq(ptr, next, first)); /* the same address each time */
        small[0] = 'X';
        large[LARGE - 1] = 'X';
        take(arena, 30 * round, 'b');
        quire_arena_rewind(mark);
        cr_expect(eq(str, small, "small"));
        cr_expect(large[0] == 'l' && large[LARGE - 1] == 'l');
        cr_expect(next[0] == 0, "what was taken after the mark is zero again");
    }
    take(arena, 20, 'c');
    quire_arena_unmark(mark);
    quire_arena_destroy(arena);
}

Test(arena, an_empty_one_can_be_marked)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_arena_mark *mark = quire_arena_mark(arena);
    cr_assert(ne(ptr, mark, NULL));
    take(arena, 10, 'a');
    quire_arena_rewind(mark);
    take(arena, 10, 'b');
    quire_arena_unmark(mark);
    quire_arena_destroy(arena);
}
