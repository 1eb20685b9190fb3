/* Writes the files of the source tree that are made from the tables of kinds: the schema, the
 * reference pages, and the table of examples. The first argument is the folder they go into, where
 * they have the names that they have in the source tree; the others are files with examples. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

#include "catalog/reference.h"
#include "regen_examples.h"

static int
write_file(const char *folder, const char *below, const char *key, const char *suffix,
           const char *text)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s/%s%s", folder, below, key, suffix);

    if (length < 0 || (size_t)length >= sizeof path) {
        fprintf(stderr, "regen: the path is too long\n");
        return EXIT_FAILURE;
    }
    FILE *file = fopen(path, "w");
    int result = file != NULL && fputs(text, file) >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (file != NULL && fclose(file) != 0) {
        result = EXIT_FAILURE;
    }
    if (result != EXIT_SUCCESS) {
        perror(path);
    }
    return result;
}

static int
write_schema(const char *folder)
{
    char *text;

    if (quire_describe_schema(&text) != QUIRE_OK) {
        fprintf(stderr, "regen: no schema\n");
        return EXIT_FAILURE;
    }
    const int result = write_file(folder, "models", "quire", ".xsd", text);
    quire_free(text);
    return result;
}

static int
write_reference(const char *folder)
{
    int result = EXIT_SUCCESS;
    char key[QUIRE_REFERENCE_KEY_SIZE];

    for (size_t i = 0; result == EXIT_SUCCESS; i++) {
        struct quire_text page = {0};
        if (!quire_reference_page(&page, i, key)) {
            break;
        }
        result =
            page.failed ? EXIT_FAILURE : write_file(folder, "doc/reference", key, ".md", page.data);
        quire_text_clear(&page);
    }
    return result;
}

static int
write_examples(const char *folder, char *const *file, int n)
{
    struct quire_text table = {0};
    const int result = regen_examples(&table, file, n)
                           ? write_file(folder, "src/catalog", "examples", ".c", table.data)
                           : EXIT_FAILURE;

    quire_text_clear(&table);
    return result;
}

int
main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: regen FOLDER FILE.xml...\n");
        return 2;
    }
    if (write_schema(argv[1]) != EXIT_SUCCESS || write_reference(argv[1]) != EXIT_SUCCESS) {
        return EXIT_FAILURE;
    }
    return write_examples(argv[1], argv + 2, argc - 2);
}
