unit_sources += tests/unit/law/normal/test_eepa.c
unit_sources += tests/unit/law/normal/test_normal_contract.c
unit_sources += tests/unit/law/normal/test_normal_tables.c
unit_sources += tests/unit/law/normal/test_rough_surface.c
