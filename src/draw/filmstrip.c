#include "draw/filmstrip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/drawing.h"
#include "draw/drawing_solid.h"
#include "draw/drawing_space.h"
#include "events/event_log.h"
#include "result/verdict.h"

#define WIDTH         1200.0 /* of the picture [px] */
#define MARGIN        20.0
#define GUTTER        20.0 /* between columns */
#define TITLE_HEIGHT  56.0
#define OVERVIEW_MOST 560.0 /* largest height of the overview [px] */
#define FRAME_MOST    480.0 /* largest height of a frame [px] */
#define CAPTION       20.0  /* above each frame */
#define BAR_ROOM      140.0 /* for the bar that stands beside a caption */
#define NOTES         2     /* lines of events below each frame */
#define NOTE_HEIGHT   15.0
#define CHARACTER     6.8 /* width of one in the 12 px font [px] */
#define FRAMES        8   /* evenly spaced */
#define MARKED        4   /* more, at the moments where checks failed */

/* One picture of the strip. */
struct moment {
    size_t frame;
    const struct quire_check_entry *failed; /* NULL: none at this moment */
};

struct strip {
    struct quire_text *out;
    const struct quire_machine *machine;
    const struct quire_frames *frames;
    const struct quire_result *result;
    struct quire_scale scale; /* of the frames */
    double overview;          /* magnification of the overview */
    bool spatial;
    struct quire_panels panels; /* of a spatial machine's frames */
    struct moment moment[FRAMES + MARKED];
    size_t n;
    int columns;
};

/* ---- which moments ---- */

static void
insert(struct strip *s, size_t frame, const struct quire_check_entry *failed)
{
    size_t i = 0;
    while (i < s->n && s->moment[i].frame < frame) {
        i++;
    }
    if (i < s->n && s->moment[i].frame == frame) {
        s->moment[i].failed = failed != NULL ? failed : s->moment[i].failed;
        return;
    }
    memmove(s->moment + i + 1, s->moment + i, (s->n - i) * sizeof *s->moment);
    s->moment[i] = (struct moment){frame, failed};
    s->n++;
}

static void
choose_moments(struct strip *s)
{
    const size_t n = s->frames->n, shown = n < FRAMES ? n : FRAMES;
    size_t marked = 0;
    for (size_t i = 0; i < shown; i++) {
        insert(s, shown > 1 ? (i * (n - 1) + (shown - 1) / 2) / (shown - 1) : 0, NULL);
    }
    for (size_t i = 0; i < s->result->n_check && marked < MARKED; i++) {
        const struct quire_check_entry *check = &s->result->check[i];
        if (check->result.verdict == QUIRE_FAILED && isfinite(check->result.time)) {
            insert(s, quire_frames_nearest(s->frames, check->result.time), check);
            marked++;
        }
    }
}

/* ---- layout ---- */

static double
box_width(const struct strip *s)
{
    return s->scale.box.x1 - s->scale.box.x0;
}

static double
box_height(const struct strip *s)
{
    return s->scale.box.y1 - s->scale.box.y0;
}

static void
lay_out(struct strip *s)
{
    const double shape = box_width(s) / box_height(s), wide = WIDTH - 2.0 * MARGIN;
    s->columns = s->spatial || shape > 5.0 ? 1 : shape < 0.8 ? 4 : 2;
    const double column = (wide - GUTTER * (s->columns - 1)) / s->columns;
    s->scale.factor = fmin(column / box_width(s), FRAME_MOST / box_height(s));
    s->overview = fmin(wide / box_width(s), OVERVIEW_MOST / box_height(s)) / s->scale.factor;
}

static double
frame_height(const struct strip *s)
{
    return s->spatial ? s->panels.height : box_height(s) * s->scale.factor;
}

static double
row_height(const struct strip *s)
{
    return CAPTION + frame_height(s) + NOTES * NOTE_HEIGHT + GUTTER;
}

/* ---- parts ---- */

/* Adds as many characters of the line as fit, with the whole of it for the pointer, and clears it.
 */
static void
add_cut(struct quire_text *out, struct quire_text *line, size_t most)
{
    size_t n = 0, at = 0;
    while (!line->failed && at < line->size && n < most) {
        const size_t length = quire_utf8_length(line->data + at, line->size - at, NULL);
        at += length > 0 ? length : 1;
        n++;
    }
    if (!line->failed && line->data != NULL) {
        const bool cut = at < line->size;
        quire_text_add(out, cut ? "<title>" : "");
        quire_text_xml(out, cut ? line->data : "");
        quire_text_add(out, cut ? "</title>" : "");
        line->data[at] = '\0';
        quire_text_xml(out, line->data);
        quire_text_add(out, cut ? "..." : "");
    }
    out->failed = out->failed || line->failed;
    quire_text_clear(line);
}

