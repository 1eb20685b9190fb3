/* <defaults>, which the reader puts to use (xml/expand/defaults.c), and <user-data>, which it
 * passes over (xml/text/parse.c). */
#include <math.h>

#include "kind/kind.h"

struct defaults_params {
    const char *class, *parent;
};

static const struct quire_field fields[] = {
    QUIRE_TEXT(struct defaults_params, class, "class", QUIRE_OPTIONAL,
               "name of the class; without it the defaults hold for all elements of the model"),
    QUIRE_TEXT(struct defaults_params, parent, "parent", QUIRE_OPTIONAL,
               "class whose defaults hold where this one gives none"),
    QUIRE_FIELD_END,
};

const struct quire_kind quire_kind_defaults = {
    .family = &quire_family_model,
    .element = "defaults",
    .size = sizeof(struct defaults_params),
    .fields = fields,
    .help =
        "Attributes that elements have where they do not give them. Its children are elements such "
        "as <idler mass=\"20 g\"/>, each once, with any of their "
        "attributes, but no elements in them. They hold for elements of the class: those with "
        "class=\"NAME\", and those inside them that have no class "
        "of their own; parts of an instance are inside their assembly, and that is inside the "
        "instance. What an element says comes first, then what it is like, its class, the "
        "parents of that, the defaults for all, and last "
        "what Quire assumes.",
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
    .help = "Anything of other programs: text, and elements and attributes of any name and "
            "namespace. It may be inside every element, any number of times, "
            "and is passed over; rewriting a file keeps its bytes. The schema for editors allows "
            "one of them in elements whose children are single.",
    .example =
        "<user-data><note xmlns=\"urn:example\" by=\"design\">drawing 12-345</note></user-data>",
};
