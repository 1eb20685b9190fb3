# list the tests of src/integ in unit_sources
