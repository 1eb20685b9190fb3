unit_sources += tests/unit/xml/rewrite/test_format.c
unit_sources += tests/unit/xml/rewrite/test_resolve.c
unit_sources += tests/unit/xml/rewrite/test_upgrade.c
unit_sources += tests/unit/xml/rewrite/test_parameters.c
