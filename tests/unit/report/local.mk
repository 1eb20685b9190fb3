unit_sources += tests/unit/report/test_report.c
