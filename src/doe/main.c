/* The program `quire-doe`: `quire doe VERB ...` runs it. */
#include <stdio.h>
#include <string.h>

#include "cli/calibrate.h"
#include "doe/verbs.h"

#define FOLDER_OPTION "  -d, --directory=DIR        the study's folder (default: STUDY.doe)\n"
#define QUIET_OPTION  "  -q, --quiet                print problems only\n"
#define WORKER_OPTIONS                                                                             \
    "  -j, --workers=NUMBER       worker processes (default: one for each processor)\n"            \
    "  -t, --time-limit=TIME      give a run up after so much processor time (default: 10min)\n"   \
    "      --memory-limit=SIZE    address space of a worker, such as 2GB\n"                        \
    "      --tries=NUMBER         of a run that kills its worker (default: 3)\n"                   \
    "      --grace=TIME           for runs in hand after an interrupt (default: 5s)\n"
/* all verbs that read results have code 9; these have no other codes of their own */
#define INCOMPLETE_CODES                                                                           \
    "exit codes: 0 done, 9 done, but runs of the study's plan are missing, others as everywhere\n"

/* verbs that read a table; a study says all of this by itself */
#define TABLE_OPTIONS                                                                              \
    "      --factors=LIST         columns of factors, with commas between their names\n"           \
    "      --noise=LIST           columns of noise\n"                                              \
    "      --responses=LIST       columns of responses\n"                                          \
    "      --block=NAME           column of blocks (default: the column 'block')\n"                \
    "      --words=LIST           columns whose numbers are names\n"                               \
    "      --random=LIST          columns of groups with random effects, such as batches or "      \
    "whole plots: a mixed model by REML\n"                                                         \
    "      --rows=WORD            independent: each row has a random error of its own, as "        \
    "measurements have; repeatable: nothing is random\n"                                           \
    "                             (default: as the study says; else independent, but for "         \
    "exports that repeat no setting, or that set or share their noise)\n"                          \
    "      --terms=LIST           terms of the models, such as \"a + b + a*b + a^3\"\n"            \
    "      --select=WORD          none (default), or aicc: only terms that Akaike's corrected "    \
    "criterion keeps\n"                                                                            \
    "      --transform=WORD       none (default), log, sqrt, reciprocal or box-cox: "              \
    "transformation of the responses\n"
#define GOAL_OPTIONS                                                                               \
    "      --better=NAME=WORD     smaller, larger or target: the goal of a response; one "         \
    "response needs no NAME=; may be repeated, as the others\n"                                    \
    "      --target=NAME=VALUE    with --minimum and --maximum\n"                                  \
    "      --minimum=NAME=VALUE   limit of a response\n"                                           \
    "      --maximum=NAME=VALUE   limit of a response\n"                                           \
    "      --importance=NAME=NUMBER  of a response among others (default: 1)\n"

