EXTRA_DIST += doc/NEWS.md doc/adr/0001-record.md doc/adr/0002-folders.md
EXTRA_DIST += doc/theory/contact.md
