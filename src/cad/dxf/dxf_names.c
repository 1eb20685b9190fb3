#include "cad/dxf/dxf_names.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "text/text.h"

#define REPLACEMENT 0xFFFD /* a character that is not known */

/* ---- code pages ---- */

struct quire_dxf_page {
    const char *name;  /* ANSI_..., DOS... */
    const char *word;  /* or this word; NULL: none */
    char multi;        /* of \M+n; NUL: none */
    const char *iconv; /* as iconv_open() calls it */
};

static const struct quire_dxf_page pages[] = {
    {"1252", NULL, '\0', "CP1252"},   {"874", NULL, '\0', "CP874"},
    {"932", NULL, '1', "CP932"},      {"936", "GB2312", '5', "CP936"},
    {"949", "KSC5601", '3', "CP949"}, {"950", "BIG5", '2', "CP950"},
    {"1361", "JOHAB", '4', "CP1361"}, {"1250", NULL, '\0', "CP1250"},
    {"1251", NULL, '\0', "CP1251"},   {"1253", NULL, '\0', "CP1253"},
    {"1254", NULL, '\0', "CP1254"},   {"1255", NULL, '\0', "CP1255"},
    {"1256", NULL, '\0', "CP1256"},   {"1257", NULL, '\0', "CP1257"},
    {"1258", NULL, '\0', "CP1258"},   {"437", NULL, '\0', "CP437"},
    {"850", NULL, '\0', "CP850"},     {"852", NULL, '\0', "CP852"},
    {"855", NULL, '\0', "CP855"},     {"857", NULL, '\0', "CP857"},
    {"860", NULL, '\0', "CP860"},     {"861", NULL, '\0', "CP861"},
    {"863", NULL, '\0', "CP863"},     {"864", NULL, '\0', "CP864"},
    {"865", NULL, '\0', "CP865"},     {"866", NULL, '\0', "CP866"},
    {"869", NULL, '\0', "CP869"},     {"8859-1", NULL, '\0', "ISO-8859-1"},
    {"UTF-8", "UTF8", '\0', "UTF-8"},
};

#define PAGES (sizeof pages / sizeof pages[0])

struct quire_dxf_coding
quire_dxf_coding_begin(void)
{
    return (struct quire_dxf_coding){.version = 0};
}

void
quire_dxf_coding_end(struct quire_dxf_coding *coding)
{
    if (coding->is_open && coding->open != (iconv_t)-1) {
        iconv_close(coding->open);
    }
    coding->is_open = false;
}

void
quire_dxf_coding_version(struct quire_dxf_coding *coding, const struct quire_dxf_pair *value)
{
    coding->version = 0;
    for (size_t i = 2; i < value->length && i < 6; i++) {
        const char c = value->text[i];
        coding->version = c >= '0' && c <= '9' ? 10 * coding->version + (c - '0') : 0;
    }
}

/* whether the value ends with a word that no digit is in front of, in any case */
static bool
ends_with(const struct quire_dxf_pair *value, const char *word)
{
    const size_t n = word != NULL ? strlen(word) : 0;
    if (n == 0 || value->length < n) {
        return false;
    }
    const char *end = value->text + value->length - n,
               before = (char)(value->length > n ? end[-1] : '_');
    return strncasecmp(end, word, n) == 0 && !(before >= '0' && before <= '9');
}

void
quire_dxf_coding_page(struct quire_dxf_coding *coding, const struct quire_dxf_pair *value)
{
    const size_t most = sizeof coding->unknown - 1, n = value->length < most ? value->length : most;
    coding->page = NULL;
    for (size_t i = 0; i < PAGES && coding->page == NULL; i++) {
        if (ends_with(value, pages[i].name) || ends_with(value, pages[i].word)) {
            coding->page = &pages[i];
        }
    }
    memcpy(coding->unknown, value->text, n);
    coding->unknown[coding->page == NULL ? n : 0] = '\0';
}

/* ---- from a code page ---- */

/* Adds bytes of a code page in UTF-8. A byte that it has not becomes the character with its number,
 * so that names that differ stay different; so do all where the system has no such page. */
static void
convert(struct quire_text *out, iconv_t from, const char *bytes, size_t size)
{
    char *in = (char *)bytes; /* iconv() does not change it */
    if (from == (iconv_t)-1) {
        for (size_t i = 0; i < size; i++) {
            quire_text_add_utf8(out, (unsigned char)bytes[i]);
        }
        return;
    }
    iconv(from, NULL, NULL, NULL, NULL);
    while (size > 0) {
        char buffer[256], *to = buffer;
        size_t left = sizeof buffer;
        const size_t done = iconv(from, &in, &size, &to, &left);
        const int reason = errno;
        quire_text_add_bytes(out, buffer, (size_t)(to - buffer));
        if (done == (size_t)-1 && reason != E2BIG && size > 0) {
            quire_text_add_utf8(out, (unsigned char)*in);
            in++;
            size--;
        }
    }
    char last[16], *to = last;
    size_t left = sizeof last;
    iconv(from, NULL, NULL, &to, &left); /* a letter that waits for its accent */
    quire_text_add_bytes(out, last, (size_t)(to - last));
}

