unit_sources += tests/unit/law/test_distance.c
unit_sources += tests/unit/law/test_mtt_tables.c

EXTRA_DIST += tests/data/physics/force_mtt3d.csv tests/data/physics/friction_mtt3d.csv
EXTRA_DIST += tests/data/physics/impact_mtt3d.csv tests/data/physics/param_sets.csv
EXTRA_DIST += tests/data/physics/force_eepa.csv tests/data/physics/impact_eepa.csv tests/data/physics/eepa_path.csv tests/data/physics/friction_exudyn.csv
EXTRA_DIST += tests/data/physics/closed_form_checks.csv
EXTRA_DIST += tests/data/physics/force_demlab.csv tests/data/physics/impact_demlab.csv
EXTRA_DIST += tests/data/physics/force_hooke_si.csv tests/data/physics/impact_hooke_si.csv
EXTRA_DIST += tests/data/physics/force_impact_damped.csv tests/data/physics/impact_damped.csv tests/data/physics/restitution_map.csv
EXTRA_DIST += tests/data/physics/force_tatone.csv tests/data/physics/impact_tatone.csv
