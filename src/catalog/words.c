#include "catalog/words.h"

#include <math.h>
#include <string.h>

#include "formula/units.h"
#include "kind/check.h"
#include "kind/law.h"
#include "text/number.h"

#define PI 3.14159265358979323846

/* A first sentence longer than this [bytes] is cut at the first colon or semicolon behind the
 * other. */
enum { LONG_SENTENCE = 51, SHORT_SENTENCE = 15 };

static const struct quire_group groups[] = {
    {"model", "The model, its settings, media and places", "model|library|instance"},
    {"contacts", "Contacts and pairs", "contact"},
    {"normal-laws", "Normal laws", "normal"},
    {"friction-laws", "Friction laws", "friction"},
    {"paths", "Pieces of paths", "path-piece"},
    {"shapes", "Shapes of guides", "shape"},
    {"gates", "How guides move", "gate"},
    {"drives", "Drives", "drive|drive-to"},
    {"bodies", "Rollers, nips and sheets", "body|clamp-to|pin-to|load-to"},
    {"elements", "Elements", "element|pressure"},
    {"sensors", "Sensors", "sensor"},
    {"rules", "Rules, their actions, variables and states", "rule|action|control"},
    {"checks", "Checks", "check"},
    {"studies", "Studies: factors, noise, responses", "study|noise"},
    {"designs", "Designs of experiments", "design"},
    {"calibrations", "Calibrations: unknowns, measurements", "calibration"},
};

const struct quire_group *
quire_group_all(size_t *n)
{
    *n = sizeof groups / sizeof groups[0];
    return groups;
}

