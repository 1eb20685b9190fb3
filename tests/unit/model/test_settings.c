/* Objects from settings, and looking around in a tree. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "model/settings.h"

struct law {
    double stiffness, exponent;
};

static const struct quire_field law_fields[] = {
    QUIRE_REAL(struct law, stiffness, "stiffness", "N/m^{exponent}", QUIRE_REQUIRED, QUIRE_POSITIVE,
               "stiffness", NULL),
    QUIRE_REAL(struct law, exponent, "exponent", "", "1.5", QUIRE_POSITIVE, "exponent", NULL),
    QUIRE_FIELD_END,
};

static quire_status
check_law(const struct quire_object *self, quire_diag *diag)
{
    const struct law *law = self->params;
    return law->exponent > 3
               ? quire_diag_error(diag, "E-MODEL", self->place, NULL, NULL, "too steep")
               : QUIRE_OK;
}

static const struct quire_kind law_kind = {
    .family = &quire_family_normal,
    .element = "normal",
    .selector = "law",
    .variant = "power",
    .size = sizeof(struct law),
    .fields = law_fields,
    .check = check_law,
};

static quire_status
make(struct quire_object **out, struct quire_arena *arena, quire_diag *diag, const char *a,
     const char *av, const char *b, const char *bv)
{
    const quire_setting settings[] = {{a, av}, {b, bv}};
    return quire_object_from_settings(out, &law_kind, settings,
                                      b != NULL   ? 2
                                      : a != NULL ? 1
                                                  : 0,
                                      arena, diag);
}

Test(settings, object)
{
    struct quire_arena *arena = quire_arena_create();
    struct quire_object *object;
    cr_assert_eq(make(&object, arena, NULL, "stiffness", "5 N/m^2", "exponent", "2"), QUIRE_OK);
    const struct law *law = object->params;
    cr_expect_eq(law->stiffness, 5);
    cr_expect_eq(law->exponent, 2);
    cr_expect(quire_object_has(object, "exponent"));
    cr_assert_eq(make(&object, arena, NULL, "stiffness", "5 N/m^1.5", NULL, NULL), QUIRE_OK);
    cr_expect_not(quire_object_has(object, "exponent"));
    cr_expect_not(quire_object_has(object, "no-such"));
    quire_arena_destroy(arena);
}

Test(settings, problems)
{
    struct quire_arena *arena = quire_arena_create();
    quire_diag *diag = quire_diag_create();
    struct quire_object *object;
    char buf[300];
    cr_expect_eq(make(&object, arena, diag, NULL, NULL, NULL, NULL), QUIRE_ERROR_INPUT);
    cr_expect_null(object);
    cr_expect_eq(make(&object, arena, diag, "stiffness", "5 N/m^1.5", "stifness", "1"),
                 QUIRE_ERROR_INPUT);
    cr_expect_eq(make(&object, arena, diag, "stiffness", "5 N/m^1.5", "stiffness", "5 N/m^1.5"),
                 QUIRE_ERROR_INPUT);
    cr_expect_eq(make(&object, arena, diag, "stiffness", "5 N/m^4", "exponent", "4"),
                 QUIRE_ERROR_INPUT);
    static const char *const codes[] = {"E-MISSING", "E-UNKNOWN-ATTRIBUTE", "E-DUPLICATE",
                                        "E-MODEL"};
    cr_assert_eq(quire_diag_count(diag), 4);
    for (size_t i = 0; i < 4; i++) {
        cr_expect_str_eq(quire_diag_get(diag, i)->code, codes[i]);
    }
    quire_diag_format(diag, 1, buf, sizeof buf);
    cr_expect_str_eq(buf, "error [E-UNKNOWN-ATTRIBUTE]: power: unknown attribute 'stifness' on "
                          "<normal law=\"power\">; did you mean 'stiffness'?");
    quire_diag_destroy(diag);
    quire_arena_destroy(arena);
}

Test(object, labels_and_children)
{
    static const struct quire_kind machine_kind = {.element = "model"},
                                   nip_kind = {.element = "nip"},
                                   driver_kind = {.element = "driver"};
    struct quire_object machine = {.kind = &machine_kind, .name = "m"},
                        nip = {.kind = &nip_kind, .name = "n1", .parent = &machine};
    struct quire_object driver = {.kind = &driver_kind, .parent = &nip},
                        lone = {.kind = &driver_kind, .parent = &machine};
    struct quire_object *children[] = {&lone, &nip, &lone};
    char buf[50];
    machine.child = children;
    machine.n_child = 3;
    cr_expect_str_eq(quire_object_label(&nip, buf, sizeof buf), "nip 'n1'");
    cr_expect_str_eq(quire_object_label(&driver, buf, sizeof buf), "driver of nip 'n1'");
    cr_expect_str_eq(quire_object_label(&lone, buf, sizeof buf), "driver");
    cr_expect_eq(quire_object_child_of(&machine, &nip_kind), &nip);
    cr_expect_null(quire_object_child_of(&machine, &machine_kind));
    size_t from = 0, n = 0;
    while (quire_object_next_of(&machine, &driver_kind, &from) != NULL) {
        n++;
    }
    cr_expect_eq(n, 2);
}
