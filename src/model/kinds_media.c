/* Media: the paper or film that sheets are made of. */
#include <math.h>

#include "model/kinds_media.h"
#include "model/problem.h"
#include "text/amount.h"

#define THICKNESS_RANGE 0.0, 5e-3, true, true /* [m]; thicker is board, not a thin sheet */

#define MODULI   QUIRE_USUALLY(1e6, 1e12) /* [Pa], from rubber to diamond */
#define LIGHTEST 20.0                     /* [kg/m^3], foam */
#define HEAVIEST 23e3                     /* osmium */

static const struct quire_field media_fields[] = {
    QUIRE_NAME(struct quire_media_params, name, QUIRE_REQUIRED,
               "name of the medium, used by sheets and pairs"),
    QUIRE_REAL_USUAL(struct quire_media_params, grammage, "grammage", "kg/m^2", QUIRE_REQUIRED,
                     QUIRE_POSITIVE, QUIRE_USUALLY(1e-3, 10),
                     "mass per area; copy paper 60 g/m^2 to 100 g/m^2, card up to 350 g/m^2",
                     "ISO 536"),
    QUIRE_REAL(
        struct quire_media_params, thickness, "thickness", "m", QUIRE_REQUIRED, THICKNESS_RANGE,
        "thickness of one sheet; copy paper about 0.1 mm, card 0.3 mm, film 0.025 mm to 0.2 mm",
        "ISO 534"),
    QUIRE_REAL_USUAL(struct quire_media_params, modulus_md, "modulus-md", "Pa", QUIRE_OPTIONAL,
                     QUIRE_POSITIVE, MODULI,
                     "Young's modulus in the machine direction (along the fibres); paper 3 GPa to "
                     "8 GPa, PET film 4.5 GPa",
                     "ISO 1924-2"),
    QUIRE_REAL_USUAL(struct quire_media_params, modulus_cd, "modulus-cd", "Pa", QUIRE_OPTIONAL,
                     QUIRE_POSITIVE, MODULI,
                     "Young's modulus across the fibres; for paper a half to a third of modulus-md",
                     "ISO 1924-2"),
    QUIRE_REAL(struct quire_media_params, bending_stiffness_md, "bending-stiffness-md", "N*m",
               QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "measured bending stiffness per width in the machine direction; overrides E t^3/12; "
               "copy paper about 0.4 mN*m",
               "ISO 5628"),
    QUIRE_REAL(struct quire_media_params, bending_stiffness_cd, "bending-stiffness-cd", "N*m",
               QUIRE_OPTIONAL, QUIRE_NON_NEGATIVE,
               "measured bending stiffness per width across the fibres; overrides E t^3/12",
               "ISO 5628"),
    QUIRE_REAL(struct quire_media_params, damping_ratio, "damping-ratio", "", "0.05",
               QUIRE_FROM_TO(0.0, 10.0),
               "damping ratio of bending at damping-frequency; paper 0.02 to 0.1", NULL),
    QUIRE_REAL(struct quire_media_params, damping_frequency, "damping-frequency", "Hz", "160 Hz",
               QUIRE_POSITIVE,
               "frequency of damping-ratio; the damping moment is proportional to the bending rate",
               NULL),
    QUIRE_REAL(
        struct quire_media_params, axial_damping_time, "axial-damping-time", "s", "4 us",
        QUIRE_NON_NEGATIVE,
        "damping of stretching: time constant, (tension per rate of strain) / (tension per strain)",
        NULL),
    QUIRE_REAL(struct quire_media_params, modulus_through, "modulus-through", "Pa", QUIRE_OPTIONAL,
               QUIRE_POSITIVE,
               "Young's modulus across the thickness, for laws that use an effective modulus of "
               "both materials; paper 10 MPa to 100 MPa; default: rigid",
               NULL),
    QUIRE_REAL(
        struct quire_media_params, shear_modulus, "shear-modulus", "Pa", QUIRE_OPTIONAL,
        QUIRE_POSITIVE,
        "in-plane shear modulus, for skewing and twist; paper 1 GPa to 2 GPa; default: sqrt(E_MD "
        "E_CD)/2.6, typical of machine-made papers (spatial models only)",
        "Campbell, Aust. J. Appl. Sci. 12, 1961; Baum, Brennan, Habeger, Tappi J. 64(8), 1981"),
    QUIRE_REAL(struct quire_media_params, poisson_ratio, "poisson-ratio", "", "0",
               QUIRE_FROM_TO(0.0, 0.5), "Poisson's ratio across the thickness; paper about 0",
               NULL),
    QUIRE_FIELD_END,
};

static void
look_at_density(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_media_params *media = self->params;
    const double density = media->grammage / media->thickness;

    if (density < LIGHTEST || density > HEAVIEST) {
        quire_object_warning(self, diag, "W-UNUSUAL", "check the units",
                             "grammage and thickness give a density of %s kg/m^3; papers have 500 "
                             "to 1500, plastics 900 to 2200",
                             QUIRE_AMOUNT(density));
    }
}

/* A modulus is needed for stretching; a positive bending stiffness gives one. */
static quire_status
check_media(const struct quire_object *self, quire_diag *diag)
{
    const struct quire_media_params *media = self->params;
    const bool has_modulus = quire_object_has(self, "modulus-md");
    const bool has_stiffness =
        quire_object_has(self, "bending-stiffness-md") && media->bending_stiffness_md > 0.0;

    if (!has_modulus && !has_stiffness) {
        return quire_object_error(self, diag, "E-MISSING", "for copy paper modulus-md=\"4 GPa\"",
                                  "give 'modulus-md' or a positive 'bending-stiffness-md'");
    }
    look_at_density(self, diag);
    return QUIRE_OK;
}

const struct quire_kind quire_kind_media = {
    .family = &quire_family_model,
    .element = "media",
    .size = sizeof(struct quire_media_params),
    .fields = media_fields,
    .help = "A medium: paper, card or film. Bending stiffness per width is E t^3/12 with the "
            "modulus along the feed (see grain of <sheet>), or as measured. If only a bending "
            "stiffness is given, the modulus for stretching follows from it. Spatial models also "
            "use the modulus across the feed; default: that along the feed.",
    .equation = "B = E t^3/12;  damping moment = (damping-ratio / (pi damping-frequency)) * B * "
                "d(curvature)/dt, per width",
    .check = check_media,
};
