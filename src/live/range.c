#include "live/range.h"

#include <math.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/words.h"
#include "formula/expression.h"
#include "kind/field.h"
#include "model/parameter.h"
#include "text/number.h"
#include "xml/text/parse.h"

#define TOLERANCES 5.0  /* to either side of a value */
#define WIDE       10.0 /* times the value or more: so wide a usual range says nothing of it */
#define INSIDE     0.99 /* of the way to a limit that is excluded itself */
#define NEARLY     1e-9 /* of a step, for round-off */

void
live_uses_read(struct live_uses *uses, const struct quire_model *model)
{
    *uses = (struct live_uses){.arena = quire_arena_create()};
    if (uses->arena != NULL && quire_xml_parse(&uses->root, model->text, model->size, model->file,
                                               uses->arena, NULL) != QUIRE_OK) {
        uses->root = NULL;
    }
}

void
live_uses_clear(struct live_uses *uses)
{
    if (uses->arena != NULL) {
        quire_arena_destroy(uses->arena);
    }
    *uses = (struct live_uses){0};
}

/* ---- parameters of instances ---- */

/* "exit-load", or "left-exit-load" of an instance in another, of "exit" and "load" */
static bool
is_of(const char *name, const char *instance, const char *parameter)
{
    const size_t n = strlen(name), a = strlen(instance), b = strlen(parameter);
    const char *end = name + n - (a + 1 + b);
    return n >= a + 1 + b && strncmp(end, instance, a) == 0 && end[a] == '-' &&
           strcmp(end + a + 1, parameter) == 0 && (end == name || end[-1] == '-');
}

static bool
repeats(const struct quire_node *node, const char *name)
{
    const char *instance =
        strcmp(node->element, "instance") == 0 ? quire_node_get(node, "name") : NULL;
    bool found = false;
    for (size_t i = 0; i < node->n_child && !found; i++) {
        const struct quire_node *child = node->child[i];
        const char *parameter = quire_node_get(child, "parameter"),
                   *value = quire_node_get(child, "value");
        found = instance != NULL && parameter != NULL && value != NULL
                    ? strchr(value, '{') != NULL && is_of(name, instance, parameter)
                    : repeats(child, name);
    }
    return found;
}

bool
live_uses_repeats(const struct live_uses *uses, const char *name)
{
    return uses->root != NULL && repeats(uses->root, name);
}

const char *
live_uses_unit(const struct live_uses *uses, const char *name)
{
    struct quire_quantity q;
    char error[200];
    for (size_t i = 0; uses->root != NULL && i < uses->root->n_child; i++) {
        const struct quire_node *group = uses->root->child[i];
        for (size_t k = 0; k < group->n_child && strcmp(group->element, "parameters") == 0; k++) {
            const char *of = quire_node_get(group->child[k], "name"),
                       *value = quire_node_get(group->child[k], "value");
            if (of != NULL && value != NULL && strcmp(of, name) == 0) {
                return quire_quantity_read(&q, value, error, sizeof error)
                           ? quire_parameter_unit(value)
                           : NULL;
            }
        }
    }
    return NULL;
}

/* ---- attributes ---- */

/* What attributes allow, and hold for usual [SI]. */
struct allowed {
    double least, most, usual_from, usual_to;
    bool above, below, whole, found;
};

static const struct quire_field *
find_field(const struct quire_node *node, const char *attribute)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    const struct quire_field *found = NULL;
    for (size_t i = 0; i < catalog->n && found == NULL; i++) {
        const struct quire_kind *k = catalog->kind[i];
        const char *variant = k->selector != NULL ? quire_node_get(node, k->selector) : NULL;
        const bool is =
            strcmp(k->element, node->element) == 0 &&
            (k->selector == NULL || (variant != NULL && strcmp(variant, k->variant) == 0));
        for (const struct quire_field *f = k->fields; is && f->name != NULL && found == NULL; f++) {
            found = strcmp(f->name, attribute) == 0 ? f : NULL;
        }
    }
    return found;
}

static void
narrow(struct allowed *a, const struct quire_field *f)
{
    if (f->type != QUIRE_FIELD_REAL && f->type != QUIRE_FIELD_INTEGER) {
        return;
    }
    if (f->minimum > a->least || (f->minimum == a->least && f->above)) {
        a->least = f->minimum;
        a->above = f->above;
    }
    if (f->maximum < a->most || (f->maximum == a->most && f->below)) {
        a->most = f->maximum;
        a->below = f->below;
    }
    if (f->usual_from < f->usual_to) {
        a->usual_from = fmax(a->usual_from, f->usual_from);
        a->usual_to = fmin(a->usual_to, f->usual_to);
    }
    a->whole = a->whole || f->type == QUIRE_FIELD_INTEGER;
    a->found = true;
}

/* "{load}" */
static bool
is_alone(const char *text, const char *name)
{
    const size_t n = strlen(name);
    return text[0] == '{' && strncmp(text + 1, name, n) == 0 && strcmp(text + 1 + n, "}") == 0;
}

static void
gather(struct allowed *a, const struct quire_node *node, const char *name)
{
    for (size_t i = 0; i < node->n_attribute; i++) {
        const struct quire_field *f = is_alone(node->attribute[i]->text, name)
                                          ? find_field(node, node->attribute[i]->name)
                                          : NULL;
        if (f != NULL) {
            narrow(a, f);
        }
    }
    for (size_t i = 0; i < node->n_child; i++) {
        gather(a, node->child[i], name);
    }
}

