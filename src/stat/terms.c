/* Terms of models as they are written. */
#include "stat/regressors.h"

#include <string.h>

bool
quire_term_within(const struct quire_term *a, const struct quire_term *b)
{
    size_t found = 0;

    for (size_t i = 0; i < b->order && found < a->order; i++) {
        found += b->predictor[i] == a->predictor[found];
    }
    return found == a->order;
}

struct parsing {
    long (*find)(void *user, const char *name, size_t length);
    void *user;
    const char *text;
    const char *error;
    size_t at, length; /* the part of the text that is meant */
};

static bool
refuse(struct parsing *p, const char *error, const char *from, size_t length)
{
    p->error = error;
    p->at = (size_t)(from - p->text);
    p->length = length;
    return false;
}

static const char *
skip(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static void
insert(struct quire_term *t, size_t predictor)
{
    size_t at = t->order++;

    for (; at > 0 && t->predictor[at - 1] > predictor; at--) {
        t->predictor[at] = t->predictor[at - 1];
    }
    t->predictor[at] = predictor;
}

/* a name, and ^2 behind it */
static bool
read_factor(struct parsing *p, const char **at, struct quire_term *out)
{
    const char *name = skip(*at), *end = name + strcspn(name, "+*^ \t\r\n");
    const long number = end > name ? p->find(p->user, name, (size_t)(end - name)) : -1;
    size_t power = 1;

    if (end == name) {
        return refuse(p, "a name is missing", name, *name != '\0');
    }
    if (number < 0) {
        return refuse(p, "the study varies nothing of that name", name, (size_t)(end - name));
    }
    const char *next = skip(end);
    if (*next == '^') {
        const char *digit = skip(next + 1);
        const size_t digits = strspn(digit, "0123456789");
        power = 0;
        for (size_t i = 0; i < digits && power <= QUIRE_TERM_ORDER; i++) {
            power = 10 * power + (size_t)(digit[i] - '0');
        }
        if (power < 1 || power > QUIRE_TERM_ORDER) {
            return refuse(p, "a power is a whole number from 1 to 20", digit,
                          digits > 0 ? digits : *digit != '\0');
        }
        end = digit + digits;
    }
    if (out->order + power > QUIRE_TERM_ORDER) {
        return refuse(p, "a term is a product of twenty at most", name, (size_t)(end - name));
    }
    for (size_t i = 0; i < power; i++) {
        insert(out, (size_t)number);
    }
    *at = end;
    return true;
}

static bool
is_same(const struct quire_term *a, const struct quire_term *b)
{
    return a->order == b->order && quire_term_within(a, b);
}

size_t
quire_terms_read(struct quire_term *term, size_t most, const char *text,
                 long (*find)(void *user, const char *name, size_t length), void *user,
                 const char **error, size_t *at, size_t *length)
{
    struct parsing p = {.find = find, .user = user, .text = text};
    const char *here = text;
    size_t n = 0;
    bool good = true;

    for (bool more = true; good && more;) {
        struct quire_term own = {0};
        const char *begin = skip(here);
        do {
            here = own.order > 0 ? here + 1 : here; /* the * */
            good = read_factor(&p, &here, &own);
            here = good ? skip(here) : here;
        } while (good && *here == '*');
        for (size_t i = 0; good && i < n; i++) {
            good = !is_same(&own, &term[i]) ||
                   refuse(&p, "the term is there twice", begin, (size_t)(here - begin));
        }
        good = good && (n < most || refuse(&p, "there are too many terms", begin, 1));
        good = good && (*here == '+' || *here == '\0' ||
                        refuse(&p, "terms are joined by +, names by *", here, 1));
        if (good) {
            term[n++] = own;
        }
        more = good && *here == '+';
        here += more;
    }
    *error = p.error;
    *at = p.at;
    *length = p.length;
    return good ? n : 0;
}
