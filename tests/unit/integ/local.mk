# list the tests of src/integ in unit_sources
unit_sources += tests/unit/integ/test_integrator.c
unit_sources += tests/unit/integ/test_body_seams.c
unit_sources += tests/unit/integ/test_formula_loss.c
