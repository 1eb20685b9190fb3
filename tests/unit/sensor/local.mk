unit_sources += tests/unit/sensor/test_sensors.c
