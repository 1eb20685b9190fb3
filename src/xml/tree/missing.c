#include "xml/tree/missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml/tree/instance.h"

/* that are remembered: more problems than are kept could not be told from each other anyway */
#define MOST_NAMES 1000

static bool
remember(struct quire_reader *r, struct quire_pointers *list, const char *text)
{
    return list->n >= MOST_NAMES || (text != NULL && quire_pointers_add(list, (void *)text)) ||
           quire_reader_note(r, quire_diag_memory_error(r->diag));
}

static bool
has(const struct quire_pointers *list, const char *text)
{
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(list->item[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/* recursion is bounded by QUIRE_DEPTH_LIMIT */
void
quire_reader_refuse(struct quire_reader *r, const struct quire_node *node)
{
    const char *name = quire_node_get(node, "name");
    r->lacks_parts = true;
    if (name != NULL) {
        remember(r, &r->refused, name);
    }
    for (size_t i = 0; i < node->n_child; i++) {
        quire_reader_refuse(r, node->child[i]);
    }
}

void
quire_reader_refuse_misnamed(struct quire_reader *r, const struct quire_node *node)
{
    for (size_t i = 0; i < node->n_attribute; i++) {
        if (node->attribute[i]->bad) {
            r->lacks_parts = true;
            remember(r, &r->refused, node->attribute[i]->text);
        }
    }
}

/* "n2" of "n2-roller", where n2 is an instance of nothing that is known */
static bool
is_part_of_refused(const struct quire_reader *r, const char *name)
{
    for (size_t i = 0; i < r->refused.n; i++) {
        const char *whole = r->refused.item[i];
        const size_t n = strlen(whole);
        if (strncmp(name, whole, n) == 0 && name[n] == '-') {
            return true;
        }
    }
    return false;
}

bool
quire_reader_explains(const struct quire_reader *r, const struct quire_instance *in,
                      const char *name)
{
    char scoped[QUIRE_SCOPED_SIZE];
    bool explained = r->incomplete || has(&r->refused, name) || is_part_of_refused(r, name);
    for (; in != NULL && !explained; in = in->outer) {
        quire_scoped_name(scoped, in, name);
        explained = has(&r->refused, scoped) || is_part_of_refused(r, scoped);
    }
    return explained;
}

bool
quire_reader_is_news(struct quire_reader *r, const char *sort, const char *name)
{
    char key[QUIRE_SCOPED_SIZE];
    snprintf(key, sizeof key, "%.80s %.300s", sort, name);
    if (has(&r->missed, key)) {
        return false;
    }
    return remember(r, &r->missed, quire_arena_copy(r->arena, key));
}

/* ---- how many look for it ---- */

static int
compare_places(const void *a, const void *b)
{
    const struct quire_attribute *x = *(struct quire_attribute *const *)a,
                                 *y = *(struct quire_attribute *const *)b;
    return quire_place_compare(x->place, y->place);
}

/* parts of several instances stand at one place */
const char *
quire_others_words(char buf[QUIRE_OTHERS_SIZE], struct quire_pointers *users)
{
    size_t n = 0;
    buf[0] = '\0';
    if (users->n > 1) {
        qsort(users->item, users->n, sizeof(void *), compare_places);
    }
    for (size_t i = 1; i < users->n; i++) {
        n += compare_places(&users->item[i - 1], &users->item[i]) != 0;
    }
    if (n > 0) {
        snprintf(buf, QUIRE_OTHERS_SIZE,
                 n == 1 ? "; it is named at 1 other place" : "; it is named at %zu other places",
                 n);
    }
    free(users->item);
    *users = (struct quire_pointers){0};
    return buf;
}

/* recursion is bounded by QUIRE_DEPTH_LIMIT */
static void
collect_users(struct quire_pointers *users, const struct quire_node *node, const char *element,
              const char *attribute, const char *text)
{
    struct quire_attribute *a =
        element == NULL || strcmp(node->element, element) == 0
            ? quire_attribute_find(node->attribute, node->n_attribute, attribute)
            : NULL;
    if (a != NULL && strcmp(a->text, text) == 0) {
        quire_pointers_add(users, a); /* one that is lost is not counted */
    }
    for (size_t i = 0; i < node->n_child; i++) {
        collect_users(users, node->child[i], element, attribute, text);
    }
}

const char *
quire_reader_others(char buf[QUIRE_OTHERS_SIZE], const struct quire_reader *r, const char *element,
                    const struct quire_attribute *a)
{
    struct quire_pointers users = {0};
    collect_users(&users, r->root, element, a->name, a->text);
    return quire_others_words(buf, &users);
}
