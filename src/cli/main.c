/* The command `quire`: finds the verb and hands over. */
#include "cli/calibrate.h"
#include "cli/cli.h"
#include "cli/live_page.h"

#include <getopt.h>
#include <string.h>

#include <quire/version.h>

static int run_help(const struct cli_verb *verb, int argc, char **argv);
static int run_version(const struct cli_verb *verb, int argc, char **argv);

static const struct cli_verb verbs[] = {
    {"run", "Simulate a model and write its results.",
     "usage: quire run MODEL.xml [options]\n\n"
     "  MODEL.xml                  the model; - is stdin, needs -o, and includes from the working "
     "folder\n"
     "  -o, --output=DIR           write results into DIR (default: MODEL.run)\n"
     "  -s, --set NAME=VALUE       give a parameter of the model another value; may be repeated\n"
     "  -a, --accuracy=WORD        fast, standard or fine\n"
     "  -e, --end=TIME             end then, such as 0.5s\n"
     "      --sample=TIME          time between two rows of the series, such as 1ms\n"
     "  -p, --position-tolerance=LENGTH\n"
     "                             tolerance of the integrator, such as 1um\n"
     "      --method=WORD          velocity or generic\n"
     "      --vectors=WORD         own or serial\n"
     "      --motion=WORD          planar or spatial, whatever the model says\n"
     "      --columns=NUMBER       2, 3, 5 or 9 columns of nodes in spatial motion, whatever the "
     "sheets say\n"
     "      --threads=NUMBER       1 (default) or 2: large piles of sheets take less time with "
     "two, with the same results\n"
     "      --error-bars           repeat the run with a tenth of the tolerance, with twice the "
     "segments and with both, and\n"
     "                             report the error bar of each check and each figure; a "
     "verdict that is not resolved is doubtful (exit code 7)\n"
     "  -t, --time-limit=TIME      give up after so much processor time, such as 60s\n"
     "  -f, --format=WORD          form of the output: text (default) or json\n"
     "  -q, --quiet                print problems only\n"
     "      --force                overwrite results of another model\n\n"
     "exit codes: 0 passed, 1 a check failed, 7 doubtful, 8 not evaluated (a check of the model, "
     "or all checks), others as everywhere\n",
     cli_run},
    {"check", "Read a model, look for trouble, run nothing.",
     "usage: quire check MODEL.xml [options]\n\n"
     "  MODEL.xml                  the model; - is stdin, and includes from the working folder\n"
     "  -s, --set NAME=VALUE       give a parameter of the model another value; may be repeated\n"
     "      --parameters           list the parameters instead: name, value, range, meaning\n"
     "      --resolved             print the model as it is understood instead: with included "
     "files, classes, likes, parameters\n"
     "                             and instances put in, and the source of each value\n"
     "      --review               compare the paper path with closed formulas instead: distances "
     "of "
     "nips and sensors, free\n"
     "                             lengths, entry angles, gaps, bends, drive ratios, loads, "
     "speeds; "
     "each line ok, doubtful or wrong\n"
     "                             ('quire describe review' lists the rules); exit code 1 if one "
     "is "
     "wrong\n"
     "  -f, --format=WORD          text (default) or json\n"
     "  -q, --quiet                print problems only\n",
     cli_check},
    {"describe", "Explain elements, attributes and laws of model files.",
     "usage: quire describe [KIND [NAME]]\n"
     "       quire describe library [NAME]\n"
     "       quire describe --search WORD...\n"
     "       quire describe --schema | --reference\n\n"
     "  KIND                       an element or family, such as nip, law, sensor\n"
     "  NAME                       one of several, such as mtt-step; of the library a file or "
     "something in one,\n"
     "                             such as uncoated-80: its values, and where they come from\n"
     "      --search               list what has all the words: elements, attributes, problem "
     "codes, verbs, the library,\n"
     "                             pages of the manual; names first\n"
     "      --schema               the XML schema of model files\n"
     "      --reference            the whole reference, as Markdown\n",
     cli_describe},
    {"law", "Try a contact or friction law by itself.",
     "usage: quire law NAME [--set NAME=VALUE ...] --points=FILE.csv\n"
     "       quire law NAME [--set NAME=VALUE ...] --impact=mass=1g,speed=1m/s\n\n"
     "  -s, --set NAME=VALUE       an attribute of the law as in a model file; may be repeated. Of "
     "a friction law also what\n"
     "                             is around it: guide-velocity, roller-speed with "
     "overdrive-factor,\n"
     "                             vertex-friction-factor, penetration; of a normal law what it "
     "remembers, such as\n"
     "                             impact-velocity ('quire describe normal NAME' lists that)\n"
     "  -p, --points=FILE.csv      print the table with a column 'force [N]' added; its columns "
     "are\n"
     "                             penetration [m] and rate [m/s], or slip [m/s] and normal_force "
     "[N]; - is stdin\n"
     "  -i, --impact=...           let a free mass strike: restitution, peak penetration, "
     "duration, peak force,\n"
     "                             also as far as the force pushes; with several speed=... a "
     "table\n"
     "  -f, --format=WORD          text (default) or json\n",
     cli_law},
    {"fit", "Find a normal law's parameters from measurements.",
     "usage: quire fit --law NAME [options] CURVE.csv\n"
     "       quire fit --law NAME [options] --mass=2g --speed=0.5m/s --restitution=0.6\n\n"
     "  CURVE.csv                  columns penetration [mm] and force [N], and rate [m/s] where it "
     "is not slow; or\n"
     "                             thickness [mm] and pressure [kPa] of a stack; or speed [m/s] "
     "and "
     "restitution; any\n"
     "                             units, in any form of doc/guide/tables.md; - is stdin\n"
     "  -l, --law=NAME             the normal law\n"
     "  -s, --set NAME=VALUE       an attribute of the law to keep fixed; may be repeated\n"
     "      --free=NAME            an attribute to find; may be repeated; without it those that "
     "the data need\n"
     "  -m, --mass=MASS            the mass that strikes, for restitutions\n"
     "      --speed=SPEED          of an impact, with its --restitution; both may be repeated\n"
     "      --restitution=NUMBER   rebound speed over impact speed\n"
     "      --sheets=NUMBER        of a stack\n"
     "      --area=AREA            of a stack: width of its sheets times the law's "
     "reference-length\n"
     "      --unloaded=THICKNESS   of a stack without load (default: the largest of the table)\n"
     "  -f, --format=WORD          text (default) or json\n",
     cli_fit},
    {"import", "Make a model from another program's terms.",
     "usage: quire import mtt TABLE.csv [-o FILE]\n\n"
     "  mtt                        parameters of RecurDyn's MTT2D or MTT3D: lines "
     "'parameter,value,unit', as doc/guide/from-mtt.md shows;\n"
     "                             - is stdin\n"
     "  -o, --output=FILE          write the model there (default: print it); an existing file is "
     "not overwritten\n",
     cli_import},
    {"verify", "Repeat a run from its manifest and compare the results.",
     "usage: quire verify DIR\n\n"
     "  -q, --quiet                print problems only; the exit code has the result\n",
     cli_verify},
    {"compare", "Run a model as planar and as spatial, or compare two results.",
     "usage: quire compare MODEL.xml [options]\n"
     "       quire compare DIR1 DIR2 [options]\n\n"
     "  MODEL.xml                  is run with planar and with spatial motion; - is stdin; DIR1, "
     "DIR2 are results of any runs\n"
     "      --columns=2,3          run it in spatial motion twice, with so many columns of nodes\n"
     "      --tolerance=VALUE      a length, time or ratio (0.01mm, 1ms, 2%): numbers of this kind "
     "that differ by more change the\n"
     "                             exit code; may be repeated; without it 0.05mm, 0.1ms and 1% "
     "mark differences only\n"
     "  -f, --format=WORD          text (default) or json\n"
     "      --json                 the same as --format=json\n"
     "  -q, --quiet                print problems only; the exit code has the result\n"
     "of runs, as for 'quire run':\n"
     "  -o, --output=DIR           write results into DIR/planar and DIR/spatial, or DIR/columns-2 "
     "and so on (default: no files)\n"
     "  -s, --set NAME=VALUE       give a parameter of the model another value; may be repeated\n"
     "  -a, --accuracy=WORD        fast, standard or fine\n"
     "  -e, --end=TIME             end then, such as 0.5s\n"
     "      --sample=TIME          time between two samples at which edges are compared, such as "
     "1ms\n"
     "  -p, --position-tolerance=LENGTH\n"
     "                             tolerance of the integrator, such as 1um\n"
     "      --method=WORD          velocity or generic\n"
     "      --vectors=WORD         own or serial\n"
     "  -t, --time-limit=TIME      give each run up after so much processor time, such as 60s\n"
     "      --force                overwrite results of another model\n\n"
     "exit codes: 0 the same verdicts, 1 other verdicts (or a number beyond a tolerance that was "
     "given), others as everywhere\n",
     cli_compare},
    {"explain", "Explain the verdict of a run, and how far it was from another one.",
     "usage: quire explain DIR [options]\n\n"
     "  DIR                        results of a run: what happened, in time order, and what made "
     "checks fail\n"
     "  -m, --margin=PARAMETER     find by bisection, with runs of the model kept there, where the "
     "verdict changes; writes no files\n"
     "      --low=VALUE            from here on, in the parameter's own unit (default: a quarter "
     "of its value)\n"
     "      --high=VALUE           up to here (default: four times its value)\n"
     "  -w, --why=WORD             deep: find what would have cured the check that failed first, "
     "by "
     "runs with one number changed at a time\n"
     "      --runs=N               at most so many runs of --why=deep (default: 25)\n"
     "  -t, --time-limit=TIME      end --why=deep after this time with the findings so far, such "
     "as 60s\n"
     "  -f, --format=WORD          text (default) or json\n\n"
     "exit codes: 0 answered, 1 no other verdict was found in the range, or no cure, others as "
     "everywhere\n",
     cli_explain},
    {"convert", "Write a run's results in the format of another program.",
     "usage: quire convert DIR --to=WORD [-o DIR]\n\n"
     "  -t, --to=WORD              vtk: trajectory.pvd for ParaView and its frames; csv: nodes.csv "
     "and rollers.csv;\n"
     "                             svg: a picture of each frame; strip: some moments in one small "
     "picture\n"
     "  -o, --output=DIR           write into DIR (default: a folder of the format's name in the "
     "results)\n"
     "  -q, --quiet                print problems only\n",
     cli_convert},
    {"export", "Write the machine of a model as a drawing for CAD programs.",
     "usage: quire export MODEL.xml -o FILE.dxf|FILE.svg [options]\n\n"
     "  MODEL.xml                  the model; - is stdin, and includes from the working folder\n"
     "  -o, --output=FILE          write the drawing there: paths, guides, rollers, sensors, "
     "sheets at the start, each on\n"
     "                             a layer of its own, in millimetres; - is standard output and "
     "needs --to\n"
     "  -t, --to=WORD              dxf or svg (default: what FILE ends in)\n"
     "  -s, --set NAME=VALUE       give a parameter of the model another value; may be repeated\n"
     "  -q, --quiet                print problems only\n",
     cli_export},
    {"report", "Write a page that shows what happened: animation, plots, events.",
     "usage: quire report DIR [DIR ...] [-o FILE] [--cures]\n\n"
     "  DIR                        results of a run; those of more runs are drawn over the first\n"
     "  -o, --output=FILE          write the page there (default: DIR/report.html)\n"
     "      --cures                if the first run failed, search changes with which it passes, "
     "as 'quire explain --why=deep'\n"
     "                             does, and show them with a picture of each\n"
     "  -q, --quiet                print problems only\n",
     cli_report},
    {"live", CLI_LIVE_SUMMARY, CLI_LIVE_USAGE, cli_live},
    {"doe", "Run and evaluate studies: many runs of a model with other values.",
     "usage: quire doe VERB STUDY.xml [options]\n\n"
     "  'quire doe --help' lists the verbs\n"
     "  'quire doe VERB --help' lists a verb's options\n",
     cli_doe},
    {"calibrate", CLI_CALIBRATE_SUMMARY, CLI_CALIBRATE_USAGE, cli_calibrate},
    {"new", "Write a model to start from: a small commented one, or a sample.",
     "usage: quire new NAME [options]\n"
     "       quire new --from=SAMPLE [NAME] [options]\n"
     "       quire new --list\n\n"
     "  NAME                       writes NAME.xml, unless it is there already, and the schema for "
     "editors beside it, as quire.xsd\n"
     "      --from=SAMPLE          a copy of that sample, with all its files, as NAME.xml (default "
     "NAME: the sample's)\n"
     "      --list                 list the samples\n"
     "      --no-schema            write no schema, and do not name one in the model\n",
     cli_new},
    {"fmt", "Put model and study files into the house form.",
     "usage: quire fmt FILE.xml [FILE.xml ...] [options]\n\n"
     "  FILE.xml                   models or studies, rewritten in place where their form differs; "
     "- is stdin, written to stdout\n"
     "      --check                write nothing; the exit code says whether all files are in "
     "house form\n"
     "  -o, --output=FILE          write there, - is stdout (default: in place)\n"
     "  -q, --quiet                print problems only\n\n"
     "Indents, puts single blanks and double quotes, breaks lines longer than 120 columns. "
     "Meaning, comments, order of attributes, lines\n"
     "as their author broke them and single blank lines stay; an unreadable file is left as it "
     "is.\n\n"
     "exit codes: 0 done, 1 a file is not in house form (--check), others as everywhere\n",
     cli_fmt},
    {"upgrade", "Rewrite a model or study of an older format version.",
     "usage: quire upgrade FILE.xml [options]\n\n"
     "  FILE.xml                   a model or study; - is stdin\n"
     "      --in-place             rewrite the file itself\n"
     "  -o, --output=FILE          write there (default: stdout)\n"
     "      --from=VERSION         the file is of this version, although it says a later one\n\n"
     "Changes only what the versions between spell otherwise, names each change, and keeps "
     "comments and layout. A file that says no\n"
     "version is taken for version 0: those from before the first release.\n",
     cli_upgrade},
    {"completion", "Print the completion of command lines for a shell.",
     "usage: quire completion SHELL\n\n"
     "  SHELL                      bash, zsh or fish\n\n"
     "bash: eval \"$(quire completion bash)\" in ~/.bashrc; zsh: a file _quire in a folder of "
     "fpath;\n"
     "fish: quire completion fish | source in ~/.config/fish/config.fish. Packages install them.\n",
     cli_completion},
    {"help", "Explain a verb or a topic: quire help TOPIC.",
     "usage: quire help [TOPIC...]\n\n"
     "  TOPIC                      a verb, also one of doe, such as doe plan; an element, law, "
     "check "
     "or problem code;\n"
     "                             or any words: pages and commands that have them (default: a "
     "list "
     "of verbs)\n",
     run_help},
    {"version", "Say which Quire this is.",
     "usage: quire version\n\n"
     "  The version, then how this program was built.\n",
     run_version},
};
#define N_VERB (sizeof verbs / sizeof *verbs)

