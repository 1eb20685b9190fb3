#!/usr/bin/env python3
"""Writes tests/data/stat/distributions.csv: densities and both tails to 50 digits, by mpmath's gamma and error functions and series of positive terms.

Not needed to build or to test. usage: stat-distributions.py >tests/data/stat/distributions.csv"""
from mpmath import mp, mpf, exp, log, sqrt, pi, erfc, npdf, loggamma

mp.dps = 50

def normal_above(z):
    return erfc(z / sqrt(2)) / 2

def normal(p, x):
    z = (x - p[0]) / p[1]
    return npdf(z) / p[1], normal_above(-z), normal_above(z)

def lognormal(p, x):
    z = log(x / p[0]) / p[1]
    return npdf(z) / (p[1] * x), normal_above(-z), normal_above(z)

def truncated(p, x):
    a, b, z = (p[2] - p[0]) / p[1], (p[3] - p[0]) / p[1], (x - p[0]) / p[1]
    mass = normal_above(a) - normal_above(b)
    return npdf(z) / (p[1] * mass), (normal_above(a) - normal_above(z)) / mass, (normal_above(z) - normal_above(b)) / mass

def uniform(p, x):
    return 1 / (p[1] - p[0]), (x - p[0]) / (p[1] - p[0]), (p[1] - x) / (p[1] - p[0])

def triangular(p, x):
    w = p[2] - p[0]
    if x < p[1]:
        below = (x - p[0])**2 / (w * (p[1] - p[0]))
        return 2 * (x - p[0]) / (w * (p[1] - p[0])), below, 1 - below
    above = (p[2] - x)**2 / (w * (p[2] - p[1]))
    return 2 * (p[2] - x) / (w * (p[2] - p[1])), 1 - above, above

def weibull(p, x):
    u = (x / p[0])**p[1]
    return p[1] / x * u * exp(-u), -mp.expm1(-u), exp(-u)

def gamma_tails(a, x):
    """P by its series of positive terms (DLMF 8.11.4), in more digits where Q is small"""
    share, term, total, n = exp(a * log(x) - x - loggamma(a + 1)), mpf(1), mpf(1), 0
    while term > total * mpf(10)**-(mp.dps - 5) or n < x:
        n += 1
        term *= x / (a + n)
        total += term
    return share * total, 1 - share * total

def chi_square(p, x):
    a = p[0] / 2
    with mp.workdps(400):
        tails = gamma_tails(a, x / 2)
    return (exp((a - 1) * log(x / 2) - x / 2 - loggamma(a)) / 2,) + tails

def below_beta(a, b, x, y):
    """x^a y^b / (a B(a, b)) F(a + b, 1; a + 1; x), DLMF 8.17.8, for x below the mean: all terms are positive"""
    share = exp(a * log(x) + b * log(y) + loggamma(a + b) - loggamma(a + 1) - loggamma(b))
    term = total = mpf(1)
    n = 0
    while term > total * mpf(10)**-45:
        term *= (a + b + n) * x / (a + 1 + n)
        total += term
        n += 1
    return share * total

def beta_tails(a, b, x, y):
    if x < a / (a + b):
        below = below_beta(a, b, x, y)
        return below, 1 - below
    above = below_beta(b, a, y, x)
    return 1 - above, above

def beta_of(p, x):
    a, b = p[:2]
    return (exp((a - 1) * log(x) + (b - 1) * log(1 - x) + loggamma(a + b) - loggamma(a) - loggamma(b)),) + beta_tails(a, b, x, 1 - x)

def fisher(p, x):
    a, b, r = p[0] / 2, p[1] / 2, x * p[0] / p[1]
    density = exp(a * log(r) - (a + b) * log(1 + r) + loggamma(a + b) - loggamma(a) - loggamma(b)) / x
    return (density,) + beta_tails(a, b, r / (1 + r), 1 / (1 + r))

def student(p, x):
    v = p[0]
    density = exp(loggamma((v + 1) / 2) - loggamma(v / 2) - (v + 1) / 2 * log(1 + x * x / v)) / sqrt(pi * v)
    if x == 0:
        return density, mpf(1) / 2, mpf(1) / 2
    far = fisher([mpf(1), v], x * x)[2] / 2
    return (density, 1 - far, far) if x > 0 else (density, far, 1 - far)

def binomial_of(p, k):
    n, q = int(p[0]), p[1]
    share = lambda i: exp(loggamma(mpf(n + 1)) - loggamma(mpf(i + 1)) - loggamma(mpf(n - i + 1)) + i * log(q) + (n - i) * log(1 - q))
    k = int(k)
    below = sum((share(i) for i in range(k + 1)), mpf(0))
    above = sum((share(i) for i in range(k + 1, n + 1)), mpf(0))
    return share(k), below, above

