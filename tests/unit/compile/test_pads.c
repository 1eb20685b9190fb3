/* Where the discs of rollers stand in space, and which shafts are refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <quire/model.h>

#include "compile/machine.h"
#include "machine/system.h"

#define PAPER                                                                                      \
    "<media name='paper' grammage='80 g/m^2' thickness='0.1 mm' modulus-md='4 GPa'/>"              \
    "<contact name='c'><normal law='linear' stiffness='1e5 N/m'/></contact><pair contact='c'/>"    \
    "<path name='p'><line length='100 mm'/></path>"                                                \
    "<sheet name='s' media='paper' length='100 mm' width='210 mm'><start path='p' lead='-1 "       \
    "mm'/></sheet>"
#define ROLLER(attributes, children)                                                               \
    "<roller name='r' path='p' at='50 mm' radius='10 mm' surface='x' " attributes ">" children     \
    "</roller>"

struct built {
    quire_model *model;
    struct quire_system *system;
    char said[512]; /* of the first problem */
};

static struct built
build(const char *parts)
{
    struct built b = {0};
    char text[4096];
    quire_diag *diag = quire_diag_create();
    const int n =
        snprintf(text, sizeof text,
                 "<model version='1' name='t' motion='spatial'>" PAPER "%s</model>", parts);

    quire_status status = quire_model_parse(&b.model, text, (size_t)n, "t.xml", NULL, 0, diag);
    if (status == QUIRE_OK) {
        status = quire_system_create(&b.system, b.model, QUIRE_MOTION_OF_MODEL, NULL, diag);
    }
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, b.said, sizeof b.said);
    }
    quire_diag_destroy(diag);
    return b;
}

static void
clear(struct built *b)
{
    quire_system_destroy(b->system);
    quire_model_destroy(b->model);
}

static void
expect_refused(const char *parts, const char *code, const char *words)
{
    struct built b = build(parts);

    cr_expect(b.system == NULL && strstr(b.said, code) != NULL && strstr(b.said, words) != NULL,
              "%s: %s", parts, b.said);
    clear(&b);
}

Test(pads, a_roller_that_says_nothing_is_as_wide_as_the_widest_sheet)
{
    struct built b = build(ROLLER("", ""));
    const struct quire_pad *pad = b.system->pad;

    cr_assert_eq(b.system->n_pad, 4, "%s", b.said); /* of at most 60 mm each */
    for (int k = 0; k < 4; k++) {
        cr_expect_float_eq(pad[k].at[2], (-78.75 + 52.5 * k) * 1e-3, 1e-15);
        cr_expect_float_eq(pad[k].half, 26.25e-3, 1e-15);
        cr_expect_eq(pad[k].share, 0.25);
        cr_expect_eq(pad[k].radius, 0.01);
        cr_expect(pad[k].axis[0] == 0 && pad[k].axis[1] == 0 && pad[k].axis[2] == 1 &&
                  pad[k].at[0] == 0 && pad[k].at[1] == 0);
    }
    clear(&b);
}

Test(pads, the_number_of_discs_follows_the_width)
{
    static const struct {
        const char *roller;
        int n;
    } row[] = {{ROLLER("width='30 mm'", ""), 1},
               {ROLLER("width='31 mm'", ""), 2},
               {ROLLER("width='120 mm'", ""), 2},
               {ROLLER("width='121 mm'", ""), 3},
               {ROLLER("width='20 mm' pads='7'", ""), 7}};

    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct built b = build(row[i].roller);
        cr_expect_eq(b.system->n_pad, row[i].n, "%s: %d", row[i].roller, b.system->n_pad);
        clear(&b);
    }
}

/* the moment of equal forces over the width falls short by 1/n^2 of what it is */
Test(pads, more_discs_come_near_to_the_roller)
{
    for (int n = 1; n <= 8; n *= 2) {
        char text[300];
        snprintf(text, sizeof text, ROLLER("width='100 mm' pads='%d'", ""), n);
        struct built b = build(text);
        double second = 0;
        for (int k = 0; k < n; k++) {
            second += b.system->pad[k].share * b.system->pad[k].at[2] * b.system->pad[k].at[2];
        }
        cr_expect_float_eq(second, 0.01 / 12 * (1 - 1.0 / (n * n)), 1e-17, "%d", n);
        clear(&b);
    }
}

