# list the tests of src/model in unit_sources
