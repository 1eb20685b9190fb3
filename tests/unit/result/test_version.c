#include <quire/version.h>

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* a library of another version than its headers is found out by this comparison */
Test(version, text_is_that_of_the_header)
{
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", QUIRE_VERSION_MAJOR, QUIRE_VERSION_MINOR,
             QUIRE_VERSION_PATCH);
    cr_assert_str_eq(quire_version(), expected);
}

Test(version, details_name_every_part_once_on_a_line_of_its_own)
{
    static const char *const parts[] = {"compiler: ", "SUNDIALS: ", "libxml2: ", "processor: "};
    const char *line = quire_version_details();

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        cr_assert(strncmp(line, parts[i], strlen(parts[i])) == 0, "line %zu is not '%s...'", i + 1,
                  parts[i]);
        const char *end = strchr(line, '\n');
        cr_assert_not_null(end);
        cr_assert(end - line > (long)strlen(parts[i]), "nothing after '%s'", parts[i]);
        line = end + 1;
    }
    cr_assert_eq(*line, '\0');
    cr_assert_eq(quire_version_details(), quire_version_details(), "the text is static");
}
