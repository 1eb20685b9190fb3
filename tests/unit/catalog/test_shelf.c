/* The library is described from its own files: every name, every value, and where it comes from. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <quire/describe.h>

#include "fixtures/simulate.h"
#include "fixtures/tables.h"

static const char *const files[] = {"cards", "films", "nips", "papers", "surfaces"};

TestSuite(shelf, .init = simulate_with_library);

static char *
describe(const char *name)
{
    char *text = NULL;
    cr_assert_eq(quire_describe(&text, "library", name, NULL), QUIRE_OK, "%s", name);
    return text;
}

static void
expect_narrow(const char *text)
{
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        cr_expect_leq(n, 79, "%.*s", (int)n, text);
    }
}

/* "\nname: value\n", wherever it is indented */
static bool
has_value(const char *text, const char *name, const char *value)
{
    char line[1000];
    snprintf(line, sizeof line, " %s: %s\n", name, value);
    return strstr(text, line) != NULL;
}

/* Calls back with each element of a file that has a name; an attribute is what stands between
 * quotes. */
static void
each_named(const char *file, void (*each)(const char *tag, const char *name))
{
    char path[4096], *text = malloc(1 << 20), name[200];
    snprintf(path, sizeof path, "%s/models/%s.xml", getenv("QUIRE_SRCDIR"), file);
    FILE *f = fopen(path, "r");
    cr_assert(f != NULL && text != NULL);
    text[fread(text, 1, (1 << 20) - 1, f)] = '\0';
    fclose(f);
    /* two blanks: it stands in the root */
    for (const char *p = text; (p = strstr(p, "\n  <")) != NULL; p++) {
        const size_t n = strcspn(p + 4, ">");
        if (strncmp(p + 4, "!--", 3) != 0 &&
            sscanf(p + 4, "%*[a-z] name=\"%199[^\"]\"", name) == 1) {
            char *tag = strndup(p + 4, n);
            each(tag, name);
            free(tag);
        }
    }
    free(text);
}

static int n_named;
static char *list;

static void
expect_listed(const char *tag, const char *name)
{
    (void)tag;
    cr_expect_not_null(strstr(list, name), "%s", name);
    n_named++;
}

Test(shelf, the_list_names_all)
{
    list = describe(NULL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char line[100];
        snprintf(line, sizeof line, "\n%s\n", files[i]);
        cr_expect_not_null(strstr(list, line), "%s", files[i]);
        each_named(files[i], expect_listed);
    }
    cr_expect_not_null(strstr(list, "The root of a file that models include"),
                       "the element is described as well");
    cr_expect_gt(n_named, 80);
    expect_narrow(list);
    quire_free(list);
}

static void
expect_values(const char *tag, const char *name)
{
    char *text = describe(name), attribute[100], value[300];
    int n;
    const char *p = strchr(tag, ' ');
    while (sscanf(p, " %99[a-z-]=\"%299[^\"]\"%n", attribute, value, &n) == 2) {
        cr_expect(strcmp(attribute, "name") == 0 || has_value(text, attribute, value), "%s of %s",
                  attribute, name);
        p += n;
        n_named++;
    }
    cr_expect_not_null(strstr(text, "\nSources\n"), "%s", name);
    expect_narrow(text);
    quire_free(text);
}

Test(shelf, everything_has_its_values_and_sources)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        each_named(files[i], expect_values);
    }
    cr_expect_gt(n_named, 400);
}

Test(shelf, a_file_has_its_groups)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char line[100];
        snprintf(line, sizeof line, "The library's file %s: <include library=\"%s\"/>\n", files[i],
                 files[i]);
        list = describe(files[i]);
        cr_expect_eq(strncmp(list, line, strlen(line)), 0, "%s", list);
        each_named(files[i], expect_listed);
        expect_narrow(list);
        quire_free(list);
    }
}

