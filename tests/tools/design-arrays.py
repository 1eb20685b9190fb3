#!/usr/bin/env python3
"""Writes Taguchi's arrays as NIST's Dataplot has them, one row a line, for tests/data/design/arrays.csv.

The folder holds the files L_4_2_3.oa ... of the Python package pyDOE3, which are those of https://www.itl.nist.gov/div898/software/dataplot/designs.htm.
usage: design-arrays.py FOLDER >tests/data/design/arrays.csv
"""
import pathlib
import sys

ARRAYS = {"l4": "L_4_2_3", "l8": "L_8_2_7", "l9": "L_9_3_4", "l12": "L_12_2_11", "l16": "L_16_2_15", "l16-4": "L_16_4_5", "l18": "L_18_6_1_3_6",
          "l25": "L_25_5_6", "l27": "L_27_2_1_3_12"}

print("array,run,levels")
for name, file in ARRAYS.items():
    for run, line in enumerate(pathlib.Path(sys.argv[1], file + ".oa").read_text().split("\n"), 1):
        if line.strip():
            print(f"{name},{run},{''.join(line.split())}")
