/* <include file="parts/papers.xml"/>: what other files hold becomes part of the model, right behind
 * the element that names them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "xml/expand/library.h"
#include "xml/expand/steps.h"
#include "xml/text/limits.h"
#include "xml/text/parse.h"
#include "xml/text/write.h"
#include "xml/tree/kinds.h"

#define WHY_SIZE    200
#define FOLDER_SIZE 4096

struct including {
    struct quire_reader *r;
    const struct quire_kind *kind, *library; /* <include> and the root of what it may name */
    size_t bytes, n_node;                    /* of all files so far */
    /* struct quire_node *: what the model holds in the end */
    struct quire_pointers child;
};

/* ---- which file ---- */

/* the part of a path before its last name, with the slash */
static size_t
folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* the first n bytes of `folder`, `name` and `end`, in the arena */
static char *
join(struct quire_reader *r, const char *folder, size_t n, const char *name, const char *end)
{
    const size_t n_name = strlen(name);
    char *path = quire_arena_get(r->arena, n + n_name + strlen(end) + 1, 1);
    if (path == NULL) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    memcpy(path, folder, n);
    memcpy(path + n, name, n_name);
    memcpy(path + n + n_name, end, strlen(end) + 1);
    return path;
}

static void
refuse(struct quire_reader *r, const struct quire_attribute *a, const char *hint, const char *why)
{
    char excerpt[QUIRE_EXCERPT_SIZE];
    quire_reader_note(r, quire_diag_error(r->diag, "E-INCLUDE", a->place, "include", hint,
                                          "%s = '%s': %s", a->name, quire_excerpt(excerpt, a->text),
                                          why));
}

/* the attribute that says what to include; NULL after reporting */
static struct quire_attribute *
find_name(struct quire_reader *r, const struct quire_node *node)
{
    struct quire_attribute *file = quire_attribute_find(node->attribute, node->n_attribute, "file");
    struct quire_attribute *library =
        quire_attribute_find(node->attribute, node->n_attribute, "library");
    struct quire_attribute *a = file != NULL ? file : library;
    if (a == NULL || (file != NULL && library != NULL)) {
        quire_reader_note(
            r,
            quire_diag_error(r->diag, a == NULL ? "E-MISSING" : "E-INCLUDE", node->place, "include",
                             NULL, "%s of the attributes 'file' and 'library' must be given",
                             a == NULL ? "one" : "only one"));
        return NULL;
    }
    if (strpbrk(a->text, "{}") != NULL) {
        refuse(r, a, NULL, "parameters are not put into the names of files");
        return NULL;
    }
    if (file != NULL && r->in_memory) {
        refuse(r, a, "load the model from a file",
               "a model that is read from memory has no folder");
        return NULL;
    }
    return a;
}

static struct quire_source *
find_source(const struct quire_reader *r, bool library, const char *path)
{
    for (size_t i = 0; i < r->source.n; i++) {
        struct quire_source *s = r->source.item[i];
        if (s->library == library && strcmp(s->path, path) == 0) {
            return s;
        }
    }
    return NULL;
}

/* "a.xml includes b.xml includes a.xml" */
static void
refuse_circle(struct quire_reader *r, const struct quire_attribute *a,
              const struct quire_source *first)
{
    struct quire_text why = {0};
    quire_text_add(&why, "leads round: ");
    for (size_t i = 0; i < r->source.n && why.size < 600; i++) {
        const struct quire_source *s = r->source.item[i];
        if (s->open && (s == first || why.size > strlen("leads round: "))) {
            quire_text_format(&why, "%.80s includes ", s->path);
        }
    }
    quire_text_format(&why, "%.80s", first->path);
    refuse(r, a, NULL, why.failed ? "leads round" : why.data);
    quire_text_clear(&why);
}

/* ---- its bytes ---- */

static bool
take_former(struct quire_reader *r, struct quire_source *s)
{
    for (size_t i = 0; i < r->former->n_source; i++) {
        const struct quire_source *other = r->former->source[i];
        if (other->library == s->library && strcmp(other->path, s->path) == 0) {
            s->name = quire_arena_copy(r->arena, other->name);
            s->text = quire_arena_copy_bytes(r->arena, other->text, other->size);
            s->size = other->size;
            return (s->name != NULL && s->text != NULL) ||
                   quire_reader_note(r, quire_diag_memory_error(r->diag));
        }
    }
    return quire_reader_note(r, QUIRE_ERROR_INTERNAL); /* the same bytes ask for the same files */
}

