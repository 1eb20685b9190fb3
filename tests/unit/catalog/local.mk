# list the tests of src/catalog in unit_sources
