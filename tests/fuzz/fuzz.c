#include "fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/codes.h"

#define MOST_TIME 5 /* of the processor that an input may take [s], with all that watches it */

void
fuzz_must(bool holds, const char *promise)
{
    if (!holds) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

/* ---- one input ---- */

static void
tell_time(int number)
{
    static const char text[] = "broken promise: an input takes little time\n";

    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    abort();
}

/* the processor's time: on a busy machine the clock on the wall says nothing */
static void
limit_time(long seconds)
{
    signal(SIGPROF, tell_time);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = seconds}}, NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limit_time(MOST_TIME);
    fuzz_input(data, size);
    limit_time(0);
    return 0;
}

/* ---- problems ---- */

static bool
is_harmless(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        if (*p < 0x20 || *p == 0x7f) {
            return false;
        }
    }
    return true;
}

static char *
format(const quire_diag *diag, size_t i)
{
    const size_t length = quire_diag_format(diag, i, NULL, 0);
    char *line = malloc(length + 1);

    fuzz_must(line != NULL && quire_diag_format(diag, i, line, length + 1) == length,
              "a problem has the length that was told");
    return line;
}

void
fuzz_must_explain(quire_status status, const quire_diag *diag, bool located)
{
    bool seen = false;

    if (getenv("QUIRE_FUZZ_SHOW") != NULL) {
        char *all = fuzz_problems(diag);
        fprintf(stderr, "%s: %s\n", quire_status_text(status), all != NULL ? all : "");
        free(all);
    }
    fuzz_must((status == QUIRE_OK) == (quire_diag_error_count(diag) == 0),
              "what is refused has an error, what is accepted has none");
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        const quire_problem *p = quire_diag_get(diag, i);
        char *line = format(diag, i);
        fuzz_must(quire_code_find(p->code) != NULL, "the code of a problem is in the table");
        fuzz_must(p->text != NULL && *p->text != '\0', "a problem says something");
        fuzz_must(is_harmless(line), "no control characters in a message");
        fuzz_must(strcmp(p->code, "E-INTERNAL") != 0, "no input is a bug of ours");
        fuzz_must(!located || seen || p->severity != QUIRE_ERROR || p->file != NULL,
                  "the first error has a place");
        seen = seen || p->severity == QUIRE_ERROR;
        free(line);
    }
}

char *
fuzz_problems(const quire_diag *diag)
{
    struct quire_text all = {0};

    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        char *line = format(diag, i);
        quire_text_add(&all, line);
        quire_text_add_char(&all, '\n');
        free(line);
    }
    return quire_text_take(&all);
}

/* ---- choices ---- */

unsigned
fuzz_byte(struct fuzz_choices *from)
{
    if (from->left == 0) {
        return 0;
    }
    from->left--;
    return *from->at++;
}

size_t
fuzz_choose(struct fuzz_choices *from, size_t n)
{
    size_t number = fuzz_byte(from);

    if (n > 256) {
        number = number << 8 | fuzz_byte(from);
    }
    if (n > 65536) {
        number = number << 8 | fuzz_byte(from);
    }
    return n > 0 ? number % n : 0;
}

/* ---- files ---- */

static char folder[512];

static char *
join(const char *above, const char *name)
{
    struct quire_text path = {0};

    quire_text_format(&path, "%s/%s", above, name);
    return quire_text_take(&path);
}

char *
fuzz_read(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    struct quire_text bytes = {0};
    char part[65536];

    fuzz_must(f != NULL, path);
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) {
        quire_text_add_bytes(&bytes, part, n);
    }
    fclose(f);
    *size = bytes.size;
    return quire_text_take(&bytes);
}

char *
fuzz_source_file(const char *name, size_t *size)
{
    const char *tree = getenv("QUIRE_SRCDIR");
    char *path = join(tree != NULL ? tree : ".", name), *text = fuzz_read(path, size);

    free(path);
    return text;
}

static void
remove_all(const char *path, int depth)
{
    DIR *dir = depth > 0 ? opendir(path) : NULL;
    const struct dirent *entry;

    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char *inner = join(path, entry->d_name);
            remove_all(inner, depth - 1);
            free(inner);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    remove(path);
}

void
fuzz_remove_folder(void)
{
    if (*folder != '\0') {
        remove_all(folder, 3);
        *folder = '\0';
    }
}

const char *
fuzz_folder(void)
{
    if (*folder == '\0') {
        const char *given = getenv("QUIRE_FUZZ_FOLDER"), *work = getenv("QUIRE_WORK");
        snprintf(folder, sizeof folder, "%s/quire-fuzz-XXXXXX",
                 given != NULL                   ? given
                 : access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                 : work != NULL                  ? work
                                                 : "/tmp");
        fuzz_must(mkdtemp(folder) != NULL, "a folder can be made");
        atexit(fuzz_remove_folder);
    }
    return folder;
}

char *
fuzz_path(const char *name)
{
    return join(fuzz_folder(), name);
}

static bool
save(const char *name, const void *bytes, size_t size)
{
    char *path = fuzz_path(name);

    for (char *slash = path + strlen(fuzz_folder()); (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0'; /* its folders, which may be there */
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *f = fopen(path, "wb");
    bool good = f != NULL && (size == 0 || fwrite(bytes, 1, size, f) == size);
    good = f != NULL && fclose(f) == 0 && good;
    free(path);
    return good;
}

void
fuzz_save(const char *name, const void *bytes, size_t size)
{
    fuzz_must(save(name, bytes, size), "a file can be written");
}

static bool
is_below(const char *name)
{
    return *name != '\0' && *name != '/' && *name != '.' && strstr(name, "..") == NULL;
}

void
fuzz_unpack(const char *where, const char *text)
{
    while (text != NULL && strncmp(text, FUZZ_FILE, strlen(FUZZ_FILE)) == 0) {
        char name[64] = "";
        const char *begin = strchr(text, '\n'), *end;
        if (begin == NULL || sscanf(text + strlen(FUZZ_FILE), "%60[a-z0-9./-]", name) != 1 ||
            !is_below(name)) {
            return;
        }
        end = strstr(begin, "\n" FUZZ_FILE);
        char *path = join(where, name);
        save(path, begin + 1,
             end == NULL   ? strlen(begin + 1)
             : end > begin ? (size_t)(end - begin)
                           : 0);
        free(path); /* a name that can be none, such as a file's as a folder's, is left out */
        text = end != NULL ? end + 1 : NULL;
    }
}

void
fuzz_remove(const char *name)
{
    char *path = fuzz_path(name);

    remove_all(path, 3);
    free(path);
}
