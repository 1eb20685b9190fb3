# list the tests of src/rec in unit_sources
