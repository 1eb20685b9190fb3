unit_sources += tests/unit/compile/test_compile_pair.c
unit_sources += tests/unit/compile/test_default_settings.c
unit_sources += tests/unit/compile/test_order.c
unit_sources += tests/unit/compile/test_pads.c
