unit_sources += tests/unit/contact/space/test_memory_space.c
unit_sources += tests/unit/contact/space/test_space_blocks.c
unit_sources += tests/unit/contact/space/test_space_contact.c
unit_sources += tests/unit/contact/space/test_space_wrap.c
unit_sources += tests/unit/contact/space/test_walls.c
