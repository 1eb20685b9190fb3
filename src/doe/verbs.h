/* The program `quire-doe`, which `quire doe` runs: what its verbs share. */
#ifndef QUIRE_DOE_VERBS_H
#define QUIRE_DOE_VERBS_H

#include <getopt.h>

#include "batch/environment.h"
#include "cli/cli.h"
#include "jobs/job.h"

#define DOE_RUNS_WITHOUT_VERDICT 1    /* exit code: done, but some run came to no verdict */
#define DOE_CONFIDENCE           0.95 /* of intervals */
#define DOE_NOT_CONFIRMED        1    /* exit code of `confirm` */
#define DOE_PRESENT_DESIGN_FAILS 1    /* exit code of `boundary` */
#define DOE_PROBABILITY_UNSURE   1    /* exit code of `probability`: a bound, or a doubtful one */
#define DOE_HOSTS_ARE_LOST       1    /* exit code of `submit`: runs are missing */
#define DOE_NO_DESIGN_IS_ALLOWED 1    /* exit code of `improve`: all designs jam too often */

/* Each has its file, and gets the arguments from the verb on; returns the exit code. */
int doe_verb_plan(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_points(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_run(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_status(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_export(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_import(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_analyse(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_predict(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_optimise(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_confirm(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_tolerances(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_report(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_worker(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_collect(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_boundary(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_probability(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_windows(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_improve(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_submit(const struct cli_verb *verb, int argc, char **argv);
int doe_verb_calibrate(const struct cli_verb *verb, int argc, char **argv);

/* What most verbs take. */
struct doe_arguments {
    const char *study;
    const char *what; /* in messages about `study`, such as "study file" */
    /* a second file, and what it is in messages; NULL: the verb takes one */
    const char *second, *what_second;
    const char *also_read; /* an input that an option names; NULL: none */
    char *directory;       /* of the store; owned */
    char *held; /* factors of one level that are added to the study; NULL: those of the folder */
    const char *output;
    const char *format; /* that --format takes beside json */
    bool json, quiet, force;
    struct doe_job_options job;
    struct doe_store_options store;
    bool retry;
};
struct doe_arguments doe_arguments_default(void);
void doe_arguments_clear(struct doe_arguments *self);

/* Appends what a plan will show (plan_power.c): the smallest effects, and the efficiency of the
 * design; nothing of studies of more than 20 000 runs. */
quire_status doe_describe_power(const struct doe_work *work, struct quire_text *out,
                                quire_diag *diag);

/* Rows of a verb's table of options; values of a verb's own long options begin at DOE_OPTION_LAST.
 */
enum {
    DOE_MEMORY_LIMIT = CLI_LONG_ONLY,
    DOE_TRIES,
    DOE_GRACE,
    DOE_DURABILITY,
    DOE_FORCE,
    DOE_OPTION_LAST
};
#define DOE_PLAIN_OPTIONS                                                                          \
    {"quiet", no_argument, NULL, 'q'}, {"help", no_argument, NULL, 'h'},                           \
    {                                                                                              \
        NULL, 0, NULL, 0                                                                           \
    }
#define DOE_COMMON_OPTIONS {"directory", required_argument, NULL, 'd'}, DOE_PLAIN_OPTIONS
#define DOE_WORKER_OPTIONS                                                                         \
    {"workers", required_argument, NULL, 'j'}, {"time-limit", required_argument, NULL, 't'},       \
        {"memory-limit", required_argument, NULL, DOE_MEMORY_LIMIT},                               \
        {"tries", required_argument, NULL, DOE_TRIES},                                             \
    {                                                                                              \
        "grace", required_argument, NULL, DOE_GRACE                                                \
    }

/* Reads the command line: `take` is asked for options that are not of the rows above and returns
 * false after a message. -1 to go on, else the exit code. */
int doe_parse(const struct cli_verb *verb, struct doe_arguments *out, const struct option *options,
              bool (*take)(const struct cli_verb *verb, void *self, int c), void *self, int argc,
              char **argv);

/* Takes --output, --force, and --format with json or a->format; false after a message, or for an
 * option that is none of these. */
#define DOE_OUTPUT_OPTIONS                                                                         \
    {"output", required_argument, NULL, 'o'}, {"format", required_argument, NULL, 'f'},            \
    {                                                                                              \
        "force", no_argument, NULL, DOE_FORCE                                                      \
    }
bool doe_take_output(const struct cli_verb *verb, struct doe_arguments *a, int c);

/* The whole of a verb that writes one file: these options, and
 * then `act` with the study loaded. */
int doe_write_verb(const struct cli_verb *verb, const char *format,
                   int (*act)(const struct doe_arguments *a, struct doe_work *work,
                              quire_diag *diag, void *user),
                   int argc, char **argv);
/* --output=- was given. */
bool doe_is_stdout(const struct doe_arguments *a);
/* E-FILE if a file of the user's choice is there already and --force was not given, or it is an
 * input. */
quire_status doe_may_write(const struct doe_arguments *a, quire_diag *diag);

/* Writes the page of an analysis, or its JSON, to --output, without that to `path`; and to the
 * terminal what the page begins with, `text` first. Without --output and `path` (NULL) there is the
 * text alone, or JSON on the standard output. */
struct quire_analysis;
quire_status doe_write_analysis(const struct doe_arguments *a,
                                const struct quire_analysis *analysis, const char *path,
                                const struct quire_text *text, quire_diag *diag);

/* A whole number; false after a message. */
bool doe_take_count(const struct cli_verb *verb, const char *name, const char *text, uint64_t least,
                    uint64_t most, uint64_t *out);

/* Factors of one level for settings (to be freed); NULL after a message. What a folder keeps of
 * them (NULL: nothing), and puts a->held there, unless it has runs with others (held.c). */
char *doe_held_of(const struct cli_verb *verb, const struct cli_settings *settings);
quire_status doe_held_read(char **out, const char *directory, quire_diag *diag);
quire_status doe_held_keep(const struct doe_arguments *a, quire_diag *diag);

/* Does `act` with the study loaded and prints what problems there were; returns the exit code,
 * CLI_INCOMPLETE for 0 where runs of the plan were missing. */
int doe_with_work(const struct doe_arguments *a,
                  int (*act)(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                             void *user),
                  void *user);

/* Does `act` with the folder locked and the store open for writing; returns the exit code. */
int doe_with_store(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag,
                   int (*act)(const struct doe_arguments *a, struct doe_work *work,
                              quire_diag *diag, struct doe_store *store));

/* Puts what shards hold into the store (run.c); a->store.write. Returns the exit code. */
int doe_collect(const struct doe_arguments *a, struct doe_work *work, quire_diag *diag, void *user);

/* How verbs open a store that only look at what there is. */
extern const struct doe_store_options doe_as_it_is;

/* A text that was made to be printed; where there was no memory for it the command ends, with a
 * message. */
const char *doe_need_text(const struct quire_text *text);

/* The exit code for a study that has come so far. */
int doe_verdict_code(const struct doe_tally *tally);

/* Appends "12 ok, 3 jam, 1 crashed". */
void doe_write_counts(struct quire_text *out, const uint64_t *status);

/* ---- progress (progress.c) ---- */

/* For doe_job_options: a line on a terminal, now and then a line elsewhere. user: a bool, whether
 * anything is wanted. */
void doe_tell_progress(void *user, const struct doe_progress *progress);
void doe_end_progress(void);

#endif
