unit_sources += tests/unit/contact/sheets/test_sheets.c
unit_sources += tests/unit/contact/sheets/test_sheets_fade.c
unit_sources += tests/unit/contact/sheets/test_sheets_lanes.c
unit_sources += tests/unit/contact/sheets/test_sheets_near.c
unit_sources += tests/unit/contact/sheets/test_still_sheets.c
unit_sources += tests/unit/contact/sheets/test_space_sheets.c
unit_sources += tests/unit/contact/sheets/test_space_sheets_feet.c
unit_sources += tests/unit/contact/sheets/test_space_sheets_hold.c
