/* Models of several files: what the reader makes of them, beyond what tests/check-bad-models.tap
 * sees from outside. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "model/kinds_media.h"
#include "model/object.h"

#define PAPERS                                                                                     \
    "<library version=\"1\"><!-- %s -->\n"                                                         \
    "  <parameters><parameter name=\"heavy\" value=\"%s\"/></parameters>\n"                        \
    "  <media name=\"plain\" grammage=\"{heavy}\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "      \
    "doc=\"%s\"/>\n"                                                                               \
    "</library>\n"
#define MODEL "<model version=\"1\" name=\"m\">\n<include file=\"parts/papers.xml\"/>\n%s</model>\n"

/* A folder with a model, and parts/papers.xml. */
struct machine {
    char folder[64], model[128], papers[128];
};

static void
save(const char *path, const char *text)
{
    cr_assert_eq(quire_file_save(path, text, strlen(text), NULL), QUIRE_OK, "%s", path);
}

static void
save_papers(const struct machine *m, const char *remark, const char *grammage, const char *doc)
{
    char text[1000];
    snprintf(text, sizeof text, PAPERS, remark, grammage, doc);
    save(m->papers, text);
}

static void
set_up(struct machine *m, const char *more)
{
    char text[2000];
    snprintf(m->folder, sizeof m->folder, "/tmp/quire-include-XXXXXX");
    cr_assert_not_null(mkdtemp(m->folder));
    snprintf(text, sizeof text, "%s/parts", m->folder);
    cr_assert_eq(mkdir(text, 0700), 0);
    snprintf(m->model, sizeof m->model, "%s/model.xml", m->folder);
    snprintf(m->papers, sizeof m->papers, "%s/parts/papers.xml", m->folder);
    snprintf(text, sizeof text, MODEL, more);
    save(m->model, text);
    save_papers(m, "as it was", "80 g/m^2", "");
}

static void
tear_down(const struct machine *m)
{
    char parts[128];
    unlink(m->papers);
    unlink(m->model);
    snprintf(parts, sizeof parts, "%s/parts", m->folder);
    rmdir(parts);
    rmdir(m->folder);
}

static quire_model *
load(const struct machine *m)
{
    quire_model *model;
    char text[500] = "";
    quire_diag *diag = quire_diag_create();
    const quire_status status = quire_model_load(&model, m->model, NULL, 0, diag);
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, text, sizeof text);
    }
    quire_diag_destroy(diag);
    cr_assert_eq(status, QUIRE_OK, "%s", text);
    return model;
}

static double
grammage(const quire_model *model)
{
    const struct quire_object *media = quire_object_child_of(model->root, &quire_kind_media);
    cr_assert_not_null(media);
    return ((const struct quire_media_params *)media->params)->grammage;
}

Test(include, files_are_listed_with_their_hashes)
{
    struct machine m;
    char hex[65], want[65], *text;
    size_t size;
    set_up(&m, "<include file=\"parts/papers.xml\"/>\n"); /* the second time it is passed over */
    quire_model *model = load(&m);
    cr_assert_eq(quire_model_files(model), 2);
    cr_expect_str_eq(quire_model_file(model, 0, NULL), m.model);
    cr_expect_str_eq(quire_model_file(model, 1, hex), m.papers);
    cr_assert_eq(quire_file_read(&text, &size, m.papers, QUIRE_FILE_LIMIT, NULL), QUIRE_OK);
    quire_sha256_text(want, text, size);
    cr_expect_str_eq(hex, want);
    free(text);
    quire_model_destroy(model);
    tear_down(&m);
}

/* the kept text needs no other file, and says the same */
Test(include, text_as_one_file_reads_back_as_the_same_model)
{
    struct machine m;
    quire_model *model, *again;
    size_t size, size_again;
    set_up(&m, "");
    save_papers(&m, "x", "80 g/m^2", "a &quot;b&quot; &lt;c&gt; &amp;amp; d&#10;e -- f");
    model = load(&m);
    const char *text = quire_model_text(model, &size);
    unlink(m.papers);
    cr_assert_eq(quire_model_parse(&again, text, size, "kept.xml", NULL, 0, NULL), QUIRE_OK, "%s",
                 text);
    const char *text_again = quire_model_text(again, &size_again);
    cr_expect(size == size_again && memcmp(text, text_again, size) == 0);
    cr_expect_eq(grammage(again), 0.08);
    cr_expect_eq(again->n_parameter, 1);
    cr_expect_not_null(strstr(text, "&quot;b&quot; &lt;c> &amp;amp; d&#10;e -- f"), "%s", text);
    quire_model_destroy(again);
    quire_model_destroy(model);
    tear_down(&m);
}

Test(include, digest_is_of_what_all_files_say)
{
    struct machine m;
    char before[65], remark[65], value[65];
    set_up(&m, "");
    quire_model *model = load(&m);
    quire_model_digest(model, before);
    quire_model_destroy(model);
    save_papers(&m, "another remark", "80 g/m^2", "");
    model = load(&m);
    quire_model_digest(model, remark);
    quire_model_destroy(model);
    save_papers(&m, "another remark", "81 g/m^2", "");
    model = load(&m);
    quire_model_digest(model, value);
    quire_model_destroy(model);
    cr_expect_str_eq(before, remark);
    cr_expect_str_neq(before, value);
    tear_down(&m);
}

