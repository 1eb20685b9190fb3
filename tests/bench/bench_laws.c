/* What one contact of each normal law costs by itself: every law of the model with every element, asked one by one and side by side.
 * Times are processor times, the least of several rounds. Nothing is asserted here: they depend on the machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/object.h"
#include "run/law.h"

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
    const struct quire_law_memory memory = {.mode = QUIRE_LAW_CLOSED, .captured = {0.05}};
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        const struct quire_normal_in in = {.overlap = overlap[i], .closing = closing[i], .memory = &memory};
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

int
main(int argc, char **argv)
{
    quire_model *model = NULL;
    quire_diag *diag = quire_diag_create();
    const struct quire_object *contact;

    if (argc != 2 || quire_model_load(&model, argv[1], NULL, 0, diag) != QUIRE_OK) {
        fprintf(stderr, "usage: bench_laws MODEL.xml\n");
        return 1;
    }
    make_points();
    printf("%-28s %-30s %12s %12s\n", "normal law", "of contact", "alone [ns]", "in lanes [ns]");
    for (size_t i = 0; (contact = quire_object_next(model->root, "contact", &i)) != NULL;) {
        const struct quire_object *normal = quire_object_child(contact, "normal");
        quire_law *law;
        if (normal == NULL || quire_law_from_object(&law, normal, NULL, diag) != QUIRE_OK) {
            continue;
        }
        printf("%-28s %-30s %12.2f", normal->kind->variant, contact->name, cost(one_by_one, law));
        if (law->normal->eval_lanes != NULL) {
            printf(" %12.2f", cost(side_by_side, law));
        }
        printf("\n");
        quire_law_destroy(law);
    }
    quire_model_destroy(model);
    quire_diag_destroy(diag);
    return 0;
}
