/* What goes on in a run, on a terminal: how far it is, where its sheets are, what happened last.
 * Drawn over itself, wiped away at the end. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BAR        24   /* characters */
#define SHEETS     3    /* that are shown */
#define MOVING     1e-3 /* faster than this [m/s] */
#define EVENTS     6
#define LEAST_ROWS 14   /* of a terminal on which more than one line is shown */
#define RECENT     2.0  /* the present pace is that of this time [s] */
#define SLOWER     5.0  /* than so far: that is said */
#define PATIENCE   30.0 /* and if it takes longer than this [s] */

#define LEAD_PLACE ".lead.path [m]"
#define LEAD_SPEED ".lead.speed [m/s]"

static int drawn;        /* lines that stand on the terminal above the cursor */
static bool line_stands; /* one stands there that the cursor is in */

/* the terminal can be drawn over, and has room for it */
static bool
has_room(void)
{
    const char *terminal = getenv("TERM");
    struct winsize size;
    return terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0 &&
           ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
           (size.ws_row == 0 || size.ws_row >= LEAST_ROWS);
}

/* how fast the run was lately [1] */
static double
recent_pace(double time, double elapsed)
{
    static double from, from_time, pace;
    if (elapsed - from >= RECENT || pace == 0) {
        pace = time > from_time ? (time - from_time) / (elapsed - from) : 0;
        from = elapsed;
        from_time = time;
    }
    return pace;
}

static void
print_bar(FILE *out, double part, bool colour)
{
    const int full = (int)(BAR * fmin(part, 1.0));
    fprintf(out, "  %s[%.*s%s%*s]%s", colour ? "\x1b[32m" : "", full,
            "========================", full < BAR ? ">" : "", full < BAR ? BAR - 1 - full : 0, "",
            colour ? "\x1b[0m" : "");
}

static void
print_progress(FILE *out, double time, double end_time, double elapsed, bool colour)
{
    if (!(end_time > 0.0)) {
        fprintf(out, "  looking for a state of rest, %.0f s so far", elapsed);
        return;
    }
    const double part = time / end_time, pace = recent_pace(time, elapsed),
                 left = elapsed * (1.0 / part - 1.0);
    print_bar(out, part, colour);
    fprintf(out, " %3.0f %%  %.4f of %.6g s", 100.0 * part, time, end_time);
    if (part > 0.02 && part <= 1.0) {
        const long seconds = (long)(left + 0.5);
        fprintf(out, "  %ld:%02ld left", seconds / 60, seconds % 60);
    }
    /* a run that has just begun has no pace yet */
    const double slow = pace > 0 ? (end_time - time) / pace : 0;
    if (slow > PATIENCE && slow > SLOWER * left) {
        fprintf(out, "  slow here: %.3g min at this pace", slow / 60.0);
    } else if (pace > 0) {
        fprintf(out, "  %.2g times real time", pace);
    }
}

/* "page" of "page.lead.path [m]"; 0 if it is no such column */
static size_t
sheet_name_length(const char *column)
{
    const size_t n = strlen(column), end = strlen(LEAD_PLACE);
    return n > end && strcmp(column + n - end, LEAD_PLACE) == 0 ? n - end : 0;
}

/* the last sample of a sheet's column; NaN if there is none */
static double
last_value(const quire_run *run, const char *sheet, size_t n, const char *ending)
{
    for (size_t i = 0; i < quire_run_column_count(run) && quire_run_row_count(run) > 0; i++) {
        const char *name = quire_run_column_name(run, i);
        if (strncmp(name, sheet, n) == 0 && strcmp(name + n, ending) == 0) {
            return quire_run_value(run, quire_run_row_count(run) - 1, i);
        }
    }
    return NAN;
}

/* a sheet's leading edge at the last sample */
struct lead {
    const char *sheet; /* (n) */
    size_t n;
    double place, speed; /* along its path [m], [m/s] */
};

/* false where a column is no sheet's, or the sheet is not there */
static bool
look_at_lead(struct lead *out, const quire_run *run, size_t column)
{
    out->sheet = quire_run_column_name(run, column);
    out->n = sheet_name_length(out->sheet);
    if (out->n == 0) {
        return false;
    }
    out->place = last_value(run, out->sheet, out->n, LEAD_PLACE);
    out->speed = last_value(run, out->sheet, out->n, LEAD_SPEED);
    return isfinite(out->place) && isfinite(out->speed);
}

