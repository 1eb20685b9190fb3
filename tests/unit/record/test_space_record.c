/* What is kept of spatial runs: series, frames and trajectories, from views made by hand. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/filmstrip.h"
#include "fixtures/record_stage.h"
#include "result/folder.h"
#include "trace/trajectory_read.h"

#define COLUMNS 3

static struct stage stage;
static double node[2][3 * COLUMNS * STAGE_NODES], z[STAGE_NODES], contact[2][STAGE_NODES];
static struct quire_pad_view pad[2];
static double shift = 0.004;

/* the stage's sheets, as wide as they are said to be, the first one off the middle */
static void
widen(void)
{
    for (size_t k = 0; k < 2; k++) {
        struct quire_sheet_view *s = &stage.sheet[k];
        for (size_t i = 0; i < STAGE_NODES; i++) {
            for (size_t j = 0; j < COLUMNS; j++) {
                double *at = node[k] + 3 * (i * COLUMNS + j);
                at[0] = s->x[i];
                at[1] = s->y[i];
                at[2] = 0.1 * ((double)j - 1) + (k == 0 ? shift : 0);
            }
            contact[k][i] = 0.01 * (double)i;
        }
        s->n_column = COLUMNS;
        s->node = s->node_velocity = node[k];
        s->z = s->vz = z;
        s->contact = contact[k];
        s->yaw = -0.01;
        s->lead_edge.right[2] = 0.104;
        s->bend_across = 2;
    }
    pad[0] = (struct quire_pad_view){.at = {0.15, -0.01, -0.06},
                                     .axis = {0.6, 0, 0.8},
                                     .radius = 0.01,
                                     .half = 0.01,
                                     .normal = 3};
    pad[1] = (struct quire_pad_view){
        .at = {0.15, -0.01, 0.06}, .axis = {0, 0, 1}, .radius = 0.01, .half = 0.01, .normal = 5};
    stage.roller[2].n_pad = 2;
    stage.roller[2].pad = pad;
    stage.roller[0].steering = -0.2;
    stage.roller[2].steering = 0.4;
    stage.roller[3].steering = -0.1;
    stage.roller[2].lateral = 0.25;
    stage.roller[3].lateral = -0.05;
    stage.view.spatial = true;
}

static quire_status
record(struct quire_record **out, const char *folder, bool spatial)
{
    const quire_run_options options = {.end_time = NAN, .directory = folder};
    stage_end(&stage); /* of the record before */
    stage_begin(&stage, false);
    cr_assert_eq(quire_record_create(out, &stage.model, &options, NULL), QUIRE_OK);
    const struct quire_recorder recorder = quire_record_interface(*out, NULL);
    stage_at(&stage, 0);
    if (spatial) {
        widen();
    }
    quire_status status = recorder.begin(recorder.self, &stage.model, &stage.view);
    for (int i = 0; i <= 4 && status == QUIRE_OK; i++) {
        stage_at(&stage, 0.1 * i);
        if (spatial) {
            widen();
        }
        status = recorder.sample(recorder.self, &stage.view);
    }
    stage.result.end_time = stage.view.time;
    return status == QUIRE_OK ? recorder.end(recorder.self, &stage.result, &stage.view) : status;
}

static size_t
column_named(const struct quire_record *r, const char *name)
{
    size_t i = 0;
    while (i < quire_record_column_count(r) && strcmp(quire_record_column_name(r, i), name) != 0) {
        i++;
    }
    return i;
}

