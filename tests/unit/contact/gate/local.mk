unit_sources += tests/unit/contact/gate/test_gates.c
