# list the tests of src/check in unit_sources
