/* Search over all tables: elements, attributes, problem codes, verbs, the library, the manual. */
#include "catalog/search.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include <quire/describe.h>

#include "base/codes.h"
#include "base/diag.h"
#include "catalog/catalog.h"
#include "catalog/words.h"
#include "kind/synonyms.h"
#include "text/number.h"
#include "text/suggest.h"

enum { MOST_WORDS = 12, LONGEST_PHRASE = 3, MOST_LINES = 40, COLUMN = 36 };

/* How well a row fits; better ones first. */
enum rank { SAME_NAME, NAME_HAS_ALL, LABEL_HAS_ALL, LABEL_HAS_SOME, TEXT_HAS_ALL, N_RANK };

/* A word of the query, or several that search_words.tsv has as one. */
struct word {
    const char *start;
    size_t size;
    const char *others; /* words of the manual for it, blanks between them; "" if none */
    bool ignored;       /* says nothing about a subject */
};

struct search {
    const char *query;
    struct word word[MOST_WORDS];
    size_t n_word, n_least;              /* a row needs so many of them */
    const struct quire_synonym *synonym; /* the query as other programs name an attribute */
    enum rank rank;                      /* of the rows that are printed now */
    size_t n_found[N_RANK], n_printed;
    struct quire_text *out;        /* NULL: count only */
    struct quire_suggest *suggest; /* NULL: no suggestion is wanted */
};

/* ---- words ---- */

static bool
is_letter(char c)
{
    return isalnum((unsigned char)c) != 0 || (unsigned char)c >= 0x80;
}

/* What search_words.tsv has for a word; NULL if nothing. */
static const char *
find_others(const struct word *word)
{
    size_t n;
    const struct quire_search_word *row = quire_search_words(&n);

    for (size_t i = 0; i < n; i++) {
        const size_t size = strlen(row[i].word);
        if ((size == word->size || (size + 1 == word->size && word->start[size] == 's')) &&
            strncasecmp(row[i].word, word->start, size) == 0) {
            return row[i].others;
        }
    }
    return NULL;
}

/* Splits the query at blanks; words beyond the last one that is kept are ignored. */
static void
split_at_blanks(struct search *self, const char *query)
{
    self->query = query;
    self->n_word = 0;
    for (const char *at = query; self->n_word < MOST_WORDS;) {
        at += strspn(at, " \t\n<>\"'=?!,");
        const size_t size = strcspn(at, " \t\n<>\"'=?!,");
        if (size == 0) {
            return;
        }
        self->word[self->n_word++] = (struct word){at, size, "", false};
        at += size;
    }
}

/* Words of a query; phrases of search_words.tsv become one. */
static void
split(struct search *self, const char *query)
{
    size_t n = 0;

    split_at_blanks(self, query);
    const struct search all = *self;
    for (size_t i = 0, taken; i < all.n_word; i += taken) {
        struct word word = all.word[i];
        taken = 1;
        for (size_t k = LONGEST_PHRASE; k > 0; k--) {
            if (i + k > all.n_word) {
                continue;
            }
            const struct word *last = &all.word[i + k - 1];
            const struct word phrase = {all.word[i].start,
                                        (size_t)(last->start - all.word[i].start) + last->size, "",
                                        false};
            const char *others = find_others(&phrase);
            if (others != NULL) {
                const bool ignored = strcmp(others, QUIRE_SEARCH_IGNORED) == 0;
                word = (struct word){phrase.start, phrase.size, ignored ? "" : others, ignored};
                taken = k;
                break;
            }
        }
        self->word[n++] = word;
    }
    self->n_word = self->n_least = n;
}

/* Leaves out words that say nothing, unless there are no others. */
static void
leave_out_ignored(struct search *self)
{
    size_t n = 0;

    for (size_t i = 0; i < self->n_word; i++) {
        if (!self->word[i].ignored) {
            self->word[n++] = self->word[i];
        }
    }
    self->n_word = self->n_least = n > 0 ? n : self->n_word;
}

/* Whether a word of `text` begins with the word; `whole`: is the word. A plural finds its singular,
 * except where the whole word is wanted. */