Test(space_record, spatial_runs_have_columns_of_their_own_and_planar_ones_have_none)
{
    static const char *const name[] = {"page.yaw [rad]",          "page.lead.right.z [m]",
                                       "page.bend-across [m^-1]", "n2.lateral [N]",
                                       "n2.pad-2.normal [N]",     "run.right.lateral [N]"};
    static const double value[] = {-0.01, 0.104, 2, 0.2, 5, 0};
    struct quire_record *spatial, *planar;
    cr_assert_eq(record(&planar, NULL, false), QUIRE_OK);
    cr_assert_eq(record(&spatial, NULL, true), QUIRE_OK);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const size_t at = column_named(spatial, name[i]);
        cr_assert_lt(at, quire_record_column_count(spatial), "%s", name[i]);
        cr_assert_float_eq(quire_record_value(spatial, 3, at), value[i], 1e-12, "%s", name[i]);
        cr_assert_eq(column_named(planar, name[i]), quire_record_column_count(planar), "%s",
                     name[i]);
    }
    cr_assert_not_null(
        strstr(quire_record_summary_text(spatial), "  yaw -0.573 deg, largest 0.573 deg;"), "%s",
        quire_record_summary_text(spatial));
    cr_assert_not_null(
        strstr(quire_record_summary_text(spatial), "; steered most by n2, 0.3 N*m\n"));
    cr_assert_null(strstr(quire_record_summary_text(planar), "yaw"));
    const size_t later = column_named(spatial, "page2.yaw [rad]");
    cr_assert(isnan(quire_record_value(spatial, 1, later)), "it enters at 0.2 s");
    /* the largest absolute value */
    cr_assert_float_eq(quire_record_figure(spatial, "page.yaw.max"), 0.01, 1e-15);
    quire_record_destroy(spatial);
    quire_record_destroy(planar);
    stage_end(&stage);
}

Test(space_record, the_end_state_is_that_of_all_columns)
{
    struct quire_record *r;
    char first[65], second[65];
    shift = 0.004;
    cr_assert_eq(record(&r, NULL, true), QUIRE_OK);
    stage_end_state(first, r);
    quire_record_destroy(r);
    shift = 0.0040001;
    cr_assert_eq(record(&r, NULL, true), QUIRE_OK);
    stage_end_state(second, r);
    cr_assert_eq(strlen(first), 64);
    cr_assert_str_neq(second, first);
    quire_record_destroy(r);
    stage_end(&stage);
}

Test(space_record, trajectories_can_be_read_back)
{
    char *folder = stage_folder();
    struct quire_record *r;
    struct quire_trajectory t;
    cr_assert_eq(record(&r, folder, true), QUIRE_OK);
    quire_record_destroy(r);
    cr_assert_eq(quire_trajectory_load(&t, folder, NULL), QUIRE_OK);
    cr_assert_str_eq(t.model, "stage");
    cr_assert(t.machine.spatial);
    cr_assert_eq(t.machine.n_guide, 3);
    cr_assert_eq(t.machine.n_roller, 5);
    cr_assert_eq(t.machine.n_disc, 2);
    cr_assert_str_eq(t.machine.sheet[1].name, "page2");
    cr_assert_float_eq(t.machine.sheet[0].width, 0.2, 1e-12);
    cr_assert_float_eq(t.machine.roller[2].x, 0.15, 1e-12); /* where it is in the first frame */
    const struct quire_disc *disc = &t.machine.disc[t.machine.roller[2].disc];
    cr_assert_float_eq(disc->at[2], -0.06, 1e-12);
    cr_assert_float_eq(disc->at[0], 0, 1e-12); /* from the roller's centre */
    cr_assert_float_eq(disc->axis[0], 0.6, 1e-12);
    cr_assert_eq(t.frames.n, 5);
    cr_assert_null(quire_frames_nodes(&t.frames, 1, 1), "it enters at 0.2 s");
    for (size_t k = 0; k < 2; k++) {
        const int32_t *at = quire_frames_nodes(&t.frames, 4, k);
        for (size_t i = 0; i < 3 * COLUMNS * STAGE_NODES; i++) {
            cr_assert_float_eq(1e-6 * at[i], node[k][i], 0.501e-6);
        }
        cr_assert_eq(quire_frames_contact_at(&t.frames, 4, k)[7], 70000);
    }
    quire_trajectory_clear(&t);
    stage_end(&stage);
    free(folder);
}

/* the text of the file with `from` once replaced by `to` must be refused, with the line where it
 * fails */
