# motion of rollers, gates, and free, soft and solid bodies
libquire_core_la_SOURCES += src/motion/flap_motion.c src/motion/flap_motion.h
libquire_core_la_SOURCES += src/motion/free_motion.c src/motion/free_motion.h
libquire_core_la_SOURCES += src/motion/roller_motion.c src/motion/roller_motion.h
libquire_core_la_SOURCES += src/motion/soft_motion.c src/motion/soft_motion.h
libquire_core_la_SOURCES += src/motion/soft_stress.c src/motion/soft_stress.h
libquire_core_la_SOURCES += src/motion/solid_motion.c src/motion/solid_motion.h
libquire_core_la_SOURCES += src/motion/soft_strain.c src/motion/soft_strain.h
