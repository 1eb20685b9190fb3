/* Any friction law with any normal law, by the examples that they show of themselves: a sheet falls
 * on two guides that lie end to end and slides onto a drive roller. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "catalog/catalog.h"
#include "fixtures/examples.h"
#include "fixtures/machine.h"
#include "kind/law.h"

static void
run_pair(const char *normal, bool before_touch, const char *friction)
{
    char text[4096];
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"50 ms\" sample=\"1 "
             "ms\"/><solver position-tolerance=\"0.02 um\"/></settings>"
             "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 "
             "GPa\"/><contact name=\"c\">%s%s</contact><pair contact=\"c\"/>"
             "<drive name=\"d\" speed=\"0.4 m/s\"/><roller name=\"r\" centre=\"100 mm, -10 mm\" "
             "radius=\"9.95 mm\" surface=\"rubber\" drive=\"d\" "
             "sense=\"clockwise\"/><guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, -0.05 "
             "mm\" to=\"40 mm, -0.05 mm\"/></guide>"
             "<guide name=\"h\" surface=\"steel\"><line from=\"40 mm, -0.05 mm\" to=\"88 mm, -0.05 "
             "mm\"/></guide>"
             "<sheet name=\"s\" media=\"m\" length=\"90 mm\" width=\"100 mm\" "
             "segments=\"18\"><start from=\"0 mm, %s\" velocity=\"0.3 m/s, 0 m/s\"/></sheet>",
             normal, friction, before_touch ? "0.3 mm" : "0.12 mm");
    quire_model *model = machine_model(text);
    cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK, "%s %s", normal, friction);
    cr_expect_eq(quire_run_execute(run, diag), QUIRE_OK, "%s %s", normal, friction);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")),
                 1e-3 * quire_run_figure(run, "energy.largest"), "%s %s", normal, friction);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

static void
with_each_friction(const char *normal, bool before_touch)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    char line[EXAMPLE_LINE];

    for (size_t i = 0; i < catalog->n; i++) {
        for (size_t k = 0; catalog->kind[i]->family == &quire_family_friction &&
                           example_line(catalog->kind[i], k, line);
             k++) {
            run_pair(normal, before_touch, line);
        }
    }
}

Test(any_laws, friction_goes_with_any_normal_law, .timeout = 60)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    char line[EXAMPLE_LINE];

    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *kind = catalog->kind[i];
        for (size_t k = 0; kind->family == &quire_family_normal && example_line(kind, k, line);
             k++) {
            with_each_friction(line, ((const struct quire_normal_law *)kind->ops)->reach != NULL);
        }
    }
}
