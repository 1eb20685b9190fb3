/* Rules that join several attributes of settings, media, pairs and places. */
#include <criterion/criterion.h>
#include <string.h>

#include "fixtures/tables.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

Test(tables_model, a_run_has_at_most_two_million_samples)
{
    static const struct table_case row[] = {
        {"end=1.1 s; sample=1 ms", "", ""},  {"", "", ""},
        {"end=2000 s; sample=1 ms", "", ""}, {"end=2001 s; sample=1 ms", "E-RANGE", "two million"},
        {"end=2001 s; sample=0 s", "", ""},
    };

    table_try("model", "run", row, COUNT(row));
}

Test(tables_model, a_medium_has_a_modulus_or_a_stiffness_that_gives_one)
{
    static const struct table_case row[] = {
        {"name=a; grammage=80 g/m^2; thickness=0.1 mm; modulus-md=4 GPa", "", ""},
        {"name=a; grammage=80 g/m^2; thickness=0.1 mm; bending-stiffness-md=0.3 mN*m", "", ""},
        {"name=a; grammage=80 g/m^2; thickness=0.1 mm", "E-MISSING", "modulus-md"},
        {"name=a; grammage=80 g/m^2; thickness=0.1 mm; modulus-cd=4 GPa", "E-MISSING",
         "modulus-md"},
        {"name=a; grammage=80 g/m^2; thickness=0.1 mm; bending-stiffness-md=0 N*m", "E-MISSING",
         "modulus-md"},
        {"name=a; grammage=80 g/m^2; thickness=0.1 mm; bending-stiffness-md=0 N*m; modulus-md=4 "
         "GPa",
         "", ""},
    };

    table_try("model", "media", row, COUNT(row));
}

Test(tables_model, a_channel_runs_forwards_and_its_mouths_fit)
{
    static const struct table_case row[] = {
        {"name=c; from=8 mm; to=142 mm; gap=3 mm; mouth=2 mm; surface=pom; path=p", "", ""},
        {"name=c; from=8 mm; to=8 mm; gap=3 mm; surface=pom; path=p", "E-RANGE", "'to'"},
        {"name=c; from=0 mm; to=15 mm; gap=3 mm; mouth=2 mm; surface=pom; path=p", "E-RANGE",
         "do not fit"},
        {"name=c; from=0 mm; to=15 mm; gap=3 mm; surface=pom; path=p", "", ""},
        {"name=c; from=0 mm; to=90 mm; gap=3 mm; mouth=9 mm; surface=pom; path=p", "E-RANGE",
         "mouth-length"},
    };

    table_try("model", "channel", row, COUNT(row));
}

Test(tables_model, a_guide_with_two_sides_says_how_thick_it_is)
{
    static const struct table_case row[] = {
        {"name=g; surface=pom", "", ""},
        {"name=g; surface=pom; side=right", "", ""},
        {"name=g; surface=pom; side=both", "E-MISSING", "'thickness'"},
        {"name=g; surface=pom; side=both; thickness=1 mm", "", ""},
        {"name=g; surface=pom; across-from=-1 mm; across-to=1 mm", "", ""},
        {"name=g; surface=pom; across-from=1 mm; across-to=-1 mm", "E-RANGE", "'across-to'"},
        {"name=g; surface=pom; across-to=-1 mm", "", ""},
    };

    table_try("model", "guide", row, COUNT(row));
}

Test(tables_model, a_side_guide_begins_before_it_ends)
{
    static const struct table_case row[] = {
        {"name=g; surface=pom; path=p; across=105 mm", "", ""},
        {"name=g; surface=pom; path=p; across=105 mm; from=0 mm; to=1 mm", "", ""},
        {"name=g; surface=pom; path=p; across=105 mm; from=0 mm; to=0 mm", "E-RANGE", "'to'"},
        {"name=g; surface=pom; path=p; across=105 mm; from=0 mm; to=59 mm; mouth=1 mm", "E-RANGE",
         "'from' and 'to'"},
        {"name=g; surface=pom; path=p; across=105 mm; from=0 mm; mouth=1 mm", "", ""},
        {"name=g; surface=pom; path=p; across=105 mm; mouth=31 mm", "E-RANGE", "'mouth'"},
    };

    table_try("model", "side-guide", row, COUNT(row));
}

Test(tables_model, a_pair_names_a_medium_that_exists)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_object *model = table_object(arena, NULL, "model", "model", "version=1; name=m");

    table_object(arena, model, "model", "media",
                 "name=plain; grammage=80 g/m^2; thickness=0.1 mm; modulus-md=4 GPa");
    cr_expect_str_eq(
        table_check(table_object(arena, model, "contact", "pair", "media=plain; contact=c")), "");
    cr_expect_str_eq(table_check(table_object(arena, model, "contact", "pair", "contact=c")), "");
    const char *report =
        table_check(table_object(arena, model, "contact", "pair", "media=plian; contact=c"));
    cr_expect(strncmp(report, "E-REFERENCE", 11) == 0 && strstr(report, "plian") != NULL, "%s",
              report);
    quire_arena_destroy(arena);
}
