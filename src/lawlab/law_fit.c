/* Parameters of a normal law from measured forces or restitutions: least squares on the law as it
 * is registered, whichever it is. doc/guide/contact-data.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "kind/attributes.h"
#include "lawlab/law_fit_search.h"
#include "text/text.h"

#define DIGITS 6 /* of a parameter as an attribute */
/* of the sum of squares: changes below it are those of the impact's own error */
#define BLIND 1e-5
#define LEAST 1e-12 /* of the largest datum: residuals below this are rounding */

/* ---- which parameters are free ---- */

static bool
is_given(const struct quire_fitting *f, int field)
{
    return (f->law.present & (UINT64_C(1) << field)) != 0;
}

static bool
is_number(const struct quire_fitting *f, int field)
{
    return f->field[field].type == QUIRE_FIELD_REAL &&
           strcmp(f->field[field].name, "reference-length") != 0;
}

static quire_status
free_named(struct quire_fitting *f, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char excerpt[QUIRE_EXCERPT_SIZE];
        int field = 0;
        while (f->field[field].name != NULL && strcmp(f->field[field].name, names[i]) != 0) {
            field++;
        }
        if (f->field[field].name == NULL || !is_number(f, field)) {
            return quire_diag_error(f->diag, "E-USAGE", quire_nowhere(), f->kind->variant,
                                    "see 'quire describe law'", "there is no number '%s' to find",
                                    quire_excerpt(excerpt, names[i]));
        }
        if (is_given(f, field)) {
            return quire_diag_error(f->diag, "E-USAGE", quire_nowhere(), f->kind->variant, NULL,
                                    "'%s' is either given or to be found, once",
                                    quire_excerpt(excerpt, names[i]));
        }
        if (f->n == QUIRE_FITTED_MOST) {
            return quire_diag_error(f->diag, "E-LIMIT", quire_nowhere(), f->kind->variant, NULL,
                                    "no more than %d parameters can be found", QUIRE_FITTED_MOST);
        }
        quire_fitting_add(f, field);
    }
    return QUIRE_OK;
}

/* what the law must have: required numbers, and one of the optional ones, or two, if it is not
 * content without */
static quire_status
free_required(struct quire_fitting *f)
{
    for (int k = 0; f->kind->fields[k].name != NULL; k++) {
        if (f->kind->fields[k].fallback == QUIRE_REQUIRED && is_number(f, k) && !is_given(f, k) &&
            f->n < QUIRE_FITTED_MOST) {
            quire_fitting_add(f, k);
            *quire_fitting_value(f, k) = 0.5; /* within every range that there is */
        }
    }
    for (int k = 0; !quire_fitting_is_allowed(f) && f->field[k].name != NULL; k++) {
        if (is_number(f, k) && isnan(*quire_fitting_value(f, k)) && f->n < QUIRE_FITTED_MOST) {
            quire_fitting_add(f, k);
            *quire_fitting_value(f, k) = 1;
            if (!quire_fitting_is_allowed(f)) {
                quire_fitting_drop(f, NAN);
            }
        }
    }
    quire_fitting_tell_refusal(f);
    const bool allowed = quire_fitting_is_allowed(f);
    if (*f->starved) {
        return quire_diag_memory_error(f->diag);
    }
    return allowed ? QUIRE_OK
                   : quire_diag_error(f->diag, "E-MISSING", quire_nowhere(), f->kind->variant,
                                      "give numbers with --set, name those to be found with --free",
                                      "it is not clear which parameters to find");
}

/* whether a parameter changes nothing over its whole range */
static bool
is_blind(const struct quire_fitting *f, int field)
{
    double *value = quire_fitting_value(f, field), low = HUGE_VAL, high = 0, keep = *value;

    for (int i = 0; i < QUIRE_FITTING_SCANNED; i++) {
        *value = quire_fitting_scanned(f->field + field, i);
        const double sum = quire_fitting_sum(f);
        low = fmin(low, sum);
        high = isfinite(sum) ? fmax(high, sum) : high;
    }
    *value = keep;
    return !(high - low > BLIND * (high + BLIND * (double)f->points.n));
}

/* takes out what the data say nothing about */
static void
drop_blind(struct quire_fitting *f)
{
    for (size_t k = 0; k < f->n;) {
        if (is_blind(f, f->unknown[k].field)) {
            f->blind[f->n_blind++] = f->unknown[k].field;
            f->n--;
            memmove(f->unknown + k, f->unknown + k + 1, (f->n - k) * sizeof *f->unknown);
        } else {
            k++;
        }
    }
}

