/* Models: reading and checking the description of a machine and its sheets. */
#ifndef QUIRE_MODEL_H
#define QUIRE_MODEL_H

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A checked model in SI units; const after loading, may be shared between threads. */
typedef struct quire_model quire_model;

/* A parameter's new value, as on the command line: name, and text as it would stand in the file ("8 N"). */
typedef struct quire_setting {
    const char *name;
    const char *value;
} quire_setting;

/* Reads and checks the model file at `path` with `n_setting` parameters replaced (settings may be NULL when it is 0).
 * On success *out is the caller's, to be freed with quire_model_destroy(). All problems found are added to diag (which may be NULL),
 * not just the first. Returns QUIRE_ERROR_FILE when the file can not be read or is no regular file,
 * QUIRE_ERROR_INPUT when its content is refused, QUIRE_ERROR_LIMIT when a limit or memory is exceeded; *out is then NULL. */
QUIRE_API quire_status quire_model_load(quire_model **out, const char *path, const quire_setting *settings, size_t n_setting,
                                        quire_diag *diag);

/* The same from `size` bytes in memory; `name` stands for the file in messages. */
QUIRE_API quire_status quire_model_parse(quire_model **out, const char *text, size_t size, const char *name,
                                         const quire_setting *settings, size_t n_setting, quire_diag *diag);

QUIRE_API void quire_model_destroy(quire_model *model);

/* The model's name; borrowed. */
QUIRE_API const char *quire_model_name(const quire_model *model);

#ifdef __cplusplus
}
#endif
#endif
