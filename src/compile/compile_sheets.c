/* How sheets touch each other: the law of each two of them. */
#include <string.h>

#include "body/sheet.h"
#include "compile/compile.h"
#include "contact/law/stick.h"
#include "model/kinds_contact.h"
#include "model/problem.h"

static bool
fits(const char *pattern, const char *media)
{
    return quire_pair_is_any(pattern) || strcmp(pattern, media) == 0;
}

/* how many of two media a pair names; -1 if it does not fit them in this order */
static int
rank_in_order(const struct quire_pair_params *pair, const char *first, const char *second)
{
    if (!fits(pair->media, first) || !fits(pair->other_media, second)) {
        return -1;
    }
    return !quire_pair_is_any(pair->media) + !quire_pair_is_any(pair->other_media);
}

static int
rank_of(const struct quire_pair_params *pair, const char *const media[2])
{
    if (pair->other_media == NULL) {
        return -1;
    }
    const int one = rank_in_order(pair, media[0], media[1]),
              other = rank_in_order(pair, media[1], media[0]);
    return one > other ? one : other;
}

/* the most specific pair of two media, or NULL; *tie is another that is just as specific */
static const struct quire_object *
best_pair(const struct quire_compile *c, const char *const media[2],
          const struct quire_object **tie)
{
    const struct quire_object *best = NULL;
    int rank = -1;

    *tie = NULL;
    for (int k = 0; k < c->n_pair; k++) {
        const struct quire_object *pair = c->pair[k];
        const int r = rank_of(pair->params, media);
        if (r > rank) {
            rank = r;
            best = pair;
            *tie = NULL;
        } else if (r == rank && r >= 0) {
            *tie = pair;
        }
    }
    return best;
}

/* what such a contact cannot do between two sheets as yet; NULL: nothing */
static const char *
lack_of(const struct quire_contact_law *law)
{
    return quire_law_keeps(law) ? "laws with history are not supported between sheets"
           : law->reach > 0     ? "laws that act before contact are not supported between sheets"
           : law->vertex < 1 || law->vertex > 1
               ? "a vertex factor is for guides only, but this contact also holds between sheets"
           : law->overdrive < 0 || law->overdrive > 0
               ? "overdrive is for rollers only, but this contact also holds between sheets"
               : NULL;
}

static struct quire_side
side_of(const struct quire_sheet *sheet)
{
    struct quire_side side = QUIRE_NO_SIDE;

    side.curvature = 0;
    side.width = sheet->width;
    side.segment = sheet->chain.h;
    side.grammage = sheet->grammage;
    return side;
}

static const char *
media_of(const struct quire_sheet *sheet)
{
    return ((const struct quire_sheet_params *)sheet->object->params)->media->name;
}

/* whether the same law acts between either of two sheets and a third: law_between() asks for no
 * more */
static bool
touch_alike(const struct quire_sheet *a, const struct quire_sheet *b)
{
    const double one[] = {a->width, a->chain.h, a->grammage},
                 other[] = {b->width, b->chain.h, b->grammage};

    return strcmp(media_of(a), media_of(b)) == 0 && a->chain.n == b->chain.n &&
           memcmp(one, other, sizeof one) == 0;
}

/* the law of two sheets, or -1: they pass through each other */
static int
law_between(struct quire_compile *c, const struct quire_sheet *a, const struct quire_sheet *b)
{
    const char *const media[2] = {media_of(a), media_of(b)};
    const struct quire_object *tie, *pair = best_pair(c, media, &tie);
    struct quire_side other = side_of(b);

    if (pair == NULL || a->chain.n < 3 || b->chain.n < 3) {
        return -1;
    }
    if (tie != NULL) {
        char place[200];
        quire_place_words(place, sizeof place, pair->place, tie->place);
        quire_compile_note(
            c,
            quire_object_error(tie, c->diag, "E-MODEL", "make one of them more specific",
                               "this pair and the one at %s match media '%s' and '%s' equally well",
                               place, media[0], media[1]));
        return -1;
    }
    other.mass = b->grammage * b->width * b->chain.h;
    other.width = (double)NAN;
    const struct quire_object *contact = ((const struct quire_pair_params *)pair->params)->contact;
    for (int k = 0; k < c->sys->n_law; k++) {
        if (c->contact[k] == contact) {
            return quire_compile_resolve(
                c, k,
                &(struct quire_touching){
                    {media[0], media[1]}, {side_of(a), other}, a->width, false});
        }
    }
    return -1;
}

/* each contact is refused once */
static void
check_law(struct quire_compile *c, int law, bool *refused)
{
    const char *lack = lack_of(c->sys->law + law);

    if (lack != NULL && !refused[law]) {
        refused[law] = true;
        quire_compile_note(c, quire_object_error(c->contact[law], c->diag, "E-MODEL",
                                                 "give the pair of media a separate contact", "%s",
                                                 lack));
    }
}

void
quire_compile_sheet_pairs(struct quire_compile *c)
{
    struct quire_system *sys = c->sys;
    const int n = sys->n_sheet;

    sys->sheet_law = quire_compile_get(c, (size_t)n * (size_t)n + 1, sizeof *sys->sheet_law);
    for (int a = 0; c->status == QUIRE_OK && a < n; a++) {
        const bool again = a > 0 && touch_alike(sys->sheet + a - 1, sys->sheet + a);
        sys->sheet_law[a * n + a] = -1;
        for (int b = 0; c->status == QUIRE_OK && b < a; b++) {
            const int law = again && b < a - 1 ? sys->sheet_law[b * n + a - 1]
                                               : law_between(c, sys->sheet + b, sys->sheet + a);
            sys->sheet_law[a * n + b] = sys->sheet_law[b * n + a] = law;
            sys->sheets_meet = sys->sheets_meet || law >= 0;
        }
    }
    bool *refused = quire_compile_get(c, (size_t)sys->n_law + 1, sizeof *refused);
    for (int k = 0; c->status == QUIRE_OK && k < n * n; k++) {
        if (sys->sheet_law[k] >= 0) {
            check_law(c, sys->sheet_law[k], refused);
        }
    }
}
