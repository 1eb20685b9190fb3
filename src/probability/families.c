#include "probability/families.h"

#include <string.h>

#include "probability/family_parts.h"

static const struct quire_distribution_family *const families[] = {
    &quire_distribution_normal,           &quire_distribution_lognormal,
    &quire_distribution_truncated_normal, &quire_distribution_uniform,
    &quire_distribution_triangular,       &quire_distribution_weibull,
    &quire_distribution_chi_square,       &quire_distribution_student,
    &quire_distribution_fisher,           &quire_distribution_beta,
    &quire_distribution_binomial,         NULL,
};

const struct quire_distribution_family *
quire_distribution_find(const char *name)
{
    const struct quire_distribution_family *const *f = families;

    while (*f != NULL && strcmp((*f)->name, name) != 0) {
        f++;
    }
    return *f;
}

struct quire_distribution
quire_normal(double mean, double deviation)
{
    return (struct quire_distribution){&quire_distribution_normal, {mean, deviation}};
}

struct quire_distribution
quire_chi_square(double freedom)
{
    return (struct quire_distribution){&quire_distribution_chi_square, {freedom}};
}

struct quire_distribution
quire_student(double freedom)
{
    return (struct quire_distribution){&quire_distribution_student, {freedom}};
}

struct quire_distribution
quire_fisher(double freedom_above, double freedom_below)
{
    return (struct quire_distribution){&quire_distribution_fisher, {freedom_above, freedom_below}};
}

struct quire_distribution
quire_beta(double a, double b)
{
    return (struct quire_distribution){&quire_distribution_beta, {a, b}};
}

struct quire_distribution
quire_lognormal(double median, double deviation)
{
    return (struct quire_distribution){&quire_distribution_lognormal, {median, deviation}};
}

struct quire_distribution
quire_weibull(double scale, double shape)
{
    return (struct quire_distribution){&quire_distribution_weibull, {scale, shape}};
}

struct quire_distribution
quire_gamma(double scale, double shape)
{
    return (struct quire_distribution){&quire_distribution_gamma, {scale, shape}};
}

struct quire_distribution
quire_binomial(double trials, double probability)
{
    return (struct quire_distribution){&quire_distribution_binomial, {trials, probability}};
}
