# units, dimensions and arithmetic with units
libquire_core_la_SOURCES += src/formula/dimension.c
libquire_core_la_SOURCES += src/formula/expression.c src/formula/expression.h
libquire_core_la_SOURCES += src/formula/formula.c src/formula/formula.h
libquire_core_la_SOURCES += src/formula/formula_functions.c
libquire_core_la_SOURCES += src/formula/formula_operands.c
libquire_core_la_SOURCES += src/formula/formula_parts.h
libquire_core_la_SOURCES += src/formula/formula_read.c
libquire_core_la_SOURCES += src/formula/quantity_parse.c
libquire_core_la_SOURCES += src/formula/units.c src/formula/units.h
