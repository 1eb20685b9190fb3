#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "draw/drawing.h"
#include "draw/filmstrip.h"
#include "fixtures/record_stage.h"
#include "text/text.h"
#include "trace/frames.h"
#include "trace/trajectory_read.h"

static struct stage stage;

Test(frames, are_evenly_spaced_and_never_many)
{
    struct quire_frames frames = {0};
    stage_begin(&stage, false);
    cr_assert_eq(quire_frames_begin(&frames, &stage.view), QUIRE_OK);
    for (int i = 0; i <= 5000; i++) {
        stage_at(&stage, i * 1e-4);
        cr_assert_eq(quire_frames_add(&frames, &stage.view), QUIRE_OK);
        cr_assert_leq(frames.n, QUIRE_FRAMES_MOST);
    }
    cr_assert_gt(frames.n, QUIRE_FRAMES_MOST / 2);
    for (size_t i = 0; i < frames.n; i++) {
        cr_assert_float_eq(frames.time[i], 1e-4 * (double)(i * frames.stride), 1e-12);
    }
    cr_assert_eq(quire_frames_nearest(&frames, -1.0), 0);
    cr_assert_eq(quire_frames_nearest(&frames, 9.0), frames.n - 1);
    quire_frames_clear(&frames);
    stage_end(&stage);
}

Test(frames, keep_places_to_half_a_micrometre_and_know_who_is_there)
{
    struct quire_frames frames = {0};
    size_t n;
    stage_begin(&stage, false);
    quire_frames_begin(&frames, &stage.view);
    stage_at(&stage, 0.1);
    quire_frames_add(&frames, &stage.view);
    const int32_t *at = quire_frames_sheet(&frames, 0, 0, &n);
    cr_assert_eq(n, STAGE_NODES);
    for (size_t i = 0; i < n; i++) {
        cr_assert_float_eq(1e-6 * at[2 * i], stage.x[0][i], 0.5001e-6);
        cr_assert_float_eq(1e-6 * at[2 * i + 1], stage.y[0][i], 0.5001e-6);
    }
    cr_assert_null(quire_frames_sheet(&frames, 0, 1, &n), "the second sheet enters later");
    stage.x[0][5] = NAN;
    quire_frames_add_last(&frames, &stage.view);
    cr_assert_eq(frames.n, 1, "the same time: replaced");
    cr_assert_null(quire_frames_sheet(&frames, 0, 0, &n));
    quire_frames_clear(&frames);
    stage_end(&stage);
}

/* A soft roller stands behind the free bodies: where two diameters of its outline V end. It is
 * drawn with each frame, not as a circle. */
Test(frames, keep_the_outlines_of_soft_rollers)
{
    static const double v[2][2] = {{1.1, 0.05}, {0.05, 0.92}};
    struct quire_frames frames = {0};
    struct quire_machine machine = {0};
    struct quire_text picture = {0};
    stage_begin(&stage, false);
    struct quire_roller_view *soft = &stage.roller[4];
    soft->is_soft = true;
    memcpy(soft->stretch, v, sizeof v);
    cr_assert_eq(quire_machine_gather(&machine, &stage.model, &stage.view), QUIRE_OK);
    cr_assert_eq(quire_frames_begin(&frames, &stage.view), QUIRE_OK);
    cr_assert_eq(quire_frames_add(&frames, &stage.view), QUIRE_OK);
    cr_assert_eq(frames.n_body, stage.view.n_body + 1);
    cr_assert_eq(machine.n_body, frames.n_body);
    const int32_t *at = quire_frames_body(&frames, 0, stage.view.n_body);
    for (int d = 0; d < 2; d++) {
        const double centre = d == 0 ? soft->x : soft->y;
        cr_assert_float_eq(1e-6 * at[d], centre + soft->radius * v[d][0], 0.5001e-6);
        cr_assert_float_eq(1e-6 * at[2 + d], centre + soft->radius * v[d][1], 0.5001e-6);
    }
    const struct quire_scale scale = {.box = {0, 0, 1, 1}, .factor = 1000};
    quire_drawing_machine(&picture, &machine, &scale);
    size_t circles = 0;
    for (const char *p = picture.data; (p = strstr(p, "<circle")) != NULL; p++) {
        circles++;
    }
    cr_assert_eq(circles, stage.view.n_roller - 1);
    quire_text_clear(&picture);
    quire_machine_clear(&machine);
    quire_frames_clear(&frames);
    stage_end(&stage);
}

