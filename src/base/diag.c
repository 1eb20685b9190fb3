/* The list of problems found by a call. */
#include "base/diag.h"

#include <quire/model.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codes.h"
#include "text/text.h"
#include "text/utf8.h"

#define TEXT_SIZE 1200 /* longest text of one problem, before escaping */

struct quire_diag {
    quire_problem problem[QUIRE_PROBLEM_LIMIT];
    char *memory[QUIRE_PROBLEM_LIMIT]; /* each problem's strings, one allocation */
    size_t n, n_error, n_dropped;
    bool starved;
    quire_problem more; /* "and 12 more" */
    char more_text[64];
};

quire_diag *
quire_diag_create(void)
{
    return calloc(1, sizeof(quire_diag));
}

void
quire_diag_destroy(quire_diag *diag)
{
    if (diag == NULL) {
        return;
    }
    for (size_t i = 0; i < diag->n; i++) {
        free(diag->memory[i]);
    }
    free(diag);
}

size_t
quire_diag_count(const quire_diag *diag)
{
    if (diag == NULL) {
        return 0;
    }
    return diag->n + (diag->n_dropped > 0);
}

size_t
quire_diag_error_count(const quire_diag *diag)
{
    if (diag == NULL) {
        return 0;
    }
    return diag->n_error;
}

const quire_problem *
quire_diag_get(const quire_diag *diag, size_t index)
{
    if (diag == NULL) {
        return NULL;
    }
    if (index < diag->n) {
        return &diag->problem[index];
    }
    return index == diag->n && diag->n_dropped > 0 ? &diag->more : NULL;
}

bool
quire_diag_is_full(const quire_diag *diag)
{
    return diag == NULL || diag->n == QUIRE_PROBLEM_LIMIT;
}

bool
quire_diag_is_starved(const quire_diag *diag)
{
    return diag == NULL || diag->starved;
}

bool
quire_diag_may_stop(const quire_diag *diag, quire_status status)
{
    return status != QUIRE_OK && quire_diag_is_full(diag);
}

/* ---- adding ---- */

/* counts a problem that is not kept */
static void
drop(quire_diag *diag)
{
    diag->n_dropped++;
    snprintf(diag->more_text, sizeof diag->more_text, "%zu more problems are not listed",
             diag->n_dropped);
    diag->more = (quire_problem){.severity = QUIRE_NOTE, .code = "N-MORE", .text = diag->more_text};
}

/* Drops the last one that is no error, if there is any: an error is worth more than it. */
static bool
make_way(quire_diag *diag)
{
    size_t last = diag->n;

    while (last > 0 && diag->problem[last - 1].severity == QUIRE_ERROR) {
        last--;
    }
    if (last == 0) {
        return false;
    }
    free(diag->memory[last - 1]);
    memmove(diag->memory + last - 1, diag->memory + last, (diag->n - last) * sizeof *diag->memory);
    memmove(diag->problem + last - 1, diag->problem + last,
            (diag->n - last) * sizeof *diag->problem);
    diag->n--;
    drop(diag);
    return true;
}

static int
compare_files(const char *a, const char *b)
{
    return a == NULL || b == NULL ? (a != NULL) - (b != NULL) : strcmp(a, b);
}

/* appends `string` made visible and a NUL; *offset tells where it starts */
static void
put(struct quire_text *all, const char *string, size_t *offset)
{
    *offset = all->size;
    if (string != NULL) {
        quire_text_visible(all, string);
    }
    quire_text_add_char(all, '\0');
}

/* whether the same was said, at the same place, of another object: elements that stand for several
 * are written once, and so is their mistake */
static bool
is_told(const quire_diag *diag, const quire_problem *p)
{
    for (size_t i = 0;
         p->severity == QUIRE_ERROR && p->line > 0 && p->object != NULL && i < diag->n; i++) {
        const quire_problem *q = &diag->problem[i];
        if (q->line == p->line && q->column == p->column && q->object != NULL &&
            strcmp(q->object, p->object) != 0 && strcmp(q->code, p->code) == 0 &&
            strcmp(q->text, p->text) == 0 && compare_files(q->file, p->file) == 0) {
            return true;
        }
    }
    return false;
}

static void
add(quire_diag *diag, quire_severity severity, const struct quire_code *code, struct quire_place at,
    const char *object, const char *hint, const char *format, va_list arguments)
{
    struct quire_text all = {0};
    char text[TEXT_SIZE];
    size_t file_at, object_at, text_at, hint_at;

    diag->n_error += severity == QUIRE_ERROR;
    diag->starved = diag->starved || strcmp(code->code, "E-MEMORY") == 0 ||
                    strcmp(code->code, "E-NUM-OUT-OF-MEMORY") == 0;
    if (diag->n == QUIRE_PROBLEM_LIMIT && !(severity == QUIRE_ERROR && make_way(diag))) {
        drop(diag);
        return;
    }
    quire_number_vformat(text, sizeof text, format, arguments);
    put(&all, at.file, &file_at);
    put(&all, object, &object_at);
    put(&all, text, &text_at);
    put(&all, hint, &hint_at);
    char *memory = quire_text_take(&all);
    if (memory == NULL) { /* this much can be said without any */
        diag->n_dropped++;
        diag->starved = true;
        diag->more =
            (quire_problem){.severity = QUIRE_ERROR, .code = "E-MEMORY", .text = "memory ran out"};
        return;
    }
    const quire_problem problem = {
        .severity = severity,
        .code = code->code,
        .file = at.file != NULL ? memory + file_at : NULL,
        .line = at.line,
        .column = at.column,
        .object = object != NULL ? memory + object_at : NULL,
        .text = memory + text_at,
        .hint = hint != NULL ? memory + hint_at : NULL,
    };
    if (is_told(diag, &problem)) {
        diag->n_error--;
        free(memory);
        return;
    }
    diag->memory[diag->n] = memory;
    diag->problem[diag->n++] = problem;
}

