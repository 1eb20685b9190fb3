/* Files that attributes name: they are read once, checked for text, and become part of the model as
 * one file. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "model/kinds_settings.h"
#include "model/named_file.h"
#include "text/suggest.h"
#include "xml/build/steps.h"
#include "xml/text/limits.h"
#include "xml/text/write.h"

#define WHY_SIZE    200
#define FOLDER_SIZE 4096

/* ---- text ---- */

/* a character that XML can hold; others of the file become blanks */
static bool
is_allowed(unsigned character)
{
    return (character >= ' ' || character == '\t' || character == '\n' || character == '\r') &&
           (character & 0xfffeu) != 0xfffeu;
}

static bool
is_utf8(const char *bytes, size_t size)
{
    for (size_t i = 0, n; i < size; i += n) {
        n = quire_utf8_length(bytes + i, size - i, NULL);
        if (n == 0) {
            return false;
        }
    }
    return true;
}

/* The bytes as UTF-8 without control characters. What is not UTF-8 is taken for Latin-1, as older
 * drawings are. A NUL stays: whoever looks for text must see that it is none. */
static bool
clean(struct quire_text *out, const char *bytes, size_t size)
{
    const bool utf8 = is_utf8(bytes, size);
    for (size_t i = 0, n; i < size; i += n) {
        unsigned character = (unsigned char)bytes[i];
        n = utf8 ? quire_utf8_length(bytes + i, size - i, &character) : 1;
        if (character != 0 && !is_allowed(character)) {
            quire_text_add_char(out, ' ');
        } else if (!utf8 && character >= 0x80) {
            quire_text_add_char(out, (char)(0xc0 | character >> 6));
            quire_text_add_char(out, (char)(0x80 | (character & 0x3f)));
        } else {
            quire_text_add_bytes(out, bytes + i, n);
        }
    }
    return !out->failed;
}

/* ---- where files are ---- */

static quire_status
refuse(const struct quire_reader *r, const struct quire_object *object,
       const struct quire_field *field, const char *path, const char *hint, const char *why)
{
    char excerpt[QUIRE_EXCERPT_SIZE], label[300];
    return quire_diag_error(r->diag, "E-DRAWING", object->place,
                            quire_object_label(object, label, sizeof label), hint, "%s = '%s': %s",
                            field->name, quire_excerpt(excerpt, path), why);
}

static struct quire_source *
find_source(void *const *list, size_t n, const char *path)
{
    for (size_t i = 1; i < n; i++) { /* the first is the model itself */
        struct quire_source *s = list[i];
        if (!s->library && s->path != NULL && strcmp(s->path, path) == 0) {
            return s;
        }
    }
    return NULL;
}

static const struct quire_attached_params *
find_attached(const struct quire_reader *r, const char *path)
{
    const struct quire_object *object;
    for (size_t i = 0;
         (object = quire_object_next_of(r->model->root, &quire_kind_attached, &i)) != NULL;) {
        const struct quire_attached_params *attached = object->params;
        if (attached->file != NULL && attached->content != NULL &&
            strcmp(attached->file, path) == 0) {
            return attached;
        }
    }
    return NULL;
}

/* ---- the bytes of one ---- */

static quire_status
keep(const struct quire_reader *r, struct quire_source *s, const char *text, size_t size)
{
    s->text = quire_arena_copy_bytes(r->arena, text, size);
    s->size = size;
    return s->text != NULL ? QUIRE_OK : quire_diag_memory_error(r->diag);
}

static quire_status
read_disk(const struct quire_reader *r, struct quire_source *s, const struct quire_object *object,
          const struct quire_field *field)
{
    char folder[FOLDER_SIZE], why[WHY_SIZE], *bytes;
    const char *slash = strrchr(r->model->file, '/');
    const size_t n = slash != NULL ? (size_t)(slash - r->model->file) + 1 : 0;
    if (n >= sizeof folder) {
        return refuse(r, object, field, s->path, NULL, "the path of the model is too long");
    }
    memcpy(folder, r->model->file, n);
    folder[n] = '\0';
    const int fd = quire_file_open_below(folder, s->path, why, sizeof why);
    if (fd < 0) {
        return refuse(
            r, object, field, s->path,
            "files are named from the model's folder on, in which or below which they are", why);
    }
    struct quire_text name = {0}, text = {0};
    quire_text_add(&name, folder);
    quire_text_add(&name, s->path);
    s->name = name.failed ? s->path : quire_arena_copy(r->arena, name.data);
    quire_text_clear(&name);
    size_t size = 0;
    quire_status status = quire_file_read_open(
        &bytes, &size, fd, s->name != NULL ? s->name : s->path, QUIRE_ATTACHED_LIMIT, r->diag);
    if (status == QUIRE_OK) {
        status = s->name != NULL && clean(&text, bytes, size)
                     ? keep(r, s, text.data != NULL ? text.data : "", text.size)
                     : quire_diag_memory_error(r->diag);
        free(bytes);
    }
    quire_text_clear(&text);
    return status;
}

