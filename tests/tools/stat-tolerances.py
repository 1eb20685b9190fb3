#!/usr/bin/env python3
"""Writes numbers about tolerances and rare failures: tests/data/stat/tolerances.csv.

Not needed to build or to test. usage: stat-tolerances.py >tests/data/stat/tolerances.csv
Sets "bolts", "turn", "bounds": tolerances at least cost by SciPy's SLSQP. Sets "both", "above", "far": deviations that keep a share within limits, by SciPy's brentq.
Sets "normal", "lognormal", "weibull": parametric bootstrap of the performance index Ppk with 400 000 resamples. Sets "plane", "parabola", "branches": failures of standard
normal inputs, exact by integrals over one variable, with the estimates of OpenTURNS: SubsetSampling with its interval of 95 % and the reliability index of FORM.
"""
import itertools
import math

import numpy
import openturns
from scipy import integrate, optimize, stats

RESAMPLES = 400000
print("set,what,value")


def say(name, what, value):
    print(f"{name},{what},{value:.17g}")


# variance at the present tolerance, cost (0: it stays as it is), exponent; rest; wanted variance
ALLOCATIONS = {
    "bolts": ([(4, 10, 1), (1, 3, 1), (2.5, 8, 1)], 0, 4),
    "turn": ([(0.3, 5, 1), (0.09, 12, 2), (0.02, 0, 1), (0.4, 7, 0.5)], 0.05, 0.5),
    "bounds": ([(9, 1, 2), (0.001, 30, 1), (0.5, 0, 1), (2, 400, 1.5), (0, 4, 1)], 0.2, 3.1),
}


def allocate(name, rows, rest, wanted):
    v, c, k = (numpy.array(x, dtype=float) for x in zip(*rows))
    free = numpy.flatnonzero(c > 0)
    fixed = rest + sum(v[i] for i in range(len(v)) if c[i] == 0)
    cost = lambda x: float(numpy.sum(c[free] * numpy.exp(-k[free] * x)))  # x: logarithms of the ratios
    slope = lambda x: -k[free] * c[free] * numpy.exp(-k[free] * x)
    room = {"type": "ineq", "fun": lambda x: math.log(wanted) - math.log(fixed + float(numpy.sum(v[free] * numpy.exp(2 * x)))),
            "jac": lambda x: -2 * v[free] * numpy.exp(2 * x) / (fixed + float(numpy.sum(v[free] * numpy.exp(2 * x))))}
    found = optimize.minimize(cost, numpy.full(len(free), -1.0), jac=slope, constraints=[room], bounds=[(math.log(0.2), math.log(3))] * len(free), method="SLSQP",
                              options={"ftol": 1e-16, "maxiter": 1000})
    say(name, "n", len(rows))
    for i, row in enumerate(rows):
        for what, value in zip(("variance", "cost", "exponent"), row):
            say(name, f"{what}.{i}", value)
        say(name, f"ratio.{i}", math.exp(found.x[list(free).index(i)]) if i in free else 1)
    say(name, "rest", rest)
    say(name, "wanted", wanted)
    say(name, "least", found.fun)


for name, case in ALLOCATIONS.items():
    allocate(name, *case)

for name, (mean, low, high, share) in {"both": (10, 8.5, 11, 0.9973), "above": (5.2, 4, math.inf, 0.999999), "far": (3, -40, 3.5, 0.6)}.items():
    within = lambda s: stats.norm.cdf(high, mean, s) - stats.norm.cdf(low, mean, s) - share
    for what, value in (("mean", mean), ("minimum", low), ("maximum", high if high < math.inf else math.nan), ("share", share)):
        say(name, what, value)
    say(name, "deviation", optimize.brentq(within, 1e-3, 1e3, xtol=1e-15, rtol=1e-14))

generator = numpy.random.default_rng(1)


