#include "xml/build/look_alikes.h"

#include <stdlib.h>
#include <string.h>

#include "text/unicode.h"

struct looked_at {
    const struct quire_object *object;
    char *look;
};

static bool
is_plain(const char *name)
{
    while (*name != '\0' && (unsigned char)*name < 0x80) {
        name++;
    }
    return *name == '\0';
}

static int
compare_looks(const void *a, const void *b)
{
    const struct looked_at *x = a, *y = b;
    const int order = strcmp(x->look, y->look);
    return order != 0 ? order : quire_place_compare(x->object->place, y->object->place);
}

static void
report_twins(struct quire_reader *r, const struct looked_at *name, size_t n)
{
    char label[300], line[200];

    for (size_t i = 1; i < n; i++) {
        const struct quire_object *a = name[i - 1].object, *b = name[i].object;
        if (strcmp(name[i - 1].look, name[i].look) == 0 && strcmp(a->name, b->name) != 0) {
            quire_diag_warning(
                r->diag, "W-NAME", b->place, quire_object_label(b, label, sizeof label),
                "spell both with the same characters, or give one another name",
                "the name looks like that of a %s at %s, but is not the same", a->kind->element,
                quire_place_words(line, sizeof line, a->place, b->place));
        }
    }
}

void
quire_warn_of_look_alikes(struct quire_reader *r, const struct quire_pointers *named)
{
    bool plain = true, good = true;
    struct looked_at *name;

    for (size_t i = 0; i < named->n && plain; i++) {
        plain = is_plain(((const struct quire_object *)named->item[i])->name);
    }
    if (plain) {
        return; /* as nearly all are */
    }
    name = calloc(named->n, sizeof *name);
    for (size_t i = 0; name != NULL && i < named->n; i++) {
        struct quire_text look = {0};
        name[i].object = named->item[i];
        quire_unicode_add_look(&look, name[i].object->name);
        name[i].look = quire_text_take(&look);
        good = good && name[i].look != NULL;
    }
    if (name != NULL && good) {
        qsort(name, named->n, sizeof *name, compare_looks);
        report_twins(r, name, named->n);
    } else {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    for (size_t i = 0; name != NULL && i < named->n; i++) {
        free(name[i].look);
    }
    free(name);
}
