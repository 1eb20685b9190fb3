/* How tables are written: what is recognised, what is refused, what other programs write. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "table/decode.h"
#include "table_fixture.h"

TestSuite(dialect, .init = table_set_up, .fini = table_tear_down);

/* the cells of all rows, with '|' between them and '/' between rows */
static char *
all_cells(void)
{
    struct quire_text text = {0};
    quire_status status = QUIRE_OK;

    while (quire_table_next(&table, &status)) {
        quire_text_add(&text, text.size > 0 ? "/" : "");
        for (size_t i = 0; i < table.n; i++) {
            quire_text_format(&text, "%s%s", i > 0 ? "|" : "", table.cell[i]);
        }
    }
    cr_expect_eq(status, QUIRE_OK);
    return quire_text_take(&text);
}

Test(dialect, recognised)
{
    static const struct {
        const char *csv, *cells;
    } cases[] = {
        {"a;b\n1,5;2\n", "a|b/1.5|2"},
        {"a\tb\n1,5\t\n", "a|b/1.5|"},
        {"a  b [mm] c\n1 -2   3\n 4 5 6 \n", "a|b [mm]|c/1|-2|3/4|5|6"},
        {"a b\n\"x y\" 2\n", "a|b/x y|2"},
        {"a,b;c,d\n1,2;3,4\n", "a,b|c,d/1.2|3.4"},
        {"load, N;y\n1;2\n", "load[N]|y/1|2"},
        {"\"load, N\",y (mm),z (words)\n1,2,3\n", "load[N]|y [mm]|z (words)/1|2|3"},
        {"slip [-],b(-)\n1,2\n", "slip|b/1|2"},
        {"a,b\n\"1,5\",\"-0,25e-3\"\n", "a|b/1.5|-0.25e-3"},
        {"a,b\n\xE2\x88\x92"
         "1,2e\xE2\x88\x92"
         "3\n\xE2\x88\x92x,a\xE2\x88\x92"
         "1\n",
         "a|b/-1|2e-3/\xE2\x88\x92x|a\xE2\x88\x92"
         "1"},
        {"sep=|\na,b|c\n1|2\n", "a,b|c/1|2"},
        {"decimal=,\na;b\n1,250;2,500\n", "a|b/1.250|2.500"},
        {"a;b\n1,250;0,5\n", "a|b/1.250|0.5"},
        {"\"a\" \"b\"\n\"1\" 3 4.5\n\"2\" 5 6.5\n", "a|b/3|4.5/5|6.5"},
        {",a,b\n0,3,4\n1,5,6\n", "a|b/3|4/5|6"},
        {"a,b\nx,3,4\ny,5,6\n", "a|b/3|4/5|6"},
        {"a,b\r1,2\r\r\n3,4", "a|b/1|2/3|4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_bytes(cases[i].csv, strlen(cases[i].csv));
        char *cells = all_cells();
        cr_expect_str_eq(cells, cases[i].cells, "case %zu: %s", i, cells);
        free(cells);
    }
}

/* with the line, and both readings */
Test(dialect, refused)
{
    static const struct {
        const char *csv, *code;
        int line;
        const char *text;
    } cases[] = {
        {"a;b\n1;2\n1,250;3\n", "E-NUMBER", 3, "as 1.250 or as 1250"},
        {"a;b\n1,5;2\n3;2.5\n", "E-NUMBER", 2, "'2.5' in line 3"},
        {"decimal=,\na;b\n1,250;2.5\n", "E-NUMBER", 3, "'2.5' in line 3"},
        {"a,b\n1,2,5\n3,4,5\n", "E-TOO-MANY", 2, "'1' is the name of the row"},
        {"a,b\n1,\xB5\n", "E-ENCODING", 2, "not UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        quire_diag *own = quire_diag_create();
        quire_table_clear(&table);
        cr_expect_eq(quire_table_open(&table, cases[i].csv, strlen(cases[i].csv), "t.csv", own),
                     QUIRE_ERROR_INPUT, "case %zu", i);
        cr_assert_eq(quire_diag_count(own), 1, "case %zu", i);
        const quire_problem *p = quire_diag_get(own, 0);
        cr_expect_str_eq(p->code, cases[i].code);
        cr_expect_eq(p->line, cases[i].line, "case %zu: line %d", i, p->line);
        cr_expect(strstr(p->text, cases[i].text) != NULL, "case %zu: %s", i, p->text);
        quire_diag_destroy(own);
    }
}

Test(dialect, utf_16)
{
    /* "a;b", U+1F4C4, a line, "1;2" */
    static const char little[] = "\xFF\xFE"
                                 "a\0;\0b\0\x3D\xD8\xC4\xDC\r\0\n\0"
                                 "1\0;\0"
                                 "2",
                      big[] = "\0a\0;\0b\xD8\x3D\xDC\xC4\0\n\0"
                              "1\0;\0"
                              "2";
    const struct {
        const char *bytes;
        size_t size;
    } cases[] = {{little, sizeof little}, {big, sizeof big - 1}};

    for (size_t i = 0; i < 2; i++) {
        open_bytes(cases[i].bytes, cases[i].size);
        char *cells = all_cells();
        cr_expect_str_eq(cells, "a|b\xF0\x9F\x93\x84/1|2", "case %zu: %s", i, cells);
        free(cells);
    }
    quire_table_clear(&table);
    cr_expect_eq(quire_table_open(&table, "\xFF\xFE\x3D\xD8", 4, "t.csv", diag), QUIRE_ERROR_INPUT);
}

static enum quire_table_sort
sort_of(const char *cell)
{
    return quire_table_sort(cell, cell + strlen(cell));
}

Test(dialect, sorts_of_cells)
{
    static const struct {
        const char *cell;
        enum quire_table_sort sort;
    } cases[] = {
        {"", QUIRE_TABLE_EMPTY},
        {"-12", QUIRE_TABLE_WHOLE},
        {"1.", QUIRE_TABLE_POINT},
        {".5", QUIRE_TABLE_POINT},
        {"1e3", QUIRE_TABLE_POINT},
        {"1,5", QUIRE_TABLE_COMMA},
        {"0,125", QUIRE_TABLE_COMMA},
        {"1,125e2", QUIRE_TABLE_COMMA},
        {",5", QUIRE_TABLE_COMMA},
        {"1234,567", QUIRE_TABLE_COMMA},
        {"-1,250", QUIRE_TABLE_COMMA_OR_THOUSANDS},
        {"1,234,567", QUIRE_TABLE_ALMOST},
        {"1.234,5", QUIRE_TABLE_ALMOST},
        {"5 N", QUIRE_TABLE_ALMOST},
        {"5 plies", QUIRE_TABLE_WORD},
        {"2A", QUIRE_TABLE_WORD},
        {"-", QUIRE_TABLE_WORD},
        {"+-+", QUIRE_TABLE_WORD},
        {"NA", QUIRE_TABLE_WORD},
        {"2024-03-05", QUIRE_TABLE_DATE},
        {"5.3.2024", QUIRE_TABLE_DATE},
        {"3/5/24", QUIRE_TABLE_DATE},
        {"2024-03-05T17:45:30Z", QUIRE_TABLE_DATE},
        {"17:45", QUIRE_TABLE_DATE},
        {"1-2-3", QUIRE_TABLE_WORD},
        {"80-90", QUIRE_TABLE_WORD},
        {"1.2.3", QUIRE_TABLE_ALMOST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(sort_of(cases[i].cell), cases[i].sort, "%s: %d", cases[i].cell,
                     (int)sort_of(cases[i].cell));
    }
}

Test(dialect, hints)
{
    cr_expect(strstr(quire_table_hint("1.234,5"), "thousands") != NULL);
    cr_expect(strstr(quire_table_hint("1.234.567"), "thousands") != NULL);
    cr_expect(strstr(quire_table_hint("5 N"), "unit") != NULL);
    cr_expect_null(quire_table_hint("much"));
    cr_expect_null(quire_table_hint("5"));
}

/* by its name and its cells */
Test(dialect, columns_of_other_programs)
{
    static const struct {
        const char *csv, *what; /* of the first column; NULL: nothing is known */
    } cases[] = {
        {"Pattern,y\n+-,1\n-+,2\n", "JMP's pattern of levels"},
        {"Pattern,y\n1,1\n2,2\n", NULL},
        {"Pattern,y\nrib,1\nflat,2\n", NULL},
        {"stdorder,y\n2,1\n1,2\n", "Minitab's standard order"},
        {"StdOrder,y\n1,1\n1,2\n", NULL},
        {"Blocks,y\n1,1\n1,2\n", QUIRE_TABLE_BLOCKS},
        {"Blocks,y\nA,1\nA,2\n", NULL},
        {"when,y\n2024-03-05,1\n,2\n", "dates"},
        {"who,y\na,1\nb,2\nc,3\n", QUIRE_TABLE_NAMES},
        {"who,y\na,1\nb,2\na,3\n", NULL},
        {"load [N],y\na,1\nb,2\nc,3\n", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_bytes(cases[i].csv, strlen(cases[i].csv));
        const char *what = quire_table_foreign(&table, 0);
        cr_expect(cases[i].what != NULL ? what != NULL && strcmp(what, cases[i].what) == 0
                                        : what == NULL,
                  "case %zu: %s", i, what != NULL ? what : "nothing");
    }
}

Test(dialect, columns_that_are_not_used_are_named)
{
    static const char csv[] = "\"a [N]\" \"who\"\n\"1\" 1 x\n\"2\" 2 y\n\"3\" 3 z\n";
    static const size_t used[] = {0, QUIRE_TABLE_NONE};

    open_bytes(csv, sizeof csv - 1);
    cr_assert_eq(quire_table_header(&table), QUIRE_OK);
    cr_expect_eq(quire_table_note_others(&table, used, 2), QUIRE_OK);
    cr_assert_eq(quire_diag_count(diag), 1);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "N-COLUMNS");
    cr_expect_str_eq(quire_diag_get(diag, 0)->text,
                     "not used: names of rows, who (another word in each row)");
}

Test(dialect, too_many_columns)
{
    const size_t n = QUIRE_TABLE_COLUMNS + 1;
    char *csv = malloc(4 * n + 1), *at = csv;

    for (size_t row = 0; row < 2; row++) {
        for (size_t i = 0; i < n; i++) {
            *at++ = 'x';
            *at++ = i + 1 < n ? ',' : '\n';
        }
    }
    quire_table_clear(&table);
    cr_expect_eq(quire_table_open(&table, csv, 4 * n, "t.csv", diag), QUIRE_ERROR_LIMIT);
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "E-LIMIT");
    free(csv);
}

/* the same cells once more */
Test(dialect, again)
{
    static const char csv[] = "decimal=,\na;b\n1,5;2\n";

    open_bytes(csv, sizeof csv - 1);
    for (int i = 0; i < 2; i++) {
        char *cells = all_cells();
        cr_expect_str_eq(cells, "a|b/1.5|2");
        free(cells);
        cr_assert_eq(quire_table_again(&table, csv, sizeof csv - 1), QUIRE_OK);
    }
}
