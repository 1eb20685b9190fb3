# notebooks, run by tests/check-notebooks.tap
EXTRA_DIST += doc/notebooks/first-run.ipynb doc/notebooks/study.ipynb doc/notebooks/vary-and-compare.ipynb
