# What a run leaves behind: series, events, trajectory, pictures, summary.
libquire_core_la_SOURCES += src/rec/compare.c
libquire_core_la_SOURCES += src/rec/convert.c src/rec/frame_picture.c src/rec/frame_picture.h
libquire_core_la_SOURCES += src/rec/mesh.c src/rec/mesh.h src/rec/scene.c src/rec/scene.h
libquire_core_la_SOURCES += src/rec/csv.c src/rec/csv.h
libquire_core_la_SOURCES += src/rec/drawing.c src/rec/drawing.h src/rec/drawing_names.c src/rec/drawing_space.c src/rec/drawing_space.h src/rec/drawing_solid.c src/rec/drawing_solid.h
libquire_core_la_SOURCES += src/rec/figures.c src/rec/figures.h src/rec/figures_result.c
libquire_core_la_SOURCES += src/rec/flat.c src/rec/flat.h
libquire_core_la_SOURCES += src/rec/filmstrip.c src/rec/filmstrip.h
libquire_core_la_SOURCES += src/rec/folder.c src/rec/folder.h
libquire_core_la_SOURCES += src/rec/frames.c src/rec/frames.h
libquire_core_la_SOURCES += src/rec/json.c src/rec/json.h src/rec/json_read.c src/rec/json_read.h
libquire_core_la_SOURCES += src/rec/machine.c src/rec/machine.h
libquire_core_la_SOURCES += src/rec/manifest.c src/rec/manifest.h
libquire_core_la_SOURCES += src/rec/last_nodes.c src/rec/last_nodes.h
libquire_core_la_SOURCES += src/rec/record.c src/rec/record.h
libquire_core_la_SOURCES += src/rec/result.h
libquire_core_la_SOURCES += src/rec/series.c src/rec/series.h src/rec/series_space.c src/rec/series_writer.h
libquire_core_la_SOURCES += src/rec/summary.h src/rec/summary_json.c src/rec/summary_lines.c
libquire_core_la_SOURCES += src/rec/verdict.c src/rec/verdict.h
libquire_core_la_SOURCES += src/rec/trajectory.c src/rec/trajectory.h src/rec/trajectory_read.c src/rec/trajectory_read.h
# hashes of models and end states
libquire_core_la_SOURCES += src/base/sha256.c src/base/sha256.h
libquire_core_la_SOURCES += src/rec/story.c src/rec/story.h
