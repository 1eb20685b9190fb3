unit_sources += tests/unit/chain/test_band.c
unit_sources += tests/unit/chain/test_chain_jacobian.c
unit_sources += tests/unit/chain/test_chain_shape.c
