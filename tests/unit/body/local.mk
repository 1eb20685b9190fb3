# list the tests of src/body in unit_sources
unit_sources += tests/unit/body/test_tables_body.c
unit_sources += tests/unit/body/test_roller_motion.c
