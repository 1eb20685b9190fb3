/* What one contact of each normal law costs by itself: by the examples that laws show of
 * themselves, asked one by one and side by side. Times are processor times, the least of several
 * rounds. Nothing is asserted here: they depend on the machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "catalog/catalog.h"
#include "lawlab/law.h"
#include "model/kinds_contact.h"
#include "model/object.h"
#include "text/text.h"
#include "xml/read/read.h"

#define POINTS 4096
#define ROUNDS 200

static double overlap[POINTS], closing[POINTS];

static double
seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* penetrations up to 0.1 mm and rates up to 0.1 m/s, always the same */
static void
make_points(void)
{
    uint64_t state = 1;
    for (int i = 0; i < POINTS; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        overlap[i] = 1e-4 * (double)(state >> 11) * 0x1p-53;
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        closing[i] = 0.2 * ((double)(state >> 11) * 0x1p-53 - 0.5);
    }
}

static double
one_by_one(const struct quire_normal_law *law, const void *compiled)
{
    const struct quire_law_memory memory = {.mode = QUIRE_LAW_CLOSED, .history = {0.05}};
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        const struct quire_normal_in in = {
            .overlap = overlap[i], .closing = closing[i], .memory = &memory};
        struct quire_normal_out out;
        law->eval(compiled, &in, &out);
        sum += out.force;
    }
    return sum;
}

static double
side_by_side(const struct quire_normal_law *law, const void *compiled)
{
    double sum = 0;
    for (int i = 0; i < POINTS; i += QUIRE_LAW_LANES) {
        struct quire_normal_lanes lanes;
        memcpy(lanes.overlap, overlap + i, sizeof lanes.overlap);
        memcpy(lanes.closing, closing + i, sizeof lanes.closing);
        law->eval_lanes(compiled, &lanes);
        sum += lanes.force[0];
    }
    return sum;
}

/* least time of one contact [ns] */
static double
cost(double (*ask)(const struct quire_normal_law *, const void *), const quire_law *law)
{
    static volatile double kept;
    double least = HUGE_VAL;
    for (int k = 0; k < ROUNDS; k++) {
        const double begin = seconds();
        kept = ask(law->normal, law->compiled);
        least = fmin(least, seconds() - begin);
    }
    (void)kept;
    return 1e9 * least / POINTS;
}

/* a contact for each example, in the order of the reference */
static quire_status
read_examples(quire_model **out)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    struct quire_text text = {0};
    quire_diag *diag = quire_diag_create();

    quire_text_add(&text, "<?xml version=\"1.0\"?><model version=\"1\" name=\"laws\">");
    for (size_t i = 0; i < catalog->n; i++) {
        const char *line =
            catalog->kind[i]->family == &quire_family_normal ? catalog->kind[i]->example : NULL;
        for (int k = 1; line != NULL && *line != '\0'; k++) {
            const size_t length = strcspn(line, "\n");
            quire_text_format(&text, "<contact name=\"%s-%d\">%.*s</contact>",
                              catalog->kind[i]->variant, k, (int)length, line);
            line += length + (line[length] == '\n' ? 1 : 0);
        }
    }
    quire_text_add(&text, "</model>");
    const quire_status status =
        quire_xml_read(out, catalog, text.data, text.size, "examples.xml", NULL, 0, diag);
    quire_text_clear(&text);
    quire_diag_destroy(diag);
    return status;
}

int
main(void)
{
    quire_model *model = NULL;
    quire_diag *diag = quire_diag_create();
    const struct quire_object *contact;

    if (read_examples(&model) != QUIRE_OK) {
        fprintf(stderr, "the examples are refused\n");
        return 1;
    }
    make_points();
    printf("%-28s %12s %14s\n", "example", "alone [ns]", "in lanes [ns]");
    for (size_t i = 0;
         (contact = quire_object_next_of(model->root, &quire_kind_contact, &i)) != NULL;) {
        quire_law *law;
        if (quire_law_from_object(&law, quire_object_child_in(contact, &quire_family_normal), NULL,
                                  diag) != QUIRE_OK) {
            continue;
        }
        printf("%-28s %12.2f", contact->name, cost(one_by_one, law));
        if (law->normal->eval_lanes != NULL) {
            printf(" %14.2f", cost(side_by_side, law));
        }
        printf("\n");
        quire_law_destroy(law);
    }
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return 0;
}
