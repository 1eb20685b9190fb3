# list the tests of src/rule in unit_sources
