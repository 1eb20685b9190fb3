#!/usr/bin/python3
# Points of a clamped strip that sags under its own weight, the heavy elastica: B theta'' = q (L - s) cos theta with theta(0) = 0, theta'(L) = 0
# (F. V. Rohde, Quart. Appl. Math. 11 (1953) 337), by collocation to 1e-10 (SciPy). usage: elastica-points.py >tests/data/calibrate/elastica.csv
# Copy paper of 80 g/m^2, 0.1 mm and 3.2 GPa, 120 mm long: what a fit begun at 4 GPa is to find.
import numpy as np
from scipy.integrate import solve_bvp

length, stiffness, weight = 0.12, 3.2e9 * 1e-4**3 / 12, 0.08 * 9.81
s = np.linspace(0, length, 201)
solution = solve_bvp(lambda s, y: np.vstack([y[1], weight * (length - s) * np.cos(y[0]) / stiffness, np.cos(y[0]), np.sin(y[0])]),
                     lambda a, b: np.array([a[0], b[1], a[2], a[3]]), s, np.zeros((4, s.size)), tol=1e-10, max_nodes=100000)
assert solution.status == 0
print('x [mm],y [mm]')
for at in np.linspace(0.01, 0.118, 19):
    x, y = solution.sol(at)[2:]
    print(f'{1e3 * x:.6f},{1e3 * y:.6f}')