bool
quire_group_has(const struct quire_group *group, const struct quire_kind *kind)
{
    const char *family = kind->family->name;
    const size_t length = strlen(family);

    for (const char *at = group->families; at != NULL; at = strchr(at, '|')) {
        at += *at == '|' ? 1 : 0;
        if (strncmp(at, family, length) == 0 && (at[length] == '|' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* ---- fields ---- */

/* "a|b|c" as "a, b or c"; each word between `before` and `after`. */
static void
add_choices(struct quire_text *out, const char *choices, const char *before, const char *after)
{
    for (const char *word = choices; *word != '\0';) {
        const size_t length = strcspn(word, "|");
        quire_text_add(out, before);
        quire_text_add_bytes(out, word, length);
        quire_text_add(out, after);
        word += length;
        if (*word == '|') {
            word++;
            quire_text_add(out, strchr(word, '|') != NULL ? ", " : " or ");
        }
    }
}

void
quire_words_type(struct quire_text *out, const struct quire_field *field)
{
    switch (field->type) {
    case QUIRE_FIELD_REAL:
        if (field->unit[0] == '\0') {
            quire_text_add(out, "number");
        } else {
            quire_text_format(out, "quantity [%s]", field->unit);
        }
        break;
    case QUIRE_FIELD_INTEGER: quire_text_add(out, "whole number"); break;
    case QUIRE_FIELD_BOOLEAN: quire_text_add(out, "yes or no"); break;
    case QUIRE_FIELD_CHOICE: add_choices(out, field->choices, "", ""); break;
    case QUIRE_FIELD_TEXT: quire_text_add(out, "text"); break;
    case QUIRE_FIELD_FILE: quire_text_add(out, "file below the model's folder"); break;
    case QUIRE_FIELD_NAME: quire_text_add(out, "name"); break;
    case QUIRE_FIELD_REFERENCE:
        quire_text_add(out, "name of a ");
        add_choices(out, field->choices, "<", ">");
        break;
    case QUIRE_FIELD_VECTOR: quire_text_format(out, "two quantities [%s]", field->unit); break;
    case QUIRE_FIELD_TRIPLE: quire_text_format(out, "three quantities [%s]", field->unit); break;
    case QUIRE_FIELD_POINTS: quire_text_format(out, "points [%s]", field->unit); break;
    }
}

/* Limits as people say them: angles in degrees, and multiples of a plain unit, such as 1 nm or 1
 * GPa. Other units stay. */
static double
scale_limit(double value, const char **unit, const char **prefix)
{
    static const struct {
        const char *name;
        double worth;
    } prefixes[] = {{"n", 1e9},  {"u", 1e6},  {"m", 1e3}, {"", 1},
                    {"k", 1e-3}, {"M", 1e-6}, {"G", 1e-9}};
    char name[16];
    struct quire_unit scaled;
    *prefix = "";
    if (**unit == '\0') {
        return value; /* a prefix alone may be a unit: m */
    }
    if (strcmp(*unit, "rad") == 0) {
        *unit = "deg";
        return round(value * (180 / PI) * 1e9) / 1e9;
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0] && strpbrk(*unit, "*/^") == NULL &&
                       strcmp(*unit, "kg") != 0;
         i++) {
        const double shown = value * prefixes[i].worth;
        quire_number_format(name, sizeof name, "%s%.10s", prefixes[i].name, *unit);
        const bool last = i + 1 == sizeof prefixes / sizeof prefixes[0];
        if (fabs(shown) >= 1 - 1e-9 && (fabs(shown) < 1000 || last) &&
            quire_unit_parse(&scaled, name, NULL, NULL, NULL)) {
            *prefix = prefixes[i].name;
            return round(shown * 1e9) / 1e9;
        }
    }
    return value;
}

static void
add_limit(struct quire_text *out, const char *words, double value, const char *unit)
{
    const char *prefix;
    const double shown = scale_limit(value, &unit, &prefix);
    quire_text_add(out, words);
    quire_text_rounded(out, &shown, 1, 15);
    if (unit[0] != '\0' && value != 0.0) {
        quire_text_format(out, " %s%s", prefix, unit);
    }
}

void
quire_words_range(struct quire_text *out, const struct quire_field *field)
{
    const bool has_minimum = isfinite(field->minimum), has_maximum = isfinite(field->maximum);

    if (has_minimum && has_maximum && field->minimum == field->maximum) {
        add_limit(out, "", field->minimum, field->unit);
        return;
    }
    if (has_minimum) {
        add_limit(out, field->above ? "greater than " : "at least ", field->minimum, field->unit);
    }
    if (has_maximum) {
        quire_text_add(out, has_minimum ? ", " : "");
        add_limit(out, field->below ? "less than " : "at most ", field->maximum, field->unit);
    }
    if (field->usual_from < field->usual_to) {
        quire_text_add(out, has_minimum || has_maximum ? ", usually " : "usually ");
        add_limit(out, "", field->usual_from, field->unit);
        add_limit(out, " to ", field->usual_to, field->unit);
    }
}

void
quire_words_default(struct quire_text *out, const struct quire_field *field)
{
    if (field->fallback == QUIRE_REQUIRED) {
        quire_text_add(out, "required");
    } else if (field->fallback[0] == '\0') {
        quire_text_add(out, "optional");
    } else {
        quire_text_format(out, "default %s", field->fallback);
    }
}

void
quire_words_count(struct quire_text *out, const struct quire_child *child)
{
    if (child->element == NULL && child->maximum < 0 && child->minimum > 0) {
        quire_text_add(out, "any number, at least one child in all");
    } else if (child->maximum < 0) {
        quire_text_add(out, child->minimum == 0 ? "any number" : "one or more");
    } else if (child->minimum == child->maximum) {
        quire_text_add(out, child->minimum == 1 ? "exactly one" : "a fixed number");
    } else if (child->maximum == 1) {
        quire_text_add(out, "at most one");
    } else {
        quire_text_format(out, "at most %d", child->maximum);
    }
}

/* the numbers that a normal law captures */
static void
add_history(struct quire_text *out, const struct quire_kind *kind)
{
    const struct quire_normal_law *law = kind->ops;
    const char *before = "stores for each position on the sheet ";

    for (size_t i = 0; i < QUIRE_LAW_HISTORY && law->history[i].name != NULL; i++) {
        const struct quire_law_number *c = &law->history[i];
        quire_text_format(out, "%s%s%s%s%s (%s)", before, c->name, c->unit[0] != '\0' ? " [" : "",
                          c->unit, c->unit[0] != '\0' ? "]" : "", c->help);
        before = ", ";
    }
}

void
quire_words_figures(struct quire_text *out, const struct quire_kind *kind)
{
    if (kind->family != &quire_family_check) {
        return;
    }
    const struct quire_check_ops *ops = kind->ops;
    quire_text_add(out, "NAME.failed (1 or 0), NAME.value and NAME.margin ");
    if (ops->unit == NULL) {
        quire_text_add(out, "(in s, or in m where the window is one of distance)");
    } else if (ops->unit[0] == '\0') {
        quire_text_add(out, "(plain numbers)");
    } else {
        quire_text_format(out, "(in %s)", ops->unit);
    }
    quire_text_add(out, "; NAME is the check's name, or its kind");
}

void
quire_words_memory(struct quire_text *out, const struct quire_kind *kind)
{
    bool remembers, may_pull = false, holds = false;

    if (kind->ops == NULL) {
        return;
    }
    if (kind->family == &quire_family_normal) {
        const struct quire_normal_law *law = kind->ops;
        remembers = law->commit != NULL, may_pull = law->may_pull;
    } else if (kind->family == &quire_family_friction) {
        const struct quire_friction_law *law = kind->ops;
        remembers = holds = law->commit != NULL;
    } else {
        return;
    }
    if (holds) {
        quire_text_add(out, "stores for each contact point where it stuck, and whether it sticks "
                            "or slides; a point contact on a roller stores this for the sheet in "
                            "the nip, other contacts for each place on the sheet");
    } else if (!remembers) {
        quire_text_add(out, "none: the force depends on the present motion only");
    } else {
        add_history(out, kind);
    }
    quire_text_add(out, may_pull ? "; the force may be tensile" : "");
}

void
quire_words_smoothness(struct quire_text *out, const struct quire_kind *kind)
{
    static const struct {
        enum quire_law_trait trait;
        const char *text;
    } words[] = {
        {QUIRE_LAW_JUMPS_AT_TOUCH,
         "jumps at first contact if it has a damping that does not vanish there"},
        {QUIRE_LAW_STEEP_AT_TOUCH, "begins with an infinite slope in the penetration"},
        {QUIRE_LAW_KINK_AT_REST, "has a kink where the rate changes its sign"},
        {QUIRE_LAW_STEEP_AT_REST, "has an infinite slope there"},
        {QUIRE_LAW_KINKS_WITHIN, "has kinks between its branches"},
    };
    const struct quire_normal_law *law = kind->ops;
    const char *before = "at worst, depending on the parameters, the force ";

    if (law == NULL || kind->family != &quire_family_normal) {
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if ((law->traits & words[i].trait) != 0) {
            quire_text_format(out, "%s%s", before, words[i].text);
            before = "; it ";
        }
    }
    if (law->traits == 0) {
        quire_text_format(out, "the force is smooth%s",
                          law->release == QUIRE_RELEASE_OVERLAP ? ""
                                                                : " except for the cut at zero");
    }
}

void
quire_words_release(struct quire_text *out, const struct quire_kind *kind)
{
    static const char *const words[] = {
        [QUIRE_RELEASE_FORCE] = "contact ends when the force would become tensile",
        [QUIRE_RELEASE_OVERLAP] =
            "contact ends when the penetration is zero; before, the force may be tensile",
        [QUIRE_RELEASE_CHOSEN] = ("an attribute says whether contact ends when the force would "
                                  "become tensile, or when the penetration is zero"),
    };
    if (kind->ops != NULL && kind->family == &quire_family_normal) {
        const struct quire_normal_law *law = kind->ops;
        quire_text_add(out, law->reach != NULL
                                ? "the law acts before contact and fades out with the distance"
                                : words[law->release]);
    }
}

/* ---- text ---- */

size_t
quire_words_sentence(const char *help)
{
    const char *end = strstr(help, ". ");
    size_t length = end != NULL ? (size_t)(end - help) : strlen(help);

    if (length > 0 && help[length - 1] == '.') {
        length--;
    }
    for (size_t i = SHORT_SENTENCE; length > LONG_SENTENCE && i < length; i++) {
        if ((help[i] == ';' || help[i] == ':') && help[i + 1] == ' ') {
            return i;
        }
    }
    return length;
}

void
quire_words_wrap(struct quire_text *out, const char *text, size_t indent, size_t width)
{
    size_t column = 0;

    for (; *text != '\0'; text += *text != '\0' ? 1 : 0) {
        const size_t length = strcspn(text, " \n");
        if (column > 0 && length > 0 && column + 1 + length > width) {
            quire_text_add(out, "\n");
            column = 0;
        }
        if (length > 0) {
            for (; column < indent; column++) {
                quire_text_add(out, " ");
            }
            if (column > indent) {
                quire_text_add(out, " ");
                column++;
            }
            quire_text_add_bytes(out, text, length);
            column += length;
        }
        text += length;
        if (*text == '\n') {
            quire_text_add(out, "\n");
            column = 0;
        }
    }
    quire_text_add(out, column > 0 ? "\n" : "");
}

void
quire_words_pad(struct quire_text *out, size_t start, size_t width)
{
    size_t length = 0;

    if (out->failed) {
        return;
    }
    for (size_t i = start; i < out->size; i++) {
        length +=
            ((unsigned char)out->data[i] & 0xC0) != 0x80 ? 1 : 0; /* UTF-8: first bytes only */
    }
    do {
        quire_text_add(out, " ");
    } while (++length < width);
}

/* ---- kinds ---- */

bool
quire_child_is(const struct quire_child *child, const struct quire_kind *kind)
{
    return child->family == kind->family &&
           (child->element == NULL || strcmp(child->element, kind->element) == 0);
}

const struct quire_child *
quire_child_find(const struct quire_kind *parent, const struct quire_kind *kind)
{
    for (const struct quire_child *child = parent->children; child != NULL && child->family != NULL;
         child++) {
        if (quire_child_is(child, kind)) {
            return child;
        }
    }
    return NULL;
}

/* Whether another kind has the same element and could be mistaken for this one. */
static bool
shares_element(const struct quire_catalog *catalog, const struct quire_kind *kind)
{
    for (size_t i = 0; i < catalog->n; i++) {
        if (catalog->kind[i] != kind && strcmp(catalog->kind[i]->element, kind->element) == 0) {
            return true;
        }
    }
    return false;
}

void
quire_words_label(struct quire_text *out, const struct quire_catalog *catalog,
                  const struct quire_kind *kind)
{
    quire_text_add(out, kind->element);
    if (kind->variant != NULL) {
        quire_text_format(out, " %s", kind->variant);
        return;
    }
    for (size_t i = 0; i < catalog->n && shares_element(catalog, kind); i++) {
        if (quire_child_find(catalog->kind[i], kind) != NULL) {
            quire_text_format(out, " in %s", catalog->kind[i]->element);
            return;
        }
    }
}

const struct quire_field *
quire_kind_name_field(const struct quire_kind *kind)
{
    for (const struct quire_field *field = kind->fields; field->name != NULL; field++) {
        if (field->type == QUIRE_FIELD_NAME) {
            return field;
        }
    }
    return NULL;
}
