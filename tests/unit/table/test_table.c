/* Tables of numbers given as CSV. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "table_fixture.h"

TestSuite(table, .init = table_set_up, .fini = table_tear_down);

static void
open_text(const char *csv)
{
    open_bytes(csv, strlen(csv));
}

/* the next row is these n cells, on this line */
static void
expect_row(int line, size_t n, const char *const *cell)
{
    quire_status status = QUIRE_OK;

    cr_assert(quire_table_next(&table, &status));
    cr_expect_eq(status, QUIRE_OK);
    cr_expect_eq(table.place.line, line);
    cr_assert_eq(table.n, n, "%zu cells, not %zu", table.n, n);
    for (size_t i = 0; i < n; i++) {
        cr_expect_str_eq(table.cell[i], cell[i]);
    }
}

static void
expect_end(void)
{
    quire_status status = QUIRE_OK;

    cr_expect_not(quire_table_next(&table, &status));
    cr_expect_eq(status, QUIRE_OK);
}

/* a mark of the byte order, both ends of lines, and blank lines, which count */
Test(table, lines)
{
    open_text("\xEF\xBB\xBF"
              "a, b\t,c\r\n\r\n  \n1,,3 \n\n4");
    expect_row(1, 3, (const char *const[]){"a", "b", "c"});
    expect_row(4, 3, (const char *const[]){"1", "", "3"});
    expect_row(6, 1, (const char *const[]){"4"});
    expect_end();
    open_text("");
    expect_end();
}

/* RFC 4180: commas and doubled quotes inside quotes; blanks inside them stay */
Test(table, quotes)
{
    open_text("\"a,b\" , \"say \"\"hi\"\"\",\" c \",\"\"\n\"open, to the end\n\"last\"");
    expect_row(1, 4, (const char *const[]){"a,b", "say \"hi\"", " c ", ""});
    expect_row(2, 1, (const char *const[]){"open, to the end"});
    expect_row(3, 1, (const char *const[]){"last"});
    expect_end();
}

Test(table, as_wide_as_the_line)
{
    char csv[2 * 100 + 1];

    for (int i = 0; i < 100; i++) {
        csv[2 * i] = (char)('0' + i % 10);
        csv[2 * i + 1] = ',';
    }
    csv[199] = '\0';
    open_text(csv);
    quire_status status = QUIRE_OK;
    cr_assert(quire_table_next(&table, &status));
    cr_expect_eq(table.n, 100);
    cr_expect_str_eq(table.cell[0], "0");
    cr_expect_str_eq(table.cell[99], "9");
}

Test(table, no_text)
{
    cr_expect_eq(quire_table_open(&table, "a\0b", 3, "t.csv", diag), QUIRE_ERROR_INPUT);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "E-ENCODING");
    cr_expect_str_eq(quire_diag_get(diag, 0)->file, "t.csv");
}

Test(table, ragged_rows)
{
    static const char *const codes[] = {"E-MISSING", "E-TOO-MANY"};

    open_text("1\n1,2,3\n1,2");
    for (size_t i = 0; i < 3; i++) {
        quire_status status = QUIRE_OK;
        cr_assert(quire_table_next(&table, &status));
        cr_expect_eq(quire_table_check_row(&table, 2), i < 2 ? QUIRE_ERROR_INPUT : QUIRE_OK);
    }
    cr_assert_eq(quire_diag_count(diag), 2);
    for (size_t i = 0; i < 2; i++) {
        cr_expect_str_eq(quire_diag_get(diag, i)->code, codes[i]);
        cr_expect_eq(quire_diag_get(diag, i)->line, (int)i + 1);
    }
}

/* a bracket that is left open is part of the unit, which then is refused as one */
Test(table, headers)
{
    static const struct {
        const char *cell;
        bool same;
        const char *unit; /* NULL: none */
    } cases[] = {{"force", true, NULL},           {"force [N]", true, "N"},
                 {"force[kN]", true, "kN"},       {"force []", true, ""},
                 {"force [N", true, "[N"},        {"forces", false, NULL},
                 {"forc", false, NULL},           {"force (N)", false, NULL},
                 {"force\t[N/mm]", true, "N/mm"}, {"Force [N]", false, NULL}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *unit;
        size_t n;
        cr_expect_eq(quire_table_names(cases[i].cell, "force", &unit, &n), cases[i].same, "%s",
                     cases[i].cell);
        cr_expect_eq(unit != NULL, cases[i].unit != NULL, "%s", cases[i].cell);
        if (unit != NULL && cases[i].unit != NULL) {
            cr_expect_eq(n, strlen(cases[i].unit), "%s", cases[i].cell);
            cr_expect_eq(strncmp(unit, cases[i].unit, n), 0, "%s", cases[i].cell);
        }
    }
}

Test(table, numbers)
{
    double value = 0;

    cr_expect_eq(quire_table_number("-2.5e3", &value), QUIRE_NUMBER_OK);
    cr_expect_eq(value, -2500.0);
    cr_expect_eq(quire_table_number("2 N", &value), QUIRE_NUMBER_NONE);
    cr_expect_eq(quire_table_number("", &value), QUIRE_NUMBER_NONE);
    cr_expect_eq(quire_table_number("1,5", &value), QUIRE_NUMBER_COMMA);
    cr_expect_eq(quire_table_number("nan", &value), QUIRE_NUMBER_NOT_FINITE);
    cr_expect_eq(quire_table_number("1e999", &value), QUIRE_NUMBER_LARGE);
}
