/* Tables of numbers: points for a law, and data that a law is fitted to. The first byte says which.
 */
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/law.h>

#include "fuzz.h"

#define MOST_FIT 400 /* bytes of a table that a law is fitted to */

static const quire_setting normal[] = {{"stiffness", "1e5 N/m"}, {"damping", "10 N*s/m"}};
static const quire_setting friction[] = {{"dynamic-coefficient", "0.5"},
                                         {"threshold-velocity", "1 mm/s"}};

static size_t
count(const char *text, char c)
{
    size_t n = 0;

    for (; *text != '\0'; text++) {
        n += *text == c;
    }
    return n;
}

static void
evaluate(const char *name, const quire_setting *settings, const char *csv, size_t size)
{
    quire_diag *diag = quire_diag_create();
    quire_law *law = NULL;
    char *out = NULL;

    fuzz_must(quire_law_create(&law, name, settings, 2, diag) == QUIRE_OK, "the law can be made");
    const quire_status status = quire_law_points(law, csv, size, "points.csv", &out, diag);
    fuzz_must((status == QUIRE_OK) == (out != NULL),
              "a table comes out if, and only if, it is accepted");
    fuzz_must_explain(status, diag, true);
    if (out != NULL) {
        fuzz_must(strstr(out, "force [N]\n") != NULL && count(out, '\n') >= 1,
                  "the force has a column");
        quire_free(out);
    }
    quire_law_destroy(law);
    quire_diag_destroy(diag);
}

static void
fit(const char *csv, size_t size)
{
    const quire_fit_data data = {.csv = csv, .size = size, .file_name = "data.csv", .mass = 0.01};
    quire_diag *diag = quire_diag_create();
    quire_fit *out = NULL;
    const quire_status status = quire_law_fit(&out, "linear", NULL, 0, NULL, 0, &data, diag);

    fuzz_must((status == QUIRE_OK) == (out != NULL),
              "a fit comes out if, and only if, the data are accepted");
    fuzz_must_explain(status, diag, false);
    if (out != NULL) {
        fuzz_must(out->n_data > 0 && strstr(out->element, "<normal ") != NULL,
                  "a fit is an element");
    }
    quire_fit_destroy(out);
    quire_diag_destroy(diag);
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    struct fuzz_choices how = {data, size};
    const size_t what = fuzz_choose(&how, 3);

    if (what == 0) {
        evaluate("linear", normal, (const char *)how.at, how.left);
    } else if (what == 1) {
        evaluate("mtt-step", friction, (const char *)how.at, how.left);
    } else if (how.left <= MOST_FIT) {
        fit((const char *)how.at, how.left);
    }
}
