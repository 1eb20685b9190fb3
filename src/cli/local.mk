# the command quire; it uses public headers only
# large: one file per verb
quire_SOURCES += src/cli/main.c src/cli/cli.h
quire_SOURCES += src/cli/examples.c src/cli/options.c src/cli/problems.c src/cli/progress.c src/cli/signals.c src/cli/live.c src/cli/wrap.c src/cli/lines.c
quire_SOURCES += src/cli/check.c src/cli/colour.c src/cli/completion.c src/cli/completion.h src/cli/completion_text.c src/cli/compare.c src/cli/convert.c src/cli/describe.c src/cli/explain.c src/cli/export.c src/cli/law.c src/cli/fit.c src/cli/help.c src/cli/import.c src/cli/table.c src/cli/new.c src/cli/samples.h src/cli/review.c src/cli/run.c src/cli/verify.c
quire_SOURCES += src/cli/report.c src/cli/doe.c src/cli/calibrate.c src/cli/calibrate.h src/cli/live_page.c src/cli/live_page.h src/cli/program.c
# the models that `quire new` writes
nodist_quire_SOURCES = src/cli/samples.c
nodist_tests_quire_one_kernel_SOURCES = $(nodist_quire_SOURCES)
EXTRA_DIST += src/cli/starter.xml src/cli/samples.sh
CLEANFILES += src/cli/samples.c
src/cli/samples.c: src/cli/starter.xml src/cli/samples.sh src/report/embed.sh $(sample_files)
	$(AM_V_GEN)$(MKDIR_P) src/cli && cd $(srcdir) && $(SHELL) src/cli/samples.sh >'$(abs_top_builddir)/$@'
# rewriting files
quire_SOURCES += src/cli/fmt.c
quire_SOURCES += src/cli/upgrade.c src/cli/rewrite.c
# its own pow and atan2, which the libraries it loads call too
quire_SOURCES += src/math/portable_math.c src/math/detmath.c src/math/dettrig.c src/math/detmath.h
# models that ask for too much, files that cannot be written
include tests/data/hard/local.mk
# models that can be run but hardly mean what they say
include tests/data/trouble/local.mk
# a path that the review finds ok, doubtful and wrong
include tests/data/review/local.mk
EXTRA_DIST += tests/data/laws/a4-turn.txt
# the command with its inner loops for the oldest processors, also those outside the kernels' library; built by
# check-kernels.sh, which finds what is missing here, and by check-cost.sh
one_kernel_core = src/events/looks.c src/judge/segment_check.c src/law/dashpot.c \
    src/law/friction/friction_mtt_linear.c src/law/friction/friction_mtt_step.c \
    src/law/friction/friction_regularised.c src/law/normal/normal_demlab_hertz.c src/law/normal/normal_fibre_bed.c \
    src/law/normal/normal_mtt_boundary.c src/law/normal/normal_mtt_indentation.c \
    src/law/normal/normal_rough_surface.c src/judge/walls.c src/judge/walls_seen.c src/trace/series_figures.c
EXTRA_PROGRAMS += tests/quire_one_kernel
CLEANFILES += tests/quire_one_kernel
tests_quire_one_kernel_SOURCES = $(quire_SOURCES) $(libquire_kernels_la_SOURCES) $(one_kernel_core)
tests_quire_one_kernel_CPPFLAGS = $(libquire_kernels_la_CPPFLAGS) -DQUIRE_ONE_KERNEL -DQUIRE_LIBEXEC='"$(libexecdir)"'
tests_quire_one_kernel_CFLAGS = $(libquire_kernels_la_CFLAGS)
tests_quire_one_kernel_LDADD = $(inside)
# what a run shows on a terminal
EXTRA_DIST += tests/tools/terminal.py tests/tools/pseudo_terminal.py
EXTRA_DIST += tests/tools/terminal-lines.py
