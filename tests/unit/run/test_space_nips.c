/* Nips whose rollers are not equally wide, in space: sheets are pinched where rollers face each
 * other, however many columns of nodes they have. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <quire/run.h>

#include "fixtures/sanitized.h"
#include "fixtures/simulate.h"

#define LOAD 8.0 /* [N] */

/* a wide idler over two tyres pulls a sheet over a table without friction */
#define NIP                                                                                        \
    "<settings><run end='0.2 s' sample='1 ms'/><gravity vector='0 m/s^2, -9.81 m/s^2'/>"           \
    "</settings><media name='m' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa' "        \
    "modulus-cd='2 GPa' damping-ratio='0.1' damping-frequency='20 Hz'/>"                           \
    "<contact name='grip'><normal law='mtt-indentation' force='8 N' at-penetration='0.05 mm' "     \
    "damping='1e8 N*s/m^2.5'/><friction law='mtt-step' dynamic-coefficient='1' "                   \
    "threshold-velocity='10 mm/s'/></contact><contact name='glide'><normal law='linear' "          \
    "stiffness='1e4 N/m' reference-length='5 mm' damping='0.1 N*s/m'/></contact>"                  \
    "<pair contact='grip'/><pair surface='steel' contact='glide'/>"                                \
    "<path name='main' from='0 mm, 0 mm'><line length='400 mm'/></path>"                           \
    "<drive name='feed' speed='300 mm/s'/><guide name='table' surface='steel'><line "              \
    "from='-120 mm, -0.06 mm' to='90 mm, -0.06 mm'/></guide>"                                      \
    "<nip name='pull' path='main' at='100 mm' load='8 N' rate='500 N/m' damping='0.5 N*s/m'>"      \
    "<driver radius='8 mm' surface='epdm' drive='feed'>%s</driver>"                                \
    "<idler radius='8 mm' surface='pom' mass='20 g' inertia='8e-7 kg*m^2' %s</nip>"                \
    "<sheet name='page' media='m' length='120 mm' width='210 mm' segments='24' "                   \
    "columns='%d'><start path='main' lead='130 mm' speed='300 mm/s'/></sheet>"
#define TYRE(across, width) "<tyre across='" across "' width='" width "'/>"

/* the largest and the last value of a column */
static double
most(const quire_run *run, const char *name, double *last)
{
    const size_t n = quire_run_column_count(run), length = strlen(name);
    double largest = 0;

    for (size_t i = 0; i < n; i++) {
        const char *header = quire_run_column_name(run, i);
        if (strncmp(header, name, length) == 0 && header[length] == ' ') {
            for (size_t row = 0; row < quire_run_row_count(run); row++) {
                *last = quire_run_value(run, row, i);
                largest = fmax(largest, fabs(*last));
            }
            return largest;
        }
    }
    cr_assert_fail("no column %s", name);
    return 0;
}

