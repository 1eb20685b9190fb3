/* quire fit */
#include "cli/cli.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>

#include <quire/describe.h>
#include <quire/law.h>

#define MOST 256 /* restitutions, or names */

struct arguments {
    const char *law, *table;
    struct cli_settings settings;
    const char *free_name[MOST];
    size_t n_free, n_speed, n_restitution;
    double mass, speed[MOST], restitution[MOST]; /* [kg], [m/s], [1] */
    double sheets, area, unloaded;               /* of a stack: [1], [m^2], [m] */
    bool json;
};

enum { FREE = CLI_LONG_ONLY, SPEED, RESTITUTION, SHEETS, AREA, UNLOADED };

static const struct option options[] = {
    {"law", required_argument, NULL, 'l'},
    {"set", required_argument, NULL, 's'},
    {"free", required_argument, NULL, FREE},
    {"mass", required_argument, NULL, 'm'},
    {"speed", required_argument, NULL, SPEED},
    {"restitution", required_argument, NULL, RESTITUTION},
    {"sheets", required_argument, NULL, SHEETS},
    {"area", required_argument, NULL, AREA},
    {"unloaded", required_argument, NULL, UNLOADED},
    {"format", required_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool
has_room(const struct cli_verb *verb, size_t n)
{
    if (n == MOST) {
        cli_usage_error(verb, "--speed and --restitution are given 256 times at most", NULL);
    }
    return n < MOST;
}

static bool
take(const struct cli_verb *verb, struct arguments *a, int c)
{
    switch (c) {
    case 'l': a->law = optarg; return true;
    case 's': return cli_settings_add(&a->settings, optarg);
    case 'm': return cli_take_quantity("--mass", optarg, "kg", &a->mass);
    case 'f': return cli_take_format(optarg, &a->json);
    case SHEETS: return cli_take_quantity("--sheets", optarg, "", &a->sheets);
    case AREA: return cli_take_quantity("--area", optarg, "m^2", &a->area);
    case UNLOADED: return cli_take_quantity("--unloaded", optarg, "m", &a->unloaded);
    case FREE:
        if (!has_room(verb, a->n_free)) {
            return false;
        }
        a->free_name[a->n_free++] = optarg;
        return true;
    case SPEED:
        return has_room(verb, a->n_speed) &&
               cli_take_quantity("--speed", optarg, "m/s", &a->speed[a->n_speed++]);
    case RESTITUTION:
        return has_room(verb, a->n_restitution) &&
               cli_take_quantity("--restitution", optarg, "", &a->restitution[a->n_restitution++]);
    default: return false;
    }
}

/* ---- what is said ---- */

static void
print_json(const quire_fit *fit)
{
    printf("{\"schema\": \"quire-fit-1\", \"element\": ");
    cli_print_json_string(stdout, fit->element);
    printf(", \"data\": %zu, \"unit\": \"%s\", \"residual-rms\": %.17g, \"residual-largest\": "
           "%.17g, \"largest-datum\": %.17g, \"parameters\": [",
           fit->n_data, fit->unit, fit->rms, fit->largest, fit->range);
    for (size_t k = 0; k < fit->n_parameter; k++) {
        const quire_fit_parameter *p = &fit->parameter[k];
        printf("%s{\"name\": \"%s\", \"unit\": \"%s\", \"value\": ", k == 0 ? "" : ", ", p->name,
               p->unit);
        if (isinf(p->deviation)) {
            printf("null, \"deviation\": null, \"determined\": false}");
        } else if (isnan(p->deviation)) {
            printf("%.17g, \"deviation\": null, \"determined\": true}", p->value);
        } else {
            printf("%.17g, \"deviation\": %.17g, \"determined\": true}", p->value, p->deviation);
        }
    }
    puts("]}");
}

static void
print_parameter(const quire_fit_parameter *p)
{
    if (isinf(p->deviation)) {
        printf("%s: the data do not determine it; give it with --set\n", p->name);
        return;
    }
    printf("%s: %.6g%s%s", p->name, p->value, p->unit[0] != '\0' ? " " : "", p->unit);
    if (isnan(p->deviation)) {
        printf("; as many parameters as data: how well it is known cannot be said\n");
    } else {
        printf(" +- %.2g (%.2g %%)\n", p->deviation, 100 * p->deviation / fabs(p->value));
    }
}

/* residuals that are rounding alone are none */
static double
shown(const quire_fit *fit, double residual)
{
    return residual > 1e-9 * fit->range ? residual : 0;
}

static void
print_fit(const quire_fit *fit)
{
    const char *unit = fit->unit[0] == '1' ? "" : " N";

    printf("%s\n", fit->element);
    printf("residual: %.3g%s rms, %.3g%s at most, of %.4g%s; %zu data\n", shown(fit, fit->rms),
           unit, shown(fit, fit->largest), unit, fit->range, unit, fit->n_data);
    for (size_t k = 0; k < fit->n_parameter; k++) {
        print_parameter(&fit->parameter[k]);
    }
}

static int
fit_law(const struct cli_verb *verb, const struct arguments *a, quire_diag *diag)
{
    quire_fit_data data = {.file_name = a->table,
                           .speed = a->speed,
                           .restitution = a->restitution,
                           .n = a->n_speed,
                           .mass = a->mass,
                           .sheets = a->sheets,
                           .area = a->area,
                           .unloaded = a->unloaded};
    quire_fit *fit = NULL;
    char *text = NULL;
    quire_status status =
        a->table != NULL ? cli_read_table(verb, a->table, &text, &data.size) : QUIRE_OK;

    if (status == QUIRE_OK) {
        data.csv = text;
        status = quire_law_fit(&fit, a->law, a->settings.list, a->settings.n, a->free_name,
                               a->n_free, &data, diag);
    }
    if (status == QUIRE_OK) {
        (a->json ? print_json : print_fit)(fit);
    }
    quire_fit_destroy(fit);
    free(text);
    return (int)status;
}

int
cli_fit(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {0};
    bool good = true;
    int c, code = QUIRE_ERROR_USAGE;

    while (good && (c = cli_next_option(verb, argc, argv, options)) != -1) {
        if (c == 'h') {
            cli_settings_clear(&a.settings);
            return QUIRE_OK;
        }
        good = take(verb, &a, c);
    }
    a.table = optind < argc ? argv[optind] : NULL;
    if (good && a.law == NULL) {
        code = cli_usage_error(verb, "which law? give --law; see 'quire describe law'", NULL);
    } else if (good && optind + 1 < argc) {
        code = cli_usage_error(verb, "one table at a time; unexpected:", argv[optind + 1]);
    } else if (good && (a.table == NULL) == (a.n_speed + a.n_restitution == 0)) {
        code = cli_usage_error(verb, "either a table or --speed with --restitution", NULL);
    } else if (good && a.n_speed != a.n_restitution) {
        code = cli_usage_error(verb, "each --speed needs its --restitution", NULL);
    } else if (good) {
        quire_diag *diag = cli_need(quire_diag_create());
        code = fit_law(verb, &a, diag);
        cli_print_problems(diag, a.json && quire_diag_count(diag) > 0, (quire_status)code);
        quire_diag_destroy(diag);
    }
    cli_settings_clear(&a.settings);
    return code;
}
