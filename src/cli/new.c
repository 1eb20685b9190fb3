/* quire new */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <quire/describe.h>

#include "cli/cli.h"
#include "cli/samples.h"

#define SCHEMA "quire.xsd"

/* a letter first, then letters, digits, - and _ */
static bool
is_name(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char c = text[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-'))) {
            return false;
        }
    }
    return n > 0 && n <= 64;
}

/* ---- samples ---- */

static void
list_samples(void)
{
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);

    for (size_t i = 0; i < cli_n_sample; i++) {
        fprintf(out, "%-18s %s\n", cli_samples[i].name, cli_samples[i].title);
    }
    cli_lines_end(&lines);
}

/* NULL after a message */
static const struct cli_sample *
find_sample(const char *name)
{
    for (size_t i = 0; i < cli_n_sample; i++) {
        if (strcmp(cli_samples[i].name, name) == 0) {
            return &cli_samples[i];
        }
    }
    const char **names = cli_need(calloc(cli_n_sample, sizeof *names));
    for (size_t i = 0; i < cli_n_sample; i++) {
        names[i] = cli_samples[i].name;
    }
    const char *near = cli_nearest(name, names, cli_n_sample);
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stderr);
    fputs("quire new: there is no sample '", out);
    cli_print_visible(out, name);
    fputs("'", out);
    if (near != NULL) {
        fprintf(out, "; did you mean '%s'?", near);
    }
    fputs("\n'quire new --list' lists all samples\n", out);
    cli_lines_end(&lines);
    free(names);
    return NULL;
}

/* ---- what is written ---- */

/* What `quire new` writes: the sample's files under the model's folder, then the schema. */
struct order {
    const struct cli_sample *sample;
    const char *given; /* the model as named by the user */
    size_t folder;     /* length of its folder, with the slash */
    char *name;        /* of the model */
    bool schema;       /* the model names it, and it is there afterwards */
    char *schema_text; /* to be written; NULL: it is not to be */
};

/* FOLDER/FILE, to be freed */
static char *
place_of(const struct order *order, const char *file)
{
    const size_t n = strlen(file) + 1;
    char *path = cli_need(malloc(order->folder + n));

    memcpy(path, order->given, order->folder);
    memcpy(path + order->folder, file, n);
    return path;
}

/* file i of the sample, to be freed; the model has its own name */
static char *
place_of_file(const struct order *order, size_t i)
{
    if (i > 0) {
        return place_of(order, order->sample->file[i].path);
    }
    const size_t n = strlen(order->name);
    char *file = cli_need(malloc(n + sizeof ".xml"));
    memcpy(file, order->name, n);
    memcpy(file + n, ".xml", sizeof ".xml");
    char *path = place_of(order, file);
    free(file);
    return path;
}

static quire_status
file_problem(const char *path, int number)
{
    return number == EEXIST
               ? cli_file_problem("new", path, "is there already and is left as it is", 0)
               : cli_file_problem("new", path, "cannot be written", number);
}

/* whether word begins at `text` + i as a file or name of its own, not within another */
static bool
stands_at(const char *text, size_t i, const char *word, size_t n)
{
    return strncmp(text + i, word, n) == 0 && (i == 0 || strchr(" \"'", text[i - 1]) != NULL);
}

/* The model with its name in place of the sample's, and the line by which editors find the schema
 * behind the XML declaration. */
static void
print_model(FILE *out, const struct order *order)
{
    const char *text = (const char *)order->sample->file[0].text;
    const size_t size = order->sample->file[0].size, n = strlen(order->sample->name);
    char *file = cli_need(malloc(n + sizeof ".xml")),
         *word = cli_need(malloc(n + sizeof "name=\"\""));
    const size_t n_file = (size_t)snprintf(file, n + sizeof ".xml", "%s.xml", order->sample->name),
                 n_word = (size_t)snprintf(word, n + sizeof "name=\"\"", "name=\"%s\"",
                                           order->sample->name);
    bool named = false, declared = false;

    for (size_t i = 0; i < size; i++) {
        if (!named && n_word <= size - i && stands_at(text, i, word, n_word)) {
            fprintf(out, "name=\"%s\"", order->name);
            i += n_word - 1;
            named = true;
        } else if (n_file <= size - i && stands_at(text, i, file, n_file)) {
            fprintf(out, "%s.xml", order->name);
            i += n_file - 1;
        } else {
            putc(text[i], out);
        }
        if (!declared && i < size && text[i] == '\n') {
            fputs(order->schema ? "<?xml-model href=\"" SCHEMA "\" type=\"application/xml\" "
                                  "schematypens=\"http://www.w3.org/2001/XMLSchema\"?>\n"
                                : "",
                  out);
            declared = true;
        }
    }
    free(word);
    free(file);
}

/* folders of a file below the model's; those that are there stay */
static void
make_folders(char *path, size_t from)
{
    for (char *slash = strchr(path + from, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777); /* where that fails, opening the file says why */
        *slash = '/';
    }
}

static quire_status
write_file(const struct order *order, size_t i, const char *path)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;

    if (file == NULL) {
        return file_problem(path, errno);
    }
    if (i == 0) {
        print_model(file, order);
    } else {
        fwrite(order->sample->file[i].text, 1, order->sample->file[i].size, file);
    }
    const bool failed = fflush(file) != 0 || ferror(file) != 0 || fsync(fd) != 0;
    const int number = errno;
    if (fclose(file) != 0 || failed) {
        unlink(path); /* ours: it was not there before */
        return file_problem(path, number != 0 ? number : EIO);
    }
    return QUIRE_OK;
}

