# list the tests of src/rule in unit_sources
unit_sources += tests/unit/rule/test_rules.c
