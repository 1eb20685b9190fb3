/* quire check --review */
#include "cli/cli.h"

#include <string.h>

#include <quire/review.h>

#define INDENT "  "

static enum cli_mood
mood_of(quire_review_verdict verdict)
{
    return verdict == QUIRE_REVIEW_OK         ? CLI_GOOD
           : verdict == QUIRE_REVIEW_DOUBTFUL ? CLI_DOUBT
                                              : CLI_BAD;
}

/* of the longest text in a column */
struct widths {
    int rule, part, value;
};

static int
wider(int width, const char *text)
{
    const int own = (int)strlen(text);
    return own > width ? own : width;
}

/* names may have letters of more bytes: their columns are a little narrower then */
static struct widths
measure(const quire_review *review, bool all)
{
    struct widths w = {0};
    for (size_t i = 0; i < quire_review_count(review); i++) {
        const quire_review_line l = quire_review_at(review, i);
        if (all || l.verdict != QUIRE_REVIEW_OK) {
            w.rule = wider(w.rule, l.rule->name);
            w.part = wider(w.part, l.part);
            w.value = wider(w.value, l.value_text);
        }
    }
    return w;
}

static void
print_line(const quire_review_line *l, const struct widths *w)
{
    cli_begin_mood(stdout, mood_of(l->verdict));
    printf("%-8s", quire_review_word(l->verdict));
    cli_end_mood(stdout);
    printf("  %-*s  ", w->rule, l->rule->name);
    cli_print_visible(stdout, l->part);
    printf("%*s  %*s, %s", w->part - (int)strlen(l->part), "", w->value, l->value_text,
           l->limit_text);
    if (l->sheet != NULL) {
        fputs(" (", stdout);
        cli_print_visible(stdout, l->sheet);
        fputs(")", stdout);
    }
    fputs("\n", stdout);
}

/* what was compared, and what cures it, of each rule that has something to say */
static void
print_rules(const quire_review *review)
{
    const quire_review_rule *last = NULL;
    struct cli_lines lines;
    FILE *out = cli_lines_begin(&lines, stdout);
    for (size_t i = 0; i < quire_review_count(review); i++) {
        const quire_review_line l = quire_review_at(review, i);
        if (l.verdict != QUIRE_REVIEW_OK && l.rule != last) {
            fprintf(out, "%s%s: %s\n" INDENT "%s\n" INDENT "cure: %s\n" INDENT "source: %s\n",
                    last == NULL ? "\n" : "", l.rule->name, l.rule->title, l.rule->formula,
                    l.rule->cure, l.rule->source);
            last = l.rule;
        }
    }
    cli_lines_end(&lines);
}

static void
print_review(const quire_review *review, const char *name, bool all)
{
    const struct widths w = measure(review, all);
    size_t count[QUIRE_REVIEW_WRONG + 1] = {0};
    for (size_t i = 0; i < quire_review_count(review); i++) {
        const quire_review_line l = quire_review_at(review, i);
        count[l.verdict]++;
        if (all || l.verdict != QUIRE_REVIEW_OK) {
            print_line(&l, &w);
        }
    }
    if (all) {
        print_rules(review);
        cli_say(stdout, "", name, ": ");
        printf("%zu ok, %zu doubtful, %zu wrong\n", count[QUIRE_REVIEW_OK],
               count[QUIRE_REVIEW_DOUBTFUL], count[QUIRE_REVIEW_WRONG]);
    }
}

quire_status
cli_review(const quire_model *model, bool json, bool quiet, quire_diag *diag, bool *wrong)
{
    quire_review *review;
    const quire_status status = quire_review_create(&review, model, diag);
    if (status == QUIRE_OK && json) {
        fputs(quire_review_json(review), stdout);
    } else if (status == QUIRE_OK) {
        print_review(review, quire_model_name(model), !quiet);
    }
    *wrong = quire_review_worst(review) == QUIRE_REVIEW_WRONG;
    quire_review_destroy(review);
    return status;
}
