/* Reading and replacing files. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"

static char folder[] = "/tmp/quire-file-XXXXXX";
static char path[64];
static quire_diag *diag;

static void
set_up(void)
{
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/f", folder);
    diag = quire_diag_create();
}

static void
tear_down(void)
{
    unlink(path);
    rmdir(path);
    rmdir(folder);
    quire_diag_destroy(diag);
}

TestSuite(file, .init = set_up, .fini = tear_down);

static void
expect_content(const char *expected)
{
    char *text;
    size_t size;
    cr_assert_eq(quire_file_read(&text, &size, path, 1000, diag), QUIRE_OK);
    cr_expect_str_eq(text, expected);
    cr_expect_eq(size, strlen(expected));
    free(text);
}

/* how many entries the folder has; looked at in the tests, for Criterion overlooks what fails in
 * tear_down() */
static int
count_entries(void)
{
    int n = 0;
    DIR *d = opendir(folder);
    cr_assert_not_null(d);
    while (readdir(d) != NULL) {
        n++;
    }
    closedir(d);
    return n - 2; /* . and .. */
}

Test(file, save_and_read)
{
    cr_expect_eq(quire_file_save(path, "one", 3, diag), QUIRE_OK);
    expect_content("one");
    cr_expect_eq(quire_file_save(path, "", 0, diag), QUIRE_OK);
    expect_content("");
}

/* until it is closed, and after it is abandoned, the old content is there */
Test(file, replaced_only_when_complete)
{
    struct quire_output out;
    cr_expect_eq(quire_file_save(path, "old", 3, diag), QUIRE_OK);
    cr_assert_eq(quire_output_open(&out, path, diag), QUIRE_OK);
    fputs("new", out.stream);
    fflush(out.stream);
    expect_content("old");
    quire_output_abandon(&out);
    expect_content("old");
    cr_assert_eq(quire_output_open(&out, path, diag), QUIRE_OK);
    fputs("new", out.stream);
    cr_expect_eq(quire_output_close(&out, diag), QUIRE_OK);
    expect_content("new");
    quire_output_abandon(&out); /* harmless */
    cr_expect_eq(count_entries(), 1, "a temporary file was left behind");
}

static void
expect_refused(quire_status status, const char *reason)
{
    char *text;
    size_t size;
    cr_expect_eq(quire_file_read(&text, &size, path, 10, diag), status);
    cr_expect_null(text);
    cr_assert_eq(quire_diag_count(diag), 1);
    cr_expect_not_null(strstr(quire_diag_get(diag, 0)->text, reason), "%s",
                       quire_diag_get(diag, 0)->text);
}

Test(file, absent)
{
    expect_refused(QUIRE_ERROR_FILE, "No such file");
}

Test(file, directory)
{
    mkdir(path, 0700);
    expect_refused(QUIRE_ERROR_FILE, "directory");
}

Test(file, pipe_is_not_waited_for)
{
    mkfifo(path, 0600);
    expect_refused(QUIRE_ERROR_FILE, "pipe");
}

Test(file, device)
{
    char *text;
    size_t size;
    cr_expect_eq(quire_file_read(&text, &size, "/dev/zero", 10, diag), QUIRE_ERROR_FILE);
}

Test(file, too_large)
{
    cr_expect_eq(quire_file_save(path, "12345678901", 11, diag), QUIRE_OK);
    expect_refused(QUIRE_ERROR_LIMIT, "larger than 10 bytes");
}

/* a file that says it is empty and is not, as one that grows while it is read: the limit holds to
 * the byte */
Test(file, grows_while_read)
{
    char *text;
    size_t size, again;
    cr_assert_eq(quire_file_read(&text, &size, "/proc/version", 100000, diag), QUIRE_OK);
    free(text);
    cr_assert_gt(size, 10);
    cr_expect_eq(quire_file_read(&text, &again, "/proc/version", size, diag), QUIRE_OK);
    cr_expect_eq(again, size);
    free(text);
    cr_expect_eq(quire_file_read(&text, &again, "/proc/version", size - 1, diag),
                 QUIRE_ERROR_LIMIT);
}

