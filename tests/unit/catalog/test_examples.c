/* Every kind shows an example. */
#include <criterion/criterion.h>
#include <string.h>

#include <quire/describe.h>

#include "catalog/examples.h"
#include "fixtures/tables.h"

Test(examples, each_kind_has_one)
{
    size_t missing = 0;

    EACH_KIND(kind)
    {
        const char *example = quire_kind_example(kind);
        if (example == NULL) {
            missing++;
            cr_log_error("no example of %s", table_label(kind));
            continue;
        }
        const size_t length = strlen(kind->element);
        cr_expect(example[0] == '<' && strncmp(example + 1, kind->element, length) == 0 &&
                      strchr(" />\n", example[1 + length]) != NULL,
                  "%s: %s", table_label(kind), example);
        cr_expect(strlen(example) < 1000, "%s: %zu bytes", table_label(kind), strlen(example));
    }
    cr_expect(missing == 0);
}

Test(examples, is_part_of_the_description)
{
    EACH_KIND(kind)
    {
        char *text = NULL;
        cr_assert(quire_describe(&text, kind->element, kind->variant, NULL) == QUIRE_OK);
        cr_expect(strstr(text, "\nExample\n") != NULL, "%s", table_label(kind));
        quire_free(text);
    }
}
