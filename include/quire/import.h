/* Models from the terms of other programs. */
#ifndef QUIRE_IMPORT_H
#define QUIRE_IMPORT_H

#include <stddef.h>

#include <quire/diag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A model file from a table of the parameters of RecurDyn's Media Transport Toolkits MTT2D and
 * MTT3D: `csv` is `size` bytes of text with the header line `parameter,value,unit`;
 * doc/guide/from-mtt.md lists the parameters. Every conversion stands in a comment of what is
 * written. *out_xml is the caller's, to be freed with quire_free(). `file_name` stands for the
 * table in messages. QUIRE_ERROR_INPUT when the table is refused: every problem is in diag, and
 * *out_xml is NULL. */
QUIRE_API quire_status quire_import_mtt(char **out_xml, const char *csv, size_t size,
                                        const char *file_name, quire_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
