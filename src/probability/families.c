#include "probability/families.h"

#include <string.h>

#include "probability/family_parts.h"

static const struct quire_family *const families[] = {
    &quire_family_normal,     &quire_family_lognormal,  &quire_family_truncated_normal,
    &quire_family_uniform,    &quire_family_triangular, &quire_family_weibull,
    &quire_family_chi_square, &quire_family_student,    &quire_family_fisher,
    &quire_family_beta,       &quire_family_binomial,   NULL,
};

const struct quire_family *
quire_family_find(const char *name)
{
    const struct quire_family *const *f = families;

    while (*f != NULL && strcmp((*f)->name, name) != 0) {
        f++;
    }
    return *f;
}

struct quire_distribution
quire_normal(double mean, double deviation)
{
    return (struct quire_distribution){&quire_family_normal, {mean, deviation}};
}

struct quire_distribution
quire_chi_square(double freedom)
{
    return (struct quire_distribution){&quire_family_chi_square, {freedom}};
}

struct quire_distribution
quire_student(double freedom)
{
    return (struct quire_distribution){&quire_family_student, {freedom}};
}

struct quire_distribution
quire_fisher(double freedom_above, double freedom_below)
{
    return (struct quire_distribution){&quire_family_fisher, {freedom_above, freedom_below}};
}

struct quire_distribution
quire_beta(double a, double b)
{
    return (struct quire_distribution){&quire_family_beta, {a, b}};
}

struct quire_distribution
quire_binomial(double trials, double probability)
{
    return (struct quire_distribution){&quire_family_binomial, {trials, probability}};
}
