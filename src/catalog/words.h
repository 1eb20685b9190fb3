/* Words for what field tables say: what the descriptions of a kind on the terminal, in the
 * reference and in the schema have in common. */
#ifndef QUIRE_CATALOG_WORDS_H
#define QUIRE_CATALOG_WORDS_H

#include "kind/kind.h"
#include "text/text.h"

/* Kinds that are described together: one heading of the overview, one page of the reference. */
struct quire_group {
    const char *key;      /* name of the page, such as "bodies" */
    const char *title;    /* "Rollers, nips and sheets" */
    const char *families; /* "body|clamp-to|pin-to|load-to" */
};

/* All groups in the order of the reference. Every family belongs to exactly one. */
const struct quire_group *quire_group_all(size_t *n);
bool quire_group_has(const struct quire_group *group, const struct quire_kind *kind);

/* "yes or no", "left, right or both", "name of a <drive>", "number"; for quantities "quantity
 * [m/s]". */
void quire_words_type(struct quire_text *out, const struct quire_field *field);
/* "greater than 0 m, less than 0.005 m"; nothing if every value is allowed. */
void quire_words_range(struct quire_text *out, const struct quire_field *field);
/* "required", "optional" or "default 5 mm". */
void quire_words_default(struct quire_text *out, const struct quire_field *field);
/* "one", "at most one", "any number", "one or more", "at most 2". */
void quire_words_count(struct quire_text *out, const struct quire_child *child);
/* The figures of a check with their unit. Nothing for other kinds. */
void quire_words_figures(struct quire_text *out, const struct quire_kind *kind);
/* What a law remembers: "no state, no modes; never pulls". Nothing for other kinds. */
void quire_words_memory(struct quire_text *out, const struct quire_kind *kind);
/* How smooth a normal law is, and when its contact ends. Nothing for other kinds. */
void quire_words_smoothness(struct quire_text *out, const struct quire_kind *kind);
void quire_words_release(struct quire_text *out, const struct quire_kind *kind);

/* Bytes of the first sentence of a help text, without its full stop; of its first part if it is
 * long. */
size_t quire_words_sentence(const char *help);

/* Adds text as lines of at most `width` bytes, each indented, broken at blanks and newlines. */
void quire_words_wrap(struct quire_text *out, const char *text, size_t indent, size_t width);
/* Adds blanks until the text is `width` characters longer than it was at `start`; at least one. */
void quire_words_pad(struct quire_text *out, size_t start, size_t width);

/* Whether an entry of a table of children means this kind. */
bool quire_child_is(const struct quire_child *child, const struct quire_kind *kind);
/* The entry of parent's table that means this kind; NULL if it cannot stand there. */
const struct quire_child *quire_child_find(const struct quire_kind *parent,
                                           const struct quire_kind *kind);
/* What a kind is called among others: "normal mtt-step", "sheet", and "to in drive" where several
 * elements share a name. The second of the two words alone, if there is one, goes with `quire
 * describe`. */
void quire_words_label(struct quire_text *out, const struct quire_catalog *catalog,
                       const struct quire_kind *kind);
/* The attribute that names objects of this kind; NULL if they have none. */
const struct quire_field *quire_kind_name_field(const struct quire_kind *kind);

#endif
