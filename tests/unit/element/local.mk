# list the tests of src/element in unit_sources
