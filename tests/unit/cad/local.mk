unit_sources += tests/unit/cad/drawn.c tests/unit/cad/drawn.h
unit_sources += tests/unit/cad/test_blocks.c
unit_sources += tests/unit/cad/test_chain.c
unit_sources += tests/unit/cad/test_dxf.c
unit_sources += tests/unit/cad/test_plan.c
unit_sources += tests/unit/cad/test_svg.c