Test(pads, yaw_turns_the_shaft_about_its_pivot_towards_the_feed)
{
    struct built b = build(ROLLER(
        "width='100 mm' pads='2' across='10 mm' yaw='2 deg' tilt='1 deg' pivot='-20 mm'", ""));
    const struct quire_pad *pad = b.system->pad;
    const double yaw = 2 * 3.14159265358979323846 / 180, tilt = 0.5 * yaw;

    for (int k = 0; k < 2; k++) {
        const double along = 0.03 + (k == 0 ? -0.025 : 0.025);
        /* the far end is farther along the feed */
        cr_expect_float_eq(pad[k].axis[0], cos(tilt) * sin(yaw), 1e-15);
        cr_expect_float_eq(pad[k].axis[1], -sin(tilt), 1e-15); /* and lower */
        cr_expect_float_eq(pad[k].axis[2], cos(tilt) * cos(yaw), 1e-15);
        cr_expect_float_eq(pad[k].at[0], along * pad[k].axis[0], 1e-17);
        cr_expect_float_eq(pad[k].at[1], along * pad[k].axis[1], 1e-17);
        cr_expect_float_eq(pad[k].at[2], -0.02 + along * pad[k].axis[2], 1e-17);
    }
    clear(&b);
}

Test(pads, on_a_path_that_climbs_the_shaft_turns_about_the_paths_own_directions)
{
    struct built b = build("<path name='up' heading='90 deg'><line length='100 mm'/></path>"
                           "<roller name='r' path='up' at='50 mm' radius='10 mm' surface='x' "
                           "yaw='1 deg' tilt='2 deg'/>");
    const double *axis = b.system->pad[0].axis, degree = 3.14159265358979323846 / 180;

    cr_expect_float_eq(axis[1], cos(2 * degree) * sin(degree), 1e-15); /* along the feed, y */
    cr_expect_float_eq(axis[0], sin(2 * degree), 1e-15);               /* to its right, x */
    clear(&b);
}

Test(pads, crown_and_taper_give_each_disc_its_radius)
{
    struct built b = build(ROLLER("width='90 mm' pads='3' crown='0.9 mm' taper='0.3 mm'", ""));
    const struct quire_pad *pad = b.system->pad;

    /* two thirds of the way to the end */
    cr_expect_float_eq(pad[0].radius, 0.01 - 0.4e-3 - 0.1e-3, 1e-15);
    cr_expect_float_eq(pad[1].radius, 0.01, 1e-15);
    cr_expect_float_eq(pad[2].radius, 0.01 - 0.4e-3 + 0.1e-3, 1e-15);
    clear(&b);
}

Test(pads, tyres_share_by_their_widths_and_stand_in_order)
{
    struct built b = build(ROLLER(
        "across='5 mm'",
        "<tyre across='60 mm' width='20 mm' radius='9 mm'/><tyre across='-60 mm' width='60 mm'/>"));
    const struct quire_pad *pad = b.system->pad;

    cr_assert_eq(b.system->n_pad, 3, "%s", b.said);
    cr_expect(pad[0].share == 0.375 && pad[1].share == 0.375 && pad[2].share == 0.25);
    cr_expect_float_eq(pad[0].at[2], -70e-3, 1e-15);
    cr_expect_float_eq(pad[1].at[2], -40e-3, 1e-15);
    cr_expect_float_eq(pad[2].at[2], 65e-3, 1e-15);
    cr_expect(pad[0].radius == 0.01 && pad[2].radius == 0.009);
    clear(&b);
}

/* mirrored in z: the same bits */
Test(pads, a_mirrored_roller_has_mirrored_discs)
{
    struct built b[2] = {
        build(ROLLER("across='7.3 mm' yaw='1.7 deg' tilt='0.3 deg' pivot='-11.1 mm'",
                     "<tyre across='60.1 mm' width='77 mm' taper='0.1 mm'/><tyre across='-60.2 mm' "
                     "width='131 mm' crown='0.1 mm'/>")),
        build(ROLLER("across='-7.3 mm' yaw='-1.7 deg' tilt='-0.3 deg' pivot='11.1 mm'",
                     "<tyre across='-60.1 mm' width='77 mm' taper='-0.1 mm'/><tyre across='60.2 "
                     "mm' width='131 mm' crown='0.1 mm'/>"))};
    const int n = b[0].system->n_pad;

    cr_assert_eq(n, b[1].system->n_pad);
    for (int k = 0; k < n; k++) {
        const struct quire_pad *p = b[0].system->pad + k, *q = b[1].system->pad + (n - 1 - k);
        cr_expect(p->at[0] == q->at[0] && p->at[1] == q->at[1] && p->at[2] == -q->at[2]);
        cr_expect(p->axis[0] == -q->axis[0] && p->axis[1] == -q->axis[1] &&
                  p->axis[2] == q->axis[2]);
        cr_expect(p->radius == q->radius && p->half == q->half && p->share == q->share);
    }
    clear(b);
    clear(b + 1);
}

