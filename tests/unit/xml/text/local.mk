unit_sources += tests/unit/xml/text/test_scan.c
