/* The house form: what it is, that it changes blanks alone, and that it is one. */
#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <quire/rewrite.h>

#include "base/file.h"
#include "fixtures/sanitized.h"
#include "text/text.h"
#include "xml/text/tokens.h"

/* ---- rules by example ---- */

static char *
house_form(const char *text, size_t size)
{
    char *out;
    size_t n;
    const quire_status status = quire_format(&out, &n, text, size, "t.xml", NULL);
    cr_assert_neq(status, QUIRE_ERROR_INTERNAL, "changed what is meant by: %.2000s", text);
    cr_assert((status == QUIRE_OK) == (out != NULL));
    if (out != NULL) {
        cr_assert_eq(strlen(out), n);
    }
    return out;
}

static void
expect(const char *text, const char *wanted)
{
    char *once = house_form(text, strlen(text));
    cr_assert_not_null(once, "refused: %s", text);
    cr_expect_str_eq(once, wanted);
    char *twice = house_form(once, strlen(once));
    cr_expect_str_eq(twice, once);
    free(once);
    free(twice);
}

#define FORTY "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

Test(format, indents_and_puts_single_blanks)
{
    expect("<m  a = '1'   b=\"2\" ><n/>\n<o   />\n</m >",
           "<m a=\"1\" b=\"2\">\n  <n/>\n  <o/>\n</m>\n");
    expect("<m>\n\t<n></n>\n      <o>\n</o>\n</m>\n\n\n", "<m>\n  <n/>\n  <o>\n  </o>\n</m>\n");
    expect("<m a='say \"x\"' b='&quot;'/>", "<m a='say \"x\"' b=\"&quot;\"/>\n");
}

Test(format, keeps_lines_that_fit)
{
    expect("<m><n><o/></n><p/></m>", "<m> <n> <o/> </n> <p/> </m>\n");
    expect("<m>\n<n><o/></n>   <p/>\n</m>", "<m>\n  <n> <o/> </n> <p/>\n</m>\n");
    expect("<m><n>\n<o/></n><p/></m>", "<m>\n  <n>\n    <o/>\n  </n>\n  <p/>\n</m>\n");
}

Test(format, breaks_long_lines_between_elements)
{
    expect("<m>\n<n a='" FORTY "'><o a='" FORTY "'/><p a='" FORTY "'/></n> <q/>\n</m>",
           "<m>\n  <n a=\"" FORTY "\">\n    <o a=\"" FORTY "\"/>\n    <p a=\"" FORTY
           "\"/>\n  </n>\n  <q/>\n</m>\n");
}

Test(format, breaks_long_tags_between_attributes)
{
    expect("<m a='" FORTY "' b='" FORTY "' c='" FORTY "' d='1'/>",
           "<m a=\"" FORTY "\" b=\"" FORTY "\"\n   c=\"" FORTY "\" d=\"1\"/>\n");
    expect("<m>\n<n a='1'\n b='2'/>\n</m>", "<m>\n  <n a=\"1\"\n     b=\"2\"/>\n</m>\n");
    expect("<m\na='1'\n/>", "<m a=\"1\"/>\n");
}