/* a full disk shows at the flush, not at the first write */
Test(file, full_disk)
{
    struct quire_output out;
    cr_assert_eq(quire_output_open(&out, "/dev/full", diag), QUIRE_OK);
    fputs("x", out.stream);
    cr_expect_eq(quire_output_close(&out, diag), QUIRE_ERROR_FILE);
    cr_expect_not_null(strstr(quire_diag_get(diag, 0)->text, "No space"));
}

/* also when the stream found out long before it was closed */
Test(file, full_disk_of_large_file)
{
    struct quire_output out;
    cr_assert_eq(quire_output_open(&out, "/dev/full", diag), QUIRE_OK);
    for (int i = 0; i < 1 << 18; i++) {
        putc('x', out.stream);
    }
    errno = 0;
    cr_expect_eq(quire_output_close(&out, diag), QUIRE_ERROR_FILE);
    cr_expect_not_null(strstr(quire_diag_get(diag, 0)->text, "No space"));
}

/* of several files none is replaced when one cannot be finished, wherever in the list it stands */
Test(file, all_or_none)
{
    for (size_t full = 0; full < 4; full++) { /* 3: none of them */
        struct quire_output out[3];
        char other[sizeof path + 8];
        snprintf(other, sizeof other, "%s.other", path);
        cr_expect_eq(quire_file_save(path, "old", 3, diag), QUIRE_OK);
        for (size_t i = 0; i < 3; i++) {
            const char *name = i == full                         ? "/dev/full"
                               : i == 0 || (full == 0 && i == 1) ? path
                                                                 : other;
            cr_assert_eq(quire_output_open(&out[i], name, diag), QUIRE_OK);
            fputs("new", out[i].stream);
        }
        cr_expect_eq(quire_output_close_all(out, 3, diag), full < 3 ? QUIRE_ERROR_FILE : QUIRE_OK);
        expect_content(full < 3 ? "old" : "new");
        cr_expect_eq(count_entries(), full < 3 ? 1 : 2,
                     "a temporary file was left behind, or one is missing");
        unlink(other);
    }
}

Test(file, no_such_folder)
{
    cr_expect_eq(quire_file_save("/nonexistent/folder/f", "x", 1, diag), QUIRE_ERROR_FILE);
    cr_expect_eq(quire_diag_error_count(diag), 1);
}

Test(file, directory_is_not_replaced)
{
    mkdir(path, 0700);
    cr_expect_eq(quire_file_save(path, "x", 1, diag), QUIRE_ERROR_FILE);
    cr_expect_eq(count_entries(), 1, "a temporary file was left behind");
}

/* the target of a link is written, the link stays */
Test(file, link)
{
    char target[80];
    struct stat st;
    snprintf(target, sizeof target, "%s/target", folder);
    cr_assert_eq(symlink(target, path), 0);
    cr_expect_eq(quire_file_save(path, "x", 1, diag), QUIRE_OK);
    cr_expect_eq(lstat(path, &st), 0);
    cr_expect(S_ISLNK(st.st_mode));
    expect_content("x");
    cr_expect_str_eq(quire_diag_get(diag, 0)->code, "W-FILE");
    unlink(target);
}

/* permissions are those of an ordinary new file */
Test(file, mode_follows_umask)
{
    struct stat st;
    const mode_t before = umask(027);
    cr_expect_eq(quire_file_save(path, "x", 1, diag), QUIRE_OK);
    umask(before);
    cr_assert_eq(stat(path, &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0640);
}

Test(arena, zeroed_and_aligned)
{
    struct quire_arena *arena = quire_arena_create();
    for (size_t i = 0; i < 3000; i++) {
        unsigned char *p = quire_arena_get(arena, i % 50, 7);
        cr_assert_eq((uintptr_t)p % 16, 0);
        for (size_t j = 0; j < i % 50 * 7; j++) {
            cr_assert_eq(p[j], 0);
            p[j] = 0xFF;
        }
    }
    char *large = quire_arena_get(arena, 1, 1000000);
    cr_expect_eq(large[999999], 0);
    cr_expect_str_eq(quire_arena_copy(arena, "text"), "text");
    cr_expect_null(quire_arena_get(arena, SIZE_MAX / 2, 3)); /* the product overflows */
    quire_arena_destroy(arena);
    quire_arena_destroy(NULL);
}
