unit_sources += tests/unit/sim/test_sim.c
