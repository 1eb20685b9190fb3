#!/usr/bin/env python3
"""Writes linear and logistic models of the data sets in a folder, as statsmodels sees them, for tests/data/stat/statsmodels.csv.

Not needed to build or to test. usage: stat-statsmodels.py tests/data/stat >tests/data/stat/statsmodels.csv
"""
import csv
import pathlib
import sys

import numpy as np
import statsmodels.api as sm

FOLDER = pathlib.Path(sys.argv[1])
# columns behind the first, which is the response; a product lists them
LINEAR = {
    "warpbreaks": [(0,), (1,), (0, 1)], "npk": [(0,), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3)], "mtcars": [(0,), (1,), (2,), (0, 1)],
    "airquality": [(0,), (1,), (0, 0), (1, 1), (0, 1)], "swiss": [(0,), (1,), (2,), (3,), (4,)], "plantgrowth": [(0,)],
    "toothgrowth": [(0,), (1,), (0, 1)], "stackloss": [(0,), (1,), (2,)],
}
LOGISTIC = {"infert": 4, "engines": 1}


def read(name):
    """The response, and each other column as a list of columns: a number's, or sum contrasts."""
    rows = list(csv.reader(open(FOLDER / f"{name}.csv", encoding="ascii")))
    data = np.array([[float(cell) for cell in row] for row in rows[1:]])
    columns = []
    for j, title in enumerate(rows[0][1:], 1):
        if "@" not in title:
            columns.append([data[:, j]])
            continue
        last = int(title.split("@")[1]) - 1
        columns.append([np.where(data[:, j] == last, -1.0, data[:, j] == i) for i in range(last)])
    return data[:, 0], columns


def matrix(columns, terms):
    """A product's columns: those of its first factor change fastest."""
    x = [np.ones_like(columns[0][0])]
    for term in terms:
        products = [np.ones_like(x[0])]
        for j in term:
            products = [p * c for c in columns[j] for p in products]
        x += products
    return np.column_stack(x)


def say(name, what, values):
    values = np.atleast_1d(values)
    for i, value in enumerate(values):
        print(f"{name},{what}{f'.{i}' if len(values) > 1 else ''},{value:.17g}")


print("set,what,value")
for name, terms in LINEAR.items():
    y, columns = read(name)
    fit = sm.OLS(y, matrix(columns, terms)).fit(method="qr")
    for what, values in (("coefficient", fit.params), ("error", fit.bse), ("p", fit.pvalues)):
        say(name, what, values)
    say(name, "deviation", np.sqrt(fit.scale))
    say(name, "r2", fit.rsquared)
    say(name, "adjusted", fit.rsquared_adj)
    say(name, "f", fit.fvalue)
    say(name, "f-p", fit.f_pvalue)
    say(name, "press", np.sum(sm.OLS(y, matrix(columns, terms)).fit().get_influence().resid_press ** 2))
for name, n in LOGISTIC.items():
    y, columns = read(name)
    x = matrix(columns, [(j,) for j in range(n)])
    fit = sm.Logit(y, x).fit(method="newton", tol=1e-14, maxiter=100, disp=False)
    say(name, "coefficient", fit.params)
    say(name, "error", fit.bse)
    say(name, "p", fit.pvalues)
    say(name, "deviance", -2 * fit.llf)
    say(name, "null-deviance", -2 * fit.llnull)
