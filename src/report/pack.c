#include "report/pack.h"

void
quire_pack_integer(struct quire_text *bytes, int64_t value)
{
    uint64_t rest = value < 0 ? 2 * (uint64_t) - (value + 1) + 1 : 2 * (uint64_t)value;
    for (; rest >= 0x80; rest >>= 7) {
        quire_text_add_char(bytes, (char)(unsigned char)(0x80 | (rest & 0x7f)));
    }
    quire_text_add_char(bytes, (char)rest);
}

void
quire_pack_base64(struct quire_text *out, const void *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i += 3) {
        const size_t n = size - i < 3 ? size - i : 3;
        const unsigned word = (unsigned)b[i] << 16 | (n > 1 ? (unsigned)b[i + 1] << 8 : 0) |
                              (n > 2 ? (unsigned)b[i + 2] : 0);
        const char four[4] = {digit[word >> 18], digit[word >> 12 & 63],
                              n > 1 ? digit[word >> 6 & 63] : '=', n > 2 ? digit[word & 63] : '='};
        quire_text_add_bytes(out, four, 4);
    }
}

void
quire_pack_json(struct quire_json *json, const char *key, const struct quire_text *bytes)
{
    quire_json_begin(json, key);
    quire_text_add(json->text, "\"");
    quire_pack_base64(json->text, bytes->data, bytes->size);
    quire_text_add(json->text, "\"");
    json->text->failed = json->text->failed || bytes->failed;
}
