/* Conversion of models of other programs. */
#ifndef QUIRE_IMPORT_H
#define QUIRE_IMPORT_H

#include <stddef.h>

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Creates a model file from a table of parameters of RecurDyn's Media Transport Toolkits MTT2D and
 * MTT3D. `csv` is `size` bytes of text with the columns `parameter`, `value` and `unit`, in any of
 * the forms of doc/guide/tables.md; doc/guide/from-mtt.md lists the parameters. Comments in the
 * model document each conversion. On success the caller owns *out_xml and frees it with
 * quire_free(). `file_name` is the name of the table in messages. QUIRE_ERROR_INPUT: the table is
 * invalid; diag has all problems, and *out_xml is NULL. */
QUIRE_API quire_status quire_import_mtt(char **out_xml, const char *csv, size_t size,
                                        const char *file_name, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
