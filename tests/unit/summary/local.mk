unit_sources += tests/unit/summary/test_verdict_text.c
