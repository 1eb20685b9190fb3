#!/usr/bin/env python3
"""Writes what is known of draws of noise, from definitions alone: tests/data/stat/draws.csv. Rational numbers and sums of binomial probabilities; Student's t by
integrating its density; models by normal equations.

Not needed to build or to test. usage: stat-draws.py >tests/data/stat/draws.csv
"""
import math
from fractions import Fraction


print("set,what,value")


def say(name, what, value):
    print(f"{name},{what},{float(value):.17g}")


# ---- rates: Clopper and Pearson by bisection of the binomial tails

def below(k, n, p):
    return sum(math.comb(n, i) * p**i * (1 - p)**(n - i) for i in range(k + 1))


def bisect(f, low, high):
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return (low + high) / 2


def exact(k, n, tail):
    low = 0 if k == 0 else bisect(lambda p: tail - (1 - below(k - 1, n, p)), Fraction(0), Fraction(1))
    high = 1 if k == n else bisect(lambda p: below(k, n, p) - tail, Fraction(0), Fraction(1))
    return low, high


def rate(count, undecided, n):
    name = f"rate-{count}-{undecided}-{n}"
    tail = Fraction(1, 40)
    say(name, "low", exact(count, n, tail)[0])
    say(name, "high", exact(count + undecided, n, tail)[1])
    say(name, "bound.low", exact(count, n, 2 * tail)[0])
    say(name, "bound.high", exact(count + undecided, n, 2 * tail)[1])


for case in [(2, 3, 40), (0, 1, 300), (9, 1, 10), (8, 0, 20), (1, 1, 6)]:
    rate(*case)


# ---- pairs that differ one way or the other

def mcnemar(a, b):
    return min(Fraction(1), 2 * sum(Fraction(math.comb(a + b, i), 2**(a + b)) for i in range(min(a, b) + 1)))


for a, b in [(86, 150), (0, 5), (1, 5), (3, 3), (2, 11)]:
    say(f"pairs-{a}-{b}", "p", mcnemar(a, b))


# ---- Student's t

def t_above(t, f, steps=200000):
    """By Simpson's rule of the density over the angle: t = sqrt(f) tan(u)."""
    scale = math.exp(math.lgamma((f + 1) / 2) - math.lgamma(f / 2)) / math.sqrt(math.pi)
    low, high = math.atan(t / math.sqrt(f)), math.pi / 2
    h = (high - low) / steps
    weights = ((1 if i in (0, steps) else 4 if i % 2 else 2) * max(0.0, math.cos(low + i * h))**(f - 1) for i in range(steps + 1))
    return scale * math.fsum(weights) * h / 3


def t_quantile(upper, f):
    low, high = 0.0, 1000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_above(middle, f, 2000) > upper else (low, middle)
    return low


# ---- Student's (1908) hours of sleep gained by two drugs, ten patients: R's data set `sleep`

ONE = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
TWO = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def paired(name, d):
    n = len(d)
    mean = math.fsum(d) / n
    error = math.sqrt(math.fsum((x - mean)**2 for x in d) / (n - 1) / n)
    reach = t_quantile(0.025, n - 1) * error
    say(name, "difference", mean)
    say(name, "error", error)
    say(name, "low", mean - reach)
    say(name, "high", mean + reach)
    say(name, "p", 2 * t_above(abs(mean) / error, n - 1))


paired("sleep", [b - a for a, b in zip(ONE, TWO)])


# ---- a model of settings that all meet the same draws: the error of a coefficient is that of its values in the single draws

def solve(a, b):
    n = len(a)
    rows = [list(map(Fraction, r)) + [Fraction(x)] for r, x in zip(a, b)]
    for i in range(n):
        p = next(k for k in range(i, n) if rows[k][i] != 0)
        rows[i], rows[p] = rows[p], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i])]
    return [r[-1] for r in rows]


def fit(x, y):
    n = len(x[0])
    return solve([[sum(r[i] * r[j] for r in x) for j in range(n)] for i in range(n)], [sum(r[i] * v for r, v in zip(x, y)) for i in range(n)])


def response(draw, u, v):
    """A draw shifts all settings, and changes the slope a little; in 64ths, so that all numbers are exact."""
    shift = [37, -52, 11, 80, -25, -66, 4, 43][draw]
    tilt = [3, -2, 1, 4, -3, 0, -1, 2][draw]
    return Fraction(200 + 2 * shift + (9 + tilt) * u - 5 * v + (draw * (u + 2) * (v + 3)) % 5, 64)


SETTINGS = [(u, v) for v in (-1, 1) for u in (-1, 1)]
X = [[1, u, v, u * v] for u, v in SETTINGS]
BY_DRAW = [fit(X, [response(d, u, v) for u, v in SETTINGS]) for d in range(8)]
for j, column in enumerate(["constant", "mu", "load", "mu x load"]):
    paired(f"common.{column}", [float(b[j]) for b in BY_DRAW])
# the same where a noise explains a part of them: a line through the coefficients of the draws, at the noise's middle; of 16 draws, the eight twice
Z = [math.sin(d * d) for d in range(16)]
for j, column in enumerate(["constant", "mu", "load"]):
    own = [float(BY_DRAW[d % 8][j]) for d in range(16)]
    mean, middle, square = math.fsum(own) / 16, math.fsum(Z) / 16, math.fsum(z * z for z in Z)
    slope = math.fsum((z - middle) * b for z, b in zip(Z, own)) / math.fsum((z - middle)**2 for z in Z)
    at = mean - slope * middle
    determinant = 16 * square - (16 * middle)**2
    parts = [(square - 16 * middle * z) / determinant * (b - at - slope * z) for z, b in zip(Z, own)]
    error = math.sqrt(16 / 14 * math.fsum(x * x for x in parts))
    say(f"explained.{column}", "value", at)
    say(f"explained.{column}", "error", error)
    say(f"explained.{column}", "p", 2 * t_above(abs(at) / error, 14))
# what the runs would have if they were independent
Y = [response(d, u, v) for d in range(8) for u, v in SETTINGS]
B = fit(X * 8, Y)
REST = sum((y - sum(a * b for a, b in zip(x, B)))**2 for x, y in zip(X * 8, Y))
say("common", "independent-error", math.sqrt(REST / (32 - 4) / 32))

# two settings alone, as pairs, to begin with: levels of mu over both loads
paired("common.levels", [float(sum(response(d, 1, v) - response(d, -1, v) for v in (-1, 1)) / 2) for d in range(8)])


# ---- three words that all meet the same draws: Hotelling's (1931) test of the two contrasts of the words' means

def by_word(draw, word):
    return response(draw, 2 * word - 1, draw % 3 - word)


SUMS = [fit([[1, 1, 0], [1, 0, 1], [1, -1, -1]], [by_word(d, w) for w in range(3)])[1:] for d in range(8)]
MEAN = [sum(b[i] for b in SUMS) / 8 for i in range(2)]
S = [[sum((b[i] - MEAN[i]) * (b[j] - MEAN[j]) for b in SUMS) / 7 for j in range(2)] for i in range(2)]
F = 8 * sum(a * b for a, b in zip(MEAN, solve(S, MEAN))) * Fraction(6, 2 * 7)
say("words", "f", F)
say("words", "p", (1 + F / 3)**-3)  # of F with 2 and 6 degrees of freedom
