/* Assemblies, and instances of them. The reader puts the parts in place (xml/expand/instances.c,
 * xml/build/placing.c); what is left in the model says only that they were there. */
#include <math.h>

#include "model/kinds_assembly.h"
#include "model/problem.h"
#include "model/rows.h"

/* ---- <assembly> ---- */

static const struct quire_field assembly_fields[] = {
    QUIRE_NAME(struct quire_assembly_params, name, QUIRE_REQUIRED,
               "name of the assembly, used by its instances"),
    QUIRE_FIELD_END,
};

static const struct quire_child assembly_children[] = {
    {&quire_family_model, "parameter", 0, -1},
    QUIRE_MACHINE_PARTS,
    {&quire_family_model, "instance", 0, -1},
    QUIRE_CHILD_END,
};

const struct quire_kind quire_kind_assembly = {
    .family = &quire_family_model,
    .element = "assembly",
    .size = sizeof(struct quire_assembly_params),
    .fields = assembly_fields,
    .children = assembly_children,
    .help = "A repeated part of a machine, described once. An assembly is only a definition; each "
            "<instance> of it creates the parts. Its <parameter>s are visible only inside it, and "
            "each instance may give them other values.",
};

/* ---- <instance> ---- */

static const struct quire_field instance_fields[] = {
    QUIRE_NAME(
        struct quire_instance_params, name, QUIRE_REQUIRED,
        "name of the instance; its parts are called NAME-PART, its parameters NAME-PARAMETER"),
    QUIRE_TEXT(struct quire_instance_params, assembly, "assembly", QUIRE_REQUIRED,
               "assembly to place here"),
    QUIRE_REFERENCE(struct quire_instance_params, path, "path", "path", QUIRE_OPTIONAL,
                    "path of parts that have 'at', 'from' or 'to' along a path but name no path"),
    QUIRE_TEXT(struct quire_instance_params, at, "at", QUIRE_OPTIONAL,
               "position of the instance. With path: the distance along it from which its parts "
               "are measured, 150 mm. Otherwise: the origin of its coordinates, 300 mm, 20 mm"),
    QUIRE_REAL_AS(QUIRE_HEADING, struct quire_instance_params, angle, "angle", "rad", "0 deg",
                  QUIRE_ANY, "rotation of its coordinates, counter-clockwise; not with path", NULL),
    QUIRE_BOOLEAN(struct quire_instance_params, mirrored, "mirrored", "no",
                  "yes: left and right are exchanged; it is mirrored about the x axis of its "
                  "coordinates, or about its path"),
    QUIRE_REAL_AS(QUIRE_ACROSS, struct quire_instance_params, across, "across", "m", "0 m",
                  QUIRE_ANY, "displacement across the feed (z) (spatial models only)", NULL),
    QUIRE_INTEGER(struct quire_instance_params, count, "count", QUIRE_OPTIONAL,
                  QUIRE_FROM_TO(1, 1000),
                  "number of copies, named NAME-1, NAME-2, ...; a plain number"),
    QUIRE_TEXT(
        struct quire_instance_params, pitch, "pitch", QUIRE_OPTIONAL,
        "step from each copy to the next, a distance along the path or a vector; needs count"),
    QUIRE_FIELD_END,
};

static const struct quire_child instance_children[] = {
    {&quire_family_instance, "set", 0, -1},
    QUIRE_CHILD_END,
};

static quire_status
check_instance(const struct quire_object *self, quire_diag *diag)
{
    static const char *const several[] = {"pitch"}, *const turned[] = {"angle"};
    const quire_status status = quire_object_depend(self, diag, "count", several, 1);
    return quire_status_first(status, quire_object_exclude(self, diag, "path", turned, 1));
}

const struct quire_kind quire_kind_instance = {
    .family = &quire_family_model,
    .element = "instance",
    .size = sizeof(struct quire_instance_params),
    .fields = instance_fields,
    .children = instance_children,
    .help = "An assembly at one position, or at several. The names of its parts begin with the "
            "name of the instance. A name inside it refers to its own part first, then to a part "
            "of the surrounding instance, then to one of the model.",
    .check = check_instance,
};

/* ---- <set> ---- */

static const struct quire_field set_fields[] = {
    QUIRE_TEXT(struct quire_instance_set_params, parameter, "parameter", QUIRE_REQUIRED,
               "name of a parameter of the assembly"),
    QUIRE_TEXT(struct quire_instance_set_params, value, "value", QUIRE_REQUIRED,
               "value in this instance"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_instance_set = {
    .family = &quire_family_instance,
    .element = "set",
    .size = sizeof(struct quire_instance_set_params),
    .fields = set_fields,
    .help = "The value of one of the assembly's parameters in this instance.",
};