/* 120 columns are allowed, 121 are not; letters count, not bytes */
Test(format, counts_columns)
{
    expect("<m a='" FORTY FORTY "' b='aaaaaaaaaaaaaaaaaaaaaaaaaa'/>",
           "<m a=\"" FORTY FORTY "\" b=\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"/>\n");
    expect("<m a='" FORTY FORTY "' b='aaaaaaaaaaaaaaaaaaaaaaaaaaa'/>",
           "<m a=\"" FORTY FORTY "\"\n   b=\"aaaaaaaaaaaaaaaaaaaaaaaaaaa\"/>\n");
    expect("<m a='" FORTY FORTY "' b='aaaaaaaaaaaaaaaaaaaaaaaa\u00e4\u00e4'/>",
           "<m a=\"" FORTY FORTY "\" b=\"aaaaaaaaaaaaaaaaaaaaaaaa\u00e4\u00e4\"/>\n");
}

Test(format, keeps_comments_beside_what_they_are_about)
{
    expect("<m>\n<n/><!-- of n -->\n\n\n\n<!-- of o  \n       and more -->\n<o/>\n</m><!-- end -->",
           "<m>\n  <n/> <!-- of n -->\n\n  <!-- of o\n         and more -->\n  <o/>\n</m> <!-- end "
           "-->\n");
    expect("<m>\n        <!-- one\n             two\n   three -->\n</m>",
           "<m>\n  <!-- one\n       two\nthree -->\n</m>\n");
}

Test(format, keeps_foreign_data_declaration_and_line_ends)
{
    expect("<?xml version='1.0'?><m><user-data><x>  a\n b<!-- </user-data> --></x></user-data></m>",
           "<?xml version='1.0'?>\n<m>\n  <user-data><x>  a\n b<!-- </user-data> "
           "--></x></user-data>\n</m>\n");
    expect("\xEF\xBB\xBF<m>\r\n<n/>\r\n</m>", "\xEF\xBB\xBF<m>\r\n  <n/>\r\n</m>\r\n");
    expect("<m>\r<n/>\r</m>", "<m>\n  <n/>\n</m>\n");
    expect("<m a='1\n2'/>\r\n", "<m a=\"1\n2\"/>\r\n");
    expect("<m><![CDATA[ ]]>&#32;<n/></m>", "<m> <![CDATA[ ]]> &#32; <n/> </m>\n");
}

Test(format, refuses_what_does_not_parse)
{
    static const char *const bad[] = {
        "",         "<m>", "<m><n></m>", "<m a='1' a='2'/>", "<m>text</m>", "<!DOCTYPE m><m/>",
        "<m/><m/>", "m"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        quire_diag *diag = quire_diag_create();
        char *out;
        size_t n;
        cr_expect_eq(quire_format(&out, &n, bad[i], strlen(bad[i]), "b.xml", diag),
                     QUIRE_ERROR_INPUT, "%s", bad[i]);
        cr_expect_null(out);
        cr_assert_geq(quire_diag_count(diag), 1);
        cr_expect_str_eq(quire_diag_get(diag, 0)->file, "b.xml");
        quire_diag_destroy(diag);
    }
}

/* ---- all files there are, and what chance makes of them ---- */

/* "kind name attribute=value ..." of each token, and other text without its blanks */
static char *
essence(const char *text)
{
    struct quire_tokens tokens;
    struct quire_text all = {0};
    cr_assert(quire_tokens_read(&tokens, text));
    for (size_t i = 0; i < tokens.n; i++) {
        const struct quire_token *t = &tokens.token[i];
        const bool tag = t->kind <= QUIRE_TOKEN_END;
        if (t->kind == QUIRE_TOKEN_END && tokens.token[i - 1].kind == QUIRE_TOKEN_START &&
            t->newlines == 0) {
            continue; /* <a></a> is <a/> */
        }
        quire_text_add(&all, tag ? (t->kind == QUIRE_TOKEN_END ? "\n/" : "\n") : "\n!");
        quire_text_add_bytes(&all, tag ? t->name : "", tag ? t->name_size : 0);
        for (size_t k = 0; k < t->n_attribute; k++) {
            const struct quire_token_attribute *a = &tokens.attribute[t->first_attribute + k];
            quire_text_format(&all, " %.*s=%.*s", (int)a->name_size, a->name,
                              (int)a->value_size - 2, a->value + 1);
        }
        for (size_t k = 0; k < t->size && !tag; k++) {
            if (t->kind == QUIRE_TOKEN_FOREIGN || strchr(" \t\r\n", t->at[k]) == NULL) {
                quire_text_add_char(&all, t->at[k]);
            }
        }
    }
    quire_tokens_clear(&tokens);
    return quire_text_take(&all);
}

/* blanks alone have changed, and a second time changes nothing; the house form, or NULL for a text
 * that is refused */
static char *
check(const char *text, size_t size, const char *path)
{
    char *once = house_form(text, size);
    if (once != NULL) {
        char *twice = house_form(once, strlen(once)), *before = essence(text),
             *after = essence(once);
        cr_assert_not_null(twice);
        cr_expect(strcmp(twice, once) == 0, "%s: a second time differs:\n%s\n----\n%s", path, once,
                  twice);
        cr_expect(strcmp(before, after) == 0, "%s: more than blanks has changed:\n%s\n----\n%s",
                  path, text, once);
        free(twice);
        free(before);
        free(after);
    }
    return once;
}

static unsigned long long random_state = 1;

static unsigned
chance(unsigned n)
{
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(random_state >> 33) % n;
}

/* other blanks between tokens; with `lines` also other line breaks and comments */
static char *
with_other_blanks(const char *text, bool lines)
{
    static const char *const blank[] = {
        "", " ", "   ", "\t", "\n", "\r\n", "\n\n\n", " <!-- a\n  b --> ", "<!--c-->"};
    const size_t n_blank = sizeof blank / sizeof *blank;
    struct quire_tokens tokens;
    struct quire_text out = {0};
    cr_assert(quire_tokens_read(&tokens, text));
    for (size_t i = 0; i < tokens.n; i++) {
        const struct quire_token *t = &tokens.token[i];
        quire_text_add(&out, lines || t->newlines == 0 ? "" : t->newlines > 1 ? "\n \n" : "\n");
        quire_text_add(&out, i > 0 ? blank[chance(lines ? (unsigned)n_blank : 4)] : "");
        if (t->kind > QUIRE_TOKEN_EMPTY) {
            quire_text_add_bytes(&out, t->at, t->size);
            continue;
        }
        quire_text_format(&out, "<%.*s", (int)t->name_size, t->name);
        for (size_t k = 0; k < t->n_attribute; k++) {
            const struct quire_token_attribute *a = &tokens.attribute[t->first_attribute + k];
            quire_text_add(&out, a->breaks && !lines ? "\n" : " ");
            quire_text_add(&out, blank[chance(lines ? 6 : 4)]);
            quire_text_format(&out, "%.*s%s=%s%.*s", (int)a->name_size, a->name, blank[chance(4)],
                              blank[chance(4)], (int)a->value_size, a->value);
        }
        quire_text_add(&out, blank[chance(4)]);
        quire_text_add(&out, t->kind == QUIRE_TOKEN_EMPTY ? "/>" : ">");
    }
    quire_tokens_clear(&tokens);
    return quire_text_take(&out);
}

static void
mutate(const char *house, const char *path)
{
    char *same = with_other_blanks(house, false), *other = with_other_blanks(house, true);
    char *again = check(same, strlen(same), path);
    /* comments move with the tag before which they stand, so only texts without long ones come back
     * to the byte */
    cr_expect(again != NULL && (strstr(house, "<!--") != NULL || strcmp(again, house) == 0),
              "%s: other blanks, another form:\n%s", path, again);
    free(again);
    free(check(other, strlen(other), path));
    for (int i = 0; i < 5; i++) { /* bytes that may make it unreadable */
        const size_t at = chance((unsigned)strlen(other));
        other[at] = "<>/\"' =\n-!x"[chance(11)];
        free(check(other, strlen(other), path));
    }
    free(same);
    free(other);
}

static int n_file;

static int
visit(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    char *text;
    size_t size;
    (void)st;
    const size_t n = strlen(path);
    if (flag != FTW_F || n < 4 || strcmp(path + n - 4, ".xml") != 0) {
        return 0;
    }
    cr_assert_eq(quire_file_read(&text, &size, path, QUIRE_FILE_LIMIT, NULL), QUIRE_OK);
    random_state = 1; /* what is drawn depends on the file alone, not on those before it */
    for (const char *c = path + ftw->base; *c != '\0'; c++) {
        random_state = 31 * random_state + (unsigned char)*c;
    }
    char *house = check(text, size, path);
    for (int i = 0; house != NULL && size < 20000 && i < (is_repeated() ? 1 : 5); i++) {
        mutate(strncmp(house, "\xEF\xBB\xBF", 3) == 0 ? house + 3 : house, path);
        n_file++;
    }
    free(house);
    free(text);
    return 0;
}

Test(format, changes_blanks_alone_in_all_files)
{
    static const char *const folder[] = {"samples", "tests/data"};
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", getenv("QUIRE_SRCDIR"), folder[i]);
        cr_assert_eq(nftw(path, visit, 16, FTW_PHYS), 0);
    }
    cr_expect_geq(n_file, is_repeated() ? 100 : 500);
}

/* ---- saving ---- */

Test(format, saving_keeps_permissions_and_links)
{
    char folder[] = "/tmp/quire-format-XXXXXX", file[80], link[80], *text;
    struct stat st;
    size_t size;
    cr_assert_not_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/a.xml", folder);
    snprintf(link, sizeof link, "%s/l.xml", folder);
    cr_assert_eq(quire_rewrite_save(file, "old", 3, NULL), QUIRE_OK);
    cr_assert_eq(chmod(file, 0640), 0);
    cr_assert_eq(symlink("a.xml", link), 0);
    cr_assert_eq(quire_rewrite_save(link, "new", 3, NULL), QUIRE_OK);
    cr_assert(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    cr_assert(lstat(file, &st) == 0 && (st.st_mode & 07777) == 0640);
    cr_assert_eq(quire_file_read(&text, &size, file, 100, NULL), QUIRE_OK);
    cr_expect_str_eq(text, "new");
    free(text);
    unlink(link);
    unlink(file);
    rmdir(folder);
}
