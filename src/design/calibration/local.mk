# calibration files: unknowns and measurements
libquire_core_la_SOURCES += src/design/calibration/calibration.c
libquire_core_la_SOURCES += src/design/calibration/measured.c
libquire_core_la_SOURCES += src/design/calibration/params.h
