/* Options of verbs that read a table: what its columns are, which models are fitted, what is
 * desired of responses. */
#include <stdlib.h>
#include <string.h>

#include "doe/tables.h"

static bool
take_rows(const struct cli_verb *verb, struct doe_table_roles *roles)
{
    if (strcmp(optarg, "independent") == 0) {
        roles->rows = DOE_ROWS_INDEPENDENT;
    } else if (strcmp(optarg, "repeatable") == 0) {
        roles->rows = DOE_ROWS_REPEATABLE;
    } else {
        cli_usage_error(verb, "--rows is independent or repeatable, not", optarg);
        return false;
    }
    return true;
}

static bool
take_select(const struct cli_verb *verb, struct doe_table_roles *roles)
{
    roles->select = strcmp(optarg, "aicc") == 0;
    if (!roles->select && strcmp(optarg, "none") != 0) {
        cli_usage_error(verb, "--select is none or aicc, not", optarg);
        return false;
    }
    return true;
}

static bool
take_transform(const struct cli_verb *verb, struct doe_table_roles *roles)
{
    static const char *const words[] = {[QUIRE_TRANSFORM_NONE] = "none",
                                        [QUIRE_TRANSFORM_LOG] = "log",
                                        [QUIRE_TRANSFORM_ROOT] = "sqrt",
                                        [QUIRE_TRANSFORM_RECIPROCAL] = "reciprocal",
                                        [QUIRE_TRANSFORM_POWER] = "box-cox"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(optarg, words[i]) == 0) {
            roles->transform = (enum quire_transform)i;
            return true;
        }
    }
    cli_usage_error(verb, "--transform is none, log, sqrt, reciprocal or box-cox, not", optarg);
    return false;
}

/* "rate=larger", or "larger" of the only response */
static void
add_goal(struct doe_table_options *self, enum doe_goal_kind kind)
{
    struct doe_table_goal *more =
        cli_need(realloc(self->goal, (self->roles.n_goal + 1) * sizeof *more));
    char *equals = strchr(optarg, '=');

    self->goal = more;
    self->roles.goal = more;
    if (equals != NULL) {
        *equals = '\0';
    }
    more[self->roles.n_goal++] = (struct doe_table_goal){kind, equals != NULL ? optarg : NULL,
                                                         equals != NULL ? equals + 1 : optarg};
}

bool
doe_take_table_option(const struct cli_verb *verb, struct doe_table_options *self, int c,
                      bool *taken)
{
    struct doe_table_roles *roles = &self->roles;

    *taken = true;
    switch (c) {
    case DOE_TABLE_FACTORS: roles->factors = optarg; break;
    case DOE_TABLE_NOISE: roles->noise = optarg; break;
    case DOE_TABLE_RESPONSES: roles->responses = optarg; break;
    case DOE_TABLE_BLOCK: roles->block = optarg; break;
    case DOE_TABLE_WORDS: roles->words = optarg; break;
    case DOE_TABLE_RANDOM: roles->random = optarg; break;
    case DOE_TABLE_TERMS: roles->terms = optarg; break;
    case DOE_TABLE_ROWS: return take_rows(verb, roles);
    case DOE_TABLE_SELECT: return take_select(verb, roles);
    case DOE_TABLE_TRANSFORM: return take_transform(verb, roles);
    case DOE_TABLE_BETTER: add_goal(self, DOE_GOAL_BETTER); return true;
    case DOE_TABLE_TARGET: add_goal(self, DOE_GOAL_TARGET); return true;
    case DOE_TABLE_MINIMUM: add_goal(self, DOE_GOAL_MINIMUM); return true;
    case DOE_TABLE_MAXIMUM: add_goal(self, DOE_GOAL_MAXIMUM); return true;
    case DOE_TABLE_IMPORTANCE: add_goal(self, DOE_GOAL_IMPORTANCE); return true;
    default: *taken = false; return true;
    }
    self->any = true;
    return true;
}

void
doe_table_options_clear(struct doe_table_options *self)
{
    free(self->goal);
    *self = (struct doe_table_options){.any = false};
}

bool
doe_is_table(const char *path)
{
    const size_t n = strlen(path);

    return n > 4 && strcmp(path + n - 4, ".csv") == 0;
}

void
doe_note_left_out(const char *verb, const char *left_out, bool quiet)
{
    struct quire_text before = {0};

    if (left_out[0] != '\0' && !quiet) {
        quire_text_format(&before, "quire %s: note: columns without a role: ", verb);
        cli_say(stderr, doe_need_text(&before), left_out, "\n");
    }
    quire_text_clear(&before);
}
