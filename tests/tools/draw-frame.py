#!/usr/bin/env python3
"""Draws samples/drawn-path/frame.dxf with ezdxf (Debian: python3-ezdxf): the guides and the path of a C-path, in millimetres.

    python3 tests/tools/draw-frame.py samples/drawn-path/frame.dxf
"""
import math
import sys

import ezdxf

GAP = 3.0      # between guides
RADIUS = 25.0  # of the path's bend
OPEN, LONG = 3.0, 8.0  # mouths: how far they turn away, over which length


def layer(doc, name, colour):
    doc.layers.add(name, color=colour)
    return {"layer": name}


def mouth(space, on, ends, horizontal):
    """a spline between two points; horizontal tells at which one it is tangent to the guide"""
    (x0, y0), (x1, y1) = ends
    points = [(x0, y0), (x0 + (x1 - x0) / 3, y0), (x0 + 2 * (x1 - x0) / 3, y0 + (y1 - y0) / 3), (x1, y1)]
    if horizontal == 1:
        points = [(x0, y0), (x0 + (x1 - x0) / 3, y1 + 2 * (y0 - y1) / 3), (x0 + 2 * (x1 - x0) / 3, y1), (x1, y1)]
    space.add_open_spline(points, degree=3, dxfattribs=on)


def arc_bulge():
    return math.tan(0.5 * math.atan2(OPEN, LONG))


def draw(path):
    doc = ezdxf.new("R2000", setup=False)
    doc.units = ezdxf.units.MM
    space = doc.modelspace()
    on = layer(doc, "PATH", 1)
    space.add_line((120, 0), (0, 0), dxfattribs=on)  # the other way round: the model tells where it starts
    space.add_arc((120, RADIUS), RADIUS, -90, 90, dxfattribs=on)
    space.add_line((120, 2 * RADIUS), (-280, 2 * RADIUS), dxfattribs=on)

    # two lines with splines for mouths, drawn piece by piece
    half = 0.5 * GAP
    on = layer(doc, "ENTRY-LOWER", 3)
    space.add_line((17, -half), (82, -half), dxfattribs=on)
    mouth(space, on, ((9, -half - OPEN), (17, -half)), 1)
    mouth(space, on, ((82, -half), (90, -half - OPEN)), 0)

    # a polyline with arcs for mouths
    on = layer(doc, "ENTRY-UPPER", 3)
    bulge = arc_bulge()
    space.add_lwpolyline([(9, half + OPEN, bulge), (17, half, 0), (82, half, bulge), (90, half + OPEN, 0)],
                         format="xyb", dxfattribs=on)

    on = layer(doc, "BEND-OUTER", 4)
    mouth(space, on, ((108, -half - OPEN), (116, -half)), 1)
    space.add_line((116, -half), (120, -half), dxfattribs=on)
    space.add_arc((120, RADIUS), RADIUS + half, -90, 90, dxfattribs=on)
    space.add_line((120, 2 * RADIUS + half), (108, 2 * RADIUS + half), dxfattribs=on)
    mouth(space, on, ((108, 2 * RADIUS + half), (100, 2 * RADIUS + half + OPEN)), 0)

    on = layer(doc, "BEND-INNER", 4)
    space.add_lwpolyline([(108, half + OPEN, bulge), (116, half, 0), (120, half, 1), (120, 2 * RADIUS - half, 0),
                          (108, 2 * RADIUS - half, bulge), (100, 2 * RADIUS - half - OPEN, 0)],
                         format="xyb", dxfattribs=on)

    # what a guide is not made of
    on = layer(doc, "REMARKS", 7)
    space.add_text("bend R 25, gap 3", dxfattribs=dict(on, height=3)).set_placement((40, 25))
    space.add_circle((0, 10), 10, dxfattribs=on)
    space.add_circle((0, -10), 10, dxfattribs=on)
    doc.saveas(path)


draw(sys.argv[1])
