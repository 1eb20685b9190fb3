/* Study files, beside a model and a table of points that stay the same. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "study/study.h"

static const char points[] = "speed [m/s],load [N]\n0.4,4\n0.5,8\n0.6,12\n";

static void
make_folder(void)
{
    size_t size;
    char *model = fuzz_source_file("tests/data/studies/machine.xml", &size);

    fuzz_save("machine.xml", model, size);
    fuzz_save("points.csv", points, strlen(points));
    free(model);
}

/* each run has its values, the same whenever it is asked for */
static void
look_at(const struct quire_study *study, uint64_t index)
{
    struct quire_study_run run = {0}, again = {0};

    fuzz_must(quire_study_run(study, index, &run) == QUIRE_OK &&
                  quire_study_run(study, index, &again) == QUIRE_OK,
              "each run can be made");
    fuzz_must(run.index == index && run.n == again.n && run.block >= 1, "a run knows its place");
    for (size_t i = 0; i < run.n; i++) {
        fuzz_must(run.value[i].text != NULL && *run.value[i].text != '\0', "each value has a text");
        fuzz_must(strcmp(run.value[i].text, again.value[i].text) == 0,
                  "a run has the same values each time");
    }
    quire_study_run_clear(&run);
    quire_study_run_clear(&again);
}

/* another reading comes to the same plan */
static void
check_again(const char *path, const struct quire_text *plan)
{
    struct quire_study *study = NULL;
    struct quire_text other = {0};

    fuzz_must(quire_study_load(&study, path, NULL) == QUIRE_OK,
              "what is accepted is accepted again");
    quire_study_describe_plan(study, &other);
    fuzz_must(other.size == plan->size && memcmp(other.data, plan->data, plan->size) == 0,
              "the same study has the same plan");
    quire_text_clear(&other);
    quire_study_destroy(study);
}

void
fuzz_input(const uint8_t *data, size_t size)
{
    static bool made;
    struct quire_study *study = NULL;
    struct quire_text plan = {0};
    char path[600];

    if (!made) {
        make_folder();
        made = true;
    }
    fuzz_save("study.xml", data, size);
    quire_number_format(path, sizeof path, "%s/study.xml", fuzz_folder());
    quire_diag *diag = quire_diag_create();
    const quire_status status = quire_study_load(&study, path, diag);
    fuzz_must((status == QUIRE_OK) == (study != NULL),
              "a study comes out if, and only if, it is accepted");
    fuzz_must_explain(status, diag, true);
    if (study != NULL) {
        const uint64_t n = quire_study_runs(study);
        fuzz_must(n > 0 && n <= QUIRE_STUDY_RUN_LIMIT, "a study has runs, and not too many");
        look_at(study, 0);
        look_at(study, n / 2);
        look_at(study, n - 1);
        quire_study_describe_plan(study, &plan);
        fuzz_must(plan.size > 0, "a plan can be described");
        check_again(path, &plan);
    }
    quire_text_clear(&plan);
    quire_study_destroy(study);
    quire_diag_destroy(diag);
}