static void
print_lead(FILE *out, const struct lead *lead)
{
    char *name = strndup(lead->sheet, lead->n);
    fputs("  ", out);
    cli_print_visible(out, name != NULL ? name : "");
    fprintf(out, ": leading edge at %.1f mm, %.0f mm/s", 1e3 * lead->place, 1e3 * lead->speed);
    free(name);
}

static void
end_line(FILE *out, int *lines)
{
    fputs("\x1b[K\n", out);
    ++*lines;
}

/* those that move come before those that lie still */
static void
print_sheets(FILE *out, const quire_run *run, int *lines)
{
    struct lead lead;
    int n = 0;
    for (int moving = 1; moving >= 0; moving--) {
        for (size_t i = 0; i < quire_run_column_count(run); i++) {
            if (look_at_lead(&lead, run, i) && (fabs(lead.speed) > MOVING) == moving &&
                n++ < SHEETS) {
                print_lead(out, &lead);
                end_line(out, lines);
            }
        }
    }
    if (n > SHEETS) {
        fprintf(out, "  and %d more sheet%s", n - SHEETS, n > SHEETS + 1 ? "s" : "");
        end_line(out, lines);
    }
}

/* details of edges that come by say what their numbers are, which are not shown */
static bool
tells_more(const quire_run_event *event)
{
    static const char *const plain[] = {"touch", "sensor", "nip-entry", "nip-exit", "release"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(event->kind, plain[i]) == 0) {
            return false;
        }
    }
    return true;
}

static void
print_event(FILE *out, const quire_run_event *event, bool colour)
{
    const char *const word[] = {event->kind, event->source, event->signal, event->sheet,
                                tells_more(event) ? event->detail : NULL};
    const bool bad = colour && strcmp(event->kind, "verdict") == 0 && event->detail != NULL &&
                     strcmp(event->detail, "failed") == 0;
    fprintf(out, "  %s%8.4f s ", bad ? "\x1b[31m" : "", event->time);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        if (word[i] != NULL) {
            putc(' ', out);
            cli_print_visible(out, word[i]);
        }
    }
    fputs(bad ? "\x1b[0m" : "", out);
}

/* up to this time: later ones may still change */
static void
print_events(FILE *out, const quire_run *run, double time, bool colour, int *lines)
{
    size_t n = quire_run_event_count(run);
    while (n > 0 && quire_run_event_at(run, n - 1).time > time) {
        n--;
    }
    for (size_t i = n > EVENTS ? n - EVENTS : 0; i < n; i++) {
        const quire_run_event event = quire_run_event_at(run, i);
        print_event(out, &event, colour);
        end_line(out, lines);
    }
}

/* what fits into one line, with the cursor behind it */
static int
line_room(void)
{
    const size_t columns = cli_columns(stderr);
    return columns > 0 ? (int)columns - 1 : 0;
}

static void
wipe(FILE *out)
{
    if (drawn > 0) {
        fprintf(out, "\x1b[%dA\r\x1b[J", drawn);
    } else if (line_stands) {
        fprintf(out, "\r%*s\r", line_room(), "");
    }
    drawn = 0;
    line_stands = false;
}

/* long lines are cut at the terminal's edge, so that they stay one line each */
static void
draw_lines(FILE *out, const struct cli_watch *watch, double time, double end_time, double elapsed)
{
    const bool colour = cli_has_colour(stderr);
    fputs("\x1b[?7l", out);
    print_progress(out, time, end_time, elapsed, colour);
    end_line(out, &drawn);
    if (watch->run != NULL) {
        print_sheets(out, watch->run, &drawn);
        print_events(out, watch->run, time, colour, &drawn);
    }
    fputs("\x1b[?7h", out);
}

/* one line that is written again and again, cut at the terminal's edge */
static void
draw_line(FILE *out, double time, double end_time, double elapsed)
{
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream(&text, &size);

    if (line == NULL) {
        return;
    }
    print_progress(line, time, end_time, elapsed, false);
    if (fclose(line) == 0) {
        fprintf(out, "%.*s", line_room(), text);
        line_stands = true;
    }
    free(text);
}

void
cli_live_show(const struct cli_watch *watch, double time, double end_time, double elapsed)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size); /* in one piece: it does not flicker */
    if (out == NULL) {
        return;
    }
    wipe(out);
    if (has_room()) {
        draw_lines(out, watch, time, end_time, elapsed);
    } else {
        draw_line(out, time, end_time, elapsed);
    }
    if (fclose(out) == 0) {
        fputs(text, stderr);
        fflush(stderr);
    }
    free(text);
}

void
cli_live_end(void)
{
    wipe(stderr);
    fflush(stderr);
}
