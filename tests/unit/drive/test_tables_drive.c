/* Rules that join several attributes of drives and their profiles. */
#include <criterion/criterion.h>
#include <string.h>

#include "fixtures/tables.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

Test(tables_drive, a_drive_is_given_by_exactly_one_quantity)
{
    static const struct table_case row[] = {
        {"name=d; speed=1 m/s", "", ""},
        {"name=d; shaft-speed=1 rad/s", "", ""},
        {"name=d; torque=1 N*m", "", ""},
        {"name=d; torque=1 N*m; no-load-speed=100 rad/s", "", ""},
        {"name=d", "E-MISSING", "pressure and voltage"},
        {"name=d; speed=1 m/s; torque=1 N*m", "E-MODEL", "speed and torque are given"},
        {"name=d; speed=1 m/s; no-load-speed=100 rad/s", "E-MISSING", "'torque'"},
    };

    table_try("drive", "drive", row, COUNT(row));
}

Test(tables_drive, a_step_of_a_drive_has_exactly_one_quantity)
{
    static const struct table_case row[] = {
        {"time=1 s; speed=1 m/s", "", ""},
        {"time=1 s", "E-MISSING", "speed"},
        {"time=1 s; speed=1 m/s; shaft-speed=1 rad/s", "E-MODEL",
         "speed and shaft-speed are given"},
    };

    table_try("drive-to", "to", row, COUNT(row));
}

/* What the check says of a drive with these two steps. */
static const char *
check_profile(const char *drive, const char *first, const char *second)
{
    static char report[600];
    struct quire_arena *arena = quire_arena_create();
    struct quire_object *object = table_object(arena, NULL, "drive", "drive", drive);

    table_object(arena, object, "drive-to", "to", first);
    table_object(arena, object, "drive-to", "to", second);
    strcpy(report, table_check(object));
    quire_arena_destroy(arena);
    return report;
}

Test(tables_drive, a_profile_keeps_its_quantity_and_goes_on_in_time)
{
    const char *report =
        check_profile("name=d; speed=0 m/s", "time=1 s; speed=1 m/s", "time=1 s; speed=2 m/s");
    cr_expect_str_eq(report, "");
    report =
        check_profile("name=d; speed=0 m/s", "time=1 s; speed=1 m/s", "time=0.9 s; speed=2 m/s");
    cr_expect(strncmp(report, "E-RANGE", 7) == 0 && strstr(report, "'time'") != NULL, "%s", report);
    report =
        check_profile("name=d; speed=0 m/s", "time=1 s; torque=1 N*m", "time=2 s; speed=2 m/s");
    cr_expect(strncmp(report, "E-MODEL", 7) == 0 && strstr(report, "'speed'") != NULL, "%s",
              report);
}
