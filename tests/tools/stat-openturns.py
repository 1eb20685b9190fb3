#!/usr/bin/env python3
"""Writes Sobol' indices as OpenTURNS finds them by Jansen's estimators, with the responses, for tests/data/stat/openturns.csv.

Not needed to build or to test. OpenTURNS divides sums of squared differences of n rows by 2 n - 1 and by the variance of sample A alone, s^2 (n - 1
below). What is written is divided by 2 n and by the variance of A and B together (2 n below): index x s^2 (2 n - 1) / (2 n v).
usage: stat-openturns.py >tests/data/stat/openturns.csv
"""
import numpy as np
import openturns as ot

PRIMES = [2, 3, 5, 7, 11, 13]


def ishigami(u):
    x = (2 * u - 1) * np.pi
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


def g_function(u):
    return np.prod([(np.abs(4 * u[:, i] - 2) + c) / (1 + c) for i, c in enumerate((0, 1, 9))], axis=0)


print("set,what,value")
for name, function, n in (("ishigami", ishigami, 64), ("g", g_function, 100)):
    u = np.array([[(r + 1) * np.sqrt(p) % 1 for p in PRIMES] for r in range(n)])
    designs = [u[:, :3], u[:, 3:]]
    for i in range(3):
        designs.append(np.where(np.arange(3) == i, designs[1], designs[0]))
    y = [function(design) for design in designs]
    found = ot.JansenSensitivityAlgorithm(ot.Sample(np.vstack(designs)), ot.Sample(np.concatenate(y).reshape(-1, 1)), n)
    change = y[0].var(ddof=1) * (2 * n - 1) / (2 * n * np.concatenate(y[:2]).var())
    for r in range(n):
        for what, value in zip(("a", "b", "ab0", "ab1", "ab2"), y):
            print(f"{name},{what}.{r},{value[r]:.17g}")
    for i in range(3):
        print(f"{name},first.{i},{1 - (1 - found.getFirstOrderIndices()[i]) * change:.17g}")
        print(f"{name},total.{i},{found.getTotalOrderIndices()[i] * change:.17g}")
