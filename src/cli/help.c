/* quire help TOPIC, for topics that are not verbs of this program. */
#include "cli/cli.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>

char *
cli_join_words(char *const *word, int n)
{
    size_t size = 1;
    for (int i = 0; i < n; i++) {
        size += strlen(word[i]) + 1;
    }
    char *text = cli_need(malloc(size)), *end = text;
    for (int i = 0; i < n; i++) {
        const size_t length = strlen(word[i]);
        memcpy(end, word[i], length);
        end += length;
        *end++ = ' ';
    }
    end[n > 0 ? -1 : 0] = '\0';
    return text;
}

int
cli_search(const char *words)
{
    char *text = NULL;
    quire_diag *diag = cli_need(quire_diag_create());
    const quire_status status = quire_describe_search(&text, words, diag);

    if (status == QUIRE_OK) {
        cli_print(text, stdout);
    }
    cli_print_problems(diag, false, status);
    quire_free(text);
    quire_diag_destroy(diag);
    return (int)status;
}

/* the help of a verb of quire-doe, which that program prints */
static int
help_doe(const char *verb)
{
    char path[PATH_MAX], *argv[] = {"quire-doe", (char *)verb, "--help", NULL};
    const int number = cli_become("quire-doe", argv, path, sizeof path);

    return cli_file_problem("help", path, "cannot be run", number);
}

int
cli_help_topic(char *const *word, int n)
{
    char *text = NULL;

    if (n == 2 && strcmp(word[0], "doe") == 0) {
        return help_doe(word[1]);
    }
    if (n <= 2 && quire_describe(&text, word[0], n > 1 ? word[1] : NULL, NULL) == QUIRE_OK) {
        cli_print(text, stdout);
        quire_free(text);
        return QUIRE_OK;
    }
    char *words = cli_join_words(word, n);
    const int code = cli_search(words);
    free(words);
    return code;
}
