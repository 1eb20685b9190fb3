# list the tests of src/law in unit_sources
