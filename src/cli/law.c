/* quire law */
#include "cli/cli.h"

#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <quire/describe.h>
#include <quire/law.h>

struct arguments {
    const char *name, *points;
    char *impact;
    struct cli_settings settings;
    bool json;
};

static const struct option options[] = {
    {"set", required_argument, NULL, 's'},    {"points", required_argument, NULL, 'p'},
    {"impact", required_argument, NULL, 'i'}, {"format", required_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0},
};

static quire_status
print_points(const struct cli_verb *verb, const quire_law *law, const char *path, quire_diag *diag)
{
    char *text = NULL, *table = NULL;
    size_t size = 0;
    quire_status status = cli_read_table(verb, path, &text, &size);
    if (status == QUIRE_OK) {
        status = quire_law_points(law, text, size, path, &table, diag);
    }
    if (status == QUIRE_OK) {
        fputs(table, stdout);
    }
    quire_free(table);
    free(text);
    return status;
}

#define SPEEDS_LIMIT 256

struct impact_request {
    double mass, speed[SPEEDS_LIMIT]; /* [kg], [m/s] (n_speed) */
    size_t n_speed;
};

/* "mass=1g,speed=1m/s,speed=2m/s"; false after a message */
static bool
parse_impact(const struct cli_verb *verb, char *text, struct impact_request *out)
{
    bool has_mass = false, good = true;
    out->n_speed = 0;
    for (char *rest = text, *part; (part = strsep(&rest, ",")) != NULL;) {
        char *value = strchr(part, '=');
        if (value != NULL) {
            *value++ = '\0';
        }
        const bool is_mass = strcmp(part, "mass") == 0;
        if (value == NULL || (!is_mass && strcmp(part, "speed") != 0)) {
            cli_usage_error(verb, "--impact takes mass=...,speed=..., not", part);
            return false;
        }
        if (!is_mass && out->n_speed == SPEEDS_LIMIT) {
            cli_usage_error(verb, "--impact takes no more than 256 speeds", NULL);
            return false;
        }
        double *to = is_mass ? &out->mass : &out->speed[out->n_speed++];
        if (!cli_take_quantity(part, value, is_mass ? "kg" : "m/s", to)) {
            return false;
        }
        has_mass = has_mass || is_mass;
        good = good && *to > 0.0;
    }
    if (!has_mass || out->n_speed == 0 || !good) {
        cli_usage_error(verb, "--impact needs a mass and a speed above zero", NULL);
        return false;
    }
    return true;
}

/* what is said of an impact */
static const struct {
    const char *name, *unit;
    size_t offset;
} results[] = {
    {"restitution", "1", offsetof(quire_impact, restitution)},
    {"peak-penetration", "m", offsetof(quire_impact, peak_penetration)},
    {"duration", "s", offsetof(quire_impact, duration)},
    {"peak-force", "N", offsetof(quire_impact, peak_force)},
    {"release-penetration", "m", offsetof(quire_impact, release_penetration)},
    {"zero-force-restitution", "1", offsetof(quire_impact, zero_force_restitution)},
    {"zero-force-duration", "s", offsetof(quire_impact, zero_force_duration)},
    {"zero-force-penetration", "m", offsetof(quire_impact, zero_force_penetration)},
};
#define RESULTS (sizeof results / sizeof results[0])

static double
result_of(const quire_impact *impact, size_t i)
{
    return *(const double *)(const void *)((const char *)impact + results[i].offset);
}

static void
print_impact_json(const quire_impact *impact)
{
    for (size_t i = 0; i < RESULTS; i++) {
        const double value = result_of(impact, i);
        if (value < HUGE_VAL) {
            printf(", \"%s\": %.17g", results[i].name, value);
        } else {
            printf(", \"%s\": null", results[i].name);
        }
    }
}