static void
print_help(FILE *stream)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stream);

    fputs("quire simulates how sheets of paper and film travel through machines.\n\n"
          "  quire new first              write first.xml, a small model with comments\n"
          "  quire run first.xml          simulate it and write results into first.run/\n"
          "  quire describe law           see which contact and friction laws there are\n\n"
          "verbs:\n",
          out);
    for (size_t i = 0; i < N_VERB; i++) {
        fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].summary);
    }
    fputs("\n'quire VERB --help' lists a verb's options; 'quire help WORD' finds other topics; "
          "'man quire' has the rest.\n"
          "exit codes: 0 done, 1 a check failed or results differ, 2 wrong usage, 3 model refused, "
          "4 simulation could not finish,\n"
          "5 file trouble, 6 a limit, 7 a doubtful run, 8 a run that was not evaluated, 9 a study "
          "lacks runs,\n"
          "70 internal error, 128+n ended by signal n\n",
          out);
    cli_lines_end(&lines);
}

static const struct cli_verb *
find_verb(const char *name)
{
    for (size_t i = 0; i < N_VERB; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}

static int
unknown_verb(const char *word)
{
    const char *names[N_VERB];
    for (size_t i = 0; i < N_VERB; i++) {
        names[i] = verbs[i].name;
    }
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stderr);
    const size_t dashes = strspn(word, "-");
    const char *near = cli_nearest(word + dashes, names, N_VERB);
    const bool is_option =
        near != NULL && (strcmp(near, "help") == 0 || strcmp(near, "version") == 0);
    fputs(word[0] == '-' ? "quire: unknown option '" : "quire: unknown verb '", out);
    cli_print_visible(out, word);
    fputs("'", out);
    const size_t length = strlen(word);
    if (length > 4 && strcmp(word + length - 4, ".xml") == 0) {
        fputs("; to simulate a model: quire run ", out);
        cli_print_visible(out, word);
    } else if (near != NULL) {
        fprintf(out, "; did you mean '%s%s'?", dashes > 0 && is_option ? "--" : "", near);
    }
    fputs("\ntry 'quire --help'\n", out);
    cli_lines_end(&lines);
    return QUIRE_ERROR_USAGE;
}