#define NIP(nip, driver, idler)                                                                    \
    "<nip name='n' path='p' at='50 mm' load='5 N' " nip                                            \
    "><driver radius='10 mm' surface='x' " driver "/><idler radius='10 mm' surface='x' " idler     \
    "/></nip>"

Test(pads, a_nip_speaks_for_both_its_rollers_unless_they_do)
{
    struct built b =
        build(NIP("across='60 mm' width='20 mm' yaw='1 deg'", "", "yaw='2 deg' width='10 mm'"));
    const struct quire_pad *pad = b.system->pad;

    cr_assert_eq(b.system->n_pad, 2, "%s", b.said);
    for (int k = 0; k < 2; k++) {
        cr_expect_float_eq(pad[k].at[2], 0.06, 1e-15);
        cr_expect_float_eq(pad[k].half, k == 0 ? 0.01 : 0.005, 1e-15);
    }
    cr_expect_float_eq(pad[0].axis[0], sin(3.14159265358979323846 / 180), 1e-15);
    cr_expect_float_eq(pad[1].axis[0], sin(3.14159265358979323846 / 90), 1e-15);
    clear(&b);
}

#define OVER(wide, tyres)                                                                          \
    "<nip name='n' path='p' at='50 mm' load='5 N'><driver radius='10 mm' surface='x' " wide        \
    "/><idler radius='10 mm' surface='x'>" tyres "</idler></nip>"

/* A wide roller over two tyres: what it bears of the load stands over them, not beside. */
Test(pads, of_a_nip_stand_face_to_face)
{
    struct built b = build(OVER("width='160 mm' crown='0.16 mm'",
                                "<tyre across='-60 mm' width='20 mm'/><tyre across='60 mm' "
                                "width='40 mm'/>"));
    const struct quire_pad *pad = b.system->pad;
    static const double z[] = {-60, -27.5, 17.5, 50, 70, -60, 50, 70}, /* [mm] */
        width[] = {30, 45, 45, 20, 20, 20, 20, 20};
    static const bool faces[] = {true, false, false, true, true, true, true, true};

    cr_assert_eq(b.system->n_pad, 8, "%s: %d", b.said, b.system->n_pad);
    for (int k = 0; k < 8; k++) {
        cr_expect_float_eq(pad[k].at[2], 1e-3 * z[k], 1e-15, "%d: %g", k, pad[k].at[2]);
        cr_expect_float_eq(pad[k].half, 0.5e-3 * width[k], 1e-15, "%d: %g", k, pad[k].half);
        cr_expect_float_eq(pad[k].share, width[k] / (k < 5 ? 160 : 60), 1e-15);
        cr_expect_float_eq(pad[k].radius, 0.01 - (k < 5 ? 0.16e-3 * z[k] * z[k] / (80 * 80) : 0),
                           1e-15);
        cr_expect_eq(pad[k].faces, faces[k], "%d", k);
    }
    clear(&b);
}

/* those of the mirrored nip are its mirror image, to the last bit */
Test(pads, of_a_mirrored_nip_are_mirrored)
{
    struct built b[2] = {
        build(OVER("width='161.3 mm' across='3.7 mm'",
                   "<tyre across='-60.2 mm' width='21.1 mm'/><tyre across='10.3 mm' "
                   "width='77 mm'/><tyre across='75.9 mm' width='31 mm'/>")),
        build(OVER("width='161.3 mm' across='-3.7 mm'",
                   "<tyre across='-75.9 mm' width='31 mm'/><tyre across='-10.3 mm' "
                   "width='77 mm'/><tyre across='60.2 mm' width='21.1 mm'/>"))};

    cr_assert_eq(b[0].system->n_pad, b[1].system->n_pad);
    for (int k = 0; k < b[0].system->n_pad; k++) {
        const struct quire_pad *p = b[0].system->pad + k, *q = p;
        int n = 0; /* the other's discs of the same roller, from the other end */
        for (int l = 0; l < b[1].system->n_pad; l++) {
            const struct quire_pad *one = b[1].system->pad + l;
            if (one->roller == p->roller && one->at[2] == -p->at[2]) {
                q = one;
                n++;
            }
        }
        cr_assert_eq(n, 1, "%d: %g", k, p->at[2]);
        cr_expect(p->half == q->half && p->share == q->share && p->faces == q->faces &&
                  p->radius == q->radius);
    }
    clear(b);
    clear(b + 1);
}

