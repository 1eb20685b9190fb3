/* Where the files of the library are: <include library="papers"/>. */
#ifndef QUIRE_XML_LIBRARY_H
#define QUIRE_XML_LIBRARY_H

#include <stddef.h>

/* Opens file `path` of the library for reading: in the folders of the environment variable QUIRE_LIBRARY_PATH, which have colons
 * between them, or without it beside the program (in a build folder, or in an installation that was moved), or where the library was
 * installed. Returns the descriptor and its folder, without a slash at the end, or -1 with the reason in `why`. */
int quire_library_open(const char *path, char *folder, size_t folder_size, char *why, size_t size);

#endif
