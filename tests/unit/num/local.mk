# list the tests of src/num in unit_sources
