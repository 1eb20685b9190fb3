EXTRA_DIST += doc/rooms.svg doc/NEWS.md doc/adr/index.md doc/adr/0001-record.md doc/adr/0002-folders.md
EXTRA_DIST += doc/theory/contact.md
dist_man_MANS =
include doc/man/pages.mk
EXTRA_DIST += doc/man/quire.in doc/man/verb.awk doc/man/markdown.awk tests/man.sh
EXTRA_DIST += doc/man/prose/run doc/man/prose/check doc/man/prose/describe doc/man/prose/law doc/man/prose/fit doc/man/prose/verify \
    doc/man/prose/explain doc/man/prose/compare doc/man/prose/convert doc/man/prose/report doc/man/prose/doe doc/man/prose/new doc/man/prose/import doc/man/prose/export \
    doc/man/prose/quire-model doc/man/prose/quire-study
TESTS += tests/check-man.sh tests/check-links.sh
EXTRA_DIST += tests/check-man.sh tests/check-links.sh doc/guide/index.md tests/guide.awk
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = doc/completion/quire
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = doc/completion/_quire
EXTRA_DIST += doc/completion/quire.in doc/completion/_quire.in doc/completion/shared.in doc/completion/options.awk tests/completion.sh
sample_tests += tests/check-completion.tap
EXTRA_DIST += doc/formats.md
EXTRA_DIST += doc/adr/0130-house-form.md doc/adr/0137-coverage.md
EXTRA_DIST += doc/guide/developing.md doc/guide/first-steps.md doc/guide/accuracy.md doc/guide/energy-balance.md doc/guide/contact-data.md doc/guide/control.md
EXTRA_DIST += doc/theory/sheet.md doc/theory/contact-kernel.md doc/theory/machine.md doc/theory/integrator.md doc/theory/energy.md doc/theory/bodies.md doc/theory/solids.md doc/theory/statics.md
EXTRA_DIST += doc/adr/0003-nodes.md doc/adr/0004-velocity-newton.md doc/adr/0005-curve.md doc/adr/0006-rollers.md \
    doc/adr/0007-norm.md doc/adr/0008-corners.md doc/adr/0009-looks.md doc/adr/0011-events.md \
    doc/adr/0012-massless.md doc/adr/0013-reading.md doc/adr/0014-results.md
