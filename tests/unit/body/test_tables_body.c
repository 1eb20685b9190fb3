/* Rules that join several attributes of rollers, nips, sheets and what holds and loads these. */
#include <criterion/criterion.h>
#include <string.h>

#include "body/sheet.h"
#include "fixtures/tables.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

Test(tables_body, a_roller_is_placed_in_one_way)
{
    static const struct table_case row[] = {
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m", "", ""},
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; sense=clockwise", "", ""},
        {"name=r; radius=1 cm; surface=pom; path=p; at=0 m; offset=1 mm; side=right", "", ""},
        {"name=r; radius=1 cm; surface=pom", "E-MISSING", "centre and path"},
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; path=p; at=0 m", "E-MODEL",
         "centre and path are given"},
        {"name=r; radius=1 cm; surface=pom; path=p", "E-MISSING", "'at'"},
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; at=0 m", "E-MISSING", "'path'"},
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; side=right", "E-MISSING", "'path'"},
        {"name=r; radius=1 cm; surface=pom; path=p; at=0 m; sense=clockwise", "E-MODEL", "'sense'"},
    };

    table_try("body", "roller", row, COUNT(row));
}

Test(tables_body, a_roller_that_is_loaded_can_slide)
{
    static const struct table_case row[] = {
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; slide=90 deg; load=1 N; rate=1 N/m",
         "", ""},
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; load=1 N", "E-MISSING", "'slide'"},
        {"name=r; radius=1 cm; surface=pom; centre=0 m, 0 m; max-gap=1 mm", "E-MISSING", "'slide'"},
    };

    table_try("body", "roller", row, COUNT(row));
}

Test(tables_body, the_stops_of_a_nip_are_apart)
{
    static const struct table_case row[] = {
        {"name=n; path=p; at=0 m; load=8 N", "", ""},
        {"name=n; path=p; at=0 m; load=8 N; max-gap=2 mm", "", ""},
        {"name=n; path=p; at=0 m; load=8 N; max-gap=2 mm; closed-stop=2 mm", "E-RANGE",
         "'max-gap'"},
    };

    table_try("body", "nip", row, COUNT(row));
}

Test(tables_body, a_sheet_starts_on_a_path_or_from_a_point)
{
    static const struct table_case row[] = {
        {"path=p; lead=12 mm", "", ""},
        {"from=0 m, 0 m", "", ""},
        {"from=0 m, 0 m; heading=30 deg", "", ""},
        {"", "E-MISSING", "path and from"},
        {"path=p", "E-MISSING", "'lead'"},
        {"path=p; lead=12 mm; from=0 m, 0 m", "E-MODEL", "path and from are given"},
        {"path=p; lead=12 mm; heading=30 deg", "E-MISSING", "'from'"},
        {"from=0 m, 0 m; lead=12 mm", "E-MISSING", "'path'"},
    };

    table_try("body", "start", row, COUNT(row));
}

#define SHEET "name=s; media=m; length=100 mm; width=20 mm"

/* What the check says of a sheet with these two children. */
static const char *
check_sheet(const char *first, const char *first_attributes, const char *second,
            const char *second_attributes)
{
    static char report[600];
    struct quire_arena *arena = quire_arena_create();
    struct quire_object *sheet = table_object(arena, NULL, "body", "sheet", SHEET);

    table_object(arena, sheet, "body", first, first_attributes);
    table_object(arena, sheet, "body", second, second_attributes);
    strcpy(report, table_check(sheet));
    quire_arena_destroy(arena);
    return report;
}

Test(tables_body, an_end_of_a_sheet_is_held_once)
{
    cr_expect_str_eq(check_sheet("clamp", "end=trail", "pin", "end=lead"), "");
    const char *report = check_sheet("clamp", "end=trail", "pin", "end=trail");
    cr_expect(strncmp(report, "E-MODEL", 7) == 0 && strstr(report, "trailing edge") != NULL, "%s",
              report);
}

Test(tables_body, loads_act_on_the_sheet)
{
    cr_expect_str_eq(check_sheet("load", "force=0 N, 1 N; at=100 mm", "moment", "torque=1 N*m"),
                     "");
    const char *report = check_sheet("load", "force=0 N, 1 N", "moment", "torque=1 N*m; at=101 mm");
    cr_expect(strncmp(report, "E-RANGE", 7) == 0 && strstr(report, "'at'") != NULL, "%s", report);
}

Test(tables_body, cross_grain_needs_a_stiffness_across)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_object *media =
        table_object(arena, NULL, "model", "media",
                     "name=m; grammage=80 g/m^2; thickness=0.1 mm; modulus-md=4 GPa");
    struct quire_object *sheet = table_object(arena, NULL, "body", "sheet", SHEET "; grain=cd");

    ((struct quire_sheet_params *)sheet->params)->media = media;
    cr_expect(strncmp(table_check(sheet), "E-MISSING", 9) == 0);
    ((struct quire_sheet_params *)sheet->params)->media = table_object(
        arena, NULL, "model", "media",
        "name=m; grammage=80 g/m^2; thickness=0.1 mm; modulus-md=4 GPa; modulus-cd=2 GPa");
    cr_expect_str_eq(table_check(sheet), "");
    quire_arena_destroy(arena);
}

/* What the check says of a clamp, pin, load or moment with two steps. */
static const char *
check_steps(const char *element, const char *attributes, const char *first, const char *second)
{
    static char report[600], family[32];
    struct quire_arena *arena = quire_arena_create();
    struct quire_object *object = table_object(arena, NULL, "body", element, attributes);

    strcpy(family, strcmp(element, "moment") == 0 ? "load" : element);
    strcat(family, "-to");
    table_object(arena, object, family, "to", first);
    table_object(arena, object, family, "to", second);
    strcpy(report, table_check(object));
    quire_arena_destroy(arena);
    return report;
}

Test(tables_body, steps_are_in_the_order_of_time)
{
    static const char *const object[][3] = {
        {"clamp", "end=lead", ""},
        {"pin", "end=lead", ""},
        {"load", "force=0 N, 1 N", "; factor=1"},
        {"moment", "torque=1 N*m", "; factor=1"},
    };

    for (size_t i = 0; i < COUNT(object); i++) {
        char early[64] = "time=1 s", late[64] = "time=2 s";
        strcat(early, object[i][2]);
        strcat(late, object[i][2]);
        cr_expect_str_eq(check_steps(object[i][0], object[i][1], early, late), "");
        const char *report = check_steps(object[i][0], object[i][1], late, early);
        cr_expect(strncmp(report, "E-RANGE", 7) == 0, "%s: %s", object[i][0], report);
    }
}

Test(tables_body, a_held_end_moves_in_one_way)
{
    const char *report =
        check_steps("clamp", "end=lead; velocity=1 m/s, 0 m/s", "time=1 s", "time=2 s");
    cr_expect(strncmp(report, "E-MODEL", 7) == 0 && strstr(report, "'velocity'") != NULL, "%s",
              report);
}

Test(tables_body, a_sheet_has_as_many_columns_as_there_are_kernels_for)
{
    static const struct table_case row[] = {
        {SHEET, "", ""},
        {SHEET "; columns=9; curl-across=1 m^-1", "", ""},
        {SHEET "; columns=4", "E-RANGE", "columns = 4"},
        {SHEET "; curl-across=1 m^-1", "E-MODEL", "bend across"},
    };

    table_try("body", "sheet", row, COUNT(row));
}
