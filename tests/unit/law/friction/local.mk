unit_sources += tests/unit/law/friction/test_holding.c
unit_sources += tests/unit/law/friction/test_friction_contract.c
unit_sources += tests/unit/law/friction/test_regularised.c
unit_sources += tests/unit/law/friction/test_stick_slip.c