static bool
read_bytes(struct including *self, struct quire_source *s, int fd)
{
    struct quire_reader *r = self->r;
    char *text;
    const quire_status status =
        quire_file_read_open(&text, &s->size, fd, s->name, QUIRE_FILE_LIMIT, r->diag);
    if (quire_reader_note(r, status)) {
        s->text = quire_arena_copy_bytes(r->arena, text, s->size);
        free(text);
    }
    return s->text != NULL ||
           (status == QUIRE_OK && quire_reader_note(r, quire_diag_memory_error(r->diag)));
}

static bool
read_source(struct including *self, struct quire_source *s, const struct quire_attribute *a)
{
    struct quire_reader *r = self->r;
    char folder[FOLDER_SIZE], why[WHY_SIZE];
    if (r->former != NULL) {
        return take_former(r, s);
    }
    const size_t n = folder_length(r->model->file);
    if (!s->library && n >= sizeof folder) {
        refuse(r, a, NULL, "the path of the model is too long");
        return false;
    }
    if (!s->library) {
        memcpy(folder, r->model->file, n);
        folder[n] = '\0';
    }
    const int fd = s->library
                       ? quire_library_open(s->path, folder, sizeof folder - 1, why, sizeof why)
                       : quire_file_open_below(folder, s->path, why, sizeof why);
    if (fd < 0) {
        refuse(r, a,
               s->library ? "the folders of the library are those of QUIRE_LIBRARY_PATH" : NULL,
               why);
        return false;
    }
    s->name = join(r, folder, strlen(folder), s->library ? "/" : "", s->path);
    if (s->name == NULL) {
        close(fd);
        return false;
    }
    return read_bytes(self, s, fd);
}

/* ---- what it holds ---- */

static size_t
count_nodes(const struct quire_node *node)
{
    size_t n = 1;
    for (size_t i = 0; i < node->n_child; i++) {
        n += count_nodes(node->child[i]);
    }
    return n;
}

/* many files, each within its limits, must not be too much together */
static bool
check_size(struct including *self, const struct quire_source *s, const struct quire_node *root)
{
    struct quire_reader *r = self->r;
    self->bytes += s->size;
    self->n_node += count_nodes(root);
    if (self->bytes > QUIRE_FILE_LIMIT) {
        return quire_reader_note(
            r, quire_diag_error(r->diag, "E-LIMIT", s->from, NULL, NULL,
                                "the model and what it includes are larger than %zu bytes",
                                QUIRE_FILE_LIMIT));
    }
    if (self->n_node > QUIRE_ELEMENT_LIMIT) {
        return quire_reader_note(
            r, quire_diag_error(r->diag, "E-LIMIT", s->from, NULL, NULL,
                                "more than %d elements together with those included",
                                QUIRE_ELEMENT_LIMIT));
    }
    return true;
}

/* whether the root is that of a library, and its attributes are sound */
static bool
check_root(struct including *self, const struct quire_node *root)
{
    struct quire_reader *r = self->r;
    char excerpt[QUIRE_EXCERPT_SIZE], label[200];
    const char *element = self->library->element;
    if (strcmp(root->element, element) != 0) {
        return quire_reader_note(r,
                                 quire_diag_error(r->diag, "E-INCLUDE", root->place, NULL, NULL,
                                                  "the root element is <%s>; a file that can be "
                                                  "included begins with <%s version=\"1\">",
                                                  quire_excerpt(excerpt, root->element), element));
    }
    if (!quire_reader_check_version(r, root, element)) {
        return false;
    }
    void *params = quire_arena_get(r->arena, 1, self->library->size);
    uint64_t present;
    const struct quire_site site = {r->diag, root->place,
                                    quire_node_label(root, label, sizeof label), r->catalog};
    return params != NULL
               ? quire_reader_note(r, quire_attributes_fill(params, &present, self->library,
                                                            root->attribute, root->n_attribute,
                                                            r->arena, &site))
               : quire_reader_note(r, quire_diag_memory_error(r->diag));
}

static void take_children(struct including *self, const struct quire_node *root,
                          const struct quire_source *source, int depth);

/* ---- one <include> ---- */

static struct quire_source *
make_source(struct including *self, bool library, const char *path, struct quire_place from)
{
    struct quire_reader *r = self->r;
    struct quire_source *s = quire_arena_get(r->arena, 1, sizeof *s);
    if (s == NULL || !quire_pointers_add(&r->source, s)) {
        quire_reader_note(r, quire_diag_memory_error(r->diag));
        return NULL;
    }
    *s = (struct quire_source){
        .name = path, .path = path, .text = NULL, .library = library, .from = from};
    return s;
}

