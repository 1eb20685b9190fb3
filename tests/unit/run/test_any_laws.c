/* Any friction law with any normal law: a sheet falls on two guides that lie end to end and slides onto a driven roller. */
#include <criterion/criterion.h>
#include <math.h>
#include <quire/run.h>
#include <stdio.h>
#include <string.h>

#include "../sys/remembering.h"
#include "base/diag.h"
#include "catalog/catalog.h"

static const char *const normals[] = {
    "<normal law=\"mtt-indentation\" force=\"2 N\" at-penetration=\"0.05 mm\" damping=\"1e6 N*s/m^2.5\"/>",
    "<normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" damping=\"0.5 N*s/m\" boundary-penetration=\"0.02 mm\"/>",
    "<normal law=\"linear\" stiffness=\"2e4 N/m\" damping=\"0.3 N*s/m\" release=\"overlap\"/>",
    "<normal law=\"hunt-crossley\" stiffness=\"1e6 N/m^1.5\" restitution=\"0.6\" minimum-impact-velocity=\"5 mm/s\"/>",
    "<normal law=\"gonthier-carvalho-martins\" stiffness=\"1e6 N/m^1.5\" restitution=\"0.6\" minimum-impact-velocity=\"5 mm/s\" damping=\"0.1 N*s/m\"/>",
    "<normal law=\"restitution-exact\" stiffness=\"1e6 N/m^1.5\" restitution=\"0.6\" minimum-impact-velocity=\"5 mm/s\"/>",
    "<normal law=\"demlab-hertz\" effective-modulus=\"1 MPa\" effective-radius=\"10 mm\" restitution=\"0.6\"/>",
    "<normal law=\"hooke-scale-invariant\" youngs-modulus=\"6 MPa\" rod-area=\"10 mm^2\" rod-length=\"3 mm\" damping=\"0.3 N*s/m\"/>",
    "<normal law=\"eepa\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" adhesion-exponent=\"1.3\" plasticity-ratio=\"0.3\" "
    "adhesion-stiffness=\"2e4 N/m^1.3\" pull-off-force=\"0.1 mN\" damping=\"0.1 N*s/m\"/>",
    "<normal law=\"distance-power\" reference-distance=\"0.1 mm\" cut-off=\"0.6 mm\" repulsion=\"20 Pa\" repulsion-exponent=\"4\" "
    "damping=\"5 Pa*s/m\" damping-exponent=\"4\" adhesion=\"2 Pa\"/>",
};
static const char *const frictions[] = {
    "<friction law=\"mtt-step\" dynamic-coefficient=\"0.3\" threshold-velocity=\"5 mm/s\"/>",
    "<friction law=\"mtt-linear\" dynamic-coefficient=\"0.3\" threshold-velocity=\"5 mm/s\"/>",
    "<friction law=\"regularised\" dynamic-coefficient=\"0.3\" regularisation-velocity=\"5 mm/s\"/>",
    "<friction law=\"stick-slip\" dynamic-coefficient=\"0.3\" static-coefficient=\"0.4\"/>",
    "<friction law=\"tangential-spring\" coefficient=\"0.3\" stiffness=\"1e5 N/m\" damping=\"0.1 N*s/m\"/>",
    "<friction law=\"distance-viscous\" reference-distance=\"0.1 mm\" cut-off=\"0.8 mm\" layer=\"0.2 mm\" viscosity=\"20 Pa*s/m\" exponent=\"2\"/>",
};
#define COUNT(list) (sizeof list / sizeof *list)

/* a law that is new in the catalog belongs into the lists */
static void
expect_all(const char *family, const char *const *list, size_t n)
{
    const struct quire_catalog *catalog = quire_catalog_all();

    for (size_t i = 0; i < catalog->n; i++) {
        const struct quire_kind *kind = catalog->kind[i];
        char wanted[100];
        bool found = strcmp(kind->family, family) != 0;
        snprintf(wanted, sizeof wanted, "law=\"%s\"", kind->variant != NULL ? kind->variant : "");
        for (size_t k = 0; k < n; k++) {
            found = found || strstr(list[k], wanted) != NULL;
        }
        cr_expect(found, "%s %s", family, kind->variant);
    }
}

Test(any_laws, all_are_tried)
{
    expect_all("normal", normals, COUNT(normals));
    expect_all("friction", frictions, COUNT(frictions));
}

static void
run_pair(const char *normal, const char *friction)
{
    char text[4096];
    quire_diag *diag = quire_diag_create();
    quire_run *run;

    snprintf(text, sizeof text,
             "<settings><gravity vector=\"0 m/s^2, -9.8 m/s^2\"/><run end=\"50 ms\" sample=\"1 ms\"/></settings>"
             "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\"/><contact name=\"c\">%s%s</contact><pair contact=\"c\"/>"
             "<drive name=\"d\" speed=\"0.4 m/s\"/><roller name=\"r\" centre=\"100 mm, -10 mm\" radius=\"9.95 mm\" surface=\"rubber\" drive=\"d\" "
             "sense=\"clockwise\"/><guide name=\"g\" surface=\"steel\"><line from=\"-100 mm, -0.05 mm\" to=\"40 mm, -0.05 mm\"/></guide>"
             "<guide name=\"h\" surface=\"steel\"><line from=\"40 mm, -0.05 mm\" to=\"88 mm, -0.05 mm\"/></guide>"
             "<sheet name=\"s\" media=\"m\" length=\"90 mm\" width=\"100 mm\" segments=\"18\"><start from=\"0 mm, %s\" velocity=\"0.3 m/s, 0 m/s\"/></sheet>",
             normal, friction, strstr(normal, "distance") != NULL ? "0.3 mm" : "0.12 mm");
    quire_model *model = remembering_model(text);
    cr_assert_eq(quire_run_create(&run, model, NULL, diag), QUIRE_OK, "%s %s", normal, friction);
    cr_expect_eq(quire_run_execute(run, diag), QUIRE_OK, "%s %s", normal, friction);
    cr_expect_lt(fabs(quire_run_figure(run, "energy.residual")), 5e-3 * quire_run_figure(run, "energy.largest"), "%s %s", normal, friction);
    quire_run_destroy(run);
    quire_model_destroy(model);
    quire_diag_destroy(diag);
}

Test(any_laws, friction_goes_with_any_normal_law, .timeout = 60)
{
    for (size_t i = 0; i < COUNT(normals); i++) {
        for (size_t k = 0; k < COUNT(frictions); k++) {
            run_pair(normals[i], frictions[k]);
        }
    }
}