/* ---- the range ---- */

/* of numbers that were written in decimals: 0.3 m is 300 mm, not 299.99999999999994 */
static double
rounded(double value)
{
    char text[40];
    const char *end;
    quire_number_format(text, sizeof text, "%.12g", value);
    quire_number_read_result(&value, text, &end);
    return value;
}

/* a unit: SI value of its zero and its one */
static bool
read_unit(struct quire_quantity *zero, struct quire_quantity *one, const char *unit)
{
    char text[2][QUIRE_QUANTITY_LIMIT + 1], error[200];
    quire_number_format(text[0], sizeof text[0], "0 %s", unit);
    quire_number_format(text[1], sizeof text[1], "1 %s", unit);
    return quire_quantity_read(zero, text[0], error, sizeof error) &&
           quire_quantity_read(one, text[1], error, sizeof error);
}

double
live_in_unit(const char *quantity, const char *unit)
{
    struct quire_quantity q, zero, one;
    char error[200];
    return quantity != NULL && quire_quantity_read(&q, quantity, error, sizeof error) &&
                   read_unit(&zero, &one, unit)
               ? rounded((q.value - zero.value) / (one.value - zero.value))
               : (double)NAN;
}

double
live_unit_size(const char *unit)
{
    struct quire_quantity zero, one;
    return unit[0] != '\0' && read_unit(&zero, &one, unit) ? one.value - zero.value : 1;
}

/* limits of attributes in the unit of a value; of none they stay infinite */
static void
convert(struct allowed *a, const char *unit)
{
    struct quire_quantity zero, one;
    if (!read_unit(&zero, &one, unit) || !(one.value > zero.value)) {
        return;
    }
    double *const limit[] = {&a->least, &a->most, &a->usual_from, &a->usual_to};
    for (size_t i = 0; i < 4; i++) {
        if (isfinite(*limit[i])) {
            *limit[i] = rounded((*limit[i] - zero.value) / (one.value - zero.value));
        }
    }
}

static bool
is_angle(const char *unit)
{
    static const char *const angle[] = {"deg", "rad", "mrad"};
    bool found = false;
    for (size_t i = 0; i < 3; i++) {
        found = found || strcmp(unit, angle[i]) == 0;
    }
    return found;
}

static bool
usual_is_near(const struct allowed *a, double value)
{
    const double most = fmax(-a->usual_from, a->usual_to), size = fabs(value);
    return a->usual_from <= value && value <= a->usual_to && isfinite(most) &&
           (value == 0 ||
            (most <= WIDE * size && (a->usual_from <= 0 || WIDE * a->usual_from >= size)));
}

static struct live_range
around(const struct allowed *a, double value, const char *unit)
{
    if (usual_is_near(a, value)) {
        return (struct live_range){a->usual_from, a->usual_to, NAN, a->whole};
    }
    if (value == 0) {
        return (struct live_range){-1, 1, NAN, a->whole};
    }
    if (is_angle(unit) && a->found && a->least < 0) {
        return (struct live_range){-2 * fabs(value), 2 * fabs(value), NAN, a->whole};
    }
    return (struct live_range){fmin(0.5 * value, 2 * value), fmax(0.5 * value, 2 * value), NAN,
                               a->whole};
}

static void
clip(struct live_range *range, const struct allowed *a, double value)
{
    if (range->low <= a->least && a->least <= value) {
        range->low = a->above ? value + INSIDE * (a->least - value) : a->least;
    }
    if (range->high >= a->most && a->most >= value) {
        range->high = a->below ? value + INSIDE * (a->most - value) : a->most;
    }
    if (range->whole) {
        range->low = ceil(range->low);
        range->high = floor(range->high);
    }
}

struct live_range
live_range_of(const struct live_uses *uses, const struct quire_parameter *p)
{
    const char *unit = quire_parameter_unit(p->value);
    const double value = live_in_unit(p->value, unit), least = live_in_unit(p->minimum, unit),
                 most = live_in_unit(p->maximum, unit),
                 tolerance = live_in_unit(p->tolerance, unit);
    struct allowed a = {-INFINITY, INFINITY, -INFINITY, INFINITY, false, false, false, false};
    if (uses->root != NULL) {
        gather(&a, uses->root, p->name);
        convert(&a, unit);
    }
    struct live_range range = around(&a, value, unit);
    if (tolerance > 0) {
        range.low = value - TOLERANCES * tolerance;
        range.high = value + TOLERANCES * tolerance;
    }
    if (isfinite(least) && range.high <= least) {
        range.high = fmax(2 * least, value);
    }
    if (isfinite(most) && range.low >= most) {
        range.low = fmin(0.5 * most, value);
    }
    clip(&range, &a, value);
    range.low = isfinite(least) ? least : isfinite(most) ? fmin(range.low, most) : range.low;
    range.high = isfinite(most) ? most : range.high;
    range.step = live_in_unit(p->step, unit);
    if (range.step > 0 && !isfinite(least)) {
        range.low = value - range.step * floor((value - range.low) / range.step + NEARLY);
    }
    if (range.step > 0 && !isfinite(most)) {
        range.high = range.low + range.step * floor((range.high - range.low) / range.step + NEARLY);
    }
    range.low = rounded(range.low);
    range.high = rounded(range.high);
    return range;
}
