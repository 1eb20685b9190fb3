/* Whatever a run can write, every reader of results reads: random finite doubles of all sizes,
 * through each file and its readers. */
#include <criterion/criterion.h>

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "report/history.h"
#include "result/folder.h"
#include "table/table.h"
#include "trace/csv.h"

#define ROWS       2000
#define COLUMNS    3
#define NINE       5e-9 /* half a unit of the ninth digit, relative */
#define LEAST_STEP 5e-324

static double number[ROWS * COLUMNS];

/* all sizes alike, down to the subnormal ones, and the odd ones among them */
static void
make_numbers(void)
{
    static const double odd[] = {0,
                                 -0.0,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 DBL_MIN,
                                 -DBL_MIN,
                                 1e-310,
                                 -1e-310,
                                 LEAST_STEP,
                                 -LEAST_STEP,
                                 DBL_EPSILON,
                                 1.0 / 3,
                                 1e22,
                                 1e15,
                                 123456789,
                                 9.9999999949999,
                                 0.1,
                                 9007199254740993.0,
                                 1e-5,
                                 1e-4,
                                 99999999.95,
                                 1.23456789012345678,
                                 2.2250738585072011e-308,
                                 1e300};
    const size_t n = sizeof odd / sizeof *odd;
    uint64_t bits = 88172645463325252u;
    for (size_t i = 0; i < ROWS * COLUMNS; i++) {
        do {
            /* xorshift64, Marsaglia 2003 */
            bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
            const uint64_t some = i % 5 == 0 ? bits & ~((uint64_t)0x7FF << 52) : bits;
            memcpy(&number[i], &some, sizeof number[i]);
        } while (!isfinite(number[i]));
        number[i] = i < n ? odd[i] : number[i];
    }
}

static bool
same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* the double that nine digits of the number stand for */
static double
to_nine(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.8e", value);
    return strtod(text, NULL);
}

/* series.csv of the numbers, in a fresh folder, to be freed */
static char *
write_series(void)
{
    static struct quire_series_column column[COLUMNS] = {{.header = (char *)(uintptr_t) "time [s]"},
                                                         {.header = (char *)(uintptr_t) "a [N]"},
                                                         {.header = (char *)(uintptr_t) "b"}};
    const struct quire_series series = {
        .column = column, .n_column = COLUMNS, .value = number, .n_row = ROWS};
    char template[] = "/tmp/quire-test-XXXXXX", *folder = strdup(mkdtemp(template));
    char *path = quire_folder_join(folder, QUIRE_HISTORY_FILE);
    FILE *file = fopen(path, "wb");
    cr_assert_eq(quire_csv_write_series(file, &series), QUIRE_OK);
    fclose(file);
    free(path);
    return folder;
}

static void
remove_series(char *folder)
{
    char *path = quire_folder_join(folder, QUIRE_HISTORY_FILE);
    remove(path);
    remove(folder);
    free(path);
    free(folder);
}

TestSuite(any_number, .init = make_numbers);

/* what is written in full comes back to the bit; a model takes all but what is too close to zero */
Test(any_number, comes_back_to_the_bit)
{
    for (size_t i = 0; i < ROWS * COLUMNS; i++) {
        char buf[QUIRE_NUMBER_SIZE];
        double back;
        const char *end;
        quire_number_write(buf, number[i]);
        cr_assert_eq(quire_number_read_result(&back, buf, &end), QUIRE_NUMBER_OK, "%s", buf);
        cr_assert(same_bits(back, number[i]) && *end == '\0', "%s", buf);
        const bool small = fpclassify(number[i]) == FP_SUBNORMAL;
        cr_assert_eq(quire_number_read(&back, buf, 0, NULL),
                     small ? QUIRE_NUMBER_SMALL : QUIRE_NUMBER_OK, "%s", buf);
        cr_assert(small ? isnan(back) : same_bits(back, number[i]), "%s", buf);
    }
}

/* summary.json and the trajectory are read by jansson */
Test(any_number, comes_back_from_json)
{
    for (size_t i = 0; i < ROWS * COLUMNS; i++) {
        struct quire_text text = {0};
        quire_text_json_number(&text, number[i]);
        json_t *value = json_loads(text.data, JSON_DECODE_ANY, NULL);
        cr_assert(json_is_number(value), "%s", text.data);
        const double back = json_number_value(value); /* of -0 as 0 */
        cr_assert_not(back < number[i] || back > number[i], "%s", text.data);
        json_decref(value);
        quire_text_clear(&text);
    }
}

/* a report reads series.csv: nine digits of each number, of which no subnormal one is refused */
Test(any_number, comes_back_from_a_series)
{
    struct quire_history h;
    char *folder = write_series();
    cr_assert_eq(quire_history_load(&h, folder, NULL), QUIRE_OK);
    cr_assert(h.n == COLUMNS && h.n_row == ROWS && h.bucket == 1);
    for (size_t i = 0; i < ROWS * COLUMNS; i++) {
        const double value = number[i], back = h.value[i % COLUMNS * ROWS + i / COLUMNS];
        cr_assert(same_bits(back, to_nine(value)), "%.17g of %.17g", back, value);
        cr_assert_leq(fabs(back / 2 - value / 2), fmax(NINE * fabs(value) / 2, LEAST_STEP),
                      "%.17g of %.17g", back, value);
    }
    struct quire_text page = {0};
    struct quire_json json = {.text = &page, .compact = true};
    quire_history_write(&json, NULL, &h);
    json_t *value = json_loads(page.data, 0, NULL);
    cr_assert_not_null(value, "whatever the range of a column");
    json_decref(value);
    quire_text_clear(&page);
    quire_history_clear(&h);
    remove_series(folder);
}

/* so do comparisons and fits, by the common reader of tables */
Test(any_number, comes_back_from_a_table)
{
    char *folder = write_series(), *path = quire_folder_join(folder, QUIRE_HISTORY_FILE), *text;
    size_t size, row = 0;
    struct quire_table table;
    quire_status status = QUIRE_OK;
    cr_assert_eq(quire_file_read(&text, &size, path, 1 << 20, NULL), QUIRE_OK);
    cr_assert_eq(quire_table_open(&table, text, size, path, NULL), QUIRE_OK);
    cr_assert(quire_table_next(&table, &status));
    for (; quire_table_next(&table, &status); row++) {
        for (size_t c = 0; c < COLUMNS; c++) {
            double back;
            cr_assert_eq(quire_table_number(table.cell[c], &back), QUIRE_NUMBER_OK, "%s",
                         table.cell[c]);
            cr_assert(same_bits(back, to_nine(number[row * COLUMNS + c])), "%s", table.cell[c]);
        }
    }
    cr_assert_eq(row, ROWS);
    quire_table_clear(&table);
    free(text);
    free(path);
    remove_series(folder);
}

/* Nine digits keep any two samples apart: a series has no more rows than QUIRE_SERIES_VALUES, so
 * that times differ by more than 1e-8 of the end. */
Test(any_number, samples_keep_their_own_times)
{
    const double end = 99.9999999, step = end / ((double)QUIRE_SERIES_VALUES / 2);
    for (size_t i = 0; i < ROWS * COLUMNS; i += COLUMNS) {
        number[i] = end - step * (double)(ROWS - 1 - i / COLUMNS);
    }
    struct quire_history h;
    char *folder = write_series();
    cr_assert_eq(quire_history_load(&h, folder, NULL), QUIRE_OK);
    for (size_t i = 1; i < ROWS; i++) {
        cr_assert_gt(h.value[i], h.value[i - 1], "row %zu", i);
    }
    quire_history_clear(&h);
    remove_series(folder);
}
