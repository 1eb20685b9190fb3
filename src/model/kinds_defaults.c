/* <defaults>, which the reader puts to use (xml/expand/defaults.c), and <user-data>, which it
 * passes over (xml/text/parse.c). */
#include <math.h>

#include "kind/kind.h"

struct defaults_params {
    const char *class, *parent;
};

static const struct quire_field fields[] = {
    QUIRE_TEXT(struct defaults_params, class, "class", QUIRE_OPTIONAL,
               "name of the class; default: the values apply to all elements of the model"),
    QUIRE_TEXT(struct defaults_params, parent, "parent", QUIRE_OPTIONAL,
               "parent class, used for values that this one does not give"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_defaults = {
    .family = &quire_family_model,
    .element = "defaults",
    .size = sizeof(struct defaults_params),
    .fields = fields,
    .help = "Default attributes of elements. Its children are elements, for example <idler "
            "mass=\"20 g\"/>, each at most once, with any of their attributes, but without "
            "children. The defaults apply to elements of the class: those with class=\"NAME\", and "
            "those inside them without a class of their own. Parts of an instance are inside their "
            "assembly, and the assembly is inside the instance. Precedence: the element itself, "
            "its 'like', its class, parent classes, global defaults, built-in defaults.",
};

struct nothing {
    char unused;
};

static const struct quire_field no_fields[] = {QUIRE_FIELD_END};

const struct quire_kind quire_kind_user_data = {
    .family = &quire_family_model,
    .element = "user-data",
    .size = sizeof(struct nothing),
    .fields = no_fields,
    .help = "Data of other programs: text, and elements and attributes of any name and namespace. "
            "Every element may contain it, any number of times. Quire ignores it; rewriting a file "
            "preserves its bytes. The schema for editors allows one of them in elements whose "
            "children are single.",
    .example =
        "<user-data><note xmlns=\"urn:example\" by=\"design\">drawing 12-345</note></user-data>",
};
