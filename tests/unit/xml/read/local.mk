unit_sources += tests/unit/xml/read/test_attacks.c
unit_sources += tests/unit/xml/read/test_host.c
unit_sources += tests/unit/xml/read/test_read.c
unit_sources += tests/unit/xml/read/test_shortage.c
unit_sources += tests/unit/xml/read/test_unheard.c
unit_sources += tests/unit/xml/read/xml_fixture.c tests/unit/xml/read/xml_fixture.h
