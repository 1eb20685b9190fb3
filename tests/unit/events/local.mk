unit_sources += tests/unit/events/test_event_log.c
unit_sources += tests/unit/events/test_law_switching.c
unit_sources += tests/unit/events/test_sensor_roots.c
