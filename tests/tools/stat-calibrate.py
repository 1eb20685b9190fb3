#!/usr/bin/python3
# Writes tests/data/stat/calibrate.csv: fits and profile intervals of formulas whose data were published, by SciPy's least_squares and a
# search for the ends of each profile (brentq). usage: stat-calibrate.py >tests/data/stat/calibrate.csv
# Misra1a, Thurber, MGH09: NIST's Statistical Reference Datasets (public domain); the sums of squares found here are the certified ones.
# Puromycin: Treloar 1974, in Bates and Watts, Nonlinear Regression Analysis (1988).
import numpy as np
from scipy.optimize import brentq, least_squares
from scipy.stats import t

misra = np.array([[77.6, 10.07], [114.9, 14.73], [141.1, 17.94], [190.8, 23.93], [239.9, 29.61], [289.0, 35.18], [332.8, 40.02],
                  [378.4, 44.82], [434.8, 50.76], [477.3, 55.05], [536.8, 61.01], [593.1, 66.40], [689.1, 75.47], [760.0, 81.78]])
thurber = np.array([[-3.067, 80.574], [-2.981, 84.248], [-2.921, 87.264], [-2.912, 87.195], [-2.840, 89.076], [-2.797, 89.608],
                    [-2.702, 89.868], [-2.699, 90.101], [-2.633, 92.405], [-2.481, 95.854], [-2.363, 100.696], [-2.322, 101.060],
                    [-1.501, 401.672], [-1.460, 390.724], [-1.274, 567.534], [-1.212, 635.316], [-1.100, 733.054], [-1.046, 759.087],
                    [-0.915, 894.206], [-0.714, 990.785], [-0.566, 1090.109], [-0.545, 1080.914], [-0.400, 1122.643], [-0.309, 1178.351],
                    [-0.109, 1260.531], [-0.103, 1273.514], [0.010, 1288.339], [0.119, 1327.543], [0.377, 1353.863], [0.790, 1414.509],
                    [0.963, 1425.208], [1.006, 1421.384], [1.115, 1442.962], [1.572, 1464.350], [1.841, 1468.705], [2.047, 1447.894],
                    [2.200, 1457.628]])
mgh09 = np.array([[4.0, 0.1957], [2.0, 0.1947], [1.0, 0.1735], [0.5, 0.1600], [0.25, 0.0844], [0.167, 0.0627], [0.125, 0.0456],
                  [0.1, 0.0342], [0.0833, 0.0323], [0.0714, 0.0235], [0.0625, 0.0246]])
puromycin = np.array([[0.02, 76], [0.02, 47], [0.06, 97], [0.06, 107], [0.11, 123], [0.11, 139], [0.22, 159], [0.22, 152], [0.56, 191],
                      [0.56, 201], [1.10, 207], [1.10, 200]])
sets = {
    'misra1a': (misra, lambda b, x: b[0] * (1 - np.exp(-b[1] * x)), [238.94212918, 5.5015643181e-4], 0.12455138894),
    'thurber': (thurber, lambda b, x: (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6]))),
                [1288.13968, 1491.0792535, 583.23836877, 75.416644291, 0.96629502864, 0.39797285797, 0.049727297349], 5642.7082397),
    'mgh09': (mgh09, lambda b, x: b[0] * (x * x + b[1] * x) / (x * x + b[2] * x + b[3]),
              [0.19280693458, 0.19128232873, 0.12305650693, 0.13606233068], 3.0750560385e-4),
    'puromycin': (puromycin, lambda b, x: b[0] * x / (b[1] + x), [212.683743, 0.0641212817], 1195.4488),
}
fit = dict(method='lm', x_scale='jac', xtol=1e-15, ftol=1e-15, gtol=1e-15)
print('set,what,value')
for name, (data, f, start, certified) in sets.items():
    x, y = data.T
    best = least_squares(lambda b: (y - f(b, x)) / np.sqrt(certified), start, **fit)
    rss = certified * 2 * best.cost
    assert abs(rss / certified - 1) < 2e-8, (name, rss)
    free = len(y) - len(start)
    q = t.ppf(0.975, free) ** 2 * 2 * best.cost / free
    covariance = np.linalg.inv(best.jac.T @ best.jac) * 2 * best.cost / free
    print(f'{name},sum,{rss:.17g}')
    for i, b in enumerate(best.x):
        error = np.sqrt(covariance[i, i])
        print(f'{name},value.{i},{b:.17g}\n{name},error.{i},{error:.17g}')
        others = [k for k in range(len(start)) if k != i]
        for side, sign in (('low', -1), ('high', 1)):
            last = best.x[others].copy()

            def excess(way):
                def r(o):
                    full = np.empty(len(start))
                    full[others] = o
                    full[i] = b + sign * way * error
                    return (y - f(full, x)) / np.sqrt(certified)

                done = least_squares(r, last, **fit)
                last[:] = done.x
                return 2 * done.cost - 2 * best.cost - q

            way = 0.25
            while way < 20 and excess(way) < 0:
                way += 0.25
            print(f'{name},{side}.{i},{b + sign * error * brentq(excess, way - 0.25, way, xtol=1e-10):.17g}' if way < 20 else f'{name},{side}.{i},inf')
