unit_sources += tests/unit/xml/expand/test_defaults.c
unit_sources += tests/unit/xml/expand/test_include.c
unit_sources += tests/unit/xml/expand/test_instances.c
