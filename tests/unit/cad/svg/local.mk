unit_sources += tests/unit/cad/svg/test_svg.c
