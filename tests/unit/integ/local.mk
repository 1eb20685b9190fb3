# list the tests of src/integ in unit_sources
unit_sources += tests/unit/integ/test_integrator.c
unit_sources += tests/unit/integ/test_body_seams.c tests/unit/integ/idle.h
unit_sources += tests/unit/integ/test_formula_loss.c
unit_sources += tests/unit/integ/stiff_problems.c tests/unit/integ/stiff_problems.h
unit_sources += tests/unit/integ/test_stiff_problems.c
unit_sources += tests/unit/integ/test_holds.c
unit_sources += tests/unit/integ/test_stop_sliding.c
unit_sources += tests/unit/integ/test_budget.c
unit_sources += tests/unit/integ/test_curvature.c
