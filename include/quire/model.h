/* Models: reading and checking the description of a machine and its sheets. */
#ifndef QUIRE_MODEL_H
#define QUIRE_MODEL_H

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A checked model in SI units; const after loading, may be shared between threads. */
typedef struct quire_model quire_model;

/* A parameter's new value, as on the command line: name, and text as it would stand in the file ("8
 * N"). */
typedef struct quire_setting {
    const char *name;
    const char *value;
} quire_setting;

/* Reads and checks the model file at `path` with `n_setting` parameters replaced (settings may be
 * NULL when it is 0). On success *out is the caller's, to be freed with quire_model_destroy(). All
 * problems found are added to diag (which may be NULL), not just the first. Returns
 * QUIRE_ERROR_FILE when the file cannot be read or is no regular file, QUIRE_ERROR_INPUT when its
 * content is refused, QUIRE_ERROR_LIMIT when a limit or memory is exceeded; *out is then NULL. */
QUIRE_API quire_status quire_model_load(quire_model **out, const char *path,
                                        const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);

/* The same from `size` bytes in memory; `name` stands for the file in messages. It can include
 * files of the library only. */
QUIRE_API quire_status quire_model_parse(quire_model **out, const char *text, size_t size,
                                         const char *name, const quire_setting *settings,
                                         size_t n_setting, quire_diag *diag);

/* The same model with other settings, from its files as they were read. */
QUIRE_API quire_status quire_model_vary(quire_model **out, const quire_model *model,
                                        const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);

QUIRE_API void quire_model_destroy(quire_model *model);

/* The model's name; borrowed. */
QUIRE_API const char *quire_model_name(const quire_model *model);

/* The model as one file of *size bytes, with what it includes put in; borrowed. Without includes
 * these are the file's own bytes. */
QUIRE_API const char *quire_model_text(const quire_model *model, size_t *size);

/* What identifies the model, whatever it includes: SHA-256 of its elements and attributes as one
 * file, 64 hexadecimal digits and a NUL. Comments, blanks, the order of attributes, `doc` and
 * <user-data> change nothing. "" when memory runs out. */
QUIRE_API void quire_model_digest(const quire_model *model, char hex[65]);

/* The model or library at `path` as it is understood: one file, into which includes, parameters,
 * classes, likes and instances of assemblies have been put, with remarks that tell where values
 * come from and which are assumed; it reads back as the same model, to the bit. A library that
 * holds assemblies is refused. With `json` as JSON. On success *out
 * is the caller's, to be freed with quire_free(). */
QUIRE_API quire_status quire_model_resolve(char **out, const char *path,
                                           const quire_setting *settings, size_t n_setting,
                                           int json, quire_diag *diag);

/* The files it was read from, itself first; the path of file i, borrowed, and SHA-256 of its bytes
 * (hex may be NULL). */
QUIRE_API size_t quire_model_files(const quire_model *model);
QUIRE_API const char *quire_model_file(const quire_model *model, size_t i, char hex[65]);

/* Libraries: files that models include. Whether the file at `path` is one, by its root element; and
 * whether all in it is sound. */
QUIRE_API int quire_library_is_at(const char *path);
QUIRE_API quire_status quire_library_check(const char *path, const quire_setting *settings,
                                           size_t n_setting, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
