# list the tests of src/xml in unit_sources
