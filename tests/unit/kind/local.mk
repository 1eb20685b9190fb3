unit_sources += tests/unit/kind/test_expression.c
unit_sources += tests/unit/kind/test_formula.c
unit_sources += tests/unit/kind/test_units.c
unit_sources += tests/unit/kind/test_value.c
EXTRA_DIST += tests/data/units/udunits.csv tests/tools/udunits.sh
