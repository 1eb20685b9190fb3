unit_sources += tests/unit/xml/test_attacks.c tests/unit/xml/test_causes.c
unit_sources += tests/unit/xml/test_defaults.c
unit_sources += tests/unit/xml/test_include.c
unit_sources += tests/unit/xml/test_instances.c
unit_sources += tests/unit/xml/test_host.c
unit_sources += tests/unit/xml/test_format.c
unit_sources += tests/unit/xml/test_read.c
unit_sources += tests/unit/xml/test_scan.c
unit_sources += tests/unit/xml/test_shortage.c
unit_sources += tests/unit/xml/test_upgrade.c
unit_sources += tests/unit/xml/xml_fixture.c tests/unit/xml/xml_fixture.h

sample_tests += tests/check-bad-models.tap
sample_tests += tests/check-upgrade.tap
include tests/data/old/local.mk
sample_tests += tests/check-resolved.tap
include tests/data/bad/local.mk
include tests/data/bad/include/local.mk
sample_tests += tests/check-format.sh