/* one element for each speed, of however many */
static void
print_impacts_json(const struct impact_request *request, const quire_impact *impact)
{
    printf("{\"schema\": \"quire-impact-2\", \"mass\": %.17g, \"impacts\": [", request->mass);
    for (size_t k = 0; k < request->n_speed; k++) {
        printf("%s{\"speed\": %.17g", k == 0 ? "" : ", ", request->speed[k]);
        print_impact_json(&impact[k]);
        fputs("}", stdout);
    }
    fputs("]}\n", stdout);
}

/* one impact line by line, several as a CSV table with a line for each speed */
static void
print_impacts(const struct impact_request *request, const quire_impact *impact)
{
    const size_t n = request->n_speed;
    fputs(n > 1 ? "speed [m/s]" : "", stdout);
    for (size_t i = 0; i < RESULTS; i++) {
        if (n > 1) {
            printf(",%s [%s]", results[i].name, results[i].unit);
        } else {
            printf("%s [%s]: %.12g\n", results[i].name, results[i].unit, result_of(impact, i));
        }
    }
    for (size_t k = 0; n > 1 && k < n; k++) {
        printf("\n%.12g", request->speed[k]);
        for (size_t i = 0; i < RESULTS; i++) {
            printf(",%.12g", result_of(&impact[k], i));
        }
    }
    fputs(n > 1 ? "\n" : "", stdout);
}

static quire_status
strike(const quire_law *law, const struct impact_request *request, bool json, quire_diag *diag)
{
    quire_impact impact[SPEEDS_LIMIT];
    const quire_status status =
        quire_law_impacts(law, request->mass, request->speed, request->n_speed, impact, diag);
    if (status == QUIRE_OK) {
        (json ? print_impacts_json : print_impacts)(request, impact);
    }
    return status;
}

static int
try_law(const struct cli_verb *verb, const struct arguments *a, quire_diag *diag)
{
    quire_law *law = NULL;
    struct impact_request request;
    if (a->impact != NULL && !parse_impact(verb, a->impact, &request)) {
        return QUIRE_ERROR_USAGE;
    }
    quire_status status = quire_law_create(&law, a->name, a->settings.list, a->settings.n, diag);
    if (status == QUIRE_OK && a->points != NULL) {
        status = print_points(verb, law, a->points, diag);
    }
    if (status == QUIRE_OK && a->impact != NULL) {
        status = strike(law, &request, a->json, diag);
    }
    quire_law_destroy(law);
    return (int)status;
}

int
cli_law(const struct cli_verb *verb, int argc, char **argv)
{
    struct arguments a = {0};
    bool good = true;
    int c, code = QUIRE_ERROR_USAGE;
    while (good && (c = cli_next_option(verb, argc, argv, options)) != -1) {
        switch (c) {
        case 's': good = cli_settings_add(&a.settings, optarg); break;
        case 'p': a.points = optarg; break;
        case 'i': a.impact = optarg; break;
        case 'f': good = cli_take_format(optarg, &a.json); break;
        case 'h': cli_settings_clear(&a.settings); return QUIRE_OK;
        default: good = false;
        }
    }
    if (good && optind + 1 != argc) {
        code = cli_usage_error(
            verb, optind < argc ? "one law at a time" : "which law? see 'quire describe law'",
            NULL);
    } else if (good && (a.points == NULL) == (a.impact == NULL)) {
        code = cli_usage_error(verb, "either --points or --impact", NULL);
    } else if (good && a.points != NULL && a.json) {
        code =
            cli_usage_error(verb, "--points writes a table; --format=json is for --impact", NULL);
    } else if (good) {
        quire_diag *diag = cli_need(quire_diag_create());
        a.name = argv[optind];
        code = try_law(verb, &a, diag);
        /* one document: of what came of it, or of why nothing did */
        cli_print_problems(diag, a.json && code != QUIRE_OK && quire_diag_count(diag) > 0,
                           (quire_status)code);
        quire_diag_destroy(diag);
    }
    cli_settings_clear(&a.settings);
    return code;
}
