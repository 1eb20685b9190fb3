unit_sources += tests/unit/stat/test_effects.c
unit_sources += tests/unit/stat/test_fit.c
unit_sources += tests/unit/stat/test_logistic.c
unit_sources += tests/unit/stat/test_qr_rows.c
unit_sources += tests/unit/stat/test_rate.c
unit_sources += tests/unit/stat/test_sensitivity.c
unit_sources += tests/unit/stat/test_summary.c
unit_sources += tests/unit/stat/test_surface.c
unit_sources += tests/unit/stat/test_timer.c

EXTRA_DIST += tests/data/stat/README.md tests/data/stat/distributions.csv tests/tools/stat-distributions.py
stat_sets = tests/data/stat/airquality.csv tests/data/stat/engines.csv tests/data/stat/filip.csv tests/data/stat/infert.csv \
    tests/data/stat/longley.csv tests/data/stat/mtcars.csv tests/data/stat/norris.csv tests/data/stat/npk.csv \
    tests/data/stat/plantgrowth.csv tests/data/stat/stackloss.csv tests/data/stat/swiss.csv tests/data/stat/toothgrowth.csv \
    tests/data/stat/warpbreaks.csv
EXTRA_DIST += $(stat_sets) tests/data/stat/models.csv tests/tools/stat-models.R tests/data/stat/nist.csv tests/tools/stat-nist.py tests/data/stat/statsmodels.csv tests/tools/stat-statsmodels.py \
    tests/data/stat/openturns.csv tests/tools/stat-openturns.py tests/data/stat/draws.csv tests/tools/stat-draws.py
