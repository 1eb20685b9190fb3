#include "xml/read/identity.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "xml/text/parse.h"

static void
add_text(struct quire_sha256 *sha, const char *text)
{
    quire_sha256_add(sha, text, strlen(text) + 1);
}

/* blanks at the ends go, others become one */
static void
add_value(struct quire_sha256 *sha, const char *text)
{
    static const char blanks[] = " \t\r\n";
    bool first = true;

    for (text += strspn(text, blanks); *text != '\0';) {
        const size_t length = strcspn(text, blanks);
        quire_sha256_add(sha, " ", first ? 0 : 1);
        quire_sha256_add(sha, text, length);
        text += length + strspn(text + length, blanks);
        first = false;
    }
    quire_sha256_add(sha, "", 1);
}

static int
by_name(const void *a, const void *b)
{
    const struct quire_attribute *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

static bool
is_passed_over(const char *const *passed_over, const char *element, const char *attribute)
{
    const size_t length = strlen(element);

    for (; passed_over != NULL && *passed_over != NULL; passed_over++) {
        const char *over = *passed_over;
        if (strncmp(over, element, length) == 0 && over[length] == '@' &&
            strcmp(over + length + 1, attribute) == 0) {
            return true;
        }
    }
    return strcmp(attribute, "doc") == 0;
}

/* the depth of elements has a limit, which the parser keeps */
static void
add_node(struct quire_sha256 *sha, const struct quire_node *node, const char *const *passed_over)
{
    add_text(sha, node->element);
    qsort(node->attribute, node->n_attribute, sizeof *node->attribute, by_name);
    for (size_t i = 0; i < node->n_attribute; i++) {
        if (!is_passed_over(passed_over, node->element, node->attribute[i]->name)) {
            add_text(sha, node->attribute[i]->name);
            add_value(sha, node->attribute[i]->text);
        }
    }
    quire_sha256_add(sha, "(", 2); /* with its NUL, which names do not begin with */
    for (size_t i = 0; i < node->n_child; i++) {
        if (strcmp(node->child[i]->element, "user-data") != 0) {
            add_node(sha, node->child[i], passed_over);
        }
    }
    quire_sha256_add(sha, ")", 2);
}

bool
quire_xml_digest(const char *text, size_t size, const char *const *passed_over, char hex[65])
{
    struct quire_arena *arena = quire_arena_create();
    quire_diag *diag = quire_diag_create();
    struct quire_node *root = NULL;
    struct quire_sha256 sha;
    const bool good = arena != NULL && diag != NULL &&
                      quire_xml_parse(&root, text, size, "", arena, diag) == QUIRE_OK &&
                      root != NULL;

    hex[0] = '\0';
    if (good) {
        quire_sha256_init(&sha);
        add_node(&sha, root, passed_over);
        quire_sha256_finish(&sha, hex);
    }
    quire_diag_destroy(diag);
    if (arena != NULL) {
        quire_arena_destroy(arena);
    }
    return good;
}
