unit_sources += tests/unit/cad/test_blocks.c
unit_sources += tests/unit/cad/test_chain.c
unit_sources += tests/unit/cad/test_plan.c
unit_sources += tests/unit/cad/test_programs.c
