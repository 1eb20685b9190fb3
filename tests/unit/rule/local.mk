unit_sources += tests/unit/rule/test_rules.c
