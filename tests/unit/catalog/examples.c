#include "examples.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "text/text.h"
#include "xml/read/read.h"

bool
example_line(const struct quire_kind *kind, size_t number, char line[EXAMPLE_LINE])
{
    const char *at = kind->example;

    while (at != NULL && number-- > 0) {
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL) {
        return false;
    }
    const size_t length = strcspn(at, "\n");
    cr_assert_lt(length, EXAMPLE_LINE);
    memcpy(line, at, length);
    line[length] = '\0';
    return true;
}

quire_model *
example_model(void)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    struct quire_text text = {0};
    quire_diag *diag = quire_diag_create();
    quire_model *model;
    char line[EXAMPLE_LINE];

    quire_text_add(
        &text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><model version=\"1\" name=\"examples\">\n");
    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *kind = catalog->kind[i];
        const bool friction = strcmp(kind->family, "friction") == 0,
                   normal = strcmp(kind->family, "normal") == 0;
        for (size_t k = 0; (friction || normal) && example_line(kind, k, line); k++) {
            quire_text_format(&text, "<contact name=\"%s-%zu\">%s%s</contact>\n", kind->variant, k,
                              friction ? "<normal law=\"linear\" stiffness=\"1e5 N/m\"/>" : "",
                              line);
        }
    }
    quire_text_add(&text, "</model>\n");
    const quire_status status =
        quire_xml_read(&model, catalog, text.data, text.size, "examples.xml", NULL, 0, diag);
    if (quire_diag_count(diag) > 0) {
        char complaint[500];
        quire_diag_format(diag, 0, complaint, sizeof complaint);
        cr_expect(false, "%s", complaint);
    }
    cr_assert_eq(status, QUIRE_OK);
    quire_text_clear(&text);
    quire_diag_destroy(diag);
    return model;
}
