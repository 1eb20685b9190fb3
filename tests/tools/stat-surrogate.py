#!/usr/bin/env python3
"""Writes what scikit-learn, OpenTURNS and SciPy say of Gaussian processes, for tests/data/stat/surrogate.csv.

Not needed to build or to test. Three sets: Branin's function at 20 places, Hartmann's in three inputs at 30, and the Swiss fertility of 1888 (R's
`swiss`) from its five predictors, inputs from -1 to 1. Likelihood and slope (scikit-learn) at five points of parameters; predictions (OpenTURNS) with an
estimated mean; the best parameters (scikit-learn, 20 restarts); logarithms of expected improvements (SciPy).
usage: stat-surrogate.py swiss.csv >tests/data/stat/surrogate.csv
"""
import csv
import sys
import warnings

import numpy as np
import openturns as ot
from scipy.integrate import quad
from scipy.optimize import minimize
from scipy.special import erfcx, log_ndtr
from scipy.stats import norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

warnings.filterwarnings("ignore")
PRIMES = [2, 3, 5, 7, 11, 13]
LENGTH, VARIANCE, NOISE = (0.05, 20), (1e-3, 1e3), (1e-10, 1)


def places(n, k):
    return np.array([[2 * ((r + 1) * np.sqrt(p) % 1) - 1 for p in PRIMES[:k]] for r in range(n)])


def branin(x):
    a, b = 7.5 * (x[:, 0] + 1) - 5, 7.5 * (x[:, 1] + 1)
    return (b - 5.1 / 4 / np.pi**2 * a * a + 5 / np.pi * a - 6) ** 2 + 10 * (1 - 1 / 8 / np.pi) * np.cos(a) + 10


def hartmann(x):
    scale = np.array([[3, 10, 30], [0.1, 10, 35], [3, 10, 30], [0.1, 10, 35]])
    at = 1e-4 * np.array([[3689, 1170, 2673], [4699, 4387, 7470], [1091, 8732, 5547], [381, 5743, 8828]])
    u = (x + 1) / 2
    return -sum(c * np.exp(-((u - at[i]) ** 2 * scale[i]).sum(1)) for i, c in enumerate((1, 1.2, 3, 3.2)))


def swiss(path):
    rows = np.array([[float(cell) for cell in row] for row in list(csv.reader(open(path)))[1:]])
    x, low, high = rows[:, 1:], rows[:, 1:].min(0), rows[:, 1:].max(0)
    return 2 * (x - low) / (high - low) - 1, rows[:, 0]


def tight(cost, start, bounds):
    found = minimize(cost, start, jac=True, bounds=bounds, method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 5000})
    return found.x, found.fun


def tell(name, what, value):
    print(f"{name},{what},{value:.17g}")


def process(name, x, y):
    n, k = x.shape
    y = (y - y.mean()) / y.std()
    for r in range(n):
        tell(name, f"y.{r}", y[r])
        for j in range(k):
            tell(name, f"x.{r}.{j}", x[r, j])
    kernel = ConstantKernel(1, VARIANCE) * Matern(np.ones(k), LENGTH, nu=2.5) + WhiteKernel(0.01, NOISE)
    fitted = GaussianProcessRegressor(kernel, alpha=0, optimizer=None).fit(x, y)
    at = places(20, k)
    for i in range(5):
        length, variance, noise = 0.4 * 1.7 ** (i + np.arange(k) % 3 - 1), 0.5 * 2**i, 10.0 ** (-1 - i / 2)
        theta = np.log(np.r_[variance, length, noise])
        value, slope = fitted.log_marginal_likelihood(theta, eval_gradient=True, clone_kernel=False)
        tell(name, f"likelihood.{i}", value)
        for j, s in enumerate(np.r_[slope[1 : k + 1], slope[0], slope[k + 1]]):
            tell(name, f"slope.{i}.{j}", s)
        for j, p in enumerate(np.log(np.r_[length, variance, noise])):
            tell(name, f"parameter.{i}.{j}", p)
        ot.ResourceMap.SetAsScalar("GeneralLinearModelAlgorithm-MeanEpsilon", 1e-14)
        algorithm = ot.KrigingAlgorithm(ot.Sample(x), ot.Sample(y.reshape(-1, 1)), ot.MaternModel(list(length), [np.sqrt(variance)], 2.5), ot.ConstantBasisFactory(k).build())
        algorithm.setNoise([noise] * n)
        algorithm.setOptimizeParameters(False)
        algorithm.run()
        known = algorithm.getResult()
        # its own choice of the amplitude does not count
        amplitude = known.getCovarianceModel().getAmplitude()[0]
        assert abs(amplitude**2 / variance - 1) < 1e-12, (amplitude**2, variance)
        tell(name, f"trend.{i}", known.getTrendCoefficients()[0] if not hasattr(known.getTrendCoefficients()[0], "__len__") else known.getTrendCoefficients()[0][0])
        for r, place in enumerate(at[:4]):
            tell(name, f"mean.{i}.{r}", known.getConditionalMean(list(place))[0])
            tell(name, f"variance.{i}.{r}", known.getConditionalMarginalVariance(list(place)))
    best = GaussianProcessRegressor(kernel, alpha=0, optimizer=tight, n_restarts_optimizer=20, random_state=1).fit(x, y)
    tell(name, "best", best.log_marginal_likelihood_value_)
    theta = best.kernel_.theta
    for j, p in enumerate(np.r_[theta[1 : k + 1], theta[0], theta[k + 1]]):
        tell(name, f"best.{j}", p)


print("set,what,value")
process("branin", places(20, 2), branin(places(20, 2)))
process("hartmann", places(30, 3), hartmann(places(30, 3)))
process("swiss", *swiss(sys.argv[1]))
for i, (mean, deviation, best) in enumerate([(1, 0.5, 1.2), (0, 2, -3), (5, 1, -2), (0.3, 0.01, 0.1), (1, 0.1, -2), (0, 1, -60)]):
    z = (best - mean) / deviation
    gain = norm.logpdf(z) + np.log1p(z * np.sqrt(np.pi / 2) * erfcx(-z / np.sqrt(2)))
    for what, value in (("mean", mean), ("deviation", deviation), ("best", best), ("log", np.log(deviation) + gain), ("below", log_ndtr(z))):
        tell("improvement", f"{what}.{i}", value)
    if z > -8:
        near = abs(best) + 0.1
        target = mean + 1.5 * deviation * (-1) ** i
        value = quad(lambda y: (near - abs(y - target)) * norm.pdf(y, mean, deviation), target - near, target + near, points=[target, mean], epsabs=0, epsrel=1e-12, limit=500)[0]
        for what, v in (("target", target), ("near", near), ("towards", np.log(value))):
            tell("improvement", f"{what}.{i}", v)
