/* quire new */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <quire/describe.h>

#define SCHEMA "quire.xsd"

/* Behind the XML declaration and the line about the schema; the model's name is put in for the %s.
 */
static const char model[] =
    "<!-- A small sheet goes through three nips and a turn. Run it with:  quire run %s.xml\n"
    "     Every number has a unit. x points along the feed, y up; angles are counter-clockwise.\n"
    "     'quire describe NAME' explains an element, such as nip, and all its attributes. -->\n"
    "<model version=\"1\" name=\"%s\">\n"
    "\n"
    "  <!-- What you want to vary. {name} inserts a value below; quire run -s nip_load=\"12 N\" "
    "replaces it for one run. -->\n"
    "  <parameters>\n"
    "    <parameter name=\"feed_speed\" value=\"500 mm/s\" doc=\"surface speed of the drive "
    "rollers\"/>\n"
    "    <parameter name=\"nip_load\" value=\"8 N\" doc=\"force that closes each nip\"/>\n"
    "    <parameter name=\"rubber_mu\" value=\"1.0\" doc=\"friction of paper on rubber\"/>\n"
    "    <parameter name=\"curl\" value=\"0 m^-1\" doc=\"curvature of the paper at rest, positive "
    "to its left face\"/>\n"
    "  </parameters>\n"
    "\n"
    "  <settings>\n"
    "    <run end=\"0.65 s\" sample=\"1 ms\"/>\n"
    "    <solver accuracy=\"standard\"/>\n"
    "  </settings>\n"
    "\n"
    "  <media name=\"plain-80\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "
    "modulus-cd=\"2 GPa\"\n"
    "         damping-ratio=\"0.05\" damping-frequency=\"160 Hz\"/>\n"
    "\n"
    "  <!-- How paper touches things: a law for the force across the surface and one for friction "
    "along it. -->\n"
    "  <contact name=\"grip\">\n"
    "    <normal law=\"mtt-indentation\" force=\"8 N\" at-penetration=\"0.05 mm\" "
    "exponent=\"1.5\"\n"
    "            damping=\"1e8 N*s/m^2.5\" damping-exponent=\"1\" indentation-exponent=\"1.5\"/>\n"
    "    <friction law=\"mtt-step\" dynamic-coefficient=\"{rubber_mu}\" threshold-velocity=\"1 "
    "mm/s\"/>\n"
    "  </contact>\n"
    "  <contact name=\"roll\">\n"
    "    <normal law=\"mtt-boundary\" force=\"8 N\" at-penetration=\"0.05 mm\" exponent=\"1.3\"\n"
    "            damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\"/>\n"
    "    <friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" threshold-velocity=\"1 mm/s\"/>\n"
    "  </contact>\n"
    "  <contact name=\"glide\">\n"
    "    <normal law=\"mtt-boundary\" force=\"1 N\" at-penetration=\"0.1 mm\" exponent=\"1.3\"\n"
    "            damping=\"1 N*s/m\" boundary-penetration=\"0.02 mm\"/>\n"
    "    <friction law=\"mtt-step\" dynamic-coefficient=\"0.2\" threshold-velocity=\"1 mm/s\"/>\n"
    "  </contact>\n"
    "  <!-- Which contact holds for which surface; * is every medium. -->\n"
    "  <pair media=\"*\" surface=\"rubber\" contact=\"grip\"/>\n"
    "  <pair media=\"*\" surface=\"plastic\" contact=\"roll\"/>\n"
    "  <pair media=\"*\" surface=\"steel\" contact=\"glide\"/>\n"
    "\n"
    "  <!-- The sheet's nominal mid-line; at=\"...\" is a distance along it. -->\n"
    "  <path name=\"main\" from=\"0 mm, 0 mm\" heading=\"0 deg\">\n"
    "    <line length=\"100 mm\"/>\n"
    "    <arc radius=\"40 mm\" angle=\"90 deg\" turn=\"left\"/>\n"
    "    <line length=\"150 mm\"/>\n"
    "  </path>\n"
    "\n"
    "  <!-- Two walls beside the path, and a tray on which the sheet lies at first. -->\n"
    "  <channel name=\"straight\" path=\"main\" from=\"8 mm\" to=\"82 mm\" gap=\"3 mm\" mouth=\"3 "
    "mm\" surface=\"steel\"/>\n"
    "  <channel name=\"turn\" path=\"main\" from=\"98 mm\" to=\"182 mm\" gap=\"3 mm\" mouth=\"3 "
    "mm\" surface=\"steel\"/>\n"
    "  <guide name=\"tray\" surface=\"steel\" side=\"left\">\n"
    "    <line from=\"-180 mm, -0.2 mm\" to=\"-11 mm, -0.2 mm\"/>\n"
    "  </guide>\n"
    "\n"
    "  <!-- The motor starts within 20 ms; all drive rollers follow it. -->\n"
    "  <drive name=\"feed\" speed=\"0 mm/s\">\n"
    "    <to time=\"20 ms\" speed=\"{feed_speed}\" shape=\"smooth\"/>\n"
    "  </drive>\n"
    "  <nip name=\"n1\" path=\"main\" at=\"0 mm\" load=\"{nip_load}\" rate=\"500 N/m\" max-gap=\"2 "
    "mm\">\n"
    "    <driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/>\n"
    "    <idler radius=\"10 mm\" surface=\"plastic\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/>\n"
    "  </nip>\n"
    "  <nip name=\"n2\" path=\"main\" at=\"90 mm\" like=\"n1\"/>\n"
    "  <nip name=\"n3\" path=\"main\" at=\"190 mm\" like=\"n1\"/>\n"
    "\n"
    "  <!-- A6, short edge first, cut into segments that bend against each other. -->\n"
    "  <sheet name=\"page\" media=\"plain-80\" length=\"148 mm\" width=\"105 mm\" segments=\"50\" "
    "curl=\"{curl}\">\n"
    "    <start path=\"main\" lead=\"12 mm\"/>\n"
    "  </sheet>\n"
    "\n"
    "  <!-- When does the leading edge come by, and is that early enough? Jams are looked for "
    "without being asked. -->\n"
    "  <sensor name=\"out\" kind=\"edge\" path=\"main\" at=\"300 mm\"/>\n"
    "  <check name=\"on-time\" kind=\"arrival\" sensor=\"out\" earliest=\"0.55 s\" latest=\"0.62 "
    "s\"/>\n"
    "</model>\n";

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

