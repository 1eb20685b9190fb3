EXTRA_DIST += doc/NEWS.md doc/adr/0001-record.md doc/adr/0002-folders.md
EXTRA_DIST += doc/theory/contact.md
dist_man_MANS = doc/man/quire.1
EXTRA_DIST += doc/formats.md
EXTRA_DIST += doc/guide/first-steps.md
EXTRA_DIST += doc/theory/sheet.md doc/theory/contact-kernel.md doc/theory/machine.md doc/theory/integrator.md doc/theory/energy.md
