/* The list of problems and its table of codes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/codes.h"
#include "base/diag.h"
#include "text/suggest.h"

static const struct quire_place here = {"m.xml", 3, 7};

static void
expect_format(const quire_diag *diag, size_t index, const char *expected)
{
    char buf[500];
    const size_t n = quire_diag_format(diag, index, buf, sizeof buf);
    cr_expect_str_eq(buf, expected);
    cr_expect_eq(n, strlen(expected));
}

Test(diag, format)
{
    quire_diag *diag = quire_diag_create();
    quire_diag_error(diag, "E-RANGE", here, "roller 'r3'", "try 1 mm",
                     "radius = '%s' must be greater than %g m", "0 mm", 0.5);
    quire_diag_warning(diag, "W-UNUSED", quire_nowhere(), NULL, NULL, "never used");
    expect_format(diag, 0,
                  "m.xml:3:7: error [E-RANGE]: roller 'r3': radius = '0 mm' must be greater than "
                  "0.5 m; try 1 mm");
    expect_format(diag, 1, "warning [W-UNUSED]: never used");
    expect_format(diag, 2, "");
    cr_expect_eq(quire_diag_count(diag), 2);
    cr_expect_eq(quire_diag_error_count(diag), 1);
    char small[8];
    cr_expect_gt(quire_diag_format(diag, 0, small, sizeof small), 50);
    cr_expect_str_eq(small, "m.xml:3");
    quire_diag_destroy(diag);
}

Test(diag, all_kinds_have_their_words_put_in)
{
    quire_diag *diag = quire_diag_create();
    quire_diag_error(diag, "E-RANGE", here, NULL, NULL, "%s %d", "a", 1);
    quire_diag_warning(diag, "W-UNUSED", here, NULL, NULL, "%s %d %g", "b", 2, 0.5);
    quire_diag_note(diag, "N-UPGRADE", here, NULL, NULL, "%s %d %s", "c", 3, "d");
    expect_format(diag, 0, "m.xml:3:7: error [E-RANGE]: a 1");
    expect_format(diag, 1, "m.xml:3:7: warning [W-UNUSED]: b 2 0.5");
    expect_format(diag, 2, "m.xml:3:7: note [N-UPGRADE]: c 3 d");
    quire_diag_destroy(diag);
}

Test(diag, status_follows_the_code)
{
    static const struct {
        const char *code;
        quire_status status;
    } cases[] = {{"E-RANGE", QUIRE_ERROR_INPUT},           {"E-FILE", QUIRE_ERROR_FILE},
                 {"E-LIMIT", QUIRE_ERROR_LIMIT},           {"E-MEMORY", QUIRE_ERROR_LIMIT},
                 {"E-USAGE", QUIRE_ERROR_USAGE},           {"E-INTERNAL", QUIRE_ERROR_INTERNAL},
                 {"E-NUM-CHATTERING", QUIRE_ERROR_NUMERIC}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_expect_eq(quire_diag_error(NULL, cases[i].code, here, NULL, NULL, "x"), cases[i].status,
                     "%s", cases[i].code);
    }
}

Test(diag, codes_are_well_formed)
{
    size_t n;
    const struct quire_code *code = quire_code_all(&n);
    for (size_t i = 0; i < n; i++) {
        cr_expect(strchr("EWN", code[i].code[0]) != NULL && code[i].code[1] == '-', "%s",
                  code[i].code);
        cr_expect_eq(code[i].status == QUIRE_OK, code[i].code[0] != 'E', "%s", code[i].code);
        cr_expect_eq(quire_code_find(code[i].code), &code[i], "%s is there twice", code[i].code);
    }
    cr_expect_null(quire_code_find("E-NO-SUCH"));
}

/* text from files cannot command a terminal */
Test(diag, control_characters_are_shown)
{
    quire_diag *diag = quire_diag_create();
    const struct quire_place at = {"a\x1b]0;x.xml", 1, 1};
    quire_diag_error(diag, "E-NAME", at, "roller '\x1b[2J'", "\xC2\x9B", "a\nb");
    char buf[200];
    quire_diag_format(diag, 0, buf, sizeof buf);
    cr_expect_str_eq(buf, "a\\x1b]0;x.xml:1:1: error [E-NAME]: roller '\\x1b[2J': a\\nb; \\x9b");
    quire_diag_destroy(diag);
}

Test(diag, a_flood_is_counted)
{
    quire_diag *diag = quire_diag_create();
    for (int i = 0; i < 1000; i++) {
        cr_expect_eq(quire_diag_error(diag, "E-UNIT", here, NULL, NULL, "problem %d", i),
                     QUIRE_ERROR_INPUT);
    }
    cr_expect(quire_diag_is_full(diag));
    cr_expect_eq(quire_diag_error_count(diag), 1000);
    cr_expect_eq(quire_diag_count(diag), QUIRE_PROBLEM_LIMIT + 1);
    expect_format(diag, QUIRE_PROBLEM_LIMIT, "note [N-MORE]: 800 more problems are not listed");
    quire_diag_destroy(diag);
}

/* the error that ends a run is not lost among warnings */
/* however many problems there are already */
Test(diag, shortage_of_memory_is_known)
{
    for (int before = 0; before <= 2 * QUIRE_PROBLEM_LIMIT; before += QUIRE_PROBLEM_LIMIT) {
        quire_diag *diag = quire_diag_create();
        for (int i = 0; i < before; i++) {
            quire_diag_error(diag, "E-LIMIT", quire_nowhere(), NULL, NULL, "no shortage of memory");
        }
        cr_expect_not(quire_diag_is_starved(diag));
        if (before != QUIRE_PROBLEM_LIMIT) {
            quire_diag_memory_error(diag);
        } else {
            quire_diag_error(diag, "E-NUM-OUT-OF-MEMORY", quire_nowhere(), NULL, NULL, "a run");
        }
        cr_expect(quire_diag_is_starved(diag), "after %d problems", before);
        quire_diag_destroy(diag);
    }
    cr_expect(quire_diag_is_starved(NULL));
}

