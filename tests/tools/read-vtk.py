"""Reads with VTK's own reader all that `quire convert --to=vtk` wrote into a folder. Exit code 0 when every file is whole."""
import os
import re
import sys

import vtk

folder = sys.argv[1]
index = open(os.path.join(folder, "trajectory.pvd")).read()
names = sorted(set(re.findall(r'file="([^"]*)"', index)))
for name in names:
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(os.path.join(folder, name))
    reader.Update()
    mesh = reader.GetOutput()
    cells = mesh.GetNumberOfLines() + mesh.GetNumberOfPolys()
    if reader.GetErrorCode() != 0 or mesh.GetNumberOfPoints() == 0 or cells == 0:
        sys.exit("%s cannot be read" % name)
    if mesh.GetCellData().GetArray(0).GetNumberOfTuples() != cells:
        sys.exit("%s: cells without an owner" % name)
    fields = mesh.GetPointData()
    for i in range(fields.GetNumberOfArrays()):
        if fields.GetArray(i).GetNumberOfTuples() != mesh.GetNumberOfPoints():
            sys.exit("%s: points without %s" % (name, fields.GetArrayName(i)))
print("%d files read" % len(names))