z_all = [-37, -20, -8.25, -3, -1.5, -1.4375, -0.5, -1e-5, 0, 1e-10, 0.25, 1, 1.499, 1.5, 2.7, 5, 9.125, 25, 36.5]
cases = [
    ("normal", normal, [0, 1], z_all),
    ("normal", normal, [3, 0.5], [-1, 0.25, 2.9, 3, 3.5, 7.75]),
    ("lognormal", lognormal, [1, 1], [1e-8, 0.01, 0.5, 1, 1.5, 20, 1e5]),
    ("lognormal", lognormal, [0.25, 0.1], [0.1, 0.2, 0.24, 0.25, 0.3, 0.5]),
    ("uniform", uniform, [-1, 3], [-0.999, -0.5, 0, 1, 2.5, 2.999]),
    ("triangular", triangular, [0, 1, 4], [1e-6, 0.5, 1, 1.5, 3.75, 3.9999]),
    ("triangular", triangular, [0, 0, 2], [1e-6, 0.5, 1.75]),
    ("triangular", triangular, [0, 2, 2], [0.5, 1.75]),
    ("truncated-normal", truncated, [0, 1, -2, 2], [-1.999, -1, 0, 0.5, 1.5, 1.9999]),
    ("truncated-normal", truncated, [0, 1, 5, 9], [5.0001, 5.1, 6, 8, 8.99]),
    ("truncated-normal", truncated, [0, 1, -9, -5], [-8.75, -6, -5.0625]),
    ("truncated-normal", truncated, [1, 0.5, 1.25, 1.2509765625], [1.2500001, 1.2504, 1.2507, 1.250976]),
    ("truncated-normal", truncated, [1, 0.25, 0.5, 9], [0.501, 0.75, 1, 2.5]),
    ("weibull", weibull, [1, 1], [1e-12, 0.01, 1, 5, 300]),
    ("weibull", weibull, [2.5, 0.75], [1e-6, 0.1, 1, 10, 90]),
    ("weibull", weibull, [40, 3.5], [0.5, 10, 40, 60, 200]),
    ("chi-square", chi_square, [1], [1e-12, 0.001, 0.5, 1, 3.84, 20, 200, 1000]),
    ("chi-square", chi_square, [2], [0.01, 1, 7, 90]),
    ("chi-square", chi_square, [7.5], [0.001, 1, 6, 7.5, 10, 100]),
    ("chi-square", chi_square, [200], [50, 150, 199, 202, 250, 600]),
    ("chi-square", chi_square, [2e4], [1.9e4, 1.999e4, 2e4, 2.01e4, 2.1e4]),
    ("t", student, [1], [-1e6, -20, -1, -1e-4, 0, 0.5, 3, 1e8]),
    ("t", student, [2.5], [-30, -0.5, 0.1, 2, 500]),
    ("t", student, [10], [-50, -2.2, 0.7, 1.8, 12]),
    ("t", student, [300], [-15, -1, 0.001, 2, 9]),
    ("t", student, [3000], [-6, -1, 0.25, 3, 12]),
    ("f", fisher, [1, 1], [1e-9, 0.1, 1, 30, 1e9]),
    ("f", fisher, [3, 8], [1e-4, 0.5, 1, 4.07, 60]),
    ("f", fisher, [40, 2], [0.01, 0.75, 1, 20, 5000]),
    ("f", fisher, [5, 2000], [0.01, 1, 2.2, 15]),
    ("f", fisher, [300, 500], [0.5, 0.9, 1, 1.125, 2]),
    ("beta", beta_of, [0.5, 0.5], [1e-12, 0.1, 0.5, 0.9, 0.99999]),
    ("beta", beta_of, [2, 5], [1e-6, 0.1, 0.25, 0.5, 0.9]),
    ("beta", beta_of, [1, 300], [1e-5, 0.001, 0.01, 0.1, 0.5]),
    ("beta", beta_of, [30, 1], [0.25, 0.9, 0.99]),
    ("beta", beta_of, [4, 1997], [1e-5, 0.001, 0.002, 0.01]),
    ("beta", beta_of, [5000, 20000], [0.15, 0.199, 0.2, 0.21, 0.25]),
    ("beta", beta_of, [0.01, 3], [1e-200, 1e-30, 0.01, 0.5]),
    ("binomial", binomial_of, [10, 0.3], [0, 1, 3, 7, 9]),
    ("binomial", binomial_of, [300, 0.01], [0, 2, 3, 10, 25]),
    ("binomial", binomial_of, [2000, 0.5], [800, 950, 1000, 1100]),
    ("binomial", binomial_of, [5000, 0.999], [4900, 4990, 4995, 4999]),
]
print("family,p1,p2,p3,p4,x,density,below,above")
for name, of, parameters, places in cases:
    p = [mpf(v) for v in parameters]
    for x in places:
        values = of(p, mpf(x))
        shown = [repr(float(v)) for v in parameters] + [""] * (4 - len(parameters))
        print(",".join([name] + shown + [repr(float(x))] + [mp.nstr(v, 20, min_fixed=0, max_fixed=0) for v in values]))