Test(diag, an_error_takes_the_place_of_a_warning)
{
    quire_diag *diag = quire_diag_create();
    for (int i = 0; i < QUIRE_PROBLEM_LIMIT; i++) {
        quire_diag_warning(diag, "W-UNUSED", here, NULL, NULL, "warning %d", i);
    }
    quire_diag_error(diag, "E-UNIT", here, NULL, NULL, "the error");
    quire_diag_warning(diag, "W-UNUSED", here, NULL, NULL, "one more");
    cr_expect_eq(quire_diag_error_count(diag), 1);
    cr_expect_eq(quire_diag_count(diag), QUIRE_PROBLEM_LIMIT + 1);
    expect_format(diag, 0, "m.xml:3:7: warning [W-UNUSED]: warning 0");
    expect_format(diag, QUIRE_PROBLEM_LIMIT - 2, "m.xml:3:7: warning [W-UNUSED]: warning 198");
    expect_format(diag, QUIRE_PROBLEM_LIMIT - 1, "m.xml:3:7: error [E-UNIT]: the error");
    expect_format(diag, QUIRE_PROBLEM_LIMIT, "note [N-MORE]: 2 more problems are not listed");
    quire_diag_destroy(diag);
}

/* a part of an assembly is written once, and its mistake is reported once; what differs is reported
 * each time */
Test(diag, the_same_of_other_objects_at_one_place_is_told_once)
{
    quire_diag *diag = quire_diag_create();
    const struct quire_place below = {"m.xml", 4, 7}, other = {"n.xml", 3, 7};
    quire_diag_error(diag, "E-RANGE", here, "roller 'a-r'", NULL, "too small");
    quire_diag_error(diag, "E-RANGE", here, "roller 'b-r'", NULL, "too small");
    cr_expect_eq(quire_diag_count(diag), 1);
    cr_expect_eq(quire_diag_error_count(diag), 1);
    quire_diag_error(diag, "E-RANGE", here, "roller 'b-r'", NULL, "too large");
    quire_diag_error(diag, "E-UNIT", here, "roller 'b-r'", NULL, "too small");
    quire_diag_error(diag, "E-RANGE", below, "roller 'b-r'", NULL, "too small");
    quire_diag_error(diag, "E-RANGE", other, "roller 'b-r'", NULL, "too small");
    quire_diag_error(diag, "E-RANGE", here, NULL, NULL, "too small");
    quire_diag_error(diag, "E-RANGE", quire_nowhere(), "a", NULL, "too small");
    quire_diag_error(diag, "E-RANGE", quire_nowhere(), "b", NULL, "too small");
    quire_diag_warning(diag, "W-UNUSED", here, "roller 'a-r'", NULL, "unused");
    quire_diag_warning(diag, "W-UNUSED", here, "roller 'b-r'", NULL, "unused");
    cr_expect_eq(quire_diag_count(diag), 10);
    cr_expect_eq(quire_diag_error_count(diag), 8);
    quire_diag_destroy(diag);
}

Test(diag, sort_is_by_place_and_stable)
{
    quire_diag *diag = quire_diag_create();
    static const struct {
        int line, column;
        const char *text;
    } in[] = {{9, 1, "kept first"}, {5, 2, "d"}, {5, 1, "b"},
              {0, 0, "a"},          {5, 1, "c"}, {7, 1, "e"}};
    for (size_t i = 0; i < 6; i++) {
        const struct quire_place at = {"f", in[i].line, in[i].column};
        quire_diag_error(diag, "E-XML", at, NULL, NULL, "%s", in[i].text);
    }
    quire_diag_sort(diag, 1);
    static const char *const out[] = {"kept first", "a", "b", "c", "d", "e"};
    for (size_t i = 0; i < 6; i++) {
        cr_expect_str_eq(quire_diag_get(diag, i)->text, out[i]);
    }
    quire_diag_destroy(diag);
}

static const char *
nearest(const char *word, const char *choices)
{
    static char buf[100];
    return quire_suggest_choice(word, choices, buf, sizeof buf);
}

Test(suggest, finds_the_nearest)
{
    static const char words[] = "radius|surface|mass|inertia|nominal-radius|x";
    cr_expect_str_eq(nearest("raduis", words), "did you mean 'radius'?");
    cr_expect_str_eq(nearest("Mass", words), "did you mean 'mass'?");
    cr_expect_str_eq(nearest("nominal_radius", words), "did you mean 'nominal-radius'?");
    cr_expect_str_eq(nearest("srface", words), "did you mean 'surface'?");
    cr_expect_null(nearest("temperature", words));
    cr_expect_null(nearest("q", words)); /* everything would change */
    cr_expect_null(nearest("", words));
}

Test(suggest, candidates_may_share_a_buffer)
{
    char candidate[30], hint[100];
    struct quire_suggest s = quire_suggest_begin("raduis");

    for (size_t i = 0; i < 3; i++) {
        snprintf(candidate, sizeof candidate, "%s", &"mass\0..radius\0surface"[7 * i]);
        quire_suggest_offer(&s, candidate);
    }
    cr_expect_str_eq(quire_suggest_hint(&s, hint, sizeof hint), "did you mean 'radius'?");
}

Test(suggest, long_words_are_left_alone)
{
    char word[2000];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    cr_expect_null(nearest(word, "aaaa|bbbb"));
}