static const struct cli_verb verbs[] = {
    {"doe plan", "Show what a study would do: its runs, what it can estimate, time and disk.",
     "usage: quire doe plan STUDY.xml [options]\n\n"
     "  -j, --workers=NUMBER       for the time it would take\n"
     "  -t, --time-limit=TIME      of the runs that are tried\n"
     "      --no-times             try no runs\n" QUIET_OPTION,
     doe_verb_plan},
    {"doe points", "Write the design of a study without running it, one row a run.",
     "usage: quire doe points STUDY.xml [options]\n\n"
     "The columns are those of 'quire doe export' as far as they are known before a run: for "
     "measurements on a machine, or for other programs.\n\n"
     "  -o, --output=FILE          write there (default, and -: stdout)\n"
     "  -f, --format=WORD          csv (default) or json\n"
     "      --force                overwrite FILE\n" QUIET_OPTION,
     doe_verb_points},
    {"doe run", "Do the runs of a study that are not done yet.",
     "usage: quire doe run STUDY.xml [options]\n\n" FOLDER_OPTION
     "  -s, --set NAME=VALUE       holds a parameter of the model for the whole study; kept in its "
     "folder; may be repeated\n" WORKER_OPTIONS
     "      --extend               the study file has changed: keep results of runs that it still "
     "has\n"
     "      --retry                do runs again that crashed, took too long or too much memory\n"
     "      --durability=WORD      full (default), or fast: a loss of power may take the last "
     "seconds away\n" QUIET_OPTION "\n"
     "exit codes: 0 every run has a verdict (a jam is one), 1 some run has none, others as "
     "everywhere\n",
     doe_verb_run},
    {"doe status", "Show the progress of a study.",
     "usage: quire doe status STUDY.xml [options]\n\n" FOLDER_OPTION
     "      --failed               list runs without a verdict, doubtful and not evaluated ones, "
     "and the commands that repeat them\n"
     "      --run=NUMBER           one run\n"
     "  -f, --format=WORD          text (default) or json\n" QUIET_OPTION "\n"
     "Counts the runs in the store, and those in the shards of workers that are not collected "
     "yet.\n\n"
     "exit codes: 0 every run is done and has a verdict, 1 not so, others as everywhere\n",
     doe_verb_status},
    {"doe export", "Write the table of a study, one row a run.",
     "usage: quire doe export STUDY.xml [options]\n\n" FOLDER_OPTION
     "  -o, --output=FILE          write there (default, and -: stdout)\n"
     "  -f, --format=WORD          csv (default) or json\n"
     "      --force                overwrite FILE\n" QUIET_OPTION "\n" INCOMPLETE_CODES,
     doe_verb_export},
    {"doe report",
     "Say what a study shows: how often sheets jam, which factors matter, and a page with "
     "pictures.",
     "usage: quire doe report STUDY.xml [options]\n\n" FOLDER_OPTION
     "  -o, --output=FILE          write there (default: DIR/report.html, DIR/analysis.json; -: "
     "stdout)\n"
     "  -f, --format=WORD          html (default) or json\n"
     "      --force                overwrite FILE\n" QUIET_OPTION "\n" INCOMPLETE_CODES,
     doe_verb_report},
    {"doe import", "Read measurements, to be compared with the runs of a study.",
     "usage: quire doe import STUDY.xml MEASURED.csv [options]\n\n"
     "The first line of the table names the columns: factors of the study as 'name [unit]', and "
     "any "
     "of its responses. Each row is a measurement at the setting that its\n"
     "factors have; rows with the same factors are replicates. An empty cell is a missing number. "
     "doc/guide/tables.md lists the forms of tables. "
     "'quire doe report' then compares measured and simulated numbers.\n\n" FOLDER_OPTION
     "      --force                replace measurements that were imported before\n" QUIET_OPTION,
     doe_verb_import},
    {"doe analyse", "Analyse a table of factors and responses: measurements, or an export.",
     "usage: quire doe analyse TABLE.csv [options]\n\n"
     "The first line names the columns, 'name' or 'name [unit]'. Columns of 'quire doe export' are "
     "known by their names. Otherwise the last column is the response, and all others are "
     "factors but for those that JMP and Minitab add. Commas, semicolons, tabs or blanks separate "
     "cells; doc/guide/tables.md lists the forms that are read.\n\n"
     "      --study=STUDY.xml      factors, noise, responses and limits are those of this "
     "study\n" TABLE_OPTIONS GOAL_OPTIONS
     "      --indices              also Sobol' indices of the rows as they are: first ones, and "
     "total ones of a fitted process\n"
     "  -o, --output=FILE          write the page, or the JSON, there\n"
     "  -f, --format=WORD          html (default) or json\n"
     "      --force                overwrite FILE\n" QUIET_OPTION "\n" INCOMPLETE_CODES,
     doe_verb_analyse},
    {"doe predict", "Predict responses and jams at settings of the factors.",
     "usage: quire doe predict STUDY.xml|TABLE.csv [options]\n\n"
     "The models are those of 'quire doe report', or of 'quire doe analyse': means over the noise "
     "with their intervals, the "
     "deviation that noise causes and which noise causes it, the share of jams.\n\n" FOLDER_OPTION
     "  -s, --set NAME=VALUE       a factor's value (default: the model's own, of a table the "
     "middle), "
     "or one at which a noise is held; may be repeated\n"
     "  -f, --format=WORD          text (default) or json\n" QUIET_OPTION "\n"
     "of a table:\n" TABLE_OPTIONS GOAL_OPTIONS,
     doe_verb_predict},
    {"doe optimise", "Find the best settings of the factors for the goals of the responses.",
     "usage: quire doe optimise STUDY.xml|TABLE.csv [options]\n\n"
     "Searches the region that was run for the largest desirability of all responses that have "
     "'better' or limits, and of no jams. A response counts with its mean and\n"
     "with deviations of the noise on the worse side of it.\n\n" FOLDER_OPTION
     "  -s, --set NAME=VALUE       holds a factor, or a noise, at a value; may be repeated\n"
     "      --jams=SHARE           the share of jams has to stay below, such as 0.001, with 95 % "
     "confidence where it is known\n"
     "      --deviations=NUMBER    of the noise that count (default: 2)\n"
     "      --pareto=NUMBER        also so many points of the Pareto front\n"
     "  -f, --format=WORD          text (default) or json\n" QUIET_OPTION "\n"
     "of a table:\n" TABLE_OPTIONS GOAL_OPTIONS,
     doe_verb_optimise},
    {"doe confirm", "Run settings that a study predicts, and compare.",
     "usage: quire doe confirm STUDY.xml [options]\n\n"
     "Runs the best settings, or those of --set, with new draws of noise, and compares means, "
     "scatter and jams with what the models of the study predict. Nothing is "
     "stored.\n\n" FOLDER_OPTION
     "  -s, --set NAME=VALUE       a factor's value (default: the best one); may be repeated\n"
     "      --runs=NUMBER          (default: 20; 1 where nothing is drawn)\n"
     "      --seed=NUMBER          of the draws (default: 1)\n"
     "  -f, --format=WORD          text (default) or json\n" WORKER_OPTIONS QUIET_OPTION "\n"
     "exit codes: 0 the prediction holds, 1 it does not, or no plausible result could have failed, "
     "others as everywhere\n",
     doe_verb_confirm},
    {"doe tolerances",
     "Show what scatter costs: contributions, capability, tolerances at least cost.",
     "usage: quire doe tolerances STUDY.xml [options]\n\n"
     "Of each response with limits: which noise contributes how much to its variance, the "
     "deviation that the limits allow, the tolerances that reach it at least cost where\n"
     "<noise> has a cost, and the capability of the settings that were run, by the distribution "
     "that fits best.\n\n" FOLDER_OPTION
     "  -s, --set NAME=VALUE       a factor's value (default: the model's own); may be repeated\n"
     "      --response=NAME        this one alone\n"
     "      --yield=SHARE          that is to be within the limits (default: 0.9973)\n"
     "  -f, --format=WORD          text (default) or json\n" QUIET_OPTION,
     doe_verb_tolerances},
    {"doe improve", "Run further designs where a response is expected to become better.",
     "usage: quire doe improve STUDY.xml [options]\n\n"
     "Does the runs of the study, fits a Gaussian process to a response with a goal "
     "(better=\"smaller\", \"larger\", or a target), and adds\n"
     "designs one after the other where the expected improvement is largest. They are written to "
     "STUDY-improve.csv and their results in STUDY-improve.doe;\n"
     "STUDY-improve.xml is the study with them, for all other verbs. A call that was cut off is "
     "continued by the same command.\n\n"
     "      --response=NAME        this one (default: the only one with a goal)\n"
     "      --designs=NUMBER       in all, with those of the plan (default: 12 more for each "
     "factor)\n"
     "      --batch=NUMBER         designs that are chosen at once (default: so that they are at "
     "least four runs)\n"
     "      --stop=SHARE           of the response's range: stop when less improvement is expected "
     "three times running (default: 0.001)\n"
     "      --jams=SHARE           of a design's runs that may jam (default: 0)\n"
     "  -f, --format=WORD          text (default) or json\n" WORKER_OPTIONS
     "      --durability=WORD      full (default), or fast: a loss of power may take the last "
     "seconds away\n" QUIET_OPTION "\n"
     "exit codes: 0 a best design is known, 1 every design jams more often than --jams allows, "
     "others as everywhere\n",
     doe_verb_improve},
    {"doe worker", "Do one slice of a study's runs on a node of a cluster.",
     "usage: quire doe worker STUDY.xml --slice=K/N [options]\n\n"
     "      --slice=K/N            runs K, K + N, K + 2 N, ...; K from 0\n" FOLDER_OPTION
         WORKER_OPTIONS QUIET_OPTION "\n"
     "Results go into a new file in DIR/shards, from where 'quire doe collect' takes them; runs "
     "that are in any shard are not done again.\n",
     doe_verb_worker},
    {"doe collect", "Gather what workers on a cluster have done.",
     "usage: quire doe collect STUDY.xml [options]\n\n" FOLDER_OPTION
     "      --extend               the study file has changed: keep results of runs that it still "
     "has\n" QUIET_OPTION,
     doe_verb_collect},
    {"doe boundary", "Search the failure that is nearest to the present design.",
     "usage: quire doe boundary STUDY.xml [options]\n\n"
     "Changes all numbers that the study gives a range, by parts of their tolerance: half the "
     "range of a factor, about the model's own value,\n"
     "and for noise one deviation of the standard normal numbers that it is drawn from, about its "
     "median. Everything else stays as the\n"
     "model has it. Nothing is stored.\n\n"
     "  -s, --set NAME=VALUE       begin from another value of what the study varies, such as "
     "--set medium=card-300; may be repeated\n"
     "      --reach=NUMBER         so many tolerances away at most (default: 3)\n"
     "      --resolution=NUMBER    tolerances to which the distance is found (default: 0.02)\n"
     "      --runs=NUMBER          designs tried at most (default: 20000)\n"
     "      --of=WORD              checks (default): any that fails; jams: those alone\n"
     "  -f, --format=WORD          text (default) or json\n" WORKER_OPTIONS QUIET_OPTION "\n"
     "exit codes: 0 the present design holds, 1 it fails, others as everywhere\n",
     doe_verb_boundary},
    {"doe probability", "Estimate how likely a rare failure is under the noise of a study.",
     "usage: quire doe probability STUDY.xml [options]\n\n"
     "Draws the noise where failures are, and weights them: probabilities far below one in a "
     "thousand from some thousand runs, with an interval. Factors stay\n"
     "as the model has them. Nothing is stored.\n\n"
     "      --of=WORD              jams (default), checks: any that fails, or a response: outside "
     "its minimum and maximum\n"
     "      --method=WORD          importance: importance sampling, for up to about 10 noises; "
     "subset: subset simulation, of a response with limits;\n"
     "                             auto (default): importance, but subset for a response and more "
     "than 10 noises\n"
     "      --runs=NUMBER          at most, 1000 or more (default: 5000)\n"
     "      --seed=NUMBER          of the draws (default: 1)\n"
     "      --confidence=SHARE     of the interval (default: 0.95)\n"
     "  -s, --set NAME=VALUE       another value of a factor, or one at which a noise is held; may "
     "be repeated\n"
     "  -f, --format=WORD          text (default) or json\n" WORKER_OPTIONS QUIET_OPTION "\n"
     "exit codes: 0 the probability is known with its interval, 1 only a bound is, or the interval "
     "is doubtful, others as everywhere\n",
     doe_verb_probability},
    {"doe windows", "Find how long timers should wait for signals.",
     "usage: quire doe windows STUDY.xml [options]\n\n"
     "Of each response in seconds: the earliest and the latest time that is safe for good sheets, "
     "and which jams it lets pass.\n\n" FOLDER_OPTION
     "      --rate=SHARE           of good sheets that may be reported (default: 0.01)\n"
     "      --confidence=SHARE     with which that holds (default: 0.95)\n"
     "      --response=NAME        this one alone\n"
     "  -f, --format=WORD          text (default) or json\n" QUIET_OPTION,
     doe_verb_windows},
    {"doe submit", "Give a study to a cluster.",
     "usage: quire doe submit STUDY.xml --slurm|--hosts=LIST [options]\n\n" FOLDER_OPTION
     "      --slurm                a job array, and a job that collects after it\n"
     "      --hosts=LIST           run the tasks over ssh on these hosts and collect: names with "
     "the tasks that each does at once, such as a,b:4; study, folder and\n"
     "                             program have the same paths there\n"
     "      --ssh=COMMAND          instead of ssh, such as \"ssh -p 2222\"\n"
     "      --tasks=NUMBER         of the array (default: so that each takes about five minutes; "
     "with --hosts four or more for each that runs at once)\n"
     "      --job-name=NAME        of the jobs (default: the study's)\n"
     "      --missing              only tasks that have something left to do\n"
     "      --dry-run              write the scripts and print the commands\n"
     "      --sbatch=OPTION        hand this on to sbatch, such as --sbatch=--partition=long; may "
     "be repeated\n"
     "  -j, --workers=NUMBER       worker processes of a task (default: 1)\n"
     "  -t, --time-limit=TIME      give a run up after so much processor time "
     "(default: 10min)\n" QUIET_OPTION "\n"
     "exit codes: 0 submitted, with --hosts: every run has a verdict, 1 some run has none, or "
     "every "
     "host was lost, others as everywhere\n",
     doe_verb_submit},
};
/* no verb of studies: 'quire calibrate' runs it */
static const struct cli_verb calibrate = {"calibrate", CLI_CALIBRATE_SUMMARY, CLI_CALIBRATE_USAGE,
                                          doe_verb_calibrate};
