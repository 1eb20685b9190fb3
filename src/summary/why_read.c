#include "summary/why_read.h"

#include <math.h>
#include <string.h>

#include "base/json_read.h"

static struct quire_push
read_push(const json_t *p)
{
    return (struct quire_push){.sort = quire_json_text_of(p, "sort"),
                               .name = quire_json_text_of(p, "name"),
                               .normal = quire_json_number_of(p, "normal"),
                               .limit = quire_json_number_of(p, "limit"),
                               .friction = quire_json_number_of(p, "friction"),
                               .slip = quire_json_number_of(p, "slip"),
                               .speed = quire_json_number_of(p, "speed"),
                               .at = quire_json_number_of(p, "path"),
                               .back = json_is_true(json_object_get(p, "back"))};
}

bool
quire_symptom_read(struct quire_symptom *out, const json_t *s)
{
    *out = (struct quire_symptom){.time = quire_json_number_of(s, "time"),
                                  .sort = quire_json_text_of(s, "sort"),
                                  .name = quire_json_text_of(s, "name"),
                                  .value = quire_json_number_of(s, "value")};
    return quire_symptom_find(&out->kind, quire_json_text_of(s, "what"));
}

static struct quire_bend
read_bend(const json_t *b)
{
    const struct quire_bend bend = {
        quire_json_number_of(b, "curvature"), quire_json_number_of(b, "free-length"),
        quire_json_number_of(b, "deflection"), quire_json_number_of(b, "height")};
    const bool whole = isfinite(bend.curl) && isfinite(bend.length) && isfinite(bend.deflection) &&
                       isfinite(bend.height);

    return b != NULL && whole ? bend : (struct quire_bend){0};
}

/* What is not there is 0. */
static double
number_or_0(const json_t *object, const char *key)
{
    const double value = quire_json_number_of(object, key);
    return isfinite(value) ? value : 0;
}

static void
read_part(const json_t *w, struct quire_why *why)
{
    const json_t *others = json_object_get(w, "other-speeds"),
                 *clutch = json_object_get(w, "clutch"), *rule = json_object_get(w, "rule");

    why->pressing = number_or_0(w, "pressing");
    why->is_gate = json_object_get(w, "moved") != NULL;
    why->moved = quire_json_number_of(w, "moved");
    why->by_sign = json_is_true(json_object_get(w, "by-sign"));
    why->has_speed = json_is_number(json_object_get(w, "speed"));
    why->speed = number_or_0(w, "speed");
    why->motor = number_or_0(w, "motor-torque");
    why->backward = json_is_true(json_object_get(w, "backward"));
    for (size_t i = 0; i < 2; i++) {
        why->others[i] = json_number_value(json_array_get(others, i));
    }
    why->limiter =
        (struct quire_limiter){quire_json_text_of(clutch, "name"), number_or_0(clutch, "limit"),
                               number_or_0(clutch, "torque"), number_or_0(clutch, "slip")};
    why->by_rule =
        (struct quire_rule_cause){quire_json_text_of(rule, "name"),
                                  quire_rule_effect_find(quire_json_text_of(rule, "action")),
                                  quire_json_number_of(rule, "time")};
}

/* A sentence can be made of it. */
static bool
is_named(const char *sort, const char *name)
{
    return sort != NULL && name != NULL;
}

struct quire_why
quire_why_read(const json_t *check)
{
    const json_t *w = json_object_get(check, "why"), *list = json_object_get(w, "drives");
    const char *edge = quire_json_text_of(w, "edge");
    struct quire_why why = {.mechanism = quire_mechanism_find(quire_json_text_of(w, "mechanism")),
                            .sort = quire_json_text_of(w, "sort"),
                            .name = quire_json_text_of(w, "name"),
                            .x = quire_json_number_of(w, "x"),
                            .y = quire_json_number_of(w, "y"),
                            .path_distance = quire_json_number_of(w, "path"),
                            .edge_speed = quire_json_number_of(w, "edge-speed"),
                            .back = edge != NULL && strcmp(edge, "trail") == 0,
                            .opposing = quire_json_number_of(w, "opposing"),
                            .angle = quire_json_number_of(w, "angle"),
                            .held = quire_json_text_of(w, "held-by"),
                            .bend = read_bend(json_object_get(w, "curl")),
                            .branch = quire_json_text_of(w, "went-along"),
                            .carrier = quire_json_text_of(w, "carried-by"),
                            .sheet = quire_json_text_of(w, "sheet"),
                            .drag = quire_json_number_of(w, "drag"),
                            .compression = quire_json_number_of(w, "compression")};
    if (!is_named(why.sort, why.name) && why.mechanism != QUIRE_MECHANISM_WRAP &&
        why.mechanism != QUIRE_MECHANISM_STRANDED) {
        why.mechanism = QUIRE_MECHANISM_NONE; /* a summary that was tampered with */
    }
    read_part(w, &why);
    for (size_t i = 0; i < json_array_size(list) && why.n_push < QUIRE_PUSHES; i++) {
        const struct quire_push push = read_push(json_array_get(list, i));
        if (is_named(push.sort, push.name)) {
            why.push[why.n_push++] = push;
        }
    }
    list = json_object_get(w, "signs");
    for (size_t i = 0; i < json_array_size(list) && why.n_symptom < QUIRE_SYMPTOMS; i++) {
        if (quire_symptom_read(&why.symptom[why.n_symptom], json_array_get(list, i))) {
            why.n_symptom++;
        }
    }
    list = json_object_get(w, "shares");
    for (size_t i = 0; i < json_array_size(list) && why.n_share < QUIRE_SHARES; i++) {
        const json_t *s = json_array_get(list, i);
        const struct quire_share share = {
            quire_json_text_of(s, "sort"), quire_json_text_of(s, "name"),
            quire_json_number_of(s, "share"), json_is_true(json_object_get(s, "start"))};
        if (is_named(share.sort, share.name)) {
            why.share[why.n_share++] = share;
        }
    }
    return why;
}
