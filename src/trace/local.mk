# data over time: series, frames, trajectory
libquire_core_la_SOURCES += src/trace/csv.c src/trace/csv.h
libquire_kernels_la_SOURCES += src/trace/frames.c src/trace/frames.h
libquire_core_la_SOURCES += src/trace/last_nodes.c src/trace/last_nodes.h
libquire_core_la_SOURCES += src/trace/machine_outline.c src/trace/machine_outline.h
libquire_core_la_SOURCES += src/trace/series.c src/trace/series.h
libquire_core_la_SOURCES += src/trace/series_figures.c
libquire_core_la_SOURCES += src/trace/series_quantities.c src/trace/series_quantities.h
libquire_core_la_SOURCES += src/trace/series_space.c src/trace/series_space.h
libquire_core_la_SOURCES += src/trace/series_table.h
libquire_core_la_SOURCES += src/trace/series_writer.c src/trace/series_writer.h
libquire_core_la_SOURCES += src/trace/trajectory.c src/trace/trajectory.h
libquire_core_la_SOURCES += src/trace/trajectory_read.c src/trace/trajectory_read.h