/* from the model itself, from what was read for the same model before, or from the disk */
static quire_status
obtain(const struct quire_reader *r, struct quire_source *s, const struct quire_object *object,
       const struct quire_field *field, bool *is_new)
{
    const struct quire_attached_params *attached = find_attached(r, s->path);
    const struct quire_source *former =
        r->former != NULL
            ? find_source((void *const *)r->former->source, r->former->n_source, s->path)
            : NULL;
    *is_new = attached == NULL;
    if (attached != NULL) {
        return keep(r, s, attached->content, strlen(attached->content));
    }
    if (former != NULL) {
        s->name = quire_arena_copy(r->arena, former->name);
        return s->name != NULL ? keep(r, s, former->text, former->size)
                               : quire_diag_memory_error(r->diag);
    }
    if (r->in_memory) {
        return refuse(r, object, field, s->path,
                      "load the model from a file, or put the drawing into it as <attached>",
                      "a model that is read from memory has no folder");
    }
    return read_disk(r, s, object, field);
}

/* ---- the model as one file ---- */

/* the text behind the start tag of the root of a well-formed file */
static const char *
behind_root_tag(const char *p)
{
    for (;;) {
        p += strcspn(p, "<");
        const char *end = strncmp(p, "<!--", 4) == 0 ? strstr(p + 4, "-->")
                          : strncmp(p, "<?", 2) == 0 ? strstr(p, "?>")
                                                     : NULL;
        if (end == NULL) {
            break;
        }
        p = end;
    }
    while (*p != '\0' && *p != '>') {
        const char *quoted = *p == '"' || *p == '\'' ? strchr(p + 1, *p) : NULL;
        p = quoted != NULL ? quoted + 1 : p + 1;
    }
    return *p == '>' ? p + 1 : p;
}

/* on the line of the root, so that all others keep their numbers */
static quire_status
attach(struct quire_reader *r, const struct quire_source *s)
{
    struct quire_text text = {0};
    const char *behind = behind_root_tag(r->model->text);
    quire_text_add_bytes(&text, r->model->text, (size_t)(behind - r->model->text));
    quire_text_add(&text, "<attached file=\"");
    quire_write_value(&text, s->path);
    quire_text_add(&text, "\" content=\"");
    quire_write_value(&text, s->text);
    quire_text_add(&text, "\"/>");
    quire_text_add(&text, behind);
    quire_status status = QUIRE_OK;
    if (text.size > QUIRE_FILE_LIMIT) {
        status = quire_diag_error(r->diag, "E-LIMIT", s->from, NULL, NULL,
                                  "with its drawings the model is larger than %zu bytes",
                                  QUIRE_FILE_LIMIT);
    } else {
        r->model->text =
            text.failed ? NULL : quire_arena_copy_bytes(r->arena, text.data, text.size);
        r->model->size = text.size;
        status = r->model->text != NULL ? QUIRE_OK : quire_diag_memory_error(r->diag);
    }
    quire_text_clear(&text);
    return status;
}

/* ---- all together ---- */

static struct quire_source *
make_source(const struct quire_reader *r, const char *path, struct quire_place from)
{
    struct quire_named_file *file = quire_arena_get(r->arena, 1, sizeof *file);
    if (file == NULL ||
        (file->looked = quire_arena_get(r->arena, 1, sizeof *file->looked)) == NULL) {
        return NULL;
    }
    file->source =
        (struct quire_source){.name = path, .path = path, .attached = true, .from = from};
    return &file->source;
}

/* each error of a file is reported once */
static quire_status
read_file(struct quire_reader *r, const struct quire_object *object,
          const struct quire_field *field, const struct quire_source **slot)
{
    struct quire_source *s = find_source(r->source.item, r->source.n, (*slot)->path);
    bool is_new = false;
    if (s == NULL) {
        s = make_source(r, (*slot)->path, object->place);
        if (s == NULL || !quire_pointers_add(&r->source, s)) {
            return quire_diag_memory_error(r->diag);
        }
        const quire_status status = obtain(r, s, object, field, &is_new);
        if (status != QUIRE_OK) {
            return status;
        }
    }
    *slot = s;
    if (s->text == NULL) {
        return QUIRE_ERROR_INPUT;
    }
    return is_new && strlen(s->text) == s->size ? attach(r, s) : QUIRE_OK;
}

void
quire_read_files(struct quire_reader *r)
{
    for (size_t i = 0; i < r->object.n && r->model->root != NULL && !quire_reader_is_finished(r);
         i++) {
        struct quire_object *object = r->object.item[i];
        for (const struct quire_field *f = object->kind->fields; f != NULL && f->name != NULL;
             f++) {
            const struct quire_source **slot =
                (const struct quire_source **)(void *)((char *)object->params + f->offset);
            if (f->type == QUIRE_FIELD_FILE && *slot != NULL &&
                !quire_reader_note(r, read_file(r, object, f, slot)) &&
                !quire_pointers_add(&r->bad, object)) {
                quire_reader_note(r, quire_diag_memory_error(r->diag));
            }
        }
    }
}