static const struct option no_options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};

static int
run_help(const struct cli_verb *verb, int argc, char **argv)
{
    const int c = cli_next_option(verb, argc, argv, no_options);
    if (c != -1) {
        return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
    }
    if (optind == argc) {
        print_help(stdout);
        return QUIRE_OK;
    }
    const struct cli_verb *wanted = find_verb(argv[optind]);
    if (wanted != NULL && optind + 1 < argc && find_verb(argv[optind + 1]) != NULL &&
        wanted->run != cli_doe) {
        return cli_usage_error(verb, "one verb at a time; unexpected:", argv[optind + 1]);
    }
    if (wanted == NULL || optind + 1 < argc) {
        return cli_help_topic(argv + optind, argc - optind);
    }
    cli_print_usage(wanted, stdout);
    return QUIRE_OK;
}

static int
run_version(const struct cli_verb *verb, int argc, char **argv)
{
    const int c = cli_next_option(verb, argc, argv, no_options);
    if (c != -1) {
        return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
    }
    if (optind < argc) {
        return cli_usage_error(verb, "takes nothing; unexpected:", argv[optind]);
    }
    printf("quire %s\n%s", quire_version(), quire_version_details());
    return QUIRE_OK;
}

static int
dispatch(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return QUIRE_ERROR_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        word = "help";
    } else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        word = "version";
    }
    const struct cli_verb *verb = find_verb(word);
    return verb != NULL ? verb->run(verb, argc - 1, argv + 1) : unknown_verb(word);
}

int
main(int argc, char **argv)
{
    cli_begin_output();
    return cli_end_output("quire", dispatch(argc, argv));
}
