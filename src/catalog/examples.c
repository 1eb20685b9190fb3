/* Generated from samples and good files of tests: make regen */
#include "catalog/examples.h"

#include "catalog/kinds.h"

/* clang-format off */
static const struct {
    const struct quire_kind *kind;
    const char *text;
} examples[] = {
    {&quire_kind_model,
     "<model version=\"1\" name=\"attached\">\n"
     "  <attached file=\"bar.svg\" "
     "content=\"&lt;svg>...&lt;/svg>&#10;\"/>\n"
     "</model>"},
    {&quire_kind_library,
     "<library version=\"1\" name=\"papers-of-ours\">\n"
     "  <media name=\"recycled-80\" grammage=\"80 g/m^2\" "
     "thickness=\"0.11 mm\"\n"
     "      modulus-md=\"3.5 GPa\" modulus-cd=\"1.8 GPa\"/>\n"
     "</library>"},
    {&quire_kind_include,
     "<include library=\"papers\"/>"},
    {&quire_kind_attached,
     "<attached file=\"bar.svg\" "
     "content=\"&lt;svg>...&lt;/svg>&#10;\"/>"},
    {&quire_kind_defaults,
     "<defaults class=\"sheets\">\n"
     "  <sheet width=\"210 mm\"/>\n"
     "</defaults>"},
    {&quire_kind_parameters,
     "<parameters>\n"
     "  <parameter name=\"speed\" value=\"500 mm/s\"/>\n"
     "</parameters>"},
    {&quire_kind_parameter,
     "<parameter name=\"speed\" value=\"500 mm/s\"/>"},
    {&quire_kind_assembly,
     "<assembly name=\"station\">\n"
     "  <parameter name=\"load\" value=\"8 N\" minimum=\"2 N\" "
     "maximum=\"20 N\"\n"
     "      doc=\"force that closes the nip\"/>\n"
     "  <parameter name=\"pull\" value=\"0 %\" minimum=\"-2 %\" "
     "maximum=\"2 %\"\n"
     "      doc=\"by how much it is faster than the machine\"/>\n"
     "  <drive name=\"feed\" speed=\"0 mm/s\"> <to time=\"20 ms\"\n"
     "      speed=\"{feed_speed*(1 + pull)}\"/> </drive>\n"
     "  <nip name=\"nip\" at=\"0 mm\" load=\"{load}\" rate=\"500 N/m\" "
     "max-gap=\"2 mm\">\n"
     "    <driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/>\n"
     "    <idler radius=\"10 mm\" surface=\"pom\" mass=\"20 g\"\n"
     "        inertia=\"1e-6 kg*m^2\"/>\n"
     "  </nip>\n"
     "  <channel name=\"throat\" from=\"8 mm\" to=\"152 mm\" gap=\"3 mm\"\n"
     "      mouth=\"2 mm\" surface=\"steel\"/>\n"
     "  <sensor name=\"eye\" kind=\"edge\" at=\"30 mm\"/>\n"
     "</assembly>"},
    {&quire_kind_instance,
     "<instance name=\"s\" assembly=\"station\" path=\"main\" at=\"0 mm\" "
     "count=\"4\"\n"
     "    pitch=\"160 mm\"/>"},
    {&quire_kind_instance_set,
     "<set parameter=\"load\" value=\"5 N\"/>"},
    {&quire_kind_settings,
     "<settings>\n"
     "  <run end=\"50 ms\"/>\n"
     "</settings>"},
    {&quire_kind_gravity,
     "<gravity vector=\"0 m/s^2, -9.80665 m/s^2\"/>"},
    {&quire_kind_run,
     "<run end=\"50 ms\"/>"},
    {&quire_kind_solver,
     "<solver accuracy=\"standard\"/>"},
    {&quire_kind_control,
     "<control period=\"1 ms\"/>"},
    {&quire_kind_media,
     "<media name=\"recycled-80\" grammage=\"80 g/m^2\" "
     "thickness=\"0.11 mm\"\n"
     "    modulus-md=\"3.5 GPa\" modulus-cd=\"1.8 GPa\"/>"},
    {&quire_kind_contact,
     "<contact name=\"roll\">\n"
     "  <normal law=\"mtt-indentation\" force=\"8 N\" "
     "at-penetration=\"0.02 mm\"\n"
     "      exponent=\"1.5\" damping=\"2e8 N*s/m^2.5\"\n"
     "          indentation-exponent=\"1.5\"/>\n"
     "  <friction law=\"mtt-linear\" static-coefficient=\"0.25\"\n"
     "      dynamic-coefficient=\"0.2\" static-velocity=\"1 mm/s\"\n"
     "            dynamic-velocity=\"1.5 mm/s\"/>\n"
     "</contact>"},
    {&quire_kind_overdrive,
     "<overdrive factor=\"1e-3 N^-1\"/>"},
    {&quire_kind_vertex,
     "<vertex friction-factor=\"1.3\"/>"},
    {&quire_kind_cover,
     "<cover kind=\"compressible\" modulus=\"1 MPa\" "
     "poisson-ratio=\"0.3\"\n"
     "    thickness=\"3 mm\"/>"},
    {&quire_kind_surface,
     "<surface name=\"felt\" modulus=\"1 MPa\" poisson-ratio=\"0.3\"/>"},
    {&quire_kind_pair,
     "<pair media=\"*\" surface=\"rubber\" contact=\"grip\"/>"},
    {&quire_kind_path,
     "<path name=\"main\" from=\"0 mm, 0 mm\" heading=\"0 deg\">\n"
     "  <line length=\"200 mm\"/>\n"
     "</path>"},
    {&quire_kind_channel,
     "<channel name=\"upper-run\" path=\"main\" from=\"8 mm\" to=\"142 "
     "mm\"\n"
     "    gap=\"3 mm\" mouth=\"2 mm\" surface=\"steel\"/>"},
    {&quire_kind_guide,
     "<guide name=\"tray\" surface=\"steel\" side=\"left\"> <line\n"
     "    from=\"-320 mm, -0.2 mm\" to=\"-9 mm, -0.2 mm\"/> </guide>"},
    {&quire_kind_bristles,
     "<bristles name=\"brush\" guide=\"table\" from=\"20 mm\" to=\"380 "
     "mm\"\n"
     "    height=\"5 mm\" lean=\"forward\" surface=\"bristles\"/>"},
    {&quire_kind_side_guide,
     "<side-guide name=\"wall\" path=\"main\" across=\"105 mm\" "
     "from=\"150 mm\"\n"
     "    mouth=\"4 mm\" mouth-length=\"60 mm\" surface=\"fence\"/>"},
    {&quire_kind_path_line,
     "<line length=\"200 mm\"/>"},
    {&quire_kind_path_arc,
     "<arc radius=\"40 mm\" angle=\"90 deg\" turn=\"left\"/>"},
    {&quire_kind_path_drawing,
     "<drawing file=\"frame.dxf\" layer=\"PATH\" start=\"0 mm, 0 mm\"/>"},
    {&quire_kind_shape_line,
     "<line from=\"-320 mm, -0.2 mm\" to=\"-9 mm, -0.2 mm\"/>"},
    {&quire_kind_shape_arc,
     "<arc from=\"316 mm, -3 mm\" through=\"320 mm, -1 mm\" to=\"325 "
     "mm, -0.1 mm\"/>"},
    {&quire_kind_shape_circle,
     "<circle centre=\"-500 mm, 0 mm\" radius=\"30 mm\" turn=\"right\"/>"},
    {&quire_kind_shape_polyline,
     "<polyline points=\"110 mm, -4 mm; 130 mm, -1.5 mm; 300 mm, "
     "-1.5 mm\"/>"},
    {&quire_kind_shape_spline,
     "<spline points=\"-800 mm, 0 mm; -790 mm, 3 mm; -780 mm, 4 mm\"\n"
     "    start-heading=\"20 deg\" end-heading=\"0 deg\" "
     "tolerance=\"0.01 mm\"/>"},
    {&quire_kind_shape_drawing,
     "<drawing file=\"frame.dxf\" layer=\"ENTRY-LOWER\"/>"},
    {&quire_kind_gate_pivot,
     "<pivot at=\"140 mm, 5 mm\" drive=\"solenoid\"/>"},
    {&quire_kind_gate_slide,
     "<slide direction=\"0, 1\" drive=\"lifter\"/>"},
    {&quire_kind_drive,
     "<drive name=\"valve\" pressure=\"0 Pa\"/>"},
    {&quire_kind_drive_to,
     "<to time=\"40 ms\" speed=\"0 mm/s\"/>"},
    {&quire_kind_roller,
     "<roller name=\"feed-roller\" centre=\"330 mm, 12.02 mm\" "
     "radius=\"12 mm\"\n"
     "    surface=\"rubber\" drive=\"feed\"/>"},
    {&quire_kind_nip,
     "<nip name=\"take\" path=\"main\" at=\"400 mm\" load=\"4 N\" "
     "rate=\"500 N/m\"\n"
     "    max-gap=\"2 mm\">\n"
     "  <driver radius=\"10 mm\" surface=\"rubber\" "
     "drive=\"transport\"/>\n"
     "  <idler radius=\"8 mm\" surface=\"pom\" mass=\"15 g\" "
     "inertia=\"1e-6 kg*m^2\"/>\n"
     "</nip>"},
    {&quire_kind_driver,
     "<driver radius=\"10 mm\" surface=\"rubber\" drive=\"feed\"/>"},
    {&quire_kind_idler,
     "<idler radius=\"10 mm\" surface=\"pom\" mass=\"20 g\" "
     "inertia=\"1e-6 kg*m^2\"/>"},
    {&quire_kind_tyre,
     "<tyre across=\"-40 mm\" width=\"10 mm\"/>"},
    {&quire_kind_clutch,
     "<clutch name=\"pick-freewheel\" torque=\"0.5 N*m\" "
     "carries=\"forward\"/>"},
    {&quire_kind_sheet,
     "<sheet name=\"page\" media=\"plain-80\" length=\"148 mm\" "
     "width=\"105 mm\"\n"
     "    segments=\"20\">\n"
     "  <start path=\"main\" lead=\"150 mm\" speed=\"{speed}\"/>\n"
     "</sheet>"},
    {&quire_kind_start,
     "<start path=\"main\" lead=\"150 mm\" speed=\"{speed}\"/>"},
    {&quire_kind_clamp,
     "<clamp end=\"trail\"/>"},
    {&quire_kind_clamp_to,
     "<to time=\"0.5 s\" shift=\"1 mm, 2 mm\" turn=\"5 deg\" "
     "shape=\"smooth\"/>"},
    {&quire_kind_pin,
     "<pin end=\"lead\" until=\"0.5 s\" slide=\"90 deg\"> <to time=\"0.3 "
     "s\"\n"
     "    shift=\"0 mm, 1 mm\" shape=\"linear\"/> </pin>"},
    {&quire_kind_pin_to,
     "<to time=\"0.3 s\" shift=\"0 mm, 1 mm\" shape=\"linear\"/>"},
    {&quire_kind_load,
     "<load across=\"0 mm\" force=\"0 N, -0.1 N\" at=\"50 mm\" "
     "factor=\"0\"> <to\n"
     "    time=\"0.2 s\" factor=\"1\"/> </load>"},
    {&quire_kind_moment,
     "<moment torque=\"1 mN*m\" at=\"100 mm\" factor=\"1\"> <to "
     "time=\"0.2 s\"\n"
     "    factor=\"0\" shape=\"step\"/> </moment>"},
    {&quire_kind_load_to,
     "<to time=\"0.2 s\" factor=\"1\"/>"},
    {&quire_kind_disc,
     "<disc name=\"hops\" surface=\"ball\" mass=\"10 g\" radius=\"10 mm\"\n"
     "    centre=\"-60 mm, 110 mm\"/>"},
    {&quire_kind_block,
     "<block name=\"holds\" surface=\"rubber\" mass=\"100 g\" width=\"40 "
     "mm\"\n"
     "    height=\"20 mm\" angle=\"-20 deg\"\n"
     "       centre=\"50.4011 mm, 242.2855 mm\"/>"},
    {&quire_kind_affine,
     "<affine width=\"20 mm\" shear-modulus=\"{shear_modulus}\"\n"
     "    viscosity=\"{viscosity}\"/>"},
    {&quire_kind_contractile,
     "<contractile width=\"80 mm\" shear-modulus=\"{shear_modulus}\"\n"
     "    viscosity=\"200 Pa*s\"\n"
     "             growth-viscosity=\"{2*shear_modulus*relaxation}\""
     "/>"},
    {&quire_kind_solid,
     "<solid name=\"white\" surface=\"ivory\" mass=\"5 g\"\n"
     "    centre=\"-5 mm, 140 mm, 22 mm\" turn=\"0 deg, 40 deg, 10 "
     "deg\"\n"
     "       velocity=\"2.2 m/s, 0.2 m/s, -0.3 m/s\"\n"
     "           spin=\"-10 rad/s, 15 rad/s, -60 rad/s\">\n"
     "  <cuboid size=\"16 mm, 16 mm, 16 mm\" edge-radius=\"1.5 mm\"/>\n"
     "</solid>"},
    {&quire_kind_ball,
     "<ball at=\"0 mm, -25 mm, 0 mm\" radius=\"3 mm\"/>"},
    {&quire_kind_cuboid,
     "<cuboid size=\"16 mm, 16 mm, 16 mm\" edge-radius=\"1.5 mm\"/>"},
    {&quire_kind_sleeve,
     "<sleeve name=\"slot\" path=\"main\" from=\"-300 mm\" to=\"-100 mm\"\n"
     "    stiffness=\"1e6 N/m^2\" damping=\"100 N*s/m^2\"/>"},
    {&quire_kind_spring,
     "<spring name=\"coil\" from=\"ball\" from-at=\"0 mm, 5 mm\" "
     "to=\"crate\"\n"
     "    to-at=\"-20 mm, 0 mm\" stiffness=\"10 N/m\" damping=\"0.1 "
     "N*s/m\"\n"
     "    length=\"60 mm\" acts=\"both\"/>"},
    {&quire_kind_drag,
     "<drag name=\"air\" on=\"crate\" coefficient=\"1.2\" area=\"8e-4 "
     "m^2\"\n"
     "    density=\"1.2 kg/m^3\" linear=\"0 N*s/m\" wind=\"0 m/s, 0 "
     "m/s\"/>"},
    {&quire_kind_suction,
     "<suction name=\"vacuum\" guide=\"belt\" drive=\"valve\" "
     "half-gap=\"0.5 mm\"/>"},
    {&quire_kind_electrostatic,
     "<electrostatic name=\"tac\" guide=\"curve\" drive=\"supply\"\n"
     "    dielectric-thickness=\"50 um\" permittivity=\"3\" reach=\"10 "
     "mm\"\n"
     "    from=\"1 mm\" to=\"15 mm\"/>"},
    {&quire_kind_brush,
     "<brush name=\"bristles\" guide=\"chute\" height=\"3 mm\" "
     "stiffness=\"2e5 Pa/m\"\n"
     "    friction=\"0.2\" threshold-velocity=\"10 mm/s\" from=\"1 mm\" "
     "to=\"15 mm\"/>"},
    {&quire_kind_jet,
     "<jet name=\"knife\" at=\"70 mm, -14 mm\" direction=\"0.2, 1\" "
     "width=\"1 mm\"\n"
     "    drive=\"valve\"/>"},
    {&quire_kind_sensor_edge,
     "<sensor name=\"out\" kind=\"edge\" path=\"main\" at=\"155 mm\"/>"},
    {&quire_kind_sensor_presence,
     "<sensor name=\"behind\" kind=\"presence\" path=\"main\" at=\"135 "
     "mm\"/>"},
    {&quire_kind_sensor_side_edge,
     "<sensor name=\"side\" kind=\"side-edge\" path=\"main\" at=\"250 mm\"\n"
     "    across=\"105.12 mm\"/>"},
    {&quire_kind_sensor_speed,
     "<sensor name=\"s2\" kind=\"speed\" path=\"main\" at=\"145 mm\"\n"
     "    threshold=\"0.4 m/s\" hysteresis=\"1 mm/s\" reach=\"10 mm\"\n"
     "    debounce=\"0 s\"/>"},
    {&quire_kind_sensor_distance,
     "<sensor name=\"s3\" kind=\"distance\" path=\"main\" at=\"145 mm\"\n"
     "    offset=\"-10 mm\" heading=\"90 deg\" range=\"50 mm\" "
     "threshold=\"9 mm\"\n"
     "    hysteresis=\"0.1 mm\" debounce=\"0 s\"/>"},
    {&quire_kind_bin,
     "<bin name=\"output\" path=\"main\" from=\"145 mm\" to=\"600 mm\" "
     "height=\"50 mm\"\n"
     "    capacity=\"50\" remove=\"no\"/>"},
    {&quire_kind_variable,
     "<variable name=\"gap\" value=\"0 mm\"/>"},
    {&quire_kind_state,
     "<state name=\"mode\"\n"
     "    values=\"first-side, stopping, returning, second-side, "
     "done\"/>"},
    {&quire_kind_rule,
     "<rule name=\"speed-up\" when=\"s1.lead\" sheet=\"each\" delay=\"20 "
     "ms\">\n"
     "  <set drive=\"feed\" speed=\"700 mm/s\" ramp=\"30 ms\"/>\n"
     "</rule>"},
    {&quire_kind_action_set,
     "<set drive=\"feed\" speed=\"700 mm/s\" ramp=\"30 ms\"/>"},
    {&quire_kind_action_reverse,
     "<reverse drive=\"feed\" ramp=\"20 ms\"/>"},
    {&quire_kind_action_brake,
     "<brake drive=\"motor\" ramp=\"{ramp}\"/>"},
    {&quire_kind_action_open,
     "<open nip=\"feeder\" ramp=\"{lifting}\"/>"},
    {&quire_kind_action_close,
     "<close nip=\"feeder\" ramp=\"{lifting}\"/>"},
    {&quire_kind_action_engage,
     "<engage clutch=\"c1\" ramp=\"10 ms\"/>"},
    {&quire_kind_action_disengage,
     "<disengage clutch=\"c1\" ramp=\"10 ms\"/>"},
    {&quire_kind_action_release,
     "<release sheet=\"page\"/>"},
    {&quire_kind_action_assign,
     "<assign variable=\"counted\" value=\"counted + 1\"/>"},
    {&quire_kind_action_go,
     "<go state=\"mode\" to=\"stopping\"/>"},
    {&quire_kind_action_cancel,
     "<cancel rule=\"J10\"/>"},
    {&quire_kind_action_say,
     "<say text=\"out, other side up\"/>"},
    {&quire_kind_action_stop,
     "<stop/>"},
    {&quire_kind_check_arrival,
     "<check name=\"on-time\" kind=\"arrival\" sensor=\"s1\" "
     "earliest=\"0.25 s\"\n"
     "    latest=\"0.32 s\"/>"},
    {&quire_kind_check_stall,
     "<check kind=\"stall\" stop=\"no\"/>"},
    {&quire_kind_check_late,
     "<check name=\"in-time\" kind=\"late\" enabled=\"yes\" factor=\"1.5\"\n"
     "    distance=\"30 mm\" sheet=\"each\" from=\"0 s\" until=\"10 s\"/>"},
    {&quire_kind_check_wrap,
     "<check name=\"unwrapped\" kind=\"wrap\" enabled=\"yes\" stop=\"no\"\n"
     "    angle=\"150 deg\" margin=\"2 mm\" sheet=\"each\" from=\"0 s\" "
     "until=\"10 s\"/>"},
    {&quire_kind_check_buckle,
     "<check name=\"buckle\" kind=\"buckle\" height=\"25 mm\"/>"},
    {&quire_kind_check_out_of_channel,
     "<check name=\"caught\" kind=\"out-of-channel\" distance=\"1.5 "
     "mm\"/>"},
    {&quire_kind_check_inside,
     "<check name=\"left\" kind=\"inside\" enabled=\"no\" speed=\"1 mm/s\"\n"
     "    drive-speed=\"20 mm/s\" sheet=\"each\" from=\"0 s\" until=\"10 "
     "s\"/>"},
    {&quire_kind_check_blocked_entry,
     "<check name=\"room\" kind=\"blocked-entry\" enabled=\"yes\" "
     "stop=\"no\"\n"
     "    sheet=\"each\" from=\"0 s\" until=\"10 s\"/>"},
    {&quire_kind_check_skew,
     "<check name=\"edge\" kind=\"skew\" sensor=\"left-near\"\n"
     "    second-sensor=\"right-near\" limit=\"6 mrad\"/>"},
    {&quire_kind_check_lateral,
     "<check name=\"in-place\" kind=\"lateral\" sensor=\"judge\" "
     "limit=\"0.2 mm\"/>"},
    {&quire_kind_check_early,
     "<check name=\"not-early\" kind=\"early\" sensor=\"s1\" "
     "signal=\"lead\"\n"
     "    earliest=\"0.2 s\" earliest-distance=\"90 mm\" drive=\"feed\" "
     "after=\"s5\"\n"
     "    after-signal=\"lead\" sheet=\"each\" from=\"0 s\" until=\"10 s\"\n"
     "    enabled=\"yes\"/>"},
    {&quire_kind_check_lag,
     "<check name=\"leaves-feed\" kind=\"lag\" sensor=\"feed-sensor\"\n"
     "    latest=\"{1.2*297 mm/speed + buckle_wait + 0.1 s}\"/>"},
    {&quire_kind_check_retention,
     "<check name=\"not-kept\" kind=\"retention\" sensor=\"s1\" "
     "drive=\"feed\"\n"
     "    factor=\"1.5\" sheet=\"each\" from=\"0 s\" until=\"10 s\" "
     "enabled=\"yes\"\n"
     "    stop=\"no\"/>"},
    {&quire_kind_check_stub,
     "<check kind=\"stub\"/>"},
    {&quire_kind_check_no_feed,
     "<check name=\"misfeed\" kind=\"no-feed\" drive=\"retard-feed\"\n"
     "    distance=\"80 mm\"/>"},
    {&quire_kind_check_stranded,
     "<check name=\"none-left\" kind=\"stranded\" enabled=\"yes\" "
     "speed=\"1 mm/s\"\n"
     "    duration=\"50 ms\" sheet=\"each\" from=\"0 s\" until=\"10 s\"/>"},
    {&quire_kind_check_delivery,
     "<check name=\"to-tray\" kind=\"delivery\" enabled=\"yes\" "
     "bin=\"output\"\n"
     "    sheet=\"each\" from=\"0 s\" until=\"10 s\"/>"},
    {&quire_kind_check_overfull,
     "<check name=\"full\" kind=\"overfull\" enabled=\"yes\"/>"},
    {&quire_kind_check_double_feed,
     "<check kind=\"double-feed\" nip=\"take\" stop=\"no\"/>"},
    {&quire_kind_check_gap,
     "<check name=\"page-gap\" kind=\"gap\" "
     "sensor=\"registration-sensor\"\n"
     "    smallest=\"30 mm\"/>"},
    {&quire_kind_check_residual,
     "<check name=\"empty\" kind=\"residual\" enabled=\"yes\" "
     "sensor=\"s1\"\n"
     "    when=\"end\" sheet=\"each\" from=\"0 s\" until=\"10 s\"/>"},
    {&quire_kind_check_dog_ear,
     "<check name=\"flat\" kind=\"dog-ear\" enabled=\"yes\" stop=\"no\"\n"
     "    angle=\"60 deg\" edge=\"both\" sheet=\"each\" from=\"0 s\" "
     "until=\"10 s\"/>"},
    {&quire_kind_check_tension,
     "<check name=\"tight\" kind=\"tension\" path=\"main\" at=\"140 mm\"\n"
     "    smallest=\"0.3 N\" largest=\"0.7 N\" from=\"0.15 s\"/>"},
    {&quire_kind_study,
     "<study version=\"1\" name=\"speeds\" model=\"model.xml\">\n"
     "  <factor parameter=\"speed\" low=\"400 mm/s\" high=\"600 mm/s\"/>\n"
     "  <design kind=\"full-factorial\" levels=\"2\"/>\n"
     "  <response name=\"arrival\" from=\"out.lead.time\" "
     "better=\"smaller\"/>\n"
     "</study>"},
    {&quire_kind_calibration,
     "<calibration version=\"1\" name=\"speed\" model=\"model.xml\">\n"
     "  <unknown parameter=\"speed\" low=\"0.4 m/s\" high=\"0.6 m/s\"\n"
     "      prior=\"0.5 m/s\" prior-deviation=\"10 %\"/>\n"
     "  <measured kind=\"figure\" from=\"out.lead.time\" value=\"10 ms\"\n"
     "      deviation=\"0.1 ms\"/>\n"
     "</calibration>"},
};
/* clang-format on */

const char *
quire_kind_example(const struct quire_kind *kind)
{
    for (size_t i = 0; kind->example == NULL && i < sizeof examples / sizeof examples[0]; i++) {
        if (examples[i].kind == kind) {
            return examples[i].text;
        }
    }
    return kind->example;
}
