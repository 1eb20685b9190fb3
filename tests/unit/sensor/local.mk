# list the tests of src/sensor in unit_sources