def bootstrap(name, n, first, second, low, high):
    """Percentiles 2.5 and 97.5 of Ppk when n numbers are drawn and fitted by largest likelihood again."""
    z = stats.norm.isf(stats.norm.sf(3))
    ppk = []
    for _ in range(RESAMPLES // 20000):
        if name == "weibull":
            x = first * generator.weibull(second, (20000, n))
            log = numpy.log(x)
            shape = numpy.full(20000, second)
            for _ in range(60):
                power = x**shape[:, None]
                s0, s1, s2 = power.sum(1), (power * log).sum(1), (power * log * log).sum(1)
                shape = shape - (s1 / s0 - 1 / shape - log.mean(1)) / (s2 / s0 - (s1 / s0)**2 + 1 / shape**2)
            scale = (x**shape[:, None]).mean(1)**(1 / shape)
            q = [scale * (-numpy.log(stats.norm.sf(u)))**(1 / shape) for u in (-z, 0, z)]
        else:
            x = generator.normal(math.log(first) if name == "lognormal" else first, second, (20000, n))
            q = [x.mean(1) + u * x.std(1) for u in (-z, 0, z)]
            q = [numpy.exp(v) for v in q] if name == "lognormal" else q
        ppk.append(numpy.minimum((high - q[1]) / (q[2] - q[1]), (q[1] - low) / (q[1] - q[0])))
    ends = numpy.quantile(numpy.concatenate(ppk), (0.025, 0.975))
    for what, value in (("n", n), ("first", first), ("second", second), ("minimum", low), ("maximum", high), ("ppk.low", ends[0]), ("ppk.high", ends[1])):
        say(name, what, value)


bootstrap("normal", 30, 10, 1, 6, 14.5)
bootstrap("lognormal", 50, 2, 0.25, 0.5, 5)
bootstrap("weibull", 40, 3, 2.2, 0.05, 9)


def density(x):
    return math.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)


def failures(name, formula, n, exact):
    function = openturns.SymbolicFunction([f"u{i}" for i in range(n)], [formula])
    inputs = openturns.RandomVector(openturns.Normal(n))
    event = openturns.ThresholdEvent(openturns.CompositeRandomVector(function, inputs), openturns.Less(), 0.0)
    openturns.RandomGenerator.SetSeed(1)
    subset = openturns.SubsetSampling(event)
    subset.setMaximumOuterSampling(1000)
    subset.setBlockSize(10)
    subset.run()
    result = subset.getResult()
    indices = []
    for start in itertools.product((-0.5, 0.5), repeat=n):  # one search ends at one of several design points
        form = openturns.FORM(openturns.AbdoRackwitz(), event, start)
        form.run()
        indices.append(form.getResult().getHasoferReliabilityIndex())
    say(name, "probability", exact)
    say(name, "subset", result.getProbabilityEstimate())
    half = 0.5 * result.getConfidenceLength(0.95)
    say(name, "subset.low", result.getProbabilityEstimate() - half)
    say(name, "subset.high", result.getProbabilityEstimate() + half)
    say(name, "index", min(indices))


failures("plane", "4 - (u0 + 2 * u1 - 2 * u2) / 3", 3, stats.norm.sf(4))
failures("parabola", "5.5 - u1 - 0.3 * (u0 - 0.1)^2", 2,
         integrate.quad(lambda u: density(u) * stats.norm.sf(5.5 - 0.3 * (u - 0.1)**2), -12, 12, epsabs=0, epsrel=1e-12, limit=500, points=[-4.5, 4.5])[0])
# four branches (Waarts 2000): in v = (u0 - u1)/sqrt(2), w = (u0 + u1)/sqrt(2)
failures("branches", "min(min(4 + 0.1 * (u0 - u1)^2 - (u0 + u1) / sqrt(2), 4 + 0.1 * (u0 - u1)^2 + (u0 + u1) / sqrt(2)), "
         "min(u0 - u1 + 8.5 / sqrt(2), u1 - u0 + 8.5 / sqrt(2)))", 2,
         2 * stats.norm.sf(4.25) + integrate.quad(lambda v: 2 * density(v) * stats.norm.sf(4 + 0.2 * v * v), -4.25, 4.25, epsabs=0, epsrel=1e-12)[0])
