#include "jobs/run_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/mixture.h"
#include "text/number.h"

/* ---- levels */

static size_t
find_level(const struct doe_level_table *t, const char *text)
{
    size_t l = 0;

    while (l < t->n && strcmp(t->text[l], text) != 0) {
        l++;
    }
    return l;
}

/* Keeps levels that are numbers in ascending order, others as they are seen. The text is there but
 * once. */
static void
insert_level(struct doe_level_table *t, const char *text)
{
    double number, other;
    size_t at = t->n;

    if (quire_number_read_result(&number, text, NULL) == QUIRE_NUMBER_OK) {
        while (at > 0 &&
               quire_number_read_result(&other, t->text[at - 1], NULL) == QUIRE_NUMBER_OK &&
               other > number) {
            t->text[at] = t->text[at - 1];
            at--;
        }
    }
    t->text[at] = text;
}

bool
doe_columns_begin(struct doe_columns *c, struct quire_arena *arena, size_t n_varied,
                  size_t n_measured)
{
    *c = (struct doe_columns){.arena = arena, .n_varied = n_varied, .n_measured = n_measured};
    c->level = quire_arena_get(arena, n_varied, sizeof *c->level);
    c->varied = quire_arena_get(arena, n_varied, sizeof *c->varied);
    return c->level != NULL && c->varied != NULL;
}

bool
doe_columns_see(struct doe_columns *c, size_t variable, const char *text)
{
    struct doe_level_table *t = &c->level[variable];

    if (t->n > QUIRE_ANALYSIS_LEVELS || find_level(t, text) < t->n) {
        return true;
    }
    if (t->n < QUIRE_ANALYSIS_LEVELS) {
        const char *copy = quire_arena_copy(c->arena, text);
        if (copy == NULL) {
            return false;
        }
        insert_level(t, copy);
    }
    t->n++;
    return true;
}

bool
doe_columns_have_no_levels(const struct doe_columns *c)
{
    size_t i = 0;

    while (i < c->n_varied && c->level[i].n > QUIRE_ANALYSIS_LEVELS) {
        i++;
    }
    return i == c->n_varied;
}

/* ---- runs */

static void *
get(struct doe_columns *c, size_t n, size_t size)
{
    return quire_arena_get(c->arena, n, size);
}

/* its range is known, and its coded values are linear in the SI ones: all of them are known */
static bool
is_coded(const struct doe_columns *c, size_t i)
{
    const struct quire_varied *v = &c->varied[i];

    return c->lean && !v->words && isfinite(v->high_si - v->low_si) && v->high_si != v->low_si &&
           !v->logarithmic;
}

bool
doe_columns_make_room(struct doe_columns *c, size_t room)
{
    const size_t n = c->n_varied, k = c->n_measured;
    c->room = room;
    bool good = (c->which = get(c, n, sizeof *c->which)) != NULL &&
                (c->coded = get(c, n, sizeof *c->coded)) != NULL &&
                (c->si = get(c, n, sizeof *c->si)) != NULL &&
                (c->text = get(c, n, sizeof *c->text)) != NULL &&
                (c->value = get(c, k, sizeof *c->value)) != NULL &&
                (c->index = get(c, room, sizeof *c->index)) != NULL &&
                (c->point = get(c, room, sizeof *c->point)) != NULL &&
                (c->setting = get(c, room, sizeof *c->setting)) != NULL &&
                (c->draw = get(c, room, sizeof *c->draw)) != NULL &&
                (c->block = get(c, room, sizeof *c->block)) != NULL &&
                (c->outer = get(c, room, sizeof *c->outer)) != NULL &&
                (c->replicate = get(c, room, sizeof *c->replicate)) != NULL &&
                (c->outcome = get(c, room, 1)) != NULL;

    for (size_t i = 0; good && i < n; i++) {
        struct quire_varied *v = &c->varied[i];
        const bool texts = v->words || !c->lean;
        v->n_level = c->level[i].n <= QUIRE_ANALYSIS_LEVELS ? c->level[i].n : 0;
        v->level = v->n_level > 0 ? c->level[i].text : NULL;
        good = (c->coded[i] = get(c, room, sizeof *c->coded[i])) != NULL &&
               (is_coded(c, i) || (c->si[i] = get(c, room, sizeof *c->si[i])) != NULL) &&
               (v->n_level > 0 ? (c->which[i] = get(c, room, sizeof *c->which[i])) != NULL
                               : !texts || (c->text[i] = get(c, room, sizeof *c->text[i])) != NULL);
    }
    for (size_t i = 0; good && i < k; i++) {
        good = (c->value[i] = get(c, room, sizeof *c->value[i])) != NULL;
    }
    return good;
}

