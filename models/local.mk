# the schema of model files, for editors; made by `make regen`
dist_pkgdata_DATA = models/quire.xsd