static const struct quire_code *
known_code(const char *code)
{
    const struct quire_code *row = quire_code_find(code);
    assert(row != NULL); /* a code that is missing from the table */
    return row != NULL ? row : quire_code_find("E-INTERNAL");
}

quire_status
quire_diag_verror(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                  const char *hint, const char *format, va_list arguments)
{
    const struct quire_code *row = known_code(code);
    if (diag != NULL) {
        add(diag, QUIRE_ERROR, row, at, object, hint, format, arguments);
    }
    return row->status;
}

quire_status
quire_diag_error(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                 const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const quire_status status = quire_diag_verror(diag, code, at, object, hint, format, arguments);
    va_end(arguments);
    return status;
}

void
quire_diag_warning(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                   const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (diag != NULL) {
        add(diag, QUIRE_WARNING, known_code(code), at, object, hint, format, arguments);
    }
    va_end(arguments);
}

void
quire_diag_note(quire_diag *diag, const char *code, struct quire_place at, const char *object,
                const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (diag != NULL) {
        add(diag, QUIRE_NOTE, known_code(code), at, object, hint, format, arguments);
    }
    va_end(arguments);
}

quire_status
quire_diag_file_error(quire_diag *diag, const char *path, const char *what, int number)
{
    const struct quire_place at = {path, 0, 0};
    if (number == 0) {
        return quire_diag_error(diag, "E-FILE", at, NULL, NULL, "%s", what);
    }
    char reason[128];
    const char *text = strerror_r(number, reason, sizeof reason);
    return quire_diag_error(diag, "E-FILE", at, NULL, NULL, "%s: %s", what, text);
}

quire_status
quire_diag_memory_error(quire_diag *diag)
{
    return quire_diag_error(diag, "E-MEMORY", quire_nowhere(), NULL, NULL, "memory ran out");
}

/* ---- order ---- */

int
quire_place_compare(struct quire_place a, struct quire_place b)
{
    if (a.line == 0 || b.line == 0) {
        return (a.line > 0) - (b.line > 0);
    }
    const int order = compare_files(a.file, b.file);
    return order != 0 ? order : a.line != b.line ? a.line - b.line : a.column - b.column;
}

const char *
quire_place_words(char *buf, size_t size, struct quire_place place, struct quire_place from)
{
    const bool same = compare_files(place.file, from.file) == 0;
    quire_number_format(buf, size, "line %d%s%.150s", place.line, same ? "" : " of ",
                        same || place.file == NULL ? "" : place.file);
    return buf;
}

static bool
comes_after(const quire_problem *a, const quire_problem *b)
{
    const struct quire_place x = {a->file, a->line, a->column}, y = {b->file, b->line, b->column};
    return quire_place_compare(x, y) > 0;
}

void
quire_diag_sort(quire_diag *diag, size_t from)
{
    if (diag == NULL) {
        return;
    }
    /* insertion: stable, and the list is short */
    for (size_t i = from + 1; i < diag->n; i++) {
        const quire_problem problem = diag->problem[i];
        char *memory = diag->memory[i];
        size_t j = i;
        for (; j > from && comes_after(&diag->problem[j - 1], &problem); j--) {
            diag->problem[j] = diag->problem[j - 1];
            diag->memory[j] = diag->memory[j - 1];
        }
        diag->problem[j] = problem;
        diag->memory[j] = memory;
    }
}

/* ---- showing ---- */

static const char *
severity_word(quire_severity severity)
{
    return severity == QUIRE_ERROR ? "error" : severity == QUIRE_WARNING ? "warning" : "note";
}

size_t
quire_diag_format(const quire_diag *diag, size_t index, char *buf, size_t size)
{
    const quire_problem *p = quire_diag_get(diag, index);
    char place[32] = "";
    size = buf != NULL ? size : 0;
    if (p == NULL) {
        if (size > 0) {
            buf[0] = '\0';
        }
        return 0;
    }
    if (p->file != NULL && p->line > 0 && p->column > 0) {
        snprintf(place, sizeof place, ":%d:%d", p->line, p->column);
    } else if (p->file != NULL && p->line > 0) {
        snprintf(place, sizeof place, ":%d", p->line);
    }
    const int n = snprintf(buf, size, "%s%s%s%s [%s]: %s%s%s%s%s", p->file != NULL ? p->file : "",
                           place, p->file != NULL ? ": " : "", severity_word(p->severity), p->code,
                           p->object != NULL ? p->object : "", p->object != NULL ? ": " : "",
                           p->text, p->hint != NULL ? "; " : "", p->hint != NULL ? p->hint : "");
    return n < 0 ? 0 : (size_t)n;
}

quire_status
quire_diag_misuse(quire_diag *diag, const char *function)
{
    return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL, NULL,
                            "%s() was called without something that it needs", function);
}

bool
quire_settings_are_whole(const struct quire_setting *list, size_t n)
{
    bool whole = list != NULL || n == 0;
    for (size_t i = 0; i < n && whole; i++) {
        whole = list[i].name != NULL && list[i].value != NULL;
    }
    return whole;
}

bool
quire_is_invisible(unsigned character)
{
    return quire_utf8_is_invisible(character);
}
