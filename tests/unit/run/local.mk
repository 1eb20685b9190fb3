# list the tests of src/run in unit_sources
unit_sources += tests/unit/run/test_law.c
unit_sources += tests/unit/run/test_logic.c
unit_sources += tests/unit/run/test_watch.c
unit_sources += tests/unit/run/test_checks.c
unit_sources += tests/unit/run/test_version.c
unit_sources += tests/unit/run/test_quantity.c
unit_sources += tests/unit/run/test_modes.c
unit_sources += tests/unit/run/test_rest.c
unit_sources += tests/unit/run/test_islands.c
unit_sources += tests/unit/run/test_pace.c
unit_sources += tests/unit/run/test_fit.c
unit_sources += tests/unit/run/test_flight.c
unit_sources += tests/unit/run/test_sides.c
unit_sources += tests/unit/run/test_touch_jumps.c
unit_sources += tests/unit/run/test_corner_impacts.c
unit_sources += tests/unit/run/test_any_laws.c
unit_sources += tests/unit/run/test_free_impacts.c
