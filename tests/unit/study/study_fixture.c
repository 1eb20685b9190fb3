#include "study_fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "text/text.h"

/* a folder of its own for each test, which Criterion runs as a process */
static void
make_folder(char folder[4096])
{
    char model[4096], *text;
    size_t size;
    snprintf(folder, 4096, "%s/study-%ld", getenv("QUIRE_WORK"), (long)getpid());
    mkdir(folder, 0777);
    snprintf(model, sizeof model, "%s/tests/data/studies/machine.xml", getenv("QUIRE_SRCDIR"));
    cr_assert_eq(quire_file_read(&text, &size, model, QUIRE_FILE_LIMIT, NULL), QUIRE_OK, "%s",
                 model);
    cr_assert_gt(snprintf(model, sizeof model, "%s/machine.xml", folder), 0);
    cr_assert_eq(quire_file_save(model, text, size, NULL), QUIRE_OK);
    free(text);
}

quire_status
study_try(struct quire_study **out, const char *attributes, const char *elements, const char *csv,
          quire_diag *diag)
{
    char folder[4096], path[8192];
    struct quire_text text = {0};
    make_folder(folder);
    quire_text_format(
        &text, "<study version=\"1\" name=\"test\" model=\"machine.xml\" %s>\n%s\n</study>\n",
        attributes, elements);
    snprintf(path, sizeof path, "%s/points.csv", folder);
    if (csv != NULL) {
        cr_assert_eq(quire_file_save(path, csv, strlen(csv), NULL), QUIRE_OK);
    }
    snprintf(path, sizeof path, "%s/study.xml", folder);
    cr_assert_eq(quire_file_save(path, text.data, text.size, NULL), QUIRE_OK);
    quire_text_clear(&text);
    return quire_study_load(out, path, diag);
}

struct quire_study *
study_load(const char *attributes, const char *elements)
{
    struct quire_study *study = NULL;
    quire_diag *diag = quire_diag_create();
    char text[1000] = "";
    const quire_status status = study_try(&study, attributes, elements, NULL, diag);
    if (quire_diag_error_count(diag) > 0) {
        quire_diag_format(diag, quire_diag_count(diag) - 1, text, sizeof text);
    }
    quire_diag_destroy(diag);
    cr_assert(status == QUIRE_OK && study != NULL, "%s", text);
    return study;
}

const char *
study_refusal(const char *elements, const char *csv)
{
    static char text[2000];
    struct quire_study *study = NULL;
    quire_diag *diag = quire_diag_create();
    const quire_status status = study_try(&study, "", elements, csv, diag);
    text[0] = '\0';
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        if (quire_diag_get(diag, i)->severity == QUIRE_ERROR) {
            quire_diag_format(diag, i, text, sizeof text);
            break;
        }
    }
    quire_diag_destroy(diag);
    cr_expect(status != QUIRE_OK && study == NULL && text[0] != '\0', "accepted: %s", elements);
    quire_study_destroy(study);
    return text;
}