/* what was taken out as blind must not matter for what was found then */
static quire_status
check_blind(const struct quire_fitting *f)
{
    for (size_t k = 0; k < f->n_blind; k++) {
        if (!is_blind(f, f->blind[k])) {
            return quire_diag_error(
                f->diag, "E-MISSING", quire_nowhere(), f->kind->variant, "give it with --set",
                "the data do not determine '%s', and the other values depend on it",
                f->field[f->blind[k]].name);
        }
    }
    return QUIRE_OK;
}

/* How many times the mean square of what is left one more parameter must explain to stay free:
 * Fisher's F of 1 and n degrees of freedom at 5 %, within 5 % of the tables. */
static double
significant(size_t n)
{
    const double d = (double)n;

    return 4 + 12 / d + 145 / (d * d * d * d);
}

/* whether no parameter has become a matter of taste: a logarithm uncertain by 1 */
static bool
all_known(const struct quire_fitting *f, const double *deviation)
{
    bool good = true;

    for (size_t k = 0; k < f->n; k++) {
        good = good && !(f->unknown[k].by_log &&
                         deviation[k] > fabs(*quire_fitting_value(f, f->unknown[k].field)));
    }
    return good;
}

/* Parameters that have a default, or may be absent, stay so unless the data need them. */
static double
free_wanted(struct quire_fitting *f, double sum, double *deviation)
{
    double kept[QUIRE_FITTED_MOST];

    for (int k = 0; f->field[k].name != NULL && f->n < QUIRE_FITTED_MOST; k++) {
        /* a single datum for a single one */
        if (!is_number(f, k) || is_given(f, k) || f->n + (f->n > 0 ? 1 : 0) >= f->points.n) {
            continue;
        }
        const double before = *quire_fitting_value(f, k);
        for (size_t i = 0; i < f->n; i++) {
            kept[i] = *quire_fitting_value(f, f->unknown[i].field);
        }
        quire_fitting_add(f, k);
        double less = HUGE_VAL;
        /* from the default; another start where there is none */
        if (before > 0 || !f->unknown[f->n - 1].by_log) {
            less = isnan(before) ? HUGE_VAL : quire_fitting_search(f, deviation);
        }
        if (!isfinite(less) && isfinite(quire_fitting_scan(f, f->n - 1))) {
            less = quire_fitting_search(f, deviation);
        }
        const size_t left = f->points.n - f->n;
        const double rest =
            fmax(less, LEAST * LEAST * (double)f->points.n) / (double)(left > 0 ? left : 1);
        const bool better = left > 0 ? sum - less > significant(left) * rest : less < BLIND * sum;
        if (better && all_known(f, deviation)) {
            sum = less;
            continue;
        }
        quire_fitting_drop(f, before);
        for (size_t i = 0; i < f->n; i++) {
            *quire_fitting_value(f, f->unknown[i].field) = kept[i];
        }
    }
    return sum;
}

/* whether units of the law have this parameter as an exponent */
static bool
is_exponent(const struct quire_fitting *f, int field)
{
    const size_t n = strlen(f->field[field].name);

    for (int k = 0; f->field[k].name != NULL; k++) {
        for (const char *at = f->field[k].unit;
             at != NULL && (at = strstr(at, f->field[field].name)) != NULL; at += n) {
            if ((at[-1] == '{' || at[-1] == '+') && (at[n] == '}' || at[n] == '+')) {
                return true;
            }
        }
    }
    return false;
}

/* Exponents are written with few digits, in units too: the others are found once more for these. */
static quire_status
round_exponents(struct quire_fitting *f, double *deviation)
{
    const size_t all = f->n;
    double kept[QUIRE_FITTED_MOST];

    memcpy(kept, deviation, sizeof kept);
    /* exponents go to the end, where the search does not see them */
    for (size_t k = 0; k < f->n; k++) {
        double *value = quire_fitting_value(f, f->unknown[k].field);
        if (is_exponent(f, f->unknown[k].field)) {
            const struct quire_unknown exponent = f->unknown[k];
            const double its = kept[k];
            *value = floor(1e4 * *value + 0.5) / 1e4;
            f->n--;
            memmove(f->unknown + k, f->unknown + k + 1, (all - k - 1) * sizeof exponent);
            memmove(kept + k, kept + k + 1, (all - k - 1) * sizeof its);
            f->unknown[all - 1] = exponent;
            kept[all - 1] = its;
            k--;
        }
    }
    const bool good = f->n == all || f->n == 0 || isfinite(quire_fitting_search(f, deviation));
    f->n = all;
    memcpy(deviation, kept, sizeof kept);
    return good ? QUIRE_OK : quire_diag_memory_error(f->diag);
}

