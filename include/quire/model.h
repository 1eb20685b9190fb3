/* Models: reading and checking model files. */
#ifndef QUIRE_MODEL_H
#define QUIRE_MODEL_H

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A checked model in SI units. It is constant after loading, so threads may share it. */
typedef struct quire_model quire_model;

/* A new value of a parameter: its name, and its value as text in the syntax of model files ("8
 * N"). */
typedef struct quire_setting {
    const char *name;
    const char *value;
} quire_setting;

/* Reads and checks the model file `path`. `settings` replace the values of n_setting parameters;
 * settings may be NULL if n_setting is 0. On success the caller owns *out and frees it with
 * quire_model_destroy(); otherwise *out is NULL. diag, which may be NULL, receives all problems,
 * not only the first. QUIRE_ERROR_FILE: the file cannot be read or is not a regular file.
 * QUIRE_ERROR_INPUT: its content is invalid. QUIRE_ERROR_LIMIT: a limit is exceeded, or out of
 * memory. */
QUIRE_API quire_status quire_model_load(quire_model **out, const char *path,
                                        const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);

/* Reads and checks a model from `size` bytes of text. `name` is the file name in messages. The
 * model can include only files of the installed library. Otherwise as quire_model_load(). */
QUIRE_API quire_status quire_model_parse(quire_model **out, const char *text, size_t size,
                                         const char *name, const quire_setting *settings,
                                         size_t n_setting, quire_diag *diag);

/* Reads and checks a model from `size` bytes of text of a file `name`: messages name
 * it, and includes are relative to its folder. Otherwise as quire_model_load(). */
QUIRE_API quire_status quire_model_load_text(quire_model **out, const char *text, size_t size,
                                             const char *name, const quire_setting *settings,
                                             size_t n_setting, quire_diag *diag);

/* Loads a model again with other settings, from the contents its files had when they were read.
 * Otherwise as quire_model_load(). */
QUIRE_API quire_status quire_model_vary(quire_model **out, const quire_model *model,
                                        const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);

QUIRE_API void quire_model_destroy(quire_model *model);

/* The name of the model. The string belongs to the model. */
QUIRE_API const char *quire_model_name(const quire_model *model);

/* The model as one file of *size bytes with its includes inserted; without includes, the bytes of
 * the model file. The text belongs to the model. */
QUIRE_API const char *quire_model_text(const quire_model *model, size_t *size);

/* The identity of the model, independent of its division into files: SHA-256 of all its elements
 * and attributes, as 64 hexadecimal digits and a NUL. Comments, blanks, the order of attributes,
 * `doc` and <user-data> have no effect on it. "": out of memory. */
QUIRE_API void quire_model_digest(const quire_model *model, char hex[65]);

/* Resolves the model or library `path` to one file. Includes, parameters, classes, `like` and
 * instances of assemblies are replaced by the values they give. Comments name the source of each
 * value and mark defaults. The result loads as exactly the same model, bit for bit. `json` selects
 * JSON instead of XML. A library that defines assemblies cannot be resolved. On success the caller
 * owns *out and frees it with quire_free(). */
QUIRE_API quire_status quire_model_resolve(char **out, const char *path,
                                           const quire_setting *settings, size_t n_setting,
                                           int json, quire_diag *diag);

/* The files from which the model was read; the model file is the first. quire_model_files() returns
 * their number. quire_model_file() returns the path of file i, which belongs to the model, and
 * writes the SHA-256 of its bytes to `hex`, which may be NULL. */
QUIRE_API size_t quire_model_files(const quire_model *model);
QUIRE_API const char *quire_model_file(const quire_model *model, size_t i, char hex[65]);

/* Libraries are files that models include. quire_library_is_at() returns whether the root element
 * of the file `path` is that of a library. quire_library_check() checks the whole file. */
QUIRE_API int quire_library_is_at(const char *path);
QUIRE_API quire_status quire_library_check(const char *path, const quire_setting *settings,
                                           size_t n_setting, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
