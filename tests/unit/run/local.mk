# list the tests of src/run in unit_sources
