# list the tests of src/sys in unit_sources
