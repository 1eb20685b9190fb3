# list the tests of src/kind in unit_sources