static void
refuse(const char *folder, const char *text, const char *from, const char *to, int line)
{
    struct quire_trajectory t;
    char *path = quire_folder_join(folder, QUIRE_TRAJECTORY_FILE), *at = strstr(text, from);
    quire_diag *diag = quire_diag_create();
    cr_assert_not_null(at, "%s", from);
    FILE *file = fopen(path, "w");
    fprintf(file, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(file);
    cr_assert_eq(quire_trajectory_load(&t, folder, diag), QUIRE_ERROR_FILE, "%s", to);
    cr_assert_eq(quire_diag_get(diag, 0)->line, line, "%s: line %d", to,
                 quire_diag_get(diag, 0)->line);
    quire_diag_destroy(diag);
    free(path);
}

Test(space_record, what_is_no_trajectory_is_refused)
{
    char *folder = stage_folder();
    struct quire_record *r;
    cr_assert_eq(record(&r, folder, true), QUIRE_OK);
    quire_record_destroy(r);
    char *text = stage_read(folder, QUIRE_TRAJECTORY_FILE);
    refuse(folder, text, "quire-trajectory-1", "quire-trajectory-9", 1);
    refuse(folder, text, "\"nodes\":31", "\"nodes\":30", 2);
    refuse(folder, text, "\"nodes\":31", "\"nodes\":-1", 1);
    refuse(folder, text, "\"nodes\":31", "\"nodes\":9000000000", 1);
    refuse(folder, text, "\"columns\":3", "\"columns\":30", 1);
    refuse(folder, text, "\"width\":200000", "\"width\":0", 1);
    refuse(folder, text, "\"axis\":[0.6", "\"axis\":[null", 1);
    refuse(folder, text, "{\"time\":0.", "{\"time\":\"x\",\"was\":0.", 3);
    refuse(folder, text, "\"nodes\":[[", "\"nodes\":[[99999999999,", 2);
    refuse(folder, text, "{\"time\":0.", "{{", 3);
    free(text);
    stage_end(&stage);
    free(folder);
}

/* The film strip's views lie side by side between its margins, which are as wide on the right as on
 * the left, and leave one gap. */
Test(space_record, views_of_the_film_strip_stay_within_its_margins)
{
    struct quire_frames frames = {0};
    struct quire_machine machine = {0};
    struct quire_text text = {0};
    double width, x, y, left, top, side[3][4];

    stage_begin(&stage, false);
    stage_at(&stage, 0);
    widen();
    cr_assert_eq(quire_machine_gather(&machine, &stage.model, &stage.view), QUIRE_OK);
    cr_assert_eq(quire_frames_begin(&frames, &stage.view), QUIRE_OK);
    for (int i = 0; i <= 10; i++) {
        stage_at(&stage, 0.05 * i);
        widen();
        quire_frames_add(&frames, &stage.view);
    }
    quire_filmstrip_write(&text, &machine, &frames, &stage.result);
    quire_text_add_char(&text, '\0');
    cr_assert_not(text.failed);
    cr_assert_eq(sscanf(strstr(text.data, "<svg"),
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%lf\"", &width),
                 1);
    const char *view = strstr(text.data, "<rect class=\"frame\"");
    cr_assert_not_null(view, "%s", text.data);
    while (strncmp(view, "<g transform", 12) != 0 ||
           sscanf(view, "<g transform=\"translate(%lf %lf)", &x, &y) != 2) {
        view--; /* of its panel */
    }
    for (view--; strncmp(view, "<g transform", 12) != 0; view--) {
    }
    cr_assert_eq(sscanf(view, "<g transform=\"translate(%lf %lf)", &left, &top), 2);
    for (int k = 0; k < 3; k++) {
        view = strstr(view + 1, "<g transform=\"translate(");
        cr_assert_eq(sscanf(view,
                            "<g transform=\"translate(%lf %lf)\">\n<rect class=\"frame\" "
                            "width=\"%lf\" height=\"%lf\"",
                            &side[k][0], &side[k][1], &side[k][2], &side[k][3]),
                     4, "%.200s", view);
        cr_expect(side[k][0] >= 0 && left + side[k][0] + side[k][2] <= width - left + 0.02,
                  "view %d to %g of %g", k, left + side[k][0] + side[k][2], width);
    }
    cr_expect_float_eq(left + side[2][0] + side[2][2], width - left, 0.02,
                       "the last one to the right margin");
    cr_expect_float_eq(side[0][2], side[2][2], 0.02);
    cr_expect_float_eq(side[0][2] + side[2][2], width - 2 * left - (side[2][0] - side[0][2]), 0.03);
    quire_text_clear(&text);
    quire_frames_clear(&frames);
    quire_machine_clear(&machine);
    stage_end(&stage);
}