Test(pads, shafts_that_can_not_be_are_refused)
{
    expect_refused(NIP("", "yaw='4 deg'", "yaw='-4 deg'"), "E-MODEL", "cross at 8 deg");
    expect_refused(NIP("width='20 mm'", "across='30 mm'", "across='-30 mm'"), "E-MODEL",
                   "beside each other");
    expect_refused(ROLLER("crown='10 mm'", ""), "E-RANGE", "crown and taper");
    expect_refused(ROLLER("", "<tyre across='0 mm' width='20 mm' taper='-20 mm'/>"), "E-RANGE",
                   "crown and taper");
    expect_refused(ROLLER("width='50 mm'", "<tyre across='20 mm' width='20 mm'/>"), "E-MODEL",
                   "beyond the roller");
    expect_refused(
        ROLLER("", "<tyre across='0 mm' width='20 mm'/><tyre across='19 mm' width='20 mm'/>"),
        "E-MODEL", "overlaps the tyre");
    expect_refused(ROLLER("pads='2'", "<tyre across='0 mm' width='20 mm'/>"), "E-MODEL",
                   "roller with tyres");
}

/* ---- where sheets start ---- */

static double
distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

#define CURVED                                                                                     \
    "<path name='bent'><line length='50 mm'/><arc radius='40 mm' angle='90 deg' "                  \
    "turn='left'/></path>"                                                                         \
    "<sheet name='q' media='paper' length='100 mm' width='80 mm' segments='20' "                   \
    "columns='3'><start path='bent' lead='105 mm' %s/></sheet>"

static struct built
build_start(const char *start)
{
    char text[1024];

    snprintf(text, sizeof text, CURVED, start);
    return build(text);
}

Test(starts, a_yawed_sheet_is_turned_about_its_middle_and_not_stretched)
{
    struct built b = build_start("across='3 mm' yaw='2 deg' speed='1 m/s'");
    cr_assert_not_null(b.system, "%s", b.said);
    const double *q = b.system->sheet[b.system->in_file.sheet[1]].start,
                 yaw = 2 * 3.14159265358979323846 / 180;

    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 3; j++) {
            cr_expect_float_eq(distance(q + 3 * (3 * i + j), q + 3 * (3 * (i + 1) + j)), 5e-3,
                               1e-12);
        }
        /* columns come to the arc with different numbers of chords */
        cr_expect_float_eq(distance(q + 9 * i, q + 9 * i + 3), 0.04, 1e-7);
    }
    for (int j = 0; j < 3; j++) { /* the trailing edge lies where the path is straight */
        const double u = -0.05, v = 0.04 * (j - 1);
        /* the middle lies on the arc: chords are shorter than it */
        cr_expect_float_eq(q[3 * j], 0.055 + u * cos(yaw) + v * sin(yaw), 5e-5);
        cr_expect_float_eq(q[3 * j + 2], 0.003 - u * sin(yaw) + v * cos(yaw), 1e-15);
        cr_expect_float_eq(q[3 * j] - q[0], 0.04 * j * sin(yaw), 5e-6);
    }
    clear(&b);
}

Test(starts, a_mirrored_start_has_the_same_bits)
{
    struct built b[2] = {build_start("across='3.1 mm' yaw='1.7 deg'"),
                         build_start("across='-3.1 mm' yaw='-1.7 deg'")};
    const double *p = b[0].system->sheet[b[0].system->in_file.sheet[1]].start,
                 *q = b[1].system->sheet[b[1].system->in_file.sheet[1]].start;

    for (int i = 0; i <= 20; i++) {
        for (int j = 0; j < 3; j++) {
            const double *a = p + 3 * (3 * i + j), *m = q + 3 * (3 * i + 2 - j);
            cr_expect(a[0] == m[0] && a[1] == m[1] && a[2] == -m[2], "%d %d", i, j);
        }
    }
    clear(b);
    clear(b + 1);
}

Test(starts, a_sheet_along_shapes_has_no_yaw)
{
    expect_refused("<sheet name='q' media='paper' length='100 mm' width='80 mm'><start yaw='1 "
                   "deg'><line from='0 m, 0 m' to='1 m, 0 m'/></start></sheet>",
                   "E-MODEL", "without yaw");
}

/* ---- bodies that stay in the plane ---- */

