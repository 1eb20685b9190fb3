#!/bin/sh
# Writes tests/data/units/udunits.csv: what UDUNITS-2 makes of the units of model files, each by its name there and here, as a factor to SI.
# To be run by hand where the program udunits2 is installed (Debian: udunits-bin); the list is checked in.
set -euf
echo '# unit here, unit of UDUNITS-2, base units, worth of one in them to six digits; made by tests/tools/udunits.sh'
# each line: base units, and units that are made of them, with their other name where they have one
while read -r base units; do
    for unit in $units; do
        ours=${unit%%=*} theirs=${unit#*=}
        factor=$(udunits2 -H "1 $theirs" -W "$base" | sed -n '1s/^ *1 [^=]*= \([-+.0-9eE]*\).*/\1/p')
        test -n "$factor"
        printf '%s,%s,%s,%s\n' "$ours" "$theirs" "$base" "$factor"
    done
done <<'END'
m m mm um nm cm dm km in micron mil thou=0.001.in ft
s s ms us ns min h
kg kg g mg ug t lb oz=avoirdupois_ounce
kg.m.s-2 N mN uN cN kN MN gf kgf mgf lbf ozf=ounce_force
kg.m-1.s-2 Pa mPa hPa kPa MPa GPa bar mbar psi ksi mmHg inHg
kg.m2.s-2 J mJ uJ kJ
kg.m2.s-3 W mW kW
s-1 Hz kHz MHz
rad rad mrad urad deg=arc_degree rev=turn
rad/s rpm=turn/min
A A mA
kg.m2.s-3.A-1 V kV
s.A C uC nC
kg.m-2 gsm=g/m2
1 %
kg.s-2 N/mm pli=lbf/in
kg.m2.s-2 mN*m=mN.m
kg.m-3 g/cm^3=g/cm3
kg.m-1.s-2 kN/m^2=kN/m2
m.s-1 m/min in/s km/h ips=in/s fpm=ft/min
rad/s rev/s=turn/s
kg.s-1 N*s/m=N.s/m
kg.m2 kg*m^2=kg.m2
m2 mm^2=mm2
s-1 1/min
kg.m-1.s-2 kgf/cm^2=kgf/cm2
kg.m2 g*cm^2=g.cm2
A.s.m-2 uC/m^2=uC/m2
END