static void
expect_pinched(const char *tyres, const char *idler, int columns)
{
    char text[4000];
    quire_model *model;
    double normal, own, taken, residual, drives, x, yaw;

    snprintf(text, sizeof text, NIP, tyres, idler, columns);
    quire_run *run = simulate_parts(&model, "spatial", text, NULL);
    most(run, "pull.normal", &normal);
    most(run, "pull.roller-normal", &own);
    most(run, "page.lead.x", &x);
    most(run, "energy.contact-damping", &taken);
    most(run, "energy.residual", &residual);
    most(run, "energy.drives", &drives);
    cr_expect_float_eq(normal, LOAD, 0.01 * LOAD, "%s, %d columns: %g N", idler, columns, normal);
    cr_expect_float_eq(own, 0, 1e-12, "%s, %d columns: the rollers touch with %g N", idler, columns,
                       own);
    cr_expect_gt(taken, 0, "%s, %d columns: damping gives %g J", idler, columns, -taken);
    cr_expect_lt(fabs(residual), 3e-3 * drives, "%s, %d columns: %g J of %g", idler, columns,
                 residual, drives);
    cr_expect_float_eq(x, 0.130 + 0.3 * 0.2 - 1.5e-3, 1e-3, "%s, %d columns: %g m", idler, columns,
                       x);
    cr_expect_lt(most(run, "page.yaw", &yaw), 1e-12, "%s, %d columns: %g rad", idler, columns, yaw);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(space_nips, pinch_where_rollers_face_each_other)
{
    static const int columns[] = {2, 3, 5, 9};

    for (int k = 0; k < (is_repeated() ? 2 : 4); k++) {
        expect_pinched(TYRE("-60 mm", "20 mm") TYRE("60 mm", "20 mm"), "width='160 mm'/>",
                       columns[k]);
        expect_pinched("", "width='90 mm'/>", columns[k]);
        expect_pinched(TYRE("-60 mm", "20 mm") TYRE("60 mm", "20 mm"),
                       ">" TYRE("-66 mm", "20 mm") TYRE("66 mm", "20 mm") "</idler>", columns[k]);
    }
}

/* Two nips side by side, loaded unequally, feed a sheet onto nothing: of the mirrored machine. */
static double
yaw_of(int columns, const char *left, const char *right)
{
    static const char
        head[] =
            "<settings><run end='0.1 s' sample='1 ms'/></settings><media name='m' grammage='80 "
            "g/m^2' "
            "thickness='0.1 mm' modulus-md='4 GPa' modulus-cd='2 GPa'/><contact "
            "name='grip'><normal "
            "law='mtt-indentation' force='8 N' at-penetration='0.05 mm' damping='1e8 "
            "N*s/m^2.5'/><friction law='mtt-step' dynamic-coefficient='1' threshold-velocity='10 "
            "mm/s'/></contact><pair contact='grip'/><path name='main' from='0 mm, 0 mm'><line "
            "length='400 mm'/></path><drive name='feed' speed='300 mm/s'/>",
        nip[] = "<nip name='%s' path='main' at='100 mm' load='%s' rate='500 N/m' damping='0.5 "
                "N*s/m' across='%s' width='20 mm'><driver radius='8 mm' surface='epdm' "
                "drive='feed'/><idler radius='8 mm' surface='pom' mass='10 g' inertia='4e-7 "
                "kg*m^2' bearing-torque='0.5 mN*m'/></nip>",
        sheet[] = "<sheet name='page' media='m' length='120 mm' width='210 mm' segments='24' "
                  "columns='%d'><start path='main' lead='130 mm' speed='300 mm/s'/></sheet>";
    char text[4000];
    quire_model *model;
    double yaw;

    int at = snprintf(text, sizeof text, "%s", head);
    at += snprintf(text + at, sizeof text - (size_t)at, nip, "left", left, "-60 mm");
    at += snprintf(text + at, sizeof text - (size_t)at, nip, "right", right, "60 mm");
    snprintf(text + at, sizeof text - (size_t)at, sheet, columns);
    quire_run *run = simulate_parts(&model, "spatial", text, NULL);
    most(run, "page.yaw", &yaw);
    quire_run_destroy(run);
    quire_model_destroy(model);
    return yaw;
}

Test(space_nips, side_by_side_are_mirrored)
{
    static const int columns[] = {2, 3, 5, 9};

    for (int k = 0; k < (is_repeated() ? 2 : 4); k++) {
        const double to_left = yaw_of(columns[k], "4 N", "5.3 N"),
                     to_right = yaw_of(columns[k], "5.3 N", "4 N");
        cr_expect_float_eq(to_left, -to_right, 1e-8, "%d columns: %.17g, %.17g", columns[k],
                           to_left, to_right);
        cr_expect_neq(to_left, 0);
        cr_expect_float_eq(yaw_of(columns[k], "4 N", "4 N"), 0, 1e-8, "%d columns", columns[k]);
    }
}
