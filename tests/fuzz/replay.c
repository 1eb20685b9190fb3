/* Runs a target on the inputs in files and folders, so that what a fuzzer once found is tried again
 * without one. tests/fuzz/model FILE|FOLDER ... */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define MOST_TIME 30 /* an input may take [s], with sanitizers on a busy machine */

/* in a block of exactly this size, so that a read beyond it is found */
static void
run_bytes(const struct quire_text *all)
{
    uint8_t *bytes = malloc(all->size > 0 ? all->size : 1);

    if (bytes == NULL) {
        abort();
    }
    if (all->size > 0) {
        memcpy(bytes, all->data, all->size);
    }
    alarm(MOST_TIME);
    LLVMFuzzerTestOneInput(bytes, all->size);
    alarm(0);
    free(bytes);
}

static size_t
run_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct quire_text all = {0};
    char part[4096];

    if (f == NULL) {
        perror(path);
        exit(2);
    }
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) {
        quire_text_add_bytes(&all, part, n);
    }
    fclose(f);
    printf("%s\n", path); /* the last one is the one that failed */
    fflush(stdout);
    run_bytes(&all);
    quire_text_clear(&all);
    return 1;
}

static size_t
run_folder(DIR *dir, const char *path)
{
    const struct dirent *entry;
    size_t n = 0;

    while ((entry = readdir(dir)) != NULL) {
        char name[4096];
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "local.mk") != 0 &&
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name) < (int)sizeof name) {
            n += run_file(name);
        }
    }
    return n;
}

int
main(int argc, char **argv)
{
    size_t n = 0;

    for (int i = 1; i < argc; i++) {
        DIR *dir = opendir(argv[i]);
        n += dir != NULL ? run_folder(dir, argv[i]) : run_file(argv[i]);
        if (dir != NULL) {
            closedir(dir);
        }
    }
    printf("%zu inputs\n", n);
    return n > 0 ? 0 : 2;
}