static quire_status
file_problem(const char *path, int number)
{
    return number == EEXIST
               ? cli_file_problem("new", path, "is there already and is left as it is", 0)
               : cli_file_problem("new", path, "cannot be written", number);
}

/* ---- the schema, for editors ---- */

/* A path as part of an address: all but plain characters as %XX. */
static void
print_address(FILE *file, const char *path)
{
    for (; *path != '\0'; path++) {
        const unsigned char c = (unsigned char)*path;
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || strchr("/-_.~+", c) != NULL;
        fprintf(file, plain ? "%c" : "%%%02X", c);
    }
}

/* The line by which editors find the schema: the file beside the model, or the one that belongs to
 * this program; none where neither is there. */
static void
print_schema_line(FILE *file, bool beside)
{
    char path[PATH_MAX];

    if (!beside && !cli_find_data("quire.xsd", path, sizeof path)) {
        return;
    }
    fputs("<?xml-model href=\"", file);
    if (beside) {
        fputs(SCHEMA, file);
    } else {
        fputs("file://", file);
        print_address(file, path);
    }
    fputs("\" type=\"application/xml\" schematypens=\"http://www.w3.org/2001/XMLSchema\"?>\n",
          file);
}

/* Writes the schema into the model's folder, in place of an older one. */
static quire_status
write_schema(const char *model_path, size_t folder)
{
    char *path = cli_need(malloc(folder + sizeof SCHEMA)), *text = NULL;
    quire_diag *diag = cli_need(quire_diag_create());

    memcpy(path, model_path, folder);
    memcpy(path + folder, SCHEMA, sizeof SCHEMA);
    quire_status status = quire_describe_schema(&text);
    if (status == QUIRE_OK) {
        status = cli_put(path, text, strlen(text), diag);
    }
    cli_print_problems(diag, false, status);
    quire_diag_destroy(diag);
    quire_free(text);
    free(path);
    return status;
}

static int
write_model(const char *path, const char *name, bool beside)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL) {
        return file_problem(path, errno);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
    print_schema_line(file, beside);
    fprintf(file, model, name, name);
    const bool failed = fflush(file) != 0 || ferror(file) != 0 || fsync(fd) != 0;
    const int number = errno;
    if ((fclose(file) != 0) || failed) {
        unlink(path); /* ours: it was not there before */
        return file_problem(path, number != 0 ? number : EIO);
    }
    fputs("wrote ", stdout);
    cli_print_visible(stdout, path);
    fputs("; next: quire run ", stdout);
    cli_print_visible(stdout, path);
    fputs("\n", stdout);
    return QUIRE_OK;
}

int
cli_new(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct option options[] = {{"with-schema", no_argument, NULL, CLI_LONG_ONLY},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    bool beside = false;
    int c;
    while ((c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c != CLI_LONG_ONLY) {
            return c == 'h' ? QUIRE_OK : QUIRE_ERROR_USAGE;
        }
        beside = true;
    }
    if (optind + 1 != argc) {
        return cli_usage_error(verb, optind < argc ? "one name at a time" : "which name?", NULL);
    }
    const char *given = argv[optind], *slash = strrchr(given, '/'),
               *base = slash != NULL ? slash + 1 : given;
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
    const size_t folder = (size_t)(base - given);
    char *path = malloc(folder + n + sizeof ".xml"), *name = strndup(base, n);
    int code = QUIRE_ERROR_LIMIT;
    if (path != NULL && name != NULL) {
        memcpy(path, given, folder + n);
        memcpy(path + folder + n, ".xml", sizeof ".xml");
        code = write_model(path, name, beside);
        if (code == QUIRE_OK && beside) {
            code = (int)write_schema(path, folder);
        }
    }
    free(path);
    free(name);
    return code;
}
