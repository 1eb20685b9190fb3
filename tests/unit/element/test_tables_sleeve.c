/* Rules that join several attributes of sleeves. */
#include <criterion/criterion.h>

#include "fixtures/tables.h"

Test(tables_element, a_sleeve_runs_forwards)
{
    static const struct table_case row[] = {
        {"name=s; path=p; from=-1 m; to=0 m", "", ""},
        {"name=s; path=p; from=0 m; to=-1 m", "E-RANGE", "'to'"},
        {"name=s; path=p; from=0 m; to=0 m", "E-RANGE", "'to'"},
    };

    table_try("element", "sleeve", row, sizeof row / sizeof row[0]);
}