/* a surface, its contact and its pair: what is said of the group stands there once */
Test(shelf, what_goes_together_stands_together)
{
    char *text = describe("epdm");
    const char *sources = strstr(text, "\nSources\n");
    cr_expect_not_null(strstr(text, "<surface name=\"epdm\">"));
    cr_expect_not_null(strstr(text, "<contact name=\"epdm\">"));
    cr_expect_not_null(strstr(text, "<normal law=\"mtt-indentation\">"));
    cr_expect_not_null(strstr(text, "<pair>"));
    cr_assert_not_null(sources);
    cr_expect_null(strstr(sources + 1, "\nSources\n"));
    quire_free(text);
}

static void
expect_refused(const char *name, const char *words)
{
    char *text, problem[400];
    quire_diag *diag = quire_diag_create();
    cr_expect_eq(quire_describe(&text, "library", name, diag), QUIRE_ERROR_USAGE);
    cr_expect_null(text);
    cr_assert_eq(quire_diag_count(diag), 1);
    quire_diag_format(diag, 0, problem, sizeof problem);
    cr_expect_not_null(strstr(problem, words), "%s", problem);
    quire_diag_destroy(diag);
}

Test(shelf, what_is_not_there)
{
    expect_refused("uncoatd-80", "did you mean 'uncoated-80'?");
    expect_refused("paper", "did you mean 'papers'?");
    expect_refused("", "'quire describe library' lists");
    setenv("QUIRE_LIBRARY_PATH", "/nowhere::", 1);
    expect_refused("uncoated-80", "the library was not found");
    char *text = describe(NULL);
    cr_expect_not_null(strstr(text, "<library>"));
    cr_expect_null(strstr(text, "uncoated-80"));
    quire_free(text);
}

static void
save(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    cr_assert(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
}

/* files of others: without remarks, foreign data, no library, no file at all; the first folder's
 * file is the one that is included */
Test(shelf, other_folders)
{
    char folder[2][40] = {"/tmp/quire-shelf-XXXXXX", "/tmp/quire-shelf-XXXXXX"}, path[4096],
         name[100];
    cr_assert(mkdtemp(folder[0]) != NULL && mkdtemp(folder[1]) != NULL);
    save(folder[0], "own.xml",
         "<library version='1'>\n<!-- of no more use --><user-data><media "
         "name='not'/></user-data>\n<!-- Sources: a&b -->"
         "<media name='first' grammage='1 g/m^2' thickness='0.1 mm'/></library>");
    save(folder[0], "model.xml", "<model version='1' name='m'/>");
    save(folder[0], "broken.xml", "<library version='1'><media name='broken'");
    save(folder[0], "notes.txt", "<library version='1'/>");
    save(folder[1], "own.xml", "<library version='1'><media name='second'/></library>");
    save(folder[1], "bare.xml",
         "<library version='1'><media name='bare' grammage='2 g/m^2'/></library>");
    snprintf(path, sizeof path, "%s:%s", folder[0], folder[1]);
    setenv("QUIRE_LIBRARY_PATH", path, 1);
    char *text = describe(NULL);
    cr_expect_not_null(strstr(text, "\nbare\n"));
    cr_expect_not_null(strstr(text, "media: first"));
    cr_assert_not_null(strstr(text, "\nown\n"));
    cr_expect_null(strstr(strstr(text, "\nown\n") + 1, "\nown\n"), "a file is there once");
    cr_expect(strstr(text, "second") == NULL && strstr(text, "media: not") == NULL &&
              strstr(text, "notes") == NULL && strstr(text, "broken") == NULL);
    quire_free(text);
    text = describe("first");
    cr_expect(has_value(text, "grammage", "1 g/m^2") && strstr(text, "\nSources\n  a&b\n") != NULL,
              "%s", text);
    quire_free(text);
    text = describe("bare");
    cr_expect(has_value(text, "grammage", "2 g/m^2") && strstr(text, "Sources") == NULL, "%s",
              text);
    quire_free(text);
    for (int i = 0; i < 6; i++) {
        static const char *const all[] = {"own.xml",   "model.xml", "broken.xml",
                                          "notes.txt", "own.xml",   "bare.xml"};
        snprintf(name, sizeof name, "%s/%s", folder[i > 3], all[i]);
        unlink(name);
    }
    rmdir(folder[0]);
    rmdir(folder[1]);
}
