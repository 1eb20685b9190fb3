#include "table_fixture.h"

#include <criterion/criterion.h>

quire_diag *diag;
struct quire_table table;

void
table_set_up(void)
{
    diag = quire_diag_create();
}

void
table_tear_down(void)
{
    quire_table_clear(&table);
    quire_diag_destroy(diag);
}

void
open_bytes(const char *bytes, size_t size)
{
    quire_table_clear(&table);
    cr_assert_eq(quire_table_open(&table, bytes, size, "t.csv", diag), QUIRE_OK, "%s", bytes);
}
