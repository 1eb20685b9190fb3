# Reference points of Sobol' sequences, unscrambled: scipy.stats.qmc.Sobol of SciPy 1.10.1 (Debian 12, python3-scipy).
#   /usr/bin/python3 tests/tools/sobol-points.py >tests/data/design/sobol-scipy.csv
# Columns: point, dimension (both from 0), coordinate times 2^30, which is as many bits as SciPy keeps.
from scipy.stats import qmc

points = [0, 1, 2, 3, 5, 10, 63, 64, 100, 511, 777, 1000, 1023]
dimensions = list(range(0, 40)) + [63, 99, 127, 255, 256, 500, 511, 777, 1000, 1022, 1023]
sample = qmc.Sobol(d=1024, scramble=False).random(1024)
print("point,dimension,word")
for i in points:
    for j in dimensions:
        print("%d,%d,%d" % (i, j, round(sample[i, j] * 2**30)))