static quire_status
solve(struct quire_fitting *f, const char *const *names, size_t n_free, double *deviation)
{
    quire_status status = n_free > 0 ? free_named(f, names, n_free) : free_required(f);

    if (status != QUIRE_OK) {
        return status;
    }
    double sum = quire_fitting_scan(f, 0);
    if (n_free == 0 && isfinite(sum)) {
        drop_blind(f);
    }
    if (*f->starved) {
        return quire_diag_memory_error(f->diag);
    }
    if (f->n > f->points.n) {
        return quire_diag_error(f->diag, "E-RANGE", quire_nowhere(), f->kind->variant,
                                "give some with --set", "%zu data cannot determine %zu parameters",
                                f->points.n, f->n);
    }
    if (isfinite(sum) && f->n > 0) {
        sum = quire_fitting_search(f, deviation);
    }
    if (isfinite(sum) && n_free == 0) {
        sum = free_wanted(f, sum, deviation);
    }
    if (*f->starved) {
        return quire_diag_memory_error(f->diag);
    }
    if (isfinite(sum) && f->n == 0) {
        return quire_diag_error(f->diag, "E-USAGE", quire_nowhere(), f->kind->variant, NULL,
                                "all parameters are given: there is nothing to find");
    }
    sum = isfinite(sum) ? quire_fitting_search(f, deviation) : sum;
    if (isfinite(sum)) {
        status = check_blind(f);
        status = status == QUIRE_OK ? round_exponents(f, deviation) : status;
    } else {
        quire_fitting_tell_refusal(f);
    }
    if (*f->starved) {
        return quire_diag_memory_error(f->diag);
    }
    if (isfinite(sum)) {
        return status;
    }
    return quire_diag_error(f->diag, "E-MODEL", quire_nowhere(), f->kind->variant,
                            "give numbers with --set, name those to be found with --free",
                            "no parameters were found for which the law gives numbers at all data");
}

/* ---- the result ---- */

struct result {
    quire_fit fit;
    quire_fit_parameter parameter[2 * QUIRE_FITTED_MOST];
    char unit[2 * QUIRE_FITTED_MOST][64];
    char *element;
};

static void
write_attribute(struct quire_text *out, const char *name, double value, const char *unit)
{
    quire_text_format(out, " %s=\"", name);
    quire_text_rounded(out, &value, 1, DIGITS);
    quire_text_format(out, "%s%s\"", unit[0] != '\0' ? " " : "", unit);
}

/* what is given as it was written, and what was found */
static void
write_element(struct quire_text *out, const struct quire_fitting *f, const struct result *result,
              const quire_setting *settings, size_t n_setting)
{
    quire_text_format(out, "<normal law=\"%s\"", f->kind->variant);
    for (int k = 0; f->field[k].name != NULL; k++) {
        for (size_t i = n_setting; i-- > 0;) { /* of a name set twice the last one counts */
            if (strcmp(settings[i].name, f->field[k].name) == 0) {
                quire_text_format(out, " %s=\"", f->field[k].name);
                quire_text_xml(out, settings[i].value);
                quire_text_add(out, "\"");
                break;
            }
        }
        for (size_t i = 0; i < f->n; i++) {
            if (f->unknown[i].field == k && !isinf(result->parameter[i].deviation)) {
                write_attribute(out, f->field[k].name, result->parameter[i].value,
                                result->parameter[i].unit);
            }
        }
    }
    quire_text_add(out, "/>");
}

static quire_status
make_result(quire_fit **out, const struct quire_fitting *f, const double *deviation,
            const quire_setting *settings, size_t n_setting)
{
    struct result *result = calloc(1, sizeof *result);
    struct quire_text text = {0};
    double *r = calloc(f->points.n, sizeof *r), sum = 0;

    if (result == NULL || r == NULL || !quire_fitting_evaluate(f, r)) {
        free(result);
        free(r);
        return quire_diag_memory_error(f->diag);
    }
    result->fit = (quire_fit){.parameter = result->parameter,
                              .n_parameter = f->n + f->n_blind,
                              .n_data = f->points.n,
                              .unit = f->points.impacts ? "1" : "N",
                              .range = f->points.largest};
    for (size_t i = 0; i < f->points.n; i++) {
        sum += r[i] * r[i];
        result->fit.largest = fmax(result->fit.largest, fabs(r[i]) * f->points.largest);
    }
    free(r);
    result->fit.rms = sqrt(sum / (double)f->points.n) * f->points.largest;
    for (size_t k = 0; k < f->n + f->n_blind; k++) {
        const int field = k < f->n ? f->unknown[k].field : f->blind[k - f->n];
        quire_value_unit(result->unit[k], sizeof result->unit[k], f->law.params, f->field + field,
                         f->field);
        result->parameter[k] =
            (quire_fit_parameter){.name = f->field[field].name,
                                  .unit = result->unit[k],
                                  .value = *quire_fitting_value(f, field),
                                  .deviation = k < f->n ? deviation[k] : HUGE_VAL};
    }
    write_element(&text, f, result, settings, n_setting);
    result->element = quire_text_take(&text);
    result->fit.element = result->element;
    *out = &result->fit;
    if (result->element == NULL) {
        quire_fit_destroy(*out);
        *out = NULL;
        return quire_diag_memory_error(f->diag);
    }
    return QUIRE_OK;
}