static bool
has_exactly(const char *text, const struct word *word, bool whole)
{
    size_t size = word->size;

    if (!whole && size > 3 && tolower((unsigned char)word->start[size - 1]) == 's' &&
        tolower((unsigned char)word->start[size - 2]) != 's') {
        size--;
    }
    const int first = tolower((unsigned char)word->start[0]);
    for (const char *at = text; *at != '\0'; at++) {
        if (tolower((unsigned char)*at) == first && (at == text || !is_letter(at[-1])) &&
            strncasecmp(at, word->start, size) == 0 && (!whole || !is_letter(at[size]))) {
            return true;
        }
    }
    return false;
}

/* The same, also with the other words for it. */
static bool
has(const char *text, const struct word *word, bool whole)
{
    if (has_exactly(text, word, whole)) {
        return true;
    }
    for (const char *at = word->others; *at != '\0';) {
        const struct word other = {at, strcspn(at, " "), "", false};
        if (has_exactly(text, &other, whole)) {
            return true;
        }
        at += other.size + strspn(at + other.size, " ");
    }
    return false;
}

/* The rank of a row; N_RANK if too many words are missing in it. */
static enum rank
find_rank(const struct search *self, const struct quire_search_row *row)
{
    size_t whole = 0, label = 0, missing = 0, own = strcmp(row->what, "element") == 0 ? 1 : 0;

    if (strcasecmp(row->name, self->query) == 0) {
        return SAME_NAME;
    }
    for (size_t i = 0; i < self->n_word; i++) {
        const struct word *word = &self->word[i];
        const bool in_name = has(row->name, word, false), in_text = has(row->text, word, false),
                   in_label = in_name || has(row->also, word, false);
        missing += in_label || in_text ? 0 : 1;
        if (self->n_word - missing < self->n_least) {
            return N_RANK;
        }
        own += in_name || in_text ? 1 : 0;
        label += in_label ? 1 : 0;
        whole += has(row->name, word, true) ? 1 : 0;
    }
    return own == 0                ? N_RANK /* only what it belongs to has the words */
           : whole == self->n_word ? NAME_HAS_ALL
           : label == self->n_word ? LABEL_HAS_ALL
           : label > 0             ? LABEL_HAS_SOME
                                   : TEXT_HAS_ALL;
}

/* ---- rows ---- */

static void
print(struct search *self, const struct quire_search_row *row)
{
    struct quire_text *out = self->out;
    const size_t start = out->size;

    if (self->n_printed++ >= MOST_LINES) {
        return;
    }
    quire_text_format(out, "  %s", row->more);
    quire_words_pad(out, start, COLUMN);
    const bool by_label = strcmp(row->what, "element") == 0; /* "normal mtt-step" */
    quire_text_format(out, "%s %s", row->what, by_label ? row->also : row->name);
    if (!by_label && row->also[0] != '\0' && strcmp(row->also, row->name) != 0) {
        quire_text_format(out, " (%s)", row->also);
    }
    if (row->text[0] != '\0') {
        quire_text_add(out, ": ");
        quire_text_add_bytes(out, row->text, quire_words_sentence(row->text));
    }
    quire_text_add(out, "\n");
}

static void
offer(struct search *self, const struct quire_search_row *row, bool is_synonym)
{
    if (self->suggest != NULL) {
        quire_suggest_offer(self->suggest, row->name);
    }
    const enum rank rank = is_synonym ? SAME_NAME : find_rank(self, row);
    if (self->out == NULL) {
        self->n_found[rank < N_RANK ? rank : 0] += rank < N_RANK ? 1 : 0;
    } else if (rank == self->rank) {
        print(self, row);
    }
}

static void
offer_kind(struct search *self, const struct quire_catalog *catalog, const struct quire_kind *kind)
{
    struct quire_text label = {0}, more = {0};

    quire_words_label(&label, catalog, kind);
    if (strstr(label.data != NULL ? label.data : "", " in ") != NULL) {
        quire_text_format(&more, "quire describe %s %s", kind->element,
                          strrchr(label.data, ' ') + 1);
    } else {
        quire_text_format(&more, "quire describe %s", label.data != NULL ? label.data : "");
    }
    if (!label.failed && !more.failed) {
        offer(self,
              &(struct quire_search_row){"element",
                                         kind->variant != NULL ? kind->variant : kind->element,
                                         label.data, kind->help, more.data},
              false);
        for (const struct quire_field *field = kind->fields; field->name != NULL; field++) {
            const struct quire_synonym *s = self->synonym;
            offer(self,
                  &(struct quire_search_row){"attribute", field->name, label.data, field->help,
                                             more.data},
                  s != NULL && strcmp(s->attribute, field->name) == 0 &&
                      (s->element == NULL || strcmp(s->element, kind->element) == 0));
        }
    }
    if (self->out != NULL) {
        self->out->failed = self->out->failed || label.failed || more.failed;
    }
    quire_text_clear(&label);
    quire_text_clear(&more);
}

