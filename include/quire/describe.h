/* Description of the model file format, made from the tables that the parser uses. */
#ifndef QUIRE_DESCRIBE_H
#define QUIRE_DESCRIBE_H

#include <quire/diag.h>
#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Describes the whole format (kind NULL), one kind or element ("law", "roller"), or one named kind
 * ("law", "mtt-step"). For "library" the text also lists the installed library files (<include
 * library="papers"/>); for a library file or an object in one ("library", "uncoated-80") it gives
 * the values and their sources. For a problem code ("E-RANGE") it gives the meaning. The caller
 * frees *out with quire_free(). QUIRE_ERROR_USAGE: unknown kind or name; diag has a suggestion. */
QUIRE_API quire_status quire_describe(char **out, const char *kind, const char *name,
                                      quire_diag *diag);

/* Searches the format, the verbs and the manual for `words` (separated by blanks, in any case).
 * *out gets one line for each element, attribute, problem code, verb, cause of a jam, library
 * object and page that has all of them, or else as many of them as possible, with the command or
 * page that shows more; matches in names are first. The caller frees *out with quire_free().
 * QUIRE_ERROR_USAGE: nothing has one of the words; diag has a suggestion. */
QUIRE_API quire_status quire_describe_search(char **out, const char *words, quire_diag *diag);

/* The XML schema of model files, and the pages of the reference manual as one Markdown text. The
 * caller frees *out with quire_free(). */
QUIRE_API quire_status quire_describe_schema(char **out);
QUIRE_API quire_status quire_describe_reference(char **out);

/* The parameters of a model: as a readable table (name, value, range, meaning), and as JSON with
 * values in SI and their units (doc/formats.md). The values are those with which the model was
 * loaded. The caller frees *out with quire_free(). QUIRE_ERROR_LIMIT: out of memory. */
QUIRE_API quire_status quire_describe_parameters(char **out, const quire_model *model);
QUIRE_API quire_status quire_describe_parameters_json(char **out, const quire_model *model);

/* Converts a number with its unit, written as in a model file ("8 N", "1g"), to SI in *out. `unit`
 * is the SI unit of the expected quantity ("N", "kg"; "" for a number without a unit). `name` is
 * the name of the quantity in messages. QUIRE_ERROR_USAGE: not such a quantity; diag has the
 * reason. */
QUIRE_API quire_status quire_quantity_parse(double *out, const char *text, const char *unit,
                                            const char *name, quire_diag *diag);

QUIRE_API void quire_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