static void
add_title(struct strip *s)
{
    const struct quire_result *result = s->result;
    const bool complete = quire_result_complete(result),
               passed = quire_result_verdict(result) == QUIRE_VERDICT_PASSED;
    const struct quire_check_entry *first = NULL;
    bool jam = false;
    for (size_t i = 0; i < result->n_check; i++) {
        const struct quire_check_entry *check = &result->check[i];
        if (check->result.verdict != QUIRE_FAILED) {
            continue;
        }
        jam = jam || check->is_jam;
        first = first == NULL || quire_check_failed_before(check, first) ? check : first;
    }
    quire_text_format(s->out, "<text class=\"title %s\" x=\"%.0f\" y=\"28\">",
                      passed ? "passed" : "failed", MARGIN);
    quire_text_xml(s->out, quire_model_name(result->model));
    quire_text_format(s->out, ": %s",
                      !complete                                       ? "incomplete"
                      : passed && result->kind != QUIRE_RUN_TRANSIENT ? "in equilibrium"
                      : jam && quire_result_verdict(result) == QUIRE_VERDICT_FAILED
                          ? "jam"
                          : quire_verdict_text(quire_result_verdict(result)));
    quire_text_format(s->out, "</text>\n<text class=\"note\" x=\"%.0f\" y=\"47\">", MARGIN);
    if (!complete) {
        if (result->kind == QUIRE_RUN_TRANSIENT) {
            quire_text_format(s->out, "The simulation ended at %.5g s: ", result->end_time);
        } else {
            quire_text_add(s->out, "No state of rest: ");
        }
        quire_text_xml(s->out, result->diagnosis[0] != '\0' ? result->diagnosis
                                                            : quire_status_text(result->status));
    } else if (first != NULL) {
        const struct quire_check_result *r = &first->result;
        struct quire_text line = {0};
        quire_text_add(&line, first->name);
        if (isfinite(r->time)) {
            quire_text_format(&line, " at %.5g s", r->time);
        }
        quire_text_format(&line, "%s%s%s%s", r->place[0] != '\0' ? ", " : "", r->place,
                          r->cause[0] != '\0' ? ": " : "", r->cause);
        add_cut(s->out, &line, (size_t)((WIDTH - 2.0 * MARGIN) / CHARACTER));
    } else if (result->kind != QUIRE_RUN_TRANSIENT) {
        quire_text_format(s->out, "a stable state of rest, holds and loads as at %.5g s",
                          result->end_time);
    } else {
        quire_text_format(s->out, "%.5g s simulated", result->end_time);
    }
    quire_text_add(s->out, "</text>\n");
}

/* soft rollers lie under the marks of the machine, all that moves above it */
static void
add_picture(struct strip *s, size_t frame)
{
    if (frame < s->frames->n) {
        quire_drawing_bodies(s->out, s->machine, s->frames, frame, true, &s->scale);
    }
    quire_text_add(s->out, "<use href=\"#machine\"/>\n");
    quire_drawing_gates(s->out, s->machine, s->frames, frame, &s->scale);
    if (frame >= s->frames->n) {
        return;
    }
    if (s->spatial) {
        quire_drawing_solids(s->out, QUIRE_PANEL_SIDE, &s->scale, s->machine, s->frames, frame);
    } else {
        quire_drawing_bodies(s->out, s->machine, s->frames, frame, false, &s->scale);
    }
    for (size_t i = 0; i < s->frames->n_sheet; i++) {
        size_t n;
        const int32_t *at = quire_frames_sheet(s->frames, frame, i, &n);
        if (at != NULL && n > 1) {
            quire_drawing_sheet(s->out, at, n, &s->scale, quire_drawing_colour(i));
        }
    }
}

static void
add_overview(struct strip *s, double top)
{
    const double width = box_width(s) * s->scale.factor * s->overview, left = 0.5 * (WIDTH - width);
    struct quire_scale larger = s->scale;
    larger.factor *= s->overview;
    quire_text_format(s->out,
                      "<g transform=\"translate(%.2f %.2f)\">\n<g transform=\"scale(%.5f)\">\n",
                      left, top, s->overview);
    add_picture(s, 0);
    quire_text_add(s->out, "</g>\n");
    quire_drawing_names(s->out, s->machine, &larger);
    quire_text_add(s->out, "</g>\n");
    quire_drawing_bar(s->out, MARGIN, top + box_height(s) * larger.factor + 12.0, 120.0,
                      larger.factor);
}

