# Second-order Sobol' indices of a function on a grid, over all pairs of points: OpenTURNS' estimator there is the exact value.
# /usr/bin/python3 tests/tools/stat-sobol-second.py >tests/data/design/sobol-second.csv
import itertools
import math
import openturns as ot

LEVELS = (-0.75, -0.25, 0.25, 0.75)


def f(x):
    a, b, c = (math.pi * v for v in x)
    return math.sin(a) + 7 * math.sin(b) ** 2 + 0.1 * c ** 4 * math.sin(a) + 0.3 * x[1] * x[2]


points = list(itertools.product(LEVELS, repeat=3))
pairs = list(itertools.product(points, points))
n, k = len(pairs), 3
blocks = [[p for p, _ in pairs], [q for _, q in pairs]]
blocks += [[p[:i] + (q[i],) + p[i + 1:] for p, q in pairs] for i in range(k)]
blocks += [[q[:i] + (p[i],) + q[i + 1:] for p, q in pairs] for i in range(k)]
x = ot.Sample([list(p) for block in blocks for p in block])
y = ot.Sample([[f(p)] for block in blocks for p in block])
found = ot.SaltelliSensitivityAlgorithm(x, y, n)
second = found.getSecondOrderIndices()
print("i,j,index")
for i in range(k):
    for j in range(i + 1, k):
        print(f"{i},{j},{second[i, j]:.16g}")
