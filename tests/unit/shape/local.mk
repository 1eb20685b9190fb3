# list the tests of src/shape in unit_sources
