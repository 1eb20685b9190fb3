# list the tests of src/sys in unit_sources
unit_sources += tests/unit/sys/machine.c tests/unit/sys/machine.h
unit_sources += tests/unit/sys/replace.c tests/unit/sys/replace.h
unit_sources += tests/unit/sys/test_chain_jacobian.c
unit_sources += tests/unit/sys/test_contact_jacobian.c
unit_sources += tests/unit/sys/dense.c tests/unit/sys/dense.h
unit_sources += tests/unit/sys/test_band.c
unit_sources += tests/unit/sys/test_solve.c tests/unit/sys/test_wrap.c
unit_sources += tests/unit/sys/test_invariance.c
unit_sources += tests/unit/sys/test_balance.c
unit_sources += tests/unit/sys/remembering.c tests/unit/sys/remembering.h
unit_sources += tests/unit/sys/test_law_memory.c
unit_sources += tests/unit/sys/test_stick.c
unit_sources += tests/unit/sys/test_stiffness.c
unit_sources += tests/unit/sys/test_free_bodies.c
unit_sources += tests/unit/sys/test_soft.c
unit_sources += tests/unit/sys/test_touching_bodies.c
unit_sources += tests/unit/sys/test_distance_contact.c
