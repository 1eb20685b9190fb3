#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "result/figures.h"

Test(figures, are_found_by_name_whatever_the_order_they_came_in)
{
    struct quire_figures figures = {0};
    char name[16];
    /* 211 and 500 have no common factor: every number once, in another order */
    for (int i = 0; i < 500; i++) {
        const int k = i * 211 % 500;
        snprintf(name, sizeof name, "f%03d", k);
        quire_figures_set(&figures, "s1", name, "s", (double)k);
    }
    cr_assert_eq(figures.n, 500);
    for (size_t i = 1; i < figures.n; i++) {
        cr_assert_lt(strcmp(figures.at[i - 1].name, figures.at[i].name), 0);
    }
    cr_assert_eq(quire_figures_get(&figures, "s1.f000"), 0.0);
    cr_assert_eq(quire_figures_get(&figures, "s1.f499"), 499.0);
    cr_assert(isnan(quire_figures_get(&figures, "s1.f500")));
    cr_assert(isnan(quire_figures_get(&figures, "")));
    quire_figures_clear(&figures);
}

Test(figures, set_replaces_and_set_first_does_not)
{
    struct quire_figures figures = {0};
    quire_figures_set(&figures, NULL, "jam.failed", "", 0.0);
    quire_figures_set(&figures, "jam", "failed", "", 1.0);
    quire_figures_set_first(&figures, "jam", "failed", "", 2.0);
    cr_assert_eq(figures.n, 1);
    cr_assert_eq(quire_figures_get(&figures, "jam.failed"), 1.0);
    quire_figures_clear(&figures);
}

/* FIPS 180-4 example values */
Test(sha256, gives_the_published_values)
{
    struct quire_sha256 sha;
    char hex[65], block[1000];
    quire_sha256_init(&sha);
    quire_sha256_finish(&sha, hex);
    cr_assert_str_eq(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    quire_sha256_init(&sha);
    quire_sha256_add(&sha, "abc", 3);
    quire_sha256_finish(&sha, hex);
    cr_assert_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    memset(block, 'a', sizeof block);
    quire_sha256_init(&sha);
    for (int i = 0; i < 1000; i++) {
        quire_sha256_add(&sha, block, sizeof block);
    }
    quire_sha256_finish(&sha, hex);
    cr_assert_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
