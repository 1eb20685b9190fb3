"""A model with parts of all kinds that can be moved on the page of `quire live`, and some that cannot."""
import os

LONG = "Щ" * 60  # a name of 60 characters

PARTS = f"""
  <!-- what is moved stays a comment -->
  <defaults><roller surface="rubber" radius="8 mm"/></defaults>
  <roller name="lone" centre="60 mm, 40 mm" drive="feed"/>
  <roller name="loose" path="main" at="{{place + 30 mm}}" offset="6 mm" side="left" radius="7 mm" drive="feed"/>
  <guide name="chute" surface="steel" side="left"><polyline points="-60 mm, 50 mm; 0 mm,{{high}} ; 30 mm, 5 cm"/></guide>
  <guide name="flap" surface="steel" side="both" thickness="1 mm">
    <line from="-100 mm, 60 mm" to="-70 mm, 60 mm"/>
    <pivot at="-100 mm, 60 mm" inertia="1e-6 kg*m^2" stiffness="0.01 N*m/rad" damping="1e-4 N*m*s/rad" angle="10 deg"/>
  </guide>
  <assembly name="pair"><sensor name="eye" kind="edge" at="5 mm"/></assembly>
  <instance name="unit" assembly="pair" path="main" at="20 mm"/>
  <sensor name="{LONG}" kind="edge" path="main" at="330 mm"/>
  <include file="far.xml"/>
</model>"""

FAR = """<library version="1" name="far"><sensor name="far" kind="edge" path="main" at="360 mm"/></library>
"""


def short(samples):
    """The text of a4-turn with a short run of a coarse sheet."""
    with open(os.path.join(samples, "a4-turn", "a4-turn.xml"), encoding="utf-8") as file:
        return file.read().replace('end="1.1 s"', 'end="30 ms"').replace('segments="60"', 'segments="20"')


def write(samples, folder="."):
    """Writes parts.xml and the file that it includes; returns the text of the first."""
    text = short(samples)
    text = text.replace("  </parameters>", """    <parameter name="place" value="15 cm" minimum="14 cm" maximum="18 cm"/>
    <parameter name="high" value="60 mm"/>
  </parameters>""").replace('name="n2" path="main" at="150 mm"', 'name="n2" path="main" at="{place}"').replace('at="145 mm"', 'at="{place - 5 mm}"').replace("\n</model>", PARTS)
    for name, what in (("parts.xml", text), ("far.xml", FAR)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(what)
    return text