#define N_VERB     (sizeof verbs / sizeof *verbs)
#define WORD(verb) ((verb)->name + strlen("doe "))

static void
print_help(FILE *stream)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stream);

    fputs("usage: quire doe VERB STUDY.xml [options]\n\nverbs:\n", out);
    for (size_t i = 0; i < N_VERB; i++) {
        fprintf(out, "  %-11s %s\n", WORD(&verbs[i]), verbs[i].summary);
    }
    fputs("\n'quire doe VERB --help' lists a verb's options.\n", out);
    cli_lines_end(&lines);
}

static int
unknown_verb(const char *word)
{
    const char *names[N_VERB];
    for (size_t i = 0; i < N_VERB; i++) {
        names[i] = WORD(&verbs[i]);
    }
    const char *near = cli_nearest(word, names, N_VERB);
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stderr);

    fputs("quire doe: unknown verb '", out);
    cli_print_visible(out, word);
    fputs("'", out);
    if (near != NULL) {
        fprintf(out, "; did you mean '%s'?", near);
    }
    fputs("\ntry 'quire doe --help'\n", out);
    cli_lines_end(&lines);
    return QUIRE_ERROR_USAGE;
}

static int
dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return QUIRE_ERROR_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return QUIRE_OK;
    }
    if (strcmp(argv[1], calibrate.name) == 0) {
        return calibrate.run(&calibrate, argc - 1, argv + 1);
    }
    for (size_t i = 0; i < N_VERB; i++) {
        if (strcmp(argv[1], WORD(&verbs[i])) == 0) {
            return verbs[i].run(&verbs[i], argc - 1, argv + 1);
        }
    }
    return unknown_verb(argv[1]);
}

int
main(int argc, char **argv)
{
    cli_begin_output();
    return cli_end_output("quire doe", dispatch(argc, argv));
}
