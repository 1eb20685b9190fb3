#!/usr/bin/env python3
"""Writes optima of desirability functions found by SciPy's differential evolution and Nelder and Mead's method: tests/data/stat/optimum.csv.

Not needed to build or to test. usage: stat-optimum.py >tests/data/stat/optimum.csv
Set "vignette": the two polynomials of the chemical process of Myers and Montgomery as in the vignette of R's package desirability (M. Kuhn), conversion from 80 to 97 and
activity with the target 57.5 between 55 and 60, within the cube of the central composite design. Sets "two" and "four": polynomials whose coefficients are sines.
"""
import math

import numpy
from scipy.optimize import differential_evolution, minimize


def ramp(value, worst, best, shape=1):
    return min(1.0, max(0.0, (value - worst) / (best - worst)))**shape


def vignette(x):
    a = 81.09 + 1.0284 * x[0] + 4.043 * x[1] + 6.2037 * x[2] - 1.8366 * x[0]**2 + 2.9382 * x[1]**2 - 5.1915 * x[2]**2 + 2.2150 * x[0] * x[1] + 11.375 * x[0] * x[2] - 3.875 * x[1] * x[2]
    b = 59.85 + 3.583 * x[0] + .2546 * x[1] + 2.2298 * x[2] + .83479 * x[0]**2 + .07484 * x[1]**2 + .05716 * x[2]**2 - .3875 * x[0] * x[1] - .375 * x[0] * x[2] + .3125 * x[1] * x[2]
    return math.sqrt(ramp(a, 80, 97) * min(ramp(b, 55, 57.5), ramp(b, 60, 57.5)))


def polynomial(x, first):
    """Constant, then each x_i, then x_i x_j with i <= j; coefficient number k is sin(first + 7 k)."""
    terms = [1.0, *x, *(x[i] * x[j] for i in range(len(x)) for j in range(i, len(x)))]
    return math.fsum(math.sin(first + 7 * k) * t for k, t in enumerate(terms))


def two(x):
    return (ramp(polynomial(x, 1), 2, -2)**2 * ramp(polynomial(x, 2), -2, 2, 2) * min(ramp(polynomial(x, 3), -3, 0.5), ramp(polynomial(x, 3), 3, 0.5)))**(1 / 4)


def four(x):
    return (ramp(polynomial(x, 4), 3, -3) * ramp(polynomial(x, 5), -3, 3)**0.5)**(1 / 1.5)


print("set,what,value")
for name, function, n, end in [("vignette", vignette, 3, 1.682), ("two", two, 2, 1), ("four", four, 4, 1)]:
    found = differential_evolution(lambda x: -function(x), [(-end, end)] * n, seed=1, tol=1e-14, maxiter=3000, popsize=30)
    best = min((minimize(lambda x: -function(numpy.clip(x, -end, end)), found.x, method="Nelder-Mead", options={"xatol": 1e-12, "fatol": 1e-15, "maxiter": 20000}), found), key=lambda r: r.fun)
    print(f"{name},desirability,{-best.fun:.17g}")
    for i, x in enumerate(numpy.clip(best.x, -end, end)):
        print(f"{name},x{i},{x:.17g}")
