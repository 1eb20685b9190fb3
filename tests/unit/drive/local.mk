# list the tests of src/drive in unit_sources
