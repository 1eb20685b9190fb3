# list the tests of src/base in unit_sources