#define PAIRED "<pair media='wood' surface='x' contact='c'/>"
#define DISC(more)                                                                                 \
    "<disc name='d' surface='wood' mass='10 g' radius='5 mm' centre='20 mm, 40 mm' " more "/>"

static void
expect_disc(const char *parts, double low, double high)
{
    struct built b = build(parts);
    double from = HUGE_VAL, to = -HUGE_VAL, share = 0;

    cr_assert(b.system != NULL, "%s", b.said);
    for (int k = 0; k < b.system->n_pad; k++) {
        const struct quire_pad *p = b.system->pad + k;
        from = fmin(from, p->at[2] - p->half);
        to = fmax(to, p->at[2] + p->half);
        share += p->share;
    }
    cr_expect_float_eq(share, 1, 1e-12);
    cr_expect_float_eq(from, low, 1e-12, "%g", from);
    cr_expect_float_eq(to, high, 1e-12, "%g", to);
    clear(&b);
}

Test(pads, of_a_free_disc_stand_where_it_reaches)
{
    expect_disc(DISC(""), -0.105, 0.105);
    expect_disc(DISC("across-from='-30 mm' across-to='40 mm'"), -0.03, 0.04);
    expect_disc(DISC("across-from='20 mm'"), 0.02, 0.23);
    expect_disc(DISC("across-to='20 mm'"), -0.19, 0.02);
    expect_refused(DISC("across-from='20 mm' across-to='10 mm'"), "E-RANGE",
                   "'across-to' must be greater");
}

static void
expect_meetings(const char *parts, int meetings, int guides)
{
    struct built b = build(parts);
    int laws = 0;

    cr_assert(b.system != NULL, "%s", b.said);
    for (int k = 0; k < b.system->n_guide; k++) {
        laws += b.system->free[0].law[k] >= 0;
    }
    cr_expect_eq(b.system->n_meeting, meetings, "%d", b.system->n_meeting);
    cr_expect_eq(laws, guides, "%d", laws);
    clear(&b);
}

#define RAIL(more)                                                                                 \
    "<guide name='g' surface='x' " more "><line from='0 mm, 0 mm' to='100 mm, 0 mm'/></guide>"

/* What stands beside each other across the feed passes. */
Test(pads, bodies_meet_what_they_reach_across)
{
    static const char *const tyres =
        "<tyre across='-40 mm' width='20 mm'/><tyre across='40 mm' width='20 mm'/>";
    char parts[2000];

    expect_meetings(PAIRED DISC("") ROLLER("", "") RAIL(""), 1, 1);
    expect_meetings(PAIRED DISC("across-from='-10 mm' across-to='10 mm'")
                        ROLLER("across='30 mm' width='20 mm'", "") RAIL("across-from='10 mm'"),
                    0, 0);
    expect_meetings(PAIRED DISC("across-from='-10 mm' across-to='21 mm'")
                        ROLLER("across='30 mm' width='20 mm'", "") RAIL("across-to='0 mm'"),
                    1, 1);
    snprintf(parts, sizeof parts, PAIRED DISC("across-from='-25 mm' across-to='25 mm'") "%s%s%s",
             "<roller name='r' path='p' at='50 mm' radius='10 mm' surface='x'>", tyres,
             "</roller>");
    expect_meetings(parts, 0, 0);
    snprintf(parts, sizeof parts, PAIRED DISC("across-from='-25 mm' across-to='35 mm'") "%s%s%s",
             "<roller name='r' path='p' at='50 mm' radius='10 mm' surface='x'>", tyres,
             "</roller>");
    expect_meetings(parts, 1, 0);
    expect_refused(PAIRED DISC("") RAIL("tilt='1 deg'"), "E-MODEL",
                   "discs and blocks cannot touch tilted guides");
    expect_meetings(PAIRED DISC("across-to='0 mm'") RAIL("tilt='1 deg' across-from='0 mm'"), 0, 0);
}

#define EEPA                                                                                       \
    "<contact name='sticky'><normal law='eepa' stiffness='1e5 N/m^1.5' plasticity-ratio='0.5' "    \
    "/></contact><pair media='paper' surface='tin' contact='sticky'/>"

/* There are no places in space where laws between blocks and sheets could remember. */
Test(pads, laws_of_blocks_and_sheets_that_remember_are_refused)
{
    expect_refused(EEPA "<block name='b' surface='tin' mass='10 g' width='20 mm' height='10 mm' "
                        "centre='20 mm, 40 mm'/>",
                   "E-MODEL", "laws with history between blocks and sheets need a planar model");
}
