unit_sources += tests/unit/formula/test_expression.c
unit_sources += tests/unit/formula/test_formula.c
unit_sources += tests/unit/formula/test_units.c

EXTRA_DIST += tests/data/units/udunits.csv tests/tools/udunits.sh
