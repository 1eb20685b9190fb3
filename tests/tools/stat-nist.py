#!/usr/bin/env python3
"""Writes tests/data/stat/nist.csv: the certified values of NIST's Statistical Reference Datasets (https://www.itl.nist.gov/div898/strd/), and what
50 digits (mpmath) make of the columns as doubles hold them: of filip's powers these are other numbers from the ninth digit on.

Not needed to build or to test. usage: stat-nist.py tests/data/stat"""
import sys
from mpmath import mp, mpf, matrix, sqrt, inverse

mp.dps = 80
certified = {
    "norris": {"coefficient": "-0.262323073774029 1.00211681802045", "error": "0.232818234301152 0.429796848199937E-03",
               "deviation": "0.884796396144373", "r2": "0.999993745883712", "f": "5436385.54079785"},
    "longley": {"coefficient": "-3482258.63459582 15.0618722713733 -0.358191792925910E-01 -2.02022980381683 -1.03322686717359 -0.511041056535807E-01 1829.15146461355",
                "error": "890420.383607373 84.9149257747669 0.334910077722432E-01 0.488399681651699 0.214274163161675 0.226073200069370 455.478499142212",
                "deviation": "304.854073561965", "r2": "0.995479004577296", "f": "330.285339234588"},
    "filip": {"coefficient": "-1467.48961422980 -2772.17959193342 -2316.37108160893 -1127.97394098372 -354.478233703349 -75.1242017393757 -10.8753180355343 "
                             "-1.06221498588947 -0.670191154593408E-01 -0.246781078275479E-02 -0.402962525080404E-04",
              "error": "298.084530995537 559.779865474950 466.477572127796 227.204274477751 71.6478660875927 15.2897178747400 2.23691159816033 "
                       "0.221624321934227 0.142363763154724E-01 0.535617408889821E-03 0.896632837373868E-05",
              "deviation": "0.334801051324544E-02", "r2": "0.996727416185620", "f": "2162.43954511489"},
}

def columns(name, row):
    if name != "filip":
        return [1.0] + row[1:]
    powers = [1.0]
    for _ in range(10):
        powers.append(powers[-1] * row[1])  # rounded as doubles are
    return powers

print_to = open(sys.argv[1] + "/nist.csv", "w")
print("set,what,value", file=print_to)
for name, values in certified.items():
    for what, text in values.items():
        words = text.split()
        for i, word in enumerate(words):
            print(f"{name},{what}{'.%d' % i if len(words) > 1 else ''},{word}", file=print_to)
    rows = [[float(v) for v in line.split(",")] for line in open(f"{sys.argv[1]}/{name}.csv").read().split()[1:]]
    x = matrix([[mpf(v) for v in columns(name, row)] for row in rows])
    y = matrix([mpf(row[0]) for row in rows])
    inv = inverse(x.T * x)
    b = inv * (x.T * y)
    r = y - x * b
    s = sqrt((r.T * r)[0] / (x.rows - x.cols))
    for i in range(x.cols):
        print(f"{name},exact-coefficient.{i},{mp.nstr(b[i], 20)}", file=print_to)
        print(f"{name},exact-error.{i},{mp.nstr(s * sqrt(inv[i, i]), 20)}", file=print_to)
