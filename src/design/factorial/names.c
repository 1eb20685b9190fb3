#include "design/factorial/names.h"

#include <string.h>

#include "kind/value.h"
#include "model/problem.h"
#include "text/suggest.h"

quire_status
quire_design_name(size_t *factor, const struct quire_design_task *task, const char *text,
                  size_t length)
{
    char word[QUIRE_NAME_LIMIT + 1], hint[200], excerpt[QUIRE_EXCERPT_SIZE];
    for (; length > 0 && *text == ' '; length--) {
        text++;
    }
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    quire_number_format(word, sizeof word, "%.*s",
                        (int)(length < QUIRE_NAME_LIMIT ? length : QUIRE_NAME_LIMIT), text);
    struct quire_suggest s = quire_suggest_begin(word);
    for (size_t j = 0; j < task->n; j++) {
        if (strcmp(task->column[j].name, word) == 0) {
            *factor = j;
            return QUIRE_OK;
        }
        quire_suggest_offer(&s, task->column[j].name);
    }
    return quire_object_error(task->self, task->diag, "E-REFERENCE",
                              quire_suggest_hint(&s, hint, sizeof hint),
                              "factor '%s' does not exist", quire_excerpt(excerpt, word));
}