/* All files or none: what was written is taken back where one cannot be. */
static quire_status
write_files(const struct order *order)
{
    const size_t n = order->sample->n_file;
    quire_status status = QUIRE_OK;
    size_t done = 0;

    while (done < n && status == QUIRE_OK) {
        char *path = place_of_file(order, done);
        make_folders(path, order->folder);
        status = write_file(order, done, path);
        done += status == QUIRE_OK;
        free(path);
    }
    while (status != QUIRE_OK && done-- > 0) {
        char *path = place_of_file(order, done);
        unlink(path);
        free(path);
    }
    return status;
}

/* ---- the schema, for editors ---- */

/* What is there under the name of the schema: nothing, a schema of Quire, or something else, which
 * is the user's. */
enum there { NOTHING, THE_SAME, ANOTHER_VERSION, OF_THE_USER };
static enum there
look_at_schema(const char *path, const char *text)
{
    const size_t n = strlen(text), mark = (size_t)(strstr(text, "<xs:schema") - text);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return errno == ENOENT ? NOTHING : OF_THE_USER;
    }
    char *there = cli_need(malloc(n + 1));
    const size_t size = fread(there, 1, n + 1, file);
    const enum there what = size == n && memcmp(there, text, n) == 0         ? THE_SAME
                            : size >= mark && memcmp(there, text, mark) == 0 ? ANOTHER_VERSION
                                                                             : OF_THE_USER;
    free(there);
    fclose(file);
    return what;
}

/* Sets the text to be written, unless it is there; fails where something else has its name. */
static quire_status
prepare_schema(struct order *order)
{
    char *path = place_of(order, SCHEMA), *text = NULL;
    quire_status status = quire_describe_schema(&text);
    const enum there there = status == QUIRE_OK ? look_at_schema(path, text) : THE_SAME;

    if (there == OF_THE_USER) {
        status = cli_file_problem("new", path,
                                  "is there already and is no schema of Quire; add --no-schema", 0);
    }
    if (status != QUIRE_OK || there == THE_SAME) {
        quire_free(text);
        text = NULL;
    }
    order->schema_text = text;
    free(path);
    return status;
}

/* in place of one of another version */
static quire_status
write_schema(const struct order *order)
{
    char *path = place_of(order, SCHEMA);
    quire_diag *diag = cli_need(quire_diag_create());
    const quire_status status = cli_put(path, order->schema_text, strlen(order->schema_text), diag);

    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    free(path);
    return status;
}

/* "wrote a.xml, parts/b.xml and quire.xsd; next: quire run a.xml" */
static void
print_written(const struct order *order)
{
    const size_t n = order->sample->n_file + (order->schema_text != NULL);

    fputs("wrote ", stdout);
    for (size_t i = 0; i < n; i++) {
        char *path = i < order->sample->n_file ? place_of_file(order, i) : place_of(order, SCHEMA);
        fputs(i == 0 ? "" : i + 1 < n ? ", " : " and ", stdout);
        cli_print_visible(stdout, path);
        free(path);
    }
    char *model = place_of_file(order, 0);
    fputs("; next: quire run ", stdout);
    cli_print_visible(stdout, model);
    fputs("\n", stdout);
    free(model);
}

int
cli_new(const struct cli_verb *verb, int argc, char **argv)
{
    enum { FROM = CLI_LONG_ONLY, LIST, NO_SCHEMA };
    static const struct option options[] = {{"from", required_argument, NULL, FROM},
                                            {"list", no_argument, NULL, LIST},
                                            {"no-schema", no_argument, NULL, NO_SCHEMA},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct order order = {.sample = &cli_starter, .schema = true};
    bool list = false;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c == 'h' || c == '?') {
            return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
        if (c == FROM && (order.sample = find_sample(optarg)) == NULL) {
            return QUIRE_ERROR_USAGE;
        }
        order.schema = order.schema && c != NO_SCHEMA;
        list = list || c == LIST;
    }
    if (list && optind == argc) {
        list_samples();
        return QUIRE_OK;
    }
    if (list || optind + 1 < argc) {
        return cli_usage_error(verb, list ? "--list takes no name" : "one name at a time", NULL);
    }
    if (optind == argc && order.sample == &cli_starter) {
        return cli_usage_error(verb, "which name?", NULL);
    }
    order.given = optind < argc ? argv[optind] : order.sample->name;
    const char *slash = strrchr(order.given, '/'), *base = slash != NULL ? slash + 1 : order.given;
    size_t n = strlen(base);
    if (n > 4 && strcmp(base + n - 4, ".xml") == 0) {
        n -= 4;
    }
    if (!is_name(base, n)) {
        return cli_usage_error(
            verb,
            "a model's name is made of letters, digits, - and _ and begins with a letter, unlike",
            base);
    }
    order.folder = (size_t)(base - order.given);
    order.name = cli_need(strndup(base, n));
    quire_status status = order.schema ? prepare_schema(&order) : QUIRE_OK;
    if (status == QUIRE_OK) {
        status = write_files(&order);
    }
    if (status == QUIRE_OK && order.schema_text != NULL) {
        status = write_schema(&order);
    }
    if (status == QUIRE_OK) {
        print_written(&order);
    }
    quire_free(order.schema_text);
    free(order.name);
    return (int)status;
}
