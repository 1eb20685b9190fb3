/* The command `quire`: what its verbs share. The command uses the library's public headers only. */
#ifndef QUIRE_CLI_CLI_H
#define QUIRE_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include <quire/diag.h>
#include <quire/model.h>
#include <quire/run.h>

/* exit codes of what was done */
#define CLI_CHECK_FAILED 1 /* a check failed, or results differ */
#define CLI_DOUBTFUL     7 /* of a run: its results cannot be trusted */
/* of a run: a check of the model was not evaluated, or none at all was */
#define CLI_NOT_EVALUATED 8
#define CLI_INCOMPLETE    9 /* of a study: runs of its plan are missing in what was written */

/* A verb: `quire NAME ...`. run() gets the arguments from the verb on and returns the exit code. */
struct cli_verb {
    const char *name, *summary;
    const char *usage; /* the options, for --help */
    int (*run)(const struct cli_verb *verb, int argc, char **argv);
};

/* One verb a file. */
int cli_run(const struct cli_verb *verb, int argc, char **argv);
int cli_check(const struct cli_verb *verb, int argc, char **argv);
int cli_describe(const struct cli_verb *verb, int argc, char **argv);
int cli_law(const struct cli_verb *verb, int argc, char **argv);
int cli_fit(const struct cli_verb *verb, int argc, char **argv);
int cli_import(const struct cli_verb *verb, int argc, char **argv);
int cli_compare(const struct cli_verb *verb, int argc, char **argv);
int cli_verify(const struct cli_verb *verb, int argc, char **argv);
int cli_explain(const struct cli_verb *verb, int argc, char **argv);
int cli_report(const struct cli_verb *verb, int argc, char **argv);
int cli_convert(const struct cli_verb *verb, int argc, char **argv);
int cli_export(const struct cli_verb *verb, int argc, char **argv);
int cli_doe(const struct cli_verb *verb, int argc, char **argv);
int cli_live(const struct cli_verb *verb, int argc, char **argv);
int cli_calibrate(const struct cli_verb *verb, int argc, char **argv);
int cli_fmt(const struct cli_verb *verb, int argc, char **argv);
int cli_upgrade(const struct cli_verb *verb, int argc, char **argv);
int cli_completion(const struct cli_verb *verb, int argc, char **argv);
int cli_new(const struct cli_verb *verb, int argc, char **argv);

/* ---- other programs (program.c) ---- */

/* Replaces this program by another one of Quire's, found beside it or where it was installed.
 * Returns only when that fails: errno's value, with the last path tried in `path`. */
int cli_become(const char *program, char **argv, char *path, size_t size);

/* ---- help (help.c) ---- */

/* The words with blanks between them; to be freed. */
char *cli_join_words(char *const *word, int n);
/* Prints what `words` find; returns the exit code. */
int cli_search(const char *words);
/* Prints the page of a topic of at least one word, or what the words find; returns the exit code.
 */
int cli_help_topic(char *const *word, int n);

/* ---- text (wrap.c) ---- */

/* Columns of the terminal, 40 to 100; 0 where it is none. */
size_t cli_columns(FILE *out);

/* Writes text. On a terminal lines are broken between words at its width, 100 columns at most, and
 * go on indented; elsewhere they stay as they are. */
void cli_print(const char *text, FILE *out);
/* The same of results: verdicts are green, yellow or red where colour is wanted. */
void cli_print_result(const char *text, FILE *out);
/* The same of commands that can be copied: a backslash stands before each break. */
void cli_print_command(const char *text, FILE *out);

/* ---- text in pieces (lines.c) ---- */

/* Text that is made piece by piece: what is written into the stream that begin() returns is
 * written to `out` as cli_print() does, by end() at the latest. */
struct cli_lines {
    FILE *out, *memory; /* NULL: `out` itself gets the pieces */
    bool command;       /* printed as such */
    char *text;
    size_t size;
};
FILE *cli_lines_begin(struct cli_lines *self, FILE *out);
void cli_lines_end(struct cli_lines *self);

/* A word of the user's between two texts of ours: it may hold anything. */
void cli_say(FILE *out, const char *before, const char *word, const char *after);
/* "quire VERB: PATH: WHAT", with what errno says unless `number` is 0, onto stderr; returns
 * QUIRE_ERROR_FILE. */
quire_status cli_file_problem(const char *verb, const char *path, const char *what, int number);
/* A command to copy on a line of its own. */
void cli_say_command(FILE *out, const char *before, const char *command);

/* ---- options (options.c) ---- */

struct option;

/* In a table of options the value of one that also has a short form is its letter; that of any
 * other lies beyond all letters. */
#define CLI_LONG_ONLY 256

/* getopt_long() with our messages: the option's value, -1 at the end, '?' after a message about a
 * wrong one, 'h' after --help was answered. */
int cli_next_option(const struct cli_verb *verb, int argc, char **argv,
                    const struct option *options);

/* Takes "name=value" of --set; false after a message. The strings are those of the command line,
 * cut up in place. */
struct cli_settings {
    quire_setting *list;
    size_t n;
};
bool cli_settings_add(struct cli_settings *settings, char *text);
void cli_settings_clear(struct cli_settings *settings);

/* How to simulate: rows of a verb's table of options, and what takes them; false after a message,
 * or for an option that is none of these. CLI_RUN_LAST: values of a verb's own long options begin
 * here. */