/* steps from node to node add up to the nodes' places */
Test(trajectory, can_be_read_back)
{
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    stage_begin(&stage, false);
    for (size_t i = 0; i < STAGE_NODES; i++) {
        stage.tension[i] = 0.01 * (double)i - 0.2;
    }
    const quire_run_options options = {.end_time = NAN, .directory = folder};
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.5, 0.25), QUIRE_OK);
    quire_record_destroy(record);
    char *text = stage_read(folder, "trajectory.jsonl"), *rest = text, *line = NULL, *last = NULL;
    while ((line = strsep(&rest, "\n")) != NULL && *line != '\0') {
        last = line;
    }
    json_t *frame = json_loads(last, 0, NULL);
    cr_assert_eq(json_number_value(json_object_get(frame, "time")), 0.5);
    for (size_t sheet = 0; sheet < 2; sheet++) {
        const json_t *steps = json_array_get(json_object_get(frame, "sheets"), sheet);
        json_int_t x = 0, y = 0;
        cr_assert_eq(json_array_size(steps), 2 * STAGE_NODES);
        for (size_t i = 0; i < STAGE_NODES; i++) {
            x += json_integer_value(json_array_get(steps, 2 * i));
            y += json_integer_value(json_array_get(steps, 2 * i + 1));
            cr_assert_float_eq(1e-6 * (double)x, stage.x[sheet][i], 0.5001e-6);
            cr_assert_float_eq(1e-6 * (double)y, stage.y[sheet][i], 0.5001e-6);
        }
        const json_t *tension = json_array_get(json_object_get(frame, "tension"), sheet);
        cr_assert_eq(json_array_size(tension), STAGE_NODES - 1);
        for (size_t i = 0; i + 1 < STAGE_NODES; i++) {
            cr_assert_float_eq(1e-6 * json_number_value(json_array_get(tension, i)),
                               stage.tension[i], 0.5001e-6);
        }
    }
    json_decref(frame);
    free(text);
    stage_end(&stage);
    free(folder);
}

/* guides that move are where they were, but for whole turns */
Test(trajectory, knows_where_gates_are)
{
    char *folder = stage_folder();
    struct quire_record *record = NULL;
    struct quire_trajectory t;
    stage_begin(&stage, false);
    stage.guide[1].moves = true;
    stage.guide[1].origin[0] = 0.01;
    stage.guide[1].origin[1] = -0.02;
    stage.guide[1].turn = 7;
    const quire_run_options options = {.end_time = NAN, .directory = folder};
    cr_assert_eq(quire_record_create(&record, &stage.model, &options, NULL), QUIRE_OK);
    cr_assert_eq(stage_run(&stage, quire_record_interface(record, NULL), 0.5, 0.25), QUIRE_OK);
    quire_record_destroy(record);
    cr_assert_eq(quire_trajectory_load(&t, folder, NULL), QUIRE_OK);
    cr_assert(!t.machine.guide[0].moves && t.machine.guide[1].moves &&
              t.machine.guide[1].gate == 0 && !t.machine.guide[2].moves && t.frames.n_gate == 1);
    for (size_t frame = 0; frame < t.frames.n; frame++) {
        const int32_t *pose = quire_frames_gate_at(&t.frames, frame, 0);
        cr_expect(pose[0] == 10000 && pose[1] == -20000 && pose[2] == 716815, "%d, %d, %d", pose[0],
                  pose[1], pose[2]);
        cr_expect_eq(quire_frames_roller(&t.frames, frame, 4)[0], 236000);
    }
    quire_trajectory_clear(&t);
    stage_end(&stage);
    free(folder);
}

/* ---- the filmstrip ---- */

/* Elements are closed in the order in which they were opened, attributes are quoted, text has no
 * bare & or <. */