/* The bytes that a name had before the file became UTF-8 as if it were Latin-1, a byte for each
 * character, as is done with files that are kept with a model. False if it was UTF-8 before. */
static bool
restore(struct quire_text *out, const struct quire_dxf_pair *name)
{
    for (size_t i = 0, n; i < name->length; i += n) {
        unsigned character = 0x100;
        n = quire_utf8_length(name->text + i, name->length - i, &character);
        if (n == 0 || character > 0xFF) {
            return false;
        }
        quire_text_add_char(out, (char)character);
    }
    return true;
}

static bool
is_utf8(const struct quire_dxf_pair *name)
{
    size_t n = 1;
    for (size_t i = 0; i < name->length && n > 0; i += n) {
        n = quire_utf8_length(name->text + i, name->length - i, NULL);
    }
    return n > 0;
}

static void
decode_bytes(struct quire_text *out, struct quire_dxf_coding *coding,
             const struct quire_dxf_pair *name)
{
    struct quire_text restored = {0};
    const bool utf8 = is_utf8(name);
    if (utf8 && (coding->version >= 1021 || !restore(&restored, name))) {
        quire_text_add_bytes(out, name->text, name->length);
        quire_text_clear(&restored);
        return;
    }
    const struct quire_dxf_page *page = coding->page != NULL ? coding->page : pages;
    if (!coding->is_open) {
        coding->open = iconv_open("UTF-8", page->iconv);
        coding->is_open = true;
        if (coding->open == (iconv_t)-1) {
            out->failed = errno == ENOMEM;
            quire_number_format(coding->unknown, sizeof coding->unknown, "%s", page->iconv);
        }
    }
    convert(out, coding->open, utf8 ? restored.data : name->text,
            utf8 ? restored.size : name->length);
    quire_text_clear_part(&restored, out);
}

/* ---- escapes ---- */

/* four hexadecimal digits; false: there are none */
static bool
take_number(const char *text, unsigned *out)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    *out = 0;
    for (int i = 0; i < 4; i++) {
        const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
        if (digit == NULL) {
            return false;
        }
        const unsigned d = (unsigned)(digit - digits);
        *out = 16 * *out + (d > 15 ? d - 6 : d);
    }
    return true;
}

/* \U+XXXX, two for a character beyond U+FFFF; the length of the escape, 0: it is none */
static size_t
add_character(struct quire_text *out, const char *text)
{
    unsigned high, low;
    if ((text[1] != 'U' && text[1] != 'u') || text[2] != '+' || !take_number(text + 3, &high)) {
        return 0;
    }
    const bool pair = high >= 0xD800 && high < 0xDC00 && text[7] == '\\' &&
                      (text[8] == 'U' || text[8] == 'u') && text[9] == '+' &&
                      take_number(text + 10, &low) && low >= 0xDC00 && low < 0xE000;
    const unsigned one = high >= 0xD800 && high < 0xE000 ? REPLACEMENT : high;
    quire_text_add_utf8(out, pair ? 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00) : one);
    return pair ? 14 : 7;
}

/* \M+nXXXX: two bytes of an Asian code page */
static size_t
add_multi(struct quire_text *out, const char *text)
{
    unsigned number;
    if ((text[1] != 'M' && text[1] != 'm') || text[2] != '+' || text[3] == '\0' ||
        !take_number(text + 4, &number)) {
        return 0;
    }
    for (size_t i = 0; i < PAGES; i++) {
        if (pages[i].multi == text[3]) {
            const char bytes[2] = {(char)(number >> 8), (char)(number & 255)};
            const bool two = bytes[0] != '\0';
            const iconv_t from = iconv_open("UTF-8", pages[i].iconv);
            convert(out, from, bytes + !two, two ? 2 : 1);
            if (from != (iconv_t)-1) {
                iconv_close(from);
            }
            return 8;
        }
    }
    return 0;
}

static void
unescape(struct quire_text *out, const struct quire_text *in)
{
    for (const char *c = in->data; *c != '\0';) {
        size_t n = *c == '\\' ? add_character(out, c) : 0;
        n = n == 0 && *c == '\\' ? add_multi(out, c) : n;
        if (n == 0) {
            quire_text_add_char(out, *c);
            n = 1;
        }
        c += n;
    }
}

/* ---- names ---- */

static bool
is_plain(const struct quire_dxf_pair *name)
{
    for (size_t i = 0; i < name->length; i++) {
        if ((unsigned char)name->text[i] >= 0x80 || name->text[i] == '\\') {
            return false;
        }
    }
    return true;
}

bool
quire_dxf_decode(struct quire_dxf_pair *name, struct quire_dxf_coding *coding,
                 struct quire_arena *arena)
{
    struct quire_text bytes = {0}, text = {0};
    if (is_plain(name)) {
        return true;
    }
    decode_bytes(&bytes, coding, name);
    if (!bytes.failed) {
        unescape(&text, &bytes);
    }
    char *copy =
        bytes.failed || text.failed ? NULL : quire_arena_copy_bytes(arena, text.data, text.size);
    name->text = copy != NULL ? copy : name->text;
    name->length = copy != NULL ? text.size : name->length;
    quire_text_clear(&bytes);
    quire_text_clear(&text);
    return copy != NULL;
}