enum { CLI_SAMPLE = CLI_LONG_ONLY, CLI_METHOD, CLI_VECTORS, CLI_RUN_LAST };
#define CLI_RUN_OPTIONS                                                                            \
    {"set", required_argument, NULL, 's'}, {"accuracy", required_argument, NULL, 'a'},             \
        {"end", required_argument, NULL, 'e'}, {"sample", required_argument, NULL, CLI_SAMPLE},    \
        {"position-tolerance", required_argument, NULL, 'p'},                                      \
        {"method", required_argument, NULL, CLI_METHOD},                                           \
        {"vectors", required_argument, NULL, CLI_VECTORS},                                         \
    {                                                                                              \
        "time-limit", required_argument, NULL, 't'                                                 \
    }
bool cli_take_run_option(quire_run_options *options, struct cli_settings *settings, int c);

/* Takes the value of --format: "text" or "json"; false after a message. */
bool cli_take_format(const char *text, bool *json);
/* exactly n numbers of columns of nodes, with commas; false after a message */
bool cli_take_columns(const struct cli_verb *verb, const char *text, int *columns, int n);
/* a whole number from 1 on; false after a message */
bool cli_take_threads(const struct cli_verb *verb, const char *text, int *threads);

/* Takes a number with its unit; false after a message. `name` is the option. */
bool cli_take_quantity(const char *name, const char *text, const char *unit, double *out);

/* Whether both are there and are one file, by whatever name or link; `path` may be NULL. */
bool cli_is_same_file(const char *path, const char *other);

/* Says what is wrong with the command line, with a hint where to read on; returns the exit code for
 * it. `word` may be NULL. */
int cli_usage_error(const struct cli_verb *verb, const char *what, const char *word);

/* The nearest of several words to what was written; NULL if none is near. */
const char *cli_nearest(const char *word, const char *const *candidates, size_t n);

void cli_print_usage(const struct cli_verb *verb, FILE *out);
/* A command that shows a verb ("run", "doe plan") in use; NULL if there is none. (examples.c) */
const char *cli_example(const char *verb);

/* Loads the model of a file, or of stdin for "-": what it includes is then found from the working
 * folder. */
quire_status cli_load_model(const struct cli_verb *verb, const char *path,
                            const struct cli_settings *settings, quire_model **model,
                            quire_diag *diag);

/* Reads a regular file whole, or stdin for "-"; a message tells why not. *text is the caller's, to
 * be freed. (table.c) */
quire_status cli_read_table(const struct cli_verb *verb, const char *path, char **text,
                            size_t *size);

/* Whether a path stands for stdin or stdout. */
bool cli_is_stream(const char *path);
/* Writes to stdout for "-", else in place of the file that is there. (rewrite.c) */
quire_status cli_put(const char *target, const char *text, size_t size, quire_diag *diag);

/* ---- messages (problems.c) ---- */

/* What was asked for at the start of a verb; where there is no memory for it the command ends, with
 * a message. */
void *cli_need(void *memory);

/* Prints all problems with their source lines to stderr; with `json` the whole list as one document
 * to stdout. */
void cli_print_problems(const quire_diag *diag, bool json, quire_status status);

/* Text as it may go to a terminal: control characters are shown escaped. */
void cli_print_visible(FILE *out, const char *text);
void cli_print_json_string(FILE *out, const char *text);

/* ---- colours (colour.c) ---- */

/* Colour is wanted on this stream. */
bool cli_has_colour(FILE *stream);
/* What stands between the two is green, yellow or red where colour is wanted. */
enum cli_mood { CLI_GOOD, CLI_DOUBT, CLI_BAD };
void cli_begin_mood(FILE *stream, enum cli_mood mood);
void cli_end_mood(FILE *stream);

/* ---- review (review.c) ---- */

/* Prints the review of a model's paper path; `quiet`: its doubtful and wrong lines only. *wrong:
 * whether there is a wrong one. */
quire_status cli_review(const quire_model *model, bool json, bool quiet, quire_diag *diag,
                        bool *wrong);

/* ---- progress (progress.c) ---- */

/* What is shown while runs go on: nothing unless it is wanted; of a run that is known also its
 * sheets and events. */
struct cli_watch {
    bool wanted;
    const quire_run *run;
};

/* For quire_run_options, with a struct cli_watch: shows how far a run is on stderr, ends it after a
 * signal. */
bool cli_progress(void *user, double time, double end_time);
/* Wipes away what is shown. */
void cli_progress_end(void);

/* One look at a run that has taken `elapsed` seconds of the user's time, in place of the last one
 * (live.c). */
void cli_live_show(const struct cli_watch *watch, double time, double end_time, double elapsed);
void cli_live_end(void);

/* ---- signals (signals.c) ---- */

/* Notices SIGINT, SIGTERM, SIGHUP from now on; a second one ends the program at once. */
void cli_catch_signals(void);
/* Notices also SIGUSR1; returns a file descriptor that can be read from once one has come, -1 after
 * a message. */
int cli_wait_for_signals(void);
/* Ends the program by the signal that was noticed, if there was one. */
void cli_raise_signal(void);
bool cli_was_interrupted(void);
/* At the very beginning: a reader that leaves and a file that must not grow show as failed writes,
 * and files are still put in order. */
void cli_begin_output(void);
/* At the very end: the exit code. Tells that stdout could not be written, but not if its reader has
 * left, as head does. */
int cli_end_output(const char *program, int code);

#endif