EXTRA_DIST += doc/adr/0024-stick.md doc/adr/0047-places.md doc/adr/0048-before-touch.md doc/adr/0049-numbers-from-the-pair.md
EXTRA_DIST += doc/adr/0028-changing-shares.md doc/adr/0029-holds.md
EXTRA_DIST += doc/adr/0128-drawings.md doc/guide/drawings.md
EXTRA_DIST += doc/adr/0124-includes.md doc/adr/0125-defaults.md doc/guide/large-models.md
EXTRA_DIST += doc/theory/spatial-view.md doc/adr/0065-what-is-seen-in-space.md
EXTRA_DIST += doc/adr/0073-carriages.md
EXTRA_DIST += doc/adr/0074-tilted-guides.md doc/adr/0077-gates.md doc/adr/0080-sprung-gates.md doc/theory/gates.md doc/guide/gates.md
EXTRA_DIST += doc/adr/0087-clutches.md doc/adr/0088-nips-and-streams.md
EXTRA_DIST += doc/adr/0082-sheets-touch.md doc/adr/0084-piles.md doc/theory/stacks.md
EXTRA_DIST += doc/theory/spatial-contact.md doc/adr/0063-contact-in-space.md
EXTRA_DIST += doc/adr/0035-islands.md doc/adr/0042-step-budget.md doc/adr/0046-impacts.md
EXTRA_DIST += doc/adr/0040-stops.md
EXTRA_DIST += doc/theory/soft.md doc/adr/0050-soft-coordinates.md
EXTRA_DIST += doc/adr/0044-one-face.md doc/adr/0144-walls-by-geometry.md doc/adr/0145-energy-without-a-cause.md
EXTRA_DIST += doc/adr/0153-one-grammar-of-numbers.md doc/adr/0154-one-cause-one-message.md doc/adr/0155-what-callers-may-rely-on.md
EXTRA_DIST += doc/adr/0159-noise-in-indices.md doc/adr/0160-the-space-of-a-boundary.md
EXTRA_DIST += doc/adr/0161-what-a-store-belongs-to.md
include doc/validation/local.mk
EXTRA_DIST += doc/adr/0018-equilibrium.md doc/adr/0019-modes.md
EXTRA_DIST += doc/adr/0021-free-bodies.md doc/adr/0053-blocks-touch.md doc/adr/0054-fit.md doc/adr/0055-clear-ahead.md doc/adr/0059-touch-is-no-event.md doc/adr/0060-laws-show-examples.md
EXTRA_DIST += doc/adr/0056-free-bodies-finer.md
EXTRA_DIST += doc/adr/0062-sheets-in-space-in-the-engine.md
EXTRA_DIST += doc/theory/spatial-sheet.md
EXTRA_DIST += doc/theory/spatial-machine.md doc/adr/0064-across-the-feed.md doc/guide/skew.md
EXTRA_DIST += doc/adr/0069-side-guides.md
EXTRA_DIST += doc/adr/0072-comparing-motions.md
EXTRA_DIST += doc/theory/statistics.md doc/adr/0098-statistics.md doc/guide/reading-studies.md
EXTRA_DIST += doc/guide/stacks.md doc/theory/pressures.md doc/adr/0089-pressures.md doc/guide/holding.md
EXTRA_DIST += doc/guide/jams.md doc/adr/0085-why.md
EXTRA_DIST += doc/guide/report.md doc/adr/0090-report.md
EXTRA_DIST += doc/theory/stubs.md doc/adr/0086-stubs.md
EXTRA_DIST += doc/adr/0131-fuzzing.md
EXTRA_DIST += doc/adr/0134-resolved-models.md
EXTRA_DIST += doc/adr/0096-machines-turned-round.md
EXTRA_DIST += doc/adr/0101-what-sensors-see.md
include doc/guide/gallery/local.mk
EXTRA_DIST += doc/theory/boundary.md doc/theory/tried/contact.md doc/theory/tried/energy.md doc/theory/tried/speed.md doc/theory/tried/statics.md
EXTRA_DIST += doc/guide/running-studies.md doc/adr/0110-study-store.md doc/adr/0111-study-workers.md
EXTRA_DIST += doc/guide/studies.md doc/theory/designs.md doc/adr/0112-studies.md
EXTRA_DIST += doc/theory/papers.md doc/adr/0129-library.md doc/adr/0139-library-nips.md
EXTRA_DIST += doc/guide/python.md doc/adr/0132-python-and-packages.md
EXTRA_DIST += doc/adr/0135-drawings-both-ways.md
EXTRA_DIST += doc/adr/0126-parameters-and-expressions.md doc/adr/0127-assemblies.md doc/guide/assemblies.md
EXTRA_DIST += doc/guide/from-mtt.md
EXTRA_DIST += doc/adr/0120-larger-studies.md
EXTRA_DIST += doc/adr/0141-verdicts.md doc/adr/0142-late-margins.md doc/adr/0143-what-was-set.md
EXTRA_DIST += doc/adr/0162-what-is-random.md doc/adr/0163-undecided-runs.md doc/adr/0164-aliases-after-exclude.md
EXTRA_DIST += doc/validation/designs.md
# what a damaged store loses
EXTRA_DIST += doc/adr/0136-what-a-damaged-store-loses.md
EXTRA_DIST += doc/adr/0138-gates.md
EXTRA_DIST += doc/adr/0150-room.md
EXTRA_DIST += doc/adr/0156-a-run-owns-its-folder.md doc/adr/0157-doubts-about-models.md
EXTRA_DIST += doc/adr/0148-order-of-elements.md
EXTRA_DIST += doc/adr/0165-force-terms.md doc/adr/0166-stick-at-rest.md doc/adr/0167-round-guides.md
EXTRA_DIST += doc/adr/0170-accuracies.md doc/adr/0171-error-bars.md
EXTRA_DIST += doc/adr/0175-mass-and-nips-in-space.md doc/adr/0180-sides-by-way.md doc/adr/0194-soft-rollers-in-space.md
EXTRA_DIST += doc/adr/0195-bodies-stay-in-the-plane.md
EXTRA_DIST += doc/adr/0186-solids-that-tell-no-side.md doc/adr/0187-segments-that-are-enough.md doc/adr/0188-one-geometry.md
EXTRA_DIST += doc/adr/0190-sheets-touch-in-space.md doc/adr/0196-sheets-hold-in-space.md
EXTRA_DIST += doc/adr/0197-sheets-that-fly-at-each-other.md
EXTRA_DIST += doc/adr/0198-loss-of-the-formula.md
EXTRA_DIST += doc/adr/0200-contact-along-stretches.md
EXTRA_DIST += doc/theory/glossary.md
