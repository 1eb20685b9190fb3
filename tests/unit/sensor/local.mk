# list the tests of src/sensor in unit_sources
unit_sources += tests/unit/sensor/test_sensors.c