/* a check that is met happens at no particular time, and "late verdict" would read as if the sheet
 * were late */
static bool
is_failure(const struct quire_event *event)
{
    return event->kind == QUIRE_EVENT_VERDICT && event->detail != NULL &&
           strcmp(event->detail, "failed") == 0;
}

static void
add_event(struct quire_text *out, const struct quire_event *event, size_t most)
{
    struct quire_text line = {0};
    const bool sensor = event->kind == QUIRE_EVENT_SENSOR && event->signal != NULL;
    quire_text_format(&line, "%.4g s %s%s%s", event->time,
                      event->source != NULL ? event->source : "", sensor ? "." : " ",
                      sensor              ? event->signal
                      : is_failure(event) ? event->detail
                                          : quire_event_word(event->kind));
    add_cut(out, &line, most);
}

static bool
is_worth_noting(const struct quire_event *event)
{
    switch (event->kind) {
    case QUIRE_EVENT_SENSOR:
    case QUIRE_EVENT_RULE:
    case QUIRE_EVENT_ENTER:
    case QUIRE_EVENT_BLOCKED:
    case QUIRE_EVENT_NIP_ENTRY:
    case QUIRE_EVENT_NIP_EXIT:
    case QUIRE_EVENT_STOP: return true;
    default: return is_failure(event);
    }
}

/* what happened since the moment before, as many as fit */
static void
add_notes(struct strip *s, size_t index, double x, double y, double width)
{
    const double to = s->frames->time[s->moment[index].frame];
    const double from = index > 0 ? s->frames->time[s->moment[index - 1].frame] : (double)-INFINITY;
    const size_t per_line = width > 700.0 ? 6 : width > 400.0 ? 3 : 1, most = per_line * NOTES;
    size_t shown = 0, left_out = 0;
    for (size_t i = 0; i < s->result->n_event; i++) {
        const struct quire_event *event = &s->result->event[i];
        if (!(event->time > from && event->time <= to) || !is_worth_noting(event)) {
            continue;
        }
        if (shown == most - 1) {
            left_out++;
            continue;
        }
        quire_text_format(s->out, "<text class=\"note\" x=\"%.2f\" y=\"%.2f\">",
                          x + width / (double)per_line * (double)(shown % per_line),
                          y + NOTE_HEIGHT * (double)(shown / per_line));
        add_event(s->out, event, (size_t)(width / (double)per_line / CHARACTER) - 3);
        quire_text_add(s->out, "</text>\n");
        shown++;
    }
    if (left_out > 0) {
        quire_text_format(s->out,
                          "<text class=\"note\" x=\"%.2f\" y=\"%.2f\">and %zu more</text>\n",
                          x + width / (double)per_line * (double)(shown % per_line),
                          y + NOTE_HEIGHT * (double)(shown / per_line), left_out);
    }
}

static void
add_fault(struct strip *s, const struct quire_check_entry *check)
{
    const double x = quire_scale_x(&s->scale, check->result.x),
                 y = quire_scale_y(&s->scale, check->result.y);
    if (isfinite(x + y)) {
        quire_text_format(s->out, "<circle class=\"fault\" cx=\"%.2f\" cy=\"%.2f\" r=\"12\"/>\n", x,
                          y);
    }
}

/* what a frame shows: a time, or a mode, whose number then stands for the time */
static void
add_caption(struct strip *s, size_t frame)
{
    const struct quire_rest_result *rest = &s->result->rest;
    const size_t mode = rest->n_mode > 0 ? (size_t)s->frames->time[frame] : 0;
    if (rest->n_mode == 0) {
        quire_text_format(s->out, "%.4f s", s->frames->time[frame]);
    } else if (mode == 0) {
        quire_text_add(s->out, "at rest");
    } else {
        quire_text_format(s->out, "mode %zu: %.5g Hz", mode, rest->mode[mode - 1].frequency);
    }
}

