/* A library leaves what a host program has chosen for libxml2 as it is. */
#include <criterion/criterion.h>
#include <libxml/xmlmemory.h>
#include <quire/model.h>
#include <stdlib.h>
#include <string.h>

static size_t requests;

static void *
counted(size_t size)
{
    requests++;
    return malloc(size);
}

static void
load(void)
{
    static const char text[] = "<model version=\"1\" name=\"m\"/>";
    quire_model *model = NULL;

    cr_assert_eq(quire_model_parse(&model, text, sizeof text - 1, "m.xml", NULL, 0, NULL),
                 QUIRE_OK);
    quire_model_destroy(model);
}

Test(host, keeps_its_allocator)
{
    xmlFreeFunc before_free, after_free;
    xmlMallocFunc before_malloc, after_malloc;
    xmlReallocFunc before_realloc, after_realloc;
    xmlStrdupFunc before_strdup, after_strdup;

    xmlMemGet(&before_free, &before_malloc, &before_realloc, &before_strdup);
    load();
    xmlMemGet(&after_free, &after_malloc, &after_realloc, &after_strdup);
    cr_expect(before_free == after_free && before_malloc == after_malloc &&
              before_realloc == after_realloc && before_strdup == after_strdup);
}

Test(host, may_choose_one_before_and_after_the_library_is_used)
{
    load();
    cr_assert_eq(xmlMemSetup(free, counted, realloc, strdup), 0);
    load();
    cr_expect_gt(requests, 0);
}