static void
digest_of(const char *text, char hex[65])
{
    quire_model *model = NULL;
    quire_diag *diag = quire_diag_create();
    char why[500] = "";
    const quire_status status =
        quire_model_parse(&model, text, strlen(text), "m.xml", NULL, 0, diag);
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, why, sizeof why);
    }
    cr_assert_eq(status, QUIRE_OK, "%s: %s", text, why);
    quire_model_digest(model, hex);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

#define SAYS(head_, rest_) "<model " head_ ">" rest_ "</model>"

#define PLAIN "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"

/* what nobody reads makes no other model; whatever is read does */
Test(include, digest_is_of_what_is_read)
{
    static const char *const same[] = {
        "<?xml version=\"1.0\"?>\n<!-- a remark -->\n" SAYS("name=\"a\"\n version=\"1\"",
                                                            "\n\n  " PLAIN " <!-- another --> \n"),
        SAYS("version='1' name='a' doc='what it is for'", PLAIN),
        SAYS("version=\"1\" name=\"a\"", "<media  modulus-md=\" 4   GPa \" name=\"m\" "
                                         "thickness=\"0.1 mm\" grammage=\"80 g/m^2\"></media>"),
        SAYS("version=\"1\" name=\"a\"",
             PLAIN "<user-data><x xmlns=\"urn:x\" y=\"1\"/></user-data>"),
    };
    static const char *const other[] = {
        SAYS("version=\"1\" name=\"b\"", PLAIN),
        SAYS("version=\"1\" name=\"a\"", ""),
        SAYS("version=\"1\" name=\"a\"", PLAIN
             "<media name=\"n\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"),
        SAYS("version=\"1\" name=\"a\"", "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 "
                                         "mm\" modulus-md=\"4 GPa\" modulus-cd=\"4 GPa\"/>"),
        SAYS("version=\"1\" name=\"a\"", "<media name=\"m\" grammage=\"80.1 g/m^2\" "
                                         "thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/>"),
    };
    char whole[65], hex[65];
    digest_of(SAYS("version=\"1\" name=\"a\"", PLAIN), whole);
    cr_assert_eq(strlen(whole), 64);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        digest_of(same[i], hex);
        cr_expect_str_eq(hex, whole, "%s", same[i]);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        digest_of(other[i], hex);
        cr_expect_str_neq(hex, whole, "%s", other[i]);
    }
}

/* a study's runs are of the model as it was when the study was read */
Test(include, variation_does_not_look_at_the_disk)
{
    struct machine m;
    const quire_setting heavier = {"heavy", "90 g/m^2"};
    quire_model *varied, *twice;
    set_up(&m, "");
    quire_model *model = load(&m);
    tear_down(&m);
    cr_assert_eq(quire_model_vary(&varied, model, &heavier, 1, NULL), QUIRE_OK);
    cr_expect_float_eq(grammage(varied), 0.09, 1e-15);
    cr_assert_eq(quire_model_vary(&twice, varied, NULL, 0, NULL), QUIRE_OK);
    cr_expect_eq(grammage(twice), 0.08);
    cr_expect_str_eq(quire_model_file(twice, 1, NULL), m.papers);
    quire_model_destroy(twice);
    quire_model_destroy(varied);
    quire_model_destroy(model);
}

/* the first problem that has a place, and whether a note leads to it */
static void
expect_problem(const struct machine *m, const char *want, const char *note)
{
    quire_model *model;
    char text[1000];
    bool found = false, noted = false;
    quire_diag *diag = quire_diag_create();
    cr_expect_neq(quire_model_load(&model, m->model, NULL, 0, diag), QUIRE_OK);
    for (size_t i = 0; i < quire_diag_count(diag); i++) {
        quire_diag_format(diag, i, text, sizeof text);
        found = found || strstr(text, want) != NULL;
        noted = noted || strstr(text, note) != NULL;
    }
    cr_expect(found && noted, "%s, %s; last: %s", want, note, text);
    quire_diag_destroy(diag);
}

Test(include, messages_name_the_file_and_who_includes_it)
{
    struct machine m;
    set_up(&m, "");
    save_papers(&m, "x", "-80 g/m^2", "");
    expect_problem(&m, "/parts/papers.xml:3:", "/model.xml:2:10: note [N-INCLUDED]");
    tear_down(&m);
    set_up(&m, "<media name=\"plain\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 "
               "GPa\"/>\n");
    expect_problem(&m, "/parts/papers.xml:3:3: error [E-DUPLICATE]",
                   "at line 3 of /tmp/quire-include");
    tear_down(&m);
}

Test(include, bytes_have_no_folder)
{
    struct machine m;
    char text[1000], first[500];
    quire_model *model;
    quire_diag *diag = quire_diag_create();
    set_up(&m, "");
    snprintf(text, sizeof text, MODEL, "");
    cr_expect_eq(quire_model_parse(&model, text, strlen(text), m.model, NULL, 0, diag),
                 QUIRE_ERROR_INPUT);
    quire_diag_format(diag, 0, first, sizeof first);
    cr_expect_not_null(strstr(first, "no folder"), "%s", first);
    quire_diag_destroy(diag);
    tear_down(&m);
}

/* the chain is listed from the file to which it leads back */
Test(include, circle_is_shown)
{
    struct machine m;
    set_up(&m, "");
    save(m.papers, "<library version=\"1\"><include file=\"papers.xml\"/></library>\n");
    expect_problem(&m, "parts/papers.xml includes parts/papers.xml", "N-INCLUDED");
    tear_down(&m);
}