/* runs of one point follow each other, and share the texts of its factors */
static bool
keep_text(struct doe_columns *c, size_t i, const char *text)
{
    const char **kept = c->text[i], *last = c->n > 0 ? kept[c->n - 1] : NULL;

    kept[c->n] = last != NULL && strcmp(last, text) == 0 ? last : quire_arena_copy(c->arena, text);
    return kept[c->n] != NULL;
}

bool
doe_columns_put(struct doe_columns *c, size_t i, const char *text, double si, double coded)
{
    struct quire_varied *v = &c->varied[i];

    double number;

    c->coded[i][c->n] = coded;
    if (c->si[i] != NULL) {
        c->si[i][c->n] = si;
    }
    if (!(v->worth > 0) && quire_number_read(&number, text, 0, NULL) == QUIRE_NUMBER_OK &&
        number != 0) {
        v->worth = si / number;
    }
    if (v->n_level > 0) {
        c->which[i][c->n] = find_level(&c->level[i], text);
    } else if (c->text[i] != NULL && !keep_text(c, i, text)) {
        return false;
    }
    if (fabs(fabs(coded) - 1) < 1e-9) {
        const char **end = coded < 0 ? &v->low : &v->high;
        *end = *end != NULL ? *end : quire_arena_copy(c->arena, text);
    }
    return true;
}

/* Where no range is given, -1 and 1 are the least and the largest value that were run. */
static void
code_by_range(struct doe_columns *c, size_t i)
{
    struct quire_varied *v = &c->varied[i];
    double least = HUGE_VAL, most = -HUGE_VAL;
    bool all = true;

    for (size_t r = 0; r < c->n; r++) {
        least = fmin(least, c->si[i][r]);
        most = fmax(most, c->si[i][r]);
        all = all && isfinite(c->coded[i][r]);
    }
    if (!all) {
        v->low_si = least;
        v->high_si = most;
        v->logarithmic = false;
    }
    for (size_t r = 0; !all && r < c->n; r++) {
        c->coded[i][r] = most > least ? (c->si[i][r] - least) / (most - least) * 2 - 1 : 0;
    }
}

/* ---- settings: points whose factors have the same values are one */

struct set_run {
    const struct doe_columns *c;
    size_t run;
};

static int
compare_settings(const void *a, const void *b)
{
    const struct set_run *x = a, *y = b;
    const struct doe_columns *c = x->c;
    int order = 0;

    for (size_t i = 0; order == 0 && i < c->n_varied && c->point[x->run] != c->point[y->run]; i++) {
        const size_t *which = c->which[i];
        if (c->varied[i].noise) {
            continue;
        }
        order = c->varied[i].n_level == 0
                    ? strcmp(c->text[i][x->run], c->text[i][y->run])
                    : (which[x->run] > which[y->run]) - (which[x->run] < which[y->run]);
    }
    return order;
}

static bool
number_settings(struct doe_columns *c)
{
    struct set_run *sorted = calloc(c->n + 1, sizeof *sorted);
    const bool good = sorted != NULL;

    for (size_t r = 0; good && r < c->n; r++) {
        sorted[r] = (struct set_run){c, r};
    }
    if (good && c->n > 0) {
        qsort(sorted, c->n, sizeof *sorted, compare_settings);
    }
    for (size_t i = 0, k = 0; good && i < c->n; i++) {
        k += i > 0 && compare_settings(&sorted[i - 1], &sorted[i]) != 0;
        c->setting[sorted[i].run] = k;
    }
    free(sorted);
    return good;
}

bool
doe_columns_end(struct doe_columns *c, struct quire_measured *measured, struct quire_runs *out)
{
    for (size_t i = 0; i < c->n_varied; i++) {
        struct quire_varied *v = &c->varied[i];
        v->which = v->n_level > 0 ? c->which[i] : NULL;
        v->text = c->text[i];
        if (!v->words) {
            if (c->si[i] != NULL) {
                code_by_range(c, i);
            }
            v->coded = c->coded[i];
            v->worth = v->worth > 0 ? v->worth : 1; /* all are 0 */
        }
    }
    doe_columns_find_mixture(c);
    for (size_t k = 0; k < c->n_measured; k++) {
        measured[k].value = c->value[k];
    }
    out->n = c->n;
    out->index = c->index;
    out->point = c->point;
    out->setting = c->setting;
    out->draw = c->draw;
    out->outer = c->outer;
    out->replicate = c->replicate;
    out->block = c->block;
    out->n_block = c->n_block;
    out->outcome = c->outcome;
    out->n_varied = c->n_varied;
    out->n_measured = c->n_measured;
    out->varied = c->varied;
    out->measured = measured;
    return c->lean || number_settings(c);
}
