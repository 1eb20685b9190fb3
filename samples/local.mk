# list the files of this folder in EXTRA_DIST
