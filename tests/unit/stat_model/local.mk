unit_sources += tests/unit/stat_model/model_case.c tests/unit/stat_model/model_case.h
unit_sources += tests/unit/stat_model/test_boxcox.c
unit_sources += tests/unit/stat_model/test_diagnose.c
unit_sources += tests/unit/stat_model/test_lack.c
unit_sources += tests/unit/stat_model/test_mixed.c
unit_sources += tests/unit/stat_model/test_model_shortage.c
unit_sources += tests/unit/stat_model/test_power.c
unit_sources += tests/unit/stat_model/test_select.c

choice_sets = tests/data/stat/boxcox-poisons.csv tests/data/stat/boxcox-quine.csv tests/data/stat/boxcox-trees.csv \
    tests/data/stat/choice-mtcars.csv tests/data/stat/choice-stackloss.csv tests/data/stat/choice-swiss.csv \
    tests/data/stat/diagnose-quine.csv tests/data/stat/diagnose-stackloss.csv tests/data/stat/diagnose-swiss.csv \
    tests/data/stat/lack-cars.csv tests/data/stat/lack-poisons.csv tests/data/stat/lack-toothgrowth.csv
EXTRA_DIST += $(choice_sets) tests/data/stat/choice.csv tests/tools/stat-choice.R tests/tools/stat-common.R

EXTRA_DIST += tests/data/stat/noncentral.csv tests/data/stat/power.csv tests/tools/stat-power.R \
    tests/data/stat/power-composite.csv tests/data/stat/power-composite-region.csv tests/data/stat/power-factorial.csv \
    tests/data/stat/power-factorial-region.csv tests/data/stat/power-words.csv tests/data/stat/power-words-region.csv

EXTRA_DIST += tests/data/stat/mixed.csv tests/tools/stat-mixed.R \
    tests/data/stat/mixed-cake.csv tests/data/stat/mixed-crossed.csv tests/data/stat/mixed-dyestuff.csv \
    tests/data/stat/mixed-dyestuff2.csv tests/data/stat/mixed-oats.csv tests/data/stat/mixed-pastes.csv \
    tests/data/stat/mixed-penicillin.csv tests/data/stat/mixed-split.csv tests/data/stat/mixed-torn.csv
EXTRA_DIST += tests/data/stat/mixture.csv tests/tools/stat-mixture.R tests/data/stat/mixture-flare.csv \
    tests/data/stat/mixture-heat.csv tests/data/stat/mixture-yarn.csv
