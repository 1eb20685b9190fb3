/* Writes what models, studies and formulas are made of as a dictionary for libFuzzer and AFL++: one
 * quoted word a line. */
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "formula/units.h"

/* in quotes; the formats want bytes beyond ASCII as numbers, and quotes and backslashes, which none
 * of these words has, escaped */
static void
put(const char *before, const char *word, size_t length, const char *behind)
{
    printf("\"%s", before);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)word[i];
        if (c < 0x80) {
            putchar(c);
        } else {
            printf("\\x%02X", c);
        }
    }
    printf("%s\"\n", behind);
}

static void
put_choices(const char *words)
{
    while (words != NULL && *words != '\0') {
        const size_t length = strcspn(words, "|");
        put("", words, length, "");
        words += length + (words[length] == '|');
    }
}

static void
put_kind(const struct quire_kind *kind)
{
    put("<", kind->element, strlen(kind->element), " ");
    if (kind->selector != NULL) {
        printf("\" %s=\\\"%s\\\"\"\n", kind->selector, kind->variant);
    }
    for (const struct quire_field *f = kind->fields; f->name != NULL; f++) {
        printf("\" %s=\\\"\"\n", f->name);
        if (f->type == QUIRE_FIELD_CHOICE) {
            put_choices(f->choices);
        }
    }
}

static void
put_unit(void *user, const char *name, double factor, const char *dimension)
{
    (void)user, (void)factor, (void)dimension;
    put(" ", name, strlen(name), "");
}

int
main(void)
{
    static const char *const rest[] = {
        "</model>", "/>", "<!--", "-->", "<![CDATA[", "<?xml", "&lt;", "&#0;", "&amp;", "{", "}",
        " and ", " or ", "not ", "abs(", "min(", "max(", "1e300", "1e-300", "-0", "nan", "0x1",
        " like=\\\"", ", ", "; ", "mm^-1", "N*s/m", "above ", "below ", "time", "=== ",
        /* drawings */
        "LINE", "ARC", "CIRCLE", "ELLIPSE", "SPLINE", "LWPOLYLINE", "POLYLINE", "VERTEX", "SEQEND",
        "INSERT", "BLOCKS", "BLOCK", "ENDBLK", "SECTION", "ENTITIES", "HEADER", "$INSUNITS",
        "ENDSEC", "EOF", "10\\x0A", "20\\x0A", "40\\x0A", "41\\x0A", "42\\x0A", "50\\x0A",
        "230\\x0A-1\\x0A", "<path d='", "<g transform='", "<rect x='", "<circle r='",
        "<ellipse rx='", "<use href='#", "matrix(", "rotate(", "scale(", "skewX(", "viewBox='",
        "preserveAspectRatio='"};
    const struct quire_catalog *all = quire_catalog_all();

    for (size_t i = 0; i < all->n; i++) {
        put_kind(all->kind[i]);
    }
    quire_unit_list(put_unit, NULL);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        put("", rest[i], strlen(rest[i]), "");
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
