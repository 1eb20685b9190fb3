/* What the fuzz targets share. A target is one file that defines fuzz_input(): libFuzzer and AFL++
 * call it with bytes they make up, replay.c with those of files. It ends the process with abort()
 * when Quire breaks a promise; so does an input that takes 5 s of the processor. */
#ifndef QUIRE_TESTS_FUZZ_H
#define QUIRE_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quire/model.h>

#include "text/text.h"

void fuzz_input(const uint8_t *data, size_t size);

/* What libFuzzer, AFL++ and replay.c call: fuzz_input() with a limit of time. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts, saying `promise`, unless it holds. */
void fuzz_must(bool holds, const char *promise);

/* What every call promises: a problem is reported if, and only if, it fails; each problem has a
 * code of the table and says something; and nothing in it could steer a terminal. With `located`
 * the first error also has a file. Prints the problems when QUIRE_FUZZ_SHOW is set. */
void fuzz_must_explain(quire_status status, const quire_diag *diag, bool located);

/* All problems as one text, to compare; to be freed. */
char *fuzz_problems(const quire_diag *diag);

/* The bytes as choices: each takes some of them, and those that are missing are 0. */
struct fuzz_choices {
    const uint8_t *at;
    size_t left;
};
unsigned fuzz_byte(struct fuzz_choices *from);
/* A number in 0 ... n - 1; 0 for n = 0. */
size_t fuzz_choose(struct fuzz_choices *from, size_t n);

/* Changes a text in one place, as the choices say: a number, a quoted word, some bytes, a line. */
void fuzz_edit(struct quire_text *text, struct fuzz_choices *how);

/* Changes an element: a child or an attribute that it may have, a value's expression, default,
 * likeness, or its being a part of an assembly. */
void fuzz_edit_tree(struct quire_text *text, struct fuzz_choices *how);

/* What changes are made of: `length` bytes at `at` become others; the place of the one chosen among
 * those that start so, the text's end if there is none. */
void fuzz_splice(struct quire_text *text, size_t at, size_t length, const char *with, size_t n);
size_t fuzz_find(const struct quire_text *text, bool (*starts)(const struct quire_text *, size_t),
                 struct fuzz_choices *how);

/* Appends an element of this kind as its table says, with the children that it needs; names of
 * other things are those of `world`, a model's text. */
struct quire_kind;
void fuzz_add_element(struct quire_text *out, const struct quire_kind *kind, const char *world,
                      struct fuzz_choices *how);
/* The same: a child that an element of kind `parent` may have, an attribute of this kind. */
void fuzz_add_child(struct quire_text *out, const struct quire_kind *parent, const char *world,
                    struct fuzz_choices *how);
void fuzz_add_attribute(struct quire_text *out, const struct quire_kind *kind, const char *world,
                        struct fuzz_choices *how);

/* Whether two models are the same to the last bit, wherever their values come from: includes,
 * classes, parameters and the names of files may differ. */
bool fuzz_is_same_model(const quire_model *a, const quire_model *b);

/* A file of the source tree, with a NUL behind it; to be freed. Aborts when it is not there. */
char *fuzz_source_file(const char *name, size_t *size);

/* A folder of this process, in QUIRE_FUZZ_FOLDER or in memory where there is such a place; and
 * files in it. */
const char *fuzz_folder(void);
void fuzz_save(const char *name, const void *bytes, size_t size);
void fuzz_remove(const char *name);

/* Saves the files of a text in the folder `where`: each behind a line "=== NAME". */
#define FUZZ_FILE "=== "
void fuzz_unpack(const char *where, const char *text);

/* The path of one of them, to be freed. */
char *fuzz_path(const char *name);
/* All bytes of the file at a path, with a NUL behind them; to be freed. Aborts when it is not
 * there. */
char *fuzz_read(const char *path, size_t *size);
/* Removes it, files and one level of folders in it. */
void fuzz_remove_folder(void);

#endif
