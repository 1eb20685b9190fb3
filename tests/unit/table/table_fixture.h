/* A table that is opened anew in each test. */
#ifndef QUIRE_TESTS_TABLE_TABLE_FIXTURE_H
#define QUIRE_TESTS_TABLE_TABLE_FIXTURE_H

#include "table/table.h"

extern quire_diag *diag;
extern struct quire_table table;

/* around each test */
void table_set_up(void);
void table_tear_down(void);

/* Opens the bytes as file t.csv, which must be taken. */
void open_bytes(const char *bytes, size_t size);

#endif
