/* The rules of the paper-path review: its lines, JSON, help and reference are made from them. */
#include "catalog/review_rules.h"

#include <math.h>

#define GEOMETRY "geometry of the path"
#define PEIRCE                                                                                     \
    "F. T. Peirce, J. Textile Inst. 21 (1930) T377, and ASTM D1388: an overhang of 2 c hangs "     \
    "down by 41.5 deg"
#define STUBS "doc/theory/stubs.md"
#define USUAL "usual values of copiers, printers and document feeders"

#define UP_TO(ok, wrong)    -INFINITY, ok, -INFINITY, wrong
#define AT_LEAST(ok, wrong) ok, INFINITY, wrong, INFINITY

/* in the order of enum quire_review_number */
static const quire_review_rule rules[QUIRE_RULES] = {
    {"span", "distance of a nip from the drive before it, against the shortest sheet",
     "d: distance along the path; L: length of the shortest sheet",
     "put a drive between them, or move them nearer to each other", GEOMETRY, "m", "d", "L",
     UP_TO(0.95, 1)},
    {"sensor", "distance of a sensor from the last drive before it, against the shortest sheet",
     "d: distance along the path; L: length of the shortest sheet",
     "move the sensor nearer to the drive before it", GEOMETRY, "m", "d", "L", UP_TO(0.95, 1)},
    {"free-length", "free length of the leading edge, against the bending length of the sheet",
     "l: length without support; c = (B/w)^(1/3), B: bending stiffness, w: weight per length "
     "across the sheet",
     "support the sheet there with a guide, or shorten the gap", PEIRCE, "m", "l", "c",
     UP_TO(1, 2)},
    {"entry", "angle at which the leading edge meets a surface, against that of friction",
     "a: angle; r = 90 deg - atan(mu); steeper faces are doubtful where the edge gets over them",
     "make the surface less steep there, or guide the sheet past it", STUBS, "rad", "a", "r",
     UP_TO(0.85, 1)},
    {"deflect", "force to turn the leading edge aside, against the push of the nips behind it",
     "F: that of a cantilever, B (2 a/l^2) tan(a + atan(mu)), or that at which it buckles; P: sum "
     "of load x friction",
     "increase load or friction of the nips, or the free length before the surface", STUBS, "N",
     "F", "P", UP_TO(0.5, 1)},
    {"mouth", "distance of the leading edge from the middle of a channel that it enters",
     "e: from curl k l^2/2, sag w l^4/(8 B) and what led it; h: half the opening of the mouth",
     "widen the mouth, or bring what leads the sheet nearer to it", STUBS, "m", "e", "h",
     UP_TO(0.75, 1)},
    {"gap", "gap of a channel, against the thickness of the sheet",
     "g: gap; t: thickness of the thickest sheet", "make the gap wider, or the sheet thinner",
     USUAL, "m", "g", "t", AT_LEAST(2, 1)},
    {"bend", "strain of the sheet's outer face in an arc of its path",
     "e = t/(2 R), t: thickness, R: radius", "make the radius larger",
     "stress-strain curves of paper: it yields from about 0.5 % on and breaks at 2 % or more", "",
     "e", "", UP_TO(0.005, 0.02)},
    {"bend-force", "force to bend the sheet into an arc, against the push of the nips before it",
     "F = B/(2 R^2), B: bending stiffness, R: radius; P: sum of load x friction",
     "make the radius larger, or increase load or friction of the nips before it",
     "bending energy per length, without friction: a lower bound", "N", "F", "P", UP_TO(0.25, 1)},
    {"ratio", "speed of a nip over that of the nip before it, which may hold the same sheet",
     "v = v2/v1, of the largest speeds of their drives",
     "make each nip faster by 0.5 % to 3 % than the one before it",
     USUAL "; behind a slower nip the sheet buckles, at a faster one it slips", "", "v", "", 0.97,
     1.06, 0.5, 2},
    {"load", "load of a nip", "N: load, as given", "check the value and its unit", USUAL, "N", "N",
     "N", 0.2, 200, -INFINITY, 300},
    {"speed", "largest speed of a nip's surface along its path",
     "v: of its drive's course; negative: against the path",
     "check the value, its sign and its unit", USUAL, "m/s", "v", "m/s", 0.01, 3, 0, 20},
};

const quire_review_rule *
quire_review_rules(size_t *n_rule)
{
    if (n_rule != NULL) {
        *n_rule = QUIRE_RULES;
    }
    return rules;
}

static void
add_limit(struct quire_text *out, double factor, const char *of)
{
    if (factor != 1 || of[0] == '\0') {
        quire_text_number(out, factor);
        quire_text_add(out, of[0] != '\0' ? " " : "");
    }
    quire_text_add(out, of);
}

void
quire_review_range(struct quire_text *out, const quire_review_rule *rule, bool wrong)
{
    const double from = wrong ? rule->wrong_from : rule->ok_from,
                 to = wrong ? rule->wrong_to : rule->ok_to;

    if (isfinite(from)) {
        quire_text_format(out, "%s %s ", rule->letter, wrong ? "<" : ">=");
        add_limit(out, from, rule->of);
    }
    if (isfinite(to)) {
        quire_text_format(out, "%s%s %s ", isfinite(from) ? wrong ? " or " : " and " : "",
                          rule->letter, wrong ? ">" : "<=");
        add_limit(out, to, rule->of);
    }
}
