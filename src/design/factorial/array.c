#include "design/factorial/array.h"

static const char *const rows_12[] = {"11111111111", "11111222222", "11222111222", "12122122112",
                                      "12212212121", "12221221211", "21221122121", "21212221112",
                                      "21122212211", "22211112212", "22121211122", "22112121221"};
static const char *const rows_18[] = {"11111111", "11222222", "11333333", "12112233", "12223311",
                                      "12331122", "13121323", "13232131", "13313212", "21133221",
                                      "21211332", "21322113", "22123132", "22231213", "22312321",
                                      "23132312", "23213123", "23321231"};

/* products of the field of four elements, whose sums are exclusive ors; 2 is a root of x^2 + x + 1
 */
static const int product_of_four[4][4] = {{0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}};

static int
field_sum(int levels, int a, int b)
{
    return levels == 4 ? a ^ b : (a + b) % levels;
}

static int
field_product(int levels, int a, int b)
{
    return levels == 4 ? product_of_four[a][b] : a * b % levels;
}

/* Linear arrays: with the digits d1 d2 ... of the run's number, d1 the highest, column 1 is d1, and
 * each further digit has a column for itself and one for each of its sums with multiples of the
 * digits before it, counted with d1 the fastest: d2, d1 + d2, 2 d1 + d2, ... */
static int
linear_level(const struct quire_array *a, int run, int column)
{
    const int levels = a->levels, runs = a->runs;
    int place = runs / levels, n = 1; /* worth of the digit; columns that it has */
    while (column >= n) {
        column -= n;
        n *= levels;
        place /= levels;
    }
    int sum = run / place % levels;
    for (int before = runs / levels; before > place; before /= levels) {
        sum = field_sum(levels, sum, field_product(levels, column % levels, run / before % levels));
        column /= levels;
    }
    return sum;
}

static int
level_12(const struct quire_array *a, int run, int column)
{
    (void)a;
    return rows_12[run][column] - '1';
}

static int
level_18(const struct quire_array *a, int run, int column)
{
    (void)a;
    return rows_18[run][column] - '1';
}

/* Column 1 is a point, each other one a line of the projective space of 32 - 1 points over two
 * elements: nine lines that do not meet. A line's two points are the bits of its level. */
static int
level_32_4(const struct quire_array *a, int run, int column)
{
    static const int line[9][2] = {{1, 2},  {4, 8},   {5, 10},  {6, 16}, {7, 18},
                                   {9, 17}, {11, 20}, {13, 19}, {14, 23}};
    (void)a;
    if (column == 0) {
        return __builtin_parity((unsigned)(run & 26));
    }
    return 2 * __builtin_parity((unsigned)(run & line[column - 1][0])) +
           __builtin_parity((unsigned)(run & line[column - 1][1]));
}

/* A difference matrix: between any two columns each difference modulo 3 is there equally often, so
 * that the matrix, the matrix + 1 and the matrix + 2 below each other are an array of three levels
 * (Bose and Bush 1952). This one was found by a search. */
static const char *const difference_12[] = {
    "000000000000", "001021221102", "002201011221", "001212102120", "011120022021", "010220101212",
    "010102210122", "012211220010", "021002120211", "020111202201", "022010012112", "022122111000"};

static int
three_of_36(int run, int column)
{
    return (difference_12[run % 12][column] - '0' + run / 12) % 3;
}

/* that of 12 runs three times, beside it the array of three levels */
static int
level_36(const struct quire_array *a, int run, int column)
{
    return column < a->n_first ? rows_12[run % 12][column] - '1'
                               : three_of_36(run, column - a->n_first);
}

/* two columns of two levels with their sum, and one of three, of 12 runs three times */
static int
level_36_3(const struct quire_array *a, int run, int column)
{
    const int of_12 = run % 12, one = of_12 / 6, other = of_12 / 3 % 2;
    (void)a;
    switch (column) {
    case 0: return one;
    case 1: return other;
    case 2: return one ^ other;
    case 3: return of_12 % 3;
    default: return three_of_36(run, column - 4);
    }
}

/* L18 three times, beside it the array from a difference matrix of 18: the sum, in the sense of
 * Kronecker, of one of 6 and of the table of products modulo 3 */
static int
level_54(const struct quire_array *a, int run, int column)
{
    static const char *const difference_6[] = {"000000", "001122", "010212",
                                               "012021", "021201", "022110"};
    const int of_18 = run % 18;
    if (column < 8) {
        return level_18(a, of_18, column);
    }
    const int i = of_18, j = column - 8;
    return (difference_6[i / 3][j / 3] - '0' + i % 3 * (j % 3) + run / 18) % 3;
}

const struct quire_array quire_arrays[QUIRE_ARRAYS] = {
    {"L4", 4, 3, 0, 2, 2, linear_level},    {"L8", 8, 7, 0, 2, 2, linear_level},
    {"L9", 9, 4, 0, 3, 3, linear_level},    {"L12", 12, 11, 0, 2, 2, level_12},
    {"L16", 16, 15, 0, 2, 2, linear_level}, {"L16'", 16, 5, 0, 4, 4, linear_level},
    {"L18", 18, 8, 1, 2, 3, level_18},      {"L25", 25, 6, 0, 5, 5, linear_level},
    {"L27", 27, 13, 0, 3, 3, linear_level}, {"L32", 32, 31, 0, 2, 2, linear_level},
    {"L32'", 32, 10, 1, 2, 4, level_32_4},  {"L36", 36, 23, 11, 2, 3, level_36},
    {"L36'", 36, 16, 3, 2, 3, level_36_3},  {"L54", 54, 26, 1, 2, 3, level_54},
};

int
quire_array_levels(const struct quire_array *a, int column)
{
    return column < a->n_first ? a->first_levels : a->levels;
}

int
quire_array_level(const struct quire_array *a, int run, int column)
{
    return a->level(a, run, column);
}

bool
quire_array_is_linear(const struct quire_array *a)
{
    return a->level == linear_level;
}

/* whether column c has the same level wherever the two columns have the same pair */
static bool
follows(const struct quire_array *a, int one, int other, int c)
{
    int level[5][5];
    for (int i = 0; i < 25; i++) {
        level[i / 5][i % 5] = -1;
    }
    for (int run = 0; run < a->runs; run++) {
        int *known = &level[a->level(a, run, one)][a->level(a, run, other)];
        const int found = a->level(a, run, c);
        if (*known >= 0 && *known != found) {
            return false;
        }
        *known = found;
    }
    return true;
}

uint32_t
quire_array_interaction(const struct quire_array *a, int one, int other)
{
    uint32_t columns = 0;
    for (int c = 0; c < a->columns; c++) {
        if (c != one && c != other && follows(a, one, other, c)) {
            columns |= UINT32_C(1) << c;
        }
    }
    return columns;
}
