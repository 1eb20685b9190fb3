#!/bin/sh
# Writes tests/data/units/udunits.csv: what UDUNITS-2 makes of the units of model files, each by its name there and here, as a factor to SI.
# To be run by hand where the program udunits2 is installed (Debian: udunits-bin); the list is checked in.
set -eu
echo '# unit here, unit of UDUNITS-2, base units, worth of one in them to six digits; made by tests/tools/udunits.sh'
while read -r ours theirs base; do
    factor=$(udunits2 -H "1 $theirs" -W "$base" | sed -n '1s/^ *1 [^=]*= \([-+.0-9eE]*\).*/\1/p')
    test -n "$factor"
    printf '%s,%s,%s,%s\n' "$ours" "$theirs" "$base" "$factor"
done <<'END'
m m m
mm mm m
um um m
nm nm m
cm cm m
dm dm m
km km m
in in m
s s s
ms ms s
us us s
ns ns s
min min s
h h s
kg kg kg
g g kg
mg mg kg
ug ug kg
t t kg
N N kg.m.s-2
mN mN kg.m.s-2
uN uN kg.m.s-2
cN cN kg.m.s-2
kN kN kg.m.s-2
MN MN kg.m.s-2
gf gf kg.m.s-2
kgf kgf kg.m.s-2
Pa Pa kg.m-1.s-2
mPa mPa kg.m-1.s-2
hPa hPa kg.m-1.s-2
kPa kPa kg.m-1.s-2
MPa MPa kg.m-1.s-2
GPa GPa kg.m-1.s-2
bar bar kg.m-1.s-2
mbar mbar kg.m-1.s-2
J J kg.m2.s-2
mJ mJ kg.m2.s-2
uJ uJ kg.m2.s-2
kJ kJ kg.m2.s-2
W W kg.m2.s-3
mW mW kg.m2.s-3
kW kW kg.m2.s-3
Hz Hz s-1
kHz kHz s-1
MHz MHz s-1
rad rad rad
mrad mrad rad
urad urad rad
deg arc_degree rad
rev turn rad
rpm turn/min rad/s
A A A
mA mA A
V V kg.m2.s-3.A-1
kV kV kg.m2.s-3.A-1
C C s.A
uC uC s.A
nC nC s.A
gsm g/m2 kg.m-2
% % 1
N/mm N/mm kg.s-2
mN*m mN.m kg.m2.s-2
g/cm^3 g/cm3 kg.m-3
kN/m^2 kN/m2 kg.m-1.s-2
m/min m/min m.s-1
in/s in/s m.s-1
km/h km/h m.s-1
rev/s turn/s rad/s
N*s/m N.s/m kg.s-1
kg*m^2 kg.m2 kg.m2
mm^2 mm2 m2
1/min 1/min s-1
kgf/cm^2 kgf/cm2 kg.m-1.s-2
g*cm^2 g.cm2 kg.m2
uC/m^2 uC/m2 A.s.m-2
END
