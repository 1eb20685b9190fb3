unit_sources += tests/unit/report/test_any_number.c
unit_sources += tests/unit/report/test_report.c