static bool
is_well_formed(const char *svg)
{
    char open[64][32];
    size_t depth = 0;
    for (const char *p = svg; *p != '\0'; p++) {
        if (*p == '&') {
            if (strncmp(p, "&lt;", 4) && strncmp(p, "&gt;", 4) && strncmp(p, "&amp;", 5) &&
                strncmp(p, "&quot;", 6) && strncmp(p, "&apos;", 6) && strncmp(p, "&#", 2)) {
                return false;
            }
            continue;
        }
        if (*p != '<') {
            continue;
        }
        const char *end = p + 1;
        for (bool quoted = false; *end != '\0' && (quoted || *end != '>'); end++) {
            quoted = quoted != (*end == '"');
        }
        if (*end == '\0') {
            return false;
        }
        const size_t name = strcspn(p + 1, " />\n");
        if (p[1] == '/') {
            const size_t length = strcspn(p + 2, ">");
            if (depth == 0 || strlen(open[depth - 1]) != length ||
                strncmp(open[depth - 1], p + 2, length) != 0) {
                return false;
            }
            depth--;
        } else if (p[1] != '?' && end[-1] != '/') {
            if (depth == 64 || name > 31) {
                return false;
            }
            memcpy(open[depth], p + 1, name);
            open[depth++][name] = '\0';
        }
        p = end;
    }
    return depth == 0;
}

static size_t
count(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *p = text; (p = strstr(p, what)) != NULL; p++) {
        n++;
    }
    return n;
}

static char *
filmstrip_of(bool nasty, double grow)
{
    struct quire_frames frames = {0};
    struct quire_machine machine = {0};
    struct quire_text text = {0};
    stage_begin(&stage, nasty);
    if (!nasty) {
        stage.check[1].result.verdict = QUIRE_FAILED;
        stage.check[1].result.time = 0.41;
        stage.check[1].result.x = 0.2;
        stage.check[1].result.y = 0.01;
    }
    stage_at(&stage, 0.0);
    cr_assert_eq(quire_machine_gather(&machine, &stage.model, &stage.view), QUIRE_OK);
    cr_assert_eq(quire_frames_begin(&frames, &stage.view), QUIRE_OK);
    for (int i = 0; i <= 100; i++) {
        stage_at(&stage, 0.007 * i);
        stage.x[1][0] += grow * i; /* something far away */
        quire_frames_add(&frames, &stage.view);
    }
    quire_filmstrip_write(&text, &machine, &frames, &stage.result);
    quire_frames_clear(&frames);
    quire_machine_clear(&machine);
    stage_end(&stage);
    return quire_text_take(&text);
}

Test(filmstrip, shows_the_machine_once_and_eight_moments_and_the_failure)
{
    char *svg = filmstrip_of(false, 0.0);
    cr_assert(is_well_formed(svg));
    cr_assert_eq(count(svg, "id=\"machine\""), 1);
    cr_assert_eq(count(svg, "<use href=\"#machine\"/>"), 1 + 9,
                 "the overview, eight moments, one failure");
    cr_assert_eq(count(svg, "class=\"fault\""), 1);
    cr_assert_eq(count(svg, "stall failed"), 1);
    cr_assert_eq(count(svg, "class=\"roller"), 5);
    cr_assert_geq(count(svg, ">s1</text>"), 1);
    free(svg);
}

Test(filmstrip, is_well_formed_whatever_the_names_and_the_size)
{
    char *svg = filmstrip_of(true, 0.0);
    cr_assert(is_well_formed(svg));
    cr_assert_null(strchr(svg, '\x1b'));
    free(svg);
    svg = filmstrip_of(false, 10.0);
    cr_assert(is_well_formed(svg));
    cr_assert_null(strstr(svg, "nan"));
    free(svg);
}

Test(filmstrip, is_empty_when_there_is_nothing_to_see)
{
    const struct quire_frames frames = {0};
    const struct quire_machine machine = {0};
    const struct quire_result result = {0};
    struct quire_text text = {0};
    quire_filmstrip_write(&text, &machine, &frames, &result);
    cr_assert_eq(text.size, 0);
    quire_text_clear(&text);
}
