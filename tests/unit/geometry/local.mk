unit_sources += tests/unit/geometry/test_box_edges.c
unit_sources += tests/unit/geometry/test_box_index.c
unit_sources += tests/unit/geometry/test_corners.c
unit_sources += tests/unit/geometry/test_nearest.c
unit_sources += tests/unit/geometry/test_outline.c
unit_sources += tests/unit/geometry/test_spline.c
