unit_sources += tests/unit/report/test_report.c
unit_sources += tests/unit/report/test_any_number.c
