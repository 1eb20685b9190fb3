#include "model/problem.h"

#include "text/number.h"

#define TEXT_SIZE 512 /* longest message or label; longer ones are cut */

quire_status
quire_object_error(const struct quire_object *self, quire_diag *diag, const char *code,
                   const char *hint, const char *format, ...)
{
    char text[TEXT_SIZE], label[TEXT_SIZE];
    va_list args;

    va_start(args, format);
    quire_number_vformat(text, sizeof text, format, args);
    va_end(args);
    return quire_diag_error(diag, code, self->place, quire_object_label(self, label, sizeof label),
                            hint, "%s", text);
}

void
quire_object_warning(const struct quire_object *self, quire_diag *diag, const char *code,
                     const char *hint, const char *format, ...)
{
    char text[TEXT_SIZE], label[TEXT_SIZE];
    va_list args;

    va_start(args, format);
    quire_number_vformat(text, sizeof text, format, args);
    va_end(args);
    quire_diag_warning(diag, code, self->place, quire_object_label(self, label, sizeof label), hint,
                       "%s", text);
}

size_t
quire_object_count(const struct quire_object *self, const char *const *field, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        count += quire_object_has(self, field[i]) ? 1 : 0;
    }
    return count;
}

/* "speed, shaft-speed and torque"; only the given ones when `given` is set. */
static const char *
list_fields(const struct quire_object *self, const char *const *field, size_t n, bool given,
            char *buf, size_t size)
{
    const size_t total = given ? quire_object_count(self, field, n) : n;
    size_t length = 0, listed = 0;

    buf[0] = '\0';
    for (size_t i = 0; i < n && length < size; i++) {
        if (given && !quire_object_has(self, field[i])) {
            continue;
        }
        const char *before = listed == 0 ? "" : listed + 1 == total ? " and " : ", ";
        const int written =
            quire_number_format(buf + length, size - length, "%s%s", before, field[i]);
        length += written > 0 ? (size_t)written : 0;
        listed++;
    }
    return buf;
}

quire_status
quire_object_need_one(const struct quire_object *self, quire_diag *diag, const char *const *field,
                      size_t n)
{
    const size_t count = quire_object_count(self, field, n);
    char all[TEXT_SIZE / 2], given[TEXT_SIZE / 4];

    if (count == 1) {
        return QUIRE_OK;
    }
    list_fields(self, field, n, false, all, sizeof all);
    if (count == 0) {
        return quire_object_error(self, diag, "E-MISSING", NULL,
                                  "none of %s is given, exactly one is needed", all);
    }
    return quire_object_error(self, diag, "E-MODEL", "keep one of them",
                              "%s are given, exactly one of %s is allowed",
                              list_fields(self, field, n, true, given, sizeof given), all);
}

quire_status
quire_object_depend(const struct quire_object *self, quire_diag *diag, const char *other,
                    const char *const *field, size_t n)
{
    quire_status status = QUIRE_OK;

    if (quire_object_has(self, other)) {
        return QUIRE_OK;
    }
    for (size_t i = 0; i < n; i++) {
        if (quire_object_has(self, field[i])) {
            status = quire_status_first(
                status,
                quire_object_error(self, diag, "E-MISSING", NULL,
                                   "'%s' is given without '%s', which it needs", field[i], other));
        }
    }
    return status;
}

quire_status
quire_object_exclude(const struct quire_object *self, quire_diag *diag, const char *other,
                     const char *const *field, size_t n)
{
    quire_status status = QUIRE_OK;

    if (!quire_object_has(self, other)) {
        return QUIRE_OK;
    }
    for (size_t i = 0; i < n; i++) {
        if (quire_object_has(self, field[i])) {
            status = quire_status_first(
                status,
                quire_object_error(self, diag, "E-MODEL", "remove one of them",
                                   "'%s' has no meaning together with '%s'", field[i], other));
        }
    }
    return status;
}
