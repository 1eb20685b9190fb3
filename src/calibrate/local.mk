# calibration: parameters of a model fitted to measurements
libquire_doe_la_SOURCES += src/calibrate/covariance.c src/calibrate/covariance.h
libquire_doe_la_SOURCES += src/calibrate/profile.c src/calibrate/profile.h
libquire_doe_la_SOURCES += src/calibrate/search.c src/calibrate/search.h
libquire_doe_la_SOURCES += src/calibrate/calibration.h src/calibrate/load.c src/calibrate/parts.c src/calibrate/times.c src/calibrate/points.c
libquire_doe_la_SOURCES += src/calibrate/runs.c src/calibrate/runs.h
libquire_doe_la_SOURCES += src/calibrate/weights.c src/calibrate/weights.h
libquire_doe_la_SOURCES += src/calibrate/fit.c src/calibrate/fit.h src/calibrate/identify.c
libquire_doe_la_SOURCES += src/calibrate/report_text.c src/calibrate/report_json.c src/calibrate/report.h