void
quire_fit_destroy(quire_fit *fit)
{
    if (fit != NULL) {
        struct result *result = (struct result *)(void *)fit; /* its first member */
        free(result->element);
        free(result);
    }
}

/* ---- all of it ---- */

/* the law as given: what is missing is looked for, so that nothing is required */
static quire_status
begin(struct quire_fitting *f, const char *name, const quire_setting *settings, size_t n_setting)
{
    struct quire_attribute *list[QUIRE_LAW_FIELDS], room[QUIRE_LAW_FIELDS];
    size_t n = 0;
    int k = 0;

    f->kind = quire_law_find(name, f->diag);
    if (f->kind == NULL) {
        return QUIRE_ERROR_USAGE;
    }
    if (f->kind->family != &quire_family_normal) {
        return quire_diag_error(
            f->diag, "E-USAGE", quire_nowhere(), name, NULL,
            "only normal laws whose force follows from penetration and rate can be fitted");
    }
    for (; f->kind->fields[k].name != NULL && k + 1 < QUIRE_LAW_FIELDS; k++) {
        f->field[k] = f->kind->fields[k];
        f->field[k].fallback =
            f->field[k].fallback == QUIRE_REQUIRED ? QUIRE_OPTIONAL : f->field[k].fallback;
    }
    f->field[k] = f->kind->fields[k];
    f->optional = *f->kind;
    f->optional.fields = f->field;
    for (size_t i = 0; i < n_setting; i++) {
        struct quire_attribute *a = quire_attribute_find(list, n, settings[i].name);
        if (a == NULL && n < QUIRE_LAW_FIELDS) {
            a = list[n] = room + n;
            n++;
        }
        if (a != NULL) {
            *a = (struct quire_attribute){.name = settings[i].name, .text = settings[i].value};
        }
    }
    f->law = (struct quire_object){.kind = f->kind,
                                   .params = quire_arena_get(f->arena, 1, f->kind->size)};
    if (f->law.params == NULL) {
        return quire_diag_memory_error(f->diag);
    }
    const struct quire_site site = {.diag = f->diag, .object = f->kind->variant};
    return quire_attributes_fill(f->law.params, &f->law.present, &f->optional, list, n, f->arena,
                                 &site);
}

static bool
are_whole(const char *const *names, size_t n)
{
    bool whole = names != NULL || n == 0;
    for (size_t i = 0; i < n && whole; i++) {
        whole = names[i] != NULL;
    }
    return whole;
}

quire_status
quire_law_fit(quire_fit **out, const char *name, const quire_setting *settings, size_t n_setting,
              const char *const *free_names, size_t n_free, const quire_fit_data *data,
              quire_diag *diag)
{
    if (out == NULL || name == NULL || data == NULL ||
        !quire_settings_are_whole(settings, n_setting) || !are_whole(free_names, n_free) ||
        (data->n > 0 && (data->speed == NULL || data->restitution == NULL))) {
        if (out != NULL) {
            *out = NULL;
        }
        return quire_diag_misuse(diag, __func__);
    }
    bool starved = false;
    struct quire_fitting f = {.diag = diag, .arena = quire_arena_create(), .starved = &starved};
    double deviation[QUIRE_FITTED_MOST] = {0};
    quire_status status =
        f.arena == NULL ? quire_diag_memory_error(diag) : begin(&f, name, settings, n_setting);

    *out = NULL;
    if (status == QUIRE_OK) {
        status = quire_fit_points_read(&f.points, data, diag);
    }
    if (status == QUIRE_OK) {
        status = solve(&f, free_names, n_free, deviation);
    }
    if (status == QUIRE_OK) {
        status = make_result(out, &f, deviation, settings, n_setting);
    }
    quire_fit_points_clear(&f.points);
    quire_arena_destroy(f.arena);
    return status;
}