/* one view of the machine, or three */
static void
add_views(struct strip *s, const struct moment *moment, double x, double y, double width)
{
    const double inset = 0.5 * (width - box_width(s) * s->scale.factor);
    if (s->spatial) {
        quire_text_format(s->out, "<g transform=\"translate(%.2f %.2f)\">\n", x, y);
        quire_panels_draw(s->out, &s->panels, s->machine, s->frames, moment->frame);
        quire_text_add(s->out, "</g>\n");
        return;
    }
    quire_text_format(
        s->out, "<rect class=\"frame\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n", x,
        y, width, frame_height(s));
    quire_text_format(s->out, "<g transform=\"translate(%.2f %.2f)\">\n", x + inset, y);
    add_picture(s, moment->frame);
    if (moment->failed != NULL) {
        add_fault(s, moment->failed);
    }
    quire_text_add(s->out, "</g>\n");
}

static void
add_frame(struct strip *s, size_t index, double x, double y)
{
    const struct moment *moment = &s->moment[index];
    const double width = (WIDTH - 2.0 * MARGIN - GUTTER * (s->columns - 1)) / s->columns,
                 height = frame_height(s);
    const double factor =
        s->spatial ? s->panels.panel[QUIRE_PANEL_SIDE].scale.factor : s->scale.factor;
    quire_text_format(s->out, "<text class=\"time%s\" x=\"%.2f\" y=\"%.2f\">",
                      moment->failed != NULL ? " failed" : "", x, y + 14.0);
    add_caption(s, moment->frame);
    if (moment->failed != NULL) {
        quire_text_add(s->out, ": ");
        quire_text_xml(s->out, moment->failed->name);
        quire_text_add(s->out, " failed");
    }
    quire_text_add(s->out, "</text>\n");
    add_views(s, moment, x, y + CAPTION, width);
    if (index == 0) {
        /* above it there is nothing of the machine */
        const double right = s->spatial ? s->panels.panel[QUIRE_PANEL_SIDE].width : width;
        quire_drawing_bar(s->out, x + right - BAR_ROOM, y + 9.0, 80.0, factor);
    }
    add_notes(s, index, x, y + CAPTION + height + NOTE_HEIGHT, width);
}

static void
add_frames(struct strip *s, double top)
{
    const double column = (WIDTH - 2.0 * MARGIN - GUTTER * (s->columns - 1)) / s->columns;
    for (size_t i = 0; i < s->n; i++) {
        const double x = MARGIN + (column + GUTTER) * (double)(i % (size_t)s->columns);
        add_frame(s, i, x, top + row_height(s) * (double)(i / (size_t)s->columns));
    }
}

void
quire_filmstrip_write(struct quire_text *out, const struct quire_machine *machine,
                      const struct quire_frames *frames, const struct quire_result *result)
{
    struct strip s = {.out = out, .machine = machine, .frames = frames, .result = result};
    if (!quire_drawing_bounds(&s.scale.box, machine, frames)) {
        return;
    }
    s.spatial =
        machine->spatial && quire_panels_lay_out(&s.panels, machine, frames, WIDTH - 2.0 * MARGIN);
    lay_out(&s);
    choose_moments(&s);
    const double overview = box_height(&s) * s.scale.factor * s.overview + 40.0;
    const size_t rows = (s.n + (size_t)s.columns - 1) / (size_t)s.columns;
    const double height = TITLE_HEIGHT + overview + row_height(&s) * (double)rows + MARGIN;

    quire_text_format(out,
                      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
                      "xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                      "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n<title>",
                      WIDTH, height, WIDTH, height);
    quire_text_xml(out, quire_model_name(result->model));
    quire_text_add(out, "</title>\n");
    quire_text_add(out, "<style>\n");
    quire_drawing_style(out);
    if (s.spatial) {
        quire_panels_style(out);
    }
    quire_text_add(out, "</style>\n");
    quire_text_format(
        out, "<defs>\n<clipPath id=\"box\"><rect width=\"%.2f\" height=\"%.2f\"/></clipPath>\n",
        box_width(&s) * s.scale.factor, box_height(&s) * s.scale.factor);
    quire_text_add(out, "<g id=\"machine\" clip-path=\"url(#box)\">\n");
    quire_drawing_machine(out, machine, &s.scale);
    quire_text_add(out, "</g>\n");
    if (s.spatial) {
        quire_panels_define(out, &s.panels, machine, frames);
    }
    quire_text_format(out, "</defs>\n<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", WIDTH,
                      height);
    add_title(&s);
    add_overview(&s, TITLE_HEIGHT);
    add_frames(&s, TITLE_HEIGHT + overview);
    quire_text_add(out, "</svg>\n");
}
