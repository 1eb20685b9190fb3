unit_sources += tests/unit/force/test_jets.c
unit_sources += tests/unit/force/test_loads.c
unit_sources += tests/unit/force/test_pressures.c
unit_sources += tests/unit/force/test_sleeve_force.c
