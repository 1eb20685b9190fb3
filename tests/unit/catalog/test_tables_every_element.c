/* The model file with every element is read, and does have every element. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/nip.h"
#include "body/sheet.h"
#include "catalog/catalog.h"
#include "drive/drive.h"
#include "fixtures/examples.h"
#include "fixtures/tables.h"
#include "model/kinds_media.h"
#include "model/object.h"
#include "path/places.h"
#include "xml/read/read.h"

static quire_model *
load(void)
{
    char path[4096], text[1024] = "";
    const char *source = getenv("QUIRE_SRCDIR");
    quire_model *model = NULL;
    quire_diag *diag = quire_diag_create();

    cr_assert(diag != NULL && source != NULL, "QUIRE_SRCDIR is not set");
    snprintf(path, sizeof path, "%s/tests/data/models/good-every-element.xml", source);
    const quire_status status = quire_model_load(&model, path, NULL, 0, diag);
    if (quire_diag_count(diag) > 0) {
        quire_diag_format(diag, 0, text, sizeof text);
    }
    quire_diag_destroy(diag);
    cr_assert(status == QUIRE_OK && model != NULL, "%s", text);
    return model;
}

/* A file with another root: studies, which are a language of their own, are read without their
 * checks. */
static quire_model *
load_other(const char *root, const char *file)
{
    struct quire_catalog catalog = *quire_catalog_all();
    char path[4096];
    quire_model *model = NULL;
    catalog.root = root;
    snprintf(path, sizeof path, "%s/tests/data/good/include/library", getenv("QUIRE_SRCDIR"));
    setenv("QUIRE_LIBRARY_PATH", path, 1);
    snprintf(path, sizeof path, "%s/tests/data/%s", getenv("QUIRE_SRCDIR"), file);
    cr_assert_eq(quire_xml_load(&model, &catalog, path, NULL, 0, NULL), QUIRE_OK, "%s", path);
    return model;
}

/* Whether an object of this kind is there; with a field, one that gives it. */
static bool
occurs(const struct quire_object *object, const struct quire_kind *kind, const char *field)
{
    if (object->kind == kind && (field == NULL || quire_object_has(object, field))) {
        return true;
    }
    for (size_t i = 0; i < object->n_child; i++) {
        if (occurs(object->child[i], kind, field)) {
            return true;
        }
    }
    return false;
}

/* Whether an attribute is given to any kind of this element. */
static bool
occurs_somewhere(const struct quire_object *object, const char *element, const char *attribute)
{
    if (strcmp(object->kind->element, element) == 0 && quire_object_has(object, attribute)) {
        return true;
    }
    for (size_t i = 0; i < object->n_child; i++) {
        if (occurs_somewhere(object->child[i], element, attribute)) {
            return true;
        }
    }
    return false;
}

/* In the file, or in the example that a kind shows of itself; then attributes that other kinds of
 * its element share with it need not be there. */
Test(every_element, occurs_with_each_of_its_attributes)
{
    quire_model *model = load(), *examples = example_model(),
                *study = load_other("study", "studies/good-every-element.xml");
    quire_model *library = load_other("library", "models/parts/good-library.xml"),
                *calibration = load_other("calibration", "calibrations/good-every-element.xml");

    EACH_KIND(kind)
    {
        /* parameters and foreign data are text for the reader, not objects */
        if (strcmp(kind->element, "parameter") == 0 || strcmp(kind->element, "parameters") == 0 ||
            strcmp(kind->element, "user-data") == 0) {
            continue;
        }
        const bool shown = occurs(examples->root, kind, NULL);
        cr_expect(shown || occurs(model->root, kind, NULL) || occurs(study->root, kind, NULL) ||
                      occurs(library->root, kind, NULL) || occurs(calibration->root, kind, NULL),
                  "%s", table_label(kind));
        EACH_FIELD(field, kind)
        {
            cr_expect(occurs(model->root, kind, field->name) ||
                          occurs(study->root, kind, field->name) ||
                          occurs(examples->root, kind, field->name) ||
                          occurs(library->root, kind, field->name) ||
                          occurs(calibration->root, kind, field->name) ||
                          (shown && occurs_somewhere(model->root, kind->element, field->name)),
                      "%s: '%s'", table_label(kind), field->name);
        }
    }
    quire_model_destroy(model);
    quire_model_destroy(study);
    quire_model_destroy(library);
    quire_model_destroy(calibration);
    quire_model_destroy(examples);
}

Test(every_element, laws_show_examples)
{
    EACH_KIND(kind)
    {
        char line[EXAMPLE_LINE];
        const bool law =
            kind->family == &quire_family_normal || kind->family == &quire_family_friction;
        cr_expect(!law || example_line(kind, 0, line), "%s", table_label(kind));
    }
}

static const struct quire_object *
find(const struct quire_object *root, const char *element, const char *name)
{
    for (size_t i = 0; i < root->n_child; i++) {
        const struct quire_object *object = root->child[i];
        if (strcmp(object->kind->element, element) == 0 && object->name != NULL &&
            strcmp(object->name, name) == 0) {
            return object;
        }
    }
    cr_assert(false, "there is no <%s> '%s'", element, name);
    return NULL;
}

/* One value of each sort arrives where the solver looks for it, in SI units. */
Test(every_element, arrives_in_si_units)
{
    quire_model *model = load();
    const struct quire_object *root = model->root;
    const struct quire_media_params *media = find(root, "media", "plain-80")->params;
    const struct quire_nip_params *nip = find(root, "nip", "n1")->params;
    const struct quire_nip_params *like = find(root, "nip", "n2")->params;
    const struct quire_sheet_params *sheet = find(root, "sheet", "page")->params;
    const struct quire_drive_params *shaft = find(root, "drive", "shaft")->params;
    const struct quire_guide_params *drum = find(root, "guide", "drum")->params;
    const struct quire_start_params *start =
        quire_object_child_of(find(root, "sheet", "strip"), &quire_kind_start)->params;

    cr_expect(media->thickness == 1e-4 && media->modulus_md == 4e9 && media->grammage == 0.08);
    cr_expect(nip->load == 8.0 && nip->max_gap == 2e-3); /* the load is a parameter */
    cr_expect(like->load == 8.0 && like->at == 0.15 && like->path == nip->path);
    cr_expect(sheet->segments == 60 && sheet->media == find(root, "media", "plain-80"));
    /* 100 rpm */
    cr_expect(shaft->given[QUIRE_DRIVE_SHAFT_SPEED] > 10.47 &&
              shaft->given[QUIRE_DRIVE_SHAFT_SPEED] < 10.48);
    cr_expect(drum->side == QUIRE_SIDE_RIGHT);
    cr_expect(start->heading > 0.5235 && start->heading < 0.5237 && start->velocity[1] == 0.1);
    quire_model_destroy(model);
}
