/* Constants of contact laws from their elements. */
#include <math.h>

#include "compile/law/compile_law.h"
#include "model/problem.h"

#define MOST_REACH 0.05 /* [m] */

void
quire_compile_constants(struct quire_compile *c, struct quire_contact_law *law,
                        const struct quire_object *normal, const struct quire_object *friction)
{
    quire_compile_note(c, law->normal->compile(normal, law->normal_data, c->diag));
    law->reach = law->normal->reach != NULL ? law->normal->reach(law->normal_data) : 0;
    law->deepest = law->normal->deepest != NULL ? law->normal->deepest(law->normal_data) : HUGE_VAL;
    law->per_deformed =
        law->normal->per_deformed_area != NULL && law->normal->per_deformed_area(law->normal_data);
    if (law->reach > MOST_REACH) {
        quire_compile_note(
            c, quire_object_error(
                   normal, c->diag, "E-MODEL", "give a cut-off",
                   "it acts from %s before contact; at most 50 mm are allowed in a machine",
                   law->reach < HUGE_VAL ? "far" : "any distance"));
    }
    if (friction != NULL) {
        quire_compile_note(c, law->friction->compile(friction, law->friction_data, c->diag));
    }
}
