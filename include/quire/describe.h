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
 * the values and their sources. The caller frees *out with quire_free(). QUIRE_ERROR_USAGE: unknown
 * kind or name; diag has a suggestion. */
QUIRE_API quire_status quire_describe(char **out, const char *kind, const char *name,
                                      quire_diag *diag);

/* The XML schema of model files, and the pages of the reference manual as one Markdown text. The
 * caller frees *out with quire_free(). */
/* Text about everything (kind NULL), about a kind or element ("law", "roller"), or one named kind
 * of it ("law", "mtt-step"). About "library" also what the library holds that is found (<include
 * library="papers"/>), and about a file of it or something in it ("library", "uncoated-80") the
 * values and where they come from. About a problem code ("E-RANGE") what it means.
 * *out is the caller's, to be freed with quire_free(). QUIRE_ERROR_USAGE with a suggestion when
 * there is no such kind. */
/* One line for each element, attribute, problem code, verb, cause of a jam, name of the library and
 * page of the manual that has all `words` (with blanks between them, in any case), with the command
 * or page that shows more. Those with the words in their names come first. *out is the caller's, to
 * be freed with quire_free(). QUIRE_ERROR_USAGE with a suggestion when nothing is found. */
QUIRE_API quire_status quire_describe_search(char **out, const char *words, quire_diag *diag);
/* The XML schema of model files; and the reference manual's pages as one Markdown text. Free with
 * quire_free(). */
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
