/* Reading one model again and again: parsed once, and put back to that before each reading. */
#include "xml/read/prepared.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "xml/read/read.h"
#include "xml/read/reading.h"

struct quire_prepared {
    /* what is read */
    const struct quire_catalog *catalog;
    const quire_model *former; /* NULL: it has no folder */
    const char *bytes, *name;
    size_t size;
    /* The steps that follow change elements in place. So all that was made up to here is kept as it
     * was: what the arena held, the reader, and what its lists held. */
    struct quire_reader at_mark;
    struct quire_arena_mark *mark; /* NULL: every reading begins with the bytes */
    void **listed[QUIRE_READER_LISTS];
    struct quire_reader r; /* that works; its lists keep their memory */
    quire_model *whole;    /* read from its bytes at last */
};

/* ---- the part that does not depend on settings ---- */

static bool
keep_lists(struct quire_prepared *self)
{
    for (size_t i = 0; i < QUIRE_READER_LISTS; i++) {
        const struct quire_pointers *list = quire_reader_list(&self->at_mark, i);
        self->listed[i] = malloc(list->n > 0 ? list->n * sizeof(void *) : 1);
        if (self->listed[i] == NULL) {
            return false;
        }
        if (list->n > 0) {
            memcpy(self->listed[i], list->item, list->n * sizeof(void *));
        }
    }
    return true;
}

/* A file with problems has to report them at each reading, so it is read from its bytes. */
static quire_status
prepare(struct quire_prepared *self, quire_diag *diag)
{
    quire_diag *found = quire_diag_create();
    struct quire_reader *r = &self->r;
    *r = (struct quire_reader){.catalog = self->catalog,
                               .diag = found,
                               .former = self->former,
                               .in_memory = self->former == NULL};
    quire_status status = found != NULL ? QUIRE_OK : QUIRE_ERROR_LIMIT;
    if (status == QUIRE_OK) {
        const bool good = quire_reading_begin(r, self->bytes, self->size, self->name) &&
                          quire_diag_count(found) == 0;
        self->at_mark = *r;
        if (good && (!keep_lists(self) || (self->mark = quire_arena_mark(r->arena)) == NULL)) {
            status = QUIRE_ERROR_LIMIT;
        }
    }
    quire_diag_destroy(found);
    return status == QUIRE_OK ? QUIRE_OK : quire_diag_memory_error(diag);
}

static void
rewind_reader(struct quire_prepared *self)
{
    struct quire_reader *r = &self->r, before = *r;
    quire_arena_rewind(self->mark);
    *r = self->at_mark;
    for (size_t i = 0; i < QUIRE_READER_LISTS; i++) {
        struct quire_pointers *list = quire_reader_list(r, i);
        const size_t n = list->n;
        *list = *quire_reader_list(&before, i);
        list->n = n;
        if (n > 0) {
            memcpy(list->item, self->listed[i], n * sizeof(void *));
        }
    }
}

/* ---- readings ---- */

static quire_status
read_marked(const quire_model **out, struct quire_prepared *self, const quire_setting *settings,
            size_t n_setting, quire_diag *diag)
{
    struct quire_reader *r = &self->r;
    rewind_reader(self);
    r->diag = diag;
    r->settings = settings;
    r->n_setting = n_setting;
    quire_reading_finish(r, quire_diag_count(diag));
    *out = r->status == QUIRE_OK ? r->model : NULL;
    return r->status;
}

static quire_status
read_whole(const quire_model **out, struct quire_prepared *self, const quire_setting *settings,
           size_t n_setting, quire_diag *diag)
{
    quire_xml_free(self->whole);
    const quire_status status =
        self->former != NULL ? quire_xml_vary(&self->whole, self->former, settings, n_setting, diag)
                             : quire_xml_read(&self->whole, self->catalog, self->bytes, self->size,
                                              self->name, settings, n_setting, diag);
    *out = self->whole;
    return status;
}

quire_status
quire_prepared_read(const quire_model **out, struct quire_prepared *self,
                    const quire_setting *settings, size_t n_setting, quire_diag *diag)
{
    const quire_status status = quire_reading_check_settings(n_setting, diag);
    *out = NULL;
    return status != QUIRE_OK   ? status
           : self->mark != NULL ? read_marked(out, self, settings, n_setting, diag)
                                : read_whole(out, self, settings, n_setting, diag);
}

/* ---- beginning and end ---- */

static quire_status
create(struct quire_prepared **out, const struct quire_prepared *of, quire_diag *diag)
{
    struct quire_prepared *self = malloc(sizeof *self);
    *out = NULL;
    if (self == NULL) {
        return quire_diag_memory_error(diag);
    }
    *self = *of;
    const quire_status status = prepare(self, diag);
    if (status != QUIRE_OK) {
        quire_prepared_destroy(self);
        return status;
    }
    *out = self;
    return QUIRE_OK;
}

quire_status
quire_prepared_create(struct quire_prepared **out, const quire_model *model, quire_diag *diag)
{
    const struct quire_source *own = model->source[0];
    const struct quire_prepared of = {.catalog = model->catalog,
                                      .former = model,
                                      .bytes = own->text,
                                      .size = own->size,
                                      .name = own->name};
    return create(out, &of, diag);
}

quire_status
quire_prepared_parse(struct quire_prepared **out, const struct quire_catalog *catalog,
                     const char *bytes, size_t size, const char *name, quire_diag *diag)
{
    const struct quire_prepared of = {
        .catalog = catalog, .bytes = bytes, .size = size, .name = name};
    return create(out, &of, diag);
}

void
quire_prepared_destroy(struct quire_prepared *self)
{
    if (self == NULL) {
        return;
    }
    quire_xml_free(self->whole);
    quire_reading_clear(&self->r);
    quire_arena_unmark(self->mark);
    quire_arena_destroy(self->r.arena);
    for (size_t i = 0; i < QUIRE_READER_LISTS; i++) {
        free(self->listed[i]);
    }
    free(self);
}
