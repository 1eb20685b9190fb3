unit_sources += tests/unit/motion/test_roller_motion.c
