/* The language of model files, described from the same tables that read it. */
#ifndef QUIRE_DESCRIBE_H
#define QUIRE_DESCRIBE_H

#include <quire/diag.h>
#include <quire/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Text about everything (kind NULL), about a kind or element ("law", "roller"), or one named kind
 * of it ("law", "mtt-step"). About "library" also what the library holds that is found (<include
 * library="papers"/>), and about a file of it or something in it ("library", "uncoated-80") the
 * values and where they come from.
 * *out is the caller's, to be freed with quire_free(). QUIRE_ERROR_USAGE with a suggestion when
 * there is no such kind. */
QUIRE_API quire_status quire_describe(char **out, const char *kind, const char *name,
                                      quire_diag *diag);

/* The XML schema of model files; and the reference manual's pages as one Markdown text. Free with
 * quire_free(). */
QUIRE_API quire_status quire_describe_schema(char **out);
QUIRE_API quire_status quire_describe_reference(char **out);

/* The parameters of a model: a table for people (name, value, range, meaning), and JSON for
 * programs, which has their values in SI and their units besides (doc/formats.md). Values are those
 * that the model was loaded with. Free with quire_free(). QUIRE_ERROR_LIMIT without memory. */
QUIRE_API quire_status quire_describe_parameters(char **out, const quire_model *model);
QUIRE_API quire_status quire_describe_parameters_json(char **out, const quire_model *model);

/* Reads a number with its unit as it stands in a model file ("8 N", "1g") into *out, in SI; `unit`
 * is the SI unit it must measure
 * ("N", "kg", "" for plain numbers). QUIRE_ERROR_USAGE with the reason in diag; `name` stands for
 * what is read. */
QUIRE_API quire_status quire_quantity_parse(double *out, const char *text, const char *unit,
                                            const char *name, quire_diag *diag);

QUIRE_API void quire_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
