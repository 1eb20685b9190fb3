unit_sources += tests/unit/machine/test_partner.c
