#include <stdarg.h>
#include <string.h>

#include "cad/dxf/dxf.h"
#include "text/number.h"

quire_status
quire_dxf_error(const struct quire_dxf *dxf, int line, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const quire_status status =
        quire_diag_verror(dxf->diag, "E-DRAWING", quire_drawing_place(dxf->options, line),
                          dxf->options->object, hint, format, arguments);
    va_end(arguments);
    return status;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* the next line without the blanks around it; false at the end */
static bool
take_line(struct quire_dxf *dxf, const char **text, size_t *length)
{
    if (dxf->at == dxf->end) {
        return false;
    }
    const char *first = dxf->at;
    const char *last = memchr(first, '\n', (size_t)(dxf->end - first));
    dxf->at = last != NULL ? last + 1 : dxf->end;
    dxf->line++;
    last = last != NULL ? last : dxf->end;
    while (first < last && is_blank(*first)) {
        first++;
    }
    while (last > first && is_blank(last[-1])) {
        last--;
    }
    *text = first;
    *length = (size_t)(last - first);
    return true;
}

static quire_status
end_error(struct quire_dxf *dxf)
{
    dxf->broken = true;
    return quire_dxf_error(dxf, dxf->line, "was it saved or copied completely?",
                           "the drawing ends before its EOF");
}

/* -5 to 1071 */
static bool
read_code(const char *text, size_t length, int *code)
{
    const bool negative = length > 0 && text[0] == '-';
    *code = 0;
    for (size_t i = negative; i < length; i++) {
        if (text[i] < '0' || text[i] > '9' || i > 4) {
            return false;
        }
        *code = 10 * *code + (text[i] - '0');
    }
    *code = negative ? -*code : *code;
    return length > (negative ? 1u : 0u);
}

quire_status
quire_dxf_next(struct quire_dxf *dxf, struct quire_dxf_pair *pair)
{
    const char *text;
    size_t length;
    if (!take_line(dxf, &text, &length)) {
        return end_error(dxf);
    }
    if (!read_code(text, length, &pair->code)) {
        dxf->broken = true;
        return quire_dxf_error(dxf, dxf->line, "is it a DXF in ASCII?",
                               "'%.*s' is no group code of a DXF", (int)(length < 40 ? length : 40),
                               text);
    }
    if (!take_line(dxf, &pair->text, &pair->length)) {
        return end_error(dxf);
    }
    pair->line = dxf->line;
    return QUIRE_OK;
}

bool
quire_dxf_is(const struct quire_dxf_pair *pair, const char *word)
{
    return pair->length == strlen(word) && memcmp(pair->text, word, pair->length) == 0;
}

quire_status
quire_dxf_number(const struct quire_dxf *dxf, const struct quire_dxf_pair *pair, double *out)
{
    const char *end;
    /* the text goes on with a blank, a new line or the NUL behind the file, none of a number */
    const enum quire_number_error error = quire_number_read(out, pair->text, 0, &end);
    if (error == QUIRE_NUMBER_OK && end == pair->text + pair->length) {
        return QUIRE_OK;
    }
    if (error == QUIRE_NUMBER_SMALL) {
        *out = 0.0;
        return QUIRE_OK;
    }
    return quire_dxf_error(
        dxf, pair->line, NULL, "'%.*s' %s", (int)(pair->length < 40 ? pair->length : 40),
        pair->text, quire_number_error_text(error == QUIRE_NUMBER_OK ? QUIRE_NUMBER_NONE : error));
}
