#include "table/columns.h"

#include <stdlib.h>
#include <string.h>

#include "formula/units.h"

#define SEEN_MOST 4096
#define UNIT_MOST 60 /* characters */

/* ---- cells */

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t
count_digits(const char *p, const char *end)
{
    size_t n = 0;

    while (p + n < end && is_digit(p[n])) {
        n++;
    }
    return n;
}

static size_t
sign_at(const char *p, const char *end)
{
    return p < end && (*p == '+' || *p == '-')                 ? 1
           : end - p >= 3 && memcmp(p, "\xE2\x88\x92", 3) == 0 ? 3
                                                               : 0;
}

/* "17:45", "17:45:30.5" */
static bool
is_time(const char *p, const char *end)
{
    size_t n = count_digits(p, end), parts = 1;

    for (; n > 0 && n <= 2 && p + n < end && p[n] == ':'; parts++) {
        p += n + 1;
        n = count_digits(p, end);
    }
    if (parts == 3 && p + n < end && p[n] == '.') {
        p += n + 1;
        n = count_digits(p, end);
    }
    return parts > 1 && parts <= 3 && n > 0 && (p + n == end || (p[n] == 'Z' && p + n + 1 == end));
}

/* "2024-03-05", "5.3.2024", "3/5/24", perhaps with a time behind it */
static bool
is_date(const char *p, const char *end)
{
    size_t length[3];
    const char mark = p < end ? p[count_digits(p, end)] : '\0';

    if (is_time(p, end)) {
        return true;
    }
    for (int k = 0; k < 3; k++) {
        length[k] = count_digits(p, end);
        p += length[k];
        if (k < 2 && (p == end || *p != mark || (mark != '-' && mark != '.' && mark != '/'))) {
            return false;
        }
        p += k < 2 ? 1 : 0;
    }
    const bool short_middle = length[1] == 1 || length[1] == 2;
    const bool year_first = length[0] == 4 && (length[2] == 1 || length[2] == 2);
    const bool year_last = (length[0] == 1 || length[0] == 2) && (length[2] == 2 || length[2] == 4);
    return short_middle && (year_first || year_last) &&
           (p == end || ((*p == ' ' || *p == 'T') && is_time(p + 1, end)));
}

/* a blank and a unit, as of a quantity */
static bool
is_unit_behind(const char *p, const char *end)
{
    char text[UNIT_MOST + 1];
    struct quire_unit unit;
    struct quire_unit_error error;
    const size_t n = (size_t)(end - p);

    if (n < 2 || n > UNIT_MOST || *p != ' ') {
        return false;
    }
    memcpy(text, p + 1, n - 1);
    text[n - 1] = '\0';
    return quire_unit_parse(&unit, text + strspn(text, " "), NULL, NULL, &error);
}

/* digits with points and commas between them */
struct mantissa {
    size_t points, commas, digits, first, last; /* digits before the first mark, behind the last */
    bool zero;                                  /* begins with one */
};

static const char *
read_mantissa(struct mantissa *m, const char *p, const char *end)
{
    *m = (struct mantissa){.first = count_digits(p, end)};
    m->zero = m->first > 0 && *p == '0';
    m->digits = m->last = m->first;
    p += m->first;
    while (p < end && (*p == '.' || *p == ',') && (m->digits > 0 || count_digits(p + 1, end) > 0)) {
        m->points += *p == '.' ? 1 : 0;
        m->commas += *p == ',' ? 1 : 0;
        m->last = count_digits(p + 1, end);
        m->digits += m->last;
        p += 1 + m->last;
    }
    return p;
}

enum quire_table_sort
quire_table_sort(const char *begin, const char *end)
{
    struct mantissa m;
    bool exponent = false;

    if (begin == end) {
        return QUIRE_TABLE_EMPTY;
    }
    const char *p = read_mantissa(&m, begin + sign_at(begin, end), end);
    if (m.digits == 0) {
        return QUIRE_TABLE_WORD;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *power = p + 1 + sign_at(p + 1, end);
        const size_t n = count_digits(power, end);
        exponent = n > 0;
        p = exponent ? power + n : p;
    }
    if (p < end && (m.points + m.commas > 1 || !is_unit_behind(p, end))) {
        return is_date(begin, end) ? QUIRE_TABLE_DATE : QUIRE_TABLE_WORD;
    }
    if (m.points + m.commas > 1) {
        return is_date(begin, end) ? QUIRE_TABLE_DATE : QUIRE_TABLE_ALMOST;
    }
    if (m.commas == 1) {
        const bool thousands = m.first > 0 && m.first <= 3 && !m.zero && m.last == 3 && !exponent;
        return thousands ? QUIRE_TABLE_COMMA_OR_THOUSANDS : QUIRE_TABLE_COMMA;
    }
    return p < end                    ? QUIRE_TABLE_ALMOST
           : m.points > 0 || exponent ? QUIRE_TABLE_POINT
                                      : QUIRE_TABLE_WHOLE;
}

/* ---- texts that were seen */