static bool
check_counts(const struct including *self, const struct quire_attribute *a, int depth)
{
    struct quire_reader *r = self->r;
    if (depth > QUIRE_INCLUDE_DEPTH_LIMIT) {
        return quire_reader_note(r,
                                 quire_diag_error(r->diag, "E-LIMIT", a->place, "include", NULL,
                                                  "more than %d files that each include the next",
                                                  QUIRE_INCLUDE_DEPTH_LIMIT));
    }
    if (r->source.n > QUIRE_INCLUDE_LIMIT) {
        return quire_reader_note(r, quire_diag_error(r->diag, "E-LIMIT", a->place, "include", NULL,
                                                     "more than %d files are included",
                                                     QUIRE_INCLUDE_LIMIT));
    }
    return true;
}

/* puts the file of an <include> that stands in `source` into the model; every file but once */
static void
include(struct including *self, const struct quire_node *node, const struct quire_source *source,
        int depth)
{
    struct quire_reader *r = self->r;
    const struct quire_attribute *a = find_name(r, node);
    struct quire_node *root = NULL;
    if (a == NULL) {
        r->incomplete = true;
        return;
    }
    const bool from_top = strcmp(a->name, "library") == 0, library = from_top || source->library;
    const char *path = join(r, source->path, from_top ? 0 : folder_length(source->path), a->text,
                            from_top ? ".xml" : "");
    struct quire_source *s = path != NULL ? find_source(r, library, path) : NULL;
    if (path == NULL || s != NULL) {
        if (s != NULL && s->open) {
            r->incomplete = true;
            refuse_circle(r, a, s);
        }
        return;
    }
    if (check_counts(self, a, depth) && (s = make_source(self, library, path, a->place)) != NULL &&
        read_source(self, s, a) &&
        quire_reader_note(r,
                          quire_xml_parse(&root, s->text, s->size, s->name, r->arena, r->diag)) &&
        check_size(self, s, root) && check_root(self, root)) {
        s->open = true;
        take_children(self, root, s, depth + 1);
        s->open = false;
    } else {
        r->incomplete = true;
    }
}

/* the children of a file's root, each <include> with what it stands for behind it; recursion is
 * bounded by QUIRE_INCLUDE_DEPTH_LIMIT */
static void
take_children(struct including *self, const struct quire_node *root,
              const struct quire_source *source, int depth)
{
    struct quire_reader *r = self->r;
    for (size_t i = 0; i < root->n_child && !quire_reader_is_finished(r); i++) {
        struct quire_node *child = root->child[i];
        child->parent = r->root;
        if (!quire_pointers_add(&self->child, child)) {
            quire_reader_note(r, quire_diag_memory_error(r->diag));
            return;
        }
        if (strcmp(child->element, self->kind->element) == 0) {
            /* what it reports does not keep the others from being looked at */
            include(self, child, source, depth);
        }
    }
}

/* ---- all together ---- */

/* the model as one file */
static bool
write_whole(struct quire_reader *r)
{
    struct quire_text text = {0};
    quire_node_write(&text, r->root);
    if (text.size > QUIRE_FILE_LIMIT) {
        quire_reader_note(
            r, quire_diag_error(r->diag, "E-LIMIT", r->root->place, NULL, NULL,
                                "with what it includes the model is larger than %zu bytes",
                                QUIRE_FILE_LIMIT));
    } else {
        r->model->text =
            text.failed ? NULL : quire_arena_copy_bytes(r->arena, text.data, text.size);
        r->model->size = text.size;
        quire_reader_note(r, r->model->text != NULL ? QUIRE_OK : quire_diag_memory_error(r->diag));
    }
    quire_text_clear(&text);
    return r->status == QUIRE_OK;
}

static bool
replace_children(struct including *self)
{
    struct quire_reader *r = self->r;
    struct quire_node **list = quire_arena_get(r->arena, self->child.n, sizeof *list);
    if (list == NULL) {
        return quire_reader_note(r, quire_diag_memory_error(r->diag));
    }
    for (size_t i = 0; i < self->child.n; i++) {
        list[i] = self->child.item[i];
    }
    r->root->child = list;
    r->root->n_child = self->child.n;
    return true;
}

void
quire_read_includes(struct quire_reader *r)
{
    const struct quire_kind *root =
        quire_reader_kind(r, quire_reader_root(r), quire_reader_root(r));
    struct including self = {.r = r,
                             .kind = quire_reader_kind(r, "model", "include"),
                             .library = quire_reader_kind(r, "library", "library")};
    struct quire_source *own = r->source.item[0];
    if (root == NULL || self.kind == NULL || self.library == NULL ||
        quire_child_row(root->children, self.kind) == NULL) {
        return; /* files of this sort include nothing */
    }
    own->path = own->name + folder_length(own->name);
    self.bytes = own->size;
    self.n_node = count_nodes(r->root);
    take_children(&self, r->root, own, 1);
    own->open = false;
    if (r->source.n > 1 && replace_children(&self) && r->status == QUIRE_OK) {
        write_whole(r);
    }
    free(self.child.item);
}
