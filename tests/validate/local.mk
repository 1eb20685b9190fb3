# programs that tests/validate/run.sh needs
EXTRA_PROGRAMS += tests/validate/validate
validate_programs += tests/validate/validate
tests_validate_validate_SOURCES = \
    tests/validate/validate.c tests/validate/validate.h \
    tests/validate/cases.c tests/validate/cases.h \
    tests/validate/figure.c tests/validate/figure.h \
    tests/validate/plot.c \
    tests/validate/page.c tests/validate/page.h \
    tests/validate/error_bars.c \
    tests/validate/simulation.c \
    tests/validate/table.c \
    tests/validate/closed_form.c tests/validate/closed_form.h \
    tests/validate/material.c \
    tests/validate/case_heavy_cantilever.c \
    tests/validate/case_end_loads.c \
    tests/validate/case_columns.c \
    tests/validate/case_cantilever_test.c \
    tests/validate/case_hanging_chain.c \
    tests/validate/case_loop.c \
    tests/validate/case_vibration.c \
    tests/validate/case_reverse_spaghetti.c \
    tests/validate/case_bounce.c \
    tests/validate/case_nips.c \
    tests/validate/case_bouncing_ball.c \
    tests/validate/case_capstan.c \
    tests/validate/case_span.c \
    tests/validate/case_drag.c \
    tests/validate/case_folded_chain.c \
    tests/validate/case_impacts.c \
    tests/validate/case_solids.c \
    tests/validate/case_foundation.c \
    tests/validate/case_incline.c \
    tests/validate/incline.c tests/validate/incline.h \
    tests/validate/case_rods.c \
    tests/validate/case_stick.c \
    tests/validate/case_table.c \
    tests/validate/case_walls.c tests/validate/case_lips.c tests/validate/case_slot.c \
    tests/validate/case_ramp.c tests/validate/case_hanging.c \
    tests/validate/case_soft.c \
    tests/validate/case_skew.c tests/validate/case_torsion.c \
    tests/validate/case_stiff.c \
    tests/unit/integ/stiff_problems.c tests/unit/integ/stiff_problems.h tests/unit/integ/idle.h \
    tests/unit/fixtures/replace.c tests/unit/fixtures/replace.h
# what libquire is made of: the cases of the integrator look into it, all others use the public functions only
tests_validate_validate_LDADD = $(inside)
EXTRA_DIST += \
    tests/validate/run.sh \
    tests/validate/same-page.sh \
    tests/validate/models/bounce.xml \
    tests/validate/models/bouncing-ball.xml \
    tests/validate/models/solid-ball.xml tests/validate/models/solid-top.xml tests/validate/models/solid-tumbling.xml \
    tests/validate/models/foundation.xml \
    tests/validate/models/drag.xml \
    tests/validate/models/falling-sheet.xml \
    tests/validate/models/folded-chain.xml \
    tests/validate/models/impact.xml \
    tests/validate/models/impact-laws.xml \
    tests/validate/models/incline.xml \
    tests/validate/models/rods.xml \
    tests/validate/models/capstan-guide.xml tests/validate/models/capstan-bar.xml \
    tests/validate/models/capstan-roller.xml \
    tests/validate/models/clamped-vibration.xml \
    tests/validate/models/clamped-modes.xml \
    tests/validate/models/column-clamped-free.xml \
    tests/validate/models/column-clamped-pinned.xml \
    tests/validate/models/column-clamped.xml \
    tests/validate/models/column-pinned.xml \
    tests/validate/models/end-loads.xml \
    tests/validate/models/free-modes.xml \
    tests/validate/models/hanging-chain.xml \
    tests/validate/models/free-vibration.xml \
    tests/validate/models/heavy-cantilever.xml \
    tests/validate/models/idler-spin-up.xml \
    tests/validate/models/loop.xml \
    tests/validate/models/nip-start-both.xml \
    tests/validate/models/nip-start.xml \
    tests/validate/models/reverse-spaghetti.xml \
    tests/validate/models/contractile.xml tests/validate/models/soft-bounce.xml tests/validate/models/soft-disc.xml tests/validate/models/soft-nip.xml \
    tests/validate/models/slot.xml tests/validate/models/letting-out.xml tests/validate/models/lip.xml tests/validate/models/rough-lip.xml tests/validate/models/ramp.xml \
    tests/validate/models/hanging-over-bar.xml \
    tests/validate/models/span.xml tests/validate/models/thin-wall.xml tests/validate/models/slope.xml tests/validate/models/symmetric-bend.xml \
    tests/validate/models/glide-bars.xml tests/validate/models/glide-rollers.xml \
    tests/validate/models/differential-nips.xml tests/validate/models/misaligned-nip.xml \
    tests/validate/models/point-nip.xml tests/validate/models/torsion.xml tests/validate/models/two-nips-skew.xml \
    tests/validate/models/two-nips-driven.xml tests/validate/models/two-nips-shafts.xml \
    tests/validate/models/stick-slip.xml \
    tests/validate/models/table.xml \
    tests/validate/refs/README.md \
    tests/validate/refs/c6_impacts.csv \
    tests/validate/refs/a1_soft_disc.csv tests/validate/refs/a2_soft_squeeze.csv tests/validate/refs/a3_relaxation.csv \
    tests/validate/refs/closed_forms.csv \
    tests/validate/refs/d1_reverse_spaghetti.csv \
    tests/validate/refs/m1_beam_frequencies.csv \
    tests/validate/refs/m1_chain_frequency_error.csv \
    tests/validate/refs/p1_double_rod_pendulum.csv \
    tests/validate/refs/s1_heavy_cantilever_SI.csv \
    tests/validate/refs/m2_hanging_chain.csv \
    tests/validate/refs/s2_tip_load.csv \
    tests/validate/refs/s4_postbuckling_clamped_free.csv \
    tests/validate/refs/s5_cantilever_test.csv \
    tests/validate/refs/s6_loop.csv tests/validate/refs/s7_slot.csv