static void
offer_all(struct search *self)
{
    const struct quire_catalog *catalog = quire_catalog_all();
    size_t n;
    const struct quire_search_row *row = quire_search_pages(&n);

    for (size_t i = 0; i < n; i++) {
        if (strcmp(row[i].what, "verb") == 0) {
            offer(self, &row[i], false);
        }
    }
    for (size_t i = 0; i < catalog->n; i++) {
        offer_kind(self, catalog, catalog->kind[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (strcmp(row[i].what, "verb") != 0) {
            offer(self, &row[i], false);
        }
    }
    const struct quire_code *code = quire_code_all(&n);
    for (size_t i = 0; i < n; i++) {
        char more[64];
        quire_number_format(more, sizeof more, "quire describe %s", code[i].code);
        offer(self, &(struct quire_search_row){"problem", code[i].code, "", code[i].text, more},
              false);
    }
}

static size_t
count(const struct search *self)
{
    size_t n = 0;

    for (int rank = 0; rank < N_RANK; rank++) {
        n += self->n_found[rank];
    }
    return n;
}

/* ---- public ---- */

/* Leaves out the words that nothing contains. A message names the first of them if something is
 * near to it, or if no word is left. */
static quire_status
leave_out_unknown(struct search *all, quire_diag *diag)
{
    char word[QUIRE_SUGGEST_LONGEST + 1], hint[256];
    size_t kept = 0;

    for (size_t i = 0; i < all->n_word; i++) {
        struct search self = {.word = {all->word[i]}, .n_word = 1, .n_least = 1};
        quire_number_format(
            word, sizeof word, "%.*s",
            (int)(all->word[i].size < sizeof word ? all->word[i].size : sizeof word - 1),
            all->word[i].start);
        struct quire_suggest suggest = quire_suggest_begin(word);
        self.suggest = &suggest;
        self.query = word;
        offer_all(&self);
        if (count(&self) > 0) {
            all->word[kept++] = all->word[i];
            continue;
        }
        const char *near = quire_suggest_hint(&suggest, hint, sizeof hint);
        if (near != NULL || (kept == 0 && i + 1 == all->n_word)) {
            return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL,
                                    near != NULL ? near : "try a shorter or another word",
                                    "nothing is found for '%s'", word);
        }
    }
    all->n_word = kept;
    return QUIRE_OK;
}

quire_status
quire_describe_search(char **out, const char *words, quire_diag *diag)
{
    if (out == NULL || words == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_text text = {0};
    struct search self = {.synonym = quire_synonym_find(words)};

    *out = NULL;
    split(&self, words);
    if (self.n_word == 0) {
        return quire_diag_error(diag, "E-USAGE", (struct quire_place){0}, NULL,
                                "give a word, such as nip", "there is no word to search");
    }
    offer_all(&self);
    if (count(&self) == 0) {
        leave_out_ignored(&self);
        offer_all(&self);
    }
    if (count(&self) == 0) {
        const quire_status unknown = leave_out_unknown(&self, diag);
        if (unknown != QUIRE_OK) {
            return unknown;
        }
        quire_text_add(&text, "nothing has all of these words; with some of them:\n");
        for (self.n_least = self.n_word; count(&self) == 0 && self.n_least > 0; self.n_least--) {
            offer_all(&self);
        }
        self.n_least++;
    }
    self.out = &text;
    for (int rank = 0; rank < N_RANK; rank++) {
        self.rank = (enum rank)rank;
        if (self.n_found[rank] > 0) {
            offer_all(&self);
        }
    }
    if (self.n_printed > MOST_LINES) {
        quire_text_format(&text, "%zu more; another word narrows the search\n",
                          self.n_printed - MOST_LINES);
    }
    quire_status status = QUIRE_OK;
    if ((*out = quire_text_take(&text)) == NULL) {
        status = quire_diag_error(diag, "E-MEMORY", (struct quire_place){0}, NULL, NULL,
                                  "memory ran out");
    }
    quire_text_clear(&text);
    return status;
}
