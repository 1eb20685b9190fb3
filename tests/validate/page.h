/* The validation page of the manual, written from the rows and figures of the cases that have run.
 */
#ifndef QUIRE_TESTS_VALIDATE_PAGE_H
#define QUIRE_TESTS_VALIDATE_PAGE_H

#include <stdbool.h>

/* Writes index.md, the figures and local.mk, the list of them, into a folder that is there. */
bool page_write(const char *folder);

#endif
