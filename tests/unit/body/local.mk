# list the tests of src/body in unit_sources
