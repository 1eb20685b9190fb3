#include "report/page.h"

#include <string.h>

#include "base/sha256.h"
#include "report/pack.h"

/* 'sha256-...' of a Content Security Policy */
static void
add_hash(struct quire_text *out, struct quire_page_part part)
{
    struct quire_sha256 sha;
    char hex[65];
    unsigned char hash[32];
    quire_sha256_init(&sha);
    quire_sha256_add(&sha, part.bytes, part.size);
    quire_sha256_finish(&sha, hex);
    for (size_t i = 0; i < sizeof hash; i++) {
        const char *digits = "0123456789abcdef";
        hash[i] = (unsigned char)(16 * (strchr(digits, hex[2 * i]) - digits) +
                                  (strchr(digits, hex[2 * i + 1]) - digits));
    }
    quire_text_add(out, "'sha256-");
    quire_pack_base64(out, hash, sizeof hash);
    quire_text_add(out, "'");
}

static void
add_part(struct quire_text *out, struct quire_page_part part)
{
    quire_text_add_bytes(out, (const char *)part.bytes, part.size);
}

/* in JSON a '<' stands in strings only */
static void
add_data(struct quire_text *out, const struct quire_text *data)
{
    for (size_t i = 0, n; i < data->size; i += n) {
        const char *found = memchr(data->data + i, '<', data->size - i);
        n = found != NULL ? (size_t)(found - data->data) - i : data->size - i;
        quire_text_add_bytes(out, data->data + i, n);
        if (found != NULL) {
            quire_text_add(out, "\\u003c");
            n++;
        }
    }
}

void
quire_page_write(struct quire_text *out, const struct quire_page_parts *parts, const char *title,
                 const struct quire_text *data)
{
    quire_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                        "'none'; base-uri 'none'; form-action 'none'; script-src ");
    add_hash(out, parts->script);
    quire_text_add(out, "; style-src ");
    add_hash(out, parts->style);
    if (parts->policy != NULL) {
        quire_text_add(out, "; ");
        quire_text_add(out, parts->policy);
    }
    quire_text_add(
        out,
        "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    quire_text_xml(out, title);
    quire_text_add(out, "</title>\n<style>");
    add_part(out, parts->style);
    quire_text_add(out, "</style>\n</head>\n");
    add_part(out, parts->body);
    quire_text_add(out, "<script type=\"application/json\" id=\"data\">");
    add_data(out, data);
    quire_text_add(out, "</script>\n<script>");
    add_part(out, parts->script);
    quire_text_add(out, "</script>\n</html>\n");
    out->failed = out->failed || data->failed;
}
