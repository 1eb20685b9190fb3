/* Where the files of the library are: <include library="papers"/>. */
#ifndef QUIRE_XML_EXPAND_LIBRARY_H
#define QUIRE_XML_EXPAND_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define QUIRE_LIBRARY_MOST 1000 /* files in all folders */

/* Opens file `path` of the library for reading: in the folders of the environment variable
 * QUIRE_LIBRARY_PATH, which have colons between them, or without it beside the program (in a build
 * folder, or in an installation that was moved), or where the library was installed. Returns the
 * descriptor and its folder, without a slash at the end, or -1 with the reason in `why`. */
int quire_library_open(const char *path, char *folder, size_t folder_size, char *why, size_t size);

/* The names of the files in those folders, without .xml, in alphabetical order: what <include
 * library=""> may say. NULL when memory runs out, or there are more than QUIRE_LIBRARY_MOST. */
char **quire_library_names(struct quire_arena *arena, size_t *n);

/* For hints: writes the name of the library in which an element begins with `start`, such as
 * '<media name="film-100"', into `out`; false if there is none. */
bool quire_library_find(const char *start, char *out, size_t size);
/* "add <include library=\"papers\"/>, which has it", of such an element. Returns buf, or NULL. */
const char *quire_library_hint(const char *element, const char *attribute, const char *name,
                               char *buf, size_t size);

#endif