static uint64_t *
slot_of(const struct quire_table_seen *seen, uint64_t hash)
{
    size_t i = (size_t)hash & (seen->room - 1);

    while (seen->hash[i] != 0 && seen->hash[i] != hash) {
        i = (i + 1) & (seen->room - 1);
    }
    return &seen->hash[i];
}

/* room for one more, half of it empty */
static bool
has_room(struct quire_table_seen *seen)
{
    if (2 * (seen->n + 1) <= seen->room) {
        return true;
    }
    struct quire_table_seen more = {.room = seen->room > 0 ? 2 * seen->room : 16, .n = seen->n};
    more.hash = calloc(more.room, sizeof *more.hash);
    if (more.hash == NULL) {
        seen->failed = true;
        return false;
    }
    for (size_t i = 0; i < seen->room; i++) {
        if (seen->hash[i] != 0) {
            *slot_of(&more, seen->hash[i]) = seen->hash[i];
        }
    }
    free(seen->hash);
    *seen = more;
    return true;
}

bool
quire_table_is_new(struct quire_table_seen *seen, const char *begin, const char *end)
{
    uint64_t hash = 14695981039346656037U; /* FNV-1a */

    if (seen->n == SEEN_MOST || !has_room(seen)) {
        return true;
    }
    for (const char *p = begin; p < end; p++) {
        hash = (hash ^ (unsigned char)*p) * 1099511628211U;
    }
    hash += hash == 0 ? 1 : 0;
    uint64_t *slot = slot_of(seen, hash);
    const bool new = *slot == 0;
    seen->n += new ? 1 : 0;
    *slot = hash;
    return new;
}

/* ---- columns */

/* "+-+", "0a-1": as JMP writes the levels of a run */
static bool
is_pattern(const char *begin, const char *end)
{
    const char *p = begin;

    while (p < end && (sign_at(p, end) > 0 || is_digit(*p) || *p == 'a' || *p == 'A')) {
        const size_t sign = sign_at(p, end);
        p += sign > 0 ? sign : 1;
    }
    return p == end;
}

bool
quire_table_column_see(struct quire_table_column *c, const char *begin, const char *end)
{
    const enum quire_table_sort sort = quire_table_sort(begin, end);

    c->sorts |= 1U << sort;
    if (sort == QUIRE_TABLE_EMPTY) {
        return true;
    }
    c->n++;
    c->not_pattern = c->not_pattern || !is_pattern(begin, end);
    if (!c->repeats && !quire_table_is_new(&c->seen, begin, end)) {
        c->repeats = true;
        free(c->seen.hash);
        c->seen.hash = NULL;
    }
    return !c->seen.failed;
}

bool
quire_table_column_is_numeric(const struct quire_table_column *c)
{
    const unsigned no_numbers =
        1U << QUIRE_TABLE_EMPTY | 1U << QUIRE_TABLE_DATE | 1U << QUIRE_TABLE_WORD;

    return (c->sorts & ~no_numbers) != 0;
}

static bool
is_called(const char *name, const char *known)
{
    for (; *name != '\0' && (*name == *known || (*name | 0x20) == (*known | 0x20)); name++) {
        known++;
    }
    return *name == '\0' && *known == '\0';
}

void
quire_table_column_end(struct quire_table_column *c, const char *name)
{
    enum { PATTERN, ORDER, WHOLE };
    static const struct {
        const char *name;
        int cells;
        const char *what;
    } known[] = {
        {"Pattern", PATTERN, "JMP's pattern of levels"},
        {"StdOrder", ORDER, "Minitab's standard order"},
        {"RunOrder", ORDER, "Minitab's order of runs"},
        {"CenterPt", WHOLE, "Minitab's mark of centre points"},
        {"PtType", WHOLE, "Minitab's type of points"},
        {"Blocks", WHOLE, QUIRE_TABLE_BLOCKS},
        {"Std", ORDER, "Design-Expert's standard order"},
        {"Run", ORDER, "an order of runs"},
        {"run.no", ORDER, "R's order of runs"},
        {"run.no.in.std.order", ORDER, "R's standard order"},
    };
    const unsigned sorts = c->sorts & ~(1U << QUIRE_TABLE_EMPTY);
    const bool whole = sorts == 1U << QUIRE_TABLE_WHOLE,
               is[] = {[PATTERN] = c->n > 0 && !c->not_pattern && !whole,
                       [ORDER] = whole && !c->repeats,
                       [WHOLE] = whole};

    for (size_t i = 0; i < sizeof known / sizeof known[0] && c->foreign == NULL; i++) {
        c->foreign = is_called(name, known[i].name) && is[known[i].cells] ? known[i].what : NULL;
    }
    if (c->foreign == NULL && sorts == 1U << QUIRE_TABLE_DATE) {
        c->foreign = "dates";
    }
    if (c->foreign == NULL && sorts == 1U << QUIRE_TABLE_WORD && !c->repeats && c->n > 2) {
        c->foreign = QUIRE_TABLE_NAMES;
    }
    free(c->seen.hash);
    c->seen.hash = NULL;
}
