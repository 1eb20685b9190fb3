/* <release>: a sheet that waits enters the machine. */
#include <math.h>
#include <string.h>

#include "body/sheet.h"
#include "kind/action.h"
#include "model/problem.h"
#include "rule/rule.h"
#include "text/suggest.h"

struct params {
    const char *sheet;
};

static const struct quire_field fields[] = {
    QUIRE_TEXT(struct params, sheet, "sheet", QUIRE_REQUIRED,
               "sheet that enters; for a stream its name alone (page for page.1, page.2, ...): the "
               "next sheet that waits"),
    QUIRE_FIELD_END,
};

bool
quire_release_means(const char *text, const struct quire_object *sheet)
{
    const struct quire_sheet_params *p = sheet->params;
    const size_t n = strlen(text);

    return strcmp(text, sheet->name) == 0 ||
           (p->number > 0 && strncmp(text, sheet->name, n) == 0 && sheet->name[n] == '.');
}

static quire_status
check(const struct quire_object *self, quire_diag *diag)
{
    const struct params *p = self->params;
    const struct quire_object *root = self->parent != NULL ? self->parent->parent : NULL, *sheet;
    struct quire_suggest near = quire_suggest_begin(p->sheet);
    char hint[200];

    if (root == NULL) {
        return QUIRE_OK; /* no model in which names could be looked up */
    }
    for (size_t i = 0; (sheet = quire_object_next_of(root, &quire_kind_sheet, &i)) != NULL;) {
        if (sheet->name == NULL || !quire_release_means(p->sheet, sheet)) {
            quire_suggest_offer(&near, sheet->name != NULL ? sheet->name : "");
            continue;
        }
        const struct quire_object *start = quire_object_child_of(sheet, &quire_kind_start);
        return start == NULL || ((const struct quire_start_params *)start->params)->on ==
                                    QUIRE_START_ON_COMMAND
                   ? QUIRE_OK
                   : quire_object_error(self, diag, "E-MODEL", "give its <start> on='command'",
                                        "sheet '%s' does not wait for a command: it enters by time",
                                        p->sheet);
    }
    return quire_object_error(self, diag, "E-REFERENCE",
                              quire_suggest_hint(&near, hint, sizeof hint),
                              "sheet='%s': no such sheet or stream", p->sheet);
}

static void
describe(const struct quire_object *self, struct quire_action *out)
{
    const struct params *p = self->params;
    *out = (struct quire_action){.kind = QUIRE_ACTION_RELEASE, .text = p->sheet, .value = NAN};
}

static const struct quire_action_ops ops = {describe};

const struct quire_kind quire_kind_action_release = {
    .family = &quire_family_action,
    .element = "release",
    .size = sizeof(struct params),
    .fields = fields,
    .help = "Releases a waiting sheet (start on=command), at the position and speed of its start; "
            "of a stream, the next sheet. Has no effect if no sheet is waiting.",
    .ops = &ops,
    .check = check,
};
